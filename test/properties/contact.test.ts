/** Contact information: what the form and the server validate, and what is sent (P §5.2, §5.4, rulings 7, 10). */
import { describe, expect, it } from 'vitest';
import {
  contactOf,
  contactSchema,
  hasAddress,
  isChangedElsewhere,
  isComplete,
  isSameContact,
  startingContact,
  normalizeContactField,
  unknownContact,
  withoutState,
  withStateOf,
} from '#domain/contact/rules.ts';
import type { ContactValues } from '#domain/contact/shapes.ts';
import { contactFieldLabels, contactMessages } from '#domain/contact/messages.ts';
import { problemsOf, messageOf } from '#domain/issue.ts';

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
    problemsOf(contactSchema(facts, values), values).map(({ field, issue }) => [
      field,
      messageOf(contactMessages, issue),
    ]),
  );

describe('the form', () => {
  it('takes what is right, however it is typed', () => {
    expect(wrong(typed)).toEqual({});
    expect(wrong(stored)).toEqual({});
  });

  it('says of each field what is wrong with it, in their order', () => {
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
  ])('with the phones "%s" and "%s" says %j', (homePhone, mobilePhone, said) => {
    expect(wrong({ ...typed, homePhone, mobilePhone })).toEqual(said);
  });

  it('has a name for each field', () => {
    expect(Object.keys(contactFieldLabels).sort()).toEqual(Object.keys(typed).sort());
  });

  it('normalizes a field when it is left', () => {
    expect(normalizeContactField('mobilePhone', '5155550158', typed)).toBe('515-555-0158');
    expect(normalizeContactField('zip', '685061234', typed)).toBe('68506-1234');
    expect(normalizeContactField('zip', '685061234', { country: 'DE' })).toBe('685061234');
    expect(normalizeContactField('city', ' Lincoln ', typed)).toBe('Lincoln');
  });

  it('starts with what is known: phones by their mask', () => {
    expect(startingContact(stored, countries)).toEqual({ ...stored, homePhone: '402-555-0131' });
  });

  it('starts with the USA where no country is known, or one that is not offered, and without its state', () => {
    expect(startingContact(unknownContact('a@example.com'), countries)).toMatchObject({
      email: 'a@example.com',
      country: 'US',
      state: '',
    });
    expect(startingContact({ ...stored, country: 'XX' }, countries)).toMatchObject({ country: 'US', state: '' });
  });

  it('forgets the state, and nothing else, when the country changes (P §4)', () => {
    expect(withoutState(typed)).toEqual({ ...typed, state: '' });
  });
});

describe('what is sent', () => {
  it('is what was typed, normalized', () => {
    expect(contactOf(typed)).toEqual(stored);
    expect(contactOf(stored)).toEqual(stored);
  });

  it('is the same where it says the same', () => {
    expect(isSameContact(typed, stored)).toBe(true);
    for (const field of Object.keys(stored)) {
      expect(
        isSameContact({ ...stored, [field]: field.endsWith('Phone') ? '2125550100' : 'other' }, stored),
        field,
      ).toBe(false);
    }
  });

  it('is complete where nothing is wrong with it', () => {
    expect(isComplete(stored, facts)).toBe(true);
    expect(isComplete(stored, { states: null })).toBe(false);
    expect(isComplete(unknownContact('a@example.com'), facts)).toBe(false);
    expect([hasAddress(stored), hasAddress(unknownContact('a@example.com'))]).toEqual([true, false]);
  });

  it('was changed elsewhere where the server says so, and not where it refuses or does not answer', () => {
    expect(isChangedElsewhere({ kind: 'refused', status: 409 })).toBe(true);
    expect(isChangedElsewhere({ kind: 'refused', status: 422 })).toBe(false);
    expect(isChangedElsewhere({ kind: 'noAnswer' })).toBe(false);
  });
});

describe('a state that is stored', () => {
  const kept = { ...typed, country: 'GI', state: 'NE' };
  const gibraltar = { stateCode: 'GI', stateName: 'Gibraltar' };

  it.each([
    ['none', []],
    ['only one other', [gibraltar]],
  ])('is left out where its country has %s, so that it can be saved', (_, states) => {
    expect(isComplete(kept, { states })).toBe(false);
    expect(isComplete(withStateOf(kept, { states }), { states })).toBe(true);
    expect(withStateOf(kept, { states }).state).toBe('');
  });

  it('stays where it can be chosen, or chosen anew', () => {
    expect(withStateOf({ ...kept, state: 'GI' }, { states: [gibraltar] }).state).toBe('GI');
    const several = [gibraltar, { stateCode: 'XX', stateName: 'Another' }];
    expect(withStateOf(kept, { states: several }).state).toBe('NE');
  });
});
