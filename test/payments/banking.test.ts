/** The rules of a new bank account and their messages (Y §5.2, rulings 21, 39, 40, 57). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as rules from '#domain/payments/banking/rules.ts';
import type { BankAccountValues } from '#domain/payments/banking/shapes.ts';
import { bankFieldLabels, bankMessages, limitReached } from '#domain/payments/banking/messages.ts';
import { maskedNumber, sourceOfBankAccount, sourceOfProfile } from '#domain/payments/source.ts';
import { findProblems } from '#domain/issue.ts';
import { withMessages } from '#test/support/issues.ts';
import { METHOD } from './payment-samples.ts';

const CHASE = '021000021';
/** Passes the checksum, but does not belong to a bank. */
const NO_BANK = '123456780';
const HOLDER = { min: 2, max: 22 };
const NICKNAME = { min: 2, max: 27 };

const NOT_FOUND = 'The routing number cannot be found in our records.';
const NINE_DIGITS = 'The routing number must have 9 digits.';
const ACCOUNT_LENGTH = 'The account number must have between 4 and 17 digits.';
const NOT_VERIFIED = "We couldn't successfully verify the account number you entered. Please correct and try again.";
const HOLDER_LENGTH = 'The Name on Account must have between 2 and 22 characters.';
const HOLDER_FORMAT = 'Invalid Format for Account Name';
const NO_LETTER = 'Name must include at least one letter.';
const NICKNAME_LENGTH = 'The Account Nickname must have between 2 and 27 characters.';
const NICKNAME_FORMAT = 'Invalid Format for Account Nickname';
const TAKEN = 'The account nickname cannot match another payment method nickname.';

const { toSentence, toSentences: pairs } = withMessages(bankMessages);

const facts = (given: Partial<rules.BankAccountDeps> = {}): rules.BankAccountDeps => ({
  nameOnAccount: HOLDER,
  nickname: NICKNAME,
  nicknames: ['Everyday Checking', 'Rainy Day Savings'],
  bank: null,
  refused: null,
  ...given,
});

const values = (given: Partial<BankAccountValues> = {}): BankAccountValues => ({
  routingNumber: CHASE,
  accountNumber: '4711471147',
  accountHolder: 'Avery Quist',
  accountTypeId: '1',
  savePaymentMethod: false,
  accountNickname: '',
  ...given,
});

/** Returns the messages of the form by field. */
const listSentences = (given: Partial<BankAccountValues>, known: Partial<rules.BankAccountDeps> = {}) =>
  Object.fromEntries(pairs(rules.bankAccountSchema(facts(known), values(given)), values(given)));

const DIGITS = '0123456789'.split('');
const digit = fc.constantFrom(...DIGITS);
const digits = (minLength: number, maxLength = minLength) => fc.string({ unit: digit, minLength, maxLength });
const letter = fc.constantFrom(...'aZéßøñЖ名א'.split(''));

const isComplete = (known: rules.BankAccountDeps, typed: BankAccountValues): boolean =>
  findProblems(rules.bankAccountSchema(known, typed), typed).length === 0;

describe('a routing number', () => {
  it.each<[string, string | undefined]>([
    ['', 'Routing Number is required.'],
    ['0', NINE_DIGITS],
    ['02100002', NINE_DIGITS],
    ['0210000210', NINE_DIGITS],
    ['02100002a', NINE_DIGITS],
    ['021-000-0', NINE_DIGITS],
    [' 21000021', NINE_DIGITS],
    ['٠٢١٠٠٠٠٢١', NINE_DIGITS],
    ['021000021', undefined],
    ['021000022', NOT_FOUND],
    ['000000000', NOT_FOUND],
    ['011000015', undefined],
    [NO_BANK, undefined],
  ])('"%s" before the bank lookup: %s', (typed, sentence) => {
    expect(toSentence(rules.validateRoutingNumber(typed, null))).toBe(sentence);
  });

  it('is not found if no bank has it; the lookup of another number does not matter', () => {
    expect(toSentence(rules.validateRoutingNumber(NO_BANK, { routingNumber: NO_BANK, bankName: null }))).toBe(
      NOT_FOUND,
    );
    expect(rules.validateRoutingNumber(CHASE, { routingNumber: NO_BANK, bankName: null })).toBeUndefined();
    expect(rules.validateRoutingNumber(CHASE, { routingNumber: CHASE, bankName: 'JPMorgan Chase' })).toBeUndefined();
    expect(toSentence(rules.validateRoutingNumber('', { routingNumber: '', bankName: null }))).toBe(
      'Routing Number is required.',
    );
  });

  it('has a bank name only after a lookup', () => {
    const bank = { routingNumber: '011000015', bankName: 'Federal Reserve Bank' };
    expect(rules.findBankName('011000015', bank)).toBe('Federal Reserve Bank');
    expect([
      rules.findBankName('021000021', bank),
      rules.findBankName('011000015', { ...bank, bankName: null }),
    ]).toEqual([undefined, undefined]);
    expect(rules.findBankName('011000015', null)).toBeUndefined();
  });

  it.each(['021000021', '091000019', '121000248', '011000015', NO_BANK])('%s passes the checksum', (number) => {
    expect(rules.isAbaNumber(number)).toBe(true);
  });

  it.each(['021000022', '000000000', '02100002', '0210000210', '', '02100002x'])('%s does not', (number) => {
    expect(rules.isAbaNumber(number)).toBe(false);
  });

  it('never passes the checksum with one wrong digit', () => {
    fc.assert(
      fc.property(digits(8), fc.nat(8), digit, (start, at, other) => {
        const last = DIGITS.find((each) => rules.isAbaNumber(start + each));
        fc.pre(last !== undefined);
        const right = `${start}${last}`;
        fc.pre(right[at] !== other);
        expect(rules.isAbaNumber(right.slice(0, at) + other + right.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('allows a bank lookup if it has nine digits', () => {
    expect(rules.isRoutingNumberWhole('021000021')).toBe(true);
    expect(rules.isRoutingNumberWhole('000000000')).toBe(true);
    for (const typed of ['02100002', '0210000211', '02100002a', '', true]) {
      expect(rules.isRoutingNumberWhole(typed)).toBe(false);
    }
  });
});

describe('an account number', () => {
  it.each<[string, string | undefined]>([
    ['', 'Account Number is required.'],
    ['123', ACCOUNT_LENGTH],
    ['1234', undefined],
    ['0000', undefined],
    ['12345678901234567', undefined],
    ['123456789012345678', ACCOUNT_LENGTH],
    ['12a4', ACCOUNT_LENGTH],
    ['12 45', ACCOUNT_LENGTH],
    ['*****1234', ACCOUNT_LENGTH],
  ])('"%s": %s', (typed, sentence) => {
    expect(toSentence(rules.validateAccountNumber(typed))).toBe(sentence);
  });

  it('is valid exactly with 4 to 17 digits', () => {
    fc.assert(
      fc.property(digits(1, 20), (typed) => {
        expect(rules.validateAccountNumber(typed) === undefined).toBe(typed.length >= 4 && typed.length <= 17);
      }),
    );
  });

  it('that could not be verified is refused until it or the routing number changes', () => {
    const refused = { routingNumber: CHASE, accountNumber: '4711470000' };
    const known = { refused };
    expect(listSentences(refused, known)).toEqual({ accountNumber: NOT_VERIFIED });
    expect(listSentences({ ...refused, accountHolder: 'Somebody Else' }, known)).toEqual({
      accountNumber: NOT_VERIFIED,
    });
    expect(listSentences({ ...refused, accountNumber: '4711470001' }, known)).toEqual({});
    expect(listSentences({ ...refused, routingNumber: '091000019' }, known)).toEqual({});
    expect(rules.isVerified({ nachaValidationResult: { isSuccessful: true } })).toBe(true);
    expect(rules.isVerified({ nachaValidationResult: { isSuccessful: false } })).toBe(false);
  });
});

describe('a name on account', () => {
  it.each<[string, string | undefined]>([
    ['', 'Name on Account is required.'],
    ['   ', 'Name on Account is required.'],
    ['A', HOLDER_LENGTH],
    [' A ', HOLDER_LENGTH],
    ['Al', undefined],
    ['a'.repeat(22), undefined],
    [` ${'a'.repeat(22)} `, undefined],
    ['a'.repeat(23), HOLDER_LENGTH],
    ["O'Brien", undefined],
    ['O’Brien', undefined],
    ['José', undefined],
    ['Jose\u0301', undefined],
    ['Anne-Marie St. John', undefined],
    ['王小明', undefined],
    ['12345', NO_LETTER],
    ['12 34', NO_LETTER],
    ['.-', NO_LETTER],
    ['Avery 2', HOLDER_FORMAT],
    ['Avery & Blake', HOLDER_FORMAT],
    ['<b>Avery</b>', HOLDER_FORMAT],
    ['Avery_Quist', HOLDER_FORMAT],
    ['$$$', HOLDER_FORMAT],
    ['Avery\tQuist', HOLDER_FORMAT],
    ['Avery 🙂', HOLDER_FORMAT],
  ])('"%s": %s', (typed, sentence) => {
    expect(toSentence(rules.validateNameOnAccount(typed, HOLDER))).toBe(sentence);
  });

  it('has the lengths of the configuration', () => {
    const bounds = { min: 3, max: 5 };
    const sentence = 'The Name on Account must have between 3 and 5 characters.';
    expect(toSentence(rules.validateNameOnAccount('Al', bounds))).toBe(sentence);
    expect(rules.validateNameOnAccount('Ali', bounds)).toBeUndefined();
    expect(rules.validateNameOnAccount('Alice', bounds)).toBeUndefined();
    expect(toSentence(rules.validateNameOnAccount('Alices', bounds))).toBe(sentence);
  });

  it('may have letters of any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 2, maxLength: 22 }), (typed) => {
        expect(rules.validateNameOnAccount(typed, HOLDER)).toBeUndefined();
      }),
    );
  });
});

describe('a nickname', () => {
  it.each<[string, string | undefined]>([
    ['', 'Account Nickname is required'],
    ['  ', 'Account Nickname is required'],
    ['a', NICKNAME_LENGTH],
    ['ab', undefined],
    ['a'.repeat(27), undefined],
    ['a'.repeat(28), NICKNAME_LENGTH],
    ['My Checking Account', undefined],
    ['Checking 2', undefined],
    ["José's No. 1-a", undefined],
    ['2026', NO_LETTER],
    ['--', NO_LETTER],
    ['Rent & food', NICKNAME_FORMAT],
    ['#1 account', NICKNAME_FORMAT],
    ['#1', NICKNAME_FORMAT],
  ])('"%s": %s', (typed, sentence) => {
    expect(toSentence(rules.validateNickname(typed, NICKNAME, []))).toBe(sentence);
  });

  it.each(['Everyday Checking', 'everyday checking', ' EVERYDAY CHECKING '])('"%s" is in use', (typed) => {
    expect(toSentence(rules.validateNickname(typed, NICKNAME, ['Rainy Day Savings', ' Everyday Checking']))).toBe(
      TAKEN,
    );
  });

  it.each(['Everyday  Checking', 'Everyday Checking 2', 'Everyday'])('"%s" is available', (typed) => {
    expect(rules.validateNickname(typed, NICKNAME, ['Everyday Checking'])).toBeUndefined();
  });

  it('is in use, ignoring surrounding spaces and case', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abXY'.split('')), minLength: 2, maxLength: 27 }), (name) => {
        for (const written of [name.toUpperCase(), ` ${name.toLowerCase()}  `]) {
          expect(rules.validateNickname(written, NICKNAME, [name])?.code).toBe('nickname.taken');
        }
      }),
    );
  });

  it('has the lengths of the configuration', () => {
    expect(toSentence(rules.validateNickname('abcd', { min: 1, max: 3 }, []))).toBe(
      'The Account Nickname must have between 1 and 3 characters.',
    );
    expect(rules.validateNickname('a', { min: 1, max: 3 }, [])).toBeUndefined();
  });
});

describe('the form', () => {
  it('starts empty, with Checking, and is not saved', () => {
    expect(rules.startingBankAccount).toEqual({
      routingNumber: '',
      accountNumber: '',
      accountHolder: '',
      accountTypeId: '1',
      savePaymentMethod: false,
      accountNickname: '',
    });
    expect(isComplete(facts(), rules.startingBankAccount)).toBe(false);
    expect(listSentences(rules.startingBankAccount)).toEqual({
      routingNumber: 'Routing Number is required.',
      accountNumber: 'Account Number is required.',
      accountHolder: 'Name on Account is required.',
    });
  });

  it('requires a nickname only if the account is saved', () => {
    expect(listSentences({ accountNickname: '#' })).toEqual({});
    expect(isComplete(facts(), values())).toBe(true);
    expect(listSentences({ savePaymentMethod: true })).toEqual({ accountNickname: 'Account Nickname is required' });
    expect(listSentences({ savePaymentMethod: true, accountNickname: 'rainy day savings' })).toEqual({
      accountNickname: TAKEN,
    });
    expect(listSentences({ savePaymentMethod: true, accountNickname: 'My Checking Account' })).toEqual({});
    expect(isComplete(facts(), values({ savePaymentMethod: true }))).toBe(false);
  });

  it('lists the errors in the order of its fields', () => {
    const wrong = { ...rules.startingBankAccount, savePaymentMethod: true };
    expect(Object.keys(listSentences(wrong))).toEqual([
      'routingNumber',
      'accountNumber',
      'accountHolder',
      'accountNickname',
    ]);
    expect(Object.keys(listSentences(wrong)).map((field) => bankFieldLabels[field])).toEqual([
      'Routing Number',
      'Account Number',
      'Name on Account',
      'Account Nickname',
    ]);
  });

  it('reports that a bank was not found only after the lookup', () => {
    const known = { bank: { routingNumber: NO_BANK, bankName: null } };
    expect(listSentences({ routingNumber: NO_BANK }, known)).toEqual({ routingNumber: NOT_FOUND });
    expect(listSentences({ routingNumber: NO_BANK })).toEqual({});
  });

  it('accepts only Checking and Savings', () => {
    for (const accountTypeId of ['1', '2'] as const) {
      expect(isComplete(facts(), values({ accountTypeId }))).toBe(true);
    }
    for (const accountTypeId of ['', '3', null]) {
      const problems = findProblems(rules.bankAccountSchema(facts(), values()), { ...values(), accountTypeId });
      expect(problems.map(({ field }) => field)).toEqual(['accountTypeId']);
    }
  });

  it('has input maximums only where the specification names them (Y §5.2, ruling 71)', () => {
    expect(rules.INPUT_MAXIMUM).toEqual({ routingNumber: 9, accountHolder: 22, accountNickname: 27 });
    expect(limitReached).toBe('You have reached the maximum character limit.');
  });

  it('has a message for every error that a borrower can cause', () => {
    const typed = fc.record({
      routingNumber: fc.string({ maxLength: 12 }),
      accountNumber: fc.string({ maxLength: 20 }),
      accountHolder: fc.string({ maxLength: 22, unit: 'grapheme' }),
      accountTypeId: fc.constantFrom('1' as const, '2' as const),
      savePaymentMethod: fc.boolean(),
      accountNickname: fc.string({ maxLength: 27, unit: 'grapheme' }),
    });
    fc.assert(
      fc.property(typed, (entered) => {
        for (const { issue } of findProblems(rules.bankAccountSchema(facts(), entered), entered)) {
          expect(Object.keys(bankMessages)).toContain(issue.code);
        }
      }),
    );
  });
});

describe('a bank account in the payment', () => {
  it('is masked to five asterisks and the last four digits', () => {
    fc.assert(
      fc.property(digits(4, 17), (number) => {
        const shown = maskedNumber(number);
        expect(shown).toBe(`*****${number.slice(-4)}`);
        expect(maskedNumber(shown)).toBe(shown);
      }),
    );
  });

  it('has its full number if it is not saved, trimmed, and without the hidden nickname', () => {
    const typed = values({ accountHolder: ' Avery Quist ', accountTypeId: '2', accountNickname: ' Vacation ' });
    expect(sourceOfBankAccount(typed, 'JPMorgan Chase', null)).toEqual({
      methodId: null,
      accountHolder: 'Avery Quist',
      accountNickname: '',
      routingNumber: CHASE,
      accountNumber: '4711471147',
      institutionName: 'JPMorgan Chase',
      accountTypeId: 2,
      savePaymentMethod: false,
    });
  });

  it('is masked and has an id if it is saved', () => {
    const typed = values({ savePaymentMethod: true, accountNickname: ' Vacation ' });
    expect(sourceOfBankAccount(typed, '', 'method-3')).toEqual({
      methodId: 'method-3',
      accountHolder: 'Avery Quist',
      accountNickname: 'Vacation',
      routingNumber: '*****0021',
      accountNumber: '*****1147',
      institutionName: '',
      accountTypeId: 1,
      savePaymentMethod: true,
    });
  });

  it("has the server's data if it was saved earlier", () => {
    expect(sourceOfProfile({ ...METHOD, accountTypeId: 2 })).toEqual({
      methodId: 'method-1',
      accountHolder: 'Avery Quist',
      accountNickname: 'Everyday Checking',
      routingNumber: '*****0021',
      accountNumber: '*****6789',
      institutionName: 'JPMorgan Chase',
      accountTypeId: 2,
      savePaymentMethod: false,
    });
  });
});
