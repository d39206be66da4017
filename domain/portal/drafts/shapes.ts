/** Drafts: the entries of unfinished flows, stored on the server and available on all devices. */
import * as v from 'valibot';
import { refuse } from '../../issue.ts';
import { problemWithDraft } from './rules.ts';

/** The id of a flow. */
export const DraftFlow = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9-]{0,39}$/));

/** The number of times that a draft has been written; 0 if never. */
export const Revision = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000));

/** Identifies the tab that wrote the draft, so that the tab recognizes its own write if the response was lost. */
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

/** The value of a form's field: typed, selected or checked. */
const FieldValue = v.union([v.string(), v.boolean()]);

/**
 * The draft of a page with one form at a time: the entries, and the key of a request in flight (rulings 3, 4, 112). Each
 * part is optional, because drafts of earlier releases contain only the key.
 */
export const FormDraft = v.object({
  version: v.literal(1),
  /** The idempotency key of a request that was sent and whose outcome is not known. */
  key: v.optional(v.nullable(v.string()), null),
  /** Which form of the page is open, such as that of an account; null if it has one only. */
  place: v.optional(v.nullable(v.string()), null),
  /** The values that differ from those that the form starts with, by field. */
  typed: v.optional(v.record(v.string(), FieldValue), {}),
  /** The names of the fields whose values were left out because they may not be stored. Any draft may have them. */
  leftOut: v.optional(v.array(v.string()), []),
});
export type FormDraft = v.InferOutput<typeof FormDraft>;

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
