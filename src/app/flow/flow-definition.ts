/** What makes a machine a flow of the portal: its views, its input from the host, what of it is kept while unfinished; and pages without a machine. */
import type { ComponentType } from 'react';
import * as v from 'valibot';
import type { AnyStateMachine, ContextFrom, InputFrom } from 'xstate';
import { type DraftMigration, toPresentVersion } from '#domain/drafts/versions.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import type { FlowHost } from './flow-host.ts';

/** What is kept of a flow while it is unfinished, in this tab and at the server. */
export interface DraftDefinition<M extends AnyStateMachine, Draft> {
  readonly schema: v.GenericSchema<unknown, Draft>;
  /** From each version of the schema to the next, first to last; none as long as there is one version. */
  readonly migrations: readonly DraftMigration[];
  /** What to keep of a context; null for nothing. No account, bank or Social Security number may be in it. */
  readonly of: (context: ContextFrom<M>) => Draft | null;
  /** Whether the server must have it at once: it has the key of a submission, which may be sent at any moment. */
  readonly isUrgent?: (draft: Draft) => boolean;
  /** Whether the flow started without the draft that was there, so that the borrower is not told of it. */
  readonly isSetAside?: (context: ContextFrom<M>) => boolean;
}

/** What was kept, as a draft of the present version; null where it is none. */
export function readDraft<M extends AnyStateMachine, Draft>(
  { schema, migrations }: DraftDefinition<M, Draft>,
  kept: unknown,
): Draft | null {
  const draft = v.safeParse(schema, toPresentVersion(kept, migrations));
  return draft.success ? draft.output : null;
}

export interface FlowDefinition<M extends AnyStateMachine, Draft = never> {
  readonly machine: M;
  /** The one `h1` of the flow's screens; the title of its address where nothing else is said. */
  readonly heading?: string;
  /** The one `h1` where it is known only when the flow has loaded something; undefined until then. */
  readonly headingIn?: (context: ContextFrom<M>) => string | undefined;
  /** The managed text that stands in the `h1`; the heading above stands in the title, and where the text is missing. */
  readonly headingContent?: { readonly section: string; readonly name: string };
  readonly views: ViewsOf<M>;
  /** Loads the code of those of its views that come after its first screen, where it is in a file of its own. */
  readonly later?: { readonly load: () => Promise<void> };
  readonly input: (host: FlowHost, draft: Draft | null) => InputFrom<M>;
  readonly draft?: DraftDefinition<M, Draft>;
  /**
   * Whether something was entered that would be lost, asked in the states with the tag `entering`: whoever leaves is then
   * asked first. A flow with a draft needs none.
   */
  readonly isUnsaved?: (context: ContextFrom<M>) => boolean;
}

/** A page that is no flow of its own. */
export interface ViewDefinition {
  readonly Component: ComponentType;
  /** It says its title itself, as one does that shows several flows; every other has the title of its address. */
  readonly isTitledByItself?: true;
}
