/** The three forms of the payment flow and what is made of them. The chart beside this file says when. */
import { nameOfBankAccount } from '#domain/banking/rules.ts';
import type { CallRequest } from '#domain/call.ts';
import type { payments } from '#domain/payments/calls.ts';
import * as payload from '#domain/payments/payload.ts';
import * as rules from '#domain/payments/rules.ts';
import {
  type AfterCutoffDue,
  type PaymentDraft,
  type PaymentMethodProfile,
  type PaymentRecord,
  type ScheduleValues,
  SubmitV2,
} from '#domain/payments/shapes.ts';
import * as v from 'valibot';
import type { BankAccountInput } from '../bank-account/bank-account.machine.ts';
import { formOf } from '../kit/form.ts';
import type { PayflowContext } from './payflow.context.ts';

/** When, and how much on each account. */
export const scheduleForm = formOf<ScheduleValues, rules.ScheduleFacts>({
  schema: rules.scheduleSchema,
  follow: rules.followChange,
  tidy: (field, value) =>
    typeof value === 'string' && field.startsWith('otherAmount.') ? rules.tidyAmount(value) : value,
});

/** From which bank account. */
export const methodForm = formOf<{ methodId: string }, readonly PaymentMethodProfile[]>({ schema: rules.methodSchema });

/** What the form for a new bank account starts with: what was typed before, if anything. */
export const bankAccountInput = (context: PayflowContext): BankAccountInput => ({
  limits: context.limits,
  nicknames: [
    ...context.methods.map(({ profileName }) => profileName),
    ...(context.takenNickname === null ? [] : [context.takenNickname]),
  ],
  canSave: context.person.role === 'borrower',
  entry: context.bankAccount,
});

/** Whether the payment is drawn from the new bank account rather than a saved one. */
export const isNewMethod = ({ method }: PayflowContext): boolean => method?.values.methodId === '';

/** The terms. Unticking after ticking shows the error at once (Y §4.4). */
export const reviewForm = formOf<{ terms: boolean }, null>({ schema: () => rules.reviewSchema, eager: () => true });

/** What the schedule is judged by. Only asked for once it has been fetched. */
export function factsOf(context: Parameters<typeof rules.scheduleFacts>[0]): rules.ScheduleFacts {
  const facts = rules.scheduleFacts(context);
  if (facts === undefined) throw new Error('The facts of the payment have not been fetched');
  return facts;
}

/**
 * The schedule judged by the balances after the cutoff, now that they are known (Y §4.2). The box "do not advance the due
 * date" is unticked where it appears or disappears by them.
 */
export function withCutoff(context: PayflowContext, items: readonly AfterCutoffDue[]): Partial<PayflowContext> {
  const { schedule, accrualEnd } = context;
  if (schedule === null) return {};
  const cutoff = { items, accrualEnd };
  const [before, facts] = [factsOf(context), factsOf({ ...context, cutoff })];
  const { values } = schedule;
  const accounts = { now: rules.accountsFor(facts, values), before: rules.accountsFor(before, values) };
  const unticked = rules.withBoxesReset(values, accounts.now, values, accounts.before);
  return { cutoff, schedule: scheduleForm.rejudged(schedule, unticked, facts) };
}

/** The schedule as the step is left: what is not shown is reset (Y §4.2). */
export function settled(context: PayflowContext): Pick<PayflowContext, 'schedule'> {
  const { schedule } = context;
  if (schedule === null) return { schedule };
  const facts = factsOf(context);
  const values = rules.settledSchedule(schedule.values, facts.payment);
  return { schedule: scheduleForm.rejudged(schedule, values, facts) };
}

/** The forms as the flow starts, or starts again: with the choices that were kept, as far as they still hold. */
export function startedForms(context: PayflowContext): Partial<PayflowContext> {
  const facts = factsOf(context);
  const { draft, methods } = context;
  const values = draft === null ? rules.startingSchedule(facts) : rules.restoredSchedule(facts, draft.values);
  const schedule = scheduleForm.start(values, facts);
  const method = methodForm.start({ methodId: rules.startingMethod(methods, draft?.methodId ?? '') }, methods);
  // A new bank account is not kept, so its step has to be taken again.
  const { methodId } = method.values;
  // What was kept and does not hold any more was replaced, so the borrower has to see it and continue anew.
  const isAsKept = Object.entries(values).every(([field, value]) => draft?.values[field] === value);
  const holds = {
    schedule: isAsKept && scheduleForm.isComplete(schedule),
    method: methodId !== '' && methodId === draft?.methodId,
  };
  return {
    schedule,
    method,
    bankAccount: null,
    verifiedAccount: null,
    completed: (draft?.completed ?? []).filter((step) => holds.schedule && holds[step]),
    draft: null,
  };
}

/** The field to which focus goes when nothing is to be paid: the first amount (Y §4.2). */
export function firstAmountField({ schedule, payment }: PayflowContext): string {
  if (schedule === null || payment === null) return 'paymentDate';
  const [first] = payment.borrowerAccountPayments.flatMap((account) => rules.payablesOf(schedule.values, account));
  if (first === undefined) return 'paymentDate';
  return rules.optionOf(schedule.values, first) === 'OtherAmount'
    ? rules.otherAmountField(first)
    : rules.optionField(first);
}

/** The bank account that the payment is drawn from, and what it is called on review and receipt. */
export function sourceOf(context: PayflowContext): { source: payload.PaymentSource; name: string } {
  const { method, methods, verifiedAccount } = context;
  if (isNewMethod(context) && verifiedAccount !== null) {
    const { values, bank, savedId } = verifiedAccount;
    const source = payload.sourceOfBankAccount(values, bank?.bankName ?? '', savedId);
    return { source, name: nameOfBankAccount(values, bank) };
  }
  const profile = rules.methodOf(methods, method?.values.methodId ?? '');
  if (profile === undefined) throw new Error('A payment needs a bank account');
  return { source: payload.sourceOfProfile(profile), name: profile.profileName };
}

/** What the payload is made from. */
function submissionFactsOf(context: PayflowContext): payload.SubmissionFacts {
  if (context.schedule === null) throw new Error('A payment needs a schedule');
  const { payerRoleId, paymentSourceTypeId, userAgent, person, methodPreserved } = context;
  return {
    ...factsOf(context),
    values: context.schedule.values,
    source: sourceOf(context).source,
    methodPreserved,
    payerName: `${person.givenName} ${person.familyName}`,
    payerRoleId,
    paymentSourceTypeId,
    userAgent,
  };
}

/** The key under which what was reviewed is submitted. */
function keyOf({ submission }: PayflowContext): string {
  if (submission === null) throw new Error('A submission needs its key');
  return submission.key;
}

/** The request that submits what was reviewed, under its key; in the newer form, and in the older one. */
export const payloadOf = (context: PayflowContext): CallRequest<typeof payments.submit> => ({
  body: payload.submitV2Of(submissionFactsOf(context)),
  idempotencyKey: keyOf(context),
});
export const payloadV1Of = (context: PayflowContext): CallRequest<typeof payments.submitV1> => ({
  body: payload.submitV1Of(submissionFactsOf(context)),
  idempotencyKey: keyOf(context),
});

/** The key of what was submitted before a reload, to ask what became of it. */
export const earlierSubmissionOf = (context: PayflowContext): { idempotencyKey: string; body: null } => ({
  idempotencyKey: keyOf(context),
  body: null,
});

/** What was submitted, as the receipt shows it. */
export function recordedPayment(context: PayflowContext): PaymentRecord {
  const { source, name } = sourceOf(context);
  const method = { name, accountNumber: payload.maskedNumber(source.accountNumber) };
  return payload.recordOf(v.parse(SubmitV2, payload.submitV2Of(submissionFactsOf(context))), method);
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
