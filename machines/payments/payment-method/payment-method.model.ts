/**
 * Specification of choosing a method (Y §4.3): for a borrower with two saved ones, for a payer, and for a borrower who
 * returns.
 */
import type { ContextFrom } from 'xstate';
import type { VerifiedBankAccount } from '#domain/payments/banking/shapes.ts';
import { sampleMethods } from '#domain/payments/samples.ts';
import bankAccountModel, {
  NICKNAME,
  storedEntry,
  validatedEntry,
  nicknameTakenEntry,
  notVerifiedEntry,
  savedAccount,
  typedEntry,
  verifiedAccount,
  wholeEntry,
} from '../bank-account/bank-account.model.ts';
import type { BankAccountEntry } from '../bank-account/bank-account.machine.ts';
import { type Case, answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { type MethodEntry, type PaymentMethodInput, paymentMethod } from './payment-method.machine.ts';

type Context = ContextFrom<typeof paymentMethod>;
const { to, stays, does, hears, press, where } = words<typeof paymentMethod>();

const nothingTyped = { verified: null, bankAccount: null, takenNickname: null };

/** Initial choice: the first saved method. */
export const savedEntry: MethodEntry = { methodId: 'method-1', ...nothingTyped };
export const otherSavedEntry: MethodEntry = { ...savedEntry, methodId: 'method-2' };
/** Choices of a new account: empty, while it is entered, from a draft, with visible errors, and verified. */
export const emptyEntry: MethodEntry = { methodId: '', ...nothingTyped };
export const typingEntry: MethodEntry = { ...emptyEntry, bankAccount: typedEntry };
export const storedMethod: MethodEntry = { ...emptyEntry, bankAccount: storedEntry };
export const unverifiedEntry: MethodEntry = { ...emptyEntry, bankAccount: notVerifiedEntry };
export const verifiedEntry: MethodEntry = { ...emptyEntry, bankAccount: wholeEntry, verified: verifiedAccount };

const borrower: PaymentMethodInput = {
  limits: { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } },
  canSave: true,
  methods: sampleMethods,
  entry: savedEntry,
};
/** Input of a payer, who has no saved methods and does not save any (ruling 58). */
const payer: PaymentMethodInput = { ...borrower, canSave: false, methods: [], entry: emptyEntry };

const toEntry = ({ methodId, verified, bankAccount, takenNickname }: Context): MethodEntry => ({
  methodId,
  verified,
  bankAccount,
  takenNickname,
});
/** Events for the parent machine: a changed choice, and messages about the choice. */
const tellsChange = { notifies: [{ type: 'method.changed', entry: toEntry }] };
const tellsMessages = { notifies: [{ type: 'method.validated', entry: toEntry }] };

/** The form of a new account starts with the earlier entry, and with a nickname that the server refused. */
const newAccount = ({ limits, canSave, methods, bankAccount, takenNickname }: Context) => ({
  enterBankAccount: {
    limits,
    canSave,
    nicknames: [...methods.map(({ profileName }) => profileName), ...(takenNickname === null ? [] : [takenNickname])],
    entry: bankAccount,
  },
});

/** A person chooses one of the saved methods, and can choose no other. */
const choosesSaved = (then: (methodId: string) => Case<Context>) => {
  const choose = (methodId: string, name: string) =>
    where(
      ({ methods, methodId: present }) => methods.length > 0 && present !== methodId,
      does(
        { action: 'choose', role: 'radio', name },
        { type: 'field.changed', field: 'methodId', value: methodId },
        then(methodId),
      ),
    );
  return [
    choose('method-1', 'Everyday Checking'),
    choose('method-2', 'Rainy Day Savings'),
    hears({ type: 'field.changed', field: 'methodId', value: 'method-9' }, stays()),
  ];
};

/** Messages about the new account, which stays or returns to the form. */
const isValidated = (then: (entry: BankAccountEntry) => Case<Context>) =>
  [validatedEntry, notVerifiedEntry, nicknameTakenEntry].map((entry) =>
    hears({ type: 'bankAccount.validated', entry }, then(entry)),
  );

const verified = (account: VerifiedBankAccount) =>
  [
    answers(account),
    to('methodChosen', { verified: account }, { output: (before) => ({ ...toEntry(before), verified: account }) }),
  ] as const;

export default spec(paymentMethod, {
  title: 'Payment Method',
  starts: {
    'a borrower': [borrower, to('choosingSavedMethod', { ...savedEntry, methods: sampleMethods, canSave: true })],
    'a payer': [
      payer,
      to(
        'enteringBankAccount.typing',
        { ...emptyEntry, methods: [], canSave: false },
        { calls: { enterBankAccount: { limits: payer.limits, canSave: false, nicknames: [], entry: null } } },
      ),
    ],
    'a borrower who comes back to a new account': [
      { ...borrower, entry: { ...verifiedEntry, takenNickname: NICKNAME } },
      to(
        'enteringBankAccount.typing',
        { ...verifiedEntry, takenNickname: NICKNAME },
        {
          calls: {
            enterBankAccount: {
              limits: borrower.limits,
              canSave: true,
              nicknames: ['Everyday Checking', 'Rainy Day Savings', NICKNAME],
              entry: wholeEntry,
            },
          },
        },
      ),
    ],
  },
  states: {
    choosingSavedMethod: {
      shows: [
        'Saved payment methods',
        'Everyday Checking',
        'Rainy Day Savings',
        '*****6789',
        'Add Payment Method',
        'Continue',
      ],
      on: [
        choosesSaved((methodId) => stays({ methodId }, tellsChange)),
        press(
          'Add Payment Method',
          'addMethod.chosen',
          to(
            'enteringBankAccount.typing',
            { methodId: '' },
            { calls: newAccount, ...tellsChange, focus: { place: 'field', field: 'routingNumber', delay: 0 } },
          ),
        ),
        press('Continue', 'continue.pressed', to('methodChosen', undefined, { output: toEntry })),
      ],
    },
    enteringBankAccount: {
      when: {
        enterBankAccount: {
          'an account that is not saved': verified(verifiedAccount),
          'an account that is saved': verified(savedAccount),
          'the machine of the account stops in error': [
            stopsInError,
            to('bankAccountStopped', undefined, { notifies: [{ type: 'method.failed' }] }),
          ],
        },
      },
    },
    'enteringBankAccount.typing': {
      // Saved methods stay on the screen.
      over: true,
      shows: ['Continue'],
      on: [
        // Another account is another method, which needs verification.
        hears(
          { type: 'bankAccount.changed', entry: typedEntry },
          stays({ bankAccount: typedEntry, verified: null }, tellsChange),
        ),
        isValidated((entry) => stays({ bankAccount: entry }, tellsMessages)),
        // If the bank refuses the account now, it no longer counts as verified (Y §4.3).
        hears(
          'bankAccount.submitted',
          to(
            'enteringBankAccount.verifying',
            ({ bankAccount }) => ({ bankAccount: bankAccount && { ...bankAccount, notice: null }, verified: null }),
            { notifies: [{ type: 'method.submitted' }] },
          ),
        ),
        press(
          'Continue',
          'continue.pressed',
          stays(undefined, { passes: { enterBankAccount: { type: 'continue.pressed' } } }),
        ),
        // The form of the new account closes, but a nickname that the server refused is remembered.
        choosesSaved((methodId) =>
          to(
            'choosingSavedMethod',
            ({ bankAccount, takenNickname }) => ({
              methodId,
              bankAccount: null,
              verified: null,
              takenNickname: bankAccount?.takenNickname ?? takenNickname,
            }),
            tellsChange,
          ),
        ),
      ],
    },
    'enteringBankAccount.verifying': {
      shows: ['Verifying your bank account…'],
      on: [isValidated((entry) => to('enteringBankAccount.typing', { bankAccount: entry }, tellsMessages))],
    },
    bankAccountStopped: { shows: [] },
  },
  finish: ['bankAccountStopped'],
  claims: {
    'a new account is used only after it was verified': {
      never: ({ isIn, context }) => isIn('methodChosen') && context.methodId === '' && context.verified === null,
      brokenBy: 'enteringBankAccount -> enterBankAccount done: action setVerified removed',
    },
    'a saved method is chosen without any data of a new account': {
      never: ({ context }) => context.methodId !== '' && (context.bankAccount !== null || context.verified !== null),
      brokenBy: 'enteringBankAccount.typing -> field.changed [isSavedMethod]: action clearBankAccount removed',
    },
  },
  children: { enterBankAccount: bankAccountModel },
  facts: ({ methodId, methods, bankAccount, verified: account, takenNickname }) => ({
    methodId,
    hasMethods: methods.length > 0,
    isVerified: account !== null,
    isTyped: bankAccount !== null,
    notice: bankAccount?.notice,
    isNicknameTaken: takenNickname !== null,
    isNicknameRefused: bankAccount !== null && bankAccount.takenNickname !== null,
  }),
});
