/** Drafts: the entries of unfinished flows, stored on the server and available on all devices. */
import * as v from 'valibot';
import { refuse } from '../../issue.ts';
import { problemWithDraft } from './rules.ts';

/** The id of a flow. */
export const DraftFlow = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9-]{0,39}$/));

/** The number of times that a draft has been written; 0 if never. */
export const Revision = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000));

/** Identifies the tab that wrote the draft, so that the tab recognizes its own write if the answer was lost. */
export const WriterId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** The flow's data. The flow's own schema validates it on reading; here only {@link problemWithDraft} does. */
export const DraftData = v.pipe(
  v.unknown(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = problemWithDraft(dataset.value);
    if (problem !== null) addIssue({ message: refuse(problem) });
  }),
);

/** A stored draft. `data` is null if there is no draft or it was deleted; the revision remains after deletion. */
export const StoredDraft = v.object({
  revision: Revision,
  /** The writer of the latest revision; null if there is none. */
  writer: v.nullable(WriterId),
  data: v.unknown(),
});
export type StoredDraft = v.InferOutput<typeof StoredDraft>;

/**
 * A write request. `after` is the revision that the writer has read. If the server has another revision, it rejects the
 * write (409).
 */
export const DraftWriting = v.object({ after: Revision, writer: WriterId, data: DraftData });
