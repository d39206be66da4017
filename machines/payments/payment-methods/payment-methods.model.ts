/** Specification of the saved payment methods (Y §4.10, §5.2, rulings 4, 39 and 57). */
import type { ContextFrom } from 'xstate';
import type { ManagedMethod, NicknameValues } from '#domain/payments/banking/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleMethods, sampleUpcoming } from '#domain/payments/samples.ts';
import { sampleKey } from '#domain/samples.ts';
import bankAccountModel, {
  ACCOUNT_NUMBER,
  NICKNAME,
  storedEntry,
  notSavedEntry,
  savedAccount,
  typedToBeSavedEntry,
} from '../bank-account/bank-account.model.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { methodChange, methodsDraft, paymentMethods } from './payment-methods.machine.ts';

type Context = ContextFrom<typeof paymentMethods>;
const { to, stays, given, unseen, thenPresses, press, hears, where, loads, notLoaded } = words<typeof paymentMethods>();

const QUESTION = 'Remove this payment method?';
const RENAME = 'Rename payment method';
const TAKEN = 'The account nickname cannot match another payment method nickname.';

const limits = { nameOnAccount: { min: 2, max: 22 }, nickname: { min: 2, max: 27 } };
/** The first account is used by a scheduled payment, the second by nothing. */
const methods: readonly ManagedMethod[] = sampleMethods.map((method, index) => ({
  ...method,
  scheduledPayments: index === 0 ? [...sampleUpcoming] : [],
  autoDebitAccounts: [],
  autoDebitAccountNames: [],
}));
/** The first account, used by auto debit. */
const oneMethod: readonly ManagedMethod[] = methods.slice(0, 1).map((method) => ({
  ...method,
  scheduledPayments: [],
  autoDebitAccounts: ['E100200301'],
  autoDebitAccountNames: ['Direct Loans · E100200301'],
}));
const savingsIn = (listed: readonly ManagedMethod[]) =>
  listed.find(({ profileId }) => profileId === 'method-2') ?? null;
const hasSavings = ({ methods: listed }: Context): boolean => savingsIn(listed) !== null;

const problems = (
  { accountNickname: name }: NicknameValues,
  { takenNickname }: Partial<Pick<Context, 'takenNickname'>> = {},
) => [
  ...unless('accountNickname', name !== '', 'nickname.required'),
  ...unless(
    'accountNickname',
    name === '' || (name !== 'Everyday Checking' && name !== takenNickname),
    'nickname.taken',
  ),
];
/** The form of an account with its nickname, or with the one in a draft. */
const opened = (selected: ManagedMethod | null, stored?: FormDraft | null) => {
  const values = { accountNickname: String(stored?.typed['accountNickname'] ?? selected?.profileName ?? '') };
  return { selected, takenNickname: null, form: expectedForm(values, problems(values)) };
};
const nothingOpen = { ...opened(null), change: null, bankAccount: null };

const newAccount = ({ methods: listed, bankAccount: entry }: Pick<Context, 'methods' | 'bankAccount'>) => ({
  enterBankAccount: {
    limits,
    nicknames: listed.map(({ profileName }) => profileName),
    canSave: true,
    isToBeSaved: true,
    entry,
  },
});

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
const starts = (draft: FormDraft | null) =>
  [
    { limits, draft },
    to(
      'loadingMethods',
      { limits, methods: [], ...nothingOpen, draft, key: draft?.key ?? null, notice: null, pressed: [] },
      { calls: { getMethods: {} } },
    ),
  ] as const;

const removal = { change: 'remove', profileId: 'method-2' } as const;
const renaming = ({ form }: Pick<Context, 'form'>) =>
  ({ change: 'rename', profileId: 'method-2', profileName: form.values.accountNickname }) as const;

const submission = submits({
  machine: methodChange,
  state: 'changingMethod',
  by: 'changeMethod',
  request: ({ change }: Context) => ({ body: change }),
  sample: {
    body: removal,
    accepted: { result: true },
    rejected: { result: false },
    refusals: { 'it is not allowed': { throws: { kind: 'refused', status: 403 } } },
    record: removal,
  },
  texts: {
    sending: 'Saving your change…',
    outcomeUnknown: "We're checking what happened to your change",
    explanation: "We haven't heard back yet.",
    asking: 'Checking what happened to your change…',
  },
});

/** A list, whichever call loaded it, or the form that was open in an earlier visit. */
const lists = (listed: readonly ManagedMethod[], ...reads: readonly string[]) => {
  const savings = savingsIn(listed);
  const resumed = ({ draft }: Context) => ({ methods: listed, draft: null, ...opened(savings, draft) });
  return [
    answers(listed),
    given(
      ({ key }) => key !== null,
      to('changingMethod', (before) => ({ ...resumed(before), change: renaming(resumed(before)) }), {
        calls: submission.asks,
      }),
    ),
    given(
      ({ draft }) => draft?.place === 'add',
      to(
        'addingMethod.typing',
        { methods: listed, draft: null, bankAccount: storedEntry },
        { calls: newAccount({ methods: listed, bankAccount: storedEntry }) },
      ),
    ),
    savings === null ? [] : given(({ draft }) => draft !== null, to('renamingMethod', resumed)),
    thenPresses(to('listing', { methods: listed, draft: null }, { reads }), { methods: listed }),
  ] as const;
};

const isRename = ({ change }: Context): boolean => change?.change === 'rename';
/** The account of a renaming was removed in the meantime. */
const isGone = ({ selected }: Context): boolean => selected === null;
const ends = (
  result: NonNullable<Context['notice']>['result'],
  name: string | ((before: Context) => string),
  ...reads: readonly string[]
) =>
  to(
    'refreshing',
    (before) => ({
      ...nothingOpen,
      key: null,
      notice: { result, name: typeof name === 'string' ? name : name(before) },
    }),
    { calls: { refresh: {} }, reads, hides: [RENAME, QUESTION] },
  );
const made = [
  given(
    isRename,
    ends('renamed', ({ form }) => form.values.accountNickname),
  ),
  ends('removed', 'Rainy Day Savings'),
];
const notRenamed = (name: string) =>
  given(isRename, ends('notRenamed', name, `The payment method “${name}” wasn't renamed. Please try again.`));
const notMade = {
  goneRename: given(isGone, notRenamed('Vacation')),
  rename: notRenamed('Rainy Day Savings'),
  removal: ends('notRemoved', 'Rainy Day Savings'),
};
const sameNotice = 'The notice is the same as for a change that the server does not make.';

/** A button in the row of the second account. */
const inRow = (type: 'rename.pressed' | 'remove.pressed', verb: string, then: ReturnType<typeof to>) => [
  where(hasSavings, press(`${verb} Rainy Day Savings`, { type, profileId: 'method-2' }, given(hasSavings, then))),
];
const opensSavings = { ...opened(savingsIn(methods)), notice: null };

export default spec(paymentMethods, {
  shows: ['Payment Methods'],
  starts: {
    'a borrower': starts(null),
    'a borrower who left the form of a new account unfinished': starts(addDraft),
    'a borrower who left a renaming unfinished': starts(renameDraft),
    'a borrower whose page was reloaded while a renaming was under way': starts({ ...renameDraft, key: sampleKey }),
  },
  notices: {
    added: 'You saved the payment method “My Checking Account”.',
    notAdded: "The payment method wasn't saved. Please try again.",
    renamed: 'You renamed the payment method to',
    notRenamed: "wasn't renamed. Please try again.",
    removed: 'You removed the payment method “Rainy Day Savings”.',
    notRemoved: "The payment method “Rainy Day Savings” wasn't removed.",
  },
  form: {
    in: ['renamingMethod'],
    problems,
    clears: { notice: null },
    fields: {
      accountNickname: {
        label: 'Account Nickname',
        entries: ['', 'Everyday Checking', 'Vacation'],
        errors: { 'nickname.required': 'Account Nickname is required', 'nickname.taken': TAKEN },
      },
    },
    submit: [
      {
        name: 'Save',
        then: to('changingMethod', (before) => ({ notice: null, change: renaming(before) }), {
          calls: (before) => ({ changeMethod: { body: renaming(before) } }),
          reads: [submission.texts.sending],
        }),
      },
    ],
  },
  presses: {
    of: 'listing',
    in: ['refreshing'],
    types: ['add.pressed', 'rename.pressed', 'remove.pressed'],
    after: 'refreshing',
  },
  states: {
    ...loads('loadingMethods', { getMethods: {} }),
    listing: {
      shows: ['Add Payment Method'],
      on: [
        press(
          'Add Payment Method',
          'add.pressed',
          to(
            'addingMethod.typing',
            { notice: null },
            { calls: newAccount, focus: { place: 'field', field: 'routingNumber', delay: 0 } },
          ),
        ),
        inRow(
          'rename.pressed',
          'Rename',
          to('renamingMethod', opensSavings, { focus: { place: 'field', field: 'accountNickname', delay: 0 } }),
        ),
        inRow('remove.pressed', 'Remove', to('confirmingRemoval', opensSavings)),
        // An unknown account, and one that a scheduled payment or auto debit uses.
        hears({ type: 'rename.pressed', profileId: 'method-9' }, stays()),
        hears({ type: 'remove.pressed', profileId: 'method-1' }, stays()),
      ],
    },
    addingMethod: {
      shows: ['Add Payment Method', 'Cancel'],
      when: {
        enterBankAccount: {
          'an account that is saved': [
            answers(savedAccount),
            to(
              'refreshing',
              { ...nothingOpen, notice: { result: 'added', name: savedAccount.name } },
              { calls: { refresh: {} } },
            ),
          ],
          'the machine of the account stops in error': [
            stopsInError,
            to('listing', { ...nothingOpen, notice: { result: 'notAdded', name: '' } }),
          ],
        },
      },
    },
    'addingMethod.typing': {
      shows: ['Continue'],
      on: [
        hears({ type: 'bankAccount.changed', entry: typedToBeSavedEntry }, stays({ bankAccount: typedToBeSavedEntry })),
        hears({ type: 'bankAccount.validated', entry: notSavedEntry }, stays({ bankAccount: notSavedEntry })),
        hears('bankAccount.submitted', to('addingMethod.verifying')),
        press(
          'Continue',
          'continue.pressed',
          stays(undefined, { passes: { enterBankAccount: { type: 'continue.pressed' } } }),
        ),
        press('Cancel', 'add.canceled', to('listing', nothingOpen, { focus: toHeading })),
      ],
    },
    'addingMethod.verifying': {
      on: [
        hears(
          { type: 'bankAccount.validated', entry: notSavedEntry },
          to('addingMethod.typing', { bankAccount: notSavedEntry }),
        ),
      ],
    },
    renamingMethod: {
      shows: [RENAME, 'Account Nickname', 'Cancel'],
      on: [press('Cancel', 'rename.canceled', to('listing', { ...nothingOpen, notice: null }, { focus: toHeading }))],
    },
    confirmingRemoval: {
      over: true,
      shows: [QUESTION],
      on: [
        press(
          'Yes, remove it',
          'remove.confirmed',
          to(
            'changingMethod',
            { change: removal },
            { calls: { changeMethod: { body: removal } }, reads: [submission.texts.sending] },
          ),
        ),
        press('No, keep it', 'remove.dismissed', to('listing')),
      ],
    },
    changingMethod: {
      over: true,
      on: [submission.keyMade],
      when: {
        changeMethod: {
          'it is made': [accepted({ result: true }), ...made],
          'it turns out to be made': [
            accepted({ result: true }, removal),
            unseen('The screen is the same as after an immediate response.', made),
          ],
          'a payment uses the account, or the account is gone': [
            rejected({ result: false }),
            ...Object.values(notMade),
          ],
          'the server refuses the request': [
            refusedAs({ kind: 'refused', status: 422 }),
            given(
              (before) => isRename(before) && !isGone(before),
              to(
                'renamingMethod',
                ({ form: { values, ...form } }) => {
                  const takenNickname = values.accountNickname;
                  const touched = touching(form.touched, 'accountNickname');
                  return {
                    key: null,
                    change: null,
                    takenNickname,
                    form: expectedForm(values, problems(values, { takenNickname }), { ...form, touched }),
                  };
                },
                { focus: { place: 'field', field: 'accountNickname', delay: 0 }, reads: [TAKEN] },
              ),
            ),
            unseen(
              'After a reload the machine asks for the outcome, which never gets this answer.',
              notMade.goneRename,
            ),
            unseen(sameNotice, notMade.removal),
          ],
          'the server refuses it for another reason': [
            refusedAs({ kind: 'refused', status: 403 }),
            unseen(sameNotice, ...Object.values(notMade)),
          ],
          'it never arrived': [neverArrived, unseen(sameNotice, ...Object.values(notMade))],
          'the machine of the change stops in error': [
            stopsInError,
            to('outcomeCheckFailed', undefined, { focus: toNotice, hides: [QUESTION] }),
          ],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
    refreshing: { shows: ['Add Payment Method'] },
  },
  several: [
    {
      in: ['loadingMethods', 'refreshing'],
      when: {
        getMethods: {
          'two saved methods': lists(
            methods,
            'Everyday Checking',
            'Payment of $50.00 on 11/25/2026',
            '10/02/2026',
            'Rainy Day Savings',
            '*****4411',
            'Savings',
            'Not used yet',
          ),
          'one saved method, which auto debit uses': lists(
            oneMethod,
            'Everyday Checking',
            'Auto debit of Direct Loans · E100200301',
          ),
          'no saved method': lists([], "You don't have any saved payment methods."),
          'no answer in time': notLoaded({ pressed: [] }),
        },
      },
    },
  ],
  finish: ['listing'],
  claims: {
    'a change counts only when the server has made it': {
      reaching: ({ context }) => context.notice?.result === 'renamed' || context.notice?.result === 'removed',
      needs: (by) => by.kind === 'outcome' && ['it is made', 'it turns out to be made'].includes(by.outcome),
      brokenBy: 'guard isChanged: always true',
    },
    'an account that a payment or auto debit uses is not removed': {
      never: ({ isIn, context: { selected } }) =>
        isIn('confirmingRemoval') && selected !== null && selected.profileId !== 'method-2',
      brokenBy: 'guard isRemovable: always true',
    },
    'each change has a new key': {
      never: ({ isIn, context }) => isIn('listing') && context.key !== null,
      brokenBy: 'changingMethod -> changeMethod done [isChanged]: action setChanged removed',
    },
  },
  draft: { of: methodsDraft, secrets: [ACCOUNT_NUMBER, '021000021'] },
  children: { enterBankAccount: bankAccountModel, changeMethod: submission.child },
  facts: (
    { methods: listed, selected, form, takenNickname, change, key, notice, pressed, draft, bankAccount },
    isIn,
  ) => ({
    draft: draft?.place ?? null,
    isTyped: bankAccount !== null,
    notSaved: bankAccount?.notice ?? null,
    pressed,
    listed: listed.map(({ profileId }) => profileId),
    selected: selected?.profileId ?? null,
    nickname: isIn('renamingMethod') || change?.change === 'rename' ? form.values.accountNickname : null,
    takenNickname,
    change,
    key,
    notice: notice?.result ?? null,
  }),
});
