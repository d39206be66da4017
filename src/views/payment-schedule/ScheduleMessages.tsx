/** What is said above the schedule: the fields that are to be put right (Y §5.1). */
import { groupPayables, isAllocation } from '#domain/payments/rules.ts';
import { accountsFor, otherAmountField } from '#domain/payments/schedule.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import { allocationSummary, paymentWords } from '#domain/payments/words.ts';
import { say } from '#domain/verdict.ts';
import type { Running } from '#machines/kit/view.ts';
import type { paymentSchedule } from '#machines/payment-schedule/payment-schedule.machine.ts';
import { ErrorPanel } from '../../ui/index.ts';

/** What a field is called in the error panel. */
function labelOf(field: string, accounts: readonly AccountPayment[]): string {
  if (field === 'paymentDate') return 'Payment Date';
  for (const account of accounts) {
    const at = `Other amount for account ${account.accountNumber}`;
    if (field === otherAmountField({ id: account.accountId })) return at;
    const group = groupPayables(account).find((each) => otherAmountField(each) === field);
    if (group !== undefined) return `${at}, group ${group.group.groupId}`;
  }
  return 'Total Payment';
}

export function ScheduleMessages({ state: { context } }: Pick<Running<typeof paymentSchedule>, 'state'>) {
  const { panel, values } = context.form;
  const accounts = accountsFor(context, values);
  return (
    <ErrorPanel
      errors={panel.map(({ field, verdict }) => ({
        field,
        label: labelOf(field, accounts),
        message: say(paymentWords, verdict),
      }))}
      notes={panel.some(isAllocation) ? [allocationSummary] : []}
    />
  );
}
