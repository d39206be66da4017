/** The outcome of an idempotent submission: accepted, refused or unknown (ruling 4). */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type CallFailure, toFailure } from '#domain/call.ts';
import { toCents } from '#domain/money.ts';
import { isPaymentAccepted } from '#domain/payments/rules.ts';
import type { PaymentOutcome } from '#domain/payments/submission-shapes.ts';
import { isDefinitelyNotAccepted, isRecorded, isRecordedAsAccepted, submissionOutcome } from '#domain/submission.ts';
import { TODAY } from '../payments/payment-samples.ts';

describe('the outcome of a submission (ruling 4)', () => {
  const refused = (status: number): CallFailure => ({ kind: 'refused', status });

  it.each<[string, CallFailure, boolean]>([
    ['400', refused(400), true],
    ['401', refused(401), true],
    ['403', refused(403), true],
    ['404', refused(404), true],
    ['422', refused(422), true],
    ['429', refused(429), true],
    ['499', refused(499), true],
    ['409, settled elsewhere', refused(409), false],
    ['399', refused(399), false],
    ['500', refused(500), false],
    ['502', refused(502), false],
    ['503', refused(503), false],
    ['504', refused(504), false],
    ['a timeout', { kind: 'noAnswer' }, false],
    ['an unreadable answer', { kind: 'unreadable', detail: 'payments.submit' }, false],
    ['the end of the session', { kind: 'signedOut' }, false],
  ])('after %s is definitely not accepted: %s', (_, failure, isCertain) => {
    expect(isDefinitelyNotAccepted(failure)).toBe(isCertain);
  });

  it('is unknown after any error that is not a call failure', () => {
    for (const thrown of [new Error('Oops'), undefined, null, 'refused', { kind: 'refused' }, { status: 400 }]) {
      expect(toFailure(thrown).kind).toBe('unreadable');
      expect(isDefinitelyNotAccepted(toFailure(thrown))).toBe(false);
    }
  });

  const answered = (statusCode: number): PaymentOutcome => ({
    outcome: 'recorded',
    answer: { statusCode, statusResultMessage: '', paymentConfirmation: null, authorizationDate: null },
    record: { effectiveDate: TODAY, total: toCents(1), accounts: [], methodName: '', methodAccountNumber: '' },
  });

  it.each<[string, PaymentOutcome, boolean, boolean]>([
    ['status 0', answered(0), true, true],
    ['status 1', answered(1), false, true],
    ['status -1', answered(-1), false, true],
    ['status 200', answered(200), false, true],
    ['a closed key', { outcome: 'closed' }, false, false],
  ])('with %s is accepted: %s, recorded: %s', (_, outcome, isAccepted, wasRecorded) => {
    expect(isRecordedAsAccepted(outcome, isPaymentAccepted)).toBe(isAccepted);
    expect(isRecorded(outcome)).toBe(wasRecorded);
  });
});

describe('the schema of an outcome', () => {
  const Outcome = submissionOutcome(v.object({ status: v.number() }), v.object({ requested: v.string() }));

  it('contains the answer and the record', () => {
    const recorded = { outcome: 'recorded', answer: { status: 0 }, record: { requested: 'a deferment' } };
    expect(v.parse(Outcome, recorded)).toEqual(recorded);
    expect(v.parse(Outcome, { outcome: 'closed' })).toEqual({ outcome: 'closed' });
  });

  it.each([
    ['no record', { outcome: 'recorded', answer: { status: 0 } }],
    ['no answer', { outcome: 'recorded', record: { requested: 'a deferment' } }],
    ['an unknown outcome', { outcome: 'lost' }],
  ])('rejects %s', (_, outcome) => {
    expect(v.safeParse(Outcome, outcome).success).toBe(false);
  });
});
