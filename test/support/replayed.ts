/** The state of an account that its records give, and the state that is stored for it. */
import { nextUnbilled } from '#domain/accounts/bills.ts';
import { accrueTo } from '#domain/interest.ts';
import { replay } from '#domain/accounts/replay.ts';
import { type PlainDate, toPlainDate } from '#domain/calendar.ts';
import type { Database } from '#server/db/database.ts';
import { type AccountKey, type GroupRow, readAccountGroups } from '#server/service/portfolio/groups.ts';
import { readRecords, toSplit } from '#server/service/portfolio/replay.ts';

/** Returns the visible state of a group: balances to a millionth of a cent, bills and due dates. */
const toState =
  (day: PlainDate) =>
  ({ groupId, paidAheadTo, lastBumpDate, bills, loans, ...group }: GroupRow) => ({
    groupId,
    nextDue: nextUnbilled(group),
    paidAheadTo,
    lastBumpDate,
    bills: bills.map(({ dueDate, amount, paid, isAhead, cancelledOn }) => ({
      dueDate,
      amount,
      paid,
      isAhead,
      cancelledOn,
    })),
    loans: loans.map((loan) => {
      const { loanId, principal, accruedInterest, fees } = accrueTo(loan, day);
      return { loanId, principal, accruedInterest, fees };
    }),
  });

/** Returns the state of an account on a day, as it is stored. */
export async function storedState(db: Database, { borrowerKey, accountId }: AccountKey, day: PlainDate) {
  const stored = await readAccountGroups({ db, borrowerKey }, [accountId], toPlainDate('1900-01-01'));
  const { paid } = await readRecords(db, { borrowerKey, accountId }, day);
  const splits = paid.map(({ paymentDetailId, principal, interest, fees, groups }) => ({
    paymentDetailId,
    principal,
    interest,
    fees,
    groups,
  }));
  return { groups: (stored.get(accountId) ?? []).map(toState(day)), splits };
}

/** Returns the state of an account on a day, computed from its records. */
export async function replayedState(db: Database, account: AccountKey, day: PlainDate) {
  const records = await readRecords(db, account, day);
  const { groups, applied } = replay(records);
  const splits = records.paid.map(({ paymentDetailId }) => {
    const payment = applied.get(paymentDetailId);
    if (payment === undefined) throw new Error(`Payment ${paymentDetailId} is not in the replay`);
    const { refunded: _refunded, ...split } = toSplit(payment);
    return { paymentDetailId, ...split };
  });
  return { groups: groups.map(toState(day)), splits };
}
