/** The calls for drafts. Each borrower and web account can access only its own drafts. */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { LARGEST_DRAFT } from './rules.ts';
import { DraftFlow, DraftWriting, StoredDraft, Revision, WriterId } from './shapes.ts';

const access = ['borrower', 'payer'] as const;
const params = v.object({ flow: DraftFlow });

export const drafts = {
  read: defineCall({
    id: 'drafts.read',
    method: 'GET',
    path: 'drafts/:flow',
    summary: 'Returns the draft of a flow',
    access,
    timeLimit: 'read',
    params,
    response: StoredDraft,
  }),
  write: defineCall({
    id: 'drafts.write',
    method: 'PUT',
    path: 'drafts/:flow',
    summary: "Saves the draft of a flow. Returns 409 if the stored revision differs from the caller's",
    access,
    timeLimit: 'write',
    outlivesPage: true,
    params,
    body: DraftWriting,
    // A character takes up to three bytes; the limit adds room for revision and writer.
    bodyLimit: 3 * LARGEST_DRAFT + 1024,
    response: v.object({ revision: Revision }),
  }),
  forget: defineCall({
    id: 'drafts.forget',
    method: 'DELETE',
    path: 'drafts/:flow',
    summary: "Deletes the draft of a flow. Returns 409 if the stored revision differs from the caller's",
    access,
    timeLimit: 'write',
    outlivesPage: true,
    params,
    query: v.object({
      after: v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), Revision),
      writer: WriterId,
    }),
    response: v.object({ revision: Revision }),
  }),
};
