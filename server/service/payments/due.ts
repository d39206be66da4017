/** Payment amounts and dates: those that are offered, those due on each account and group, and the facts that validate a payment. */
import { isPausedOn, paymentOn } from '#domain/accounts/bills.ts';
import { projectTo, settleTo } from '#domain/accounts/changes.ts';
import { computePayoff } from '#domain/accounts/ledger.ts';
import { isBankingDay, nextBankingDay } from '#domain/banking-days.ts';
import {
  type PlainDate,
  addDays,
  businessDate,
  dueDateAfter,
  earlier,
  findEarliest,
  toEffectiveDate,
  formatUsDate,
  isBeforeCutoff,
} from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { rateOn } from '#domain/interest.ts';
import { type Cents, ZERO, minCents, roundToCents, subtractCents, sumCents } from '#domain/money.ts';
import { sumAllParts } from '#domain/parts.ts';
import type { DueInput } from '#domain/payments/arrival.ts';
import { payments } from '#domain/payments/calls.ts';
import type { PaymentUnderWay } from '#domain/payments/cutoff.ts';
import { statusOn } from '#domain/payments/progress.ts';
import type { PayoffQuoteDays } from '#domain/portal/shapes.ts';
import { AvailableDates, BorrowerPayment } from '#domain/payments/shapes.ts';
import type { ComingDraft } from '#domain/timeline/timeline.ts';
import { parseAnswer } from '../../wire-format.ts';
import { announcedDraft } from '../portfolio/coming.ts';
import { accountAnswer, groupAnswer } from '../portfolio/answers.ts';
import {
  type AccountOnDay,
  type GroupOnDay,
  type Holdings,
  type Portfolio,
  earliestDueDate,
  portfolioOn,
} from '../portfolio/portfolio.ts';
import type { Scope } from '../scope.ts';

type SentPayment = CallSent<typeof payments.borrowerPayment>;
type SentAccount = SentPayment['borrowerAccountPayments'][number];
type SentDates = CallSent<typeof payments.availableDates>;

/** Length of the payment window, in days (ruling 2). */
export const PAYMENT_RANGE = 90;

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
  let left = sumAllParts(owed);
  return Array.from({ length: DISCLOSED_MONTHS }, (_, ahead) => {
    const disclosureDate = dueDateAfter(today, held.dueDay, ahead);
    const monthly = paymentOn(projectTo(held, disclosureDate), disclosureDate);
    const amount = isPausedOn(held, disclosureDate) ? ZERO : minCents(monthly, left);
    left = subtractCents(left, amount);
    return { disclosureDate, amount };
  });
}

const isOwed = ({ dueDate }: GroupOnDay): boolean => dueDate !== null;

/** Returns the sum of the groups' disclosed amounts for each month, with the earliest due date of the month. */
function disclosedTogether(groups: readonly GroupOnDay[], today: PlainDate): SentAccount['disclosedPaymentAmounts'] {
  // A group that is paid in full has no due date.
  const byGroup = groups.filter(isOwed).map((group) => disclosedAmounts(group, today));
  return (byGroup[0] ?? []).map((_, ahead) => {
    const month = byGroup.flatMap((months) => months.slice(ahead, ahead + 1));
    const disclosureDate = month.map((each) => each.disclosureDate).reduce(earlier);
    return { disclosureDate, amount: sumCents(month.map((each) => each.amount)) };
  });
}

/** Returns an account's interest rate in percent to three decimals: the average by principal of its loans. */
function computeRate(groups: readonly GroupOnDay[], today: PlainDate): number {
  const loans = groups.flatMap(({ held }) => held.loans);
  const principal = loans.reduce((sum, loan) => sum + BigInt(loan.principal), 0n);
  if (principal === 0n) return 0;
  const weighted = loans.reduce((sum, loan) => sum + BigInt(loan.principal) * BigInt(rateOn(loan, today)), 0n);
  return roundToCents(weighted, principal) / 1000;
}

/** Returns the amount owed on an account on today and on each of the next `max` days, in cents (ruling 79). */
const payoffByDay = (groups: readonly GroupOnDay[], today: PlainDate, { max }: PayoffQuoteDays): Cents[] =>
  Array.from({ length: max + 1 }, (_, ahead) => addDays(today, ahead)).map((day) =>
    computePayoff(
      groups.flatMap(({ held }) => settleTo(held, day).loans),
      day,
    ),
  );

function toAccount(account: AccountOnDay, { today, payoffQuoteDays, isPayer = false }: PaymentDeps): SentAccount {
  const { groups, payoff } = account;
  return {
    ...accountAnswer(account),
    currentPayoff: payoff,
    payoffByDay: payoffByDay(groups, today, payoffQuoteDays),
    balanceDate: today,
    paymentDueDate: earliestDueDate(groups),
    draft: isPayer ? null : announcedDraft(account, today),
    nextPaymentAmountDue: sumCents(groups.map(({ due }) => due.next)),
    nextPaymentScheduleAmount: sumCents(groups.map(({ due }) => due.afterNext)),
    adjustedInterestRate: computeRate(groups, today),
    advanceDueDate: false,
    isGroupLevelPayment: false,
    disclosedPaymentAmounts: disclosedTogether(groups, today),
    borrowerGroupPayments: groups.map((group) => ({
      ...groupAnswer(group),
      outstandingBalance: group.owed.interest,
      advanceDueDate: false,
      disclosedPaymentAmounts: disclosedAmounts(group, today),
    })),
  };
}

/** Additional facts for the response about amounts due: the first payment date and the recipient of receipts. */
export interface PaymentDeps {
  readonly earliest: PlainDate;
  readonly email: string;
  readonly today: PlainDate;
  /** The number of days with a payoff in the response. */
  readonly payoffQuoteDays: PayoffQuoteDays;
  /** Payers do not see auto debit (ruling 36). */
  readonly isPayer?: boolean;
}

/** Returns the amounts due today on each account and group. Payments count once they are posted. */
export function toBorrowerPayment({ accounts }: Pick<Portfolio, 'accounts'>, facts: PaymentDeps): SentPayment {
  const { earliest, email } = facts;
  return {
    email,
    totalDue: sumCents(accounts.flatMap(({ groups }) => groups.map((group) => group.due.totalDue))),
    effectiveDate: toEffectiveDate(earliest),
    formattedEffectiveDate: formatUsDate(earliest),
    advanceDueDate: false,
    borrowerAccountPayments: accounts.map((account) => toAccount(account, facts)),
  };
}

/** Returns the payoff of each account on the portfolio's date, with that day's interest. Payments count once posted. */
export const toAfterCutoff = ({ accounts, day }: Portfolio): CallSent<typeof payments.afterCutoff> =>
  accounts.map(({ accountNumber, groups, payoff }) => ({
    accountNumber,
    outstandingBalance: payoff,
    balanceDate: day,
    groupPayments: groups.map(({ groupId, owed }) => ({
      groupId,
      accruedInterest: owed.interest,
      outstandingBalance: sumAllParts(owed),
    })),
  }));

/** Returns the overview. Of `drafts`, the next one of each account, those for the earliest due date are added up. */
export function toOverview(
  { borrower, accounts }: Portfolio,
  drafts: readonly ComingDraft[],
): CallSent<typeof payments.overview> {
  const groups = accounts.flatMap((account) => account.groups).filter(isOwed);
  const first = findEarliest(drafts.map(({ dueDate }) => dueDate));
  const drawn = drafts.filter(({ dueDate }) => dueDate === first).map(({ amount }) => amount);
  return {
    paymentDate: earliestDueDate(groups),
    hasMultipleDueDays: new Set(groups.map(({ held }) => held.dueDay)).size > 1,
    autoDebitFlag: borrower.autoDebit,
    autoDebitAmount: sumCents(drawn),
  };
}

/** Returns the payments under way on all accounts, without drafts that are not drawn yet. */
const paymentsUnderWay = ({ accounts }: Holdings, today: PlainDate): PaymentUnderWay[] =>
  accounts.flatMap(({ accountNumber, agreements }) =>
    agreements.payments.map(({ amount, effectiveDate }) => ({
      accountNumber,
      effectiveDate,
      sumOfPaymentAmount: amount,
      description: statusOn(today, effectiveDate),
    })),
  );

/** Returns the data for validating the date and the amounts; after today's cutoff, the amounts owed then (Y §4.2). */
export async function readDueInput(
  { now, today, accrualEnd, payoffQuoteDays }: Pick<Scope, 'now' | 'today' | 'accrualEnd' | 'payoffQuoteDays'>,
  { effectiveDate }: { readonly effectiveDate: PlainDate },
  holdings: Holdings,
): Promise<DueInput> {
  const { email } = holdings.borrower;
  const due = toBorrowerPayment(portfolioOn(holdings, today), {
    earliest: earliestPaymentDateAt(now),
    email,
    today,
    payoffQuoteDays,
  });
  const cutoff = () => ({
    items: parseAnswer(payments.afterCutoff.response, toAfterCutoff(portfolioOn(holdings, nextBankingDay(today)))),
    accrualEnd,
  });
  return {
    payment: parseAnswer(BorrowerPayment, due),
    dates: parseAnswer(AvailableDates, availableDatesAt(now)),
    today,
    upcoming: paymentsUnderWay(holdings, today),
    cutoff: effectiveDate > today ? cutoff() : null,
  };
}
