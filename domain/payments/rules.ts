/** The rules of making a payment (Y §4 and §5), asked by the portal's charts and checked again by the server. */
import * as v from 'valibot';
import { type PlainDate, effectiveDateOf, formatUsDate, isBankHoliday, isWeekend, parseUsDate } from '../calendar.ts';
import { type Cents, ZERO, dollarsFromCents, formatTyped, maxCents, parseTyped, sumCents } from '../money.ts';
import type { BankAccountValues } from '../banking/shapes.ts';
import type { CallFailure } from '../call.ts';
import { type FieldProblem, problemsOf, refuse } from '../verdict.ts';
import type {
  AccountPayment,
  AvailableDates,
  BorrowerPayment,
  PaymentMethodProfile,
  PaymentDraft,
  PaymentOption,
  PaymentRecord,
  ScheduleValues,
  SubmissionOutcome,
  SubmitAnswer,
  SubmitV2,
  SubmitV2Wire,
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
  | { code: 'total.zero' }
  | { code: 'terms.required' }
  | { code: 'method.required' }
  | { code: 'method.unknown' }
  | { code: 'account.unknown' }
  | { code: 'total.mismatch' };

/** What is due, as the options need it; negative amounts count as 0 (ruling 53). */
type Due = Pick<AccountPayment, 'totalDue' | 'pastDueAmt'>;

/** The options offered for an account or group, in the order in which a default is looked for (Y §4.1, ruling 53). */
export function offeredOptions(due: Due): PaymentOption[] {
  const total = maxCents(due.totalDue, ZERO);
  const past = maxCents(due.pastDueAmt, ZERO);
  const offered: PaymentOption[] = [];
  if (total === 0 && past === 0) offered.push('NoPayment');
  if (total > 0) offered.push('MonthlyPayment');
  if (past > 0) offered.push('PastPayment');
  return [...offered, 'OtherAmount'];
}

/** The option with which an account starts; one that is not offered gives way to the first that is (rulings 32, 53). */
export function defaultOption(due: Due): PaymentOption {
  const wanted: PaymentOption = due.totalDue <= 0 ? 'NoPayment' : 'MonthlyPayment';
  const offered = offeredOptions(due);
  return offered.includes(wanted) ? wanted : (offered[0] ?? 'OtherAmount');
}

/** The amount that an option stands for. An Other amount that cannot be read counts as nothing. */
export function amountOf(option: PaymentOption, due: Due, typed: string): Cents {
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

/** What the schedule step's fields are judged by. */
export interface ScheduleFacts {
  readonly payment: BorrowerPayment;
  readonly dates: AvailableDates;
}

/** The fields with which the schedule step starts: every account at its default, the first day that is offered. */
export function startingSchedule({ payment, dates }: ScheduleFacts): ScheduleValues {
  let values: ScheduleValues = {
    paymentDate: formatUsDate(dates.availablePaymentDates[0] ?? dates.earliestPaymentDate),
  };
  for (const account of payment.borrowerAccountPayments) {
    values = { ...values, [optionField(account)]: defaultOption(account), [otherAmountField(account)]: '' };
  }
  return values;
}

/** The option chosen for an account. */
export const optionOf = (values: ScheduleValues, account: AccountPayment): PaymentOption =>
  values[optionField(account)] ?? defaultOption(account);

/** The amount chosen for an account. */
export const chosenAmount = (values: ScheduleValues, account: AccountPayment): Cents =>
  amountOf(optionOf(values, account), account, values[otherAmountField(account)] ?? '');

/** The total over all accounts. */
export const totalOf = (values: ScheduleValues, payment: BorrowerPayment): Cents =>
  sumCents(payment.borrowerAccountPayments.map((account) => chosenAmount(values, account)));

/** Whether a field is an account's option and the choice is to type an amount. */
export const isOtherAmountChosen = (field: string, value: string | boolean): boolean =>
  field.startsWith('option.') && value === 'OtherAmount';

/** The name of an account's Other amount field, and of its option. */
export const otherAmountField = (account: Pick<AccountPayment, 'accountId'>) =>
  `otherAmount.${account.accountId}` as const;
export const optionField = (account: Pick<AccountPayment, 'accountId'>) => `option.${account.accountId}` as const;

/** The schema of the schedule step for these facts (Y §5.1); only an Other amount that is chosen is judged. */
export function scheduleSchema(facts: ScheduleFacts, values: ScheduleValues) {
  const { payment, dates } = facts;
  const entries: Record<string, v.GenericSchema> = {
    total: v.optional(
      judged(() => (totalOf(values, payment) === 0 ? { code: 'total.zero' } : undefined)),
      '',
    ),
  };
  for (const account of payment.borrowerAccountPayments) {
    if (optionOf(values, account) !== 'OtherAmount') continue;
    entries[otherAmountField(account)] = judged((typed) => judgeOtherAmount(typed, account.currentPayoff));
  }
  return v.looseObject({ ...entries, paymentDate: judged((typed) => judgeTypedDate(typed, dates)) });
}

/** An Other amount as it stands after leaving its field: two decimals, no commas; left alone where it is no amount. */
export function tidyAmount(typed: string): string {
  const amount = parseTyped(typed);
  return amount === undefined ? typed : formatTyped(amount);
}

/** The values after an option changed: a fixed option clears the Other amount beside it (Y §4.1). */
export function followOption(field: string, values: ScheduleValues): ScheduleValues {
  const id = /^option\.(.+)$/.exec(field)?.[1];
  if (id === undefined || values[`option.${id}`] === 'OtherAmount') return values;
  return { ...values, [`otherAmount.${id}`]: '' };
}

/** Choices kept from earlier, as far as they still hold: known accounts, options that are offered. */
export function restoredSchedule(facts: ScheduleFacts, kept: Readonly<Record<string, string>>): ScheduleValues {
  let values = { ...startingSchedule(facts), paymentDate: kept['paymentDate'] ?? startingSchedule(facts).paymentDate };
  for (const account of facts.payment.borrowerAccountPayments) {
    const option = offeredOptions(account).find((offered) => offered === kept[optionField(account)]);
    if (option === undefined) continue;
    const typed = option === 'OtherAmount' ? (kept[otherAmountField(account)] ?? '') : '';
    values = { ...values, [optionField(account)]: option, [otherAmountField(account)]: typed };
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

/** The bank account that a payment is drawn from: a saved one by its id, or a new one by its numbers. */
export interface PaymentSource {
  readonly methodId: string | null;
  readonly accountHolder: string;
  readonly accountNickname: string;
  /** Masked where `methodId` says which account it is. */
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountTypeId: 1 | 2;
  readonly savePaymentMethod: boolean;
}

/** A bank number as it is shown: five asterisks and the last four digits (Y §2.1). */
export const maskedNumber = (number: string): string => `*****${number.slice(-4)}`;

/** A saved method as the source of a payment. */
export const sourceOfProfile = (profile: PaymentMethodProfile): PaymentSource => ({
  methodId: profile.profileId,
  accountHolder: profile.accountHolder,
  accountNickname: profile.profileName,
  routingNumber: profile.routingNumber,
  accountNumber: profile.accountNumber,
  accountTypeId: profile.accountTypeId,
  savePaymentMethod: false,
});

/** A new bank account as the source of a payment; once it is saved its id stands for its numbers. */
export const sourceOfBankAccount = (values: BankAccountValues, savedId: string | null): PaymentSource => ({
  methodId: savedId,
  accountHolder: values.accountHolder.trim(),
  accountNickname: values.savePaymentMethod ? values.accountNickname.trim() : '',
  routingNumber: savedId === null ? values.routingNumber : maskedNumber(values.routingNumber),
  accountNumber: savedId === null ? values.accountNumber : maskedNumber(values.accountNumber),
  accountTypeId: values.accountTypeId === '1' ? 1 : 2,
  savePaymentMethod: values.savePaymentMethod,
});

/** What a payload is made from. */
export interface SubmissionFacts extends ScheduleFacts {
  readonly values: ScheduleValues;
  readonly source: PaymentSource;
  readonly payerName: string;
  readonly payerRoleId: number;
  readonly paymentSourceTypeId: number;
  readonly userAgent: string;
}

/** The payload of a payment, version 2 (Y §3). Accounts on which nothing is paid are left out. */
export function submitV2Of(facts: SubmissionFacts): SubmitV2Wire {
  const { payment, values, source } = facts;
  const day = parseUsDate(values.paymentDate);
  if (day === undefined) throw new RangeError('A payment needs a date');
  return {
    effectiveDate: effectiveDateOf(day),
    paymentAmountControlTotal: dollarsFromCents(totalOf(values, payment)),
    advanceDueDate: false,
    borrowerPaymentV2: {
      borrowerAccountPaymentsV2: payment.borrowerAccountPayments
        .map((account) => ({ account, amount: chosenAmount(values, account) }))
        .filter(({ amount }) => amount > 0)
        .map(({ account, amount }) => ({
          accountNumber: account.accountNumber,
          paymentAmount: dollarsFromCents(amount),
          borrowerGroupPaymentsV2: [],
          isGroupLevelPayment: false,
          advanceDueDate: false,
        })),
    },
    payerRoleId: facts.payerRoleId,
    methodId: source.methodId,
    name: facts.payerName,
    accountHolder: source.accountHolder,
    accountNickname: source.accountNickname,
    routingNumber: source.routingNumber,
    accountNumber: source.accountNumber,
    paymentAccountTypeId: source.accountTypeId,
    savePaymentMethod: source.savePaymentMethod,
    paymentSourceTypeId: facts.paymentSourceTypeId,
    email: payment.email,
    paymentSourceRawDetails: facts.userAgent.slice(0, 500),
  };
}

/** What a submission asked for, as the receipt shows it. */
export const recordOf = (
  submission: SubmitV2,
  method: { readonly name: string; readonly accountNumber: string },
): PaymentRecord => ({
  effectiveDate: submission.effectiveDate,
  total: submission.paymentAmountControlTotal,
  accounts: submission.borrowerPaymentV2.borrowerAccountPaymentsV2.map(({ accountNumber, paymentAmount }) => ({
    accountNumber,
    paymentAmount,
  })),
  methodName: method.name,
  methodAccountNumber: method.accountNumber,
});

/** Whether the payment was taken: status 0 (Y §3). */
export const isPaymentTaken = (answer: SubmitAnswer): boolean => answer.statusCode === 0;

/** Whether a submission was found, and was taken. */
export const isRecordedAsTaken = (outcome: SubmissionOutcome): boolean =>
  outcome.outcome === 'recorded' && isPaymentTaken(outcome.answer);

/** Whether a submission was found, and was refused. */
export const isRecordedAsRefused = (outcome: SubmissionOutcome): boolean =>
  outcome.outcome === 'recorded' && !isPaymentTaken(outcome.answer);

/**
 * Whether a failed submission was certainly not taken: the server refused it by name. Anything else, a time-out above
 * all, leaves the outcome open; so does 409, which says that the key was settled elsewhere (ruling 4).
 */
export const isCertainlyNotTaken = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && failure.status >= 400 && failure.status < 500 && failure.status !== 409;

/**
 * Judges a payment that has arrived (Y §5.1), with the server's own facts: its day, each amount against the payoff, the
 * control total. What belongs to whom is checked before.
 */
export function judgeSubmission(
  submission: SubmitV2,
  facts: ScheduleFacts & {
    readonly methods: readonly PaymentMethodProfile[];
    /** What is wrong with a bank account that is not saved; null where nothing is, absent where none was judged. */
    readonly newAccount?: FieldProblem | null;
  },
): FieldProblem | undefined {
  const day = judgeDay(submission.effectiveDate, facts.dates);
  if (day !== undefined) return { field: 'effectiveDate', verdict: day };
  const shares = submission.borrowerPaymentV2.borrowerAccountPaymentsV2;
  for (const [index, share] of shares.entries()) {
    const field = `borrowerPaymentV2.borrowerAccountPaymentsV2.${index}.paymentAmount`;
    const account = facts.payment.borrowerAccountPayments.find((each) => each.accountNumber === share.accountNumber);
    const twice = shares.findIndex((each) => each.accountNumber === share.accountNumber) !== index;
    if (account === undefined || twice) return { field, verdict: { code: 'account.unknown' } };
    if (share.paymentAmount < 0) return { field, verdict: { code: 'amount.format' } };
    if (share.paymentAmount > account.currentPayoff) {
      return { field, verdict: { code: 'amount.exceedsPayoff', payoff: account.currentPayoff } };
    }
  }
  const total = sumCents(shares.map((share) => share.paymentAmount));
  if (total === 0) return { field: 'paymentAmountControlTotal', verdict: { code: 'total.zero' } };
  if (total !== submission.paymentAmountControlTotal) {
    return { field: 'paymentAmountControlTotal', verdict: { code: 'total.mismatch' } };
  }
  if (submission.methodId === null && facts.newAccount !== undefined) return facts.newAccount ?? undefined;
  return methodOf(facts.methods, submission.methodId) === undefined
    ? { field: 'methodId', verdict: { code: 'method.unknown' } }
    : undefined;
}
