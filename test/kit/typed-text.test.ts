/** Normalization of typed and pasted text (ruling 109). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTyped } from '#domain/money.ts';
import { validateBirthDate } from '#domain/birth-date.ts';
import { validateRoutingNumber } from '#domain/payments/banking/rules.ts';
import { normalizePhone } from '#domain/phone.ts';
import { normalizeZip, validateCity, validateStreet } from '#domain/profile/postal-address.ts';
import { isSafeName, refusedCharactersHint } from '#domain/safe-text.ts';
import { normalizedField, normalizedFreeText, normalizedRequest, normalizedText } from '#domain/typed-text.ts';

describe('normalizedText', () => {
  it.each([
    ['\u202D+1 (312) 555-0188\u202C', '+1 (312) 555-0188'],
    ['0210\u200B00021', '021000021'],
    ['\uFEFF021000021', '021000021'],
    ['0210\u00AD00021', '021000021'],
    ['０２１０００２１', '02100021'],
    ['𝟎𝟐𝟏', '021'],
    ['（３１２）\u00A0５５５－０１８８', '(312) 555-0188'],
    ['312\u2011555\u20130188', '312-555-0188'],
    ['312\u2212555\u20120188', '312-555-0188'],
    ['Mary\u00A0Ann', 'Mary Ann'],
    ['Mary\u3000Ann\tLee', 'Mary Ann Lee'],
    ['O\u2019Brien', "O'Brien"],
    ['O\u02BCBrien', "O'Brien"],
    ['O\u00B4Brien', "O'Brien"],
    ['\u201CMy\u201D «Account»', '"My" "Account"'],
    ['Ka\u02BBahumanu', 'Ka\u02BBahumanu'],
    ['José Żółć 王', 'José Żółć 王'],
    ['Jose\u0301', 'Jose\u0301'],
    ['01\u20442\u22152026', '01/2/2026'],
    ['1\uFE0F2', '12'],
    ['12 Main St\nApt 4', '12 Main St, Apt 4'],
    ['12 Main St,\r\n\r\n Apt 4 \n', '12 Main St, Apt 4'],
    ['\n12 Main St\u2028Apt 4', '12 Main St, Apt 4'],
    ['  two  spaces  ', '  two  spaces  '],
  ])('reads %j as %j', (typed, read) => {
    expect(normalizedText(typed)).toBe(read);
  });

  it('keeps printable ASCII and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (typed) => {
        expect(normalizedText(typed)).toBe(typed);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const once = normalizedText(typed);
        expect(normalizedText(once)).toBe(once);
        expect(once).not.toMatch(/\p{Cf}|\n/u);
      }),
    );
  });

  it('lets the rules accept pasted values', () => {
    expect(normalizePhone(normalizedText('\u202D+1 (312) 555-0188\u202C'))).toBe('312-555-0188');
    expect(normalizePhone(normalizedText('1\u00A0312\u2011555\u20110188'))).toBe('312-555-0188');
    expect(validateRoutingNumber(normalizedText('0210\u200B00021'), null)).toBeUndefined();
    expect(normalizeZip(normalizedText('60601\u20131234'), 'USA')).toBe('60601-1234');
    expect(validateCity(normalizedText('Coeur d\u2019Alene\u200E'))).toBeUndefined();
    expect(isSafeName(normalizedText('Smith\u2010Jones'))).toBe(true);
    expect(validateBirthDate(normalizedText('\u200E02\u200E/\u200E03\u200E/1990'), null)).toBeUndefined();
    expect(parseTyped(normalizedText('＄１,２00.50\u200B'))).toBe(120_050);
    expect(validateStreet(normalizedText(`${'a'.repeat(124)}\n${'b'.repeat(124)}`))).toBeUndefined();
    expect(validateStreet(normalizedText(`${'a'.repeat(125)}\n${'b'.repeat(124)}`))?.code).toBe('street.tooLong');
  });
});

describe('normalizedFreeText', () => {
  it.each([
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['👩\u200D👧', '👩\u200D👧'],
    ['I can\u2019t \u201Cpay\u201D \u2013 why?', 'I can\u2019t \u201Cpay\u201D \u2013 why?'],
    ['\u202Eabc\u202C\u200F', 'abc'],
    ['one\r\ntwo\tthree\u0007', 'one\ntwo three'],
  ])('reads %j as %j', (typed, read) => {
    expect(normalizedFreeText(typed)).toBe(read);
  });
});

describe('normalizedField', () => {
  it.each(['password', 'presentPassword', 'newPassword', 'confirmation'])('keeps %s as typed', (field) => {
    expect(normalizedField(field, 'a\u200B\u2019\u00A0')).toBe('a\u200B\u2019\u00A0');
  });
  it('keeps other values than texts', () => {
    expect(normalizedField('terms', true)).toBe(true);
  });
});

describe('normalizedRequest', () => {
  it('reaches the texts in lists and objects, except passwords', () => {
    const body = {
      name: 'O\u2019Brien',
      rows: [{ city: 'A\u00A0B', amount: 1 }],
      newPassword: 'a\u00A0b',
      text: '\u2019',
    };
    expect(normalizedRequest(body)).toEqual({
      name: "O'Brien",
      rows: [{ city: 'A B', amount: 1 }],
      newPassword: 'a\u00A0b',
      text: '\u2019',
    });
  });

  it('survives deeply nested values', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(() => normalizedRequest(deep)).not.toThrow();
  });
});

describe('the hint of a message about characters', () => {
  it.each([
    ['holder.format', 'Ann & Lee & Sons!', 'Please remove “&”, “!”.'],
    ['nickname.format', 'Card 1@bank', 'Please remove “@”.'],
    ['street.characters', '12 Main St; #4\u0007', 'Please remove “;”, U+0007.'],
    ['holder.format', '12', 'Please remove “1”, “2”.'],
    ['city.invalid', '', undefined],
    ['holder.required', '@', undefined],
    ['constructor', '@', undefined],
  ])('of %s for %j is %j', (code, text, hint) => {
    expect(refusedCharactersHint({ code }, text)).toBe(hint);
  });
});
