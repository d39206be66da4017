/** How a new bank account is entered: by somebody who may save it, by a payer who may not, and by somebody who comes back. */
import { defineModel } from '../kit/model.ts';
import { type BankAccountInput, bankAccount } from './bank-account.machine.ts';

const borrower: BankAccountInput = {
  limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
  nicknames: ['Everyday Checking', 'Rainy Day Savings'],
  canSave: true,
  entry: null,
};

/** What was typed when the form was left, with nothing wrong. */
const returning: BankAccountInput = {
  ...borrower,
  entry: {
    form: {
      values: {
        routingNumber: '021000021',
        accountNumber: '4711471147',
        accountHolder: 'Avery Quist',
        accountTypeId: '2',
        savePaymentMethod: false,
        accountNickname: '',
      },
      touched: ['routingNumber', 'accountNumber', 'accountHolder'],
      attempted: false,
      problems: [],
      errors: {},
      panel: [],
    },
    bank: { routingNumber: '021000021', bankName: 'JPMorgan Chase' },
    refused: null,
    takenNickname: null,
    remark: 'couldNotVerify',
  },
};

export default defineModel<typeof bankAccount>({
  machine: bankAccount,
  inputs: {
    'a borrower': borrower,
    'a payer': { ...borrower, nicknames: [], canSave: false },
    'a borrower who comes back to what was typed': returning,
  },
  events: [
    {
      event: { type: 'field.entered', field: 'routingNumber', value: '0210' },
      gesture: { action: 'fill', role: 'textbox', name: 'Routing Number', value: '0210' },
    },
    {
      event: { type: 'field.entered', field: 'routingNumber', value: '021000021' },
      gesture: { action: 'fill', role: 'textbox', name: 'Routing Number', value: '021000021' },
    },
    {
      event: { type: 'field.left', field: 'routingNumber' },
      gesture: { action: 'leave', role: 'textbox', name: 'Routing Number' },
    },
    {
      event: { type: 'field.entered', field: 'accountNumber', value: '4711471147' },
      gesture: { action: 'fill', role: 'textbox', name: 'Account Number', value: '4711471147' },
    },
    {
      event: { type: 'field.entered', field: 'accountNumber', value: '4711471148' },
      gesture: { action: 'fill', role: 'textbox', name: 'Account Number', value: '4711471148' },
    },
    {
      event: { type: 'field.entered', field: 'accountHolder', value: 'Avery Quist' },
      gesture: { action: 'fill', role: 'textbox', name: 'Name on Account', value: 'Avery Quist' },
    },
    {
      event: { type: 'field.entered', field: 'savePaymentMethod', value: true },
      where: ({ canSave }) => canSave,
      gesture: { action: 'check', role: 'checkbox', name: 'Save this payment method' },
    },
    {
      event: { type: 'field.entered', field: 'accountNickname', value: 'My Checking Account' },
      where: ({ form }) => form.values.savePaymentMethod,
      gesture: { action: 'fill', role: 'textbox', name: 'Account Nickname', value: 'My Checking Account' },
    },
    { event: { type: 'continue.pressed' }, gesture: { action: 'click', role: 'button', name: 'Continue' } },
  ],
  outcomes: {
    getBankName: {
      'a bank': { answers: { bankName: 'JPMorgan Chase' } },
      'no bank has this number': { answers: { bankName: null } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    validateBank: {
      'the account can take payments': { answers: { nachaValidationResult: { isSuccessful: true } } },
      'the account cannot be verified': { answers: { nachaValidationResult: { isSuccessful: false } } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    saveMethod: {
      saved: { answers: { result: 'method-3' } },
      'the nickname is taken': { throws: { kind: 'refused', status: 422 } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: ({ form, canSave }) => ({
    problems: form.problems.length,
    isToBeSaved: form.values.savePaymentMethod,
    canSave,
  }),
});
