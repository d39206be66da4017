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

/** A group of loans with its bill. Bill and loans stand as of the last payment, or of any day up to the next one. */
export interface BilledGroup<L extends LedgerLoan = LedgerLoan> extends Bill {
  readonly groupId: string;
  readonly plan: Plan;
  readonly loans: readonly L[];
}

/** A payment on an account, or on one group of it. */
export interface Posting extends Purpose {
  /** In cents. */
  readonly amount: Cents;
  /** The day on which it is credited: interest runs to that day, and the bill is the one of that day (reference 3.4). */
  readonly effectiveDate: PlainDate;
  /** True leaves the due date alone (ruling 26). */
  readonly keepsDueDate: boolean;
}

/** A group that a payment has reached, as it stands after it, with what the payment did in it. */
export interface PaidGroup<G> {
  readonly group: G;
  readonly applied: Parts;
}

/**
 * Posts a payment as of its effective date (ruling 20). It may be posted days later: what falls due and accrues after the
 * effective date is computed from what this gives, as if it had been posted at once. Payments with an earlier effective
 * date must have been posted before. `left` is what was owed nowhere on the account, in cents.
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
