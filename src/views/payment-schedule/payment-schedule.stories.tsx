/** The states of the chart, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payment-schedule/payment-schedule.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Payment Schedule' } satisfies Meta;

export const Choosing = atState(model, 'choosingAmounts.choosing');
export const FetchingLaterBalances = atState(model, 'choosingAmounts.fetchingLaterBalances');
export const WithoutLaterBalances = atState(model, 'choosingAmounts.withoutLaterBalances');

/** Continue was pressed without a date, and with an amount that cannot be read. */
export const ChoosingWithErrors = atState(model, 'choosingAmounts.choosing', [
  { type: 'field.entered', field: 'paymentDate', value: '11/26/2026' },
  { type: 'field.entered', field: 'option.acct-1', value: 'OtherAmount' },
  { type: 'field.entered', field: 'otherAmount.acct-1', value: '10,50' },
  { type: 'continue.pressed' },
]);

/** The account is paid by its groups. */
export const ChoosingByGroup = atState(model, 'choosingAmounts.choosing', [
  { type: 'field.entered', field: 'level.acct-1', value: 'group' },
]);

/** One group gets more than is due while the other, past due, gets less than its past-due amount. */
export const ChoosingWronglyShared = atState(model, 'choosingAmounts.choosing', [
  { type: 'field.entered', field: 'level.acct-1', value: 'group' },
  { type: 'field.entered', field: 'option.acct-1.A', value: 'OtherAmount' },
  { type: 'field.entered', field: 'otherAmount.acct-1.A', value: '10.00' },
  { type: 'field.entered', field: 'option.acct-1.B', value: 'OtherAmount' },
  { type: 'field.entered', field: 'otherAmount.acct-1.B', value: '500.00' },
  { type: 'continue.pressed' },
]);

/** An amount that would move the due date on, and may be asked not to. */
export const ChoosingToKeepTheDueDate = atState(model, 'choosingAmounts.choosing', [
  { type: 'field.entered', field: 'option.acct-1', value: 'OtherAmount' },
  { type: 'field.entered', field: 'otherAmount.acct-1', value: '700.00' },
  { type: 'field.entered', field: 'keepDueDate.acct-1', value: true },
]);

/** An amount close to the payoff. */
export const ChoosingNearlyThePayoff = atState(model, 'choosingAmounts.choosing', [
  { type: 'field.entered', field: 'option.acct-1', value: 'OtherAmount' },
  { type: 'field.entered', field: 'otherAmount.acct-1', value: '18390.00' },
]);
