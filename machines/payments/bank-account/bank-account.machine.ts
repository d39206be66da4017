/**
 * New bank account (Y §2.1, §4.3, §5.2): the borrower enters it while the server looks up its bank in the background,
 * the bank verifies it, and it can be saved. The account and routing numbers stay in memory. The machine reports the
 * entry to its parent, which restores it when the borrower returns, and stores a part of it in its draft (ruling 112).
 */
import { assign, setup } from 'xstate';
import { banking } from '#domain/payments/banking/calls.ts';
import * as rules from '#domain/payments/banking/rules.ts';
import type {
  BankAccountValues,
  BankName,
  BankValidationResult,
  VerifiedBankAccount,
} from '#domain/payments/banking/shapes.ts';
import type { CallFailure, CallRequest } from '#domain/call.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { FieldChanged, Form, FormEvent, Typed } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent, withFailure } from '../../kit/params.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { type EntryEvent, notify, notifyOfEntry } from '../../kit/relay.ts';

/** Entered bank account with the server's messages about it. In memory only. */
export interface BankAccountEntry {
  readonly form: Form<BankAccountValues>;
  /** Server's answer about a routing number. */
  readonly bank: rules.BankAccountDeps['bank'];
  /** Account that the bank did not verify. */
  readonly refused: rules.BankAccountDeps['refused'];
  /** Nickname that the server refused because another method has it. */
  readonly takenNickname: string | null;
  /** Notice above the form. */
  readonly notice: 'couldNotVerify' | 'couldNotSave' | null;
}

export interface BankAccountInput {
  /** Maximum lengths of the name on account and the nickname. */
  readonly limits: Pick<rules.BankAccountDeps, 'nameOnAccount' | 'nickname'>;
  readonly nicknames: readonly string[];
  /** Whether the account can be saved; a payer's cannot (ruling 58). */
  readonly canSave: boolean;
  /** Whether the account is entered to be saved, without a choice. */
  readonly isToBeSaved?: true;
  /** Entry from an earlier visit, or null for an empty form. */
  readonly entry: BankAccountEntry | null;
}

/** The events that the machine sends to its parent. */
export type BankAccountEvent =
  | EntryEvent<'bankAccount', BankAccountEntry>
  /** Verification has started: the borrower cannot leave the form until it succeeds or fails. */
  | { readonly type: 'bankAccount.submitted' };

interface Context extends BankAccountEntry, Omit<BankAccountInput, 'entry'> {
  readonly savedId: string | null;
}

const form = createForm<BankAccountValues, rules.BankAccountDeps>({
  schema: rules.bankAccountSchema,
  normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
  notStored: ['routingNumber', 'accountNumber'],
}).inMachine('form', {
  facts: (context: Context) => toRuleInput(context),
  changes: () => ({ notice: null }),
});

/** Returns the facts for validation. */
const toRuleInput = ({ limits, nicknames, bank, refused, takenNickname }: Omit<Context, 'form'>) => ({
  ...limits,
  nicknames: takenNickname === null ? nicknames : [...nicknames, takenNickname],
  bank,
  refused,
});

type StartInput = Omit<BankAccountInput, 'entry'>;

/** Returns the values of an empty form. */
const startingValues = ({ isToBeSaved }: Pick<StartInput, 'isToBeSaved'>): BankAccountValues => ({
  ...rules.startingBankAccount,
  savePaymentMethod: isToBeSaved === true,
});

/** Returns the entry of a form with the values of a draft. */
export function startedBankAccount(facts: StartInput, draft: Pick<FormDraft, 'typed'> | null): BankAccountEntry {
  const restored = form.restored(startingValues(facts), draft);
  const savePaymentMethod = facts.isToBeSaved === true || (facts.canSave && restored.savePaymentMethod);
  const said = { bank: null, refused: null, takenNickname: null, notice: null };
  const start = { ...facts, ...said, savedId: null };
  return { form: form.start({ ...restored, savePaymentMethod }, toRuleInput(start)), ...said };
}

/** Returns the part of the entry that a draft stores: all values except the numbers. */
export const typedBankAccount = (entry: BankAccountEntry | null, facts: Pick<StartInput, 'isToBeSaved'> = {}): Typed =>
  entry === null ? { typed: {}, leftOut: [] } : form.typed(entry.form, startingValues(facts));

const toContext = ({ entry, ...facts }: BankAccountInput): Context => ({
  ...facts,
  ...(entry ?? startedBankAccount(facts, null)),
  savedId: null,
});

const toEntry = ({ form: typed, bank, refused, takenNickname, notice }: Context): BankAccountEntry => ({
  form: typed,
  bank,
  refused,
  takenNickname,
  notice,
});

/** Transition for a changed field, which notifies the parent. */
const change = form.onChange('notifyChanged');

const parseTypeId = ({ accountTypeId }: BankAccountValues) => (accountTypeId === '1' ? 1 : 2);

/** Returns the request that verifies the account (Y §3). */
function toValidationRequest({ form: { values } }: Context): CallRequest<typeof banking.validate> {
  const { routingNumber, accountNumber } = values;
  return {
    body: { routingNumber, accountNumber, accountTypeId: parseTypeId(values), serviceType: 0, profileId: null },
  };
}

/** Returns the request that saves the account. */
function toSaveRequest({ form: { values }, isToBeSaved }: Context): CallRequest<typeof banking.save> {
  const { routingNumber, accountNumber, accountHolder, accountNickname } = values;
  return {
    body: {
      profileName: accountNickname.trim(),
      accountTypeId: parseTypeId(values),
      accountNumber,
      routingNumber,
      accountHolder: accountHolder.trim(),
      // Elsewhere than in Make a Payment, a new account needs the password.
      ...(isToBeSaved !== true && { isForPayment: true as const }),
    },
  };
}

export const bankAccount = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'continue.pressed' },
    input: {} as BankAccountInput,
    output: {} as VerifiedBankAccount,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background',
  },
  actors: {
    getBankName: call(banking.bankName),
    validateBank: call(banking.validate),
    saveMethod: call(banking.save),
  },
  guards: {
    isRoutingNumberField: (_, { field }: FieldChanged) => field === 'routingNumber',
    isRoutingNumberWhole: (_, { field, value }: FieldChanged) =>
      field === 'routingNumber' && rules.isRoutingNumberWhole(value),
    ...form.guards,
    isVerified: (_, result: BankValidationResult) => rules.isVerified(result),
    isVerifiedAndToBeSaved: ({ context }, result: BankValidationResult) =>
      rules.isVerified(result) && context.form.values.savePaymentMethod,
    isBankUnknown: ({ context: { form: typed, bank } }) => bank?.routingNumber !== typed.values.routingNumber,
    isNicknameRefused: (_, failure: CallFailure) => rules.isNicknameRefused(failure),
  },
  actions: {
    ...form.actions,
    ...notifyOfEntry('bankAccount', toEntry),
    setBank: assign(({ context }, { bankName }: BankName) => {
      const { routingNumber } = context.form.values;
      return form.reveal(context, { bank: { routingNumber, bankName } }, 'routingNumber');
    }),
    refuseAccount: assign(({ context }) => {
      const { routingNumber, accountNumber } = context.form.values;
      return form.reveal(context, { refused: { routingNumber, accountNumber } }, 'accountNumber');
    }),
    setTakenNickname: assign(({ context }) =>
      form.reveal(context, { takenNickname: context.form.values.accountNickname }, 'accountNickname'),
    ),
    setSavedId: assign({ savedId: (_, { result }: { result: string }) => result }),
    setCouldNotVerify: assign({ notice: 'couldNotVerify' }),
    setCouldNotSave: assign({ notice: 'couldNotSave' }),
    clearNotice: assign({ notice: null }),
    notifySubmitted: notify('bankAccount.submitted'),
    ...focusActions,
  },
}).createMachine({
  id: 'bankAccount',
  description:
    'The borrower enters a new bank account, which its bank verifies and which can be saved under a nickname',
  context: ({ input }) => toContext(input),
  output: ({ context: { form: typed, bank, savedId } }) => ({
    values: typed.values,
    bankName: bank?.bankName ?? '',
    name: rules.nameOfBankAccount(typed.values, bank),
    savedId,
  }),
  initial: 'enteringBankAccount',
  states: {
    enteringBankAccount: {
      description: 'The borrower enters a new bank account',
      initial: 'typing',
      states: {
        typing: { description: 'No lookup is in progress' },
        lookingUpBank: {
          description: 'The routing number is complete; the name of its bank is loading',
          tags: 'background',
          invoke: {
            id: 'getBankName',
            src: 'getBankName',
            input: ({ context }) => ({ body: { routingNumber: context.form.values.routingNumber } }),
            onDone: {
              target: 'typing',
              actions: [withAnswer('setBank'), 'notifyValidated'],
            },
            // Verification checks again whether the bank exists, and a refusal looks it up again.
            onError: 'typing',
          },
        },
      },
      on: {
        'field.changed': [
          { guard: withEvent('isRoutingNumberWhole'), target: '.lookingUpBank', ...change },
          { guard: withEvent('isRoutingNumberField'), target: '.typing', ...change },
          change,
        ],
        'field.left': form.onLeave('notifyValidated'),
        'continue.pressed': form.onSubmit(
          { target: 'verifyingBankAccount', actions: ['clearNotice', 'notifySubmitted'] },
          'notifyValidated',
        ),
      },
    },

    verifyingBankAccount: {
      description: 'The bank verifies that payments can be drawn from the account',
      tags: 'busy',
      invoke: {
        id: 'validateBank',
        src: 'validateBank',
        input: ({ context }) => toValidationRequest(context),
        onDone: [
          {
            guard: withAnswer('isVerifiedAndToBeSaved'),
            target: 'savingBankAccount',
          },
          {
            guard: withAnswer('isVerified'),
            target: 'bankAccountVerified',
          },
          {
            description: 'The bank was not looked up. A wrong routing number can be the reason, so it is looked up now',
            guard: 'isBankUnknown',
            target: 'enteringBankAccount.lookingUpBank',
            actions: ['refuseAccount', 'notifyValidated', focusOn('accountNumber')],
          },
          { target: 'enteringBankAccount', actions: ['refuseAccount', 'notifyValidated', focusOn('accountNumber')] },
        ],
        onError: { target: 'enteringBankAccount', actions: ['setCouldNotVerify', 'notifyValidated', 'focusNotice'] },
      },
    },

    savingBankAccount: {
      description: 'The verified account is being saved under its nickname',
      tags: 'busy',
      invoke: {
        id: 'saveMethod',
        src: 'saveMethod',
        input: ({ context }) => toSaveRequest(context),
        onDone: {
          target: 'bankAccountVerified',
          actions: withAnswer('setSavedId'),
        },
        onError: [
          {
            guard: withFailure('isNicknameRefused'),
            target: 'enteringBankAccount',
            actions: ['setTakenNickname', 'notifyValidated', focusOn('accountNickname')],
          },
          { target: 'enteringBankAccount', actions: ['setCouldNotSave', 'notifyValidated', 'focusNotice'] },
        ],
      },
    },

    bankAccountVerified: {
      description: 'The account is verified, and saved if the borrower chose that',
      type: 'final',
    },
  },
});
