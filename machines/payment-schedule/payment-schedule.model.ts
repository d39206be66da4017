/** How the schedule of a payment is chosen: one account, a part of which is past due. */
import { toCents } from '#domain/money.ts';
import { defineModel } from '../kit/model.ts';
import { sampleAfterCutoff, sampleDates, samplePayment, sampleToday } from '../kit/samples.ts';
import { type PaymentScheduleInput, paymentSchedule, startedSchedule } from './payment-schedule.machine.ts';

const facts = { payment: samplePayment, dates: sampleDates, today: sampleToday, nearPayoffRange: toCents(2_500) };
const borrower: PaymentScheduleInput = {
  ...facts,
  accrualEnd: sampleToday,
  entry: startedSchedule({ ...facts, cutoff: null }, null),
};

export default defineModel<typeof paymentSchedule>({
  machine: paymentSchedule,
  inputs: { 'a borrower': borrower },
  events: [
    {
      event: { type: 'field.entered', field: 'paymentDate', value: '' },
      gesture: { action: 'fill', role: 'textbox', name: 'Payment Date', value: '' },
    },
    {
      event: { type: 'field.entered', field: 'paymentDate', value: '11/25/2026' },
      gesture: { action: 'fill', role: 'textbox', name: 'Payment Date', value: '11/25/2026' },
    },
    {
      event: { type: 'field.left', field: 'paymentDate' },
      gesture: { action: 'leave', role: 'textbox', name: 'Payment Date' },
    },
    {
      event: { type: 'field.entered', field: 'option.acct-1', value: 'OtherAmount' },
      gesture: { action: 'choose', role: 'radio', name: 'Other amount' },
    },
    {
      event: { type: 'field.entered', field: 'otherAmount.acct-1', value: '0' },
      where: ({ form }) => form.values['option.acct-1'] === 'OtherAmount',
      gesture: { action: 'fill', role: 'textbox', name: 'Other amount', value: '0' },
    },
    {
      event: { type: 'field.entered', field: 'otherAmount.acct-1', value: '25.00' },
      where: ({ form }) => form.values['option.acct-1'] === 'OtherAmount',
      gesture: { action: 'fill', role: 'textbox', name: 'Other amount', value: '25.00' },
    },
    { event: { type: 'continue.pressed' }, gesture: { action: 'click', role: 'button', name: 'Continue' } },
  ],
  outcomes: {
    getBalancesAfterCutoff: {
      'what is owed after the cutoff': { answers: sampleAfterCutoff },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: ({ form: { values, problems }, cutoff }) => ({
    problems: problems.map(({ field }) => field),
    isTypingAmount: values['option.acct-1'] === 'OtherAmount',
    isLater: values.paymentDate === '11/25/2026',
    hasCutoff: cutoff !== null,
  }),
});
