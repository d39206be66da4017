/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payflow/payflow.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Make a Payment' } satisfies Meta;

export const GettingPaymentFacts = atState(model, 'gettingPaymentFacts');
export const CouldNotGetPaymentFacts = atState(model, 'couldNotGetPaymentFacts');
export const ChoosingAmounts = atState(model, 'choosingAmounts', [], ['chooseSchedule']);
export const ChoosingMethod = atState(model, 'choosingMethod.choosing', [], ['chooseMethod', 'enterBankAccount']);
export const VerifyingBankAccount = atState(
  model,
  'choosingMethod.verifying',
  [],
  ['chooseMethod', 'enterBankAccount'],
);
export const MakingSubmissionKey = atState(model, 'reviewing.makingSubmissionKey');
export const ReadingTerms = atState(model, 'reviewing.readingTerms');
export const SubmittingPayment = atState(model, 'submittingPayment', [], ['submitPayment']);
export const PaymentRefused = atState(model, 'paymentRefused');
export const PaymentReceived = atState(model, 'paymentReceived');

/** Submit was pressed without the terms. */
export const ReadingTermsWithErrors = atState(model, 'reviewing.readingTerms', [{ type: 'submit.pressed' }]);
