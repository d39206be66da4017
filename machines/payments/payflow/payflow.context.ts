/** Input, events and context of the payment flow, and the input of the machines of its steps. */
import type { CallRequest } from '#domain/call.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import type { Cents } from '#domain/money.ts';
import type { paymentSubmissions } from '#domain/payments/submission-calls.ts';
import { toSubmitV1 } from '#domain/payments/payload-v1.ts';
import { type PaymentSubmissionInput, chosenOrder, toSubmitV2 } from '#domain/payments/payload.ts';
import { type PayLink, knownPayLink } from '#domain/payments/pay-link.ts';
import { recordOfChosen } from '#domain/payments/record.ts';
import { type ScheduleInput, chosenLines, extraAmountField } from '#domain/payments/schedule.ts';
import type { PaymentDraft, PaymentRecord, SubmitResponse } from '#domain/payments/submission-shapes.ts';
import { chosenSource, withSaved } from '#domain/payments/source.ts';
import { type CompletedSteps, mustReenterAccount, resumedDraft, stillCompleted } from '#domain/payments/steps.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import type { FactsOutdated, KeyMade, RestartRequested, ScreenRequested } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { required } from '../../kit/failures.ts';
import { type Keyed, storedKey } from '../../kit/submit-once.ts';
import type { ChangingPaymentData } from './facts-again.machine.ts';
import type { PaymentData } from './payment-facts.machine.ts';
import type { PaymentForecastInput } from './payment-forecast.machine.ts';
import { typedBankAccount } from '../bank-account/bank-account.machine.ts';
import {
  type MethodEntry,
  type PaymentMethodInput,
  type PaymentMethodEvent,
  startedMethod,
  withSavedChosen,
} from '../payment-method/payment-method.machine.ts';
import {
  type PaymentScheduleInput,
  type PaymentScheduleEvent,
  type ScheduleEntry,
  revalidatedSchedule,
  scheduleForm,
  startedSchedule,
} from '../payment-schedule/payment-schedule.machine.ts';

/** Request body in one of its two versions. */
type PaymentBody =
  | CallRequest<typeof paymentSubmissions.submit>['body']
  | CallRequest<typeof paymentSubmissions.submitV1>['body'];

export type PaymentResult = SubmissionResult<SubmitResponse, PaymentRecord>;

export interface PayflowInput {
  readonly person: Person;
  readonly payerRoleId: number;
  readonly paymentSourceTypeId: number;
  /** Browser's user agent string, sent with the payment (Y §3). */
  readonly userAgent: string;
  /** Maximum lengths of the name on account and the nickname. */
  readonly limits: PaymentMethodInput['limits'];
  /** API version for the submission (flag `isSubmitPaymentApiVersionV2`, Y §4.4). */
  readonly submitVersion: 1 | 2;
  /** Whether the steps use the newer sidebar (flag `useNewPaymentSidebar`). */
  readonly hasNewSidebar: boolean;
  /** Range below the payoff amount, in cents, in which an amount counts as close to it (ruling 17). */
  readonly nearPayoffRange: Cents;
  readonly draft: PaymentDraft | null;
  /** Account requested by the URL (ruling 70). */
  readonly link: PayLink | null;
}

/** Data of the steps in order. Null for a step that has not been reached. */
interface Steps extends Keyed {
  /** Date and amounts. */
  readonly schedule: ScheduleEntry | null;
  /** Whether the schedule has its initial values and was not completed. */
  readonly isUntouched: boolean;
  /** Bank account. The numbers of a new one are in memory only. */
  readonly method: MethodEntry | null;
  /** Whether a new bank account was verified before a reload or on another device. Its numbers were not stored. */
  readonly mustReenterAccount: boolean;
  /** Whether the borrower returned from a chosen method (Y §4.3). */
  readonly methodPreserved: boolean;
  /** Steps that the borrower completed with Continue and has not changed since. */
  readonly completed: CompletedSteps;
  /** Whether the payment was sent before the facts were loaded, so that they include it. */
  readonly isSentBefore: boolean;
  /** Result of the submission. */
  readonly result: PaymentResult | null;
  /** Payment as shown on the receipt. */
  readonly record: PaymentRecord | null;
  /** Notice on the next screen. */
  readonly notice: 'nothingWasPaid' | 'amountsChanged' | 'paymentAdded' | null;
}

export interface PayflowContext extends PayflowInput, Steps {
  readonly facts: PaymentData | null;
  /** Id of the account in the URL, or null for none or an unknown one. Stored in the draft. */
  readonly account: string | null;
  /** Whether the flow ignored an existing draft. */
  readonly isDraftSetAside: boolean;
  readonly review: Form<{ terms: boolean }>;
}

export type PayflowEvent =
  | PaymentScheduleEvent
  | PaymentMethodEvent
  | KeyMade
  | FormEvent
  | { type: 'previous.pressed' }
  | { type: 'submit.pressed' }
  | { type: 'refusal.closed' }
  | { type: 'anotherPayment.requested' }
  | { type: 'retry.requested' }
  | FactsOutdated
  | RestartRequested
  | ScreenRequested<'#schedule' | '#methods' | '#review' | '#receipt'>;

/** Steps of a payment without any choices. */
export const nothingChosen: Steps = {
  schedule: null,
  isUntouched: true,
  method: null,
  mustReenterAccount: false,
  methodPreserved: false,
  completed: [],
  key: null,
  isSentBefore: false,
  result: null,
  record: null,
  notice: null,
};

type ScheduleContext = Pick<PayflowContext, 'facts' | 'nearPayoffRange' | 'schedule'>;

/** Returns the facts for the validation of the schedule. */
function toScheduleRuleInput({ facts, nearPayoffRange, schedule }: ScheduleContext): ScheduleInput {
  const { payment, dates, today, upcoming } = required(facts, 'the facts of the payment');
  return { payment, dates, today, upcoming, nearPayoffRange, cutoff: schedule?.cutoff ?? null };
}

/**
 * Returns the steps at the start of the flow, or at a restart after a failure, with the earlier choices that are still
 * valid. The numbers of a new bank account are in memory only, and it must be verified again.
 */
export function startedSteps(context: PayflowContext, facts: PaymentData) {
  const link = knownPayLink(context.link, facts.payment.borrowerAccountPayments);
  const draft = payflowDraft(context);
  const resumed = resumedDraft(draft, link?.accountId ?? null);
  const started = toScheduleRuleInput({ ...context, facts, schedule: null });
  const schedule = startedSchedule(started, resumed?.values ?? null, link);
  const typed = context.method && withSavedChosen(context.method);
  const method =
    typed?.methodId === ''
      ? typed
      : startedMethod(toMethodRuleInput(context, facts), resumed?.methodId ?? null, resumed?.newAccount ?? {});
  const now = { facts: started, values: schedule.form.values, methodId: method.methodId };
  const completed: CompletedSteps = resumed === null ? [] : stillCompleted(resumed, now);
  const isLost = context.method === null && resumed !== null && mustReenterAccount(resumed);
  return {
    facts,
    account: link?.accountId ?? resumed?.account ?? context.account,
    isDraftSetAside: context.isDraftSetAside || (context.draft !== null && resumed === null),
    schedule,
    isUntouched: resumed === null,
    method,
    mustReenterAccount: context.mustReenterAccount || isLost,
    completed,
    isSentBefore: context.key !== null,
    draft: null,
  };
}

/** Returns the facts with the reloaded ones. */
export const withFactsAgain = ({ facts }: PayflowContext, again: ChangingPaymentData): PaymentData => ({
  ...required(facts, 'the facts of the payment'),
  ...again,
});

/** Returns the choices of the schedule with the reloaded facts, as attempted: the errors are shown. */
export function scheduleAgain(context: ScheduleContext, again: ChangingPaymentData): ScheduleEntry {
  const facts = { ...toScheduleRuleInput(context), ...again };
  const entry = revalidatedSchedule(facts, required(context.schedule, 'a schedule'));
  return { ...entry, form: scheduleForm.attempted(entry.form, facts) };
}

/** Returns the lines of the reviewed payment. */
const findChosenLines = ({ form }: ScheduleEntry, { payment }: Pick<PaymentData, 'payment'>) =>
  chosenLines(form.values, payment);

/** Returns whether the reviewed choices are no longer valid, or are no longer the same amounts. */
export function isOutdated(context: ScheduleContext, again: ChangingPaymentData): boolean {
  const before = findChosenLines(
    required(context.schedule, 'a schedule'),
    required(context.facts, 'the facts of the payment'),
  );
  const entry = scheduleAgain(context, again);
  const now = findChosenLines(entry, again);
  return !scheduleForm.isComplete(entry.form) || JSON.stringify(before) !== JSON.stringify(now);
}

/** Returns whether a payment on an account that is paid is in process now, and was not when the review showed it. */
export function isPaymentAdded({ schedule, facts }: PayflowContext, { upcoming }: ChangingPaymentData): boolean {
  const known = required(facts, 'the facts of the payment');
  const shown = new Set(known.upcoming.map(({ paymentDetailId }) => paymentDetailId));
  const paid = new Set(
    findChosenLines(required(schedule, 'a schedule'), known).map(({ accountNumber }) => accountNumber),
  );
  return upcoming.some(
    ({ accountNumber, paymentDetailId, description }) =>
      paid.has(accountNumber) && !shown.has(paymentDetailId) && description !== 'Cancelled',
  );
}

/** Returns the field for an extra amount, if the URL asks for it. */
export const requestedAmountField = ({ link, schedule, facts }: Pick<PayflowContext, 'link' | 'schedule' | 'facts'>) =>
  schedule && facts ? extraAmountField(schedule.form.values, facts.payment, link) : undefined;

/** Returns the facts for a return to the method step. Their saved methods include an account that was saved there. */
export const withMethodSaved = ({ facts }: PayflowContext, { verified }: MethodEntry): PaymentData | null =>
  facts && verified ? { ...facts, methods: withSaved(facts.methods, verified) } : facts;

/** Returns the input of the schedule step. */
export function toScheduleInput(context: PayflowContext): PaymentScheduleInput {
  const { accrualEnd } = required(context.facts, 'the facts of the payment');
  const entry = required(context.schedule, 'a schedule');
  return { ...toScheduleRuleInput(context), accrualEnd, account: context.account, entry };
}

/** Returns the facts of the method step. A payer does not save methods (ruling 58). */
const toMethodRuleInput = (
  { limits, person }: Pick<PayflowContext, 'limits' | 'person'>,
  { methods }: PaymentData,
) => ({
  methods,
  limits,
  canSave: person.role === 'borrower',
});

/** Returns the input of the method step. */
export const toMethodInput = (context: PayflowContext): PaymentMethodInput => ({
  ...toMethodRuleInput(context, required(context.facts, 'the facts of the payment')),
  entry: required(context.method, 'a method'),
});

/** Returns the choices from which the request is built; `name` is the label of the bank account. */
function toSubmissionInput(context: PayflowContext): PaymentSubmissionInput & { readonly name: string } {
  const { facts, schedule, method, methodPreserved, person, payerRoleId, paymentSourceTypeId, userAgent } = context;
  const { methods } = required(facts, 'the facts of the payment');
  return {
    ...toScheduleRuleInput(context),
    ...required(chosenSource(required(method, 'a method'), methods), 'a bank account'),
    values: required(schedule, 'a schedule').form.values,
    methodPreserved,
    payerName: `${person.givenName} ${person.familyName}`,
    payerRoleId,
    paymentSourceTypeId,
    userAgent,
  };
}

/** Returns the request body for the reviewed choices. */
export function toPaymentBody(context: PayflowContext): PaymentBody {
  const chosen = toSubmissionInput(context);
  return context.submitVersion === 2 ? toSubmitV2(chosen) : toSubmitV1(chosen);
}

/** Returns the input of the forecast for the reviewed date and amounts. */
export function toForecastInput({ facts, schedule }: PayflowContext): PaymentForecastInput {
  const { payment } = required(facts, 'the facts of the payment');
  return { order: chosenOrder({ payment, values: required(schedule, 'a schedule').form.values }) };
}

/**
 * Returns the payment for the receipt: the submitted choices, or the server's record if the machine asked for the
 * outcome. Null if neither is known; the receipt then shows only the confirmation number.
 */
export function recordOfResult(context: PayflowContext, result: PaymentResult): PaymentRecord | null {
  if (result.result !== 'accepted') return null;
  const { method, facts, isSentBefore } = context;
  // After a reload the amounts due may be others than those that were submitted.
  if (result.record !== null || isSentBefore) return result.record;
  if (method === null || facts === null || chosenSource(method, facts.methods) === undefined) return null;
  const chosen = toSubmissionInput(context);
  return recordOfChosen(chosen, chosen.name);
}

/** Returns the draft of the unfinished flow, or the earlier draft until the steps have started. */
export function payflowDraft(context: PayflowContext): PaymentDraft | null {
  const { draft, schedule, method, completed, account, isUntouched } = context;
  if (schedule === null || method === null) return draft;
  const { methodId, bankAccount } = withSavedChosen(method);
  const { typed, leftOut } = typedBankAccount(bankAccount);
  return {
    version: 1,
    values: { ...schedule.form.values },
    methodId,
    newAccount: typed,
    leftOut,
    completed,
    account,
    isUntouched,
    submission: storedKey(context),
  };
}
