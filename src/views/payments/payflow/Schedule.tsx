/** Step 1: the date, and the amount for each account or group (Y §2.1). */
import { useState } from 'react';
import { ALL_PAID, dueLabels } from '#domain/accounts/messages.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payments/payflow/payflow.machine.ts';
import { Button, Card, Content, Form, Money, Stack, SummaryLayout } from '../../../ui/index.ts';
import { AllPaidInFull } from '../../kit/paid-in-full/PaidInFull.tsx';
import { LeftToPay } from '../payment-schedule/AlreadyScheduled.tsx';
import { ScheduleFields, ScheduleSummary, ScheduleTotal } from '../payment-schedule/ScheduleFields.tsx';
import { ScheduleMessages } from '../payment-schedule/ScheduleMessages.tsx';
import { AmountsChanged, NothingWasPaid, UpcomingPayments } from './Notices.tsx';
import { PaymentSidebar, Progress } from './Steps.tsx';

/** Instead of the steps, where all loans are paid in full. */
export const NothingOwed = ({ isPayer }: { readonly isPayer: boolean }) => (
  <AllPaidInFull heading={isPayer ? 'These loans are paid in full' : ALL_PAID}>
    Nothing is owed, so there is nothing to pay.
  </AllPaidInFull>
);

export function Schedule({ state: { context }, children: { chooseSchedule } }: ViewProps<typeof payflow>) {
  const { facts, person, notice } = context;
  const [sought, setSought] = useState('');
  if (facts === null || chooseSchedule === undefined) return null;
  const accounts = facts.payment.borrowerAccountPayments;
  if (accounts.length === 0) return <NothingOwed isPayer={person.role === 'payer'} />;
  const onSubmit = () => {
    // Clears the search, so that no invalid field is hidden.
    setSought('');
    chooseSchedule.send({ type: 'continue.pressed' });
  };
  return (
    <Stack gap="large">
      <Form onSubmit={onSubmit}>
        <SummaryLayout
          label="Payment Summary"
          summary={<ScheduleSummary {...chooseSchedule} />}
          figure={<ScheduleTotal {...chooseSchedule} />}
          action={<Button type="submit">Continue</Button>}
        >
          <Progress current={0} />
          {notice === 'nothingWasPaid' && <NothingWasPaid />}
          {notice === 'amountsChanged' && <AmountsChanged />}
          <ScheduleMessages {...chooseSchedule} />
          <Card compact tone="accent" heading={dueLabels.total} aside={<Money amount={facts.payment.totalDue} />}>
            <LeftToPay accounts={accounts} upcoming={facts.upcoming} />
            <UpcomingPayments upcoming={facts.upcoming} role={person.role} accounts={accounts} />
          </Card>
          <ScheduleFields
            {...chooseSchedule}
            sought={sought}
            onSeek={setSought}
            instructions={facts.instructions}
            tellsDrafts={person.role === 'borrower'}
          />
        </SummaryLayout>
      </Form>
      <PaymentSidebar context={context} isBelow intro={<Content section="payments" name="schedule-intro" />} />
    </Stack>
  );
}
