/** The form of the schedule, and the error panel above it (Y §5.1). */
import { accountName, groupName } from '#domain/account-name.ts';
import { groupPayables, isAllocation } from '#domain/payments/rules.ts';
import { accountsFor, otherAmountField } from '#domain/payments/schedule.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import { allocationSummary, paymentMessages } from '#domain/payments/messages.ts';
import type { Running } from '#machines/kit/view.ts';
import type { paymentSchedule } from '#machines/payments/payment-schedule/payment-schedule.machine.ts';
import { formFields } from '../../kit/form/form-fields.tsx';

/** Returns the labels of an account's amount fields, by field. */
function labelsOf(account: AccountPayment): [string, string][] {
  return [
    [otherAmountField({ id: account.accountId }), `Other amount for ${accountName(account)}`],
    ...groupPayables(account).map((group): [string, string] => [
      otherAmountField(group),
      `Other amount for ${groupName(account, group.group.groupId)}`,
    ]),
  ];
}

/** The form of the schedule. */
export function scheduleForm({ state: { context }, send }: Running<typeof paymentSchedule>) {
  const { form } = context;
  const accounts = accountsFor(context, form.values);
  return formFields({
    form,
    send,
    labels: {
      paymentDate: 'Payment Date',
      total: 'Total Payment',
      ...Object.fromEntries(accounts.flatMap(labelsOf)),
    },
    messages: paymentMessages,
    notes: form.panel.some(isAllocation) ? [allocationSummary] : [],
  });
}

export const ScheduleMessages = (running: Running<typeof paymentSchedule>) => scheduleForm(running).panel;
