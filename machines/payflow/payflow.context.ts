/** What the payment flow starts with, is told and remembers, and what it hands on to the machines of its steps. */
import type { CallRequest } from '#domain/call.ts';
import type { Person } from '#domain/identity/shapes.ts';
import type { Cents } from '#domain/money.ts';
import type { payments } from '#domain/payments/calls.ts';
import { submitV1Of } from '#domain/payments/payload-v1.ts';
import { type SubmissionFacts, submitV2Of } from '#domain/payments/payload.ts';
import { type PayLink, knownPayLink } from '#domain/payments/pay-link.ts';
import { recordOfChosen } from '#domain/payments/record.ts';
import { type ScheduleFacts, extraAmountField } from '#domain/payments/schedule.ts';
import type { PaymentDraft, PaymentRecord, SubmitAnswer } from '#domain/payments/shapes.ts';
import { chosenSource, withSaved } from '#domain/payments/source.ts';
import { mustReenterAccount, resumedDraft, stillCompleted } from '#domain/payments/steps.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import type { RestartWanted, ScreenWanted } from '../kit/events.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { required } from '../kit/required.ts';
import type { SubmissionInput } from '../kit/submission.machine.ts';
import type { PaymentFacts } from '../payment-facts/payment-facts.machine.ts';
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
  startedSchedule,
} from '../payment-schedule/payment-schedule.machine.ts';

/** What is submitted, in one of its two versions. */
type PaymentBody = CallRequest<typeof payments.submit>['body'] | CallRequest<typeof payments.submitV1>['body'];

/** How the submission of a payment ended. */
export type PaymentResult = SubmissionResult<SubmitAnswer, PaymentRecord>;

export interface PayflowInput {
  readonly person: Person;
  readonly payerRoleId: number;
  readonly paymentSourceTypeId: number;
  /** The browser's user-agent string, sent with the payment (Y §3). */
  readonly userAgent: string;
  /** The lengths that a name on account and a nickname may have. */
  readonly limits: PaymentMethodInput['limits'];
  /** In which version the payment is submitted (flag `isSubmitPaymentApiVersionV2`, Y §4.4). */
  readonly submitVersion: 1 | 2;
  /** Whether the newer sidebar stands beside the steps (flag `useNewPaymentSidebar`). */
  readonly hasNewSidebar: boolean;
  /** How close below the payoff an amount is close to it, in cents (ruling 17). */
  readonly nearPayoffRange: Cents;
  /** What was kept of an unfinished payment. */
  readonly draft: PaymentDraft | null;
  /** The account for which the address asks (ruling 70). */
  readonly link: PayLink | null;
}

/** What comes of the steps, one after the other. Null is what has not been come to. */
interface Steps {
  /** When, and how much on each account. */
  readonly schedule: ScheduleEntry | null;
  /** Whether the schedule is as it started and has not been completed. */
  readonly isUntouched: boolean;
  /** From which bank account; what is known of a new one is in memory only. */
  readonly method: MethodEntry | null;
  /** Whether a new bank account had been verified before a reload or on another device: its numbers were not kept. */
  readonly mustReenterAccount: boolean;
  /** Whether the borrower came back from a method that had been chosen (Y §4.3). */
  readonly methodPreserved: boolean;
  /** The steps that were completed by Continue and not changed since. */
  readonly completed: PaymentDraft['completed'];
  /** The key under which the payment is submitted, and whether it has been sent. */
  readonly submission: PaymentDraft['submission'];
  /** What has been sent; null where it was sent before a reload. In memory only. */
  readonly body: PaymentBody | null;
  /** How the submission ended. */
  readonly result: PaymentResult | null;
  /** What was paid, as the receipt shows it. */
  readonly record: PaymentRecord | null;
  /** Said above the next screen. */
  readonly notice: 'nothingWasPaid' | null;
}

export interface PayflowContext extends PayflowInput, Steps {
  readonly facts: PaymentFacts | null;
  /** The id of the account for which the address asked; null for none or an unknown one. Kept in the draft. */
  readonly account: string | null;
  /** Whether the flow started without the draft that was there. */
  readonly isDraftSetAside: boolean;
  readonly review: Form<{ terms: boolean }>;
}

export type PayflowEvent =
  | PaymentScheduleEvent
  | PaymentMethodEvent
  | FormEvent
  | { type: 'previous.pressed' }
  | { type: 'submit.pressed' }
  | { type: 'refusal.closed' }
  | { type: 'anotherPayment.wanted' }
  | { type: 'retry.wanted' }
  | RestartWanted
  | ScreenWanted<'#schedule' | '#methods' | '#review' | '#receipt'>;

/** A payment of which nothing is chosen. */
export const nothingChosen: Steps = {
  schedule: null,
  isUntouched: true,
  method: null,
  mustReenterAccount: false,
  methodPreserved: false,
  completed: [],
  submission: null,
  body: null,
  result: null,
  record: null,
  notice: null,
};

/** What the schedule is validated against. */
function scheduleFactsOf({ facts, nearPayoffRange, schedule }: PayflowContext): ScheduleFacts {
  const { payment, dates, today, upcoming } = required(facts, 'the facts of the payment');
  return { payment, dates, today, upcoming, nearPayoffRange, cutoff: schedule?.cutoff ?? null };
}

/**
 * Returns the steps as the flow starts, or restarts after something could not be loaded or made: with the choices that were
 * kept, as far as they still hold. A new bank account is in memory only, and is verified again.
 */
export function startedSteps(context: PayflowContext, facts: PaymentFacts) {
  const link = knownPayLink(context.link, facts.payment.borrowerAccountPayments);
  const draft = payflowDraft(context);
  const resumed = resumedDraft(draft, link?.accountId ?? null);
  const started = scheduleFactsOf({ ...context, facts, schedule: null });
  const schedule = startedSchedule(started, resumed?.values ?? null, link);
  const typed = context.method && withSavedChosen(context.method);
  const method = typed?.methodId === '' ? typed : startedMethod(facts.methods, resumed?.methodId ?? null);
  const now = { facts: started, values: schedule.form.values, methodId: method.methodId };
  const completed = resumed === null ? [] : stillCompleted(resumed, now);
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
    submission: resumed === null ? null : context.submission,
    body: null,
    draft: null,
  };
}

/** Returns the field in which the borrower types an extra amount, if the address asks for it. */
export const wantedAmountField = ({ link, schedule, facts }: Pick<PayflowContext, 'link' | 'schedule' | 'facts'>) =>
  schedule && facts ? extraAmountField(schedule.form.values, facts.payment, link) : undefined;

/** The method step as it is come back to, and the saved methods with an account that was saved there. */
export const withMethodSaved = ({ facts }: PayflowContext, { verified }: MethodEntry): PaymentFacts | null =>
  facts && verified ? { ...facts, methods: withSaved(facts.methods, verified) } : facts;

/** What the schedule step starts with. */
export function scheduleInputOf(context: PayflowContext): PaymentScheduleInput {
  const { accrualEnd } = required(context.facts, 'the facts of the payment');
  const entry = required(context.schedule, 'a schedule');
  return { ...scheduleFactsOf(context), accrualEnd, account: context.account, entry };
}

/** What the method step starts with. A payer saves no method (ruling 58). */
export function methodInputOf({ facts, method, limits, person }: PayflowContext): PaymentMethodInput {
  const { methods } = required(facts, 'the facts of the payment');
  return { methods, limits, canSave: person.role === 'borrower', entry: required(method, 'a method') };
}

/** What is submitted is made from this; `name` is what the bank account is called. */
function chosenOf(context: PayflowContext): SubmissionFacts & { readonly name: string } {
  const { facts, schedule, method, methodPreserved, person, payerRoleId, paymentSourceTypeId, userAgent } = context;
  const { methods } = required(facts, 'the facts of the payment');
  return {
    ...scheduleFactsOf(context),
    ...required(chosenSource(required(method, 'a method'), methods), 'a bank account'),
    values: required(schedule, 'a schedule').form.values,
    methodPreserved,
    payerName: `${person.givenName} ${person.familyName}`,
    payerRoleId,
    paymentSourceTypeId,
    userAgent,
  };
}

/** What was reviewed as it is submitted. */
export function bodyOf(context: PayflowContext): PaymentBody {
  const chosen = chosenOf(context);
  return context.submitVersion === 2 ? submitV2Of(chosen) : submitV1Of(chosen);
}

/** What is sent under its key; nothing where it was sent before a reload, so that only its outcome is asked for. */
export const submissionOf = ({ submission, body }: PayflowContext): SubmissionInput<PaymentBody> => ({
  idempotencyKey: required(submission, 'a key').key,
  body,
});

/**
 * What was submitted as the receipt shows it; the server's own record of it where that was asked for. Null where neither is
 * known: the confirmation number stands alone.
 */
export function recordOfResult(context: PayflowContext, result: PaymentResult): PaymentRecord | null {
  if (result.result !== 'accepted') return null;
  if (result.record !== null) return result.record;
  const { method, facts } = context;
  if (method === null || facts === null || chosenSource(method, facts.methods) === undefined) return null;
  const chosen = chosenOf(context);
  return recordOfChosen(chosen, chosen.name);
}

/** What of the flow is kept while it is unfinished; what was kept before, as long as the steps have not started. */
export function payflowDraft(context: PayflowContext): PaymentDraft | null {
  const { draft, schedule, method, completed, submission, account, isUntouched } = context;
  if (schedule === null || method === null) return draft;
  return {
    version: 1,
    values: { ...schedule.form.values },
    methodId: withSavedChosen(method).methodId,
    completed: [...completed],
    account,
    isUntouched,
    submission,
  };
}
