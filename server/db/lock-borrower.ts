/** The row lock that serializes changes of one borrower. */
import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { borrowers } from './schema/index.ts';

/** Locks a borrower's row until the transaction ends. Waits while another transaction holds the lock. */
export async function lockBorrower(transaction: Database, borrowerKey: string): Promise<void> {
  await transaction
    .select({ key: borrowers.borrowerKey })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey))
    .for('update');
}
