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
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import {
  type BankAccountEntry,
  type BankAccountEvent,
  type BankAccountInput,
  bankAccount,
  startedBankAccount,
  typedBankAccount,
} from '../bank-account/bank-account.machine.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, KeyMade } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { toFormDraft } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loading } from '../../kit/loading.ts';
import { type WithPresses, queuePressesIn, pressActions } from '../../kit/presses.ts';
import { type Changing, changeOnce, submitActions, submitGuards } from '../../kit/submit-once.ts';

type Result = SubmissionResult<MethodChangeAnswer, MethodChange>;

export const methodChange = submission('methodChange', {
  send: call(banking.change),
  settle: call(banking.settleChange),
  isAccepted: ({ result }) => result,
});

export interface PaymentMethodsInput {
  /** Maximum lengths of the name on account and the nickname. */
  readonly limits: BankAccountInput['limits'];
  /**
   * Draft from an earlier visit: the entries of a new account or another nickname, and the key of a renaming in flight.
   */
  readonly draft: FormDraft | null;
}

interface Context extends PaymentMethodsInput, Changing<MethodChange>, WithPresses {
  readonly methods: readonly ManagedMethod[];
  /** The entry of a new account, or null before any input. */
  readonly bankAccount: BankAccountEntry | null;
  /** The account that is being renamed or removed. */
  readonly selected: ManagedMethod | null;
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

interface MethodSelected {
  readonly type: 'rename.pressed' | 'remove.pressed';
  readonly profileId: string;
}

const form = createForm<NicknameValues, rules.NicknameDeps>({
  schema: rules.nicknameSchema,
  normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
}).inMachine('form', { facts: (context: Context) => toRuleInput(context) });

const toRuleInput = ({ limits, methods, selected, takenNickname }: Omit<Context, 'form'>): rules.NicknameDeps => ({
  nickname: limits.nickname,
  nicknames: [
    ...rules.otherNicknames(methods, selected?.profileId ?? ''),
    ...(takenNickname === null ? [] : [takenNickname]),
  ],
});

const findSelected = (methods: readonly ManagedMethod[], { profileId }: MethodSelected): ManagedMethod | undefined =>
  methods.find((method) => method.profileId === profileId);

const startingValues = ({ selected }: Pick<Context, 'selected'>): NicknameValues => ({
  accountNickname: selected?.profileName ?? '',
});

/** Returns the context with the form of an account that is being renamed or removed, and the entries of a draft. */
function wanting(context: Omit<Context, 'form'>, selected: ManagedMethod | null, draft: FormDraft | null = null) {
  const now = { ...context, selected, takenNickname: null };
  return { ...now, form: form.start(form.restored(startingValues(now), draft), toRuleInput(now)) };
}

const startingContext = (input: PaymentMethodsInput): Context => {
  const nothing = { methods: [], bankAccount: null, takenNickname: null, change: null, notice: null, pressed: [] };
  return wanting({ ...input, ...nothing, selected: null, key: input.draft?.key ?? null }, null);
};

/** Place of the draft of a new account. */
const ADDING = 'add';

/** Returns the id of the account that a draft renames; undefined if it renames none. */
const renamedIn = (draft: FormDraft | null): string | undefined => /^rename (.*)$/.exec(draft?.place ?? '')?.[1];

/** Returns the facts for the validation of a new account. */
const newAccountFacts = ({ limits, methods }: Pick<Context, 'limits' | 'methods'>) => ({
  limits,
  nicknames: methods.map(({ profileName }) => profileName),
  canSave: true,
  isToBeSaved: true as const,
});

/** Returns the context with the entries of the draft, and the renaming that was in flight. */
function resumed(before: Context, methods: readonly ManagedMethod[]): Context {
  const { draft, key } = before;
  const loaded = { ...before, methods, draft: null };
  if (draft?.place === ADDING) return { ...loaded, bankAccount: startedBankAccount(newAccountFacts(loaded), draft) };
  const profileId = renamedIn(draft) ?? '';
  const context = wanting(loaded, methods.find((method) => method.profileId === profileId) ?? null, draft);
  return { ...context, change: key === null ? null : toRenameChange(context, profileId) };
}

/** Returns the change that the form requests. */
const toRenameChange = ({ form: { values } }: Pick<Context, 'form'>, profileId: string): MethodChange => ({
  change: 'rename',
  profileId,
  profileName: values.accountNickname.trim(),
});

/** Returns the nickname that a change concerns: the other one, or that of the removed account. */
const nameIn = ({ change, selected }: Context): string =>
  change?.change === 'rename' ? change.profileName : (selected?.profileName ?? '');

const isRenaming = ({ change }: Context): boolean => change?.change === 'rename';

const list = {
  what: 'the saved bank accounts',
  actor: 'getMethods',
  input: {},
  onDone: { target: 'listing', actions: withAnswer('setMethods') },
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
      actions: ['setChanged', 'clearForms', 'focusNotice'],
    },
    { target: 'refreshing', actions: ['setNotChanged', 'clearForms', 'focusNotice'] },
  ],
  reload: list,
});

export const paymentMethods = setup({
  types: {
    context: {} as Context,
    events: {} as
      | KeyMade
      | FormEvent
      | MethodSelected
      | BankAccountEvent
      | { type: 'retry.requested' }
      | { type: 'add.pressed' }
      | { type: 'continue.pressed' }
      | { type: 'add.canceled' }
      | { type: 'submit.pressed' }
      | { type: 'rename.canceled' }
      | { type: 'remove.confirmed' }
      | { type: 'remove.dismissed' },
    input: {} as PaymentMethodsInput,
    emitted: {} as FocusRequested,
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
    ...submitGuards,
    isAdding: ({ context: { draft } }) => draft?.place === ADDING,
    canRename: ({ context: { draft } }, methods: readonly ManagedMethod[]) =>
      methods.some(({ profileId }) => profileId === renamedIn(draft)),
    isKnown: ({ context }, event: MethodSelected) => findSelected(context.methods, event) !== undefined,
    isRemovable: ({ context }, event: MethodSelected) => {
      const selected = findSelected(context.methods, event);
      return selected !== undefined && rules.isRemovable(selected);
    },
    isChanged: (_, { result }: Result) => result === 'accepted',
    isNicknameRefused: ({ context }, result: Result) =>
      isRenaming(context) &&
      context.selected !== null &&
      result.result === 'refused' &&
      result.failure !== null &&
      rules.isNicknameRefused(result.failure),
  },
  actions: {
    ...form.actions,
    ...submitActions,
    setMethods: assign((_, methods: readonly ManagedMethod[]) => ({ methods, draft: null })),
    resume: assign(({ context }, methods: readonly ManagedMethod[]) => resumed(context, methods)),
    setBankAccount: assign({ bankAccount: (_, { entry }: { entry: BankAccountEntry }) => entry }),
    setSelected: assign(({ context }, event: MethodSelected) => ({
      ...wanting(context, findSelected(context.methods, event) ?? null),
      notice: null,
    })),
    wantRename: assign(({ context }) => ({
      change: toRenameChange(context, context.selected?.profileId ?? ''),
      notice: null,
    })),
    wantRemoval: assign(({ context: { selected } }) => ({
      change: { change: 'remove' as const, profileId: selected?.profileId ?? '' },
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
        result: isRenaming(context) ? ('renamed' as const) : ('removed' as const),
        name: nameIn(context),
      },
    })),
    setNotChanged: assign(({ context }) => ({
      key: null,
      notice: {
        result: isRenaming(context) ? ('notRenamed' as const) : ('notRemoved' as const),
        name: context.selected?.profileName ?? nameIn(context),
      },
    })),
    ...pressActions,
    clearNotice: assign({ notice: null }),
    /** The entries are no longer needed. */
    clearForms: assign(({ context }) => ({ ...wanting(context, null), change: null, bankAccount: null })),
    passOnContinue: sendTo('enterBankAccount', { type: 'continue.pressed' }),
  },
}).createMachine({
  id: 'paymentMethods',
  description: 'The borrower views, adds, renames and removes saved bank accounts',
  context: ({ input }) => startingContext(input),
  initial: 'loadingMethods',
  states: {
    ...loading('loadingMethods', {
      ...list,
      onDone: [
        { guard: 'hasBeenSent', target: 'changingMethod', actions: withAnswer('resume') },
        { guard: 'isAdding', target: 'addingMethod', actions: withAnswer('resume') },
        { guard: withAnswer('canRename'), target: 'renamingMethod', actions: withAnswer('resume') },
        list.onDone,
      ],
    }),
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
          actions: [withEvent('setSelected'), focusOn('accountNickname')],
        },
        'remove.pressed': {
          guard: withEvent('isRemovable'),
          target: 'confirmingRemoval',
          actions: withEvent('setSelected'),
        },
      },
    },
    addingMethod: {
      description: 'The borrower enters a new bank account, which is then verified and saved',
      tags: 'entering',
      invoke: {
        id: 'enterBankAccount',
        src: 'enterBankAccount',
        input: ({ context }) => ({ ...newAccountFacts(context), entry: context.bankAccount }),
        onDone: { target: 'refreshing', actions: ['clearForms', withAnswer('setAdded'), 'focusNotice'] },
        onError: { target: 'listing', actions: ['clearForms', 'setNotAdded', 'focusNotice'] },
      },
      initial: 'typing',
      states: {
        typing: {
          description: 'The borrower enters the account and can leave the form',
          on: {
            'bankAccount.changed': { actions: withEvent('setBankAccount') },
            'bankAccount.validated': { actions: withEvent('setBankAccount') },
            'bankAccount.submitted': 'verifying',
            'continue.pressed': { actions: 'passOnContinue' },
            'add.canceled': { target: '#listingMethods', actions: ['clearForms', 'focusHeading'] },
          },
        },
        verifying: {
          description: 'The account is being verified and saved, and the borrower cannot leave the form',
          tags: 'busy',
          on: { 'bankAccount.validated': { target: 'typing', actions: withEvent('setBankAccount') } },
        },
      },
    },
    renamingMethod: {
      description: 'The borrower enters another nickname',
      tags: 'entering',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'changingMethod', actions: 'wantRename' }),
        'rename.canceled': { target: 'listing', actions: ['clearForms', 'focusHeading'] },
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
    refreshing: queuePressesIn(changing.refreshing, 'add.pressed', 'rename.pressed', 'remove.pressed'),
  },
});

/** Returns the draft: the entries of the form that is open, and the key of a renaming in flight (rulings 4, 112). */
export function methodsDraft(context: Context): FormDraft | null {
  const { draft, bankAccount: added, form: entered, selected, change, key } = context;
  if (added !== null) return toFormDraft(typedBankAccount(added, newAccountFacts(context)), { draft, place: ADDING });
  return toFormDraft(form.typed(entered, startingValues(context)), {
    draft,
    key: isRenaming(context) ? key : null,
    place: `rename ${(change ?? selected)?.profileId ?? ''}`,
  });
}
