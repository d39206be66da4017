/** The bills and the drafts of auto debit in the record. Amounts are in dollars. */
import { asc, eq } from 'drizzle-orm';
import { dollarsFromCents } from '#domain/money.ts';
import { draftTotal } from '#domain/timeline/drafts.ts';
import { accounts, autoDebitDrafts, bills } from '../../../db/schema/index.ts';
import type { Scope } from '../../scope.ts';
import { isOnAccount, ofAccount } from '../groups.ts';

type Own = Pick<Scope, 'db' | 'borrowerKey'>;

/** Returns the bills, by account and group, the oldest first. Those of one account fit into the memory. */
export async function* billsOf({ db, borrowerKey }: Own) {
  const { accountId: id, accountNumber: number } = accounts;
  const held = await db
    .select({ accountId: id, accountNumber: number })
    .from(accounts)
    .where(eq(accounts.borrowerKey, borrowerKey))
    .orderBy(asc(number));
  for (const { accountId, accountNumber } of held) {
    const rows = await db
      .select()
      .from(bills)
      .where(ofAccount(bills, { borrowerKey, accountId }))
      .orderBy(asc(bills.groupId), asc(bills.dueDate));
    for (const { groupId, dueDate, kind, amount, paid, issuedOn, cancelledOn, isAhead, isReconstructed } of rows) {
      yield {
        accountNumber,
        groupId,
        dueDate,
        kind,
        amount: dollarsFromCents(amount),
        paid: dollarsFromCents(paid),
        issuedOn,
        cancelledOn,
        isPaidAhead: isAhead,
        // From before bills were recorded: computed from sums.
        isReconstructed,
      };
    }
  }
}

/** Returns the drafts whose amounts are fixed, the oldest first. */
export async function* draftsOf({ db, borrowerKey }: Own) {
  const d = autoDebitDrafts;
  const rows = await db
    .select({ draft: d, accountNumber: accounts.accountNumber })
    .from(d)
    .innerJoin(accounts, isOnAccount(d))
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
