/** Standing instructions for payments above the amount due (rulings 15, 20). */
import { and, eq, sql } from 'drizzle-orm';
import { NO_INSTRUCTION, type StandingInstruction } from '#domain/accounts/ledger.ts';
import type { payments } from '#domain/payments/calls.ts';
import type { Database } from '../db/open.ts';
import { preparedOnce } from '../db/prepared.ts';
import { accounts, paymentInstructions } from '../db/schema.ts';
import type { Handler } from './scope.ts';

/** Returns the borrower's standing instructions by account id. Accounts without one are missing. */
export async function instructionsOf(db: Database, borrowerKey: string): Promise<Map<string, StandingInstruction>> {
  const rows = await db.select().from(paymentInstructions).where(eq(paymentInstructions.borrowerKey, borrowerKey));
  return new Map(rows.map(({ accountId, code, groupId }) => [accountId, { code, groupId }]));
}

const listed = preparedOnce((db) =>
  db
    .select({ accountNumber: accounts.accountNumber, code: paymentInstructions.code })
    .from(accounts)
    .leftJoin(
      paymentInstructions,
      and(
        eq(paymentInstructions.borrowerKey, accounts.borrowerKey),
        eq(paymentInstructions.accountId, accounts.accountId),
      ),
    )
    .where(eq(accounts.borrowerKey, sql.placeholder('borrowerKey')))
    .orderBy(accounts.accountNumber)
    .prepare(''),
);

/** Returns one row per account, ordered by number; `STANDARD` if the account has no instruction. */
export const listInstructions: Handler<typeof payments.specialInstructions> = async ({ db, borrowerKey }) => {
  const rows = await listed(db).execute({ borrowerKey });
  return rows.map(({ accountNumber, code }) => ({
    borrowerAccountNumber: accountNumber,
    specialPaymentInstructionsCode: code ?? NO_INSTRUCTION.code,
  }));
};
