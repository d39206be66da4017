/** How a method is chosen: by a borrower with two saved ones, and by a payer who has none. */
import type { BankAccountEntry } from '../bank-account/bank-account.machine.ts';
import { defineModel } from '../kit/model.ts';
import { sampleMethods } from '../kit/samples.ts';
import { type PaymentMethodInput, paymentMethod, startedMethod } from './payment-method.machine.ts';

const borrower: PaymentMethodInput = {
  limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
  canSave: true,
  methods: sampleMethods,
  entry: startedMethod(sampleMethods, ''),
};

/** A new bank account as its own chart tells of it. */
const values = {
  routingNumber: '021000021',
  accountNumber: '4711471147',
  accountHolder: 'Avery Quist',
  accountTypeId: '1',
  savePaymentMethod: false,
  accountNickname: '',
} as const;
const entry: BankAccountEntry = {
  form: { values, touched: [], attempted: false, problems: [], errors: {}, panel: [] },
  bank: null,
  refused: null,
  takenNickname: null,
  remark: null,
};
const verified = { values, bankName: 'JPMorgan Chase', name: 'JPMorgan Chase', savedId: null };

export default defineModel<typeof paymentMethod>({
  machine: paymentMethod,
  inputs: {
    'a borrower': borrower,
    'a payer': { ...borrower, canSave: false, methods: [], entry: startedMethod([], '') },
  },
  events: [
    {
      event: { type: 'field.entered', field: 'methodId', value: 'method-2' },
      where: ({ methods }) => methods.length > 0,
      gesture: { action: 'choose', role: 'radio', name: 'Rainy Day Savings' },
    },
    { event: { type: 'addMethod.chosen' }, gesture: { action: 'click', role: 'button', name: 'Add Payment Method' } },
    { event: { type: 'bankAccount.entered', entry } },
    { event: { type: 'bankAccount.judged', entry } },
    { event: { type: 'bankAccount.submitted' } },
    { event: { type: 'continue.pressed' }, gesture: { action: 'click', role: 'button', name: 'Continue' } },
  ],
  outcomes: {
    enterBankAccount: {
      'an account that is not saved': { answers: verified },
      'an account that is saved': { answers: { ...verified, savedId: 'method-3' } },
      'the chart of the account stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
  },
  facts: ({ methodId, methods }) => ({ isNew: methodId === '', hasMethods: methods.length > 0 }),
});
