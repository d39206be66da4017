/** Limited fields with one character too many: they are rejected with a message and never truncated (ruling 71). */
import { describe, expect, it } from 'vitest';
import { parseAccountDigits } from '#domain/account-number.ts';
import { bankMessages } from '#domain/payments/banking/messages.ts';
import {
  validateAccountNumber,
  validateNameOnAccount,
  validateNickname,
  validateRoutingNumber,
} from '#domain/payments/banking/rules.ts';
import { toPlainDate } from '#domain/calendar.ts';
import { contactMessages } from '#domain/profile/contact/messages.ts';
import { contactSchema } from '#domain/profile/contact/rules.ts';
import { credentialMessages } from '#domain/session/credentials/messages.ts';
import { identitySchema } from '#domain/session/credentials/rules.ts';
import { defermentMessages } from '#domain/repayment/deferment/messages.ts';
import { incomeSchema } from '#domain/repayment/deferment/rules.ts';
import { documentMessages } from '#domain/documents/messages.ts';
import { anonymousUploadSchema, startingUpload } from '#domain/documents/rules.ts';
import { militaryMessages } from '#domain/repayment/military/messages.ts';
import { validateOperation } from '#domain/repayment/military/rules.ts';
import { privacyMessages } from '#domain/profile/privacy/messages.ts';
import { optOutSchema, startingOptOut } from '#domain/profile/privacy/rules.ts';
import { withMessages } from '#test/support/issues.ts';

const long = (count: number) => 'a'.repeat(count);
const today = toPlainDate('2026-11-20');
const states = [
  { stateCode: 'IA', stateName: 'Iowa' },
  { stateCode: 'NE', stateName: 'Nebraska' },
];

const NINE_DIGITS = 'Your account number must be nine digits.';

/** Returns the message for one field. */
const listSaid = (field: string, sentences: readonly (readonly [string, string])[]): string | undefined =>
  new Map(sentences).get(field);

describe('a bank account', () => {
  const { toSentence } = withMessages(bankMessages);
  const [holder, nickname] = [
    { min: 2, max: 22 },
    { min: 2, max: 27 },
  ];

  it.each([
    ['routing number', validateRoutingNumber('0210000210', null), 'The routing number must have 9 digits.'],
    [
      'account number',
      validateAccountNumber('123456789012345678'),
      'The account number must have between 4 and 17 digits.',
    ],
    [
      'name on account',
      validateNameOnAccount(long(23), holder),
      'The Name on Account must have between 2 and 22 characters.',
    ],
    [
      'nickname',
      validateNickname(long(28), nickname, []),
      'The Account Nickname must have between 2 and 27 characters.',
    ],
  ])('rejects a %s that is too long', (_, issue, message) => {
    expect(toSentence(issue)).toBe(message);
  });
});

describe('a loan account number', () => {
  it.each(['E1234567890', '12345678901', 'EE123456789'])('is not truncated to nine digits: %s', (typed) => {
    expect(parseAccountDigits(typed)).toBeUndefined();
  });
});

describe('the form', () => {
  const identity = { accountNumber: 'E123456789', dateOfBirth: '02/29/1996', ssnLastFour: '4821' };
  it.each([
    ['accountNumber', 'E1234567890', NINE_DIGITS],
    ['dateOfBirth', '02/29/19960', 'Please enter your date of birth in the form MM/DD/YYYY.'],
    ['ssnLastFour', '48210', 'Please enter the last four digits of your Social Security number.'],
  ])('for registration and recovery rejects %s "%s"', (field, typed, message) => {
    const { toSentences } = withMessages(credentialMessages);
    expect(listSaid(field, toSentences(identitySchema({ today }), { ...identity, [field]: typed }))).toBe(message);
  });

  it.each([
    ['accountNumber', 'E1234567890', NINE_DIGITS],
    ['firstName', long(51), 'Please enter your first name. Use up to 50 characters.'],
    ['lastName', long(51), 'Please enter your last name. Use up to 50 characters.'],
    ['mailingAddress', long(251), 'Please enter your street address. Use up to 250 characters.'],
    ['city', long(51), 'Please enter the city you live using letters, hyphens or spaces.'],
    ['zip', '685061', 'Please enter your 5 digit ZIP/Postal Code.'],
    ['zip', '68506-12345', 'Please enter your 5 digit ZIP/Postal Code.'],
  ])('for the privacy opt-out rejects %s "%s"', (field, typed, message) => {
    const values = { ...startingOptOut, [field]: typed };
    const { toSentences } = withMessages(privacyMessages);
    expect(listSaid(field, toSentences(optOutSchema({ states }, values), values))).toBe(message);
  });

  it.each([
    ['accountNumber', 'E1234567890', NINE_DIGITS],
    ['ssn', '987-65-43210', 'Social Security number must be 9 digits.'],
  ] as const)('for an anonymous upload rejects %s "%s"', (identifier, typed, message) => {
    const values = { ...startingUpload, identifier, [identifier]: typed };
    const { toSentences } = withMessages(documentMessages);
    const facts = { documentTypes: [], maxFileMegabytes: 10, file: null };
    expect(listSaid(identifier, toSentences(anonymousUploadSchema(facts, values), values))).toBe(message);
  });

  it.each([
    ['email', `${long(95)}@ab.com`, 'Please enter a valid email address.'],
    ['homePhone', '402-555-01430', 'Invalid phone number.'],
    ['mobilePhone', '(402) 555-0143 2', 'Invalid phone number.'],
    ['street', long(251), 'Please enter your street address. Use up to 250 characters.'],
    ['city', long(51), 'Please enter the city you live using letters, hyphens or spaces.'],
    ['zip', '685061', 'Please enter your 5 digit ZIP/Postal Code.'],
  ])('for contact information rejects %s "%s"', (field, typed, message) => {
    const empty = {
      email: '',
      homePhone: '',
      mobilePhone: '',
      country: 'US',
      street: '',
      city: '',
      state: '',
      zip: '',
    };
    const values = { ...empty, [field]: typed };
    const { toSentences } = withMessages(contactMessages);
    expect(listSaid(field, toSentences(contactSchema({ states }, values), values))).toBe(message);
  });

  it.each([
    ['familySize', '1000', 'Family Size must be between 1 and 21.'],
    ['monthlyIncome', '99999999999999999999', 'Monthly Gross Income must be less than $83,333.'],
  ])('for economic hardship rejects %s "%s"', (field, typed, message) => {
    const facts = { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000 };
    const { toSentences } = withMessages(defermentMessages);
    expect(listSaid(field, toSentences(incomeSchema(facts), { [field]: typed }))).toBe(message);
  });

  it('for military deferment rejects the name of an operation with 251 characters', () => {
    const { toSentence } = withMessages(militaryMessages);
    expect(toSentence(validateOperation(long(251)))).toBe('Field must be at most 250 characters.');
  });
});
