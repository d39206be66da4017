/**
 * Model of a new bank account (Y §4.3, §5.2): for a borrower who can save it, for a payer, and for a borrower who comes
 * back.
 */
import type { ContextFrom } from 'xstate';
import type { BankAccountValues, VerifiedBankAccount } from '#domain/payments/banking/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, touching } from '../../kit/expected-form.ts';
import { REVIEW, toErrors } from '../../kit/expected-page.ts';
import { type Expected, type ExpectedWhere, defineModel } from 'xstate-workbench/model';
import { type BankAccountEntry, type BankAccountInput, bankAccount } from './bank-account.machine.ts';

type Context = ContextFrom<typeof bankAccount>;

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

const nothingWrong: readonly FieldProblem[] = [];
const wrong = (field: string, code: string): readonly FieldProblem[] => [{ field, issue: { code } }];

function routingProblem({ routingNumber }: BankAccountValues, bank: Context['bank']): readonly FieldProblem[] {
  if (routingNumber === '') return wrong('routingNumber', 'routing.required');
  if (routingNumber.length < 9) return wrong('routingNumber', 'routing.length');
  return bank?.bankName === null ? wrong('routingNumber', 'routing.notFound') : nothingWrong;
}

/**
 * Returns the problem of the account number. The bank refuses a pair of routing and account number; the same number at
 * another bank may be valid.
 */
function numberProblem(values: BankAccountValues, refused: Context['refused']): readonly FieldProblem[] {
  const { routingNumber, accountNumber } = values;
  if (accountNumber === '') return wrong('accountNumber', 'accountNumber.required');
  if (accountNumber === TOO_LONG) return wrong('accountNumber', 'accountNumber.length');
  return accountNumber === refused?.accountNumber && routingNumber === refused.routingNumber
    ? wrong('accountNumber', 'accountNumber.notVerified')
    : nothingWrong;
}

function nicknameProblem({ savePaymentMethod, accountNickname }: BankAccountValues, taken: string | null) {
  if (!savePaymentMethod) return nothingWrong;
  if (accountNickname === '') return wrong('accountNickname', 'nickname.required');
  return accountNickname === taken ? wrong('accountNickname', 'nickname.taken') : nothingWrong;
}

type Said = Pick<BankAccountEntry, 'bank' | 'refused' | 'takenNickname'>;
const nothingSaid: Said = { bank: null, refused: null, takenNickname: null };

/** Returns all problems, in the order of the fields (Y §5.2). */
const problemsOf = (values: BankAccountValues, { bank, refused, takenNickname }: Said): readonly FieldProblem[] => [
  ...routingProblem(values, bank),
  ...numberProblem(values, refused),
  ...(values.accountHolder === '' ? wrong('accountHolder', 'holder.required') : nothingWrong),
  ...nicknameProblem(values, takenNickname),
];

/** Returns the form after a change of its values or of the messages about them, and after a field was left. */
function changed(
  { form, bank, refused, takenNickname }: BankAccountEntry,
  values: Partial<BankAccountValues>,
  { left, ...said }: Partial<Said> & { readonly left?: string } = {},
) {
  const { touched, attempted } = form;
  const now = { ...form.values, ...values };
  return expectedForm(now, problemsOf(now, { bank, refused, takenNickname, ...said }), {
    touched: left === undefined ? touched : touching(touched, left),
    attempted,
  });
}

const attemptedForm = (before: Context) => changed({ ...before, form: { ...before.form, attempted: true } }, {});

const isWhole = ({ form: { values }, ...said }: Context): boolean => problemsOf(values, said).length === 0;

/** Entry reported after an account number was typed and the field was left. */
export const typedEntry: BankAccountEntry = {
  form: expectedForm(
    { ...nothingTyped, accountNumber: ACCOUNT_NUMBER },
    problemsOf({ ...nothingTyped, accountNumber: ACCOUNT_NUMBER }, nothingSaid),
  ),
  ...nothingSaid,
  notice: null,
};
/** The same for an account that is entered to be saved. */
export const typedToBeSavedEntry: BankAccountEntry = {
  ...typedEntry,
  form: changed(typedEntry, { savePaymentMethod: true }),
};
export const validatedEntry: BankAccountEntry = {
  ...typedEntry,
  form: expectedForm(nothingTyped, problemsOf(nothingTyped, nothingSaid), { touched: ['routingNumber'] }),
};

/** What a draft has of an account that is to be saved, and the entry with it. The numbers are missing. */
export const keptAccount = {
  accountHolder: 'Avery Quist',
  savePaymentMethod: true,
  accountNickname: NICKNAME,
} as const;
const keptValues: BankAccountValues = { ...nothingTyped, ...keptAccount };
export const keptEntry: BankAccountEntry = {
  form: expectedForm(keptValues, problemsOf(keptValues, nothingSaid)),
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
  form: expectedForm(wholeValues, nothingWrong, { touched: ['routingNumber'] }),
  bank: { routingNumber: ROUTING_NUMBER, bankName: BANK },
  refused: null,
  takenNickname: null,
  notice: null,
};
export const notVerifiedEntry: BankAccountEntry = { ...wholeEntry, notice: 'couldNotVerify' };
/** Complete entry of an account to save, after a failure to save it. */
export const notSavedEntry: BankAccountEntry = {
  ...wholeEntry,
  form: expectedForm({ ...wholeValues, savePaymentMethod: true, accountNickname: NICKNAME }, nothingWrong, {
    touched: ['routingNumber'],
  }),
  notice: 'couldNotSave',
};
export const nicknameTakenEntry: BankAccountEntry = {
  ...wholeEntry,
  form: expectedForm(
    { ...wholeValues, savePaymentMethod: true, accountNickname: NICKNAME },
    wrong('accountNickname', 'nickname.taken'),
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
  form: expectedForm({ ...wholeValues, accountTypeId: '2' }, nothingWrong, { touched: ['routingNumber'] }),
};

const COULD_NOT_VERIFY = "We couldn't check your bank account right now.";
const COULD_NOT_SAVE = "We couldn't save your bank account right now.";
const NOT_VERIFIED = "We couldn't successfully verify the account number you entered. Please correct and try again.";
const VERIFYING = 'Verifying your bank account…';

const entryOf = ({ form, bank, refused, takenNickname, notice }: Context): BankAccountEntry => ({
  form,
  bank,
  refused,
  takenNickname,
  notice,
});
const notifiesChanged = [{ type: 'bankAccount.changed', entry: entryOf }];
const notifiesValidated = [{ type: 'bankAccount.validated', entry: entryOf }];

/** Returns the result of entering a value. The notice above the form belongs to an earlier attempt and disappears. */
const entering = (field: string, value: string | boolean): ExpectedWhere<Context> => ({
  in: 'enteringBankAccount',
  context: (before) => ({ notice: null, form: changed(before, { [field]: value }) }),
  notifies: notifiesChanged,
  hides: [COULD_NOT_VERIFY, COULD_NOT_SAVE],
});

const fill = (field: string, name: string, value: string, then: Expected<Context> = {}) => ({
  event: { type: 'field.changed', field, value } as const,
  gesture: { action: 'fill', role: 'textbox', name, value } as const,
  then: { ...entering(field, value), ...then },
});

const asksForBank = {
  state: 'enteringBankAccount.lookingUpBank',
  calls: { getBankName: { body: { routingNumber: ROUTING_NUMBER } } },
};

const bankFound = (bankName: string | null): Expected<Context> => {
  const bank = { routingNumber: ROUTING_NUMBER, bankName };
  return {
    state: 'enteringBankAccount.typing',
    context: (before) => ({ bank, form: changed(before, {}, { bank, left: 'routingNumber' }) }),
    notifies: notifiesValidated,
    reads: [bankName ?? 'The routing number cannot be found in our records.'],
  };
};

const typeOf = ({ form }: Context): 1 | 2 => (form.values.accountTypeId === '1' ? 1 : 2);

/** Returns the output. The account's label is its nickname if it is saved, else its bank, else its holder. */
const answered = ({ form: { values }, bank }: Context, savedId: string | null) => ({
  values,
  bankName: bank?.bankName ?? '',
  name: values.savePaymentMethod ? values.accountNickname : (bank?.bankName ?? values.accountHolder),
  savedId,
});

/** Expected result of a failure to verify or save: back to the form, with a notice. */
const backWith = (notice: 'couldNotVerify' | 'couldNotSave', sentence: string): Expected<Context> => ({
  state: 'enteringBankAccount.typing',
  context: { notice },
  notifies: notifiesValidated,
  focus: { place: 'notice', delay: 0 },
  reads: [sentence],
  hides: [VERIFYING],
});

/** Expected result of a refused account: its error, with focus on the field. */
const refused: Expected<Context> = {
  context: (before) => {
    const pair = { routingNumber: ROUTING_NUMBER, accountNumber: before.form.values.accountNumber };
    return { refused: pair, form: changed(before, {}, { refused: pair, left: 'accountNumber' }) };
  },
  notifies: notifiesValidated,
  focus: { place: 'field', field: 'accountNumber', delay: 0 },
  reads: [NOT_VERIFIED],
  hides: [VERIFYING],
};

export default defineModel<typeof bankAccount>({
  machine: bankAccount,
  title: 'New Bank Account',
  inputs: {
    'a borrower': {
      input: borrower,
      then: {
        state: 'enteringBankAccount.typing',
        context: {
          canSave: true,
          form: expectedForm(nothingTyped, problemsOf(nothingTyped, nothingSaid)),
          ...nothingSaid,
          notice: null,
          savedId: null,
        },
        reads: ['Save this payment method'],
      },
    },
    'a payer': {
      input: payer,
      then: {
        state: 'enteringBankAccount.typing',
        context: { canSave: false, form: { values: nothingTyped }, notice: null },
      },
    },
    'a borrower who adds a saved account': {
      input: { ...borrower, isToBeSaved: true },
      then: {
        state: 'enteringBankAccount.typing',
        context: { isToBeSaved: true, form: { values: { ...nothingTyped, savePaymentMethod: true } }, notice: null },
        reads: ['Account Nickname'],
      },
    },
    'a borrower who comes back to an entered account': {
      input: { ...borrower, entry: returning },
      then: {
        state: 'enteringBankAccount.typing',
        context: { ...returning, savedId: null },
        reads: [COULD_NOT_VERIFY, BANK],
      },
    },
  },
  events: [
    fill('routingNumber', 'Routing Number', '0210', { state: 'enteringBankAccount.typing' }),
    fill('routingNumber', 'Routing Number', ROUTING_NUMBER, asksForBank),
    {
      event: { type: 'field.left', field: 'routingNumber' },
      gesture: { action: 'leave', role: 'textbox', name: 'Routing Number' },
      then: [
        {
          in: 'enteringBankAccount',
          when: ({ form }) => form.values.routingNumber === '0210',
          context: (before) => ({ form: changed(before, {}, { left: 'routingNumber' }) }),
          notifies: notifiesValidated,
          reads: ['The routing number must have 9 digits.'],
        },
        {
          in: 'enteringBankAccount',
          context: (before) => ({ form: changed(before, {}, { left: 'routingNumber' }) }),
          notifies: notifiesValidated,
        },
      ],
    },
    fill('accountNumber', 'Account Number', ACCOUNT_NUMBER),
    // As long as a routing number.
    fill('accountNumber', 'Account Number', '471147114'),
    fill('accountNumber', 'Account Number', TOO_LONG),
    fill('accountHolder', 'Name on Account', 'Avery Quist'),
    {
      event: { type: 'field.changed', field: 'savePaymentMethod', value: true },
      where: ({ canSave, isToBeSaved }) => canSave && isToBeSaved !== true,
      gesture: { action: 'check', role: 'checkbox', name: 'Save this payment method' },
      then: { ...entering('savePaymentMethod', true), reads: ['Account Nickname'] },
    },
    {
      ...fill('accountNickname', 'Account Nickname', NICKNAME),
      where: ({ form }) => form.values.savePaymentMethod,
    },
    {
      ...fill('accountNickname', 'Account Nickname', OTHER_NICKNAME),
      where: ({ takenNickname, form: { values } }) =>
        takenNickname !== null && takenNickname === values.accountNickname,
    },
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      then: [
        {
          in: 'enteringBankAccount',
          when: isWhole,
          state: 'verifyingBankAccount',
          context: { notice: null },
          notifies: [{ type: 'bankAccount.submitted' }],
          calls: (before) => ({
            validateBank: {
              body: {
                routingNumber: ROUTING_NUMBER,
                accountNumber: before.form.values.accountNumber,
                accountTypeId: typeOf(before),
                serviceType: 0,
                profileId: null,
              },
            },
          }),
          hides: [COULD_NOT_VERIFY, COULD_NOT_SAVE],
        },
        {
          in: 'enteringBankAccount',
          when: ({ form: { values } }) => values.routingNumber === '' && values.accountNumber === '',
          context: (before) => ({ form: attemptedForm(before) }),
          notifies: notifiesValidated,
          focus: toErrors,
          reads: [REVIEW, 'Routing Number is required.', 'Account Number is required.'],
        },
        {
          in: 'enteringBankAccount',
          when: ({ form: { values } }) => values.accountNumber === TOO_LONG,
          context: (before) => ({ form: attemptedForm(before) }),
          notifies: notifiesValidated,
          focus: toErrors,
          reads: [REVIEW, 'The account number must have between 4 and 17 digits.'],
        },
        {
          in: 'enteringBankAccount',
          context: (before) => ({ form: attemptedForm(before) }),
          notifies: notifiesValidated,
          focus: toErrors,
          reads: [REVIEW],
        },
      ],
    },
  ],
  outcomes: {
    getBankName: {
      'a bank': { answers: { bankName: BANK }, then: bankFound(BANK) },
      'no bank has this number': { answers: { bankName: null }, then: bankFound(null) },
      // Verification checks again whether the bank exists, and a refusal looks it up again.
      'no answer in time': { throws: { kind: 'noAnswer' }, then: { state: 'enteringBankAccount.typing' } },
    },
    validateBank: {
      'the account can take payments': {
        answers: { nachaValidationResult: { isSuccessful: true } },
        then: [
          {
            when: ({ form }) => form.values.savePaymentMethod,
            state: 'savingBankAccount',
            calls: (before) => ({
              saveMethod: {
                body: {
                  profileName: before.form.values.accountNickname,
                  accountTypeId: typeOf(before),
                  accountNumber: before.form.values.accountNumber,
                  routingNumber: ROUTING_NUMBER,
                  accountHolder: 'Avery Quist',
                  // Only Payment Methods asks for the password (Y §4.3).
                  ...(before.isToBeSaved !== true && { isForPayment: true }),
                },
              },
            }),
          },
          { state: 'bankAccountVerified', output: (before) => answered(before, null) },
        ],
      },
      'the account cannot be verified': {
        answers: { nachaValidationResult: { isSuccessful: false } },
        // Without the name of the bank, the routing number can be the wrong one.
        then: [
          { when: ({ bank }) => bank === null, ...refused, ...asksForBank },
          { state: 'enteringBankAccount.typing', ...refused },
        ],
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: backWith('couldNotVerify', COULD_NOT_VERIFY) },
    },
    saveMethod: {
      saved: {
        answers: { result: 'method-3' },
        then: {
          state: 'bankAccountVerified',
          context: { savedId: 'method-3' },
          output: (before) => answered(before, 'method-3'),
        },
      },
      'the nickname is taken': {
        throws: { kind: 'refused', status: 422 },
        then: {
          state: 'enteringBankAccount.typing',
          context: (before) => {
            const { accountNickname: takenNickname } = before.form.values;
            return { takenNickname, form: changed(before, {}, { takenNickname, left: 'accountNickname' }) };
          },
          notifies: notifiesValidated,
          focus: { place: 'field', field: 'accountNickname', delay: 0 },
          reads: ['The account nickname cannot match another payment method nickname.'],
          hides: [VERIFYING],
        },
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: backWith('couldNotSave', COULD_NOT_SAVE) },
    },
  },
  screens: {
    enteringBankAccount: [
      'Add Payment Method',
      'Routing Number',
      'Account Number',
      'Name on Account',
      'Account Type',
      'Continue',
    ],
    verifyingBankAccount: [VERIFYING],
    savingBankAccount: [VERIFYING],
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
    problems: problemsOf(values, said).length,
    isToBeSaved: values.savePaymentMethod,
    canSave,
    notice,
    isBankKnown: said.bank !== null,
    isRefused: said.refused !== null,
    isNicknameTaken: said.takenNickname !== null,
  }),
});
