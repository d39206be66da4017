/** How a payment's own submission is walked within the payment: as every submission, with a payment's answers and messages. */
import { sampleKey } from '#domain/samples.ts';
import { required } from '../kit/required.ts';
import { createSubmissionModel } from '../kit/submission.model.ts';
import { machineOf } from '../kit/xstate-internals.ts';
import { payflow } from './payflow.machine.ts';
import { accepted, record, rejected } from './payflow.samples.ts';

export const paymentSubmission = createSubmissionModel(required(machineOf(payflow, 'submitPayment'), 'a submission'), {
  key: sampleKey,
  body: { borrowerPayment: 'a payment' },
  accepted,
  rejected,
  record,
  messages: {
    sending: 'Submitting your payment…',
    outcomeUnknown: 'We are checking what became of your payment',
    explanation:
      'No answer to your payment has arrived yet. Please do not pay again: we are asking for the outcome, and will show it here as soon as it is known. A payment is never taken twice.',
    asking: 'Asking for the outcome of your payment…',
  },
});
