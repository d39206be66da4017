/**
 * Predicts the effect of a payment by the rules that will post it: the amounts for fees, interest and principal of each
 * loan, the amount owed afterwards, and the next three bills with the due date advanced and not advanced (rulings 20,
 * 77).
 */
import { type PlainDate, dueDateAfter } from '../calendar.ts';
import { type Cents, ZERO, minCents, subtractCents, sumCents } from '../money.ts';
import { type Bill, billOn } from './billing.ts';
import { type LedgerLoan, NOTHING, type Parts, addParts, owedOn, wholeOf } from './ledger.ts';
import { type BilledGroup, type Posting, applyPosting } from './posting.ts';

/** What one loan gets. */
export interface LoanForecast {
  readonly loanId: string;
  /** Thousandths of a percent a year. */
  readonly rate: number;
  readonly applied: Parts;
  /** Owed after the payment, on its day. */
  readonly balanceAfter: Cents;
}

/** One bill to come. */
export interface BillForecast {
  readonly dueDate: PlainDate;
  /** 0 for a bill that the payment has paid. */
  readonly amount: Cents;
}

/** What one group of loans gets. */
export interface GroupForecast {
  readonly groupId: string;
  readonly applied: Parts;
  readonly loans: readonly LoanForecast[];
  /** Past due after the payment. */
  readonly pastDueAfter: Cents;
  /** The next three bills when the due date moves on, and when it is left alone; fewer when less is owed. */
  readonly billsAdvanced: readonly BillForecast[];
  readonly billsKept: readonly BillForecast[];
}

export interface AccountForecast {
  /** The groups that the payment reaches. */
  readonly groups: readonly GroupForecast[];
  /** The excess over the account's payoff, which is refunded. */
  readonly refunded: Cents;
}

/** The number of predicted bills. */
const BILLS = 3;

/**
 * Returns the next bills of a group after a payment, assuming that each is paid in full on its due date. Their sum does
 * not exceed the amount owed.
 */
function billsAfter(group: BilledGroup, day: PlainDate): BillForecast[] {
  if (group.paymentDueDate === null) return [];
  const first = group.paymentDueDate;
  const payoff = sumCents(group.loans.map((loan) => wholeOf(owedOn(loan, day))));
  let left = subtractCents(payoff, minCents(group.pastDue, payoff));
  let bill: Bill = group;
  const bills: BillForecast[] = [];
  for (let ahead = 0; ahead < BILLS && left > 0; ahead += 1) {
    const dueDate = dueDateAfter(first, group.dueDay, ahead);
    bill = billOn(bill, dueDate);
    const amount = minCents(bill.amountDue, left);
    bills.push({ dueDate, amount });
    left = subtractCents(left, amount);
    bill = { ...bill, amountDue: ZERO };
  }
  return bills;
}

/** Posts payments in order. Returns the resulting groups and the excess over the payoff. */
function post<L extends LedgerLoan, G extends BilledGroup<L>>(groups: readonly G[], postings: readonly Posting[]) {
  let now = groups;
  let refunded: Cents = ZERO;
  let applied: ReadonlyMap<string, Parts> = new Map();
  for (const posting of postings) {
    const { paid, left, groups: after } = applyPosting<L, G>(now, posting);
    now = after;
    refunded = sumCents([refunded, left]);
    const parts = paid.map((each) => [each.group.groupId, each.applied] as const);
    applied = new Map([
      ...applied,
      ...parts.map(([id, more]) => [id, addParts(applied.get(id) ?? NOTHING, more)] as const),
    ]);
  }
  return { groups: now, refunded, applied };
}

/** The difference that a payment made to one loan, in cents. */
const loanForecast = (before: LedgerLoan, after: LedgerLoan, day: PlainDate): LoanForecast => {
  const [owed, left] = [owedOn(before, day), owedOn(after, day)];
  return {
    loanId: before.loanId,
    rate: before.rate,
    applied: {
      fees: subtractCents(owed.fees, left.fees),
      interest: subtractCents(owed.interest, left.interest),
      principal: subtractCents(owed.principal, left.principal),
    },
    balanceAfter: wholeOf(left),
  };
};

/**
 * Predicts a payment on an account: `postings` are its shares, all of one day. `earlier` are the payments that will be
 * posted before it, in order.
 */
export function forecastPayment(
  groups: readonly BilledGroup[],
  earlier: readonly Posting[],
  postings: readonly Posting[],
): AccountForecast {
  const [first] = postings;
  if (first === undefined) return { groups: [], refunded: ZERO };
  const day = first.effectiveDate;
  const { groups: before } = post(groups, earlier);
  const { groups: after, refunded, applied } = post(before, postings);
  const [advanced, kept] = [false, true].map(
    (keepsDueDate) =>
      post(
        before,
        postings.map((posting) => ({ ...posting, keepsDueDate })),
      ).groups,
  );
  return {
    refunded,
    groups: before.flatMap((group, index) => {
      const parts = applied.get(group.groupId);
      const paid = after[index];
      if (parts === undefined || paid === undefined) return [];
      return [
        {
          groupId: group.groupId,
          applied: parts,
          loans: group.loans.map((loan, at) => loanForecast(loan, paid.loans[at] ?? loan, day)),
          pastDueAfter: paid.pastDue,
          billsAdvanced: billsAfter(advanced?.[index] ?? paid, day),
          billsKept: billsAfter(kept?.[index] ?? paid, day),
        },
      ];
    }),
  };
}
