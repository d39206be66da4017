/** The four forms of the payment flow and what is made of them. The chart beside this file says when. */
import type { banking } from '#domain/banking/calls.ts';
import {
  type BankAccountFacts,
  bankAccountSchema,
  nameOfBankAccount,
  startingBankAccount,
} from '#domain/banking/rules.ts';
import type { BankAccountValues } from '#domain/banking/shapes.ts';
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

/** The new bank account. */
export const bankAccountForm = formOf<BankAccountValues, BankAccountFacts>({
  schema: bankAccountSchema,
  tidy: (_, value) => (typeof value === 'string' ? value.trim() : value),
});

/** What the new bank account is judged by. */
export const bankFactsOf = ({
  limits,
  methods,
  bank,
  refusedAccount,
  takenNickname,
}: PayflowContext): BankAccountFacts => ({
  ...limits,
  nicknames: [...methods.map(({ profileName }) => profileName), ...(takenNickname === null ? [] : [takenNickname])],
  bank,
  refused: refusedAccount,
});

/** The bank account as typed; nothing before the forms have started. */
export const bankValuesOf = ({ bankAccount }: PayflowContext): BankAccountValues =>
  bankAccount?.values ?? startingBankAccount;

/** The new bank account judged by facts that have changed; `field` counts as left, so that its error shows. */
export function rejudged(context: PayflowContext, field = 'routingNumber'): Pick<PayflowContext, 'bankAccount'> {
  const { bankAccount } = context;
  return {
    bankAccount: bankAccount && bankAccountForm.left(bankAccount, { type: 'field.left', field }, bankFactsOf(context)),
  };
}

/** The request that verifies the new bank account (Y §3). */
export function validationOf(context: PayflowContext): CallRequest<typeof banking.validate> {
  const { routingNumber, accountNumber, accountTypeId } = bankValuesOf(context);
  return {
    body: {
      routingNumber,
      accountNumber,
      accountTypeId: accountTypeId === '1' ? 1 : 2,
      serviceType: 0,
      profileId: null,
    },
  };
}

/** The request that saves the new bank account. */
export function profileOf(context: PayflowContext): CallRequest<typeof banking.save> {
  const { routingNumber, accountNumber, accountTypeId, accountHolder, accountNickname } = bankValuesOf(context);
  return {
    body: {
      profileName: accountNickname.trim(),
      accountTypeId: accountTypeId === '1' ? 1 : 2,
      accountNumber,
      routingNumber,
      accountHolder: accountHolder.trim(),
    },
  };
}

/** Whether the payment is drawn from the new bank account rather than a saved one. */
export const isNewMethod = ({ method }: PayflowContext): boolean => method?.values.methodId === '';

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
  // A new bank account is not kept, so its step has to be taken again.
  const { methodId } = method.values;
  // What was kept and does not hold any more was replaced, so the borrower has to see it and continue anew.
  const isAsKept = Object.entries(values).every(([field, value]) => draft?.values[field] === value);
  const holds = {
    schedule: isAsKept && scheduleForm.isComplete(schedule),
    method: methodId !== '' && methodId === draft?.methodId,
  };
  const bankAccount = bankAccountForm.start(startingBankAccount, bankFactsOf(context));
  return {
    schedule,
    method,
    bankAccount,
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

/** The bank account that the payment is drawn from, and what it is called on review and receipt. */
export function sourceOf(context: PayflowContext): { source: rules.PaymentSource; name: string } {
  const { method, methods, savedMethodId, bank } = context;
  if (isNewMethod(context)) {
    const values = bankValuesOf(context);
    const source = rules.sourceOfBankAccount(values, savedMethodId);
    return { source, name: nameOfBankAccount(values, bank) };
  }
  const profile = rules.methodOf(methods, method?.values.methodId ?? '');
  if (profile === undefined) throw new Error('A payment needs a bank account');
  return { source: rules.sourceOfProfile(profile), name: profile.profileName };
}

function submissionOf(context: PayflowContext) {
  if (context.schedule === null) throw new Error('A payment needs a schedule');
  const { payerRoleId, paymentSourceTypeId, userAgent, person } = context;
  const { source, name } = sourceOf(context);
  return {
    method: { name, accountNumber: rules.maskedNumber(source.accountNumber) },
    payload: rules.submitV2Of({
      ...factsOf(context),
      values: context.schedule.values,
      source,
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
