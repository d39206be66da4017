/**
 * Payment Methods (Y §2.2, §4.10): the saved bank accounts, with a form to add one, to rename one and to remove one.
 * If the response to a change is lost, the machine asks the server for the outcome (ruling 4).
 */
import { assign, sendTo, setup } from 'xstate';
import { banking } from '#domain/payments/banking/calls.ts';
import * as rules from '#domain/payments/banking/rules.ts';
import type {
  ManagedMethod,
  MethodChange,
  MethodChangeAnswer,
  NicknameValues,
  VerifiedBankAccount,
} from '#domain/payments/banking/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { type BankAccountEvent, type BankAccountInput, bankAccount } from '../bank-account/bank-account.machine.ts';
import { call } from '../../kit/effect.ts';
import type { FocusWanted, KeyMade } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loading } from '../../kit/loading.ts';
import { type WithPresses, keepingPressesIn, pressActions } from '../../kit/presses.ts';
import { type Changing, changeOnce, submitActions } from '../../kit/submit-once.ts';

type Result = SubmissionResult<MethodChangeAnswer, MethodChange>;

export const methodChange = submission('methodChange', {
  send: call(banking.change),
  settle: call(banking.settleChange),
  isAccepted: ({ result }) => result,
});

export interface PaymentMethodsInput {
  /** Maximum lengths of the name on account and the nickname. */
  readonly limits: BankAccountInput['limits'];
}

interface Context extends PaymentMethodsInput, Changing<MethodChange>, WithPresses {
  readonly methods: readonly ManagedMethod[];
  /** The account that is being renamed or removed, or was last. */
  readonly wanted: ManagedMethod | null;
  /** Form with the other nickname. */
  readonly form: Form<NicknameValues>;
  /** Nickname that the server refused because another account has it. */
  readonly takenNickname: string | null;
  /** The result of the last change, and the nickname that it concerns. */
  readonly notice: {
    readonly result: 'added' | 'notAdded' | 'renamed' | 'notRenamed' | 'removed' | 'notRemoved';
    readonly name: string;
  } | null;
}

interface MethodWanted {
  readonly type: 'rename.pressed' | 'remove.pressed';
  readonly profileId: string;
}

const form = createForm<NicknameValues, rules.NicknameFacts>({
  schema: rules.nicknameSchema,
  normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
}).inMachine('form', { facts: (context: Context) => factsOf(context) });

const factsOf = ({ limits, methods, wanted, takenNickname }: Omit<Context, 'form'>): rules.NicknameFacts => ({
  nickname: limits.nickname,
  nicknames: [
    ...rules.otherNicknames(methods, wanted?.profileId ?? ''),
    ...(takenNickname === null ? [] : [takenNickname]),
  ],
});

const wantedIn = (methods: readonly ManagedMethod[], { profileId }: MethodWanted): ManagedMethod | undefined =>
  methods.find((method) => method.profileId === profileId);

/** Returns the context with the form of the account that is to be renamed. */
function renamingOf(context: Context, event: MethodWanted): Partial<Context> {
  const now = { ...context, wanted: wantedIn(context.methods, event) ?? null, takenNickname: null, notice: null };
  return { ...now, form: form.start({ accountNickname: now.wanted?.profileName ?? '' }, factsOf(now)) };
}

const startingContext = (input: PaymentMethodsInput): Context => {
  const start = {
    ...input,
    methods: [],
    wanted: null,
    takenNickname: null,
    change: null,
    key: null,
    notice: null,
    pressed: [],
  };
  return { ...start, form: form.start({ accountNickname: '' }, factsOf(start)) };
};

/** Returns the nickname that a change concerns: the other one, or that of the removed account. */
const nameIn = ({ change, wanted }: Context): string =>
  change?.change === 'rename' ? change.profileName : (wanted?.profileName ?? '');

const list = {
  what: 'the saved bank accounts',
  actor: 'getMethods',
  input: {},
  onDone: { target: 'listing', actions: withAnswer('keepMethods') },
} as const;

const changing = changeOnce('changingMethod', {
  what: 'the change',
  actor: 'changeMethod',
  onDone: [
    {
      guard: withAnswer('isNicknameRefused'),
      target: 'renamingMethod',
      actions: ['setTakenNickname', focusOn('accountNickname')],
    },
    {
      guard: withAnswer('isChanged'),
      target: 'refreshing',
      actions: ['setChanged', 'clearChange', 'focusNotice'],
    },
    { target: 'refreshing', actions: ['setNotChanged', 'clearChange', 'focusNotice'] },
  ],
  reload: list,
});

export const paymentMethods = setup({
  types: {
    context: {} as Context,
    events: {} as
      | KeyMade
      | FormEvent
      | MethodWanted
      | BankAccountEvent
      | { type: 'retry.wanted' }
      | { type: 'add.pressed' }
      | { type: 'continue.pressed' }
      | { type: 'add.cancelled' }
      | { type: 'submit.pressed' }
      | { type: 'rename.cancelled' }
      | { type: 'remove.confirmed' }
      | { type: 'remove.dismissed' },
    input: {} as PaymentMethodsInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'background' | 'settled' | 'entering',
    children: {} as { enterBankAccount: 'enterBankAccount'; changeMethod: 'changeMethod' },
  },
  actors: {
    getMethods: call(banking.methods),
    enterBankAccount: bankAccount,
    changeMethod: methodChange,
  },
  guards: {
    ...form.guards,
    isKnown: ({ context }, event: MethodWanted) => wantedIn(context.methods, event) !== undefined,
    isRemovable: ({ context }, event: MethodWanted) => {
      const wanted = wantedIn(context.methods, event);
      return wanted !== undefined && rules.isRemovable(wanted);
    },
    isChanged: (_, { result }: Result) => result === 'accepted',
    isNicknameRefused: ({ context }, result: Result) =>
      context.change?.change === 'rename' &&
      result.result === 'refused' &&
      result.failure !== null &&
      rules.isNicknameRefused(result.failure),
  },
  actions: {
    ...form.actions,
    ...submitActions,
    keepMethods: assign({ methods: (_, methods: readonly ManagedMethod[]) => methods }),
    keepToRename: assign(({ context }, event: MethodWanted) => renamingOf(context, event)),
    keepToRemove: assign(({ context }, event: MethodWanted) => ({
      wanted: wantedIn(context.methods, event) ?? null,
      notice: null,
    })),
    wantRename: assign(({ context: { wanted, form: typed } }) => ({
      change: {
        change: 'rename' as const,
        profileId: wanted?.profileId ?? '',
        profileName: typed.values.accountNickname.trim(),
      },
      notice: null,
    })),
    wantRemoval: assign(({ context: { wanted } }) => ({
      change: { change: 'remove' as const, profileId: wanted?.profileId ?? '' },
    })),
    setTakenNickname: assign(({ context }) => ({
      key: null,
      change: null,
      ...form.reveal(context, { takenNickname: context.form.values.accountNickname }, 'accountNickname'),
    })),
    setAdded: assign({ notice: (_, { name }: VerifiedBankAccount) => ({ result: 'added' as const, name }) }),
    setNotAdded: assign({ notice: { result: 'notAdded', name: '' } }),
    setChanged: assign(({ context }) => ({
      key: null,
      notice: {
        result: context.change?.change === 'rename' ? ('renamed' as const) : ('removed' as const),
        name: nameIn(context),
      },
    })),
    setNotChanged: assign(({ context }) => ({
      key: null,
      notice: {
        result: context.change?.change === 'rename' ? ('notRenamed' as const) : ('notRemoved' as const),
        name: context.wanted?.profileName ?? '',
      },
    })),
    ...pressActions,
    clearNotice: assign({ notice: null }),
    clearChange: assign({ change: null }),
    passOnContinue: sendTo('enterBankAccount', { type: 'continue.pressed' }),
  },
}).createMachine({
  id: 'paymentMethods',
  description: 'The borrower views, adds, renames and removes saved bank accounts',
  context: ({ input }) => startingContext(input),
  initial: 'loadingMethods',
  states: {
    ...loading('loadingMethods', list),
    listing: {
      id: 'listingMethods',
      description: 'The saved bank accounts are shown, each with the payments that use it',
      tags: 'settled',
      entry: 'repeatPresses',
      on: {
        'add.pressed': { target: 'addingMethod', actions: ['clearNotice', focusOn('routingNumber')] },
        'rename.pressed': {
          guard: withEvent('isKnown'),
          target: 'renamingMethod',
          actions: [withEvent('keepToRename'), focusOn('accountNickname')],
        },
        'remove.pressed': {
          guard: withEvent('isRemovable'),
          target: 'confirmingRemoval',
          actions: withEvent('keepToRemove'),
        },
      },
    },
    addingMethod: {
      description: 'The borrower enters a new bank account, which is then verified and saved',
      tags: 'entering',
      invoke: {
        id: 'enterBankAccount',
        src: 'enterBankAccount',
        input: ({ context: { limits, methods } }) => ({
          limits,
          nicknames: methods.map(({ profileName }) => profileName),
          canSave: true,
          isToBeSaved: true as const,
          entry: null,
        }),
        onDone: { target: 'refreshing', actions: [withAnswer('setAdded'), 'focusNotice'] },
        onError: { target: 'listing', actions: ['setNotAdded', 'focusNotice'] },
      },
      initial: 'typing',
      states: {
        typing: {
          description: 'The borrower enters the account and can leave the form',
          on: {
            'bankAccount.submitted': 'verifying',
            'continue.pressed': { actions: 'passOnContinue' },
            'add.cancelled': { target: '#listingMethods', actions: 'focusHeading' },
          },
        },
        verifying: {
          description: 'The account is being verified and saved, and the borrower cannot leave the form',
          tags: 'busy',
          on: { 'bankAccount.validated': 'typing' },
        },
      },
    },
    renamingMethod: {
      description: 'The borrower enters another nickname',
      tags: 'entering',
      on: {
        'field.changed': form.onChange('clearNotice'),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'changingMethod', actions: 'wantRename' }),
        'rename.cancelled': { target: 'listing', actions: ['clearNotice', 'focusHeading'] },
      },
    },
    confirmingRemoval: {
      description: 'A dialog asks the borrower to confirm the removal',
      on: {
        'remove.confirmed': { target: 'changingMethod', actions: 'wantRemoval' },
        'remove.dismissed': 'listing',
      },
    },
    ...changing,
    refreshing: keepingPressesIn(changing.refreshing, 'add.pressed', 'rename.pressed', 'remove.pressed'),
  },
});
