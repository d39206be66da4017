/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payflow/payflow.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Make a Payment', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'gettingPaymentFacts > getPaymentFacts: loadingParts');
export const CouldNotGetPaymentFacts = atState(model, 'couldNotGetPaymentFacts');
export const ChoosingAmountsChoosing = atState(model, 'choosingAmounts > chooseSchedule: choosingAmounts.choosing');
export const ChoosingAmountsFetchingLaterBalances = atState(
  model,
  'choosingAmounts > chooseSchedule: choosingAmounts.fetchingLaterBalances',
);
export const ChoosingAmountsWithoutLaterBalances = atState(
  model,
  'choosingAmounts > chooseSchedule: choosingAmounts.withoutLaterBalances',
);
export const ChoosingSavedMethod = atState(model, 'choosingMethod.choosing > chooseMethod: choosingSavedMethod');
export const EnteringBankAccountTyping = atState(
  model,
  'choosingMethod.choosing > chooseMethod: enteringBankAccount.typing > enterBankAccount: enteringBankAccount.typing',
);
export const EnteringBankAccountLookingUpBank = atState(
  model,
  'choosingMethod.choosing > chooseMethod: enteringBankAccount.typing > enterBankAccount: enteringBankAccount.lookingUpBank',
);
export const VerifyingBankAccount = atState(
  model,
  'choosingMethod.verifying > chooseMethod: enteringBankAccount.verifying > enterBankAccount: verifyingBankAccount',
);
export const SavingBankAccount = atState(
  model,
  'choosingMethod.verifying > chooseMethod: enteringBankAccount.verifying > enterBankAccount: savingBankAccount',
);
export const ReviewingMakingSubmissionKey = atState(model, 'reviewing.makingSubmissionKey');
export const ReviewingReadingTerms = atState(model, 'reviewing.readingTerms');
export const Sending = atState(model, 'submittingPayment > submitPayment: sending');
export const OutcomeUnknownAsking = atState(model, 'submittingPayment > submitPayment: outcomeUnknown.asking');
export const OutcomeUnknownWaitingToAskAgain = atState(
  model,
  'submittingPayment > submitPayment: outcomeUnknown.waitingToAskAgain',
);
export const PaymentRefused = atState(model, 'paymentRefused');
export const PaymentReceived = atState(model, 'paymentReceived');
