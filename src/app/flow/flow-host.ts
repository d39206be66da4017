/** The host of a flow: the services that a flow needs from the portal. Tests and stories provide their own host. */
import { createContext, useContext } from 'react';
import type { Actor, AnyActorLogic, AnyStateMachine, InspectionEvent, Snapshot } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import type { Configuration, FeatureFlags } from '#domain/portal/shapes.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { DraftStore } from '../drafts/draft-store.ts';

type Clock = Actor<AnyActorLogic>['clock'];

export interface FlowHost {
  readonly run: RunEffect;
  readonly configuration: Configuration;
  readonly flags: FeatureFlags;
  readonly person: Person | null;
  readonly userAgent: string;
  /** The base address of the page. A flow with several base addresses distinguishes them by it. */
  readonly address: string;
  /** The query of the address at which the flow was opened, with its question mark; '' for none. */
  readonly query: string;
  /** Its fragment, without the number sign; '' for none. */
  readonly fragment: string;
  readonly drafts: DraftStore;
  /** Logs a failure for developers, without the person's entries. */
  readonly log: (message: string, cause: unknown) => void;
  /** Logs a failed call that the borrower does not see. */
  readonly logIgnored: (message: string, cause: unknown) => void;
  /** Shows that a call has failed in the global error dialog. */
  readonly reportUnhandled: (failure: CallFailure) => void;
  /** Replaces the current address by another one, when the machine has ended with `LeftFor`. */
  readonly leaveFor?: (address: string) => void;
  /** Calls `tell` when the flow may show outdated data (ruling 90). Returns a function that unsubscribes. */
  readonly watchOutdated?: (tell: () => void) => () => void;
  /** Restarts the flow from its draft. */
  readonly restart?: () => void;
  /** Called at each transition with whether the flow has unsaved entries. */
  readonly setUnsaved?: (isUnsaved: boolean) => void;
  readonly inspect?: (event: InspectionEvent) => void;
  /** The clock for the machine's delays; by default the clock of the browser. */
  readonly clock?: Clock;
  /** Returns the state in which a machine starts with this input, if it is not the initial one. */
  readonly getInitialState?: (machine: AnyStateMachine, input: unknown) => Snapshot<unknown> | undefined;
}

const HostContext = createContext<FlowHost | null>(null);

export const FlowHostProvider = HostContext.Provider;

/** Returns the host of the flows on this page. Throws outside of `FlowHostProvider`. */
export function useFlowHost(): FlowHost {
  const host = useContext(HostContext);
  if (host === null) throw new Error('A flow requires a FlowHostProvider');
  return host;
}
