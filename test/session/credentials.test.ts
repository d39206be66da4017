/**
 * The rules of usernames, passwords and identity at their boundaries, with their messages (P §5.2, §5.3, rulings 11,
 * 49, 54).
 */
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseAccountDigits, validateAccountNumber } from '#domain/account-number.ts';
import { validateBirthDate, normalizeBirthDate } from '#domain/birth-date.ts';
import { toPlainDate } from '#domain/calendar.ts';
import { isCommonPassword } from '#domain/session/credentials/common-passwords.ts';
import {
  toCodeCheck,
  containsUsername,
  credentialSchema,
  toIdentity,
  identitySchema,
  isCodeOver,
  isCodeRight,
  isPasswordChanged,
  isPasswordReset,
  isRegistered,
  needsNoCode,
  validateConfirmation,
  validatePassword,
  validateSsnLastFour,
  validateUsername,
  normalizedPassword,
  normalizedUsername,
  passwordSchema,
  toRegistration,
  toReset,
  startingReset,
  maskedUsername,
} from '#domain/session/credentials/rules.ts';
import { credentialMessages } from '#domain/session/credentials/messages.ts';
import { withMessages } from '#test/support/issues.ts';

const TODAY = toPlainDate('2026-11-20');
const GOOD = 'seven quiet herons';

const { toSentence, toSentences } = withMessages(credentialMessages);
const shown = (...given: Parameters<typeof toSentences>) => Object.fromEntries(toSentences(...given));

describe('an account number (ruling 11)', () => {
  it.each([
    ['123456789', '123456789'],
    [' 123456789 ', '123456789'],
    ['E123456789', '123456789'],
    ['e123456789', '123456789'],
    ['0123456789', '123456789'],
    ['12345678', undefined],
    ['12345678901', undefined],
    ['12345678E', undefined],
    ['-123456789', undefined],
    ['EE12345678', undefined],
    ['123 456 789', undefined],
    ['', undefined],
  ])('"%s" has the digits %s', (typed, digits) => {
    expect(parseAccountDigits(typed)).toBe(digits);
  });

  it('of only spaces is missing', () => {
    expect(validateAccountNumber('  ')).toEqual({ code: 'accountNumber.required' });
  });
});

describe('a date of birth (P §5.2, ruling 54)', () => {
  const FORM = 'Please enter your date of birth in the form MM/DD/YYYY.';
  it.each([
    ['', FORM],
    ['1/2/1990', FORM],
    ['01-02-1990', FORM],
    ['01/02/90', FORM],
    ['1990/01/02', FORM],
    ['101/02/1990', FORM],
    ['01/02/19901', FORM],
    ['1022919960', FORM],
    ['022919961', FORM],
    ['02/30/1990', 'Please enter a valid date.'],
    ['13/01/1990', 'Please enter a valid date.'],
    ['02/29/1900', 'Please enter a valid date.'],
    ['11/20/2026', 'Your date of birth must be in the past.'],
    ['11/21/2026', 'Your date of birth must be in the past.'],
    ['11/19/2026', undefined],
    ['12/31/1899', 'Please enter a valid date of birth.'],
    ['01/01/1900', undefined],
    ['02/29/1996', undefined],
    [' 02/29/1996 ', undefined],
    ['02291996', undefined],
  ])('"%s": %s', (typed, sentence) => {
    expect(toSentence(validateBirthDate(typed, TODAY))).toBe(sentence);
  });

  it('may be any date after 1900 while the business day is unknown', () => {
    expect(validateBirthDate('11/21/2026', null)).toBeUndefined();
    expect(toSentence(validateBirthDate('12/31/1899', null))).toBe('Please enter a valid date of birth.');
  });

  it('gets separators if it has eight digits; other text stays unchanged', () => {
    expect(normalizeBirthDate('02291996')).toBe('02/29/1996');
    expect(normalizeBirthDate(' 2/9/1996 ')).toBe('2/9/1996');
    expect(normalizeBirthDate('0229199')).toBe('0229199');
  });
});

describe('the last four digits of a Social Security number', () => {
  const SENTENCE = 'Please enter the last four digits of your Social Security number.';
  it.each([
    ['4821', undefined],
    ['0000', undefined],
    [' 4821 ', undefined],
    ['482', SENTENCE],
    ['48211', SENTENCE],
    ['48 1', SENTENCE],
    ['482a', SENTENCE],
    ['', SENTENCE],
  ])('"%s": %s', (typed, sentence) => {
    expect(toSentence(validateSsnLastFour(typed))).toBe(sentence);
  });
});

describe('a username', () => {
  const FORMAT =
    'Your username must start with a letter or a digit and can have letters, digits, periods, hyphens, underscores and @.';
  const LENGTH = 'Your username must have between 6 and 40 characters.';
  it.each([
    ['', 'Please enter a username.'],
    ['  ', 'Please enter a username.'],
    ['avery', LENGTH],
    ['averyq', undefined],
    ['a'.repeat(40), undefined],
    ['a'.repeat(41), LENGTH],
    [' Avery.Quist ', undefined],
    ['avery-q_1@example.com', undefined],
    ['1avery', undefined],
    ['.avery', FORMAT],
    ['avery quist', FORMAT],
    ['avéryquist', FORMAT],
    ['avery+quist', FORMAT],
    ['123456', 'Your username must include at least one letter.'],
    ['123-45-6789', 'Your username must include at least one letter.'],
  ])('"%s": %s', (typed, sentence) => {
    expect(toSentence(validateUsername(typed))).toBe(sentence);
  });

  it('is compared without surrounding spaces and case', () => {
    expect(normalizedUsername(' Avery.Quist ')).toBe('avery.quist');
  });
});

describe('a masked username', () => {
  it.each([
    ['quentin', 'q*****n'],
    ['qu', 'q*****u'],
    ['q', 'q*****'],
  ])('shows only the first and last character of %s: %s', (username, masked) => {
    expect(maskedUsername(username)).toBe(masked);
  });
});

describe('a password (NIST SP 800-63B-4)', () => {
  const SHORT = 'Your password must have at least 15 characters.';
  const LONG = 'Your password is too long. It can have up to 256 characters.';
  const COMMON = 'This password is too easy to guess. Please choose another one.';
  it.each([
    ['', 'Please enter a new password.'],
    ['seven quiet he', SHORT],
    ['seven quiet her', undefined],
    // Spaces count, also at both ends, because passwords are not trimmed.
    ['   seven quiet ', undefined],
    [`${'héron '.repeat(2)}abcxyz`, undefined],
    ['xk'.repeat(128), undefined],
    [`${'xk'.repeat(128)}x`, LONG],
    // A letter counts as one character regardless of its size in bytes.
    ['é'.repeat(14), SHORT],
    ['éx'.repeat(128), undefined],
    [`${'éx'.repeat(128)}y`, LONG],
    ['passwordpassword', COMMON],
    ['Password1234567', COMMON],
    ['PASS-WORD-12345-6789', COMMON],
    ['qwertyuiopasdfghjkl', COMMON],
    ['aaaaaaaaaaaaaaa', COMMON],
    ['correct horse battery staple', COMMON],
    ['studentloans12345', COMMON],
    ['passwordpasswordx', undefined],
  ])('"%s": %s', (typed, sentence) => {
    expect(toSentence(validatePassword(typed))).toBe(sentence);
  });

  it('counts composed and decomposed letters alike', () => {
    // Decomposed letters of two code points each, as some keyboards produce them.
    const decomposed = 'o\u0308'.repeat(8) + 'quiet-x';
    expect(normalizedPassword(decomposed)).toBe('ö'.repeat(8) + 'quiet-x');
    expect(validatePassword(decomposed)).toBeUndefined();
    expect(toSentence(validatePassword(`${'o\u0308'.repeat(8)}quiet-`))).toBe(SHORT);
  });

  it('is otherwise not changed by normalization', () => {
    fc.assert(fc.property(fc.string(), (text) => normalizedPassword(text).length === text.length));
    expect(normalizedPassword('  A b ')).toBe('  A b ');
  });

  it('is common only if common pieces cover it completely, which is checked quickly for any input', () => {
    expect(isCommonPassword('abc'.repeat(24))).toBe(true);
    expect(isCommonPassword(`${'1234'.repeat(17)}!?#x`)).toBe(false);
    // Pieces that overlap in too many combinations to try one after another.
    expect(isCommonPassword(`${'a'.repeat(70)}x`)).toBe(false);
    expect(isCommonPassword(`${'123123412345'.repeat(6)}x`)).toBe(false);
  });

  it.each([
    'password',
    'qwertyuiop',
    '1q2w3e4r',
    'abcdefgh',
    'iloveyou',
    'monkey',
    'trustno1',
    'flower',
    'studentloans',
    'correcthorsebatterystaple',
  ])('is common if it repeats "%s"', (piece) => {
    expect(isCommonPassword(piece.repeat(3))).toBe(true);
    expect(isCommonPassword(`${piece} heron ${piece}`)).toBe(false);
  });

  it('of symbols is common only if it repeats a symbol', () => {
    expect(isCommonPassword('~`!@#$%^&*()_-+=[]')).toBe(false);
    expect(isCommonPassword('!!!!!!!!????????')).toBe(true);
  });

  it('must not contain the username', () => {
    expect(containsUsername('my Avery.Quist herons', 'avery.quist')).toBe(true);
    expect(containsUsername(GOOD, 'avery.quist')).toBe(false);
    // An invalid username is ignored here.
    expect(containsUsername(GOOD, 'seven')).toBe(false);
  });
});

describe('the confirmation of a password', () => {
  it.each([
    ['', 'Please re-enter your password.'],
    [`${GOOD} `, 'Passwords must match.'],
    ['Seven quiet herons', 'Passwords must match.'],
    [GOOD, undefined],
  ])('"%s": %s', (typed, sentence) => {
    expect(toSentence(validateConfirmation(typed, GOOD))).toBe(sentence);
  });
});

describe('the first step of registration', () => {
  it('reports errors in the order of the fields', () => {
    const values = { accountNumber: '', dateOfBirth: '', ssnLastFour: '' };
    expect(shown(identitySchema({ today: TODAY }), values)).toEqual({
      accountNumber: 'Please enter your account number.',
      dateOfBirth: 'Please enter your date of birth in the form MM/DD/YYYY.',
      ssnLastFour: 'Please enter the last four digits of your Social Security number.',
    });
    const short = { ...values, accountNumber: '12345' };
    expect(shown(identitySchema({ today: TODAY }), short)['accountNumber']).toBe(
      'Your account number must be nine digits.',
    );
  });

  it('sends nine digits and a plain date', () => {
    expect(toIdentity({ accountNumber: ' E123456789', dateOfBirth: '02/29/1996 ', ssnLastFour: ' 4821' })).toEqual({
      accountNumber: '123456789',
      dateOfBirth: '1996-02-29',
      ssnLastFour: '4821',
    });
  });
});

describe('the second step of registration', () => {
  const good = { username: 'Avery.Quist', password: GOOD, confirmation: GOOD, terms: true };
  const validate = (values: typeof good, takenUsernames: readonly string[] = []) =>
    shown(credentialSchema({ takenUsernames, commonPassword: null }, values), values);

  it('accepts valid values', () => {
    expect(validate(good)).toEqual({});
  });

  it('requires the terms and a free username', () => {
    expect(validate({ ...good, terms: false })).toEqual({ terms: 'You are required to agree to the Terms of Use.' });
    expect(validate(good, ['avery.quist'])).toEqual({ username: 'This username is taken. Please choose another one.' });
    expect(validate({ ...good, username: 'avery.quist2' }, ['avery.quist'])).toEqual({});
  });

  it('requires a password without the username', () => {
    const password = 'AVERY.QUIST and herons';
    expect(validate({ ...good, password, confirmation: password })).toEqual({
      password: "Your password can't contain your username.",
    });
  });

  it('sends the normalized username and the unchanged password', () => {
    expect(toRegistration('token', { ...good, username: ' Avery.Quist ', password: '  Seven quiet herons ' })).toEqual({
      requestToken: 'token',
      username: 'avery.quist',
      password: '  Seven quiet herons ',
      terms: true,
    });
  });
});

describe('the form for changing a password', () => {
  const nothing = { wrongPassword: null, withUsername: null, commonPassword: null };
  const good = { presentPassword: 'the one from before', newPassword: GOOD, confirmation: GOOD };
  const validate = (values: typeof good, facts: Parameters<typeof passwordSchema>[0] = nothing) =>
    shown(passwordSchema(facts, values), values);

  it('accepts valid values', () => {
    expect(validate(good)).toEqual({});
  });

  it('requires all three fields', () => {
    expect(validate({ presentPassword: '', newPassword: '', confirmation: '' })).toEqual({
      presentPassword: 'Please enter your current password.',
      newPassword: 'Please enter a new password.',
      confirmation: 'Please re-enter your password.',
    });
  });

  it('requires a new password that differs from the current one', () => {
    expect(validate({ presentPassword: GOOD, newPassword: GOOD, confirmation: GOOD })).toEqual({
      newPassword: 'Choose a new password that is different from your current one.',
    });
  });

  it("reports the server's rejections until the value changes", () => {
    const wrong = "This isn't your current password. Please correct it and try again.";
    expect(validate(good, { ...nothing, wrongPassword: good.presentPassword })).toEqual({ presentPassword: wrong });
    expect(
      validate({ ...good, presentPassword: 'another' }, { ...nothing, wrongPassword: 'the one from before' }),
    ).toEqual({});
    expect(validate(good, { ...nothing, withUsername: GOOD })).toEqual({
      newPassword: "Your password can't contain your username.",
    });
    expect(validate(good, { ...nothing, commonPassword: GOOD })).toEqual({
      newPassword: 'This password is too easy to guess. Please choose another one.',
    });
  });
});

describe('the credential forms', () => {
  it('start with a single username preselected', () => {
    const username = (id: string) => ({ id, masked: 'a***y' });
    const passwords = { newPassword: '', confirmation: '' };
    expect(startingReset([username('u-1')])).toEqual({ usernameId: 'u-1', ...passwords });
    expect(startingReset([username('u-1'), username('u-2')])).toEqual({ usernameId: '', ...passwords });
  });

  it('send a code without the spaces and hyphens between its digits', () => {
    expect(toCodeCheck('token', { oneTimeCode: ' 123 4-56 ' })).toEqual({
      requestToken: 'token',
      oneTimeCode: '123456',
    });
  });

  it("send the request token, the username's id and the new password", () => {
    const values = { usernameId: 'u-1', newPassword: 'seven quiet herons', confirmation: 'seven quiet herons' };
    expect(toReset('token', values)).toEqual({
      requestToken: 'token',
      usernameId: 'u-1',
      newPassword: 'seven quiet herons',
    });
  });

  it('interpret the outcomes of their calls', () => {
    const request = { requestToken: 'token', outboxFile: null };
    expect([needsNoCode({ ...request, next: 'credentials' }), needsNoCode({ ...request, next: 'code' })]).toEqual([
      true,
      false,
    ]);
    expect([isRegistered({ outcome: 'registered' }), isRegistered({ outcome: 'usernameTaken' })]).toEqual([
      true,
      false,
    ]);
    expect([isPasswordChanged({ outcome: 'changed' }), isPasswordChanged({ outcome: 'wrongPassword' })]).toEqual([
      true,
      false,
    ]);
    expect([isPasswordReset({ outcome: 'reset' }), isPasswordReset({ outcome: 'over' })]).toEqual([true, false]);
    const outcomes = ['right', 'wrong', 'over'] as const;
    const answers = outcomes.map((outcome) => ({ outcome, usernames: [] }));
    expect(answers.map(isCodeRight)).toEqual([true, false, false]);
    expect(answers.map(isCodeOver)).toEqual([false, false, true]);
  });
});

describe('an input that is too long', () => {
  // Composing a letter with a hundred thousand accents takes seconds.
  const accents = `e${'\u0301\u0323'.repeat(50_000)}`;

  afterEach(() => vi.restoreAllMocks());

  it('is rejected before it is composed, for any content', () => {
    const composed = vi.spyOn(String.prototype, 'normalize');
    for (const entry of [accents, 'a'.repeat(100_000), '\u1100\u1161\u11a8'.repeat(30_000)]) {
      expect(validatePassword(entry)).toEqual({ code: 'password.tooLong', max: 256 });
      expect(normalizedPassword(entry).length).toBeGreaterThan(256);
    }
    const lengths = composed.mock.contexts.map((text) => String(text).length);
    expect(Math.max(0, ...lengths)).toBeLessThan(300);
  });

  it('is one that exceeds the maximum length even after composition', () => {
    const letters = ['e\u0301', 'u\u0308\u030c', '\u03b1\u0313\u0301\u0345', '\u1100\u1161\u11a8', '\u0915\u093c'];
    for (const letter of letters) {
      const count = Math.floor(72 / Buffer.byteLength(letter.normalize('NFC')));
      const entry = letter.repeat(count);
      expect(normalizedPassword(entry)).toBe(entry.normalize('NFC'));
      expect(validatePassword(entry)).not.toEqual({ code: 'password.tooLong', max: 256 });
    }
  });

  it('is reported for a username before its characters are checked', () => {
    expect(validateUsername('!'.repeat(100_000))).toEqual({ code: 'username.length', min: 6, max: 40 });
  });
});
