/** The rules for saving drafts: no long numbers, no fields for them, limited size. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { PaymentDraft } from '#domain/payments/submission-shapes.ts';
import { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { MilitaryDraft } from '#domain/repayment/military/shapes.ts';
import { LARGEST_DRAFT, toStorableDraft, problemWithDraft } from '#domain/portal/drafts/rules.ts';
import { draftMessages } from '#domain/portal/drafts/messages.ts';
import { getMessage } from '#domain/issue.ts';

const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)]);

const secret = { code: 'draft.secret' };

describe('a draft', () => {
  it.each([
    ['choices and amounts', { version: 1, values: { 'option.acct-1': 'OtherAmount', 'otherAmount.acct-1': '12.50' } }],
    ['a date', { paymentDate: '11/24/2026' }],
    ['eight digits in a row', { amount: '12345678' }],
    ['a UUID with nine digits in a row', { submission: { key: '12345678-1234-4234-8234-123456789012', sent: true } }],
    ['a UUID in the name of a field', { 'option.00000000-0000-4000-8000-000000000000': 'NoPayment' }],
    ['a phone number with hyphens', { phone: '402-555-0142' }],
    ['letters of any script and signs of two characters', { note: 'José 田中 🙂' }],
    ['a backslash before the letters of an escape', { note: 'C:\\u0000' }],
    ['sixty-four levels', nested(64)],
    ['nothing', null],
  ])('may contain %s', (_, draft) => expect(problemWithDraft(draft)).toBeNull());

  it.each([
    ['nine digits in a row', { note: 'my number is 123456789' }],
    ['a number of nine digits', { count: 123_456_789 }],
    ['nine digits deep inside', { a: [{ b: { c: ['x123456789y'] } }] }],
    ['nine digits as the name of a field', { 'amount.123456789': '1.00' }],
    ['digits of another script', { note: '١٢٣٤٥٦٧٨٩' }],
    ['a Social Security number with hyphens', { note: '123-45-6789' }],
    ['a Social Security number with spaces', { note: '123 45 6789' }],
    ['a UUID followed by more digits', { note: '12345678-1234-4234-8234-123456789012123456789' }],
    ['a field for a Social Security number', { ssn: '' }],
    ['a field for a bank account', { form: { bankAccountNumber: '*****' } }],
    ['a field for a routing number', { routingNumber: null }],
    ['a field for a password', { newPassword: 'x' }],
    ['a field for a password in a text that is JSON', { stored: '{"newPassword" : "x"}' }],
  ])('may not contain %s', (_, draft) => expect(problemWithDraft(draft)).toEqual(secret));

  it('may not contain nine consecutive digits anywhere', () => {
    const digits = fc.stringMatching(/^[0-9]{9,17}$/);
    const around = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(around, digits, around, fc.string({ maxLength: 8 }), (before, number, after, field) => {
        expect(problemWithDraft({ [field]: [before + number + after] })).not.toBeNull();
      }),
    );
  });

  it('may contain digits before and after a UUID', () => {
    const id = '0b5e6a3c-8f1d-4c2b-9a7e-1d2c3b4a5f6e';
    expect(problemWithDraft({ at: `12345 ${id} 6789` })).toBeNull();
    expect(problemWithDraft({ at: `12345${id}6789` })).toBeNull();
    expect(problemWithDraft({ at: '123456789' })).toEqual({ code: 'draft.secret' });
  });

  it('is checked in linear time', () => {
    const draft = { note: 'ssn'.repeat(10_900) };
    const took = Array.from({ length: 3 }, () => {
      const began = performance.now();
      expect(problemWithDraft(draft)).toBeNull();
      return performance.now() - began;
    });
    // A quadratic search took a second.
    expect(Math.min(...took)).toBeLessThan(250);
  });

  it('may have at most 32,768 characters', () => {
    expect(problemWithDraft('x'.repeat(32_766))).toBeNull();
    expect(problemWithDraft('x'.repeat(32_767))).toEqual({ code: 'draft.tooLarge', most: 32_768 });
  });

  it('may have at most 64 levels', () => {
    expect(problemWithDraft(nested(65))).toEqual({ code: 'draft.tooDeep', most: 64 });
    expect(problemWithDraft(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toMatchObject({
      code: 'draft.tooDeep',
    });
  });

  it.each([
    ['NUL', { note: 'a\u0000b' }],
    ['NUL behind a backslash', { note: '\\\u0000' }],
    ['NUL in the name of a field', { 'a\u0000': 1 }],
    ['a high surrogate', { note: '\ud83d' }],
    ['a low surrogate', { note: 'x\ude42' }],
  ])('may not contain %s, which databases cannot store', (_, draft) =>
    expect(problemWithDraft(draft)).toEqual({ code: 'draft.broken' }),
  );

  it('has a message for each issue', () => {
    expect(getMessage(draftMessages, { code: 'draft.tooLarge', most: 32_768 })).toBe(
      'A draft may have 32768 characters at most.',
    );
    expect(getMessage(draftMessages, secret)).toBe(
      'A draft may not hold an account, bank or Social Security number, a password or a birthday.',
    );
  });
});

describe('the storable part of a draft', () => {
  const long = 'x'.repeat(LARGEST_DRAFT);

  it.each<[what: string, draft: unknown, kept: unknown, leftOut: readonly string[]]>([
    ['nothing that may not be kept', { text: 'Hello' }, { text: 'Hello' }, []],
    [
      'a number in a text',
      { subject: 'Hello', text: 'My number is 123-45-6789.' },
      { subject: 'Hello', text: '' },
      ['text'],
    ],
    ['a number in a list', { names: ['Ann', '123456789'] }, { names: ['Ann', ''] }, ['names']],
    [
      'a field with a secret name',
      { form: { password: 'demo', name: 'Ann' } },
      { form: { name: 'Ann' } },
      ['password'],
    ],
    ['half of a pair of characters', { text: '\ud800', subject: 'Hi' }, { text: '', subject: 'Hi' }, ['text']],
    ['too long a text', { text: long, subject: 'Hi' }, { text: '', subject: 'Hi' }, ['text']],
    [
      'texts that are too long together',
      { a: 'x'.repeat(20_000), b: 'y'.repeat(19_000) },
      { a: '', b: 'y'.repeat(19_000) },
      ['a'],
    ],
    [
      'too long a text with a number',
      { text: `${long} 123456789`, subject: '123456789' },
      { text: '', subject: '' },
      ['text', 'subject'],
    ],
    ['a number that is no text', { amount: 123_456_789 }, null, []],
    ['no draft', null, null, []],
  ])('has %s left out alone', (_, draft, stored, leftOut) => {
    expect(toStorableDraft(draft)).toEqual({ draft: stored, leftOut });
  });
});

describe('a draft with a text that is longer than its field allows', () => {
  const long = 'x'.repeat(1_001);

  it.each<[what: string, schema: v.GenericSchema, values: unknown]>([
    ['a war, operation or emergency', MilitaryDraft.entries.values, { operation: long, startDate: '', endDate: '' }],
    ['an amount', PaymentDraft.entries.values, { 'otherAmount.1': long }],
    ['any form', FormDraft.entries.typed, { text: long }],
  ])('is read again: %s', (_, schema, values) => {
    expect(v.parse(schema, values)).toEqual(values);
  });
});
