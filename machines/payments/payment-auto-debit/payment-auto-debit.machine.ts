/**
 * Auto Debit (Y §2.2, rulings 52 and 76): the enrollment of each account, with a form to enroll or to change the terms,
 * and a dialog to stop it. If the response to a change is lost, the machine asks the server for the outcome (ruling 4).
 */
import { assign, setup } from 'xstate';
import { autoDebit as calls } from '#domain/payments/auto-debit/calls.ts';
import { type AutoDebitDeps, autoDebitSchema, parseExtra } from '#domain/payments/auto-debit/rules.ts';
import type {
  AutoDebitAccount,
  AutoDebitAnswer,
  AutoDebitChange,
  AutoDebitChangeWire,
  AutoDebitValues,
  AutoDebits,
} from '#domain/payments/auto-debit/shapes.ts';
import { ZERO, dollarsFromCents, formatTyped } from '#domain/money.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
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

type Result = SubmissionResult<AutoDebitAnswer, AutoDebitChange>;

export const autoDebitChange = submission('autoDebitChange', {
  send: call(calls.change),
  settle: call(calls.settle),
  isAccepted: ({ result }) => result,
});

export interface AutoDebitInput {
  /** Draft from an earlier visit: the entries of the form of an account, and the key of a change in flight. */
  readonly draft: FormDraft | null;
}

interface Context extends AutoDebitInput, AutoDebits, Changing<AutoDebitChangeWire>, WithPresses {
  /** The account that is being enrolled, changed or stopped, or the last one that was. */
  readonly selected: AutoDebitAccount | null;
  readonly form: Form<AutoDebitValues>;
  /** The result of the last change of the selected account. */
  readonly notice: 'enrolled' | 'notEnrolled' | 'stopped' | 'notStopped' | null;
}

interface Account {
  readonly accountId: string;
}
interface AccountSelected extends Account {
  readonly type: 'enroll.pressed' | 'stop.pressed';
}

const toRuleInput = ({ methods, selected }: Pick<Context, 'methods' | 'selected'>): AutoDebitDeps => ({
  profileIds: methods.map(({ profileId }) => profileId),
  payoff: selected?.payoff ?? ZERO,
});

const form = createForm<AutoDebitValues, AutoDebitDeps>({
  schema: autoDebitSchema,
  // Validated and shown with two decimals after the field was left (ruling 38).
  normalize: (field, value) => {
    if (field !== 'extraAmount' || typeof value !== 'string' || value.trim() === '') return value;
    const amount = parseExtra(value);
    return amount === undefined ? value : formatTyped(amount);
  },
  notStored: ['terms'],
  validateOnChange: (field) => field !== 'extraAmount',
}).inMachine('form', {
  facts: (context: Context) => toRuleInput(context),
  changes: () => ({ notice: null }),
});

const nothingTyped: AutoDebitValues = { profileId: '', extraAmount: '', terms: false };

const accountIn = ({ accounts }: AutoDebits, { accountId }: Account): AutoDebitAccount | null =>
  accounts.find((account) => account.accountId === accountId) ?? null;

/** Returns the starting values of an account's form: its present terms. The borrower must accept the terms again. */
function startingValues({ methods }: Pick<Context, 'methods'>, selected: AutoDebitAccount | null): AutoDebitValues {
  const profileId = selected?.profileId ?? methods[0]?.profileId ?? '';
  const extraAmount = selected === null || selected.extraAmount === 0 ? '' : formatTyped(selected.extraAmount);
  return { profileId, extraAmount, terms: false };
}

/** Returns the context with the form of an account, and the entries of a draft. */
function startForm(context: Context, account: Account, draft: FormDraft | null = null) {
  const selected = accountIn(context, account);
  const values = form.restored(startingValues(context, selected), draft);
  return { selected, notice: null, form: form.start(values, toRuleInput({ ...context, selected })) };
}

/** Returns the form of the selected account without entries. */
const emptied = (context: Pick<Context, 'methods' | 'selected'>) => ({
  form: form.start(startingValues(context, context.selected), toRuleInput(context)),
});

const startingContext = ({ draft }: AutoDebitInput): Context => {
  const start = { accounts: [], methods: [], selected: null, change: null, key: draft?.key ?? null, notice: null };
  return { ...start, draft, pressed: [], form: form.start(nothingTyped, toRuleInput(start)) };
};

/** Returns the change and the account that a draft is about. */
function placeIn(draft: FormDraft | null): Account & { readonly isStop: boolean } {
  const [kind, accountId = ''] = (draft?.place ?? '').split(' ');
  return { isStop: kind === 'stop', accountId };
}

/** Returns the context with the entries of the draft, and the change that was in flight. */
function resumed(before: Context, { accounts, methods }: AutoDebits): Partial<Context> {
  const { draft } = before;
  const { isStop, accountId } = placeIn(draft);
  const started = {
    accounts,
    methods,
    draft: null,
    ...startForm({ ...before, accounts, methods }, { accountId }, draft),
  };
  const change = isStop ? { change: 'stop' as const, accountId } : toEnrollment({ ...before, ...started });
  return { ...started, change: before.key === null ? null : change };
}

/** Returns the change that the form requests. */
function toEnrollment({ selected, form: { values } }: Context): AutoDebitChangeWire {
  const { profileId, extraAmount, terms } = values;
  return {
    change: 'enroll',
    accountId: selected?.accountId ?? '',
    profileId,
    extraAmount: dollarsFromCents(parseExtra(extraAmount) ?? ZERO),
    terms,
  };
}

const isEnrollment = ({ change }: Context): boolean => change?.change === 'enroll';

const read = {
  what: 'the enrollments, drafts and saved bank accounts',
  actor: 'getAutoDebits',
  input: {},
  onDone: { target: 'showingAutoDebits', actions: withAnswer('setAutoDebits') },
} as const;

const changing = changeOnce('changingAutoDebit', {
  what: 'the change',
  actor: 'changeAutoDebit',
  onDone: [
    { guard: withAnswer('isChanged'), target: 'refreshing', actions: ['setChanged', 'clearForm', 'focusNotice'] },
    // The enrollment never arrived, and the borrower can submit the same entries again.
    { guard: withAnswer('isEnrollmentLost'), target: 'enteringTerms', actions: ['setNotChanged', 'focusNotice'] },
    { target: 'refreshing', actions: ['setNotChanged', 'clearForm', 'focusNotice'] },
  ],
  reload: read,
});

export const autoDebit = setup({
  types: {
    context: {} as Context,
    events: {} as
      | KeyMade
      | FormEvent
      | AccountSelected
      | { type: 'retry.requested' }
      | { type: 'submit.pressed' }
      | { type: 'enroll.canceled' }
      | { type: 'stop.confirmed' }
      | { type: 'stop.dismissed' },
    input: {} as AutoDebitInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled' | 'entering',
    children: {} as { changeAutoDebit: 'changeAutoDebit' },
  },
  actors: {
    getAutoDebits: call(calls.read),
    changeAutoDebit: autoDebitChange,
  },
  guards: {
    ...form.guards,
    ...submitGuards,
    canResume: ({ context: { draft } }, answer: AutoDebits) =>
      accountIn(answer, placeIn(draft)) !== null && answer.methods.length > 0,
    canEnroll: ({ context }, event: AccountSelected) =>
      accountIn(context, event) !== null && context.methods.length > 0,
    isEnrolled: ({ context }, event: AccountSelected) => accountIn(context, event)?.status === 'on',
    isChanged: (_, { result }: Result) => result === 'accepted',
    isEnrollmentLost: ({ context }, { result }: Result) =>
      result === 'neverArrived' && isEnrollment(context) && context.selected !== null && context.methods.length > 0,
  },
  actions: {
    ...form.actions,
    ...submitActions,
    setAutoDebits: assign(({ context }, { accounts, methods }: AutoDebits) => ({
      accounts,
      methods,
      draft: null,
      ...emptied({ ...context, methods }),
    })),
    resume: assign(({ context }, answer: AutoDebits) => resumed(context, answer)),
    /** The entries are no longer needed. */
    clearForm: assign(({ context }) => emptied(context)),
    startForm: assign(({ context }, event: AccountSelected) => startForm(context, event)),
    setSelected: assign(({ context }, event: AccountSelected) => ({
      selected: accountIn(context, event),
      notice: null,
    })),
    wantEnrollment: assign(({ context }) => ({ change: toEnrollment(context), notice: null })),
    wantStop: assign(({ context: { selected } }) => ({
      change: { change: 'stop' as const, accountId: selected?.accountId ?? '' },
    })),
    setChanged: assign(({ context }) => ({
      key: null,
      change: null,
      notice: isEnrollment(context) ? ('enrolled' as const) : ('stopped' as const),
    })),
    setNotChanged: assign(({ context }) => ({
      key: null,
      change: null,
      notice: isEnrollment(context) ? ('notEnrolled' as const) : ('notStopped' as const),
    })),
    ...pressActions,
    clearNotice: assign({ notice: null }),
  },
}).createMachine({
  id: 'autoDebit',
  description: 'The borrower enrolls accounts in auto debit, changes the terms and stops it',
  context: ({ input }) => startingContext(input),
  initial: 'loadingAutoDebits',
  states: {
    ...loading('loadingAutoDebits', {
      ...read,
      onDone: [
        { guard: 'hasBeenSent', target: 'changingAutoDebit', actions: withAnswer('resume') },
        { guard: withAnswer('canResume'), target: 'enteringTerms', actions: withAnswer('resume') },
        read.onDone,
      ],
    }),
    showingAutoDebits: {
      description: 'Each account is shown with its enrollment, its next draft and its changes',
      tags: 'settled',
      entry: 'repeatPresses',
      on: {
        'enroll.pressed': {
          guard: withEvent('canEnroll'),
          target: 'enteringTerms',
          actions: [withEvent('startForm'), focusOn('profileId')],
        },
        'stop.pressed': {
          guard: withEvent('isEnrolled'),
          target: 'confirmingStop',
          actions: withEvent('setSelected'),
        },
      },
    },
    enteringTerms: {
      description: 'The borrower chooses the bank account and an extra amount, and agrees to the terms',
      tags: 'entering',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'changingAutoDebit', actions: 'wantEnrollment' }),
        'enroll.canceled': { target: 'showingAutoDebits', actions: ['clearForm', 'clearNotice', 'focusHeading'] },
      },
    },
    confirmingStop: {
      description: 'A dialog asks the borrower to confirm the end of auto debit',
      on: {
        'stop.confirmed': { target: 'changingAutoDebit', actions: 'wantStop' },
        'stop.dismissed': 'showingAutoDebits',
      },
    },
    ...changing,
    refreshing: queuePressesIn(changing.refreshing, 'enroll.pressed', 'stop.pressed'),
  },
});

/** Returns the draft: the entries of the form of an account, and the key of a change in flight (rulings 4, 112). */
export function autoDebitDraft({ draft, form: entered, selected, change, key, ...context }: Context): FormDraft | null {
  const typed = form.typed(entered, startingValues(context, selected));
  const accountId = (change ?? selected)?.accountId ?? '';
  return toFormDraft(typed, { draft, key, place: `${change?.change ?? 'enroll'} ${accountId}` });
}
