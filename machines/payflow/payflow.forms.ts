/** The three forms of the payment flow and what is made of them. The chart beside this file says when. */
import type { CallRequest } from '#domain/call.ts';
import type { payments } from '#domain/payments/calls.ts';
import * as rules from '#domain/payments/rules.ts';
import {
  type PaymentDraft,
  type PaymentMethodProfile,
  type PaymentRecord,
  type ScheduleValues,
  SubmitV2,
} from '#domain/payments/shapes.ts';
import * as v from 'valibot';
import { formOf } from '../kit/form.ts';
import type { PayflowContext } from './payflow.context.ts';

/** When, and how much on each account. */
export const scheduleForm = formOf<ScheduleValues, rules.ScheduleFacts>({
  schema: rules.scheduleSchema,
  follow: rules.followOption,
  tidy: (field, value) =>
    typeof value === 'string' && field.startsWith('otherAmount.') ? rules.tidyAmount(value) : value,
});

/** From which bank account. */
export const methodForm = formOf<{ methodId: string }, readonly PaymentMethodProfile[]>({ schema: rules.methodSchema });

/** The terms. Unticking after ticking shows the error at once (Y §4.4). */
export const reviewForm = formOf<{ terms: boolean }, null>({ schema: () => rules.reviewSchema, eager: () => true });

/** What the schedule is judged by. Only asked for once it has been fetched. */
export function factsOf({ payment, dates }: Pick<PayflowContext, 'payment' | 'dates'>): rules.ScheduleFacts {
  if (payment === null || dates === null) throw new Error('The facts of the payment have not been fetched');
  return { payment, dates };
}

/** The forms as the flow starts, or starts again: with the choices that were kept, as far as they still hold. */
export function startedForms(context: PayflowContext): Partial<PayflowContext> {
  const facts = factsOf(context);
  const { draft, methods } = context;
  const values = draft === null ? rules.startingSchedule(facts) : rules.restoredSchedule(facts, draft.values);
  const schedule = scheduleForm.start(values, facts);
  const method = methodForm.start({ methodId: rules.startingMethod(methods, draft?.methodId ?? '') }, methods);
  const holds = { schedule: scheduleForm.isComplete(schedule), method: method.values.methodId === draft?.methodId };
  return {
    schedule,
    method,
    completed: (draft?.completed ?? []).filter((step) => holds.schedule && holds[step]),
    draft: null,
  };
}

/** The field to which focus goes when nothing is to be paid: the first amount (Y §4.2). */
export function firstAmountField({ schedule, payment }: PayflowContext): string {
  const account = payment?.borrowerAccountPayments[0];
  if (account === undefined || schedule === null) return 'paymentDate';
  return rules.optionOf(schedule.values, account) === 'OtherAmount'
    ? rules.otherAmountField(account)
    : rules.optionField(account);
}

function submissionOf(context: PayflowContext) {
  const method = rules.methodOf(context.methods, context.method?.values.methodId ?? '');
  if (context.schedule === null || method === undefined) throw new Error('A payment needs a schedule and a method');
  const { payerRoleId, paymentSourceTypeId, userAgent, person } = context;
  return {
    method,
    payload: rules.submitV2Of({
      ...factsOf(context),
      values: context.schedule.values,
      method,
      payerName: `${person.givenName} ${person.familyName}`,
      payerRoleId,
      paymentSourceTypeId,
      userAgent,
    }),
  };
}

/** The request that submits what was reviewed, under its key. */
export function payloadOf(context: PayflowContext): CallRequest<typeof payments.submit> {
  if (context.submission === null) throw new Error('A submission needs its key');
  return { body: submissionOf(context).payload, idempotencyKey: context.submission.key };
}

/** What was submitted, as the receipt shows it. */
export function recordedPayment(context: PayflowContext): PaymentRecord {
  const { method, payload } = submissionOf(context);
  return rules.recordOf(v.parse(SubmitV2, payload), method);
}

/** What of the flow is kept in this tab; nothing before the forms have started. */
export function payflowDraft(context: PayflowContext): PaymentDraft | null {
  if (context.schedule === null || context.method === null) return context.draft;
  return {
    version: 1,
    values: { ...context.schedule.values },
    methodId: context.method.values.methodId,
    completed: [...context.completed],
    submission: context.submission,
  };
}
