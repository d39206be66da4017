/** A model's expectations of its invoked machines, compared with those machines when both are walked together. */
import { describe, expect, test } from 'vitest';
import { savedAccount, typedEntry } from '#machines/payments/bank-account/bank-account.model.ts';
import type { FlowModel } from 'xstate-workbench/model';
import payflowModel from '#machines/payments/payflow/payflow.model.ts';
import paymentMethodModel from '#machines/payments/payment-method/payment-method.model.ts';
import { impossibleAnswers, verify } from '#test/support/verify.ts';

const model: FlowModel = paymentMethodModel;

describe('impossible answers', () => {
  test('do not exist if the model matches its invoked machines', () => {
    expect(impossibleAnswers(model)).toEqual([]);
  });

  test('include an answer that no machine gives', () => {
    const { enterBankAccount = {} } = model.outcomes;
    const invented = { answers: { ...savedAccount, savedId: 'method-9' }, then: [] };
    const outcomes = {
      ...model.outcomes,
      enterBankAccount: { ...enterBankAccount, 'an account of another person': invented },
    };
    expect(impossibleAnswers({ ...model, outcomes })).toEqual([
      'enterBankAccount never gives paymentMethod the answer "an account of another person" of the model',
    ]);
  });

  test('include an event that no machine sends', () => {
    const event = { type: 'bankAccount.changed', entry: { ...typedEntry, notice: 'couldNotSave' } };
    const [finding, ...others] = impossibleAnswers({ ...model, events: [...model.events, { event, then: [] }] });
    expect(others).toEqual([]);
    expect(finding).toMatch(/^No machine sends paymentMethod bankAccount\.changed \(entry .*couldNotSave/);
  });

  test('are not checked without invoked models', () => {
    const { children: _, ...alone } = model;
    expect(impossibleAnswers(alone)).toEqual([]);
  });
});

test('the submission of a payment matches the model of submissions', () => {
  const submission = payflowModel.children?.['submitPayment'];
  expect(submission && [...verify(submission)]).toEqual([]);
});
