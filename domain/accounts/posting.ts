/** A payment posted to an account: bills brought to its day, the amount shared out over the loans, the due dates moved. */
import type { PlainDate } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import { type Bill, billOn, pastDueSince, settleBill } from './billing.ts';
import {
  type LedgerGroup,
  type LedgerLoan,
  NOTHING,
  type Parts,
  type Purpose,
  accrueTo,
  owedOn,
  postToGroups,
  wholeOf,
} from './ledger.ts';
import type { Plan } from './shapes.ts';

/** A group of loans with its bill. Bill and loans are as of the last payment, or of any day up to the next one. */
export interface BilledGroup<L extends LedgerLoan = LedgerLoan> extends Bill {
  readonly groupId: string;
  readonly plan: Plan;
  readonly loans: readonly L[];
}

/** A payment on an account, or on one of its groups. */
export interface Posting extends Purpose {
  /** In cents. */
  readonly amount: Cents;
  /** The effective date: interest accrues to that day, and the bill is as of that day (reference 3.4). */
  readonly effectiveDate: PlainDate;
  /** True leaves the due date alone (ruling 26). */
  readonly keepsDueDate: boolean;
}

/** A group after a payment that affected it, with the payment's effect in it. */
export interface PaidGroup<G> {
  readonly group: G;
  readonly applied: Parts;
}

/**
 * Posts a payment as of its effective date (ruling 20). The payment may be posted days later: due amounts and interest
 * after the effective date are computed from the result, as if it had been posted at once. Payments with an earlier
 * effective date must have been posted before. `left` is the excess over the amount owed on the account, in cents.
 */
export function postToAccount<L extends LedgerLoan, G extends BilledGroup<L>>(
  groups: readonly G[],
  { amount, effectiveDate: day, keepsDueDate, ...purpose }: Posting,
): { paid: PaidGroup<G>[]; left: Cents } {
  const bills = groups.map((group) => ({
    ...billOn(group, day),
    loans: group.loans.map((loan) => accrueTo(loan, day)),
  }));
  const owing = bills.map((bill) => ({ ...bill, pastDueSince: pastDueSince(bill) }));
  const { posted, left } = postToGroups<L, LedgerGroup<L>>(amount, owing, day, purpose);
  const paid = bills.flatMap((bill, index) => {
    const { group, applied } = posted[index] ?? { group: bill, applied: NOTHING };
    if (wholeOf(applied) === 0) return [];
    const stillOwed = sumCents(group.loans.map((loan) => wholeOf(owedOn(loan, day))));
    const settled = settleBill(bill, wholeOf(applied), stillOwed, day, keepsDueDate);
    return [{ group: { ...settled, loans: group.loans }, applied }];
  });
  return { paid, left };
}

/** Posts a payment like {@link postToAccount}. Also returns all groups of the account after it, in their order. */
export function applyPosting<L extends LedgerLoan, G extends BilledGroup<L>>(groups: readonly G[], posting: Posting) {
  const posted = postToAccount<L, G>(groups, posting);
  const after = new Map(posted.paid.map(({ group }) => [group.groupId, group]));
  return { ...posted, groups: groups.map((group) => after.get(group.groupId) ?? group) };
}
