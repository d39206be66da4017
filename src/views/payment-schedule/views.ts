import type { ViewsOf } from '#machines/kit/view.ts';
import type { paymentSchedule } from '#machines/payment-schedule/payment-schedule.machine.ts';
import { PaymentSchedule } from './PaymentSchedule.tsx';

export const paymentScheduleViews = {
  choosingAmounts: PaymentSchedule,
  // What comes next is shown by the flow around it.
  amountsChosen: () => null,
} satisfies ViewsOf<typeof paymentSchedule>;
