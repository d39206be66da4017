/**
 * Drafts of flows, each under the borrower and the web account whose it is. A revision counts the writings: one that
 * follows another revision than the kept one is refused, so that an older tab does not write over a newer one. What is
 * forgotten leaves its revision behind, so that an older tab does not bring it back either.
 */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { drafts } from '#domain/drafts/calls.ts';
import { WriterId } from '#domain/drafts/shapes.ts';
import { drafts as rows } from '../db/schema.ts';
import { type Handler, type Scope, ServiceProblem } from './scope.ts';

/** The column `data`: who wrote last, and the draft; none when it is forgotten. */
const Stored = v.object({ writer: WriterId, draft: v.optional(v.unknown()) });
type Stored = v.InferOutput<typeof Stored>;

/** No person has so many flows under way; more would be somebody who fills the database. */
const MOST_FLOWS = 60;

const outdated = () =>
  new ServiceProblem(
    409,
    'The draft has been written since.',
    'Another tab or device has written it since it was read here. Read it again.',
  );
const tooMany = () => new ServiceProblem(422, 'There are too many drafts.', `At most ${MOST_FLOWS} flows have one.`);

const own = ({ borrowerKey, webAccountId }: Scope) =>
  and(eq(rows.borrowerKey, borrowerKey), eq(rows.webAccountId, webAccountId));

interface Writing {
  readonly flow: string;
  readonly after: number;
  readonly data: Stored;
}

/** Writes a draft that follows the revision `after`, or refuses it. Gives the new revision. */
async function write(scope: Scope, { flow, after, data }: Writing): Promise<{ revision: number }> {
  const { db, borrowerKey, webAccountId, now: updatedAt } = scope;
  const revision = after + 1;
  const row = { borrowerKey, webAccountId, flow, revision, data, updatedAt };
  if (after === 0 && (await db.$count(rows, own(scope))) >= MOST_FLOWS) throw tooMany();
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

/** Nothing of it stays but that there was one. */
export const forgetDraft: Handler<typeof drafts.forget> = (scope, { params: { flow }, query: { after, writer } }) =>
  write(scope, { flow, after, data: { writer } });
