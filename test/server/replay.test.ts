/** The state that is stored for an account is the one that its records give. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextUnbilled } from '#domain/accounts/bills.ts';
import { replay } from '#domain/accounts/replay.ts';
import { accrueTo } from '#domain/accounts/ledger.ts';
import { accounts } from '#server/db/schema/index.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { type GroupRow, type LoanRow, groupsOf } from '#server/service/accounts/groups.ts';
import { recordsOf, splitOf } from '#server/service/accounts/replay.ts';
import { TODAY, openDemo } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

/** Returns what a borrower can notice of a group: balances to a millionth of a cent, bills and due dates. */
const stateOf = ({ groupId, paidAheadTo, lastBumpDate, bills, loans, ...group }: GroupRow) => ({
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
    const { loanId, principal, accruedInterest, fees } = accrueTo(loan, TODAY);
    return { loanId, principal, accruedInterest, fees };
  }),
});

describe('replay', () => {
  it('gives the stored balances, bills and splits of all demo people from the first disbursement on', async () => {
    const { db } = opened;
    const all = await db.select().from(accounts);
    expect(all.length).toBe(60);
    for (const { borrowerKey, accountId } of all) {
      const records = await recordsOf(db, { borrowerKey, accountId }, TODAY);
      const { groups, applied } = replay<LoanRow, GroupRow>(records);
      const stored = (await groupsOf(db, borrowerKey, [accountId], '1900-01-01' as typeof TODAY)).get(accountId) ?? [];
      expect(groups.map(stateOf), `${borrowerKey} ${accountId}`).toEqual(stored.map(stateOf));
      for (const row of records.paid) {
        const payment = applied.get(row.paymentDetailId);
        expect(payment && splitOf(payment), `${borrowerKey} ${row.paymentDetailId}`).toMatchObject({
          principal: row.principal,
          interest: row.interest,
          fees: row.fees,
          groups: row.groups,
        });
      }
    }
  }, 120_000);
});
