/** The states of the chart, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/bank-account/bank-account.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Bank Account' } satisfies Meta;

export const EnteringBankAccount = atState(model, 'enteringBankAccount.typing');
export const LookingUpBank = atState(model, 'enteringBankAccount.lookingUpBank');
export const VerifyingBankAccount = atState(model, 'verifyingBankAccount');
export const SavingBankAccount = atState(model, 'savingBankAccount');

/** Continue was pressed with a bank account that is not whole. */
export const EnteringBankAccountWithErrors = atState(model, 'enteringBankAccount.typing', [
  { type: 'field.entered', field: 'routingNumber', value: '0210' },
  { type: 'field.entered', field: 'accountHolder', value: '12345' },
  { type: 'field.entered', field: 'savePaymentMethod', value: true },
  { type: 'continue.pressed' },
]);
