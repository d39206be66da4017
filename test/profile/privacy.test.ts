/**
 * The rules of the two privacy forms: messages and limits from the specification (P §5.2, §5.4, §9, rulings 2, 10, 11,
 * 39, 54).
 */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import { privacyMessages } from '#domain/profile/privacy/messages.ts';
import { getConfirmationNumber } from '#domain/profile/privacy/outcome.ts';
import * as rules from '#domain/profile/privacy/rules.ts';
import { type OptOutValues, type PrivacyRequestValues, PrivacyResponse } from '#domain/profile/privacy/shapes.ts';

const states = [
  { stateCode: 'IA', stateName: 'Iowa' },
  { stateCode: 'NE', stateName: 'Nebraska' },
];
const facts: rules.PrivacyRequestDeps = {
  limits: { name: 50, location: 250, zip: 10, email: 100 },
  states,
  today: toPlainDate('2026-11-20'),
  relationships: [{ value: 'Borrower', text: 'Borrower' }],
  agentRelationships: [{ value: 'Attorney', text: 'Attorney' }],
  servicer: 'Larkfield Loan Servicing',
};

const own: PrivacyRequestValues = {
  ...rules.startingPrivacyRequest,
  certifyThatIAmPerson: 'consumer',
  firstName: 'José',
  lastName: "O'Brien",
  mailingAddress: '2217 Prairie Rose Lane, #4',
  city: 'St. Paul',
  state: 'NE',
  zipCode: '68506-1234',
  email: 'jose@example.com',
  typeOfRequest: 'Access',
  relationship: 'Borrower',
};
const another: PrivacyRequestValues = {
  ...own,
  certifyThatIAmPerson: 'agent',
  agentFirstName: 'Kim',
  agentLastName: 'Álvarez-Smith',
  agentDateOfBirth: '02/29/1996',
  agentEmail: 'kim@example.com',
  agentPhone: '402-555-0143',
  agentRelationship: 'Attorney',
  agentBusinessName: 'Álvarez & Sons, 2nd Office',
};

/** Returns the messages of the form by field. */
const said = (values: PrivacyRequestValues, now: rules.PrivacyRequestDeps = facts) =>
  Object.fromEntries(
    findProblems(rules.privacyRequestSchema(now, values), values).map(({ field, issue }) => [
      field,
      getMessage(privacyMessages, issue),
    ]),
  );

describe('the California form', () => {
  test('is complete for the consumer and for an agent', () => {
    expect(said(own)).toEqual({});
    expect(said(another)).toEqual({});
  });

  test('requires all fields in order, with messages for the consumer', () => {
    expect(Object.entries(said({ ...rules.startingPrivacyRequest, country: '' }))).toEqual([
      ['certifyThatIAmPerson', 'Please make a selection.'],
      ['firstName', 'Please enter your first name.'],
      ['lastName', 'Please enter your last name.'],
      ['country', 'Please select the country you live in.'],
      ['mailingAddress', 'Please enter your mailing address.'],
      ['city', 'Please enter your city.'],
      ['zipCode', 'Please enter your 5 digit ZIP/Postal Code.'],
      ['email', 'Please enter a valid email address.'],
      ['typeOfRequest', 'Please select your type of request.'],
      ['relationship', 'Please select your relationship to Larkfield Loan Servicing.'],
    ]);
    expect(said({ ...own, state: '' })).toEqual({
      state: 'Please select the state or U.S. territory you live in.',
    });
  });

  test("requires the agent's fields, with messages about the consumer for all other fields", () => {
    const values = { ...rules.startingPrivacyRequest, certifyThatIAmPerson: 'agent', country: '' };
    expect(Object.entries(said(values))).toEqual([
      ['agentFirstName', 'Please enter your first name.'],
      ['agentLastName', 'Please enter your last name.'],
      ['agentDateOfBirth', 'Please enter your date of birth in the form MM/DD/YYYY.'],
      ['agentEmail', 'Please enter a valid email address.'],
      ['agentPhone', 'Please enter your phone number.'],
      ['agentRelationship', 'Please select your relationship to the consumer.'],
      ['firstName', "Please enter the consumer's first name."],
      ['lastName', "Please enter the consumer's last name."],
      ['country', 'Please select the country the consumer lives in.'],
      ['mailingAddress', "Please enter the consumer's mailing address."],
      ['city', "Please enter the consumer's city."],
      ['zipCode', "Please enter the consumer's 5 digit ZIP/Postal Code."],
      ['email', 'Please enter a valid email address.'],
      ['typeOfRequest', "Please select the consumer's type of request."],
      ['relationship', "Please select the consumer's relationship to Larkfield Loan Servicing."],
    ]);
  });

  test('accepts names of letters, spaces, hyphens, apostrophes and periods', () => {
    expect(
      said({ ...own, firstName: 'R2', lastName: '-', alternateFirstName: 'A_b', alternateLastName: 'x@y' }),
    ).toEqual({
      firstName: 'Please enter your first name using letters, hyphens or spaces.',
      alternateFirstName: 'Please enter your alternate first name using letters, hyphens or spaces.',
      lastName: 'Please enter your last name using letters, hyphens or spaces.',
      alternateLastName: 'Please enter your alternate last name using letters, hyphens or spaces.',
    });
    expect(said({ ...another, lastName: '7' })).toEqual({
      lastName: "Please enter the consumer's last name using letters, hyphens or spaces.",
    });
  });

  test('rejects characters that do not occur in addresses, cities and business names', () => {
    expect(said({ ...another, mailingAddress: '12 <b>', city: 'Lincoln!', agentBusinessName: 'A <b>' })).toEqual({
      agentBusinessName: 'Business name contains invalid characters.',
      mailingAddress: 'Mailing address contains invalid characters.',
      city: 'City contains invalid characters.',
    });
  });

  test('accepts up to the configured number of characters', () => {
    const long = (count: number) => 'a'.repeat(count);
    expect(said({ ...own, firstName: long(50), mailingAddress: long(250), city: long(250) })).toEqual({});
    expect(said({ ...own, firstName: long(51), mailingAddress: long(251), city: long(251) })).toEqual({
      firstName: 'Please enter your first name. Use up to 50 characters.',
      mailingAddress: 'Please enter your mailing address. Use up to 250 characters.',
      city: 'Please enter your city. Use up to 250 characters.',
    });
    const agent = { agentBusinessName: long(51), alternateLastName: long(51), agentPhone: '402-555-01430' };
    expect(said({ ...another, ...agent, agentDateOfBirth: '02/29/19960', zipCode: '68506-12345' })).toEqual({
      agentBusinessName: 'Please enter your business name. Use up to 50 characters.',
      agentDateOfBirth: 'Please enter your date of birth in the form MM/DD/YYYY.',
      agentPhone: 'Invalid phone number.',
      alternateLastName: "Please enter the consumer's alternate last name. Use up to 50 characters.",
      zipCode: "Please enter the consumer's 5 digit ZIP/Postal Code.",
    });
    const email = (count: number) => `${'a'.repeat(60)}@${'b'.repeat(count - 65)}.com`;
    expect(said({ ...own, email: email(100) })).toEqual({});
    expect(said({ ...own, email: email(101) })).toEqual({ email: 'Please enter a valid email address.' });
  });

  test('requires state and ZIP code if the country has several states (ruling 10)', () => {
    const elsewhere = { ...own, country: 'GI', state: '', zipCode: '' };
    expect(said(elsewhere, { ...facts, states: [] })).toEqual({});
    expect(said(elsewhere, { ...facts, states: states.slice(0, 1) })).toEqual({});
    expect(Object.keys(said(elsewhere))).toEqual(['state', 'zipCode']);
    expect(Object.keys(said(elsewhere, { ...facts, states: null }))).toEqual(['state']);
    expect(said({ ...own, state: 'XX' })).toEqual({ state: 'Please select the state or U.S. territory you live in.' });
  });

  test.each(['68506', '68506-1234', '685061234'])('accepts the ZIP code %s', (zipCode) =>
    expect(said({ ...own, zipCode })).toEqual({}),
  );
  test.each(['6850', '68506-12', 'ABCDE', '68506-12345'])('rejects the ZIP code %s', (zipCode) =>
    expect(said({ ...own, zipCode })).toEqual({ zipCode: 'Please enter your 5 digit ZIP/Postal Code.' }),
  );

  test("validates the agent's date of birth", () => {
    const of = (agentDateOfBirth: string, today = facts.today) =>
      said({ ...another, agentDateOfBirth }, { ...facts, today })['agentDateOfBirth'];
    expect(of('02291996')).toBeUndefined();
    expect(of('01/01/1900')).toBeUndefined();
    expect(of('02/30/1996')).toBe('Please enter a valid date.');
    expect(of('12/31/1899')).toBe('Please enter a valid date of birth.');
    expect(of('11/20/2026')).toBe('Your date of birth must be in the past.');
    expect(of('11/20/2026', null)).toBeUndefined();
    expect(of('2/29/1996')).toBe('Please enter your date of birth in the form MM/DD/YYYY.');
  });

  test.each(['402-555-014', '123-555-0143', '402-555-01430', 'abc'])('rejects the phone number %s', (agentPhone) =>
    expect(said({ ...another, agentPhone })).toEqual({ agentPhone: 'Invalid phone number.' }),
  );

  test("clears the agent's fields for a consumer's request, and the state for another country", () => {
    expect(
      rules.derivePrivacyRequest('certifyThatIAmPerson', { ...another, certifyThatIAmPerson: 'consumer' }),
    ).toEqual({
      ...own,
      certifyThatIAmPerson: 'consumer',
    });
    expect(rules.derivePrivacyRequest('certifyThatIAmPerson', another)).toEqual(another);
    expect(rules.derivePrivacyRequest('country', { ...own, country: 'GI' })).toEqual({
      ...own,
      country: 'GI',
      state: '',
    });
  });

  test('normalizes phone, date, ZIP code and texts', () => {
    const left = (field: string, typed: string) => rules.normalizePrivacyField(field, typed, { country: 'US' });
    expect(left('agentPhone', '(402) 555 0143')).toBe('402-555-0143');
    expect(left('agentDateOfBirth', '02291996')).toBe('02/29/1996');
    expect(left('zipCode', '685061234')).toBe('68506-1234');
    expect(left('firstName', '  José ')).toBe('José');
  });

  test("is sent with the fields of the wire, without agent data for a consumer's request", () => {
    const body = rules.toPrivacyRequest(another, facts);
    expect(body).toEqual({
      personCertifying: 'agent',
      authorizedAgentFirstName: 'Kim',
      authorizedAgentLastName: 'Álvarez-Smith',
      authorizedAgentDOB: '1996-02-29',
      authorizedAgentEmail: 'kim@example.com',
      authorizedAgentPrimaryPhone: '4025550143',
      authorizedAgentRelationshipToConsumer: 'Attorney',
      authorizedAgentBusinessName: 'Álvarez & Sons, 2nd Office',
      consumerFirstName: 'José',
      consumerAlternateFirstName: '',
      consumerLastName: "O'Brien",
      consumerAlternateLastName: '',
      consumerCountry: 'US',
      consumerMailingAddress: '2217 Prairie Rose Lane, #4',
      consumerCity: 'St. Paul',
      consumerState: 'NE',
      consumerZip: '68506-1234',
      consumerEmail: 'jose@example.com',
      consumerTypeOfRequest: 'Access',
      consumerRelationship: 'Borrower',
    });
    const alone = rules.toPrivacyRequest({ ...another, certifyThatIAmPerson: 'consumer' }, facts);
    expect(alone).toEqual(rules.toPrivacyRequest(own, facts));
    expect(alone.authorizedAgentDOB).toBe('');
    expect(rules.toPrivacyRequest({ ...own, country: 'GI' }, { states: [] }).consumerState).toBe('');
  });

  test('is validated by the server like the form', () => {
    for (const values of [own, another]) {
      const arrived = rules.valuesOfPrivacyRequest(rules.toPrivacyRequest(values, facts));
      expect(said(arrived)).toEqual({});
      expect(rules.toPrivacyRequest(arrived, facts)).toEqual(rules.toPrivacyRequest(values, facts));
    }
  });
});

const optOut: OptOutValues = {
  ...rules.startingOptOut,
  accountNumber: 'E100200301',
  firstName: 'Avery',
  lastName: 'Lindqvist',
  mailingAddress: '2217 Prairie Rose Lane',
  city: 'Lincoln',
  state: 'NE',
  zip: '68506',
};
const saidOfOptOut = (values: OptOutValues) =>
  Object.fromEntries(
    findProblems(rules.optOutSchema({ states }, values), values).map(({ field, issue }) => [
      field,
      getMessage(privacyMessages, issue),
    ]),
  );

describe('the opt-out form', () => {
  test('starts with all options checked', () => {
    const { affiliateMarketing, affiliateSharing, nonAffiliateSharing } = rules.startingOptOut;
    expect([affiliateMarketing, affiliateSharing, nonAffiliateSharing]).toEqual([true, true, true]);
    expect(saidOfOptOut(optOut)).toEqual({});
  });

  test('requires every field, in order', () => {
    expect(Object.entries(saidOfOptOut(rules.startingOptOut))).toEqual([
      ['accountNumber', 'Please enter your account number.'],
      ['firstName', 'Please enter your first name.'],
      ['lastName', 'Please enter your last name.'],
      ['mailingAddress', 'Please enter your street address.'],
      ['city', 'Please enter the city you live using letters, hyphens or spaces.'],
      ['state', 'Please select the state or U.S. territory you live in.'],
      ['zip', 'Please enter your 5 digit ZIP/Postal Code.'],
    ]);
  });

  test('requires at least one of the three options', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (marketing, sharing, others) => {
        const values = {
          ...optOut,
          affiliateMarketing: marketing,
          affiliateSharing: sharing,
          nonAffiliateSharing: others,
        };
        const expected = marketing || sharing || others ? {} : { affiliateMarketing: 'Please make a selection' };
        expect(saidOfOptOut(values)).toEqual(expected);
        const body = rules.toOptOut(values);
        expect(body.affiliateSharing).toBe(sharing ? 'BORR' : '');
        expect(rules.valuesOfOptOut(body)).toEqual({ ...values, accountNumber: '100200301' });
      }),
    );
  });

  test.each([
    ['100200301', '100200301'],
    ['E100200301', '100200301'],
    ['1100200301', '100200301'],
  ])('sends the account number %s as %s', (accountNumber, sent) => {
    expect(saidOfOptOut({ ...optOut, accountNumber })).toEqual({});
    expect(rules.toOptOut({ ...optOut, accountNumber }).accountNumber).toBe(sent);
  });
  test.each(['12345678', '12345678901', '#100200301', 'abc'])('rejects %s as an account number', (accountNumber) =>
    expect(saidOfOptOut({ ...optOut, accountNumber })).toEqual({
      accountNumber: 'Your account number must be nine digits.',
    }),
  );

  test('trims its fields, and adds the hyphen to a ZIP code', () => {
    expect([rules.normalizeOptOutField('city', ' Ames '), rules.normalizeOptOutField('zip', ' 500101234 ')]).toEqual([
      'Ames',
      '50010-1234',
    ]);
  });

  test('accepts 50 characters of a name or city, and 250 of a street', () => {
    const long = (count: number) => 'a'.repeat(count);
    const values = { ...optOut, firstName: long(50), city: long(50), mailingAddress: long(250) };
    expect(saidOfOptOut(values)).toEqual({});
    expect(
      Object.keys(saidOfOptOut({ ...optOut, firstName: long(51), city: long(51), mailingAddress: long(251) })),
    ).toEqual(['firstName', 'mailingAddress', 'city']);
  });
});

describe('the answer to a privacy form', () => {
  const received: PrivacyResponse = { outcome: 'received', confirmationNumber: 'PRV-1' };

  test.each<[PrivacyResponse, boolean]>([
    [{ outcome: 'tooMany' }, false],
    [received, true],
  ])('is parsed by its outcome, which says whether it was received: %j', (answer, isReceived) => {
    expect(v.parse(PrivacyResponse, answer)).toEqual(answer);
    expect(v.is(PrivacyResponse, { ...answer, outcome: 'other' })).toBe(false);
    expect(v.is(PrivacyResponse, {})).toBe(false);
    expect(rules.isReceived(answer)).toBe(isReceived);
  });

  test('contains the confirmation number if the form was received', () => {
    expect(getConfirmationNumber({ result: 'accepted', answer: received, record: null })).toBe('PRV-1');
    expect(getConfirmationNumber({ result: 'neverArrived' })).toBeNull();
  });

  test('with status 429 means that forms were sent too often', () => {
    expect(rules.isTooOften({ kind: 'refused', status: 429 })).toBe(true);
    expect(rules.isTooOften({ kind: 'refused', status: 422 })).toBe(false);
    expect(rules.isTooOften({ kind: 'noAnswer' })).toBe(false);
  });
});
