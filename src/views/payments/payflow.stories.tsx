/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import type { EventObject } from 'xstate';
import model from '#machines/payflow/payflow.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Make a Payment' } satisfies Meta;

export const GettingPaymentFacts = atState(model, 'gettingPaymentFacts');
export const CouldNotGetPaymentFacts = atState(model, 'couldNotGetPaymentFacts');
export const ChoosingAmounts = atState(model, 'choosingAmounts');
export const ChoosingMethod = atState(model, 'choosingMethod');
export const MakingSubmissionKey = atState(model, 'reviewing.makingSubmissionKey');
export const ReadingTerms = atState(model, 'reviewing.readingTerms');
export const SubmittingPayment = atState(model, 'submittingPayment');
export const AskingForTheOutcome = atState(model, 'paymentOutcomeUnknown.asking');
export const WaitingToAskAgain = atState(model, 'paymentOutcomeUnknown.waitingToAskAgain');
export const PaymentRefused = atState(model, 'paymentRefused');
export const PaymentReceived = atState(model, 'paymentReceived');

/** Continue was pressed without a date, and with an amount that cannot be read. */
export const ChoosingAmountsWithErrors = atState(model, 'choosingAmounts', [
  { type: 'field.entered', field: 'paymentDate', value: '11/26/2026' },
  { type: 'field.entered', field: 'option.acct-1', value: 'OtherAmount' },
  { type: 'field.entered', field: 'otherAmount.acct-1', value: '10,50' },
  { type: 'continue.pressed' },
] as EventObject[]);

/** Submit was pressed without the terms. */
export const ReadingTermsWithErrors = atState(model, 'reviewing.readingTerms', [{ type: 'submit.pressed' }]);
