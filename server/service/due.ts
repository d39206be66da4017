/** What a borrower could pay now: the days that are offered, the amounts due on each account and group. */
import type { CallSent } from '#domain/call.ts';
import { isBankingDay, nextBankingDay } from '#domain/banking-days.ts';
import {
  type PlainDate,
  addDays,
  businessDate,
  effectiveDateOf,
  formatUsDate,
  isBeforeCutoff,
  dueDateAfter,
} from '#domain/calendar.ts';
import { pastDueSince } from '#domain/accounts/billing.ts';
import { wholeOf } from '#domain/accounts/ledger.ts';
import { type Cents, ZERO, dollarsFromCents, subtractCents, minCents, roundToCents, sumCents } from '#domain/money.ts';
import type { payments } from '#domain/payments/calls.ts';
import { type AccountOnDay, type GroupOnDay, type Portfolio, earliestDueDate, earliestPastDue } from './portfolio.ts';

type SentPayment = CallSent<typeof payments.borrowerPayment>;
type SentAccount = SentPayment['borrowerAccountPayments'][number];
type SentGroup = SentAccount['borrowerGroupPayments'][number];
type SentDates = CallSent<typeof payments.availableDates>;

/** Length of the payment window, in days (ruling 2). */
const PAYMENT_RANGE = 90;

/** How many months to come have a disclosed amount, with the present one. */
const DISCLOSED_MONTHS = 4;

/** The first day that a payment made at `now` may be for: a banking day, today only until 17:00 in New York (rulings 2, 5). */
export function earliestPaymentDateAt(now: Date): PlainDate {
  const today = businessDate(now);
  return isBankingDay(today) && isBeforeCutoff(now) ? today : nextBankingDay(today);
}

/** The days that a payment made at `now` may be for: banking days (ruling 2). */
export function availableDatesAt(now: Date): SentDates {
  const earliest = earliestPaymentDateAt(now);
  const latest = addDays(earliest, PAYMENT_RANGE);
  const days: PlainDate[] = [];
  for (let day = earliest; day <= latest; day = nextBankingDay(day)) days.push(day);
  return {
    earliestPaymentDate: earliest,
    latestPaymentDate: latest,
    availablePaymentDates: days,
    paymentRange: PAYMENT_RANGE,
    excludeWeekends: true,
  };
}

/** The instalments disclosed for this month and the next ones, until what is owed is paid. */
function disclosedAmounts(
  { bill, owed }: GroupOnDay,
  today: PlainDate,
): { disclosureDate: PlainDate; amount: Cents }[] {
  let left = wholeOf(owed);
  return Array.from({ length: DISCLOSED_MONTHS }, (_, ahead) => {
    const amount = minCents(bill.monthlyPayment, left);
    left = subtractCents(left, amount);
    return { disclosureDate: dueDateAfter(today, bill.dueDay, ahead), amount };
  });
}

function groupOf(group: GroupOnDay, today: PlainDate): SentGroup {
  const { groupId, loanType, bill, due, owed } = group;
  return {
    groupId,
    loanType,
    totalDue: dollarsFromCents(due.totalDue),
    amountDue: dollarsFromCents(due.amountDue),
    pastDueAmt: dollarsFromCents(due.pastDue),
    paymentDueDate: bill.paymentDueDate,
    pastDueSince: pastDueSince(bill),
    outstandingBalance: dollarsFromCents(owed.interest),
    advanceDueDate: false,
    disclosedPaymentAmounts: disclosedAmounts(group, today).map(({ disclosureDate, amount }) => ({
      disclosureDate,
      amount: dollarsFromCents(amount),
    })),
    monthlyPaymentAmount: dollarsFromCents(bill.monthlyPayment),
    nextPaymentAmountDue: dollarsFromCents(due.next),
    nextPaymentScheduleAmount: dollarsFromCents(due.afterNext),
  };
}

/** What the groups disclose together, by month; the date is the earliest of the month. */
function disclosedTogether(groups: readonly GroupOnDay[], today: PlainDate): SentAccount['disclosedPaymentAmounts'] {
  const byGroup = groups.map((group) => disclosedAmounts(group, today));
  return Array.from({ length: DISCLOSED_MONTHS }, (_, ahead) =>
    byGroup.flatMap((months) => months.slice(ahead, ahead + 1)),
  )
    .filter((month) => month.length > 0)
    .map((month) => ({
      disclosureDate: month.map((each) => each.disclosureDate).reduce((a, b) => (a < b ? a : b)),
      amount: dollarsFromCents(sumCents(month.map((each) => each.amount))),
    }));
}

/** The account's rate in percent: the rates of its loans weighted by principal, to three decimals. */
function rateOf(groups: readonly GroupOnDay[]): number {
  const loans = groups.flatMap((group) => group.loans);
  const principal = loans.reduce((sum, loan) => sum + BigInt(loan.principal), 0n);
  if (principal === 0n) return 0;
  const weighted = loans.reduce((sum, loan) => sum + BigInt(loan.principal) * BigInt(loan.rate), 0n);
  return roundToCents(weighted, principal) / 1000;
}

function accountOf(
  { accountId, accountNumber, loanType, groups, payoff }: AccountOnDay,
  today: PlainDate,
): SentAccount {
  const total = (amountOf: (group: GroupOnDay) => Cents) => dollarsFromCents(sumCents(groups.map(amountOf)));
  return {
    accountId,
    accountNumber,
    loanType,
    totalDue: total(({ due }) => due.totalDue),
    amountDue: total(({ due }) => due.amountDue),
    pastDueAmt: total(({ due }) => due.pastDue),
    currentPayoff: dollarsFromCents(payoff),
    currentBalance: dollarsFromCents(payoff),
    balanceDate: today,
    accruedInterest: total(({ owed }) => owed.interest),
    lastBumpDate: latestOf(groups.map(({ bill }) => bill.lastBumpDate)),
    paymentDueDate: earliestDueDate(groups),
    pastDueSince: earliestPastDue(groups),
    nextPaymentAmountDue: total(({ due }) => due.next),
    nextPaymentScheduleAmount: total(({ due }) => due.afterNext),
    monthlyPaymentAmount: total(({ bill }) => bill.monthlyPayment),
    adjustedInterestRate: rateOf(groups),
    advanceDueDate: false,
    isGroupLevelPayment: false,
    disclosedPaymentAmounts: disclosedTogether(groups, today),
    borrowerGroupPayments: groups.map((group) => groupOf(group, today)),
  };
}

const latestOf = (dates: readonly (PlainDate | null)[]): PlainDate | null =>
  dates.reduce((latest, date) => (latest === null || (date !== null && date > latest) ? date : latest), null);

/** What else stands in the answer on what is due: from when it can be paid, and to whom the receipt goes. */
interface PaymentFacts {
  readonly earliest: PlainDate;
  readonly email: string;
  readonly today: PlainDate;
}

/**
 * What is due on each account and group today, in wire form. Scheduled payments do not reduce it: what is due stays
 * due until they are posted.
 */
export function borrowerPaymentOf(
  { accounts }: Pick<Portfolio, 'accounts'>,
  { earliest, email, today }: PaymentFacts,
): SentPayment {
  return {
    email,
    totalDue: dollarsFromCents(sumCents(accounts.flatMap(({ groups }) => groups.map((group) => group.due.totalDue)))),
    effectiveDate: effectiveDateOf(earliest),
    formattedEffectiveDate: formatUsDate(earliest),
    advanceDueDate: false,
    borrowerAccountPayments: accounts.map((account) => accountOf(account, today)),
  };
}

/**
 * Returns what is owed on each account on the day of the portfolio, in wire form. Interest of that day is included;
 * payments that are not posted yet are not.
 */
export const afterCutoffOf = ({ accounts, day }: Portfolio): CallSent<typeof payments.afterCutoff> =>
  accounts.map(({ accountNumber, groups, payoff }) => ({
    accountNumber,
    outstandingBalance: dollarsFromCents(payoff),
    balanceDate: day,
    groupPayments: groups.map(({ groupId, owed }) => ({
      groupId,
      accruedInterest: dollarsFromCents(owed.interest),
      outstandingBalance: dollarsFromCents(wholeOf(owed)),
    })),
  }));

/** Whether auto debit is on, when the next payment falls due, and what auto debit draws then. In wire form. */
export function overviewOf({ borrower, accounts }: Portfolio): CallSent<typeof payments.overview> {
  const groups = accounts.flatMap((account) => account.groups).filter(({ bill }) => bill.paymentDueDate !== null);
  const paymentDate = earliestDueDate(groups);
  const drawn = groups.filter(({ bill }) => bill.paymentDueDate === paymentDate).map(({ due }) => due.next);
  return {
    paymentDate,
    hasMultipleDueDays: new Set(groups.map(({ bill }) => bill.dueDay)).size > 1,
    autoDebitFlag: borrower.autoDebit,
    autoDebitAmount: dollarsFromCents(borrower.autoDebit ? sumCents(drawn) : ZERO),
  };
}
