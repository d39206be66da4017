/**
 * Specification of a new bank account (Y §4.3, §5.2): for a borrower who can save it, for a payer, and for a borrower who
 * returns.
 */
import type { ContextFrom } from 'xstate';
import type { BankAccountValues, VerifiedBankAccount } from '#domain/payments/banking/shapes.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { type ContextPart, answers } from 'xstate-workbench/model';
import { toNotice } from '../../kit/expected-page.ts';
import { failed, noAnswer, spec, words } from '../../kit/spec.ts';
import { type BankAccountEntry, type BankAccountInput, bankAccount } from './bank-account.machine.ts';

type Context = ContextFrom<typeof bankAccount>;
const { to, given } = words<typeof bankAccount>();

const ROUTING_NUMBER = '021000021';
const BANK = 'JPMorgan Chase';
export const ACCOUNT_NUMBER = '4711471147';
/** Account number one digit longer than the maximum. */
const TOO_LONG = '123456789012345678';
export const NICKNAME = 'My Checking Account';
/** Typed after the server has said that another method has the first one. */
const OTHER_NICKNAME = 'My Other Account';

const nothingTyped: BankAccountValues = {
  routingNumber: '',
  accountNumber: '',
  accountHolder: '',
  accountTypeId: '1',
  savePaymentMethod: false,
  accountNickname: '',
};

type Said = Pick<BankAccountEntry, 'bank' | 'refused' | 'takenNickname'>;
const nothingSaid: Said = { bank: null, refused: null, takenNickname: null };

/** Returns all problems, in the order of the fields (Y §5.2). */
function problems(values: BankAccountValues, { bank, refused, takenNickname }: Said) {
  const { routingNumber, accountNumber, accountHolder, savePaymentMethod, accountNickname } = values;
  const isWhole = routingNumber.length === 9;
  const isNumber = accountNumber !== '' && accountNumber !== TOO_LONG;
  // The bank refuses a pair of numbers. The same account number at another bank may be valid.
  const isRefused = accountNumber === refused?.accountNumber && routingNumber === refused.routingNumber;
  return [
    ...unless('routingNumber', routingNumber !== '', 'routing.required'),
    ...unless('routingNumber', routingNumber === '' || isWhole, 'routing.length'),
    ...unless('routingNumber', !isWhole || bank?.bankName !== null, 'routing.notFound'),
    ...unless('accountNumber', accountNumber !== '', 'accountNumber.required'),
    ...unless('accountNumber', accountNumber !== TOO_LONG, 'accountNumber.length'),
    ...unless('accountNumber', !isNumber || !isRefused, 'accountNumber.notVerified'),
    ...unless('accountHolder', accountHolder !== '', 'holder.required'),
    ...unless('accountNickname', !savePaymentMethod || accountNickname !== '', 'nickname.required'),
    ...unless(
      'accountNickname',
      !savePaymentMethod || accountNickname === '' || accountNickname !== takenNickname,
      'nickname.taken',
    ),
  ];
}

/** Entry reported after an account number was typed and the field was left. */
export const typedEntry: BankAccountEntry = {
  form: expectedForm(
    { ...nothingTyped, accountNumber: ACCOUNT_NUMBER },
    problems({ ...nothingTyped, accountNumber: ACCOUNT_NUMBER }, nothingSaid),
  ),
  ...nothingSaid,
  notice: null,
};
/** The same for an account that is entered to be saved. */
export const typedToBeSavedEntry: BankAccountEntry = {
  ...typedEntry,
  form: expectedForm(
    { ...nothingTyped, accountNumber: ACCOUNT_NUMBER, savePaymentMethod: true },
    problems({ ...nothingTyped, accountNumber: ACCOUNT_NUMBER, savePaymentMethod: true }, nothingSaid),
  ),
};
export const validatedEntry: BankAccountEntry = {
  ...typedEntry,
  form: expectedForm(nothingTyped, problems(nothingTyped, nothingSaid), { touched: ['routingNumber'] }),
};

/** Draft of an account to be saved, and the entry restored from it. The numbers are missing. */
export const storedAccount = {
  accountHolder: 'Avery Quist',
  savePaymentMethod: true,
  accountNickname: NICKNAME,
} as const;
const storedValues: BankAccountValues = { ...nothingTyped, ...storedAccount };
export const storedEntry: BankAccountEntry = {
  form: expectedForm(storedValues, problems(storedValues, nothingSaid)),
  ...nothingSaid,
  notice: null,
};

const wholeValues: BankAccountValues = {
  ...nothingTyped,
  routingNumber: ROUTING_NUMBER,
  accountNumber: ACCOUNT_NUMBER,
  accountHolder: 'Avery Quist',
};

/** Complete entry: after its bank is known, and after a failure to verify or save it. */
export const wholeEntry: BankAccountEntry = {
  form: expectedForm(wholeValues, [], { touched: ['routingNumber'] }),
  bank: { routingNumber: ROUTING_NUMBER, bankName: BANK },
  refused: null,
  takenNickname: null,
  notice: null,
};
export const notVerifiedEntry: BankAccountEntry = { ...wholeEntry, notice: 'couldNotVerify' };
/** Complete entry of an account to save, after a failure to save it. */
export const notSavedEntry: BankAccountEntry = {
  ...wholeEntry,
  form: expectedForm({ ...wholeValues, savePaymentMethod: true, accountNickname: NICKNAME }, [], {
    touched: ['routingNumber'],
  }),
  notice: 'couldNotSave',
};
export const nicknameTakenEntry: BankAccountEntry = {
  ...wholeEntry,
  form: expectedForm(
    { ...wholeValues, savePaymentMethod: true, accountNickname: NICKNAME },
    [{ field: 'accountNickname', issue: { code: 'nickname.taken' } }],
    { touched: ['routingNumber', 'accountNickname'] },
  ),
  takenNickname: NICKNAME,
};

/** Verified accounts as output: one for this payment only, and a saved one. */
export const verifiedAccount: VerifiedBankAccount = {
  values: wholeValues,
  bankName: BANK,
  name: BANK,
  savedId: null,
};
export const savedAccount: VerifiedBankAccount = {
  values: { ...wholeValues, savePaymentMethod: true, accountNickname: NICKNAME },
  bankName: BANK,
  name: NICKNAME,
  savedId: 'method-3',
};

const borrower: BankAccountInput = {
  limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
  nicknames: ['Everyday Checking', 'Rainy Day Savings'],
  canSave: true,
  entry: null,
};
const payer: BankAccountInput = { ...borrower, nicknames: [], canSave: false };

/** Entry from an earlier visit without validation errors: a savings account whose verification failed. */
const returning: BankAccountEntry = {
  ...notVerifiedEntry,
  form: expectedForm({ ...wholeValues, accountTypeId: '2' }, [], { touched: ['routingNumber'] }),
};

const toEntry = ({ form, bank, refused, takenNickname, notice }: Context): BankAccountEntry => ({
  form,
  bank,
  refused,
  takenNickname,
  notice,
});
/** Events for the parent machine: a changed entry, and messages about the entry. */
const changed = [{ type: 'bankAccount.changed', entry: toEntry }];
const validated = [{ type: 'bankAccount.validated', entry: toEntry }];

/** The notice appears above the form, which can be submitted again. */
const returnsWith = (notice: 'couldNotVerify' | 'couldNotSave') =>
  to('enteringBankAccount.typing', { notice }, { notifies: validated, focus: toNotice });

const looksUpBank = { calls: { getBankName: { body: { routingNumber: ROUTING_NUMBER } } } };
/** The name of the bank is shown beside its number, which counts as left. */
const bankFound = ({ form: { values, touched, attempted }, ...said }: Context) => {
  const bank = { routingNumber: ROUTING_NUMBER, bankName: BANK };
  const shown = { touched: touching(touched, 'routingNumber'), attempted };
  return { bank, form: expectedForm(values, problems(values, { ...said, bank }), shown) };
};

/** The bank does not know the account, and the focus is on its number. */
const refusedPair = ({ form }: Context) => ({
  refused: { routingNumber: ROUTING_NUMBER, accountNumber: form.values.accountNumber },
});
const refused = { notifies: validated, wrongField: 'accountNumber' };

const toTypeId = ({ form }: Context): 1 | 2 => (form.values.accountTypeId === '1' ? 1 : 2);

/** The account's label is its nickname if it is saved, else its bank, else its holder. */
const verified = ({ form: { values }, bank }: Context, savedId: string | null) => ({
  values,
  bankName: bank?.bankName ?? '',
  name: values.savePaymentMethod ? values.accountNickname : (bank?.bankName ?? values.accountHolder),
  savedId,
});

const starts = (input: BankAccountInput, context: ContextPart<Context>, ...reads: readonly string[]) =>
  [input, to('enteringBankAccount.typing', context, { reads })] as const;

export default spec(bankAccount, {
  title: 'New Bank Account',
  starts: {
    'a borrower': starts(
      borrower,
      {
        canSave: true,
        form: expectedForm(nothingTyped, problems(nothingTyped, nothingSaid)),
        ...nothingSaid,
        notice: null,
        savedId: null,
      },
      'Save this payment method',
    ),
    'a payer': starts(payer, { canSave: false, form: { values: nothingTyped }, notice: null }),
    'a borrower who adds a saved account': starts(
      { ...borrower, isToBeSaved: true },
      { isToBeSaved: true, form: { values: { ...nothingTyped, savePaymentMethod: true } }, notice: null },
      'Account Nickname',
    ),
    'a borrower who comes back to an entered account': starts(
      { ...borrower, entry: returning },
      { ...returning, savedId: null },
      "We couldn't check your bank account right now.",
      BANK,
    ),
  },
  notices: {
    couldNotVerify: "We couldn't check your bank account right now.",
    couldNotSave: "We couldn't save your bank account right now.",
  },
  form: {
    in: ['enteringBankAccount'],
    problems,
    clears: { notice: null },
    notifies: { changed, left: validated, refused: validated },
    fields: {
      routingNumber: {
        label: 'Routing Number',
        entries: [
          { value: '0210', then: to('enteringBankAccount.typing') },
          { value: ROUTING_NUMBER, then: to('enteringBankAccount.lookingUpBank', undefined, looksUpBank) },
        ],
        errors: {
          'routing.required': 'Routing Number is required.',
          'routing.length': 'The routing number must have 9 digits.',
          'routing.notFound': 'The routing number cannot be found in our records.',
        },
      },
      accountNumber: {
        label: 'Account Number',
        // The second is as long as a routing number.
        entries: [ACCOUNT_NUMBER, '471147114', TOO_LONG],
        isNotLeft: true,
        errors: {
          'accountNumber.required': 'Account Number is required.',
          'accountNumber.length': 'The account number must have between 4 and 17 digits.',
          'accountNumber.notVerified':
            "We couldn't successfully verify the account number you entered. Please correct and try again.",
        },
      },
      accountHolder: {
        label: 'Name on Account',
        entries: ['Avery Quist'],
        isNotLeft: true,
        errors: { 'holder.required': 'Name on Account is required.' },
      },
      savePaymentMethod: {
        label: 'Save this payment method',
        role: 'checkbox',
        entries: [{ value: true, reads: ['Account Nickname'] }],
        where: ({ canSave, isToBeSaved }) => canSave && isToBeSaved !== true,
      },
      accountNickname: {
        label: 'Account Nickname',
        entries: [
          NICKNAME,
          {
            value: OTHER_NICKNAME,
            where: ({ takenNickname, form }) => takenNickname !== null && takenNickname === form.values.accountNickname,
          },
        ],
        where: ({ form }) => form.values.savePaymentMethod,
        errors: {
          'nickname.required': 'Account Nickname is required',
          'nickname.taken': 'The account nickname cannot match another payment method nickname.',
        },
      },
    },
    submit: [
      {
        name: 'Continue',
        event: 'continue.pressed',
        then: to(
          'verifyingBankAccount',
          { notice: null },
          {
            notifies: [{ type: 'bankAccount.submitted' }],
            calls: (before) => ({
              validateBank: {
                body: {
                  routingNumber: ROUTING_NUMBER,
                  accountNumber: before.form.values.accountNumber,
                  accountTypeId: toTypeId(before),
                  serviceType: 0,
                  profileId: null,
                },
              },
            }),
          },
        ),
      },
    ],
  },
  states: {
    enteringBankAccount: {
      shows: ['Add Payment Method', 'Routing Number', 'Account Number', 'Name on Account', 'Account Type', 'Continue'],
    },
    'enteringBankAccount.lookingUpBank': {
      when: {
        getBankName: {
          'a bank': [
            answers({ bankName: BANK }),
            to('enteringBankAccount.typing', bankFound, { notifies: validated, reads: [BANK] }),
          ],
          'no bank has this number': [
            answers({ bankName: null }),
            to(
              'enteringBankAccount.typing',
              { bank: { routingNumber: ROUTING_NUMBER, bankName: null } },
              { notifies: validated, wrongField: 'routingNumber', focus: null },
            ),
          ],
          // Verification checks again whether the bank exists, and a refusal looks it up again.
          'no answer in time': [noAnswer, to('enteringBankAccount.typing')],
        },
      },
    },
    verifyingBankAccount: {
      over: true,
      shows: ['Verifying your bank account…'],
      when: {
        validateBank: {
          'the account can take payments': [
            answers({ nachaValidationResult: { isSuccessful: true } }),
            given(
              ({ form }) => form.values.savePaymentMethod,
              to('savingBankAccount', undefined, {
                calls: (before) => ({
                  saveMethod: {
                    body: {
                      profileName: before.form.values.accountNickname,
                      accountTypeId: toTypeId(before),
                      accountNumber: before.form.values.accountNumber,
                      routingNumber: ROUTING_NUMBER,
                      accountHolder: 'Avery Quist',
                      // Only Payment Methods asks for the password (Y §4.3).
                      ...(before.isToBeSaved !== true && { isForPayment: true }),
                    },
                  },
                }),
              }),
            ),
            to('bankAccountVerified', undefined, { output: (before) => verified(before, null) }),
          ],
          'the account cannot be verified': [
            answers({ nachaValidationResult: { isSuccessful: false } }),
            // Without the name of the bank, the routing number can be the wrong one.
            given(({ bank }) => bank === null, {
              ...to('enteringBankAccount.lookingUpBank', refusedPair, refused),
              ...looksUpBank,
            }),
            to('enteringBankAccount.typing', refusedPair, refused),
          ],
          'no answer in time': [noAnswer, returnsWith('couldNotVerify')],
        },
      },
    },
    savingBankAccount: {
      over: true,
      shows: ['Verifying your bank account…'],
      when: {
        saveMethod: {
          saved: [
            answers({ result: 'method-3' }),
            to('bankAccountVerified', { savedId: 'method-3' }, { output: (before) => verified(before, 'method-3') }),
          ],
          'the nickname is taken': [
            failed(422),
            to('enteringBankAccount.typing', ({ form }) => ({ takenNickname: form.values.accountNickname }), {
              notifies: validated,
              wrongField: 'accountNickname',
            }),
          ],
          'no answer in time': [noAnswer, returnsWith('couldNotSave')],
        },
      },
    },
  },
  claims: {
    'an account is used only after its bank has verified it': {
      reaching: ({ isIn }) => isIn('bankAccountVerified'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'the account can take payments',
      brokenBy: 'guard isVerified: always true',
    },
    'a payer does not save an account': {
      never: ({ context, waitingFor }) => !context.canSave && waitingFor.includes('saveMethod'),
      brokenBy: 'guard isVerifiedAndToBeSaved: always true',
    },
  },
  notOnScreen: {
    'field.left (field "routingNumber") (3)': 'The message is beside the field since the bank look-up.',
  },
  facts: ({ form: { values }, canSave, isToBeSaved, bank, refused: pair, takenNickname }, isIn) =>
    isIn('bankAccountVerified')
      ? null
      : {
          routingNumber: values.routingNumber,
          accountNumber: values.accountNumber,
          hasHolder: values.accountHolder !== '',
          isToBeSaved: values.savePaymentMethod,
          nickname: values.savePaymentMethod && values.accountNickname,
          canChooseToSave: canSave && isToBeSaved !== true,
          canSave,
          bank: bank === null ? 'unknown' : bank.bankName,
          refused: pair?.accountNumber,
          takenNickname,
        },
  combinedFacts: ({ form: { values }, canSave, notice, ...said }) => ({
    problems: problems(values, said).length,
    isToBeSaved: values.savePaymentMethod,
    canSave,
    notice,
    isBankKnown: said.bank !== null,
    isRefused: said.refused !== null,
    isNicknameTaken: said.takenNickname !== null,
  }),
});
