/**
 * The share of the amount due that is already scheduled (rulings 69, 83). Amounts due do not change; the portal shows
 * these figures beside them.
 */
import type { CoveredDue, LoanAccount } from '../accounts/shapes.ts';
import { longestPastDueFirst, shareUpTo } from '../share.ts';
import { type Cents, ZERO, maxCents, minCents, subtractCents, sumCents } from '../money.ts';
import type { GroupPayment, ScheduledPayment } from './shapes.ts';

/** The amounts due on an account or a group, and their due date; without one, payments of any date count. */
type AmountsDue = Pick<GroupPayment, 'totalDue' | 'pastDueAmt' | 'paymentDueDate'>;

/** An account's amounts due. Without its groups, a payment for one group counts toward the whole account. */
export interface AccountDue extends AmountsDue {
  readonly accountNumber: string;
  readonly borrowerGroupPayments?: readonly (AmountsDue & { readonly groupId: string })[];
}

type WithoutGroups = Omit<AccountDue, 'borrowerGroupPayments'>;

/** The coverage of the amount due by pending payments, with those that count. */
export interface PaymentCoverage extends CoveredDue {
  readonly payments: readonly ScheduledPayment[];
}

/** Which payments count: those dated up to the due date (ruling 83), or all of them. */
export type CountedDates = 'untilDueDate' | 'anyDate';

/** Returns the amounts due that a payment can pay, without past bills that are being paid (ruling 88). */
const getCountedAmount = ({ sumOfPaymentAmount, paysPastBills = ZERO }: ScheduledPayment): Cents =>
  subtractCents(sumOfPaymentAmount, paysPastBills);

/** Returns whether any of the payments pays an amount due, and not only past bills. */
export const paysAmountsDue = (payments: readonly ScheduledPayment[]): boolean =>
  payments.some((payment) => getCountedAmount(payment) > 0);

const sumCounted = (payments: readonly ScheduledPayment[]): Cents => sumCents(payments.map(getCountedAmount));

/** Negative amounts due count as 0 (ruling 53). */
const sumOfDue = (amounts: readonly Cents[]): Cents => sumCents(amounts.map((amount) => maxCents(amount, ZERO)));

const computeLeft = (due: Cents, paid: Cents): Cents => maxCents(subtractCents(maxCents(due, ZERO), paid), ZERO);

const withFlags = (
  due: Pick<AmountsDue, 'totalDue' | 'pastDueAmt'>,
  amounts: Omit<PaymentCoverage, 'coversPastDue' | 'coversTotalDue'>,
): PaymentCoverage => ({
  ...amounts,
  coversPastDue: due.pastDueAmt > 0 && amounts.pastDueLeft === 0,
  coversTotalDue: due.totalDue > 0 && amounts.left === 0,
});

/** Returns a predicate for pending payments that are dated early enough to count. */
const counts =
  (dates: CountedDates, { paymentDueDate: due }: Pick<AmountsDue, 'paymentDueDate'>) =>
  (payment: ScheduledPayment): boolean => {
    const isInTime = dates === 'anyDate' || due === null || payment.effectiveDate <= due;
    return isInTime && payment.description !== 'Cancelled' && getCountedAmount(payment) > 0;
  };

/** Returns the pending payments that count: those for the whole account, and those for each of its groups. */
function countedPayments<Group extends AmountsDue & { readonly groupId: string }>(
  account: WithoutGroups & { readonly borrowerGroupPayments?: readonly Group[] },
  upcoming: readonly ScheduledPayment[],
  dates: CountedDates = 'untilDueDate',
) {
  const onAccount = upcoming.filter(({ accountNumber }) => accountNumber === account.accountNumber);
  const forAccount = onAccount.filter(counts(dates, account));
  const groups = account.borrowerGroupPayments;
  const whole = groups === undefined ? forAccount : forAccount.filter(({ groupId }) => groupId === null);
  const byGroup = (groups ?? []).map((group) => {
    const payments = onAccount.filter(({ groupId }) => groupId === group.groupId).filter(counts(dates, group));
    return { group, payments, paid: sumCounted(payments) };
  });
  return { whole, byGroup };
}

/**
 * Returns the coverage of the amount due on an account by pending payments. A payment for the whole account counts
 * toward all its groups; a payment for one group counts only toward that group, up to the amount due there.
 */
export function computePaymentCoverage(
  account: AccountDue,
  upcoming: readonly ScheduledPayment[],
  dates?: CountedDates,
): PaymentCoverage {
  const { whole, byGroup } = countedPayments(account, upcoming, dates);
  const leftOn = (amount: 'totalDue' | 'pastDueAmt'): Cents => {
    const toward = byGroup.map(({ group, paid }) => minCents(paid, maxCents(group[amount], ZERO)));
    return computeLeft(account[amount], sumCents([sumCounted(whole), ...toward]));
  };
  const payments = [...whole, ...byGroup.flatMap((each) => each.payments)];
  return withFlags(account, {
    payments,
    scheduled: sumCounted(payments),
    left: leftOn('totalDue'),
    pastDueLeft: leftOn('pastDueAmt'),
  });
}

/** A group of an account, as a payment for the whole account is shared among its groups. */
type SharingGroup = Pick<
  GroupPayment,
  'groupId' | 'totalDue' | 'pastDueAmt' | 'pastDueSince' | 'paymentDueDate' | 'monthlyPaymentAmount'
>;

/**
 * Returns the remaining amount of each group of an account. The amounts add up to the remainder of
 * {@link computePaymentCoverage}. A payment for the whole account is shared as it will be posted: to past-due amounts first,
 * the longest past due first, then in proportion to the monthly payments (ruling 20).
 */
export function leftByGroup(
  account: WithoutGroups & { readonly borrowerGroupPayments: readonly SharingGroup[] },
  upcoming: readonly ScheduledPayment[],
) {
  const { whole, byGroup } = countedPayments(account, upcoming);
  const past = byGroup.map(({ group, paid }) => computeLeft(group.pastDueAmt, paid));
  const due = byGroup.map(({ group, paid }, at) => subtractCents(computeLeft(group.totalDue, paid), past[at] ?? ZERO));
  let toShare = sumCounted(whole);
  const groups = byGroup.map(({ group }) => group);
  for (const at of longestPastDueFirst(groups, [...groups.keys()])) {
    const share = minCents(toShare, past[at] ?? ZERO);
    past[at] = subtractCents(past[at] ?? ZERO, share);
    toShare = subtractCents(toShare, share);
  }
  const shares = shareUpTo(
    toShare,
    groups.map(({ monthlyPaymentAmount }) => monthlyPaymentAmount),
    due,
  );
  return groups.map(({ groupId }, at) => {
    const [pastDueLeft = ZERO, dueLeft = ZERO, share = ZERO] = [past[at], due[at], shares[at]];
    return { groupId, pastDueLeft, left: sumCents([pastDueLeft, subtractCents(dueLeft, share)]) };
  });
}

/** Returns {@link computePaymentCoverage} of several accounts together: every account that has an amount due must be covered. */
export function coverageOfAll(accounts: readonly AccountDue[], upcoming: readonly ScheduledPayment[]): PaymentCoverage {
  const each = accounts.map((account) => computePaymentCoverage(account, upcoming));
  return withFlags(
    {
      totalDue: sumOfDue(accounts.map(({ totalDue }) => totalDue)),
      pastDueAmt: sumOfDue(accounts.map(({ pastDueAmt }) => pastDueAmt)),
    },
    {
      payments: each.flatMap(({ payments }) => payments),
      scheduled: sumCents(each.map(({ scheduled }) => scheduled)),
      left: sumCents(each.map(({ left }) => left)),
      pastDueLeft: sumCents(each.map(({ pastDueLeft }) => pastDueLeft)),
    },
  );
}

/** The amounts due on a loan account, if there is any. */
type DueAccount = Pick<
  LoanAccount,
  'accountNumber' | 'paymentAmountIncludingPastDue' | 'pastDueAmt' | 'paymentDueDate' | 'groupsDue'
>;

const toAmountsDue = (account: DueAccount): AccountDue => ({
  ...account,
  totalDue: account.paymentAmountIncludingPastDue,
  ...(account.groupsDue && { borrowerGroupPayments: account.groupsDue }),
});

/** Returns the coverage of an account's amount due by scheduled payments (rulings 69, 83); null if there is none. */
export const accountCoverage = (
  account: DueAccount,
  upcoming: readonly ScheduledPayment[] | null,
): PaymentCoverage | null => totalCoverage([account], upcoming);

/** Returns {@link accountCoverage} of all accounts with an amount due together. */
export function totalCoverage(
  accounts: readonly DueAccount[],
  upcoming: readonly ScheduledPayment[] | null,
): PaymentCoverage | null {
  if (upcoming === null) return null;
  const due = accounts.filter(({ paymentAmountIncludingPastDue }) => paymentAmountIncludingPastDue > 0);
  const coverage = coverageOfAll(due.map(toAmountsDue), upcoming);
  return coverage.scheduled > 0 ? coverage : null;
}
