/** What is chosen on the schedule step (Y §4.1): its fields, and what they come to on each account and group. */
import { MANY_ACCOUNTS } from '../accounts/shapes.ts';
import { type PlainDate, formatUsDate, parseUsDate } from '../calendar.ts';
import { type Cents, ZERO, parseTyped, sumCents } from '../money.ts';
import { type BalanceFacts, accountsOn } from './cutoff.ts';
import {
  type Payable,
  type PaymentIssue,
  accountPayable,
  amountOf,
  defaultOption,
  groupPayables,
  validateDay,
  validateOtherAmount,
  wouldAdvance,
} from './rules.ts';
import type {
  AccountPayment,
  AvailableDates,
  BorrowerPayment,
  PaymentLevel,
  PaymentOption,
  ScheduleValues,
} from './shapes.ts';

/** What the schedule step's fields are validated against. */
export interface ScheduleFacts extends BalanceFacts {
  readonly dates: AvailableDates;
  /** How close below the payoff an amount is close to it, in cents (ruling 17). */
  readonly nearPayoffRange: Cents;
}

/** The names of the fields of an account or group, and of the choice how an account is paid. */
export const optionField = ({ id }: Pick<Payable, 'id'>) => `option.${id}` as const;
export const otherAmountField = ({ id }: Pick<Payable, 'id'>) => `otherAmount.${id}` as const;
export const keepDueDateField = ({ id }: Pick<Payable, 'id'>) => `keepDueDate.${id}` as const;
export const levelField = ({ accountId }: Pick<AccountPayment, 'accountId'>) => `level.${accountId}` as const;

/** Whether an account is paid as a whole or by its groups. */
export const levelOf = (values: ScheduleValues, account: AccountPayment): PaymentLevel =>
  values[levelField(account)] ?? (account.isGroupLevelPayment ? 'group' : 'account');

/** What is paid of an account as it is chosen: the account, or each of its groups. */
export const payablesOf = (values: ScheduleValues, account: AccountPayment): Payable[] =>
  levelOf(values, account) === 'group' ? groupPayables(account) : [accountPayable(account)];

/** What is chosen not to be paid by itself: the groups of an account that is paid as a whole, or the account. */
export const hiddenPayables = (values: ScheduleValues, account: AccountPayment): Payable[] =>
  levelOf(values, account) === 'group' ? [accountPayable(account)] : groupPayables(account);

/** An account and each of its groups, shown or not. */
export const everyPayable = (account: AccountPayment): Payable[] => [
  accountPayable(account),
  ...groupPayables(account),
];

/** The fields with which an account or group starts. */
const startOf = (payable: Payable) => ({
  [optionField(payable)]: defaultOption(payable),
  [otherAmountField(payable)]: '',
  [keepDueDateField(payable)]: false,
});

/** The fields with which the schedule step starts: everything at its default, the first day that is offered. */
export function startingSchedule({ payment, dates }: Pick<ScheduleFacts, 'payment' | 'dates'>): ScheduleValues {
  let values: ScheduleValues = {
    paymentDate: formatUsDate(dates.availablePaymentDates[0] ?? dates.earliestPaymentDate),
  };
  for (const account of payment.borrowerAccountPayments) {
    values = { ...values, [levelField(account)]: account.isGroupLevelPayment ? 'group' : 'account' };
    for (const payable of everyPayable(account)) values = { ...values, ...startOf(payable) };
  }
  return values;
}

/** The day that was typed, where a payment may be made on it. */
export function chosenDay(
  { paymentDate }: Pick<ScheduleValues, 'paymentDate'>,
  dates: AvailableDates,
): PlainDate | undefined {
  const day = parseUsDate(paymentDate);
  return day !== undefined && validateDay(day, dates) === undefined ? day : undefined;
}

/** The accounts as they stand for the day that was chosen; as of today while it is one on which no payment may be made. */
export const accountsFor = (facts: ScheduleFacts, values: ScheduleValues): readonly AccountPayment[] =>
  accountsOn(facts, chosenDay(values, facts.dates));

/** The option chosen for an account or group. */
export const optionOf = (values: ScheduleValues, payable: Payable): PaymentOption =>
  values[optionField(payable)] ?? defaultOption(payable);

/** What was typed as the Other amount of an account or group. */
export const typedOf = (values: ScheduleValues, payable: Payable): string => values[otherAmountField(payable)] ?? '';

/** The amount chosen for an account or group, in cents. */
export const chosenAmount = (values: ScheduleValues, payable: Payable): Cents =>
  amountOf(optionOf(values, payable), payable.due, typedOf(values, payable));

/** The amount chosen for an account, by itself or by its groups, in cents. */
export const accountAmount = (values: ScheduleValues, account: AccountPayment): Cents =>
  sumCents(payablesOf(values, account).map((payable) => chosenAmount(values, payable)));

/** The total over all accounts, in cents. */
export const totalOf = (values: ScheduleValues, payment: BorrowerPayment): Cents =>
  sumCents(payment.borrowerAccountPayments.map((account) => accountAmount(values, account)));

/** Whether the box "do not advance the due date" is ticked for an account or group. */
export const keepsDueDate = (values: ScheduleValues, payable: Payable): boolean =>
  values[keepDueDateField(payable)] === true;

/** Whether the box "do not advance the due date" is offered for an account or group as it is chosen (Y §4.1). */
export function offersToKeepDueDate(values: ScheduleValues, payable: Payable): boolean {
  if (optionOf(values, payable) !== 'OtherAmount') return false;
  const typed = typedOf(values, payable);
  return (
    validateOtherAmount(typed, payable.account.currentPayoff) === undefined &&
    wouldAdvance(parseTyped(typed) ?? ZERO, payable.due)
  );
}

/** The amount in cents that was typed for an account or group, where it is its Other amount and can be read. */
export const otherAmountOf = (values: ScheduleValues, payable: Payable): Cents | undefined =>
  optionOf(values, payable) === 'OtherAmount' ? parseTyped(typedOf(values, payable)) : undefined;

/** What to say about an Other amount that may be paid (Y §5.1, ruling 17). */
export function warningForAmount(
  values: ScheduleValues,
  payable: Payable,
  nearPayoffRange: Cents,
): PaymentIssue | undefined {
  const amount = otherAmountOf(values, payable);
  const { account, group, due } = payable;
  const payoff = account.currentPayoff;
  if (amount === undefined || amount > payoff) return undefined;
  const isAlone = accountAmount(values, account) === amount;
  if (isAlone && amount < payoff && payoff - amount <= nearPayoffRange) return { code: 'amount.nearPayoff', payoff };
  return group !== null && amount < due.pastDueAmt ? { code: 'amount.belowPastDue' } : undefined;
}

/**
 * Whether a day after today is chosen, so that the balances after the cutoff are wanted (Y §4.2). One on which no payment may
 * be made is not chosen.
 */
export function isLaterDayChosen(
  values: Pick<ScheduleValues, 'paymentDate'>,
  { today, dates }: Pick<ScheduleFacts, 'today' | 'dates'>,
): boolean {
  const day = chosenDay(values, dates);
  return day !== undefined && day > today;
}

/** Whether a field is an option and the choice is to type an amount. */
export const isOtherAmountChosen = (field: string, value: string | boolean): boolean =>
  field.startsWith('option.') && value === 'OtherAmount';

const isPastDue = ({ pastDueAmt }: AccountPayment): boolean => pastDueAmt > 0;
/** Whether something is to be paid on an account now. */
export const isAccountDue = (account: AccountPayment): boolean => isPastDue(account) || account.totalDue > 0;

const rankOf = (account: AccountPayment): number => (isPastDue(account) ? 0 : isAccountDue(account) ? 1 : 2);

/** The accounts as they stand on the screen: where they are many, past-due ones first, those with nothing due last. */
export function accountsInOrder(accounts: readonly AccountPayment[]): readonly AccountPayment[] {
  if (accounts.length < MANY_ACCOUNTS) return accounts;
  return accounts.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The field to which focus goes when nothing is to be paid: that of the first amount on the screen (Y §4.2). */
export function firstAmountField(values: ScheduleValues, { borrowerAccountPayments }: BorrowerPayment): string {
  const [first] = accountsInOrder(borrowerAccountPayments).flatMap((account) => payablesOf(values, account));
  if (first === undefined) return 'paymentDate';
  return optionOf(values, first) === 'OtherAmount' ? otherAmountField(first) : optionField(first);
}
