/** Reads and updates rows of a borrower. */
import { type InferInsertModel, type SQL, and, eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Scope } from './scope.ts';

/** A borrower and the database. */
export type Own = Pick<Scope, 'db' | 'borrowerKey'>;

/** A table of the rows of borrowers. */
export type OwnTable = PgTable & { readonly borrowerKey: PgColumn };

/** Reads the rows of a borrower that meet a condition, in the order of some columns. */
export async function ownRows<T extends OwnTable>(
  { db, borrowerKey }: Own,
  table: T,
  condition?: SQL,
  ...order: readonly (PgColumn | SQL)[]
): Promise<T['$inferSelect'][]> {
  return db
    .select()
    .from<PgTable>(table)
    .where(and(eq(table.borrowerKey, borrowerKey), condition))
    .orderBy(...order);
}

/** Updates the rows of a borrower that meet a condition. */
export async function updateOwnRows<T extends OwnTable>(
  { db, borrowerKey }: Own,
  table: T,
  set: Partial<InferInsertModel<T>>,
  condition?: SQL,
): Promise<void> {
  await db
    .update<PgTable>(table)
    .set(set)
    .where(and(eq(table.borrowerKey, borrowerKey), condition));
}
