/** The first step: when, and how much on each account or group (Y §2.1). */
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { Button, ButtonRow, Card, Content, Form, Money } from '../../ui/index.ts';
import { ScheduleFields } from '../payment-schedule/ScheduleFields.tsx';
import { ScheduleMessages } from '../payment-schedule/ScheduleMessages.tsx';
import { NothingWasPaid, SpecialInstructions, UpcomingPayments } from './Notices.tsx';
import { Step } from './Steps.tsx';

export function Schedule({ state: { context }, children: { chooseSchedule } }: ViewProps<typeof payflow>) {
  const { facts, person, notice } = context;
  if (facts === null) return null;
  return (
    <Step current={0} context={context}>
      {notice === 'nothingWasPaid' && <NothingWasPaid />}
      {chooseSchedule && <ScheduleMessages {...chooseSchedule} />}
      <Content section="payments" name="schedule-intro" />
      <Card tone="accent" heading="Total current amount due">
        <Money size="large" amount={facts.payment.totalDue} />
      </Card>
      <UpcomingPayments upcoming={facts.upcoming} role={person.role} />
      <SpecialInstructions instructions={facts.instructions} />
      {chooseSchedule && (
        <Form onSubmit={() => chooseSchedule.send({ type: 'continue.pressed' })}>
          <ScheduleFields {...chooseSchedule} />
          <ButtonRow align="end">
            <Button type="submit">Continue</Button>
          </ButtonRow>
        </Form>
      )}
    </Step>
  );
}
