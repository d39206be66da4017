/** Drafts of flows, with the code that keeps them. Only pages with such a flow load this file. */
import type { AnyStateMachine, ContextFrom } from 'xstate';
import { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { DraftKeeper } from './DraftKeeper.tsx';
import type { DraftDefinition, StoredDraft } from './flow-definition.ts';

/** Defines the draft of a flow while it is unfinished. */
export const flowDraft = <M extends AnyStateMachine, Draft>(
  definition: DraftDefinition<M, Draft>,
): StoredDraft<M, Draft> => ({ ...definition, Keeper: DraftKeeper });

/** Defines the draft of a page with one form at a time; `of` returns it. */
export const formDraft = <M extends AnyStateMachine>(
  of: (context: ContextFrom<M>) => FormDraft | null,
  labels: Readonly<Record<string, string>>,
): StoredDraft<M, FormDraft> =>
  flowDraft({
    schema: FormDraft,
    migrations: [],
    of,
    labels,
    isUrgent: ({ key }) => key !== null,
    hasEntries: ({ typed }) => Object.keys(typed).length > 0,
    // It was for another form, or its entries are gone.
    isSetAside: (context) => of(context) === null,
  });
