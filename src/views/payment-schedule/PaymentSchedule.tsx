/** The schedule as a form of its own. A flow that shows more beside it puts the parts into its own form. */
import type { Running } from '#machines/kit/view.ts';
import type { paymentSchedule } from '#machines/payment-schedule/payment-schedule.machine.ts';
import { Button, ButtonRow, Form, Stack } from '../../ui/index.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import { ScheduleMessages } from './ScheduleMessages.tsx';

export function PaymentSchedule({ state, send }: Running<typeof paymentSchedule>) {
  return (
    <Stack gap="large">
      <ScheduleMessages state={state} />
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <ScheduleFields state={state} send={send} />
        <ButtonRow align="end">
          <Button type="submit">Continue</Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
