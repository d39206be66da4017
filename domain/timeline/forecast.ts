/**
 * Predicts the effect of a payment by the rules that will post it: the amounts for fees, interest and principal of each
 * loan, the amount owed afterwards, and the next three bills with the due date advanced and not advanced (rulings 20,
 * 77).
 */
import { type PlainDate, dueDateAfter } from '../calendar.ts';
import { rateOn, type LedgerLoan } from '../interest.ts';
import { type Cents, ZERO, sumCents } from '../money.ts';
import { dueDateOn, dueOnDate, issueTo, pastDueOn } from '../accounts/bills.ts';
import { type ProjectedGroup, settleTo } from '../accounts/changes.ts';
import { NO_INSTRUCTION, owedOn } from '../accounts/ledger.ts';
import { type Parts, subtractParts, sumAllParts } from '../parts.ts';
import { type Posting, applyPosting } from '../accounts/posting.ts';
import { postInOrder } from './pending.ts';

/** The effect on one loan. */
export interface LoanForecast {
  readonly loanId: string;
  /** Thousandths of a percent a year. */
  readonly rate: number;
  readonly applied: Parts;
  /** Owed after the payment, on its day. */
  readonly balanceAfter: Cents;
}

/** A future bill. */
export interface BillForecast {
  readonly dueDate: PlainDate;
  /** 0 for a bill that the payment has paid. */
  readonly amount: Cents;
}

/** The effect on one group of loans. */
export interface GroupForecast {
  readonly groupId: string;
  readonly applied: Parts;
  readonly loans: readonly LoanForecast[];
  /** Past due after the payment. */
  readonly pastDueAfter: Cents;
  /** The next three bills with the due date advanced, and unchanged; fewer if less is owed. */
  readonly billsAdvanced: readonly BillForecast[];
  readonly billsKept: readonly BillForecast[];
}

export interface AccountForecast {
  /** The groups that the payment reaches. */
  readonly groups: readonly GroupForecast[];
  /** The excess over the account's payoff, which is refunded. */
  readonly refunded: Cents;
}

/** The split of a payment: the amounts for each group that it reaches, and the excess over the account's payoff. */
export interface SplitForecast {
  readonly groups: readonly Pick<GroupForecast, 'groupId' | 'applied'>[];
  readonly refunded: Cents;
}

/** The number of predicted bills. */
const BILLS = 3;

/**
 * Returns the next bills of a group from the due date `first` on: each amount is the amount due on that date if every
 * earlier bill is paid on its due date. Fewer than {@link BILLS} if less is owed.
 */
function billsAfter(group: ProjectedGroup, first: PlainDate | null): BillForecast[] {
  if (first === null) return [];
  let now = group;
  const bills: BillForecast[] = [];
  for (let ahead = 0; ahead < BILLS && now.nextDue !== null; ahead += 1) {
    const dueDate = dueDateAfter(first, group.dueDay, ahead);
    now = issueTo(settleTo(now, dueDate), dueDate);
    const { amount, pastDue } = dueOnDate(now, dueDate);
    bills.push({ dueDate, amount });
    const total = sumCents([pastDue, amount]);
    if (total === 0) continue;
    const inTime = { effectiveDate: dueDate, keepsDueDate: false, groupId: null, instruction: NO_INSTRUCTION };
    now = applyPosting([now], { amount: total, ...inTime }).groups[0] ?? now;
  }
  return bills;
}

/** Returns the effect of a payment on one loan, in cents. */
const loanForecast = (before: LedgerLoan, after: LedgerLoan, day: PlainDate): LoanForecast => {
  const [owed, left] = [owedOn(before, day), owedOn(after, day)];
  const [rate, applied] = [rateOn(before, day), subtractParts(owed, left)];
  return { loanId: before.loanId, rate, applied, balanceAfter: sumAllParts(left) };
};

/**
 * Predicts the splits of the shares of a payment on an account, without balances and bills. `groups` are those before it
 * ({@link groupsBefore}), and the shares are in the order in which they are posted.
 */
export function forecastSplits(groups: readonly ProjectedGroup[], postings: readonly Posting[]): SplitForecast[] {
  let now = groups;
  return postings.map((posting) => {
    const { groups: after, refunded, applied } = postInOrder(now, [posting]);
    now = after;
    return {
      refunded,
      groups: after.flatMap(({ groupId }) => {
        const parts = applied.get(groupId);
        return parts === undefined ? [] : [{ groupId, applied: parts }];
      }),
    };
  });
}

/**
 * Predicts a payment on an account: `postings` are its shares, all of one day, in the order in which they are posted.
 * `before` are the groups before it ({@link groupsBefore}).
 */
export function forecastPayment(before: readonly ProjectedGroup[], postings: readonly Posting[]): AccountForecast {
  const [first] = postings;
  if (first === undefined) return { groups: [], refunded: ZERO };
  const day = first.effectiveDate;
  const { groups: after, refunded, applied } = postInOrder(before, postings);
  const [advanced, keepingDueDate] = [false, true].map(
    (keepsDueDate) =>
      postInOrder(
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
          pastDueAfter: pastDueOn(paid, day),
          billsAdvanced: billsAfter(advanced?.[index] ?? paid, dueDateOn(advanced?.[index] ?? paid, day)),
          // A bill that is issued before the payment posts does not move the due date.
          billsKept: billsAfter(keepingDueDate?.[index] ?? paid, dueDateOn(group, day)),
        },
      ];
    }),
  };
}
