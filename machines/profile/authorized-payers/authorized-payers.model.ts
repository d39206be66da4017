/** Model of the authorized payers of a borrower (rulings 4, 7 and 15; docs/decisions/spec-gaps.md). */
import type { ContextFrom } from 'xstate';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { samplePayers } from '#domain/profile/payers/samples.ts';
import type { AuthorizedPayer, InviteValues } from '#domain/profile/payers/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toHeading, toNotice } from '../../kit/expected-page.ts';
import { expectedPresses, onePress } from '../../kit/expected-presses.ts';
import { type Expected, type Outcome, defineModel } from '../../kit/model.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { authorizedPayers, payerChange, payersDraft } from './authorized-payers.machine.ts';

type Context = ContextFrom<typeof authorizedPayers>;

const SAVING = 'Saving your change…';
const NONE = "You don't have any authorized payers.";
const QUESTIONS = ['Remove this payer?', 'Remove this invitation?'];
const INVITE = 'Invite a payer';
const CHECKING = "We're checking what happened to your change";
const LINK = 'https://portal.example/account/payer-invitation#a-token';
const NOTICES = {
  invited: 'You invited Ana Ruiz.',
  notInvited: "The invitation to Ana Ruiz wasn't sent. Please try again.",
  renewed: 'You sent Robin Hale a new invitation.',
  notRenewed: 'No new invitation was sent to Robin Hale.',
  removed: 'You removed',
  notRemoved: "wasn't removed. Please try again.",
  tooMany: "You've sent many invitations. Please try again in 15 minutes.",
} as const;
type Result = keyof typeof NOTICES;
const hides = [...Object.values(NOTICES), LINK];

const PERSON: InviteValues = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana.ruiz@example.com' };
const NO_ONE: InviteValues = { firstName: '', lastName: '', email: '' };
const ACTIVE_EMAIL = 'casey.lindqvist@example.com';
const REQUIRED = "Please enter the person's first name.";
const ACTIVE = 'The person with this email address is already one of your payers.';

const [casey, robin] = samplePayers;
const sample = (payer: AuthorizedPayer | undefined): AuthorizedPayer => {
  if (payer === undefined) throw new Error('There is no such sample');
  return payer;
};

/** Returns the problems of the sample values. */
const problemsOf = ({ firstName, lastName, email }: InviteValues, { payers, refusedEmail }: Partial<Context>) => [
  ...unless('firstName', firstName !== '', 'payerName.required', { name: 'first' }),
  ...unless('lastName', lastName !== '', 'payerName.required', { name: 'last' }),
  ...unless('email', email !== '', 'email.invalid'),
  ...unless(
    'email',
    email === '' ||
      (email !== refusedEmail && !(payers ?? []).some((payer) => payer.email === email && payer.status === 'active')),
    'payer.active',
  ),
];
const isRight = (context: Context) => problemsOf(context.form.values, context).length === 0;

type Change = Partial<Pick<Context['form'], 'touched' | 'attempted'>> & { readonly values?: Partial<InviteValues> };

/** Returns the form after a change. */
function after(before: Context, { values, ...change }: Change) {
  const form = { ...before.form, ...change, values: { ...before.form.values, ...values } };
  return { form: expectedForm(form.values, problemsOf(form.values, before), form) };
}

const fill = (field: keyof InviteValues, name: string, value: string) => ({
  event: { type: 'field.changed', field, value } as const,
  gesture: { action: 'fill', role: 'textbox', name, value } as const,
  on: ['inviting'],
  then: {
    in: 'inviting',
    context: (before: Context) => ({ notice: null, link: null, ...after(before, { values: { [field]: value } }) }),
    hides,
  },
});

const isInvite = ({ change }: Context): boolean => change?.change === 'invite';
const isRenewal = ({ change }: Context): boolean => change?.change === 'renew';
const isListed =
  (payerId: string) =>
  ({ payers, canChange }: Context): boolean =>
    canChange && payers.some((payer) => payer.payerId === payerId);

const nameIn = ({ change, wanted }: Context): string =>
  change?.change === 'invite' ? `${change.firstName} ${change.lastName}` : `${wanted?.firstName} ${wanted?.lastName}`;

/** Expected context after a change, by the kind of change. */
const told =
  (ofInvite: Result, ofRenewal: Result, ofRemoval: Result, more: object = {}) =>
  (before: Context) => ({
    key: null,
    change: null,
    notice: {
      result: isInvite(before) ? ofInvite : isRenewal(before) ? ofRenewal : ofRemoval,
      name: nameIn(before),
    },
    ...more,
  });

/** The invitation form without entries. */
const emptied = (before: Context) => ({ refusedEmail: null, form: expectedForm(NO_ONE, problemsOf(NO_ONE, before)) });

const refreshes = { state: 'refreshing', calls: { refresh: {} }, focus: toNotice };

/** Expected results of a change that the server made. */
const made = (link: string | null) => [
  {
    when: isInvite,
    ...refreshes,
    context: (before: Context) => ({
      ...told('invited', 'renewed', 'removed', { link })(before),
      ...emptied({ ...before, refusedEmail: null }),
    }),
    reads: [NOTICES.invited, ...(link === null ? [] : [link])],
    hides: [INVITE],
  },
  {
    when: isRenewal,
    ...refreshes,
    context: (before: Context) => ({
      ...told('invited', 'renewed', 'removed', { link })(before),
      ...emptied({ ...before, refusedEmail: null }),
    }),
    reads: [NOTICES.renewed, ...(link === null ? [] : [link])],
  },
  {
    ...refreshes,
    context: (before: Context) => ({
      ...told('invited', 'renewed', 'removed', { link })(before),
      ...emptied({ ...before, refusedEmail: null }),
    }),
    reads: [NOTICES.removed],
    hides: QUESTIONS,
  },
];

/** Expected results of a change that the server did not make. An invitation returns to its form. */
const notMade = (result?: 'tooMany') => [
  {
    when: isInvite,
    state: 'inviting',
    context: told(result ?? 'notInvited', 'notRenewed', 'notRemoved', { pressed: [] }),
    focus: toNotice,
    reads: [NOTICES[result ?? 'notInvited']],
  },
  {
    when: isRenewal,
    ...refreshes,
    context: told('notInvited', result ?? 'notRenewed', 'notRemoved', { pressed: [] }),
    reads: [NOTICES[result ?? 'notRenewed']],
  },
  {
    ...refreshes,
    context: told('notInvited', 'notRenewed', result ?? 'notRemoved', { pressed: [] }),
    reads: [NOTICES[result ?? 'notRemoved']],
    hides: QUESTIONS,
  },
];

const invites = {
  when: ({ canChange }: Context) => canChange,
  state: 'inviting',
  context: (before: Context) => ({
    notice: null,
    link: null,
    ...emptied(before),
  }),
  focus: { place: 'field', field: 'firstName', delay: 0 } as const,
  hides,
};

/** Presses while the list changes and loads again. They count afterwards. */
const presses = expectedPresses<Context>(['changingPayers', 'refreshing']);

const submission = expectedOnce<Context>({
  state: 'changingPayers',
  call: 'changePayers',
  request: ({ change }) => ({ body: change }),
});

/** What was kept of an invitation. */
const draft: FormDraft = { version: 1, key: null, place: null, typed: { ...PERSON }, leftOut: [] };
const resumed = (payers: readonly AuthorizedPayer[]) => ({
  payers,
  draft: null,
  form: expectedForm(PERSON, problemsOf(PERSON, { payers, refusedEmail: null })),
});

/** Expects a list, regardless of the call that loaded it. */
const lists = (payers: readonly AuthorizedPayer[], reads: readonly string[]): Outcome<Context> => ({
  answers: { payers },
  then: [
    {
      when: ({ key }) => key !== null,
      ...submission.asks,
      context: { ...resumed(payers), change: { change: 'invite', ...PERSON } },
    },
    {
      when: ({ draft: kept, canChange }) => canChange && kept !== null,
      state: 'inviting',
      context: resumed(payers),
    },
    {
      when: ({ canChange }) => !canChange,
      state: 'listing',
      context: { payers, draft: null },
      reads: [...reads, 'Only the borrower can invite and remove payers.'],
    },
    ...presses.after({ state: 'listing', context: { payers }, reads }, { payers, canChange: true }),
    { state: 'listing', context: { payers }, reads },
  ],
});

const loads = { state: 'loadingPayers', calls: { getPayers: {} } };
const couldNotLoad: Expected<Context> = {
  state: 'couldNotLoad',
  context: { pressed: [] },
  focus: toNotice,
  reads: [COULD_NOT_LOAD],
};

const starting = (canChange: boolean, kept: FormDraft | null = null) => ({
  ...loads,
  context: {
    canChange,
    draft: kept,
    payers: [],
    wanted: null,
    form: expectedForm(NO_ONE, problemsOf(NO_ONE, {})),
    refusedEmail: null,
    change: null,
    key: kept?.key ?? null,
    notice: null,
    link: null,
    pressed: [],
  },
});

const LISTED = ['listing', 'changingPayers', 'refreshing'];
/** The list is shown, and not the form of an invitation or the question about a removal. */
const isShown = ({ change }: Context): boolean => change === null || change.change === 'renew';

/** An impersonator has no button, and a press has no effect. */
const refusedTo = <Event>(event: Event) => ({
  event,
  where: ({ canChange }: Context): boolean => !canChange,
  then: { in: 'listing' },
});

/** Cases for a press in the row of a payer. */
const inRow = (
  type: 'renew.pressed' | 'remove.pressed',
  { payerId, firstName, lastName }: AuthorizedPayer,
  verb: string,
  then: Expected<Context>,
) => {
  const event = { type, payerId } as const;
  const pressed = {
    event,
    gesture: { action: 'click', role: 'button', name: `${verb} ${firstName} ${lastName}` } as const,
    on: LISTED,
    // The button that was pressed is busy.
    where: (context: Context) =>
      isShown(context) &&
      isListed(payerId)(context) &&
      !(type === 'renew.pressed' && isRenewal(context) && context.wanted?.payerId === payerId),
    then: [
      { in: 'listing', when: isListed(payerId), ...then },
      presses.counts(event, { when: isListed(payerId), ...then }),
    ],
  };
  return [pressed, refusedTo({ ...event })];
};
/** The list does not have the payer, or not the button: nothing happens. */
const withoutButton = (type: 'renew.pressed' | 'remove.pressed', payerId: string) => {
  const event = { type, payerId } as const;
  return { event, then: [{ in: 'listing' }, presses.counts(event)] };
};

const remove = (payer: AuthorizedPayer, question: string, says: string) =>
  inRow('remove.pressed', payer, 'Remove', {
    state: 'confirmingRemoval',
    context: { wanted: payer, notice: null, link: null },
    reads: [question, says],
    hides,
  });

const INVITE_PRESSED = { type: 'invite.pressed' } as const;
const toInvite = [{ in: 'listing', ...invites }, presses.counts(INVITE_PRESSED, invites)];
const renewal = { change: 'renew', payerId: 'invitation-1' } as const;
const ofRows = [
  ...inRow('renew.pressed', sample(robin), 'Send Again', {
    state: 'changingPayers',
    context: { wanted: sample(robin), change: renewal, notice: null, link: null },
    calls: { changePayers: { body: renewal } },
    reads: [SAVING],
    hides,
  }),
  // An active payer has no invitation to send again.
  withoutButton('renew.pressed', 'web-casey'),
  withoutButton('remove.pressed', 'web-unknown'),
  ...remove(sample(casey), 'Remove this payer?', "Casey Lindqvist is logged out at once and can't log in again."),
  ...remove(
    sample(robin),
    'Remove this invitation?',
    'The link that we sent to Robin Hale no longer works after this.',
  ),
];

const accepted = (link: string | null, record: unknown) => ({
  answers: { result: 'accepted', answer: { result: true, link }, record },
  then: made(link),
});

const tooMany = { kind: 'refused', status: 429 } as const;
const emailRefused = {
  kind: 'refused',
  status: 422,
  problem: {
    type: 'about:blank',
    title: 'The invitation was not sent.',
    status: 422,
    fields: [{ field: 'email', code: 'payer.active', message: ACTIVE }],
  },
} as const;
const failed = (failure: object) => ({ result: 'refused', answer: null, failure });

const removal = { change: 'remove', payerId: 'web-casey' } as const;

/** Why an outcome of a change cannot be told from another one on the screen. */
const SAME_NOTICE = 'The notice is the same as for a change that the server does not make.';

export default defineModel<typeof authorizedPayers>({
  machine: authorizedPayers,
  inputs: {
    'a borrower': { input: { canChange: true, draft: null }, then: starting(true) },
    'an impersonator': { input: { canChange: false, draft: null }, then: starting(false) },
    'an impersonator of a borrower who left an invitation unfinished': {
      input: { canChange: false, draft },
      then: starting(false, draft),
    },
    'a borrower who left an invitation unfinished': { input: { canChange: true, draft }, then: starting(true, draft) },
    'a borrower whose page was reloaded while an invitation was under way': {
      input: { canChange: true, draft: { ...draft, key: sampleKey } },
      then: starting(true, { ...draft, key: sampleKey }),
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [{ in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] }, ...submission.retried],
    },
    submission.keyMade,
    {
      event: { ...INVITE_PRESSED },
      gesture: { action: 'click', role: 'button', name: 'Invite a Payer' },
      on: LISTED,
      where: (context) => context.canChange && isShown(context),
      then: toInvite,
    },
    refusedTo({ ...INVITE_PRESSED }),
    fill('firstName', 'First Name', PERSON.firstName),
    fill('lastName', 'Last Name', PERSON.lastName),
    fill('email', 'Email Address', PERSON.email),
    fill('email', 'Email Address', ACTIVE_EMAIL),
    {
      event: { type: 'field.left', field: 'firstName' },
      gesture: { action: 'leave', role: 'textbox', name: 'First Name' },
      on: ['inviting'],
      then: [
        {
          in: 'inviting',
          when: ({ form }) => form.values.firstName === '',
          context: (before) => after(before, { touched: touching(before.form.touched, 'firstName') }),
          reads: [REQUIRED],
        },
        {
          in: 'inviting',
          context: (before) => after(before, { touched: touching(before.form.touched, 'firstName') }),
        },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Send Invitation' },
      on: ['inviting'],
      then: [
        {
          in: 'inviting',
          when: isRight,
          state: 'changingPayers',
          context: ({ form }) => ({ notice: null, link: null, change: { change: 'invite', ...form.values } }),
          calls: ({ form }) => ({ changePayers: { body: { change: 'invite', ...form.values } } }),
          reads: [SAVING],
          hides,
        },
        {
          in: 'inviting',
          when: ({ form, payers }) =>
            form.values.email === ACTIVE_EMAIL && payers.some(({ email }) => email === ACTIVE_EMAIL),
          context: (before) => after(before, { attempted: true }),
          focus: toErrors,
          reads: [REVIEW, ACTIVE],
        },
        {
          in: 'inviting',
          context: (before) => after(before, { attempted: true }),
          focus: toErrors,
          reads: [REVIEW],
        },
      ],
    },
    {
      event: { type: 'invite.cancelled' },
      gesture: { action: 'click', role: 'button', name: 'Cancel' },
      on: ['inviting'],
      then: {
        in: 'inviting',
        state: 'listing',
        context: (before) => ({ notice: null, link: null, ...emptied({ ...before, refusedEmail: null }) }),
        focus: toHeading,
        hides: [INVITE],
      },
    },
    ...ofRows,
    {
      event: { type: 'remove.confirmed' },
      gesture: { action: 'click', role: 'button', name: 'Yes, remove' },
      on: ['confirmingRemoval'],
      then: {
        in: 'confirmingRemoval',
        state: 'changingPayers',
        context: ({ wanted }) => ({ change: { change: 'remove', payerId: wanted?.payerId ?? '' } }),
        calls: ({ wanted }) => ({ changePayers: { body: { change: 'remove', payerId: wanted?.payerId ?? '' } } }),
        reads: [SAVING],
      },
    },
    {
      event: { type: 'remove.dismissed' },
      gesture: { action: 'click', role: 'button', name: 'No, keep' },
      on: ['confirmingRemoval'],
      then: { in: 'confirmingRemoval', state: 'listing', hides: QUESTIONS },
    },
  ],
  outcomes: {
    getPayers: {
      'active payers and invitations': lists(samplePayers, [
        'Casey Lindqvist',
        'Active',
        'Kit Moreau',
        'Since 09/02/2026, 10:00 AM Eastern Time',
        'Robin Hale',
        'robin.hale@example.com',
        'Invited',
        'Can be accepted until 12/04/2026, 10:00 AM Eastern Time',
        'Sam Ode',
        'Expired',
        'Ended 11/03/2026, 9:00 AM Eastern Time',
      ]),
      'no payer': lists([], [NONE]),
      'no answer in time': { throws: { kind: 'noAnswer' }, then: couldNotLoad },
    },
    changePayers: {
      'it is made, on a server that sends no email': accepted(LINK, null),
      'it turns out to be made': accepted(null, removal),
      'the invitation was accepted or removed in the meantime': {
        answers: { result: 'refused', answer: { result: false, link: null }, failure: null },
        then: notMade(),
      },
      'an active payer has the email address': {
        answers: failed(emailRefused),
        then: [
          {
            when: isInvite,
            state: 'inviting',
            context: (before) => {
              const refusedEmail = before.form.values.email;
              const touched = touching(before.form.touched, 'email');
              return {
                key: null,
                change: null,
                pressed: [],
                refusedEmail,
                ...after({ ...before, refusedEmail }, { touched }),
              };
            },
            focus: { place: 'field', field: 'email', delay: 0 },
            reads: [ACTIVE],
          },
          ...notMade().slice(1),
        ],
      },
      'too many invitations': { answers: failed(tooMany), then: notMade('tooMany') },
      'it never arrived': { answers: { result: 'neverArrived' }, then: notMade() },
      'the machine of the change stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: {
          state: 'outcomeCheckFailed',
          context: { pressed: [] },
          focus: toNotice,
          reads: [CHECKING],
          hides: QUESTIONS,
        },
      },
    },
  },
  screens: {
    loadingPayers: ['Authorized Payers', 'Loading…'],
    couldNotLoad: ['Authorized Payers', COULD_NOT_LOAD, TRY_AGAIN],
    listing: ['Authorized Payers', 'What a payer can see and do', "What a payer can't see or do"],
    inviting: [INVITE, 'First Name', 'Last Name', 'Email Address', 'Send Invitation', 'Cancel'],
    confirmingRemoval: ['Authorized Payers'],
    changingPayers: ['Authorized Payers'],
    refreshing: ['Authorized Payers'],
    outcomeCheckFailed: [CHECKING],
  },
  finish: ['listing'],
  claims: {
    'a change counts only when the server has made it': {
      reaching: ({ context }) => ['invited', 'renewed', 'removed'].includes(context.notice?.result ?? ''),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it ') && by.outcome.includes('made'),
      brokenBy: 'guard isChanged: always true',
    },
    'an impersonator changes nothing': {
      never: ({ isIn, context }) => !context.canChange && (isIn('inviting') || isIn('confirmingRemoval')),
      brokenBy: 'guard canChange: always true',
    },
    'each change has a new key': {
      never: ({ isIn, context }) => isIn('listing') && context.key !== null,
      brokenBy: 'changingPayers -> changePayers done [isChanged]: action setChanged removed',
    },
  },
  notOnScreen: {
    'changePayers "an active payer has the email address" (2)': 'Only an invitation is refused for its email address.',
    'changePayers "an active payer has the email address" (3)': 'Only an invitation is refused for its email address.',
    'changePayers "it never arrived" (1)': SAME_NOTICE,
    'changePayers "it never arrived" (2)': SAME_NOTICE,
    'changePayers "it never arrived" (3)': SAME_NOTICE,
  },
  children: {
    changePayers: createSubmissionModel(payerChange, {
      key: sampleKey,
      body: removal,
      accepted: { result: true, link: LINK },
      recorded: { result: true, link: null },
      refusals: {
        'an active payer has the email address': { throws: emailRefused },
        'too many invitations': { throws: tooMany },
      },
      rejected: { result: false, link: null },
      record: removal,
      messages: {
        sending: SAVING,
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet.",
        asking: 'Checking what happened to your change…',
      },
    }),
  },
  draft: { of: payersDraft, secrets: [] },
  tries: onePress('invite.pressed', 'renew.pressed', 'remove.pressed'),
});
