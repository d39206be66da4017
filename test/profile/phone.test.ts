/** Phone numbers and email addresses in forms (P §5.2, ruling 11). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailMessages, validateEmail } from '#domain/email.ts';
import { PHONE_MASK, validatePhone, parsePhoneDigits, phoneMessages, normalizePhone } from '#domain/phone.ts';
import { getMessage } from '#domain/issue.ts';

/** Ten digits of the North American Numbering Plan. */
const phone = fc
  .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 200, max: 999 }), fc.integer({ min: 0, max: 9999 }))
  .map(([area, exchange, line]) => `${area}${exchange}${String(line).padStart(4, '0')}`);

describe('a phone number', () => {
  it.each([
    ['402-555-0131', '402-555-0131'],
    ['4025550131', '402-555-0131'],
    ['(402) 555-0131', '402-555-0131'],
    ['402 555 0131', '402-555-0131'],
    ['402.555.0131', '402-555-0131'],
    [' 402-5550131 ', '402-555-0131'],
    ['1-402-555-0131', '402-555-0131'],
    ['+1 (402) 555-0131', '402-555-0131'],
  ])('"%s" is formatted as %s', (typed, normalized) => {
    expect(normalizePhone(typed)).toBe(normalized);
    expect(validatePhone(typed)).toBeUndefined();
  });

  it.each([
    '402-555-013',
    '402-555-01311',
    '555-0131',
    '2-402-555-0131',
    '102-555-0131',
    '002-555-0131',
    '402-155-0131',
    '402-055-0131',
    '402-555-O131',
    '402-555-0131 x2',
    '+44 20 7946 0958',
    '٤٠٢-٥٥٥-٠١٣١',
    '--',
  ])('"%s" is rejected and stays unchanged', (typed) => {
    const issue = validatePhone(typed);
    expect(issue && getMessage(phoneMessages, issue)).toBe('Invalid phone number.');
    expect(parsePhoneDigits(typed)).toBeUndefined();
    expect(normalizePhone(typed)).toBe(typed);
  });

  it('has the format 000-000-0000 (ruling 11)', () => {
    expect(PHONE_MASK).toBe('000-000-0000');
  });

  it('may be empty; the form decides whether it is required', () => {
    expect(validatePhone('')).toBeUndefined();
    expect(validatePhone('  ')).toBeUndefined();
    expect(normalizePhone('  ')).toBe('');
    expect(getMessage(phoneMessages, { code: 'phone.required' })).toBe('Please enter your phone number.');
  });

  it('keeps the typed digits, regardless of separators', () => {
    const gap = fc.constantFrom('', ' ', '-', '.', ') ', ' (');
    fc.assert(
      fc.property(phone, fc.array(gap, { minLength: 11, maxLength: 11 }), (digits, gaps) => {
        const typed =
          Array.from(digits)
            .map((digit, at) => (gaps[at] ?? '') + digit)
            .join('') + (gaps[10] ?? '');
        const normalized = normalizePhone(typed);
        expect(normalized).toMatch(/^\d{3}-\d{3}-\d{4}$/);
        expect(normalized.replaceAll('-', '')).toBe(digits);
        expect(parsePhoneDigits(typed)).toBe(digits);
      }),
    );
  });

  it('does not change when it is normalized again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), phone), (typed) => {
        expect(normalizePhone(normalizePhone(typed))).toBe(normalizePhone(typed));
        expect(validatePhone(normalizePhone(typed))).toEqual(validatePhone(typed));
      }),
    );
  });
});

describe('an email address', () => {
  it.each([
    'avery@example.com',
    ' avery.lindqvist+loans@mail.example.co ',
    "o'brien@example.com",
    'a_b-c@sub.example.museum',
    `${'a'.repeat(64)}@${'b'.repeat(31)}.com`,
  ])('"%s" is accepted', (typed) => {
    expect(validateEmail(typed)).toBeUndefined();
  });

  it.each([
    '',
    '   ',
    'avery',
    'avery@',
    '@example.com',
    'avery@example',
    'avery@example.c',
    'avery@example.com.c',
    'avery@@example.com',
    'avery lindqvist@example.com',
    'avery@exa mple.com',
    'avery@example.com, casey@example.com',
    'avery@.com',
    `${'a'.repeat(64)}@${'b'.repeat(32)}.com`,
  ])('"%s" is rejected', (typed) => {
    const issue = validateEmail(typed);
    expect(issue && getMessage(emailMessages, issue)).toBe('Please enter a valid email address.');
  });

  it('has the maximum length of the form', () => {
    expect(validateEmail('a@example.com', 13)).toBeUndefined();
    expect(validateEmail('ab@example.com', 13)).toEqual({ code: 'email.invalid' });
  });
});
