/** The bills and the drafts of auto debit in the record. Amounts are in dollars. */
import { and, asc, eq } from 'drizzle-orm';
import { dollarsFromCents } from '#domain/money.ts';
import { draftTotal } from '#domain/timeline/drafts.ts';
import { accounts, autoDebitDrafts, bills } from '../../../db/schema/index.ts';
import type { Scope } from '../../scope.ts';

type Own = Pick<Scope, 'db' | 'borrowerKey'>;

/** Returns the bills, by account and group, the oldest first. */
export async function* billsOf({ db, borrowerKey }: Own) {
  const held = await db
    .select({ accountId: accounts.accountId, accountNumber: accounts.accountNumber })
    .from(accounts)
    .where(eq(accounts.borrowerKey, borrowerKey))
    .orderBy(asc(accounts.accountNumber));
  for (const { accountId, accountNumber } of held) yield* billsOfAccount({ db, borrowerKey }, accountId, accountNumber);
}

/** Returns the bills of one account, which fit into the memory. */
async function* billsOfAccount({ db, borrowerKey }: Own, accountId: string, accountNumber: string) {
  const rows = await db
    .select()
    .from(bills)
    .where(and(eq(bills.borrowerKey, borrowerKey), eq(bills.accountId, accountId)))
    .orderBy(asc(bills.groupId), asc(bills.dueDate));
  for (const bill of rows) {
    const { groupId, dueDate, kind, issuedOn, cancelledOn, isAhead, isReconstructed } = bill;
    yield {
      accountNumber,
      groupId,
      dueDate,
      kind,
      amount: dollarsFromCents(bill.amount),
      paid: dollarsFromCents(bill.paid),
      issuedOn,
      cancelledOn,
      isPaidAhead: isAhead,
      // From before bills were recorded: computed from sums.
      isReconstructed,
    };
  }
}

/** Returns the drafts whose amounts are fixed, the oldest first. */
export async function* draftsOf({ db, borrowerKey }: Own) {
  const d = autoDebitDrafts;
  const rows = await db
    .select({ draft: d, accountNumber: accounts.accountNumber })
    .from(d)
    .innerJoin(accounts, and(eq(accounts.borrowerKey, d.borrowerKey), eq(accounts.accountId, d.accountId)))
    .where(eq(d.borrowerKey, borrowerKey))
    .orderBy(asc(d.dueDate), asc(accounts.accountNumber));
  for (const { draft, accountNumber } of rows) {
    const { dueDate, parts, fixedOn, actionOn, isSecondAttempt, outcome } = draft;
    yield {
      accountNumber,
      dueDate,
      amount: dollarsFromCents(draftTotal(parts)),
      fixedOn,
      nextAttemptOn: actionOn,
      isSecondAttempt,
      outcome,
      // Without a group: the extra amount.
      parts: parts.map(({ groupId, amount }) => ({ groupId, amount: dollarsFromCents(amount) })),
    };
  }
}
