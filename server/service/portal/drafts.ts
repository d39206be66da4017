/**
 * Drafts of unfinished flows, one per borrower, web account and flow. Each write increments the revision and names the
 * revision that it replaces; a stale write is rejected, so an older tab cannot overwrite a newer draft. Deleting a
 * draft keeps its revision, so an older tab cannot restore it either.
 */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { drafts } from '#domain/portal/drafts/calls.ts';
import { WriterId } from '#domain/portal/drafts/shapes.ts';
import { drafts as rows } from '../../db/schema/index.ts';
import { type Handler, type Scope, ServiceProblem } from '../scope.ts';

/** The contents of the column `data`: the last writer and the draft. No draft if it was deleted. */
const Stored = v.object({ writer: WriterId, draft: v.optional(v.unknown()) });
type Stored = v.InferOutput<typeof Stored>;

/** Maximum number of drafts per person, against abuse. */
const MAX_FLOWS = 60;

const outdated = () =>
  new ServiceProblem(409, 'The draft has changed.', 'Another tab or device has written it. Read it again.');
const tooMany = () => new ServiceProblem(422, 'There are too many drafts.', `At most ${MAX_FLOWS} flows may have one.`);

const own = ({ borrowerKey, webAccountId }: Scope) =>
  and(eq(rows.borrowerKey, borrowerKey), eq(rows.webAccountId, webAccountId));

interface Writing {
  readonly flow: string;
  readonly after: number;
  readonly data: Stored;
}

/**
 * Writes a draft that follows the revision `after` and returns the new revision. Throws 409 if the stored revision
 * differs.
 */
async function write(scope: Scope, { flow, after, data }: Writing): Promise<{ revision: number }> {
  const { db, borrowerKey, webAccountId, now: updatedAt } = scope;
  const revision = after + 1;
  const row = { borrowerKey, webAccountId, flow, revision, data, updatedAt };
  if (after === 0 && (await db.$count(rows, own(scope))) >= MAX_FLOWS) throw tooMany();
  const written = await (after === 0
    ? db.insert(rows).values(row).onConflictDoNothing().returning({ revision: rows.revision })
    : db
        .update(rows)
        .set({ revision, data, updatedAt })
        .where(and(own(scope), eq(rows.flow, flow), eq(rows.revision, after)))
        .returning({ revision: rows.revision }));
  if (written.length === 0) throw outdated();
  return { revision };
}

export const readDraft: Handler<typeof drafts.read> = async (scope, { params: { flow } }) => {
  const [row] = await scope.db
    .select()
    .from(rows)
    .where(and(own(scope), eq(rows.flow, flow)));
  if (row === undefined) return { revision: 0, writer: null, data: null };
  const { writer, draft = null } = v.parse(Stored, row.data);
  return { revision: row.revision, writer, data: draft };
};

export const writeDraft: Handler<typeof drafts.write> = (scope, { params: { flow }, body: { after, writer, data } }) =>
  write(scope, { flow, after, data: { writer, draft: data } });

/** Deletes the draft but keeps its revision. */
export const forgetDraft: Handler<typeof drafts.forget> = (scope, { params: { flow }, query: { after, writer } }) =>
  write(scope, { flow, after, data: { writer } });
