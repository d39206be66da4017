/** The steps of making a payment (Y §2.1, §3, §4.3, §5.3): access to steps, payment method, terms and answer. */
import { describe, expect, it } from 'vitest';
import * as rules from '#domain/payments/rules.ts';
import * as steps from '#domain/payments/steps.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import { findProblems, getMessage } from '#domain/issue.ts';
import { METHOD } from './payment-samples.ts';

describe('access to the steps (Y §2.1)', () => {
  it.each<[steps.CompletedSteps, boolean, boolean]>([
    [[], false, false],
    [['schedule'], true, false],
    [['schedule', 'method'], true, true],
  ])('after %j allows the method: %s, the review: %s', (completed, method, review) => {
    expect(steps.canChooseMethod(completed)).toBe(method);
    expect(steps.canReview(completed)).toBe(review);
  });
});

describe('removing the method', () => {
  it.each<[steps.CompletedSteps, steps.CompletedSteps]>([
    [['schedule', 'method'], ['schedule']],
    [['schedule'], ['schedule']],
    [[], []],
  ])('from %j leaves %j', (completed, left) => {
    expect(steps.withoutMethod(completed)).toEqual(left);
  });
});

describe('the payment method (Y §4.3)', () => {
  const other = { ...METHOD, profileId: 'method-2', profileName: 'Savings' };
  const methods = [METHOD, other];

  it.each<[string | null, string, string]>([
    ['method-2', 'method-2', 'the one chosen before'],
    ['method-1', 'method-1', 'the one chosen before'],
    [null, 'method-1', 'the first that is saved'],
    ['', '', 'a new bank account, where that was chosen'],
    ['deleted', 'method-1', 'the first that is saved, where the one chosen before is gone'],
  ])('after "%s" is %s: %s', (chosen, start) => {
    expect(steps.startingMethod(methods, chosen)).toBe(start);
  });

  it('is empty if none is saved', () => {
    expect(steps.startingMethod([], 'method-1')).toBe('');
    expect(rules.findMethod([], 'method-1')).toBeUndefined();
    expect(rules.findMethod(methods, null)).toBeUndefined();
  });
});

describe('the terms (Y §5.3)', () => {
  const SENTENCE =
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.';
  it.each([[false], [undefined], ['true'], [1], [null]])('are not accepted with %j', (terms) => {
    expect(findProblems(steps.reviewSchema, { terms }).map(({ issue }) => getMessage(paymentMessages, issue))).toEqual([
      SENTENCE,
    ]);
  });
  it('are accepted only with a tick', () => {
    expect(findProblems(steps.reviewSchema, { terms: true })).toEqual([]);
  });
});

describe('special payment instructions (Y §3)', () => {
  const instruction = (specialPaymentInstructionsCode: string) => ({
    borrowerAccountNumber: 'E000000001',
    specialPaymentInstructionsCode,
  });

  it('are shown in order, without STANDARD', () => {
    const all = ['STANDARD', 'LOWEST_BALANCE', 'HIGHEST_RATE', 'STANDARD', 'STANDARD_TERMS'].map(instruction);
    expect(rules.specialInstructions(all)).toEqual(
      ['LOWEST_BALANCE', 'HIGHEST_RATE', 'STANDARD_TERMS'].map(instruction),
    );
    expect(rules.specialInstructions([instruction('STANDARD')])).toEqual([]);
    expect(rules.specialInstructions([])).toEqual([]);
  });
});

describe('the answer to a submission (Y §3)', () => {
  it.each([
    [0, true],
    [1, false],
    [-1, false],
    [200, false],
  ])('with status %i is accepted: %s', (statusCode, isAccepted) => {
    const answer = { statusCode, statusResultMessage: '', paymentConfirmation: null, authorizationDate: null };
    expect(rules.isPaymentAccepted(answer)).toBe(isAccepted);
  });
});
