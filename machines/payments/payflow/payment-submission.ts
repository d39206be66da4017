/**
 * Model of a payment's submission within the flow: the common submission model with a payment's answers and messages.
 */
import { sampleKey } from '#domain/samples.ts';
import { required } from '../../kit/failures.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { machineOf } from 'xstate-workbench/model/xstate-internals';
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
    outcomeUnknown: "We're checking what happened to your payment",
    explanation:
      "We haven't heard back about your payment yet. Please don't pay again. We're checking, and we'll show what happened here as soon as we know. We never take a payment twice.",
    asking: 'Checking what happened to your payment…',
  },
});
