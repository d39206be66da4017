/** The states of the chart, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payment-method/payment-method.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Payment Method' } satisfies Meta;

export const ChoosingSavedMethod = atState(model, 'choosingSavedMethod');
export const EnteringBankAccount = atState(model, 'enteringBankAccount.typing', [], ['enterBankAccount']);
export const VerifyingBankAccount = atState(model, 'enteringBankAccount.verifying', [], ['enterBankAccount']);
