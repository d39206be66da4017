/** Payment amounts and dates: the dates that are offered, and the amounts due on each account and group. */
import type { CallSent } from '#domain/call.ts';
import { isBankingDay, nextBankingDay } from '#domain/banking-days.ts';
import {
  type PlainDate,
  addDays,
  businessDate,
  earliestOf,
  effectiveDateOf,
  formatUsDate,
  isBeforeCutoff,
  dueDateAfter,
  earlier,
  latestOf,
} from '#domain/calendar.ts';
import { rateOn } from '#domain/interest.ts';
import { broughtTo } from '#domain/accounts/changes.ts';
import type { ComingDraft } from '#domain/timeline/timeline.ts';
import { isPausedOn, paymentOn } from '#domain/accounts/bills.ts';
import { payoffOf } from '#domain/accounts/ledger.ts';
import { wholeOf } from '#domain/parts.ts';
import { type Cents, ZERO, subtractCents, minCents, roundToCents, sumCents } from '#domain/money.ts';
import type { payments } from '#domain/payments/calls.ts';
import { PAYOFF_MAX_DAYS } from '#domain/payments/payoff/rules.ts';
import { announcedDraft } from '../accounts/coming.ts';
import {
  type AccountOnDay,
  type GroupOnDay,
  type HeldGroup,
  type HeldLoan,
  type Portfolio,
  billsBeingPaid,
  earliestDueDate,
  earliestPastDue,
  exitDueTogether,
} from '../accounts/portfolio.ts';

type SentPayment = CallSent<typeof payments.borrowerPayment>;
type SentAccount = SentPayment['borrowerAccountPayments'][number];
type SentGroup = SentAccount['borrowerGroupPayments'][number];
type SentDates = CallSent<typeof payments.availableDates>;

/** Length of the payment window, in days (ruling 2). */
const PAYMENT_RANGE = 90;

/** Number of months with a disclosed amount, including the current month. */
const DISCLOSED_MONTHS = 4;

/** Returns the first banking day for a payment made at `now`; today only before 17:00 in New York (rulings 2, 5). */
export function earliestPaymentDateAt(now: Date): PlainDate {
  const today = businessDate(now);
  return isBankingDay(today) && isBeforeCutoff(now) ? today : nextBankingDay(today);
}

/** Returns the possible dates of a payment made at `now`, which are banking days (ruling 2). */
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

/** Returns the installments of this month and the following ones until the balance is paid; none during a pause. */
function disclosedAmounts(
  { owed, held }: GroupOnDay,
  today: PlainDate,
): { disclosureDate: PlainDate; amount: Cents }[] {
  let left = wholeOf(owed);
  return Array.from({ length: DISCLOSED_MONTHS }, (_, ahead) => {
    const disclosureDate = dueDateAfter(today, held.dueDay, ahead);
    const monthly = paymentOn(broughtTo<HeldLoan, HeldGroup>(held, disclosureDate), disclosureDate);
    const amount = isPausedOn(held, disclosureDate) ? ZERO : minCents(monthly, left);
    left = subtractCents(left, amount);
    return { disclosureDate, amount };
  });
}

function groupOf(group: GroupOnDay, today: PlainDate): SentGroup {
  const { groupId, loanType, due, owed, dueDate, pastDueSince, monthlyPayment } = group;
  return {
    groupId,
    loanType,
    totalDue: due.totalDue,
    amountDue: due.amountDue,
    pastDueAmt: due.pastDue,
    paymentDueDate: dueDate,
    pastDueSince,
    outstandingBalance: owed.interest,
    advanceDueDate: false,
    disclosedPaymentAmounts: disclosedAmounts(group, today),
    monthlyPaymentAmount: monthlyPayment,
    nextPaymentAmountDue: due.next,
    nextPaymentScheduleAmount: due.afterNext,
  };
}

const isOwed = ({ dueDate }: GroupOnDay): boolean => dueDate !== null;

/** Returns the sum of the groups' disclosed amounts for each month, with the earliest due date of the month. */
function disclosedTogether(groups: readonly GroupOnDay[], today: PlainDate): SentAccount['disclosedPaymentAmounts'] {
  // A group that is paid in full has no due date.
  const byGroup = groups.filter(isOwed).map((group) => disclosedAmounts(group, today));
  return Array.from({ length: DISCLOSED_MONTHS }, (_, ahead) =>
    byGroup.flatMap((months) => months.slice(ahead, ahead + 1)),
  )
    .filter((month) => month.length > 0)
    .map((month) => ({
      disclosureDate: month.map((each) => each.disclosureDate).reduce(earlier),
      amount: sumCents(month.map((each) => each.amount)),
    }));
}

/** Returns an account's interest rate in percent to three decimals: the average by principal of its loans. */
function rateOf(groups: readonly GroupOnDay[], today: PlainDate): number {
  const loans = groups.flatMap((group) => group.loans);
  const principal = loans.reduce((sum, loan) => sum + BigInt(loan.principal), 0n);
  if (principal === 0n) return 0;
  const weighted = loans.reduce((sum, loan) => sum + BigInt(loan.principal) * BigInt(rateOn(loan, today)), 0n);
  return roundToCents(weighted, principal) / 1000;
}

/** Returns the amount owed on an account on today and on each of the next 30 days, in cents (ruling 79). */
const payoffByDay = (groups: readonly GroupOnDay[], today: PlainDate): Cents[] =>
  Array.from({ length: PAYOFF_MAX_DAYS + 1 }, (_, ahead) => addDays(today, ahead)).map((day) =>
    payoffOf(
      groups.flatMap(({ held }) => broughtTo<HeldLoan, HeldGroup>(held, day).loans),
      day,
    ),
  );

function accountOf(account: AccountOnDay, { today, isPayer = false }: PaymentFacts): SentAccount {
  const { accountId, accountNumber, loanType, groups, payoff } = account;
  const total = (amountOf: (group: GroupOnDay) => Cents) => sumCents(groups.map(amountOf));
  return {
    accountId,
    accountNumber,
    loanType,
    totalDue: total(({ due }) => due.totalDue),
    amountDue: total(({ due }) => due.amountDue),
    pastDueAmt: total(({ due }) => due.pastDue),
    currentPayoff: payoff,
    payoffByDay: payoffByDay(groups, today),
    currentBalance: payoff,
    balanceDate: today,
    accruedInterest: total(({ owed }) => owed.interest),
    lastBumpDate: latestOf(groups.map(({ held }) => held.lastBumpDate)),
    paymentDueDate: earliestDueDate(groups),
    pastDueSince: earliestPastDue(groups),
    exitDue: exitDueTogether(groups),
    beingPaid: billsBeingPaid(account),
    draft: isPayer ? null : announcedDraft(account, today),
    nextPaymentAmountDue: total(({ due }) => due.next),
    nextPaymentScheduleAmount: total(({ due }) => due.afterNext),
    monthlyPaymentAmount: total(({ monthlyPayment }) => monthlyPayment),
    adjustedInterestRate: rateOf(groups, today),
    advanceDueDate: false,
    isGroupLevelPayment: false,
    disclosedPaymentAmounts: disclosedTogether(groups, today),
    borrowerGroupPayments: groups.map((group) => groupOf(group, today)),
  };
}

/** Additional facts for the response about amounts due: the first payment date and the recipient of receipts. */
interface PaymentFacts {
  readonly earliest: PlainDate;
  readonly email: string;
  readonly today: PlainDate;
  /** Payers do not see auto debit (ruling 36). */
  readonly isPayer?: boolean;
}

/** Returns the amounts due today on each account and group. Payments count once they are posted. */
export function borrowerPaymentOf({ accounts }: Pick<Portfolio, 'accounts'>, facts: PaymentFacts): SentPayment {
  const { earliest, email } = facts;
  return {
    email,
    totalDue: sumCents(accounts.flatMap(({ groups }) => groups.map((group) => group.due.totalDue))),
    effectiveDate: effectiveDateOf(earliest),
    formattedEffectiveDate: formatUsDate(earliest),
    advanceDueDate: false,
    borrowerAccountPayments: accounts.map((account) => accountOf(account, facts)),
  };
}

/** Returns the payoff of each account on the portfolio's date, with that day's interest. Payments count once posted. */
export const afterCutoffOf = ({ accounts, day }: Portfolio): CallSent<typeof payments.afterCutoff> =>
  accounts.map(({ accountNumber, groups, payoff }) => ({
    accountNumber,
    outstandingBalance: payoff,
    balanceDate: day,
    groupPayments: groups.map(({ groupId, owed }) => ({
      groupId,
      accruedInterest: owed.interest,
      outstandingBalance: wholeOf(owed),
    })),
  }));

/** Returns the overview. Of `drafts`, the next one of each account, those for the earliest due date are added up. */
export function overviewOf(
  { borrower, accounts }: Portfolio,
  drafts: readonly ComingDraft[],
): CallSent<typeof payments.overview> {
  const groups = accounts.flatMap((account) => account.groups).filter(isOwed);
  const first = earliestOf(drafts.map(({ dueDate }) => dueDate));
  const drawn = drafts.filter(({ dueDate }) => dueDate === first).map(({ amount }) => amount);
  return {
    paymentDate: earliestDueDate(groups),
    hasMultipleDueDays: new Set(groups.map(({ held }) => held.dueDay)).size > 1,
    autoDebitFlag: borrower.autoDebit,
    autoDebitAmount: sumCents(drawn),
  };
}
