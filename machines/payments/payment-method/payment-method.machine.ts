/**
 * Bank account of a payment (Y §2.1, §4.3): one of the saved methods, or a new account that is verified first. The
 * machine reports the choice to its parent, so that the parent can restore it when the borrower returns.
 */
import { assign, sendTo, setup } from 'xstate';
import type { VerifiedBankAccount } from '#domain/payments/banking/shapes.ts';
import { findMethod } from '#domain/payments/rules.ts';
import type { SavedMethod } from '#domain/payments/shapes.ts';
import type { ChosenMethod } from '#domain/payments/source.ts';
import { startingMethod } from '#domain/payments/steps.ts';
import {
  type BankAccountEntry,
  type BankAccountInput,
  type BankAccountEvent,
  bankAccount,
  startedBankAccount,
} from '../bank-account/bank-account.machine.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { FieldChanged } from '../../kit/form.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { type EntryEvent, notify, notifyOfEntry } from '../../kit/relay.ts';

/** Chosen method. An empty `methodId` means the new bank account, whose numbers are in memory only. */
export interface MethodEntry extends ChosenMethod {
  /** Entered data of the new bank account, or null before any input. */
  readonly bankAccount: BankAccountEntry | null;
  /** Nickname that the server refused because another method has it. */
  readonly takenNickname: string | null;
}

export interface PaymentMethodInput extends Pick<BankAccountInput, 'limits' | 'canSave'> {
  readonly methods: readonly SavedMethod[];
  /** Choice from an earlier visit, or the initial one: {@link startedMethod}. */
  readonly entry: MethodEntry;
}

/** The events that the machine sends to its parent. */
export type PaymentMethodEvent =
  | EntryEvent<'method', MethodEntry>
  /** Verification of the new account has started: the borrower cannot leave the step until it succeeds or fails. */
  | { readonly type: 'method.submitted' }
  /** The machine of the new account stopped with an error. */
  | { readonly type: 'method.failed' };

interface Context extends Omit<PaymentMethodInput, 'entry'>, MethodEntry {}

/**
 * Returns the initial choice: the earlier method, otherwise the first saved one (Y §4.3). `typed` is the part of a new
 * bank account in a draft.
 */
export function startedMethod(
  facts: Omit<PaymentMethodInput, 'entry'>,
  chosen: string | null,
  typed: FormDraft['typed'],
): MethodEntry {
  const methodId = startingMethod(facts.methods, chosen);
  const nothing = { methodId, verified: null, bankAccount: null, takenNickname: null };
  if (methodId !== '' || Object.keys(typed).length === 0) return nothing;
  return { ...nothing, bankAccount: startedBankAccount(bankAccountInput({ ...facts, ...nothing }), { typed }) };
}

/** Returns the choice with a new bank account that was saved replaced by its saved method. */
export const withSavedChosen = (entry: MethodEntry): MethodEntry => {
  const savedId = entry.verified?.savedId ?? null;
  return savedId === null ? entry : { ...entry, methodId: savedId, verified: null, bankAccount: null };
};

/** Returns the choice without the notice above the form, which belongs to an earlier attempt. */
export const withoutNotice = (entry: MethodEntry): MethodEntry => ({
  ...entry,
  bankAccount: entry.bankAccount && { ...entry.bankAccount, notice: null },
});

const toEntry = ({ methodId, verified, bankAccount: typed, takenNickname }: Context): MethodEntry => ({
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
    emitted: {} as FocusRequested,
    children: {} as { enterBankAccount: 'enterBankAccount' },
  },
  actors: {
    enterBankAccount: bankAccount,
  },
  guards: {
    isNewMethod: ({ context }) => context.methodId === '',
    isSavedMethod: ({ context }, { value }: FieldChanged) =>
      typeof value === 'string' && findMethod(context.methods, value) !== undefined,
  },
  actions: {
    chooseMethod: assign({ methodId: (_, { value }: FieldChanged) => String(value) }),
    chooseNewMethod: assign({ methodId: '' }),
    setTyped: assign({ bankAccount: (_, { entry }: { entry: BankAccountEntry }) => entry }),
    clearNotice: assign(({ context }) => withoutNotice(toEntry(context))),
    setVerified: assign({ verified: (_, account: VerifiedBankAccount) => account }),
    clearVerified: assign({ verified: null }),
    clearBankAccount: assign({
      bankAccount: null,
      verified: null,
      takenNickname: ({ context }) => context.bankAccount?.takenNickname ?? context.takenNickname,
    }),
    passOnContinue: sendTo('enterBankAccount', { type: 'continue.pressed' }),
    ...notifyOfEntry('method', toEntry),
    notifySubmitted: notify('method.submitted'),
    notifyFailed: notify('method.failed'),
    ...focusActions,
  },
}).createMachine({
  id: 'paymentMethod',
  description: 'The borrower chooses a saved method, or enters a new bank account for verification',
  context: ({ input: { entry, ...facts } }) => ({ ...facts, ...entry }),
  output: ({ context }) => toEntry(context),
  initial: 'decidingHow',
  states: {
    decidingHow: {
      description:
        'Chooses the form for a new account if there is no saved method, or if the borrower was entering one',
      always: [{ guard: 'isNewMethod', target: 'enteringBankAccount' }, { target: 'choosingSavedMethod' }],
    },

    choosingSavedMethod: {
      id: 'choosingSavedMethod',
      description: 'One of the saved methods is selected',
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
      description: 'The borrower enters a new bank account, which is then verified',
      invoke: {
        id: 'enterBankAccount',
        src: 'enterBankAccount',
        input: ({ context }) => bankAccountInput(context),
        onDone: { target: 'methodChosen', actions: withAnswer('setVerified') },
        onError: { target: 'bankAccountStopped', actions: 'notifyFailed' },
      },
      initial: 'typing',
      states: {
        typing: {
          description: 'The borrower enters the account and can leave the form',
          on: {
            'bankAccount.changed': {
              actions: [withEvent('setTyped'), 'clearVerified', 'notifyChanged'],
            },
            'bankAccount.validated': {
              actions: [withEvent('setTyped'), 'notifyValidated'],
            },
            // The bank verifies again whether payments can be drawn from the account.
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
          description: 'The account is being verified, and the borrower cannot leave the form',
          tags: 'busy',
          on: {
            'bankAccount.validated': {
              target: 'typing',
              actions: [withEvent('setTyped'), 'notifyValidated'],
            },
          },
        },
      },
    },

    bankAccountStopped: {
      description: 'The machine of the new account stopped with an error, and the parent shows a replacement',
    },

    methodChosen: { description: 'A verified bank account is chosen', type: 'final' },
  },
});
