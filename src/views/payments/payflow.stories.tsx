/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payflow/payflow.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Make a Payment' } satisfies Meta;

export const GettingPaymentFacts = atState(model, 'gettingPaymentFacts');
export const CouldNotGetPaymentFacts = atState(model, 'couldNotGetPaymentFacts');
export const ChoosingAmounts = atState(model, 'choosingAmounts');
export const ChoosingSavedMethod = atState(model, 'choosingMethod.choosingSavedMethod');
export const EnteringBankAccount = atState(model, 'choosingMethod.enteringBankAccount.typing');
export const LookingUpBank = atState(model, 'choosingMethod.enteringBankAccount.lookingUpBank');
export const VerifyingBankAccount = atState(model, 'choosingMethod.verifyingBankAccount');
export const SavingMethod = atState(model, 'choosingMethod.savingMethod');
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
]);

/** Continue was pressed with a bank account that is not whole. */
export const EnteringBankAccountWithErrors = atState(model, 'choosingMethod.enteringBankAccount.typing', [
  { type: 'field.entered', field: 'routingNumber', value: '0210' },
  { type: 'field.entered', field: 'accountHolder', value: '12345' },
  { type: 'field.entered', field: 'savePaymentMethod', value: true },
  { type: 'continue.pressed' },
]);

/** Submit was pressed without the terms. */
export const ReadingTermsWithErrors = atState(model, 'reviewing.readingTerms', [{ type: 'submit.pressed' }]);
