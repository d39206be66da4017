/** The form of the schedule, and the error panel above it (Y §5.1). */
import { accountName, groupName } from '#domain/account-name.ts';
import { type Payable, accountPayable, groupPayables, isAllocation } from '#domain/payments/rules.ts';
import { accountsFor, optionField, otherAmountField } from '#domain/payments/schedule.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import { allocationSummary, paymentMessages } from '#domain/payments/messages.ts';
import type { Running } from '#machines/kit/view.ts';
import type { paymentSchedule } from '#machines/payments/payment-schedule/payment-schedule.machine.ts';
import { formFields } from '../../kit/form/form-fields.tsx';

/** Returns the labels of the amounts of an account or group, by field. */
const toFieldLabels = (payable: Pick<Payable, 'id'>, name: string): [string, string][] => [
  [optionField(payable), `Amount to pay on ${name}`],
  [otherAmountField(payable), `Other amount for ${name}`],
];

/** Returns the labels of an account's amounts, by field. */
const labelsOfAccount = (account: AccountPayment): [string, string][] => [
  ...toFieldLabels(accountPayable(account), accountName(account)),
  ...groupPayables(account).flatMap((each) => toFieldLabels(each, groupName(account, each.group.groupId))),
];

/** Returns the form of the schedule. */
export function scheduleForm({ state: { context }, send }: Running<typeof paymentSchedule>) {
  const { form } = context;
  const accounts = accountsFor(context, form.values);
  return formFields({
    form,
    send,
    labels: {
      paymentDate: 'Payment Date',
      total: 'Total Payment',
      ...Object.fromEntries(accounts.flatMap(labelsOfAccount)),
    },
    messages: paymentMessages,
    notes: form.panel.some(isAllocation) ? [allocationSummary] : [],
  });
}

export const ScheduleMessages = (running: Running<typeof paymentSchedule>) => scheduleForm(running).panel;
