/** The rules of making a payment (Y §4 and §5), asked by the portal's charts and checked again by the server. */
import * as v from 'valibot';
import {
  type PlainDate,
  addMonths,
  dayOfMonth,
  formatUsDate,
  isBankHoliday,
  isWeekend,
  monthOf,
  parseIsoDate,
  parseUsDate,
  plainDateOf,
} from '../calendar.ts';
import { type Cents, ZERO, formatTyped, maxCents, parseTyped, sumCents } from '../money.ts';
import { type FieldProblem, problemsOf, refuse } from '../verdict.ts';
import type {
  AccountPayment,
  AfterCutoffDue,
  AvailableDates,
  BorrowerPayment,
  DisclosedAmount,
  GroupPayment,
  PaymentDraft,
  PaymentLevel,
  PaymentMethodProfile,
  PaymentOption,
  ScheduleValues,
  SpecialPaymentInstruction,
  SubmitAnswer,
} from './shapes.ts';

export type PaymentVerdict =
  | { code: 'date.required' }
  | { code: 'date.format' }
  | { code: 'date.tooEarly'; earliest: PlainDate }
  | { code: 'date.outsideWindow'; paymentRange: number }
  | { code: 'date.notBankingDay' }
  | { code: 'date.afterDueDate' }
  | { code: 'amount.required' }
  | { code: 'amount.format' }
  | { code: 'amount.exceedsPayoff'; payoff: Cents }
  | { code: 'amount.belowPastDue' }
  | { code: 'amount.nearPayoff'; payoff: Cents }
  | { code: 'allocation.shortHere' }
  | { code: 'allocation.shortElsewhere' }
  | { code: 'total.zero' }
  | { code: 'terms.required' }
  | { code: 'method.required' }
  | { code: 'method.unknown' }
  | { code: 'account.unknown' }
  | { code: 'group.unknown' }
  | { code: 'account.mismatch' }
  | { code: 'total.mismatch' };

/** What is due on an account or a group, as its options need it; negative amounts count as 0 (ruling 53). */
export type Due = Pick<
  AccountPayment,
  'totalDue' | 'pastDueAmt' | 'amountDue' | 'nextPaymentAmountDue' | 'nextPaymentScheduleAmount'
>;

/** What can be paid by itself: an account as a whole (`group` is null), or one of its groups. */
export interface Payable {
  /** Opaque; the part of its fields' names after the dot: `accountId`, or `accountId.groupId`. */
  readonly id: string;
  readonly account: AccountPayment;
  readonly group: GroupPayment | null;
  readonly due: Due;
}

/** One of the groups of an account, to be paid by itself. */
export interface GroupPayable extends Payable {
  readonly group: GroupPayment;
}

/** An account to be paid as a whole. */
export const accountPayable = (account: AccountPayment): Payable => ({
  id: account.accountId,
  account,
  group: null,
  due: account,
});

/** The groups of an account, each to be paid by itself. */
export const groupPayables = (account: AccountPayment): GroupPayable[] =>
  account.borrowerGroupPayments.map((group) => ({
    id: `${account.accountId}.${group.groupId}`,
    account,
    group,
    due: group,
  }));

/** The options offered for an account or group, in the order in which a default is looked for (Y §4.1, ruling 53). */
export function offeredOptions(due: Pick<Due, 'totalDue' | 'pastDueAmt'>): PaymentOption[] {
  const total = maxCents(due.totalDue, ZERO);
  const past = maxCents(due.pastDueAmt, ZERO);
  const offered: PaymentOption[] = [];
  if (total === 0 && past === 0) offered.push('NoPayment');
  if (total > 0) offered.push('MonthlyPayment');
  if (past > 0) offered.push('PastPayment');
  return [...offered, 'OtherAmount'];
}

/**
 * The option with which an account or group starts (Y §4.1): NoPayment where nothing is due, otherwise what is due, or what
 * is past due where that is all. Since one that is not offered gives way (rulings 32, 53), it is the first that is offered.
 */
export const defaultOption = ({ due }: Pick<Payable, 'due'>): PaymentOption => offeredOptions(due)[0] ?? 'OtherAmount';

/** The amount in cents that an option stands for. An Other amount that cannot be read counts as nothing. */
export function amountOf(option: PaymentOption, due: Pick<Due, 'totalDue' | 'pastDueAmt'>, typed: string): Cents {
  switch (option) {
    case 'NoPayment':
      return ZERO;
    case 'MonthlyPayment':
      return maxCents(due.totalDue, ZERO);
    case 'PastPayment':
      return maxCents(due.pastDueAmt, ZERO);
    case 'OtherAmount':
      return parseTyped(typed) ?? ZERO;
  }
}

/**
 * The regular monthly amount in cents (Y §4.1): what was disclosed for this month while some group's due day still lies
 * ahead of today, afterwards what was disclosed for the next month; `otherwise` where that month has no disclosure.
 */
export function monthlyAmount(
  disclosed: readonly DisclosedAmount[],
  dueDates: readonly (PlainDate | null)[],
  today: PlainDate,
  otherwise: Cents,
): Cents {
  const isAhead = dueDates.some((date) => date !== null && dayOfMonth(date) > dayOfMonth(today));
  const month = isAhead ? monthOf(today) : monthOf(addMonths(today, 1));
  return disclosed.find(({ disclosureDate }) => monthOf(disclosureDate) === month)?.amount ?? otherwise;
}

/** {@link monthlyAmount} of an account or group. */
export const monthlyAmountOf = ({ account, group }: Payable, today: PlainDate): Cents =>
  monthlyAmount(
    (group ?? account).disclosedPaymentAmounts,
    (group === null ? account.borrowerGroupPayments : [group]).map(({ paymentDueDate }) => paymentDueDate),
    today,
    (group ?? account).monthlyPaymentAmount,
  );

/**
 * From which amount in cents on the due date would move on, and may be asked to stay (Y §4.1): the next amount due where
 * nothing is due now, otherwise what is past due, due and scheduled next.
 */
export const advancingFrom = (due: Due): Cents =>
  due.amountDue <= 0
    ? due.nextPaymentAmountDue
    : sumCents([maxCents(due.pastDueAmt, ZERO), due.amountDue, due.nextPaymentScheduleAmount]);

/** What is owed after today's cutoff, and the day from which it counts (managed content; 1900-01-01 where it is missing). */
export interface Cutoff {
  readonly items: readonly AfterCutoffDue[];
  readonly accrualEnd: PlainDate;
}

/** The day from which balances after the cutoff count where no content says so (Y §4.2). */
export const DEFAULT_ACCRUAL_END = plainDateOf('1900-01-01');

/** The day in the managed text of the accrual end; the default where there is none or it is no date (YYYY-MM-DD). */
export const accrualEndOf = (text: string | null): PlainDate =>
  parseIsoDate((text ?? '').replaceAll(/<[^>]*>/g, '').trim()) ?? DEFAULT_ACCRUAL_END;

const lastNine = (accountNumber: string): string => accountNumber.slice(-9);

/**
 * An account as an amount on a later day than today is held against (Y §4.2): with what is owed after today's cutoff. An
 * account of the Department of Education (E) stays as it is.
 */
function afterCutoff(account: AccountPayment, items: readonly AfterCutoffDue[]): AccountPayment {
  const item = items.find(({ accountNumber }) => lastNine(accountNumber) === lastNine(account.accountNumber));
  if (item === undefined || account.accountNumber.startsWith('E')) return account;
  const interest = new Map(item.groupPayments.map(({ groupId, accruedInterest }) => [groupId, accruedInterest]));
  return {
    ...account,
    currentBalance: item.outstandingBalance,
    currentPayoff: item.outstandingBalance,
    accruedInterest: sumCents(interest.values()),
    borrowerGroupPayments: account.borrowerGroupPayments.map((group) => ({
      ...group,
      outstandingBalance: interest.get(group.groupId) ?? group.outstandingBalance,
    })),
  };
}

/** The special instructions that say something: `STANDARD` is ignored (Y §3). */
export const specialInstructions = (all: readonly SpecialPaymentInstruction[]): SpecialPaymentInstruction[] =>
  all.filter(({ specialPaymentInstructionsCode }) => specialPaymentInstructionsCode !== 'STANDARD');

/** What the schedule step's fields are judged by. */
export interface ScheduleFacts {
  readonly payment: BorrowerPayment;
  readonly dates: AvailableDates;
  /** The business day. */
  readonly today: PlainDate;
  /** Null as long as it was not needed or could not be fetched: then the balances of today count. */
  readonly cutoff: Cutoff | null;
  /** How close below the payoff an amount is close to it, in cents (ruling 17). */
  readonly nearPayoffRange: Cents;
}

/** The facts of the schedule step, once all that must be fetched is there. */
export function scheduleFacts(known: {
  readonly payment: BorrowerPayment | null;
  readonly dates: AvailableDates | null;
  readonly today: PlainDate | null;
  readonly cutoff: Cutoff | null;
  readonly nearPayoffRange: Cents;
}): ScheduleFacts | undefined {
  const { payment, dates, today, cutoff, nearPayoffRange } = known;
  if (payment === null || dates === null || today === null) return undefined;
  return { payment, dates, today, cutoff, nearPayoffRange };
}

/** The accounts as they stand for a payment on `day`; as of today where the day cannot be read. */
export function accountsOn(
  { payment, today, cutoff }: Pick<ScheduleFacts, 'payment' | 'today' | 'cutoff'>,
  day: PlainDate | undefined,
): readonly AccountPayment[] {
  const accounts = payment.borrowerAccountPayments;
  if (cutoff === null || day === undefined || day <= today || today < cutoff.accrualEnd) return accounts;
  return accounts.map((account) => afterCutoff(account, cutoff.items));
}

/** Whether the chosen day lies after today, so that the balances after the cutoff are wanted (Y §4.2). */
export function isLaterDayChosen(
  values: Pick<ScheduleValues, 'paymentDate'> | undefined,
  today: PlainDate | null,
): boolean {
  const day = values && parseUsDate(values.paymentDate);
  return day !== undefined && today !== null && day > today;
}

/** Judges a day for a payment (Y §5.1): within the window, a banking day, and among the days that the server offers. */
export function judgeDay(day: PlainDate, dates: AvailableDates): PaymentVerdict | undefined {
  if (day < dates.earliestPaymentDate) return { code: 'date.tooEarly', earliest: dates.earliestPaymentDate };
  if (day > dates.latestPaymentDate) return { code: 'date.outsideWindow', paymentRange: dates.paymentRange };
  if (isBankHoliday(day) || (dates.excludeWeekends && isWeekend(day))) return { code: 'date.notBankingDay' };
  if (!dates.availablePaymentDates.includes(day))
    return { code: 'date.outsideWindow', paymentRange: dates.paymentRange };
  return undefined;
}

/** Judges a payment date as typed (Y §5.1). A date that does not exist is a format error (ruling 43). */
export function judgeTypedDate(typed: string, dates: AvailableDates): PaymentVerdict | undefined {
  if (typed.trim() === '') return { code: 'date.required' };
  const day = parseUsDate(typed);
  return day === undefined ? { code: 'date.format' } : judgeDay(day, dates);
}

/**
 * What to say about a day that is offered, though it may be chosen: it lies after the earliest due date, and nothing is
 * past due already (Y §5.1).
 */
export function remarkOnDay(day: PlainDate, payment: BorrowerPayment): PaymentVerdict | undefined {
  const accounts = payment.borrowerAccountPayments;
  if (accounts.some(({ pastDueAmt }) => pastDueAmt > 0)) return undefined;
  const isLate = accounts.some(({ paymentDueDate }) => paymentDueDate !== null && day > paymentDueDate);
  return isLate ? { code: 'date.afterDueDate' } : undefined;
}

/** Judges an Other amount as typed (Y §5.1): readable, and no more than the account's payoff. Nothing typed is missing. */
export function judgeOtherAmount(typed: string, payoff: Cents): PaymentVerdict | undefined {
  if (typed.trim() === '') return { code: 'amount.required' };
  const amount = parseTyped(typed);
  if (amount === undefined) return { code: 'amount.format' };
  return amount > payoff ? { code: 'amount.exceedsPayoff', payoff } : undefined;
}

/** Turns a judging function into a valibot action that carries its verdict. */
const judged = (judge: (typed: string) => PaymentVerdict | undefined) =>
  v.pipe(
    v.string(),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const verdict = dataset.typed ? judge(dataset.value) : undefined;
      if (verdict !== undefined) addIssue({ message: refuse(verdict) });
    }),
  );

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
const hiddenPayables = (values: ScheduleValues, account: AccountPayment): Payable[] =>
  levelOf(values, account) === 'group' ? [accountPayable(account)] : groupPayables(account);

const everyPayable = (account: AccountPayment): Payable[] => [accountPayable(account), ...groupPayables(account)];

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

/** The option chosen for an account or group. */
export const optionOf = (values: ScheduleValues, payable: Payable): PaymentOption =>
  values[optionField(payable)] ?? defaultOption(payable);

const typedOf = (values: ScheduleValues, payable: Payable): string => values[otherAmountField(payable)] ?? '';

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

/**
 * Whether a payment of `amount` cents would move the due date on, so that it may be asked to stay (Y §4.1). `amount` is an
 * Other amount that is no more than the payoff.
 */
export const wouldAdvance = (amount: Cents, due: Due): boolean => amount > 0 && amount >= advancingFrom(due);

/** Whether the box "do not advance the due date" is offered for an account or group as it is chosen (Y §4.1). */
export function offersToKeepDueDate(values: ScheduleValues, payable: Payable): boolean {
  if (optionOf(values, payable) !== 'OtherAmount') return false;
  const typed = typedOf(values, payable);
  return (
    judgeOtherAmount(typed, payable.account.currentPayoff) === undefined &&
    wouldAdvance(parseTyped(typed) ?? ZERO, payable.due)
  );
}

/** Whether a field is an option and the choice is to type an amount. */
export const isOtherAmountChosen = (field: string, value: string | boolean): boolean =>
  field.startsWith('option.') && value === 'OtherAmount';

/** The amount in cents that was typed for a group, where it is its Other amount and can be read. */
const otherAmountOf = (values: ScheduleValues, payable: Payable): Cents | undefined =>
  optionOf(values, payable) === 'OtherAmount' ? parseTyped(typedOf(values, payable)) : undefined;

/**
 * Whether some group gets more than is due on it while another that is past due gets less than its past-due amount (Y
 * §5.1): what is wrong with the group that is asked about, if it is one of the two. Amounts are in cents.
 */
export function judgeAllocation(
  group: { readonly amount: Cents; readonly due: Due },
  others: readonly { readonly amount: Cents; readonly due: Due }[],
): PaymentVerdict | undefined {
  const isExtra = ({ amount, due }: typeof group) => amount > maxCents(due.totalDue, ZERO);
  const isShort = ({ amount, due }: typeof group) => amount < due.pastDueAmt;
  if (isShort(group) && others.some(isExtra)) return { code: 'allocation.shortHere' };
  if (isExtra(group) && others.some(isShort)) return { code: 'allocation.shortElsewhere' };
  return undefined;
}

/** Whether a problem is one of how extra money is shared between groups. */
export const isAllocation = ({ verdict }: FieldProblem): boolean => verdict.code.startsWith('allocation.');

/** What is wrong with the Other amount of an account or group among those that are paid with it. */
function judgePayable(
  values: ScheduleValues,
  payable: Payable,
  siblings: readonly Payable[],
): PaymentVerdict | undefined {
  const payoff = payable.account.currentPayoff;
  const own = judgeOtherAmount(typedOf(values, payable), payoff);
  if (own !== undefined) return own;
  // No group alone is more than the payoff, but together they may be.
  if (sumCents(siblings.map((each) => chosenAmount(values, each))) > payoff)
    return { code: 'amount.exceedsPayoff', payoff };
  if (payable.group === null) return undefined;
  const typed = siblings.flatMap((each) => {
    const amount = otherAmountOf(values, each);
    return amount === undefined ? [] : [{ id: each.id, amount, due: each.due }];
  });
  const mine = typed.find(({ id }) => id === payable.id);
  return mine && judgeAllocation(mine, typed.filter((each) => each !== mine)); // prettier-ignore
}

/** What to say about an Other amount that may be paid (Y §5.1, ruling 17). */
export function remarkOnAmount(
  values: ScheduleValues,
  payable: Payable,
  nearPayoffRange: Cents,
): PaymentVerdict | undefined {
  const amount = otherAmountOf(values, payable);
  const { account, group, due } = payable;
  const payoff = account.currentPayoff;
  if (amount === undefined || amount > payoff) return undefined;
  const isAlone = accountAmount(values, account) === amount;
  if (isAlone && amount < payoff && payoff - amount <= nearPayoffRange) return { code: 'amount.nearPayoff', payoff };
  return group !== null && amount < due.pastDueAmt ? { code: 'amount.belowPastDue' } : undefined;
}

/** The accounts as they stand for the day that was typed. */
export const accountsFor = (facts: ScheduleFacts, values: ScheduleValues): readonly AccountPayment[] =>
  accountsOn(facts, parseUsDate(values.paymentDate));

/** The schema of the schedule step for these facts (Y §5.1); only an Other amount that is chosen and shown is judged. */
export function scheduleSchema(facts: ScheduleFacts, values: ScheduleValues) {
  const { payment, dates } = facts;
  const entries: Record<string, v.GenericSchema> = {
    total: v.optional(
      judged(() => (totalOf(values, payment) === 0 ? { code: 'total.zero' } : undefined)),
      '',
    ),
  };
  for (const account of accountsFor(facts, values)) {
    const payables = payablesOf(values, account);
    for (const payable of payables) {
      if (optionOf(values, payable) !== 'OtherAmount') continue;
      entries[otherAmountField(payable)] = judged(() => judgePayable(values, payable, payables));
    }
  }
  return v.looseObject({ ...entries, paymentDate: judged((typed) => judgeTypedDate(typed, dates)) });
}

/** An Other amount as it stands after leaving its field: two decimals, no commas; left alone where it is no amount. */
export function tidyAmount(typed: string): string {
  const amount = parseTyped(typed);
  return amount === undefined ? typed : formatTyped(amount);
}

/**
 * The values after a field changed (Y §4.1): a fixed option clears the Other amount beside it, and the box "do not advance
 * the due date" is unticked wherever it appears or disappears.
 */
export function followChange(
  field: string,
  changed: ScheduleValues,
  before: ScheduleValues,
  facts: ScheduleFacts,
): ScheduleValues {
  const id = /^option\.(.+)$/.exec(field)?.[1];
  const values =
    id === undefined || changed[`option.${id}`] === 'OtherAmount' ? changed : { ...changed, [`otherAmount.${id}`]: '' };
  return withBoxesReset(values, accountsFor(facts, values), before, accountsFor(facts, before));
}

/** Whether an account or group is among those that are shown, and the box is offered for it. */
const showsBox = (values: ScheduleValues, payable: Payable): boolean =>
  (payable.group !== null) === (levelOf(values, payable.account) === 'group') && offersToKeepDueDate(values, payable);

/** `values` with the box unticked on every account and group where it does not show now, or did not `before`. */
export function withBoxesReset(
  values: ScheduleValues,
  accounts: readonly AccountPayment[],
  before: ScheduleValues,
  accountsBefore: readonly AccountPayment[],
): ScheduleValues {
  let kept = values;
  for (const [index, account] of accounts.entries()) {
    const payablesBefore = everyPayable(accountsBefore[index] ?? account);
    for (const [at, payable] of everyPayable(account).entries()) {
      if (!keepsDueDate(kept, payable)) continue;
      const was = showsBox(before, payablesBefore[at] ?? payable);
      if (!was || !showsBox(values, payable)) kept = { ...kept, [keepDueDateField(payable)]: false };
    }
  }
  return kept;
}

/**
 * The values with which the step is left (Y §4.2): an Other amount that is not shown, because its account is paid the other
 * way, is reset: to 0 where Other was selected, otherwise to nothing. One that is shown is written tidily.
 */
export function settledSchedule(values: ScheduleValues, payment: BorrowerPayment): ScheduleValues {
  let settled = values;
  for (const account of payment.borrowerAccountPayments) {
    for (const payable of payablesOf(values, account)) {
      settled = { ...settled, [otherAmountField(payable)]: tidyAmount(typedOf(values, payable)) };
    }
    for (const payable of hiddenPayables(values, account)) {
      const typed = optionOf(values, payable) === 'OtherAmount' ? formatTyped(ZERO) : '';
      settled = { ...settled, [otherAmountField(payable)]: typed, [keepDueDateField(payable)]: false };
    }
  }
  return settled;
}

/** Choices kept from earlier, as far as they still hold: known accounts and groups, options that are offered. */
export function restoredSchedule(facts: ScheduleFacts, kept: PaymentDraft['values']): ScheduleValues {
  const text = (field: string): string | undefined => {
    const value = kept[field];
    return typeof value === 'string' ? value : undefined;
  };
  const start = startingSchedule(facts);
  let values = { ...start, paymentDate: text('paymentDate') ?? start.paymentDate };
  for (const account of facts.payment.borrowerAccountPayments) {
    const level = text(levelField(account));
    if (level === 'account' || level === 'group') values = { ...values, [levelField(account)]: level };
    for (const payable of everyPayable(account)) {
      const option = offeredOptions(payable.due).find((offered) => offered === text(optionField(payable)));
      if (option === undefined) continue;
      const typed = option === 'OtherAmount' ? (text(otherAmountField(payable)) ?? '') : '';
      values = { ...values, [optionField(payable)]: option, [otherAmountField(payable)]: typed };
    }
  }
  for (const account of accountsFor(facts, values)) {
    for (const payable of everyPayable(account)) {
      const isTicked = kept[keepDueDateField(payable)] === true && showsBox(values, payable);
      values = { ...values, [keepDueDateField(payable)]: isTicked };
    }
  }
  return values;
}

/** The steps of the flow that ask something, in their order. */
export type PaymentStep = PaymentDraft['completed'][number];

/** What stays completed once the method is taken back or changed. */
export const withoutMethod = (completed: readonly PaymentStep[]): PaymentStep[] =>
  completed.filter((step) => step !== 'method');

/** Whether the method step may be entered: the schedule was completed (nobody reaches a step ahead, Y §2.1). */
export const canChooseMethod = (completed: readonly PaymentStep[]): boolean => completed.includes('schedule');

/** Whether the review may be entered: schedule and method were completed. */
export const canReview = (completed: readonly PaymentStep[]): boolean =>
  canChooseMethod(completed) && completed.includes('method');

/** Whether the schedule step is complete: no field at fault and something to pay. */
export const isScheduleComplete = (facts: ScheduleFacts, values: ScheduleValues): boolean =>
  problemsOf(scheduleSchema(facts, values), values).length === 0;

/** The saved method of that id, if the borrower has it. */
export const methodOf = (
  methods: readonly PaymentMethodProfile[],
  id: string | null,
): PaymentMethodProfile | undefined => methods.find((method) => method.profileId === id);

/** The schema of the method step: a saved method is chosen. */
export const methodSchema = (methods: readonly PaymentMethodProfile[]) =>
  v.object({
    methodId: judged((id) => (methodOf(methods, id) === undefined ? { code: 'method.required' } : undefined)),
  });

/** The method with which the step starts: the one chosen before, otherwise the first that is saved (Y §4.3). */
export const startingMethod = (methods: readonly PaymentMethodProfile[], chosen: string): string =>
  (methodOf(methods, chosen) ?? methods[0])?.profileId ?? '';

/** The schema of the review step (Y §5.3). */
export const reviewSchema = v.object({
  terms: v.literal(true, refuse({ code: 'terms.required' } satisfies PaymentVerdict)),
});

/** Whether the payment was taken: status 0 (Y §3). */
export const isPaymentTaken = (answer: SubmitAnswer): boolean => answer.statusCode === 0;
