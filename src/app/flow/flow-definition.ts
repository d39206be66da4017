/**
 * Definition of a flow of the portal: a machine with its views, its input from the host and its draft. Also the
 * definition of pages without a machine.
 */
import type { ComponentType, ReactNode } from 'react';
import type { Location } from 'react-router-dom';
import * as v from 'valibot';
import type { AnyStateMachine, ContextFrom, InputFrom } from 'xstate';
import { type DraftMigration, toCurrentVersion } from '#domain/portal/drafts/versions.ts';
import { toStorableDraft } from '#domain/portal/drafts/rules.ts';
import { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { PortalRoute } from '#domain/portal/routes.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import type { DraftUrgency } from '../drafts/draft-store.ts';
import type { FlowHost } from './flow-host.ts';

/** The draft of an unfinished flow, in this tab and on the server. */
export interface DraftDefinition<M extends AnyStateMachine, Draft> {
  readonly schema: v.GenericSchema<unknown, Draft>;
  /** The migrations from each version of the schema to the next, in order; none while there is only one version. */
  readonly migrations: readonly DraftMigration[];
  /** Returns the draft of a context; null for none. It must not contain account, bank or Social Security numbers. */
  readonly of: (context: ContextFrom<M>) => Draft | null;
  /** Whether the server must store it immediately: it contains the key of a submission, which may be sent at any moment. */
  readonly isUrgent?: (draft: Draft) => boolean;
  /** Returns whether the draft contains entries, and not only an idempotency key. Default: always. */
  readonly hasEntries?: (draft: Draft) => boolean;
  /** Returns whether the flow no longer uses the draft, so that it is not offered to the borrower. */
  readonly isSetAside?: (context: ContextFrom<M>) => boolean;
  /** Labels of the fields that a text may be typed into, for naming those that were not kept. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** The fields of any draft that were left out. */
const LeftOut = v.pick(FormDraft, ['leftOut']);

const namesIn = (stored: unknown): readonly string[] => {
  const found = v.safeParse(LeftOut, stored);
  return found.success ? found.output.leftOut : [];
};

const labelled = (fields: readonly string[], labels: Readonly<Record<string, string>> = {}): readonly string[] => [
  ...new Set(fields.map((field) => labels[field] ?? 'another field')),
];

/** Returns the labels of the fields that were left out of a stored draft. */
export const findLeftOut = <M extends AnyStateMachine, Draft>(
  { labels }: DraftDefinition<M, Draft>,
  stored: unknown,
): readonly string[] => labelled(namesIn(stored), labels);

/** Returns the draft of a context, and the labels of the fields whose values may not be stored (ruling 112). */
export function draftToKeep<M extends AnyStateMachine, Draft>(
  { of, isUrgent, hasEntries, labels }: DraftDefinition<M, Draft>,
  context: ContextFrom<M>,
): { readonly draft: unknown; readonly how: DraftUrgency; readonly leftOut: readonly string[] } {
  const whole = of(context);
  const { draft, leftOut } = toStorableDraft(whole);
  const stored =
    leftOut.length === 0 || draft === null ? draft : { ...draft, leftOut: [...namesIn(draft), ...leftOut] };
  const how = whole === null ? {} : { isUrgent: isUrgent?.(whole) === true, isEntered: hasEntries?.(whole) === true };
  return { draft: stored, how, leftOut: labelled(leftOut, labels) };
}

/** Returns the stored value as a draft of the current version; null if it is not one. */
export function readDraft<M extends AnyStateMachine, Draft>(
  { schema, migrations }: DraftDefinition<M, Draft>,
  stored: unknown,
): Draft | null {
  const draft = v.safeParse(schema, toCurrentVersion(stored, migrations));
  return draft.success ? draft.output : null;
}

/** The location of a page, as its flow reads it. */
export type PageLocation = Pick<Location, 'pathname' | 'search' | 'hash'>;

export interface FlowDefinition<M extends AnyStateMachine, Draft = never> {
  readonly machine: M;
  /** The `h1` of all screens of the flow. By default it is the title of the route. */
  readonly heading?: string;
  /** Returns the `h1` if it depends on data that the flow loads; undefined until then. */
  readonly headingIn?: (context: ContextFrom<M>) => string | undefined;
  /** Returns the document title of a screen that depends on loaded data; undefined for the screen's own title. */
  readonly titleIn?: (context: ContextFrom<M>) => string | undefined;
  /**
   * The managed text for the `h1`. The page title uses the heading above, and so does the `h1` if the text is missing.
   */
  readonly headingContent?: { readonly section: string; readonly name: string };
  /** Returns the query of the address that reopens the flow in its current view; undefined leaves the address unchanged. */
  readonly toQuery?: (context: ContextFrom<M>) => string | undefined;
  readonly views: ViewsOf<M>;
  /** Loads the code of the views after the first screen, if that code is in a separate chunk. */
  readonly later?: { readonly load: () => Promise<unknown> };
  readonly input: (host: FlowHost, draft: Draft | null) => InputFrom<M>;
  readonly draft?: DraftDefinition<M, Draft>;
  /**
   * Set for a page whose data can change in other tabs or over time: in a state with the tag `settled`, it reloads data that
   * may be outdated. A flow without it gets the event `facts.outdated`.
   */
  readonly isRefreshed?: true;
  /**
   * Returns the subject of the location, such as the id of a record. A new subject restarts the flow. Such a flow has one
   * screen, whose address it does not change.
   */
  readonly getSubject?: (location: PageLocation) => string | null;
  /** The path to redirect to if the location names no subject; without it, the flow starts all the same. */
  readonly withoutSubject?: string;
  /** Set for a flow of one screen if the addresses below its own belong to other pages. */
  readonly isOneScreen?: true;
  /** Surrounds the flow on its page. */
  readonly Frame?: ComponentType<{ readonly children: ReactNode }>;
  /**
   * Returns whether the flow has entries that are not saved. Called in states with the tag `entering`; if true, leaving the
   * flow needs confirmation, and its draft is discarded then. A form that people do not expect to be saved needs only a
   * draft.
   */
  readonly isUnsaved?: (context: ContextFrom<M>) => boolean;
}

export interface FlowRouteProps<M extends AnyStateMachine, Draft> {
  readonly flow: FlowPage<M, Draft>;
  /** The route of the page; undefined for a flow that is a part of its page. */
  readonly route?: PortalRoute | undefined;
}

/** A draft with the component that keeps it, so that other pages do not load the code for drafts. */
export interface StoredDraft<M extends AnyStateMachine, Draft> extends DraftDefinition<M, Draft> {
  readonly Keeper: <N extends AnyStateMachine, Stored>(props: FlowRouteProps<N, Stored>) => ReactNode;
}

/** A flow as a file in `src/pages` declares it. */
export interface FlowPage<M extends AnyStateMachine, Draft = never> extends FlowDefinition<M, Draft> {
  readonly draft?: StoredDraft<M, Draft>;
}

/** A page without a flow. */
export interface ViewDefinition {
  readonly Component: ComponentType;
  /**
   * Whether the page sets its title itself, such as a page with several flows; by default it has the title of its
   * route.
   */
  readonly isTitledByItself?: true;
}
