/** Situations in the payment steps that have no state in the machine, such as validation errors. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/payments/payflow/payflow.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Make a Payment' } satisfies Meta;

const SCHEDULE = 'choosingAmounts > chooseSchedule: choosingAmounts.choosing';
const BANK_ACCOUNT =
  'choosingMethod.choosing > chooseMethod: enteringBankAccount.typing > enterBankAccount: enteringBankAccount.typing';

const enter = (field: string, value: string | boolean) => ({ type: 'field.changed', field, value });
const CONTINUE = { type: 'continue.pressed' };

/** Continue was pressed with an invalid date and an unreadable amount. */
export const ChoosingAmountsWithErrors = atState(model, SCHEDULE, [
  enter('paymentDate', '11/26/2026'),
  enter('option.acct-1', 'OtherAmount'),
  enter('otherAmount.acct-1', '10,50'),
  CONTINUE,
]);

/** The account is paid by group. */
export const ChoosingAmountsByGroup = atState(model, SCHEDULE, [enter('level.acct-1', 'group')]);

/**
 * One group gets more than the amount due, while the other group, which is past due, gets less than its past-due
 * amount.
 */
export const ChoosingAmountsWronglyShared = atState(model, SCHEDULE, [
  enter('level.acct-1', 'group'),
  enter('option.acct-1.A', 'OtherAmount'),
  enter('otherAmount.acct-1.A', '10.00'),
  enter('option.acct-1.B', 'OtherAmount'),
  enter('otherAmount.acct-1.B', '500.00'),
  CONTINUE,
]);

/** An amount that would advance the due date, with the option to keep it. */
export const ChoosingNotToAdvanceTheDueDate = atState(model, SCHEDULE, [
  enter('option.acct-1', 'OtherAmount'),
  enter('otherAmount.acct-1', '700.00'),
  enter('keepDueDate.acct-1', true),
]);

/** An amount close to the payoff. */
export const ChoosingNearlyThePayoff = atState(model, SCHEDULE, [
  enter('option.acct-1', 'OtherAmount'),
  enter('otherAmount.acct-1', '18390.00'),
]);

/** Continue was pressed with invalid fields only. */
export const EnteringBankAccountWithErrors = atState(model, BANK_ACCOUNT, [
  enter('routingNumber', '1234'),
  enter('accountNumber', '123'),
  enter('accountHolder', '4711'),
  enter('savePaymentMethod', true),
  CONTINUE,
]);

/** Submit was pressed without agreement to the terms. */
export const ReadingTermsWithErrors = atState(model, 'reviewing.readingTerms', [{ type: 'submit.pressed' }]);
