/**
 * From which bank account a payment is drawn (Y §2.1, §4.3): one of the saved methods, or a new account that is verified
 * first. The machine notifies its parent of what has been chosen, so that it is there again when the borrower comes back.
 */
import { assign, sendTo, setup } from 'xstate';
import type { VerifiedBankAccount } from '#domain/banking/shapes.ts';
import { methodOf } from '#domain/payments/rules.ts';
import type { SavedMethod } from '#domain/payments/shapes.ts';
import type { ChosenMethod } from '#domain/payments/source.ts';
import { startingMethod } from '#domain/payments/steps.ts';
import {
  type BankAccountEntry,
  type BankAccountInput,
  type BankAccountEvent,
  bankAccount,
} from '../bank-account/bank-account.machine.ts';
import type { FocusWanted } from '../kit/events.ts';
import { focusField, focusOn } from '../kit/focus.ts';
import type { FieldChanged } from '../kit/form.ts';
import { withAnswer, withEvent } from '../kit/params.ts';
import { type EntryEvent, notify, notifyOfEntry } from '../kit/relay.ts';

/** What has been chosen. An empty `methodId` stands for the new bank account; what is known of that is in memory only. */
export interface MethodEntry extends ChosenMethod {
  /** What has been typed of the new bank account; null before anything was. */
  readonly bankAccount: BankAccountEntry | null;
  /** A nickname that the server refused because another method has it. */
  readonly takenNickname: string | null;
}

export interface PaymentMethodInput extends Pick<BankAccountInput, 'limits' | 'canSave'> {
  /** The saved methods. */
  readonly methods: readonly SavedMethod[];
  /** What was chosen when the step was left, or what it starts with: {@link startedMethod}. */
  readonly entry: MethodEntry;
}

/** The events that the machine sends to its parent. */
export type PaymentMethodEvent =
  | EntryEvent<'method', MethodEntry>
  /** The new account is being verified: the step may not be left before it is validated, or the machine ends. */
  | { readonly type: 'method.submitted' }
  /** The machine of the new account has stopped in error. */
  | { readonly type: 'method.failed' };

interface Context extends Omit<PaymentMethodInput, 'entry'>, MethodEntry {}

/** What the step starts with: the method that was chosen before, otherwise the first that is saved (Y §4.3). */
export const startedMethod = (methods: readonly SavedMethod[], chosen: string | null): MethodEntry => ({
  methodId: startingMethod(methods, chosen),
  verified: null,
  bankAccount: null,
  takenNickname: null,
});

/** A new bank account that has been saved is one of the saved methods from then on, and chosen as such. */
export const withSavedChosen = (entry: MethodEntry): MethodEntry => {
  const savedId = entry.verified?.savedId ?? null;
  return savedId === null ? entry : { ...entry, methodId: savedId, verified: null, bankAccount: null };
};

/** The same without what stands above the form: it was said of an attempt that is past. */
export const withoutNotice = (entry: MethodEntry): MethodEntry => ({
  ...entry,
  bankAccount: entry.bankAccount && { ...entry.bankAccount, notice: null },
});

const entryOf = ({ methodId, verified, bankAccount: typed, takenNickname }: Context): MethodEntry => ({
  methodId,
  verified,
  bankAccount: typed,
  takenNickname,
});

const bankAccountInput = ({ limits, canSave, methods, takenNickname, bankAccount: typed }: Context) => ({
  limits,
  canSave,
  nicknames: [...methods.map(({ profileName }) => profileName), ...(takenNickname === null ? [] : [takenNickname])],
  entry: typed,
});

export const paymentMethod = setup({
  types: {
    context: {} as Context,
    events: {} as FieldChanged | BankAccountEvent | { type: 'addMethod.chosen' } | { type: 'continue.pressed' },
    input: {} as PaymentMethodInput,
    output: {} as MethodEntry,
    tags: {} as 'busy',
    emitted: {} as FocusWanted,
    children: {} as { enterBankAccount: 'enterBankAccount' },
  },
  actors: {
    enterBankAccount: bankAccount,
  },
  guards: {
    isNewMethod: ({ context }) => context.methodId === '',
    isSavedMethod: ({ context }, { field, value }: FieldChanged) =>
      field === 'methodId' && typeof value === 'string' && methodOf(context.methods, value) !== undefined,
  },
  actions: {
    chooseMethod: assign({ methodId: (_, { value }: FieldChanged) => String(value) }),
    chooseNewMethod: assign({ methodId: '' }),
    keepTyped: assign({ bankAccount: (_, { entry }: { entry: BankAccountEntry }) => entry }),
    clearNotice: assign(({ context }) => withoutNotice(entryOf(context))),
    keepVerified: assign({ verified: (_, account: VerifiedBankAccount) => account }),
    clearVerified: assign({ verified: null }),
    clearBankAccount: assign({
      bankAccount: null,
      verified: null,
      takenNickname: ({ context }) => context.bankAccount?.takenNickname ?? context.takenNickname,
    }),
    passOnContinue: sendTo('enterBankAccount', { type: 'continue.pressed' }),
    ...notifyOfEntry('method', entryOf),
    notifySubmitted: notify('method.submitted'),
    notifyFailed: notify('method.failed'),
    focusField,
  },
}).createMachine({
  id: 'paymentMethod',
  description: 'A saved method is chosen, or a new bank account is entered and verified',
  context: ({ input: { entry, ...facts } }) => ({ ...facts, ...entry }),
  output: ({ context }) => entryOf(context),
  initial: 'decidingHow',
  states: {
    decidingHow: {
      description: 'Without a saved method, or when a new one was being entered, there is the form',
      always: [{ guard: 'isNewMethod', target: 'enteringBankAccount' }, { target: 'choosingSavedMethod' }],
    },

    choosingSavedMethod: {
      id: 'choosingSavedMethod',
      description: 'One of the saved methods is chosen',
      on: {
        'field.changed': {
          guard: withEvent('isSavedMethod'),
          actions: [withEvent('chooseMethod'), 'notifyChanged'],
        },
        'addMethod.chosen': {
          target: 'enteringBankAccount',
          actions: ['chooseNewMethod', 'notifyChanged', focusOn('routingNumber')],
        },
        'continue.pressed': 'methodChosen',
      },
    },

    enteringBankAccount: {
      description: 'A new bank account is typed, and verified',
      invoke: {
        id: 'enterBankAccount',
        src: 'enterBankAccount',
        input: ({ context }) => bankAccountInput(context),
        onDone: { target: 'methodChosen', actions: withAnswer('keepVerified') },
        // What shows in its place is the parent's.
        onError: { actions: 'notifyFailed' },
      },
      initial: 'typing',
      states: {
        typing: {
          description: 'It is being typed, and may be left',
          on: {
            'bankAccount.changed': {
              actions: [withEvent('keepTyped'), 'clearVerified', 'notifyChanged'],
            },
            'bankAccount.validated': {
              actions: [withEvent('keepTyped'), 'notifyValidated'],
            },
            // Whether it still can take payments is for the bank to say.
            'bankAccount.submitted': {
              target: 'verifying',
              actions: ['clearNotice', 'clearVerified', 'notifySubmitted'],
            },
            'continue.pressed': { actions: 'passOnContinue' },
            'field.changed': {
              guard: withEvent('isSavedMethod'),
              target: '#choosingSavedMethod',
              actions: ['clearBankAccount', withEvent('chooseMethod'), 'notifyChanged'],
            },
          },
        },
        verifying: {
          description: 'It is being verified, and may not be left',
          tags: 'busy',
          on: {
            'bankAccount.validated': {
              target: 'typing',
              actions: [withEvent('keepTyped'), 'notifyValidated'],
            },
          },
        },
      },
    },

    methodChosen: { description: 'A bank account that can take payments is chosen', type: 'final' },
  },
});
