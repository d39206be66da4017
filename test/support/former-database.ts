/** A database from before bills were recorded. */
import { eq, sql } from 'drizzle-orm';
import { amountDueOn, pastDueOn } from '#domain/accounts/bills.ts';
import { type PlainDate, addDays } from '#domain/calendar.ts';
import type { Database } from '#server/db/database.ts';
import { accounts, borrowers, loanGroups, loans, paymentHistory } from '#server/db/schema/index.ts';
import { type LoanRow, readGroups } from '#server/service/portfolio/groups.ts';
import { readHoldings, portfolioOn } from '#server/service/portfolio/portfolio.ts';
import type { GroupBySums } from './billing-by-sums.ts';

/** Replaces the records of Pat (round-amounts.ts) by the sums of an older database. */
export async function storeFormerSums(db: Database, groups: readonly GroupBySums<LoanRow>[]): Promise<void> {
  for (const { groupId, plan, bill, loans: own } of groups) {
    await db
      .update(loanGroups)
      .set({
        formerPlan: plan,
        formerMonthlyPayment: bill.monthlyPayment,
        formerPaymentDueDate: bill.paymentDueDate,
        formerAmountDue: bill.amountDue,
        formerPastDue: bill.pastDue,
        formerBilledThrough: bill.billedThrough,
        formerPostponedFrom: bill.postponedFrom ?? null,
        formerPostponedThrough: bill.postponedThrough ?? null,
        lastBumpDate: bill.lastBumpDate,
        opening: null,
        nextDue: null,
        nextBillOn: null,
        paidAheadTo: null,
      })
      .where(eq(loanGroups.groupId, groupId));
    for (const { loanId, monthlyPayment, principal, accruedInterest, fees, interestThrough } of own) {
      await db
        .update(loans)
        .set({ formerMonthlyPayment: monthlyPayment, principal, accruedInterest, fees, interestThrough })
        .where(eq(loans.loanId, loanId));
    }
  }
  await db.execute(sql`truncate bills, group_terms, loan_entries`);
  await db.update(accounts).set({ recordsSince: null, statementsFrom: null });
}

/** Replaces the records of all borrowers by the sums that an older database has on a day. */
export async function storeSumsOfAll(db: Database, day: PlainDate): Promise<void> {
  for (const { borrowerKey } of await db.select({ borrowerKey: borrowers.borrowerKey }).from(borrowers)) {
    const { groups } = await readGroups(db, borrowerKey);
    const portfolio = portfolioOn(await readHoldings(db, borrowerKey), day);
    for (const group of groups) {
      const { accountId, groupId, plan, monthlyPayment, paymentSteps, recertifyBy, isPermanentStandard } = group;
      const last = group.pauses.at(-1);
      const dueDate = portfolio.accounts
        .find((account) => account.accountId === accountId)
        ?.groups.find((each) => each.groupId === groupId)?.dueDate;
      await db
        .update(loanGroups)
        .set({
          formerPlan: plan,
          formerMonthlyPayment: monthlyPayment,
          formerPaymentSteps: paymentSteps,
          formerPaymentDueDate: dueDate ?? null,
          formerAmountDue: amountDueOn(group, day),
          formerPastDue: pastDueOn(group, day),
          formerBilledThrough: day,
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
