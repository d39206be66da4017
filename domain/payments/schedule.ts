/** The choices on the schedule step (Y §4.1): its fields, and the resulting amounts for each account and group. */
import { MANY_ACCOUNTS } from '../accounts/shapes.ts';
import { accountName } from '../account-name.ts';
import { type PlainDate, formatUsDate, parseUsDate } from '../calendar.ts';
import { type Cents, ZERO, formatTyped, maxCents, parseTyped, sumCents } from '../money.ts';
import { computePaymentCoverage, leftByGroup } from './coverage.ts';
import { type BalanceInput, accountsOn, payableOn } from './cutoff.ts';
import { type PaymentLine, totalOfLines } from './lines.ts';
import { pastDueAfter } from './under-way.ts';
import type { PayLink } from './pay-link.ts';
import {
  type Payable,
  type PaymentIssue,
  accountPayable,
  getOptionAmount,
  defaultOption,
  groupPayables,
  validateDay,
  validateOtherAmount,
  wouldAdvance,
} from './rules.ts';
import type { AccountPayment, AvailableDates, BorrowerPayment, GroupPayment, ScheduledPayment } from './shapes.ts';
import type { PaymentLevel, PaymentOption, ScheduleValues } from './submission-shapes.ts';

/** The data for validating the fields of the schedule step. */
export interface ScheduleInput extends BalanceInput {
  readonly dates: AvailableDates;
  /** Payments that have been authorized and not posted. */
  readonly upcoming: readonly ScheduledPayment[];
  /** How close below the payoff an amount is close to it, in cents (ruling 17). */
  readonly nearPayoffRange: Cents;
}

/** The names of the fields of an account or group, and of the choice how an account is paid. */
export const optionField = ({ id }: Pick<Payable, 'id'>) => `option.${id}` as const;
export const otherAmountField = ({ id }: Pick<Payable, 'id'>) => `otherAmount.${id}` as const;
export const dueDateChoiceField = ({ id }: Pick<Payable, 'id'>) => `keepDueDate.${id}` as const;
export const levelField = ({ accountId }: Pick<AccountPayment, 'accountId'>) => `level.${accountId}` as const;

/** Returns whether an account is paid as a whole or by its groups. */
export const getLevel = (values: ScheduleValues, account: AccountPayment): PaymentLevel =>
  values[levelField(account)] ?? (account.isGroupLevelPayment ? 'group' : 'account');

/** Returns the payable parts of an account according to the choices: the account, or each of its groups. */
export const getPayables = (values: ScheduleValues, account: AccountPayment): Payable[] =>
  getLevel(values, account) === 'group' ? groupPayables(account) : [accountPayable(account)];

/**
 * Returns the parts that are not payable according to the choices: the groups of an account paid as a whole, or the account.
 */
export const hiddenPayables = (values: ScheduleValues, account: AccountPayment): Payable[] =>
  getLevel(values, account) === 'group' ? [accountPayable(account)] : groupPayables(account);

/** Returns an account and each of its groups, visible or not. */
export const everyPayable = (account: AccountPayment): Payable[] => [
  accountPayable(account),
  ...groupPayables(account),
];

type StartInput = Pick<ScheduleInput, 'payment' | 'dates' | 'upcoming' | 'today'>;

/**
 * Returns the link's payoff quote less payments under way, and the day of the quote. Undefined if that is not a possible
 * payment date, the account has no quote for it, or nothing is left.
 */
function linkedPayoff(
  { payment, dates, today, upcoming }: StartInput,
  link: PayLink | null,
): { readonly day: PlainDate; readonly amount: Cents } | undefined {
  const account = payment.borrowerAccountPayments.find(({ accountId }) => accountId === link?.accountId);
  const day = link?.payoffDate;
  if (account === undefined || day === undefined || validateDay(day, dates) !== undefined) return undefined;
  const { quoted: amount = ZERO } = payableOn(account, day, { today, upcoming });
  return amount === 0 ? undefined : { day, amount };
}

/** Returns the initial Other amount of an account or group; null if it starts with its default option. */
function startingAmount({ account, group }: Payable, facts: StartInput, link: PayLink | null): string | null {
  if (link !== null && link.accountId !== account.accountId) return formatTyped(ZERO);
  const payoff = linkedPayoff(facts, link);
  if (payoff !== undefined && group === null) return formatTyped(payoff.amount);
  if (link?.isExtra === true) return group === null ? '' : null;
  const { left } = computePaymentCoverage(account, facts.upcoming);
  if (left >= maxCents(account.totalDue, ZERO)) return null;
  return formatTyped(group === null ? left : leftOn(account, group, facts).left);
}

/** Returns the remaining amount of a group after payments under way. */
const leftOn = (
  account: AccountPayment,
  { groupId, totalDue, pastDueAmt }: GroupPayment,
  { upcoming }: Pick<ScheduleInput, 'upcoming'>,
) =>
  leftByGroup(account, upcoming).find((each) => each.groupId === groupId) ?? {
    left: totalDue,
    pastDueLeft: pastDueAmt,
  };

/** Returns the initial way of paying an account. An extra amount and a payoff are for the whole account. */
function startingLevel({ accountId, isGroupLevelPayment }: AccountPayment, link: PayLink | null): PaymentLevel {
  const isWhole = (link?.isExtra === true || link?.payoffDate !== undefined) && link.accountId === accountId;
  return isGroupLevelPayment && !isWhole ? 'group' : 'account';
}

/**
 * Returns the initial values of the schedule step: the first offered date, and the default option of each account and group
 * (Y §4.1). An account whose amount due is covered by scheduled payments, in full or in part, starts with Other amount and
 * the remaining amount (rulings 69, 113); every account except the one in `link` starts with 0.00 (ruling 70). A link with a
 * payoff date starts with its date and its quote (ruling 79).
 */
export function startingSchedule(facts: StartInput, link: PayLink | null = null): ScheduleValues {
  const { payment, dates } = facts;
  let values: ScheduleValues = {
    paymentDate: formatUsDate(
      linkedPayoff(facts, link)?.day ?? dates.availablePaymentDates[0] ?? dates.earliestPaymentDate,
    ),
  };
  for (const account of payment.borrowerAccountPayments) {
    values = { ...values, [levelField(account)]: startingLevel(account, link) };
    for (const payable of everyPayable(account)) {
      const amount = startingAmount(payable, facts, link);
      values = {
        ...values,
        [optionField(payable)]: amount === null ? defaultOption(payable) : 'OtherAmount',
        [otherAmountField(payable)]: amount ?? '',
        [dueDateChoiceField(payable)]: false,
      };
    }
  }
  return values;
}

/** Returns the typed date if it is a payment date. */
export function chosenDay(
  { paymentDate }: Pick<ScheduleValues, 'paymentDate'>,
  dates: AvailableDates,
): PlainDate | undefined {
  const day = parseUsDate(paymentDate);
  return day !== undefined && validateDay(day, dates) === undefined ? day : undefined;
}

/** Returns the accounts with their balances for the chosen date; today's balances if it is not a possible payment date. */
export const accountsFor = (facts: ScheduleInput, values: ScheduleValues): readonly AccountPayment[] =>
  accountsOn(facts, chosenDay(values, facts.dates));

/** Returns the option chosen for an account or group. */
export const getOption = (values: ScheduleValues, payable: Payable): PaymentOption =>
  values[optionField(payable)] ?? defaultOption(payable);

/** Returns the input for the Other amount of an account or group. */
export const getTypedAmount = (values: ScheduleValues, payable: Payable): string =>
  values[otherAmountField(payable)] ?? '';

/** Returns the amount chosen for an account or group, in cents. */
export const chosenAmount = (values: ScheduleValues, payable: Payable): Cents =>
  getOptionAmount(getOption(values, payable), payable.due, getTypedAmount(values, payable));

/** Returns the amount chosen for an account, by itself or by its groups, in cents. */
export const accountAmount = (values: ScheduleValues, account: AccountPayment): Cents =>
  sumCents(getPayables(values, account).map((payable) => chosenAmount(values, payable)));

/** Returns whether the box "do not advance the due date" is checked for an account or group. */
export const keepsDueDate = (values: ScheduleValues, payable: Payable): boolean =>
  values[dueDateChoiceField(payable)] === true;

/** Returns the lines of the chosen payment. Accounts and groups on which nothing is paid have none. */
export const chosenLines = (values: ScheduleValues, payment: BorrowerPayment): PaymentLine[] =>
  payment.borrowerAccountPayments
    .flatMap((account) => getPayables(values, account))
    .map((payable) => ({
      accountNumber: payable.account.accountNumber,
      groupId: payable.group?.groupId ?? null,
      amount: chosenAmount(values, payable),
      keepsDueDate: keepsDueDate(values, payable),
    }))
    .filter(({ amount }) => amount > 0);

/** Returns the total over all accounts, in cents. */
export const computeTotal = (values: ScheduleValues, payment: BorrowerPayment): Cents =>
  totalOfLines(chosenLines(values, payment));

/**
 * Returns whether the box "do not advance the due date" is offered for the option chosen for an account or group (Y §4.1).
 */
export function offersToKeepDueDate(values: ScheduleValues, payable: Payable): boolean {
  const amount = parseOtherAmount(values, payable);
  const issue = validateOtherAmount(getTypedAmount(values, payable), payable.account.currentPayoff);
  return amount !== undefined && issue === undefined && wouldAdvance(amount, payable.due);
}

/** Returns the Other amount of an account or group in cents, if that option is chosen and the input is valid. */
export const parseOtherAmount = (values: ScheduleValues, payable: Payable): Cents | undefined =>
  getOption(values, payable) === 'OtherAmount' ? parseTyped(getTypedAmount(values, payable)) : undefined;

/** Returns the warning about an Other amount that may be paid (Y §5.1, ruling 17). */
export function warningForAmount(
  values: ScheduleValues,
  payable: Payable,
  facts: Pick<ScheduleInput, 'today' | 'upcoming' | 'nearPayoffRange'>,
): PaymentIssue | undefined {
  const amount = parseOtherAmount(values, payable);
  const { account, group } = payable;
  const { most: payoff } = payableOn(account, undefined, facts);
  if (amount === undefined || amount > payoff) return undefined;
  const isAlone = accountAmount(values, account) === amount;
  if (isAlone && amount < payoff && payoff - amount <= facts.nearPayoffRange)
    return { code: 'amount.nearPayoff', payoff };
  if (group !== null)
    return amount < leftOn(account, group, facts).pastDueLeft ? { code: 'amount.belowPastDue' } : undefined;
  const { accountNumber } = account;
  const left = pastDueAfter(account, [{ accountNumber, groupId: null, amount }], facts);
  return left > 0 ? { code: 'pastDue.left', left, account: accountName(account) } : undefined;
}

/** Returns whether a payment date after today is chosen, so that the balances after the cutoff are needed (Y §4.2). */
export function isLaterDayChosen(
  values: Pick<ScheduleValues, 'paymentDate'>,
  { today, dates }: Pick<ScheduleInput, 'today' | 'dates'>,
): boolean {
  return (chosenDay(values, dates) ?? today) > today;
}

const isPastDue = ({ pastDueAmt }: AccountPayment): boolean => pastDueAmt > 0;
/** Returns whether an amount is due on an account now. */
export const isAccountDue = (account: AccountPayment): boolean => isPastDue(account) || account.totalDue > 0;

const getRank = (account: AccountPayment): number => (isPastDue(account) ? 0 : isAccountDue(account) ? 1 : 2);

/** Returns the accounts as listed: the link's first (ruling 70); if there are many, past due, then due, then others. */
export function accountsInOrder(
  accounts: readonly AccountPayment[],
  selected: string | null,
): readonly AccountPayment[] {
  const isMany = accounts.length >= MANY_ACCOUNTS;
  const getPosition = (account: AccountPayment): number =>
    account.accountId === selected ? -1 : isMany ? getRank(account) : 0;
  return accounts.toSorted((a, b) => getPosition(a) - getPosition(b));
}

/** Returns the field that takes focus if the total is 0: the first amount field on the screen (Y §4.2). */
export function firstAmountField(
  values: ScheduleValues,
  { borrowerAccountPayments }: BorrowerPayment,
  selected: string | null,
): string {
  const [first] = accountsInOrder(borrowerAccountPayments, selected).flatMap((account) => getPayables(values, account));
  if (first === undefined) return 'paymentDate';
  return getOption(values, first) === 'OtherAmount' ? otherAmountField(first) : optionField(first);
}

/** Returns the Other amount field of the link; undefined if there is no link or the field is hidden. */
export function extraAmountField(
  values: ScheduleValues,
  { borrowerAccountPayments }: BorrowerPayment,
  link: PayLink | null,
): string | undefined {
  if (link?.isExtra !== true) return undefined;
  const account = borrowerAccountPayments.find(({ accountId }) => accountId === link.accountId);
  if (account === undefined || getLevel(values, account) === 'group') return undefined;
  const payable = accountPayable(account);
  return getOption(values, payable) === 'OtherAmount' ? otherAmountField(payable) : undefined;
}
