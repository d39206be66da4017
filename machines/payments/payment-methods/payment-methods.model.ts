/** Model of the saved payment methods (Y §4.10, §5.2, rulings 4, 39 and 57). */
import type { ContextFrom } from 'xstate';
import type { ManagedMethod, VerifiedBankAccount } from '#domain/payments/banking/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleMethods, sampleUpcoming } from '#domain/payments/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import bankAccountModel, {
  ACCOUNT_NUMBER,
  NICKNAME,
  keptEntry,
  notSavedEntry,
  savedAccount,
  typedToBeSavedEntry,
} from '../bank-account/bank-account.model.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toHeading, toNotice } from '../../kit/expected-page.ts';
import { expectedPresses, onePress } from '../../kit/expected-presses.ts';
import { type Expected, type Outcome, defineModel } from '../../kit/model.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { type PaymentMethodsInput, methodChange, methodsDraft, paymentMethods } from './payment-methods.machine.ts';

type Context = ContextFrom<typeof paymentMethods>;

const limits = { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } };
const borrower: PaymentMethodsInput = { limits, draft: null };

/** Drafts of a new account without its numbers, and of another nickname. */
const addDraft: FormDraft = {
  version: 1,
  key: null,
  place: 'add',
  typed: { accountHolder: 'Avery Quist', accountNickname: NICKNAME },
  leftOut: ['routingNumber', 'accountNumber'],
};
const renameDraft: FormDraft = {
  version: 1,
  key: null,
  place: 'rename method-2',
  typed: { accountNickname: 'Vacation' },
  leftOut: [],
};
const draftUnderWay: FormDraft = { ...renameDraft, key: sampleKey };

const SAVING = 'Saving your change…';
const NONE = "You don't have any saved payment methods.";
const QUESTION = 'Remove this payment method?';
const RENAME = 'Rename payment method';
const CHECKING = "We're checking what happened to your change";
const ADDED = 'You saved the payment method “My Checking Account”.';
const NOT_ADDED = "The payment method wasn't saved. Please try again.";
const RENAMED = 'You renamed the payment method to “Vacation”.';
const NOT_RENAMED = "The payment method “Rainy Day Savings” wasn't renamed. Please try again.";
const REMOVED = 'You removed the payment method “Rainy Day Savings”.';
const NOT_REMOVED = "The payment method “Rainy Day Savings” wasn't removed.";
const NOTICES = [ADDED, NOT_ADDED, RENAMED, NOT_RENAMED, REMOVED, NOT_REMOVED];
const REQUIRED = 'Account Nickname is required';
const TAKEN = 'The account nickname cannot match another payment method nickname.';

/** The first account is used by a scheduled payment, the second by nothing. */
const methods: readonly ManagedMethod[] = sampleMethods.map((method, index) => ({
  ...method,
  scheduledPayments: index === 0 ? [...sampleUpcoming] : [],
  autoDebitAccounts: [],
  autoDebitAccountNames: [],
}));
const savings = methods.find(({ profileId }) => profileId === 'method-2');
/** The first account, used by auto debit. */
const oneMethod: readonly ManagedMethod[] = methods.slice(0, 1).map((method) => ({
  ...method,
  scheduledPayments: [],
  autoDebitAccounts: ['E100200301'],
  autoDebitAccountNames: ['Direct Loans · E100200301'],
}));

const problemsOf = (nickname: string, taken: string | null) => [
  ...unless('accountNickname', nickname !== '', 'nickname.required'),
  ...unless(
    'accountNickname',
    nickname === '' || (nickname !== 'Everyday Checking' && nickname !== taken),
    'nickname.taken',
  ),
];

/** Returns the form after a change of the nickname, or after its field was left. */
function changed(
  { form, takenNickname }: Context,
  { value = form.values.accountNickname, taken = takenNickname, isLeft = false, isAttempted = form.attempted },
) {
  return expectedForm({ accountNickname: value }, problemsOf(value, taken), {
    touched: isLeft ? touching(form.touched, 'accountNickname') : form.touched,
    attempted: isAttempted,
  });
}

const fill = (value: string) => ({
  event: { type: 'field.changed', field: 'accountNickname', value } as const,
  gesture: { action: 'fill', role: 'textbox', name: 'Account Nickname', value } as const,
  on: ['renamingMethod'],
  then: {
    in: 'renamingMethod',
    context: (before: Context) => ({ notice: null, form: changed(before, { value }) }),
    hides: NOTICES,
  },
});

const isRename = ({ change }: Context): boolean => change?.change === 'rename';
const hasSavings = ({ methods: listed }: Context): boolean => listed.length === 2;

const renames = (before: Context) => ({
  change: 'rename' as const,
  profileId: 'method-2',
  profileName: before.form.values.accountNickname,
});
const removal = { change: 'remove', profileId: 'method-2' } as const;

/** Presses while the list loads again. They count afterwards. */
const presses = expectedPresses<Context>();

const submission = expectedOnce<Context>({
  state: 'changingMethod',
  call: 'changeMethod',
  request: ({ change }) => ({ body: change }),
});

const newAccount = ({ methods: listed, bankAccount: entry }: Pick<Context, 'methods' | 'bankAccount'>) => ({
  enterBankAccount: {
    limits,
    nicknames: listed.map(({ profileName }) => profileName),
    canSave: true,
    isToBeSaved: true,
    entry,
  },
});

/** The form has the nickname of an account, or the one that a draft has for it. */
const nicknameForm = (wanted: ManagedMethod | null, kept?: FormDraft | null) => {
  const value = String(kept?.typed['accountNickname'] ?? wanted?.profileName ?? '');
  return expectedForm({ accountNickname: value }, problemsOf(value, null));
};
/** Both forms are empty. */
const noForms = { wanted: null, takenNickname: null, change: null, bankAccount: null, form: nicknameForm(null) };

/** Expects a list, regardless of the call that loaded it, or the form that an earlier visit left open. */
function lists(listed: readonly ManagedMethod[], reads: readonly string[]): Outcome<Context> {
  const then = { state: 'listing', context: { methods: listed, draft: null }, reads };
  const wanted = listed.find(({ profileId }) => profileId === 'method-2') ?? null;
  const renaming = ({ draft }: Context) => ({
    methods: listed,
    draft: null,
    wanted,
    takenNickname: null,
    form: nicknameForm(wanted, draft),
  });
  return {
    answers: listed,
    then: [
      {
        when: ({ key }) => key !== null,
        ...submission.asks,
        context: (before) => ({
          ...renaming(before),
          change: { change: 'rename', profileId: 'method-2', profileName: 'Vacation' },
        }),
      },
      {
        when: ({ draft }) => draft?.place === 'add',
        state: 'addingMethod.typing',
        context: { methods: listed, draft: null, bankAccount: keptEntry },
        calls: newAccount({ methods: listed, bankAccount: keptEntry }),
      },
      ...(wanted === null
        ? []
        : [
            {
              when: ({ draft }: Context) => draft !== null,
              state: 'renamingMethod',
              context: renaming,
              reads: [RENAME],
            },
          ]),
      ...presses.after(then, { methods: listed }),
      then,
    ],
  };
}

const refreshes = { state: 'refreshing', calls: { refresh: {} }, focus: toNotice };
const made = {
  ...refreshes,
  context: (before: Context) => ({
    ...noForms,
    key: null,
    notice: isRename(before)
      ? { result: 'renamed' as const, name: before.form.values.accountNickname }
      : { result: 'removed' as const, name: 'Rainy Day Savings' },
  }),
  hides: [QUESTION, RENAME],
};
const notRenamed = {
  when: isRename,
  ...refreshes,
  context: { ...noForms, key: null, notice: { result: 'notRenamed' as const, name: 'Rainy Day Savings' } },
  reads: [NOT_RENAMED],
  hides: [RENAME],
};
const notMadeThen = [
  // The account was removed meanwhile.
  {
    when: (before: Context) => isRename(before) && before.wanted === null,
    ...refreshes,
    context: { ...noForms, key: null, notice: { result: 'notRenamed' as const, name: 'Vacation' } },
    reads: ["The payment method “Vacation” wasn't renamed. Please try again."],
    hides: [RENAME],
  },
  notRenamed,
  {
    ...refreshes,
    context: { ...noForms, key: null, notice: { result: 'notRemoved' as const, name: 'Rainy Day Savings' } },
    reads: [NOT_REMOVED],
    hides: [QUESTION],
  },
];

const loads = { state: 'loadingMethods', calls: { getMethods: {} } };
const couldNotLoad: Expected<Context> = {
  state: 'couldNotLoad',
  context: { pressed: [] },
  focus: toNotice,
  reads: [COULD_NOT_LOAD],
};

const add = (account: VerifiedBankAccount): Outcome<Context> => ({
  answers: account,
  then: { ...refreshes, context: { ...noForms, notice: { result: 'added', name: account.name } }, reads: [ADDED] },
});

/** Why an outcome of a change cannot be told from another one on the screen. */
const SAME_NOTICE = 'The notice is the same as for a change that the server does not make.';

const toAdd: Expected<Context> = {
  state: 'addingMethod.typing',
  context: { notice: null },
  calls: newAccount,
  focus: { place: 'field', field: 'routingNumber', delay: 0 },
  hides: NOTICES,
};
const toRename: Expected<Context> = {
  state: 'renamingMethod',
  context: {
    ...(savings && { wanted: savings }),
    takenNickname: null,
    notice: null,
    form: expectedForm({ accountNickname: 'Rainy Day Savings' }, []),
  },
  focus: { place: 'field', field: 'accountNickname', delay: 0 },
  hides: NOTICES,
};
const toRemove: Expected<Context> = {
  state: 'confirmingRemoval',
  context: {
    ...(savings && { wanted: savings }),
    takenNickname: null,
    notice: null,
    form: expectedForm({ accountNickname: 'Rainy Day Savings' }, []),
  },
  reads: [QUESTION],
  hides: NOTICES,
};

const LISTED = ['listing', 'refreshing'];
const ADD = { type: 'add.pressed' } as const;

const adds = {
  event: ADD,
  gesture: { action: 'click', role: 'button', name: 'Add Payment Method' } as const,
  on: LISTED,
  then: [{ in: 'listing', ...toAdd }, presses.counts(ADD, toAdd)],
};

const wanting = (type: 'rename.pressed' | 'remove.pressed', verb: string, then: Expected<Context>) => {
  const event = { type, profileId: 'method-2' } as const;
  return {
    event,
    gesture: { action: 'click', role: 'button', name: `${verb} Rainy Day Savings` } as const,
    on: LISTED,
    where: hasSavings,
    then: [{ in: 'listing', when: hasSavings, ...then }, presses.counts(event, { when: hasSavings, ...then })],
  };
};
/** The list does not have the account, or not the button: nothing happens. */
const withoutButton = (type: 'rename.pressed' | 'remove.pressed', profileId: string) => {
  const event = { type, profileId } as const;
  return { event, then: [{ in: 'listing' }, presses.counts(event)] };
};
const renamesListed = [wanting('rename.pressed', 'Rename', toRename), withoutButton('rename.pressed', 'method-9')];
const removesListed = [
  wanting('remove.pressed', 'Remove', toRemove),
  // A scheduled payment or auto debit uses it.
  withoutButton('remove.pressed', 'method-1'),
];

export default defineModel<typeof paymentMethods>({
  machine: paymentMethods,
  inputs: {
    'a borrower': {
      input: borrower,
      then: {
        ...loads,
        context: {
          limits,
          methods: [],
          ...noForms,
          draft: null,
          key: null,
          notice: null,
          pressed: [],
        },
      },
    },
    'a borrower who left the form of a new account unfinished': {
      input: { ...borrower, draft: addDraft },
      then: { ...loads, context: { ...noForms, draft: addDraft, key: null } },
    },
    'a borrower who left a renaming unfinished': {
      input: { ...borrower, draft: renameDraft },
      then: { ...loads, context: { ...noForms, draft: renameDraft, key: null } },
    },
    'a borrower whose page was reloaded while a renaming was under way': {
      input: { ...borrower, draft: draftUnderWay },
      then: { ...loads, context: { ...noForms, draft: draftUnderWay, key: sampleKey } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [{ in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] }, ...submission.retried],
    },
    submission.keyMade,
    adds,
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      then: { in: 'addingMethod.typing', passes: { enterBankAccount: { type: 'continue.pressed' } } },
    },
    {
      event: { type: 'add.cancelled' },
      gesture: { action: 'click', role: 'button', name: 'Cancel' },
      on: ['addingMethod'],
      then: { in: 'addingMethod.typing', state: 'listing', context: noForms, focus: toHeading },
    },
    {
      event: { type: 'bankAccount.changed', entry: typedToBeSavedEntry },
      then: { in: 'addingMethod.typing', context: { bankAccount: typedToBeSavedEntry } },
    },
    {
      event: { type: 'bankAccount.submitted' },
      then: { in: 'addingMethod.typing', state: 'addingMethod.verifying' },
    },
    {
      event: { type: 'bankAccount.validated', entry: notSavedEntry },
      then: [
        { in: 'addingMethod.verifying', state: 'addingMethod.typing', context: { bankAccount: notSavedEntry } },
        { in: 'addingMethod.typing', context: { bankAccount: notSavedEntry } },
      ],
    },
    ...renamesListed,
    fill(''),
    fill('Everyday Checking'),
    fill('Vacation'),
    {
      event: { type: 'field.left', field: 'accountNickname' },
      gesture: { action: 'leave', role: 'textbox', name: 'Account Nickname' },
      on: ['renamingMethod'],
      then: [
        {
          in: 'renamingMethod',
          when: ({ form }) => form.values.accountNickname === '',
          context: (before) => ({ form: changed(before, { isLeft: true }) }),
          reads: [REQUIRED],
        },
        {
          in: 'renamingMethod',
          when: ({ form }) => form.values.accountNickname === 'Everyday Checking',
          context: (before) => ({ form: changed(before, { isLeft: true }) }),
          reads: [TAKEN],
        },
        { in: 'renamingMethod', context: (before) => ({ form: changed(before, { isLeft: true }) }) },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Save' },
      on: ['renamingMethod'],
      then: [
        {
          in: 'renamingMethod',
          when: ({ form, takenNickname }) => problemsOf(form.values.accountNickname, takenNickname).length === 0,
          state: 'changingMethod',
          context: (before) => ({ notice: null, change: renames(before) }),
          calls: (before) => ({ changeMethod: { body: renames(before) } }),
          reads: [SAVING],
          hides: NOTICES,
        },
        {
          in: 'renamingMethod',
          context: (before) => ({ form: changed(before, { isAttempted: true }) }),
          focus: toErrors,
          reads: [REVIEW],
        },
      ],
    },
    {
      event: { type: 'rename.cancelled' },
      gesture: { action: 'click', role: 'button', name: 'Cancel' },
      on: ['renamingMethod'],
      then: {
        in: 'renamingMethod',
        state: 'listing',
        context: { ...noForms, notice: null },
        focus: toHeading,
        hides: [RENAME],
      },
    },
    ...removesListed,
    {
      event: { type: 'remove.confirmed' },
      gesture: { action: 'click', role: 'button', name: 'Yes, remove it' },
      on: ['confirmingRemoval'],
      then: {
        in: 'confirmingRemoval',
        state: 'changingMethod',
        context: { change: removal },
        calls: { changeMethod: { body: removal } },
        reads: [SAVING],
      },
    },
    {
      event: { type: 'remove.dismissed' },
      gesture: { action: 'click', role: 'button', name: 'No, keep it' },
      on: ['confirmingRemoval'],
      then: { in: 'confirmingRemoval', state: 'listing', hides: [QUESTION] },
    },
  ],
  outcomes: {
    getMethods: {
      'two saved methods': lists(methods, [
        'Everyday Checking',
        'Payment of $50.00 on 11/25/2026',
        '10/02/2026',
        'Rainy Day Savings',
        '*****4411',
        'Savings',
        'Not used yet',
      ]),
      'one saved method, which auto debit uses': lists(oneMethod, [
        'Everyday Checking',
        'Auto debit of Direct Loans · E100200301',
      ]),
      'no saved method': lists([], [NONE]),
      'no answer in time': { throws: { kind: 'noAnswer' }, then: couldNotLoad },
    },
    enterBankAccount: {
      'an account that is saved': add(savedAccount),
      'the machine of the account stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: {
          state: 'listing',
          context: { ...noForms, notice: { result: 'notAdded', name: '' } },
          focus: toNotice,
          reads: [NOT_ADDED],
        },
      },
    },
    changeMethod: {
      'it is made': { answers: { result: 'accepted', answer: { result: true }, record: null }, then: made },
      'it turns out to be made': {
        answers: { result: 'accepted', answer: { result: true }, record: removal },
        then: made,
      },
      'a payment uses the account, or the account is gone': {
        answers: { result: 'refused', answer: { result: false }, failure: null },
        then: notMadeThen,
      },
      'the server refuses the request': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
        then: [
          {
            when: (before) => isRename(before) && before.wanted !== null,
            state: 'renamingMethod',
            context: (before) => ({
              key: null,
              change: null,
              takenNickname: before.form.values.accountNickname,
              form: changed(before, { taken: before.form.values.accountNickname, isLeft: true }),
            }),
            focus: { place: 'field', field: 'accountNickname', delay: 0 },
            reads: [TAKEN],
          },
          ...notMadeThen.filter((then) => then !== notRenamed),
        ],
      },
      'the server refuses it for another reason': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 403 } },
        then: notMadeThen,
      },
      'it never arrived': { answers: { result: 'neverArrived' }, then: notMadeThen },
      'the machine of the change stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'outcomeCheckFailed', focus: toNotice, reads: [CHECKING], hides: [QUESTION] },
      },
    },
  },
  screens: {
    loadingMethods: ['Payment Methods', 'Loading…'],
    couldNotLoad: ['Payment Methods', COULD_NOT_LOAD, TRY_AGAIN],
    listing: ['Payment Methods', 'Add Payment Method'],
    addingMethod: ['Payment Methods', 'Add Payment Method', 'Cancel'],
    'addingMethod.typing': ['Continue'],
    renamingMethod: [RENAME, 'Account Nickname', 'Save', 'Cancel'],
    confirmingRemoval: [QUESTION],
    changingMethod: ['Payment Methods'],
    refreshing: ['Payment Methods'],
    outcomeCheckFailed: [CHECKING],
  },
  finish: ['listing'],
  claims: {
    'a change counts only when the server has made it': {
      reaching: ({ context }) => context.notice?.result === 'renamed' || context.notice?.result === 'removed',
      needs: (by) => by.kind === 'outcome' && ['it is made', 'it turns out to be made'].includes(by.outcome),
      brokenBy: 'guard isChanged: always true',
    },
    'an account that a payment or auto debit uses is not removed': {
      never: ({ isIn, context: { wanted } }) =>
        isIn('confirmingRemoval') && wanted !== null && wanted.profileId !== 'method-2',
      brokenBy: 'guard isRemovable: always true',
    },
    'each change has a new key': {
      never: ({ isIn, context }) => isIn('listing') && context.key !== null,
      brokenBy: 'changingMethod -> changeMethod done [isChanged]: action setChanged removed',
    },
  },
  notOnScreen: {
    'changeMethod "it turns out to be made" (1)': 'The screen is the same as after an immediate response.',
    'changeMethod "the server refuses the request" (2)':
      'A renaming that was sent before a reload is asked about, and that is not answered so.',
    'changeMethod "the server refuses the request" (3)': SAME_NOTICE,
    'changeMethod "the server refuses it for another reason" (1)': SAME_NOTICE,
    'changeMethod "the server refuses it for another reason" (2)': SAME_NOTICE,
    'changeMethod "the server refuses it for another reason" (3)': SAME_NOTICE,
    'changeMethod "it never arrived" (1)': SAME_NOTICE,
    'changeMethod "it never arrived" (2)': SAME_NOTICE,
    'changeMethod "it never arrived" (3)': SAME_NOTICE,
  },
  draft: { of: methodsDraft, secrets: [ACCOUNT_NUMBER, '021000021'] },
  children: {
    enterBankAccount: bankAccountModel,
    changeMethod: createSubmissionModel(methodChange, {
      key: sampleKey,
      body: removal,
      accepted: { result: true },
      rejected: { result: false },
      refusals: { 'it is not allowed': { throws: { kind: 'refused', status: 403 } } },
      record: removal,
      messages: {
        sending: SAVING,
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet.",
        asking: 'Checking what happened to your change…',
      },
    }),
  },
  tries: onePress('add.pressed', 'rename.pressed', 'remove.pressed'),
  facts: (
    { methods: listed, wanted, form, takenNickname, change, key, notice, pressed, draft, bankAccount },
    isIn,
  ) => ({
    draft: draft?.place ?? null,
    isTyped: bankAccount !== null,
    notSaved: bankAccount?.notice ?? null,
    pressed,
    listed: listed.map(({ profileId }) => profileId),
    wanted: wanted?.profileId ?? null,
    nickname: isIn('renamingMethod') || change?.change === 'rename' ? form.values.accountNickname : null,
    takenNickname,
    change,
    key,
    notice: notice?.result ?? null,
  }),
});
