/** Postal addresses in forms (P §4, §5.2, §5.4, rulings 10, 39). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import {
  type AddressIssue,
  addressEntries,
  addressLines,
  toPostalAddress,
  addressMessages,
  hasSeveralStates,
  validateCity,
  validateState,
  validateStreet,
  validateZip,
  normalizeZip,
} from '#domain/profile/postal-address.ts';
import { isSafeName, isSafeNameWithDigits, isSafeStreet } from '#domain/safe-text.ts';
import { findProblems, getMessage } from '#domain/issue.ts';

const NEBRASKA = { stateCode: 'NE', stateName: 'Nebraska' };
const IOWA = { stateCode: 'IA', stateName: 'Iowa' };
const several = { states: [IOWA, NEBRASKA] };
const one = { states: [NEBRASKA] };
const none = { states: [] };
const unknown = { states: null };

const getSentence = (issue: AddressIssue | undefined) => issue && getMessage(addressMessages, issue);
const STATE = 'Please select the state or U.S. territory you live in.';
const ZIP = 'Please enter your 5 digit ZIP/Postal Code.';
const CITY = 'Please enter the city you live using letters, hyphens or spaces.';

describe('safe characters (ruling 39)', () => {
  it.each(["O'Brien", 'O’Brien', 'José', 'Jose\u0301', 'St. Mary-le-Bow', '李小龙', 'Ђорђе', ''])(
    '"%s" is a name',
    (text) => {
      expect([isSafeName(text), isSafeNameWithDigits(text), isSafeStreet(text)]).toEqual([true, true, true]);
    },
  );
  it.each(['<b>', 'a;b', 'a"b', 'a\\b', 'a\nb', 'a=b', 'a@b', '💸', 'a_b'])(
    '"%s" is neither a name nor a street',
    (text) => {
      expect([isSafeName(text), isSafeNameWithDigits(text), isSafeStreet(text)]).toEqual([false, false, false]);
    },
  );
  it('include digits only in nicknames and streets, and further characters only in streets', () => {
    expect(['a1', 'Apt #4', '1/2, B&C (rear)'].map(isSafeName)).toEqual([false, false, false]);
    expect(['a1', 'Apt #4', '1/2, B&C (rear)'].map(isSafeNameWithDigits)).toEqual([true, false, false]);
    expect(['a1', 'Apt #4', '1/2, B&C (rear)'].map(isSafeStreet)).toEqual([true, true, true]);
  });
});

describe('a street', () => {
  it.each(['12 Elm Street', ' 1450 W Argyle St, Apt 3B ', 'P.O. Box 7', '88 Camino de los Álamos', 'x'.repeat(250)])(
    '"%s" is accepted',
    (typed) => expect(validateStreet(typed)).toBeUndefined(),
  );
  it.each([
    ['', 'Please enter your street address.'],
    ['   ', 'Please enter your street address.'],
    ['---', 'Please enter your street address.'],
    ['12 Elm <b>', 'Mailing address contains invalid characters.'],
    ['12 Elm; drop', 'Mailing address contains invalid characters.'],
    ['x'.repeat(251), 'Please enter your street address. Use up to 250 characters.'],
  ])('"%s" is rejected: %s', (typed, sentence) => expect(getSentence(validateStreet(typed))).toBe(sentence));
});

describe('a city', () => {
  it.each(['Lincoln', ' St. Paul ', "Coeur d'Alene", 'Winston-Salem', 'São Paulo', 'x'.repeat(50)])(
    '"%s" is accepted',
    (typed) => expect(validateCity(typed)).toBeUndefined(),
  );
  it.each(['', '  ', '-', 'Lincoln 2', 'Lincoln, NE', 'x'.repeat(51)])('"%s" is rejected', (typed) =>
    expect(getSentence(validateCity(typed))).toBe(CITY),
  );
});

describe('a state', () => {
  it.each([
    ['', several, STATE],
    ['XX', several, STATE],
    ['NE', several, undefined],
    ['', one, undefined],
    ['NE', one, undefined],
    ['XX', one, STATE],
    ['', none, undefined],
    ['NE', none, STATE],
    ['NE', unknown, 'The list of states is still loading. Please wait a moment, or load it again.'],
  ])('"%s" of %j: %s', (chosen, facts, sentence) => expect(getSentence(validateState(chosen, facts))).toBe(sentence));

  it('is required if there are several, but not while that is unknown', () => {
    expect([several, one, none, unknown].map(hasSeveralStates)).toEqual([true, false, false, false]);
  });
});

describe('a ZIP or postal code', () => {
  it.each([
    ['68506', 'US', '68506'],
    ['685061234', 'US', '68506-1234'],
    ['68506-1234', 'US', '68506-1234'],
    ['68506 1234', 'US', '68506-1234'],
    [' 02143 ', 'US', '02143'],
    ['SW1A 1AA', 'GB', 'SW1A 1AA'],
    ['D-10115', 'DE', 'D-10115'],
    ['123456789', 'DE', '123456789'],
    ['1234567890', 'BR', '1234567890'],
  ])('"%s" in %s is formatted as %s', (typed, country, normalized) => {
    expect(normalizeZip(typed, country)).toBe(normalized);
    expect(validateZip(typed, country, several)).toBeUndefined();
  });

  it.each([
    ['', 'US'],
    ['6850', 'US'],
    ['685060', 'US'],
    ['68506-', 'US'],
    ['68506-123', 'US'],
    ['6850A', 'US'],
    ['SW1A 1AA', 'US'],
    ['٦٨٥٠٦', 'US'],
    ['', 'GB'],
    ['12345678901', 'GB'],
    ['SW1A/1AA', 'GB'],
    ['-', 'GB'],
  ])('"%s" in %s is rejected', (typed, country) => expect(getSentence(validateZip(typed, country, several))).toBe(ZIP));

  it('is optional in a country with one state or none, but validated if present', () => {
    for (const facts of [one, none]) {
      expect(validateZip('', 'GI', facts)).toBeUndefined();
      expect(validateZip('GX11 1AA', 'GI', facts)).toBeUndefined();
      expect(getSentence(validateZip('GX11/1AA', 'GI', facts))).toBe(ZIP);
    }
  });

  it('of the US keeps the typed digits and does not change when normalized again', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{5}$/),
        fc.option(fc.stringMatching(/^\d{4}$/)),
        fc.constantFrom('', ' ', '-'),
        (five, four, gap) => {
          const normalized = normalizeZip(four === null ? five : `${five}${gap}${four}`, 'US');
          expect(normalized).toBe(four === null ? five : `${five}-${four}`);
          expect(normalizeZip(normalized, 'US')).toBe(normalized);
          expect(validateZip(normalized, 'US', several)).toBeUndefined();
        },
      ),
    );
  });
});

describe('a whole address', () => {
  const address = { country: 'US', street: ' 12 Elm Street ', city: ' Lincoln ', state: 'NE', zip: '685061234' };
  const problems = (values: typeof address, facts: Parameters<typeof addressEntries>[0]) =>
    findProblems(v.looseObject(addressEntries(facts, values)), values).map(({ field }) => field);

  it('is stored trimmed, with a formatted ZIP code', () => {
    expect(toPostalAddress(address)).toEqual({
      country: 'US',
      street: '12 Elm Street',
      city: 'Lincoln',
      state: 'NE',
      zip: '68506-1234',
    });
  });

  it('is validated field by field', () => {
    expect(problems(address, several)).toEqual([]);
    const empty = { country: '', street: '', city: '', state: '', zip: '' };
    expect(problems(empty, none)).toEqual(['country', 'street', 'city']);
    expect(problems({ ...empty, country: 'US' }, several)).toEqual(['street', 'city', 'state', 'zip']);
    expect(problems({ ...address, state: '' }, unknown)).toEqual(['state']);
    expect(getSentence({ code: 'country.required' })).toBe('Please select the country you live in.');
  });
});

describe('the lines of an address (ruling 110)', () => {
  const names = { state: 'Attikí', country: 'Greece' };

  it('name the region and the country outside the United States', () => {
    const athens = { country: 'GR', street: 'Ερμού 5', city: 'Αθήνα', state: 'I', zip: '105 63' };
    expect(addressLines(athens, names)).toEqual(['Ερμού 5', 'Αθήνα, Attikí 105 63', 'Greece']);
    expect(addressLines({ ...athens, zip: '' }, names)).toEqual(['Ερμού 5', 'Αθήνα, Attikí', 'Greece']);
    const gibraltar = { country: 'GI', street: '1 Main Street', city: 'Gibraltar', state: '', zip: '' };
    expect(addressLines(gibraltar, { state: '', country: 'Gibraltar' })).toEqual([
      '1 Main Street',
      'Gibraltar',
      'Gibraltar',
    ]);
  });

  it('contain the postal abbreviation of the state, and omit unknown parts', () => {
    const own = { country: 'US', street: '2217 Prairie Rose Lane', city: 'Lincoln', state: 'NE', zip: '68506' };
    const named = { state: 'Nebraska', country: 'United States' };
    expect(addressLines(own, named)).toEqual(['2217 Prairie Rose Lane', 'Lincoln, NE 68506']);
    expect(addressLines({ country: '', street: '', city: '', state: '', zip: '' }, named)).toEqual([]);
  });
});
