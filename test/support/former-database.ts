/** A database from before bills were recorded. */
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { accounts, loanGroups, loans } from '#server/db/schema/index.ts';
import type { LoanRow } from '#server/service/accounts/groups.ts';
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
