/**
 * Model of choosing a method (Y §4.3): for a borrower with two saved ones, for a payer, and for a borrower who comes
 * back.
 */
import type { ContextFrom } from 'xstate';
import { sampleMethods } from '#domain/payments/samples.ts';
import bankAccountModel, {
  NICKNAME,
  keptEntry,
  validatedEntry,
  nicknameTakenEntry,
  notVerifiedEntry,
  savedAccount,
  typedEntry,
  verifiedAccount,
  wholeEntry,
} from '../bank-account/bank-account.model.ts';
import type { BankAccountEntry } from '../bank-account/bank-account.machine.ts';
import { type EventCase, type Outcome, type PartOf, defineModel } from 'xstate-workbench/model';
import { type MethodEntry, type PaymentMethodInput, paymentMethod } from './payment-method.machine.ts';

type Context = ContextFrom<typeof paymentMethod>;
type Case = EventCase<Parameters<typeof paymentMethod.transition>[1], Context>;

const nothingTyped = { verified: null, bankAccount: null, takenNickname: null };

/** Initial choice: the first saved method. */
export const savedEntry: MethodEntry = { methodId: 'method-1', ...nothingTyped };
export const otherSavedEntry: MethodEntry = { ...savedEntry, methodId: 'method-2' };
/** Choices of a new account: empty, while it is entered, from a draft, with visible errors, and verified. */
export const emptyEntry: MethodEntry = { methodId: '', ...nothingTyped };
export const typingEntry: MethodEntry = { ...emptyEntry, bankAccount: typedEntry };
export const keptMethod: MethodEntry = { ...emptyEntry, bankAccount: keptEntry };
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

const entryOf = ({ methodId, verified, bankAccount, takenNickname }: Context): MethodEntry => ({
  methodId,
  verified,
  bankAccount,
  takenNickname,
});
const notifiesChanged = [{ type: 'method.changed', entry: entryOf }];
const notifiesValidated = [{ type: 'method.validated', entry: entryOf }];

/** Expected input of the new account's form: the earlier entry, and a nickname that is already in use. */
const asksForAccount = ({ limits, canSave, methods, bankAccount, takenNickname }: Context) => ({
  enterBankAccount: {
    limits,
    canSave,
    nicknames: [...methods.map(({ profileName }) => profileName), ...(takenNickname === null ? [] : [takenNickname])],
    entry: bankAccount,
  },
});

/** Case for selecting a saved method, which resets the form of a new account but remembers a nickname in use. */
const chooseSaved = (methodId: string, name: string): Case => ({
  event: { type: 'field.changed', field: 'methodId', value: methodId },
  where: ({ methods, methodId: present }) => methods.length > 0 && present !== methodId,
  gesture: { action: 'choose', role: 'radio', name },
  then: [
    { in: 'choosingSavedMethod', context: { methodId }, notifies: notifiesChanged },
    {
      in: 'enteringBankAccount.typing',
      state: 'choosingSavedMethod',
      context: ({ bankAccount, takenNickname }): PartOf<Context> => ({
        methodId,
        bankAccount: null,
        verified: null,
        takenNickname: bankAccount?.takenNickname ?? takenNickname,
      }),
      notifies: notifiesChanged,
    },
  ],
});

/**
 * Case for changed messages about the new account. After a failed verification, the borrower can edit the account
 * again.
 */
const validated = (entry: BankAccountEntry): Case => ({
  event: { type: 'bankAccount.validated', entry },
  then: [
    { in: 'enteringBankAccount.typing', context: { bankAccount: entry }, notifies: notifiesValidated },
    {
      in: 'enteringBankAccount.verifying',
      state: 'enteringBankAccount.typing',
      context: { bankAccount: entry },
      notifies: notifiesValidated,
    },
  ],
});

const verified = (account: typeof verifiedAccount): Outcome<Context> => ({
  answers: account,
  then: {
    state: 'methodChosen',
    context: { verified: account },
    output: (before) => ({ ...entryOf(before), verified: account }),
  },
});

export default defineModel<typeof paymentMethod>({
  machine: paymentMethod,
  title: 'Payment Method',
  inputs: {
    'a borrower': {
      input: borrower,
      then: { state: 'choosingSavedMethod', context: { ...savedEntry, methods: sampleMethods, canSave: true } },
    },
    'a payer': {
      input: payer,
      then: {
        state: 'enteringBankAccount.typing',
        context: { ...emptyEntry, methods: [], canSave: false },
        calls: { enterBankAccount: { limits: payer.limits, canSave: false, nicknames: [], entry: null } },
      },
    },
    'a borrower who comes back to a new account': {
      input: { ...borrower, entry: { ...verifiedEntry, takenNickname: NICKNAME } },
      then: {
        state: 'enteringBankAccount.typing',
        context: { ...verifiedEntry, takenNickname: NICKNAME },
        calls: {
          enterBankAccount: {
            limits: borrower.limits,
            canSave: true,
            nicknames: ['Everyday Checking', 'Rainy Day Savings', NICKNAME],
            entry: wholeEntry,
          },
        },
      },
    },
  },
  events: [
    chooseSaved('method-1', 'Everyday Checking'),
    chooseSaved('method-2', 'Rainy Day Savings'),
    // Only a saved method can be selected.
    {
      event: { type: 'field.changed', field: 'methodId', value: 'method-9' },
      then: { in: ['choosingSavedMethod', 'enteringBankAccount'] },
    },
    {
      event: { type: 'addMethod.chosen' },
      gesture: { action: 'click', role: 'button', name: 'Add Payment Method' },
      then: {
        in: 'choosingSavedMethod',
        state: 'enteringBankAccount.typing',
        context: { methodId: '' },
        calls: asksForAccount,
        notifies: notifiesChanged,
        focus: { place: 'field', field: 'routingNumber', delay: 0 },
      },
    },
    {
      event: { type: 'bankAccount.changed', entry: typedEntry },
      // Another account is another method, which needs verification.
      then: {
        in: 'enteringBankAccount.typing',
        context: { bankAccount: typedEntry, verified: null },
        notifies: notifiesChanged,
      },
    },
    validated(validatedEntry),
    validated(notVerifiedEntry),
    validated(nicknameTakenEntry),
    {
      event: { type: 'bankAccount.submitted' },
      then: {
        in: 'enteringBankAccount.typing',
        state: 'enteringBankAccount.verifying',
        // If the bank refuses the account now, it no longer counts as verified (Y §4.3).
        context: ({ bankAccount }) => ({
          bankAccount: bankAccount && { ...bankAccount, notice: null },
          verified: null,
        }),
        notifies: [{ type: 'method.submitted' }],
      },
    },
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      then: [
        { in: 'choosingSavedMethod', state: 'methodChosen', output: entryOf },
        { in: 'enteringBankAccount.typing', passes: { enterBankAccount: { type: 'continue.pressed' } } },
      ],
    },
  ],
  outcomes: {
    enterBankAccount: {
      'an account that is not saved': verified(verifiedAccount),
      'an account that is saved': verified(savedAccount),
      'the machine of the account stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'bankAccountStopped', notifies: [{ type: 'method.failed' }] },
      },
    },
  },
  screens: {
    bankAccountStopped: [],
    choosingSavedMethod: [
      'Saved payment methods',
      'Everyday Checking',
      'Rainy Day Savings',
      '*****6789',
      'Add Payment Method',
      'Continue',
    ],
    'enteringBankAccount.typing': ['Continue'],
    'enteringBankAccount.verifying': ['Verifying your bank account…'],
  },
  finish: ['bankAccountStopped'],
  claims: {
    'a new account is used only after it was verified': {
      never: ({ isIn, context }) => isIn('methodChosen') && context.methodId === '' && context.verified === null,
      brokenBy: 'enteringBankAccount -> enterBankAccount done: action keepVerified removed',
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
