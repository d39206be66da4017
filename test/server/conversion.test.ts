/** A database from before bills were recorded: its sums become records, and every figure of the day stays. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountDueOn, pastDueOn } from '#domain/accounts/bills.ts';
import { replay } from '#domain/accounts/replay.ts';
import { type PlainDate, addDays } from '#domain/calendar.ts';
import type { Database } from '#server/db/database.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { accounts, bills, borrowers, loanEntries, loanGroups, loans, paymentHistory } from '#server/db/schema/index.ts';
import { convertAll } from '#server/service/accounts/conversion.ts';
import { type GroupRow, type LoanRow, readGroups } from '#server/service/accounts/groups.ts';
import { holdingsOf, portfolioOn } from '#server/service/accounts/portfolio.ts';
import { recordsOf } from '#server/service/accounts/replay.ts';
import { TODAY, openDemo } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

/** Replaces the records of all demo people by the sums of an older database. */
async function toSums(db: Database): Promise<void> {
  for (const { borrowerKey } of await db.select({ borrowerKey: borrowers.borrowerKey }).from(borrowers)) {
    const { groups } = await readGroups(db, borrowerKey);
    for (const group of groups) {
      const { accountId, groupId, plan, monthlyPayment, paymentSteps, recertifyBy, isPermanentStandard } = group;
      const last = group.pauses.at(-1);
      const dueDate = portfolioOn(await holdingsOf(db, borrowerKey), TODAY)
        .accounts.find((account) => account.accountId === accountId)
        ?.groups.find((each) => each.groupId === groupId)?.dueDate;
      await db
        .update(loanGroups)
        .set({
          formerPlan: plan,
          formerMonthlyPayment: monthlyPayment,
          formerPaymentSteps: paymentSteps,
          formerPaymentDueDate: dueDate ?? null,
          formerAmountDue: amountDueOn(group, TODAY),
          formerPastDue: pastDueOn(group, TODAY),
          formerBilledThrough: TODAY,
          formerPostponedFrom: last?.start ?? null,
          formerPostponedThrough: last === undefined ? null : addDays(last.end, -1),
          formerPostponedBy: last?.kind ?? null,
          formerRecertifyBy: recertifyBy,
          formerIsPermanentStandard: isPermanentStandard,
          nextDue: null,
          nextBillOn: null,
          paidAheadTo: null,
        })
        .where(sql`borrower_key = ${borrowerKey} and account_id = ${accountId} and group_id = ${groupId}`);
      for (const { loanId, monthlyPayment: part } of group.loans) {
        await db
          .update(loans)
          .set({ formerMonthlyPayment: part })
          .where(sql`borrower_key = ${borrowerKey} and account_id = ${accountId} and loan_id = ${loanId}`);
      }
    }
  }
  await db.execute(sql`truncate bills, group_terms, loan_entries`);
  await db.update(paymentHistory).set({ postedOn: null });
  await db.update(accounts).set({ recordsSince: null });
}

/** Returns the figures of a borrower on a day. */
async function figuresOf(db: Database, borrowerKey: string, day: PlainDate) {
  const { accounts: all } = portfolioOn(await holdingsOf(db, borrowerKey), day);
  return all.flatMap(({ accountNumber, groups }) =>
    groups.map(({ groupId, due, dueDate, pastDueSince, monthlyPayment, owed, nextInstallment }) => ({
      accountNumber,
      groupId,
      due,
      dueDate,
      pastDueSince,
      monthlyPayment,
      owed,
      nextInstallment,
    })),
  );
}

describe('convertAll', () => {
  it('keeps every figure of all demo people, and of the coming year', async () => {
    const { db } = opened;
    const days = [TODAY, '2026-12-08', '2027-02-28', '2027-11-20'] as PlainDate[];
    const keys = (await db.select({ key: borrowers.borrowerKey }).from(borrowers)).map(({ key }) => key);
    const figures = async () => {
      const all = [];
      for (const key of keys) for (const day of days) all.push({ key, day, figures: await figuresOf(db, key, day) });
      return all;
    };
    const before = await figures();
    await toSums(db);
    expect(await convertAll(db, TODAY)).toBe(keys.length);
    const after = await figures();
    for (const [index, each] of after.entries()) expect(each, `${each.key} ${each.day}`).toEqual(before[index]);
    expect(await convertAll(db, TODAY)).toBe(0);

    const [debt] = await db.select().from(bills).where(eq(bills.borrowerKey, 'devon')).limit(1);
    expect(debt).toMatchObject({ isReconstructed: true });
    const openings = await db.$count(loanEntries, eq(loanEntries.kind, 'opening'));
    expect(openings).toBe(await db.$count(loans));

    const all = await db.select().from(accounts);
    for (const { borrowerKey, accountId } of all) {
      const { groups } = replay<LoanRow, GroupRow>(await recordsOf(db, { borrowerKey, accountId }, TODAY));
      const stored = (await readGroups(db, borrowerKey, { accountIds: [accountId] })).groups;
      const balances = (each: readonly GroupRow[]) =>
        each.map(({ bills: own, loans: owed }) => ({
          bills: own.map(({ dueDate, amount, paid }) => ({ dueDate, amount, paid })),
          owed: owed.map(({ principal, accruedInterest, interestThrough }) => ({
            principal,
            accruedInterest,
            interestThrough,
          })),
        }));
      expect(balances(groups), `${borrowerKey} ${accountId}`).toEqual(balances(stored));
    }
  }, 300_000);
});
