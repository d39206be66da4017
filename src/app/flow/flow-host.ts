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
  /** Writes what went wrong to where developers look, without anything that was entered. */
  readonly log: (message: string, cause: unknown) => void;
  /** Logs a failed call that the borrower is not told about. */
  readonly logIgnored: (message: string, cause: unknown) => void;
  /** Shows that a call has failed in the global error dialog. */
  readonly reportUnhandled: (failure: CallFailure) => void;
  /** Takes the person to another address, in place of the present one, when the machine has ended with `LeftFor`. */
  readonly leaveFor?: (address: string) => void;
  /** Calls `tell` when what the flow shows may be out of date (ruling 90); returns a function that stops it. */
  readonly watchOutdated?: (tell: () => void) => () => void;
  /** Runs the flow from its beginning, with what its draft keeps. */
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

/** The host of the flows on this page. */
export function useFlowHost(): FlowHost {
  const host = useContext(HostContext);
  if (host === null) throw new Error('A flow needs a host');
  return host;
}
