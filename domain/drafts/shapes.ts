/** Drafts: what was entered in a flow that was left unfinished, kept by the server for every device. */
import * as v from 'valibot';
import { refuse } from '../issue.ts';
import { problemWithDraft } from './rules.ts';

/** The id of a flow. */
export const DraftFlow = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9-]{0,39}$/));

/** How often a draft has been written; 0 for one that never was. */
export const Revision = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000));

/** Names the tab that wrote, so that it knows its own writing again when the answer to it was lost. */
export const WriterId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** What a flow keeps, in its own form. The flow's schema is asked when it is read; here only {@link problemWithDraft}. */
export const DraftData = v.pipe(
  v.unknown(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = problemWithDraft(dataset.value);
    if (problem !== null) addIssue({ message: refuse(problem) });
  }),
);

/** A draft as it is kept. `data` is null when there is none, or when it was forgotten; the revision then still counts. */
export const KeptDraft = v.object({
  revision: Revision,
  /** Who wrote it last; null when nobody has. */
  writer: v.nullable(WriterId),
  data: v.unknown(),
});
export type KeptDraft = v.InferOutput<typeof KeptDraft>;

/** A writing. `after` is the revision that the writer knows: with another one there, nothing is written (409). */
export const DraftWriting = v.object({ after: Revision, writer: WriterId, data: DraftData });
