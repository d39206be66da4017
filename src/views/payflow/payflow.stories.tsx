/** The states of the flow with those of its steps, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payflow/payflow.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Make a Payment' } satisfies Meta;

const SCHEDULE = 'choosingAmounts > chooseSchedule: choosingAmounts';
const NEW_METHOD = 'choosingMethod.choosing > chooseMethod: enteringBankAccount.typing > enterBankAccount';
const VERIFYING = 'choosingMethod.verifying > chooseMethod: enteringBankAccount.verifying > enterBankAccount';
const SUBMITTING = 'submittingPayment > submitPayment';

const enter = (field: string, value: string | boolean) => ({ type: 'field.changed', field, value });
const CONTINUE = { type: 'continue.pressed' };

export const GettingPaymentFacts = atState(model, 'gettingPaymentFacts > getPaymentFacts: loadingParts');
export const CouldNotGetPaymentFacts = atState(model, 'couldNotGetPaymentFacts');

export const ChoosingAmounts = atState(model, `${SCHEDULE}.choosing`);
export const FetchingLaterBalances = atState(model, `${SCHEDULE}.fetchingLaterBalances`);
export const WithoutLaterBalances = atState(model, `${SCHEDULE}.withoutLaterBalances`);

/** Continue was pressed with a day that is none, and with an amount that cannot be read. */
export const ChoosingAmountsWithErrors = atState(model, `${SCHEDULE}.choosing`, [
  enter('paymentDate', '11/26/2026'),
  enter('option.acct-1', 'OtherAmount'),
  enter('otherAmount.acct-1', '10,50'),
  CONTINUE,
]);

/** The account is paid by its groups. */
export const ChoosingAmountsByGroup = atState(model, `${SCHEDULE}.choosing`, [enter('level.acct-1', 'group')]);

/** One group gets more than is due while the other, past due, gets less than its past-due amount. */
export const ChoosingAmountsWronglyShared = atState(model, `${SCHEDULE}.choosing`, [
  enter('level.acct-1', 'group'),
  enter('option.acct-1.A', 'OtherAmount'),
  enter('otherAmount.acct-1.A', '10.00'),
  enter('option.acct-1.B', 'OtherAmount'),
  enter('otherAmount.acct-1.B', '500.00'),
  CONTINUE,
]);

/** An amount that would advance the due date, and may be asked not to. */
export const ChoosingNotToAdvanceTheDueDate = atState(model, `${SCHEDULE}.choosing`, [
  enter('option.acct-1', 'OtherAmount'),
  enter('otherAmount.acct-1', '700.00'),
  enter('keepDueDate.acct-1', true),
]);

/** An amount close to the payoff. */
export const ChoosingNearlyThePayoff = atState(model, `${SCHEDULE}.choosing`, [
  enter('option.acct-1', 'OtherAmount'),
  enter('otherAmount.acct-1', '18390.00'),
]);

export const ChoosingSavedMethod = atState(model, 'choosingMethod.choosing > chooseMethod: choosingSavedMethod');
export const EnteringBankAccount = atState(model, `${NEW_METHOD}: enteringBankAccount.typing`);
export const LookingUpBank = atState(model, `${NEW_METHOD}: enteringBankAccount.lookingUpBank`);
export const VerifyingBankAccount = atState(model, `${VERIFYING}: verifyingBankAccount`);
export const SavingBankAccount = atState(model, `${VERIFYING}: savingBankAccount`);

/** Continue was pressed with nothing right. */
export const EnteringBankAccountWithErrors = atState(model, `${NEW_METHOD}: enteringBankAccount.typing`, [
  enter('routingNumber', '1234'),
  enter('accountNumber', '123'),
  enter('accountHolder', '4711'),
  enter('savePaymentMethod', true),
  CONTINUE,
]);

export const MakingSubmissionKey = atState(model, 'reviewing.makingSubmissionKey');
export const ReadingTerms = atState(model, 'reviewing.readingTerms');

/** Submit was pressed without the terms. */
export const ReadingTermsWithErrors = atState(model, 'reviewing.readingTerms', [{ type: 'submit.pressed' }]);

export const SubmittingPayment = atState(model, `${SUBMITTING}: sending`);
export const AskingForTheOutcome = atState(model, `${SUBMITTING}: outcomeUnknown.asking`);
export const WaitingToAskAgain = atState(model, `${SUBMITTING}: outcomeUnknown.waitingToAskAgain`);
export const PaymentRefused = atState(model, 'paymentRefused');
export const PaymentReceived = atState(model, 'paymentReceived');
