/** The meaning of failed calls: each rule recognizes only its own status of a refusal. */
import { describe, expect, it } from 'vitest';
import { isNicknameRefused } from '#domain/payments/banking/rules.ts';
import { type CallFailure, toFailure } from '#domain/call.ts';
import { isChangedElsewhere } from '#domain/profile/contact/rules.ts';
import { isTooManyAttempts } from '#domain/session/credentials/rules.ts';
import { isDefinitelyNotAccepted } from '#domain/submission.ts';

const refused = (status: number): CallFailure => ({ kind: 'refused', status });
const NO_REFUSAL: readonly CallFailure[] = [
  { kind: 'noAnswer' },
  { kind: 'signedOut' },
  { kind: 'unreadable', detail: '' },
];
const STATUSES = [399, 400, 403, 404, 408, 409, 410, 421, 422, 423, 428, 429, 430, 499, 500, 503];

describe.each([
  ['a nickname in use', isNicknameRefused, 422],
  ['a change in the meantime', isChangedElsewhere, 409],
  ['too many attempts', isTooManyAttempts, 429],
] as const)('%s', (_, rule, status) => {
  it(`is only the refusal ${status}`, () => {
    expect(STATUSES.filter((each) => rule(refused(each)))).toEqual([status]);
    expect(NO_REFUSAL.some(rule)).toBe(false);
  });
});

describe('a submission that was definitely not accepted (ruling 4)', () => {
  it('was refused with 400 to 499, except 409, which means that the key was settled already', () => {
    expect(STATUSES.filter((each) => !isDefinitelyNotAccepted(refused(each)))).toEqual([399, 409, 500, 503]);
    expect(NO_REFUSAL.some(isDefinitelyNotAccepted)).toBe(false);
  });
});

describe('catchError', () => {
  const problem = { type: 'about:blank', title: 'No', status: 422 };
  it.each<[string, CallFailure]>([
    ['a refusal', refused(404)],
    ['a refusal with details', { kind: 'refused', status: 422, problem: { ...problem, detail: 'd' } }],
    [
      'a refusal with its fields',
      {
        kind: 'refused',
        status: 422,
        problem: { ...problem, fields: [{ field: 'zip', code: 'zip.invalid', message: 'm' }] },
      },
    ],
    ['no answer', { kind: 'noAnswer' }],
    ['the end of a session', { kind: 'signedOut' }],
    ['an unreadable answer', { kind: 'unreadable', detail: 'd' }],
  ])('returns %s unchanged', (_, failure) => {
    expect(toFailure(failure)).toEqual(failure);
  });

  it('converts any other thrown value to an unreadable answer, with its message if any (P §8)', () => {
    expect(toFailure(new Error('Broken'))).toEqual({ kind: 'unreadable', detail: 'Broken' });
    for (const thrown of ['text', null, undefined, {}, { kind: 'other' }, { kind: 'refused' }]) {
      expect(toFailure(thrown)).toEqual({ kind: 'unreadable', detail: 'Unexpected Error' });
    }
  });
});
