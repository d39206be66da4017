/** What a model says of the machines that it invokes is held against what those do where both are walked together. */
import { describe, expect, test } from 'vitest';
import { savedAccount, typedEntry } from '#machines/bank-account/bank-account.model.ts';
import type { FlowModel } from '#machines/kit/model.ts';
import { paymentSubmission } from '#machines/payflow/payment-submission.ts';
import paymentMethodModel from '#machines/payment-method/payment-method.model.ts';
import { impossibleAnswers, verify } from '#test/support/verify.ts';

const model: FlowModel = paymentMethodModel;

describe('impossible answers', () => {
  test('are none where a model says what its machines really answer and tell', () => {
    expect(impossibleAnswers(model)).toEqual([]);
  });

  test('are found where no machine gives an answer', () => {
    const { enterBankAccount = {} } = model.outcomes;
    const invented = { answers: { ...savedAccount, savedId: 'method-9' }, then: [] };
    const outcomes = {
      ...model.outcomes,
      enterBankAccount: { ...enterBankAccount, 'an account of somebody else': invented },
    };
    expect(impossibleAnswers({ ...model, outcomes })).toEqual([
      'enterBankAccount never answers paymentMethod what the model calls "an account of somebody else"',
    ]);
  });

  test('are found where no machine sends an event', () => {
    const event = { type: 'bankAccount.changed', entry: { ...typedEntry, notice: 'couldNotSave' } };
    const [finding, ...others] = impossibleAnswers({ ...model, events: [...model.events, { event, then: [] }] });
    expect(others).toEqual([]);
    expect(finding).toMatch(/^No machine sends paymentMethod bankAccount\.changed \(entry .*couldNotSave/);
  });

  test('are not looked for where no machine is named', () => {
    const { children: _, ...alone } = model;
    expect(impossibleAnswers(alone)).toEqual([]);
  });
});

test('the submission of a payment does what the model of submissions says', () => {
  expect([...verify(paymentSubmission)]).toEqual([]);
});
