/** Contact information: the rules of form and server, and the data that is sent (P §5.2, §5.4, rulings 7, 10). */
import { describe, expect, it } from 'vitest';
import {
  toContact,
  contactSchema,
  hasAddress,
  isChangedElsewhere,
  isComplete,
  isSameContact,
  startingContact,
  normalizeContactField,
  unknownContact,
  withoutState,
  withKnownState,
} from '#domain/profile/contact/rules.ts';
import type { ContactValues } from '#domain/profile/contact/shapes.ts';
import { contactFieldLabels, contactMessages } from '#domain/profile/contact/messages.ts';
import { findProblems, getMessage } from '#domain/issue.ts';

const facts = {
  states: [
    { stateCode: 'IA', stateName: 'Iowa' },
    { stateCode: 'NE', stateName: 'Nebraska' },
  ],
};
const countries = [
  { countryCode: 'US', countryName: 'United States' },
  { countryCode: 'CA', countryName: 'Canada' },
];
const typed: ContactValues = {
  email: ' avery@example.com ',
  homePhone: '(402) 555-0131',
  mobilePhone: '',
  country: 'US',
  street: '12 Elm Street ',
  city: 'Lincoln',
  state: 'NE',
  zip: '685061234',
};
const stored: ContactValues = {
  email: 'avery@example.com',
  homePhone: '4025550131',
  mobilePhone: '',
  country: 'US',
  street: '12 Elm Street',
  city: 'Lincoln',
  state: 'NE',
  zip: '68506-1234',
};

const wrong = (values: ContactValues) =>
  Object.fromEntries(
    findProblems(contactSchema(facts, values), values).map(({ field, issue }) => [
      field,
      getMessage(contactMessages, issue),
    ]),
  );

describe('the form', () => {
  it('accepts valid values in any notation', () => {
    expect(wrong(typed)).toEqual({});
    expect(wrong(stored)).toEqual({});
  });

  it('reports an error for each invalid field, in order', () => {
    const empty = unknownContact('');
    expect(wrong({ ...empty, country: 'US' })).toEqual({
      email: 'Please enter a valid email address.',
      mobilePhone: 'Please enter a home phone number or a mobile phone number.',
      street: 'Please enter your street address.',
      city: 'Please enter the city you live using letters, hyphens or spaces.',
      state: 'Please select the state or U.S. territory you live in.',
      zip: 'Please enter your 5 digit ZIP/Postal Code.',
    });
    expect(Object.keys(wrong({ ...empty, country: 'US' }))).toEqual([
      'email',
      'mobilePhone',
      'street',
      'city',
      'state',
      'zip',
    ]);
    expect(wrong(empty)).toMatchObject({ country: 'Please select the country you live in.' });
  });

  it.each([
    ['402-555-0131', '', {}],
    ['', '402-555-0131', {}],
    ['402-555-0131', '515-555-0158', {}],
    ['402', '', { homePhone: 'Invalid phone number.' }],
    ['', '402', { mobilePhone: 'Invalid phone number.' }],
    ['402', '515-555-0158', { homePhone: 'Invalid phone number.' }],
    [' ', ' ', { mobilePhone: 'Please enter a home phone number or a mobile phone number.' }],
  ])('with the phones "%s" and "%s" reports %j', (homePhone, mobilePhone, said) => {
    expect(wrong({ ...typed, homePhone, mobilePhone })).toEqual(said);
  });

  it('has a label for each field', () => {
    expect(Object.keys(contactFieldLabels).sort()).toEqual(Object.keys(typed).sort());
  });

  it('formats a field that has lost focus', () => {
    expect(normalizeContactField('mobilePhone', '5155550158', typed)).toBe('515-555-0158');
    expect(normalizeContactField('zip', '685061234', typed)).toBe('68506-1234');
    expect(normalizeContactField('zip', '685061234', { country: 'DE' })).toBe('685061234');
    expect(normalizeContactField('zip', ' 681020001 ', { country: 'US' })).toBe('68102-0001');
    expect(normalizeContactField('city', ' Lincoln ', typed)).toBe('Lincoln');
  });

  it('only trims other fields, even if they contain the digits of a ZIP code', () => {
    expect(normalizeContactField('street', ' 12 Elm Street 681020001 ', { country: 'US' })).toBe(
      '12 Elm Street 681020001',
    );
    expect(normalizeContactField('city', ' 681020001 ', { country: 'US' })).toBe('681020001');
  });

  it('starts with the stored values and formatted phone numbers', () => {
    expect(startingContact(stored, countries)).toEqual({ ...stored, homePhone: '402-555-0131' });
  });

  it('starts with the US and no state if the stored country is unknown or not in the list', () => {
    expect(startingContact(unknownContact('a@example.com'), countries)).toMatchObject({
      email: 'a@example.com',
      country: 'US',
      state: '',
    });
    expect(startingContact({ ...stored, country: 'XX' }, countries)).toMatchObject({ country: 'US', state: '' });
  });

  it('clears only the state when the country changes (P §4)', () => {
    expect(withoutState(typed)).toEqual({ ...typed, state: '' });
  });
});

describe('contact information', () => {
  it('is normalized before it is sent', () => {
    expect(toContact(typed)).toEqual(stored);
    expect(toContact(stored)).toEqual(stored);
  });

  it('is equal to other contact information if all fields are', () => {
    expect(isSameContact(typed, stored)).toBe(true);
    for (const field of Object.keys(stored)) {
      expect(
        isSameContact({ ...stored, [field]: field.endsWith('Phone') ? '2125550100' : 'other' }, stored),
        field,
      ).toBe(false);
    }
  });

  it('is complete if all fields are valid', () => {
    expect(isComplete(stored, facts)).toBe(true);
    expect(isComplete(stored, { states: null })).toBe(false);
    expect(isComplete(unknownContact('a@example.com'), facts)).toBe(false);
    expect([hasAddress(stored), hasAddress(unknownContact('a@example.com'))]).toEqual([true, false]);
  });

  it('was changed in the meantime only if the server responds with 409', () => {
    expect(isChangedElsewhere({ kind: 'refused', status: 409 })).toBe(true);
    expect(isChangedElsewhere({ kind: 'refused', status: 422 })).toBe(false);
    expect(isChangedElsewhere({ kind: 'noAnswer' })).toBe(false);
  });
});

describe('a stored state', () => {
  const outdated = { ...typed, country: 'GI', state: 'NE' };
  const gibraltar = { stateCode: 'GI', stateName: 'Gibraltar' };

  it.each([
    ['none', []],
    ['only one other', [gibraltar]],
  ])('is cleared if its country has %s, so that the form can be saved', (_, states) => {
    expect(isComplete(outdated, { states })).toBe(false);
    expect(isComplete(withKnownState(outdated, { states }), { states })).toBe(true);
    expect(withKnownState(outdated, { states }).state).toBe('');
  });

  it('stays if the form offers states to choose from', () => {
    expect(withKnownState({ ...outdated, state: 'GI' }, { states: [gibraltar] }).state).toBe('GI');
    const several = [gibraltar, { stateCode: 'XX', stateName: 'Another' }];
    expect(withKnownState(outdated, { states: several }).state).toBe('NE');
  });
});
