/** Model of a payer's invitation (P §5.2, §5.3, rulings 4, 7 and 15; docs/decisions/spec-gaps.md). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, toErrors, TRY_AGAIN, toHeading, toNotice } from '../../kit/expected-page.ts';
import { COMMON, PASSWORD, passwordProblems } from '../../session/password/expected-password.ts';
import { type ExpectedWhere, defineModel } from '../../kit/model.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { acceptanceSubmission, invitationDraft, payerInvitation } from './payer-invitation.machine.ts';

type Context = ContextFrom<typeof payerInvitation>;
type Values = Context['account']['values'];

const TOKEN = 'a-token';
const USERNAME = 'Robin.Hale';
/** Another password, for the case that the server refuses the first one. */
const OTHER_PASSWORD = 'nine tall grey cranes';
const INVITATION = {
  firstName: 'Robin',
  borrowerName: 'Avery Lindqvist',
  expiresAt: '2026-12-04T15:00:00.000Z',
};

/** Draft of this invitation. */
const draft: FormDraft = {
  version: 1,
  key: null,
  place: INVITATION.expiresAt,
  typed: { username: USERNAME },
  leftOut: ['password', 'confirmation'],
};
const draftUnderWay: FormDraft = { ...draft, key: sampleKey };
const draftOfAnother: FormDraft = { ...draftUnderWay, place: '2026-11-30T15:00:00.000Z' };

const NO_USERNAME = 'Please enter a username.';
const USERNAME_TAKEN = 'This username is taken. Please choose another one.';
const NO_TERMS = 'You are required to agree to the Terms of Use.';
const SENDING = 'Creating your username…';
const CHECKING = "We're checking whether your username was created";
/** Why an outcome cannot be told from another one on the screen. */
const SAME_END = 'Without an open invitation, the screen is the same after every refusal.';
const NOT_VALID = "This invitation can't be used";
const NOTICES = {
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotAccept: "We couldn't create your username. Nothing was saved. Please try again.",
  nothingWasAccepted: "We didn't receive your request, and we haven't created your username. Please try again.",
} as const;
type Notice = keyof typeof NOTICES;

/** Returns the validation problems of the sample values. */
const problemsOf = ({ account: { values }, takenUsernames, commonPassword }: Context): FieldProblem[] => [
  ...unless('username', values.username !== '', 'username.required'),
  ...unless('username', !takenUsernames.includes(values.username.toLowerCase()), 'username.taken'),
  ...passwordProblems('password', { ...values, commonPassword }),
  ...unless('terms', values.terms, 'terms.required'),
];

type Change = Partial<Pick<Context['account'], 'touched' | 'attempted'>> & { readonly values?: Partial<Values> };

function after(before: Context, { values, ...change }: Change) {
  const account = { ...before.account, ...change, values: { ...before.account.values, ...values } };
  return { account: expectedForm(account.values, problemsOf({ ...before, account }), account) };
}

const fill = (role: 'textbox' | 'password', field: keyof Values, name: string, value: string) => ({
  event: { type: 'field.changed', field, value } as const,
  on: ['choosingCredentials'],
  gesture: { action: 'fill', role, name, value } as const,
  then: {
    in: 'choosingCredentials',
    context: (before: Context) => after(before, { values: { [field]: value } }),
  },
});

const tickTerms = (isTicked: boolean) => ({
  event: { type: 'field.changed', field: 'terms', value: isTicked } as const,
  on: ['choosingCredentials'],
  where: ({ account }: Context) => account.values.terms !== isTicked,
  gesture: { action: isTicked ? 'check' : 'uncheck', role: 'checkbox', name: 'I agree to the Terms of Use' } as const,
  then: {
    in: 'choosingCredentials',
    // The error of an unchecked box is shown immediately.
    context: (before: Context) =>
      after(before, { values: { terms: isTicked }, touched: touching(before.account.touched, 'terms') }),
    ...(!isTicked && { reads: [NO_TERMS] }),
  },
});

const submission = expectedOnce<Context>({
  state: 'accepting',
  call: 'acceptInvitation',
  request: ({ account: { values } }) => ({
    body: { token: TOKEN, username: values.username.toLowerCase(), password: values.password, terms: true },
  }),
});

/** Expected result of a failure: a notice appears above the form and the input stays (ruling 3). */
const explained = (notice: Notice, context: object = {}) => ({
  state: 'choosingCredentials',
  context: { ...context, notice },
  focus: toNotice,
  reads: [NOTICES[notice]],
});

const emptyForm = {
  account: {
    values: { username: '', password: '', confirmation: '', terms: false },
    touched: [],
    attempted: false,
    errors: {},
    panel: [],
  },
  takenUsernames: [],
  commonPassword: null,
};

const starting = { token: TOKEN, ...emptyForm, draft: null, invitation: null, key: null, username: null, notice: null };
const loads = { state: 'loadingInvitation', calls: { readInvitation: { body: { token: TOKEN } } } };

const accepted = (username: (before: Context) => string) => ({
  state: 'accepted',
  context: (before: Context) => ({ ...emptyForm, key: null, username: username(before) }),
  focus: toHeading,
});

/** The form with the username of the draft, if it is about this invitation. */
const restored = (before: Context) => {
  const isKept = before.draft?.place === INVITATION.expiresAt;
  const values = { username: isKept ? USERNAME : '', password: '', confirmation: '', terms: false };
  return {
    account: expectedForm(values, problemsOf({ ...before, account: { ...before.account, values } })),
    draft: null,
  };
};
/** Without an open invitation, nothing that is entered again could be accepted. */
const noLongerValid = { state: 'notValid', context: { ...emptyForm, key: null, draft: null }, focus: toHeading };
const unlessClosed = (...then: ExpectedWhere<Context>[]): ExpectedWhere<Context>[] => [
  { when: ({ invitation }) => invitation === null, ...noLongerValid },
  ...then,
];

const refused = (outcome: string) => ({ result: 'refused', answer: { outcome }, failure: null });
const tooMany = { kind: 'refused', status: 429 } as const;
const failed = (failure: object) => ({ result: 'refused', answer: null, failure });

export default defineModel<typeof payerInvitation>({
  machine: payerInvitation,
  inputs: {
    'an invited person': {
      input: { token: TOKEN, isSignedIn: false, draft: null },
      then: { ...loads, context: { ...starting, isSignedIn: false } },
    },
    'an invited person who left the form unfinished': {
      input: { token: TOKEN, isSignedIn: false, draft },
      then: { ...loads, context: { ...starting, isSignedIn: false, draft } },
    },
    'an invited person whose page was reloaded during the acceptance': {
      input: { token: TOKEN, isSignedIn: false, draft: draftUnderWay },
      then: { ...loads, context: { ...starting, isSignedIn: false, draft: draftUnderWay } },
    },
    'a person who opens another invitation': {
      input: { token: TOKEN, isSignedIn: false, draft: draftOfAnother },
      then: { ...loads, context: { ...starting, isSignedIn: false, draft: draftOfAnother } },
    },
    'a person who is logged in': {
      input: { token: TOKEN, isSignedIn: true, draft: null },
      then: { state: 'signedIn', context: { ...starting, isSignedIn: true } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [{ in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] }, ...submission.retried],
    },
    submission.keyMade,
    fill('textbox', 'username', 'Username', USERNAME),
    fill('textbox', 'username', 'Username', 'robin.hale2'),
    {
      event: { type: 'field.left', field: 'username' },
      on: ['choosingCredentials'],
      gesture: { action: 'leave', role: 'textbox', name: 'Username' },
      then: {
        in: 'choosingCredentials',
        context: (before) => after(before, { touched: touching(before.account.touched, 'username') }),
      },
    },
    fill('password', 'password', 'Password', PASSWORD),
    fill('password', 'password', 'Password', OTHER_PASSWORD),
    fill('password', 'confirmation', 'Confirm Password', PASSWORD),
    fill('password', 'confirmation', 'Confirm Password', OTHER_PASSWORD),
    tickTerms(true),
    tickTerms(false),
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Accept Invitation' },
      on: ['choosingCredentials'],
      then: [
        {
          in: 'choosingCredentials',
          when: (before) => problemsOf(before).length === 0,
          ...submission.sends,
          context: { notice: null },
          reads: [SENDING],
          hides: Object.values(NOTICES),
        },
        {
          in: 'choosingCredentials',
          when: ({ account: { values } }) => Object.values(values).every((value) => value === '' || value === false),
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW, NO_USERNAME, 'Please enter a new password.', 'Please re-enter your password.', NO_TERMS],
          hides: Object.values(NOTICES),
        },
        {
          in: 'choosingCredentials',
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          focus: toErrors,
          reads: [REVIEW],
          hides: Object.values(NOTICES),
        },
      ],
    },
  ],
  outcomes: {
    readInvitation: {
      'an open invitation': {
        answers: { invitation: INVITATION },
        then: [
          {
            when: ({ draft: kept }) => kept === draftUnderWay,
            ...submission.asks,
            context: (before) => ({ ...restored(before), invitation: INVITATION, key: sampleKey }),
          },
          {
            state: 'choosingCredentials',
            context: (before) => ({ ...restored(before), invitation: INVITATION, key: null }),
          },
        ],
      },
      // An acceptance in flight may be the reason.
      'no open invitation': {
        answers: { invitation: null },
        then: [
          {
            when: ({ draft: kept }) => kept !== null && kept.key !== null,
            ...submission.asks,
            context: { invitation: null, key: sampleKey, draft: null, account: { values: { username: USERNAME } } },
          },
          { state: 'notValid', context: { ...emptyForm, draft: null } },
        ],
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: { state: 'couldNotLoad', focus: toNotice } },
    },
    acceptInvitation: {
      'it is accepted': {
        answers: { result: 'accepted', answer: { outcome: 'accepted' }, record: null },
        then: accepted(({ account }) => account.values.username),
      },
      'it is accepted, as the server says when it is asked': {
        answers: { result: 'accepted', answer: { outcome: 'accepted' }, record: { username: 'robin.hale' } },
        then: { ...accepted(() => 'robin.hale'), reads: ['Your username is robin.hale.'] },
      },
      'the username is taken': {
        answers: refused('usernameTaken'),
        then: unlessClosed({
          state: 'choosingCredentials',
          context: (before) => {
            const takenUsernames = [before.account.values.username.toLowerCase()];
            const touched = touching(before.account.touched, 'username');
            return { ...after({ ...before, takenUsernames }, { touched }), takenUsernames, key: null };
          },
          focus: { place: 'field', field: 'username', delay: 0 },
          reads: [USERNAME_TAKEN],
        }),
      },
      'the password is too easy to guess': {
        answers: refused('commonPassword'),
        then: unlessClosed(
          // After a reload, the password is not known.
          {
            when: ({ account: { values } }) => values.password === '',
            ...explained('couldNotAccept', { key: null }),
          },
          {
            state: 'choosingCredentials',
            context: (before) => {
              const commonPassword = before.account.values.password;
              const touched = touching(before.account.touched, 'password');
              return { ...after({ ...before, commonPassword }, { touched }), commonPassword, key: null };
            },
            focus: { place: 'field', field: 'password', delay: 0 },
            reads: [COMMON],
          },
        ),
      },
      'the invitation can no longer be accepted': {
        answers: refused('notValid'),
        then: noLongerValid,
      },
      'too many attempts': {
        answers: failed(tooMany),
        then: unlessClosed(explained('tooManyAttempts', { key: null })),
      },
      'the server refuses the request': {
        answers: failed({ kind: 'refused', status: 422 }),
        then: unlessClosed(explained('couldNotAccept', { key: null })),
      },
      'it never arrived': {
        answers: { result: 'neverArrived' },
        then: unlessClosed(explained('nothingWasAccepted', { key: null })),
      },
      'the machine of the submission stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'outcomeCheckFailed', focus: toNotice },
      },
    },
  },
  screens: {
    signedIn: ['Accept an Invitation', "You're logged in"],
    loadingInvitation: ['Accept an Invitation', 'Loading…'],
    couldNotLoad: ['Accept an Invitation', COULD_NOT_LOAD, TRY_AGAIN],
    notValid: ['Accept an Invitation', NOT_VALID, 'Log In'],
    choosingCredentials: [
      'Hello Robin, Avery Lindqvist invites you to make payments on their student loans.',
      'You can accept until 12/04/2026, 10:00 AM Eastern Time.',
      'Username',
      'At least 15 characters',
      'Accept Invitation',
    ],
    accepting: ['Accept an Invitation'],
    outcomeCheckFailed: [CHECKING],
    accepted: ['You accepted the invitation.', 'Log In'],
  },
  finish: ['accepted', 'signedIn', 'notValid'],
  claims: {
    'an invitation counts as accepted only when the server says so': {
      reaching: ({ isIn }) => isIn('accepted'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it is accepted'),
      brokenBy: 'guard isAccepted: always true',
    },
    'a person who is logged in cannot accept': {
      never: ({ isIn, context }) => context.isSignedIn && isIn('choosingCredentials'),
      brokenBy: 'guard isSignedIn: always false',
    },
    'no password stays after the end': {
      never: ({ isIn, context }) => (isIn('accepted') || isIn('notValid')) && context.account.values.password !== '',
      brokenBy: 'accepting -> acceptInvitation done [isAccepted]: action setUsername removed',
    },
  },
  notOnScreen: {
    'acceptInvitation "the password is too easy to guess" (1)': SAME_END,
    'acceptInvitation "the password is too easy to guess" (2)': 'The notice is the same as for another refusal.',
    'acceptInvitation "too many attempts" (1)': SAME_END,
    'acceptInvitation "the server refuses the request" (1)': SAME_END,
    'acceptInvitation "it never arrived" (1)': SAME_END,
  },
  draft: { of: invitationDraft, secrets: [PASSWORD, OTHER_PASSWORD, TOKEN] },
  children: {
    acceptInvitation: createSubmissionModel(acceptanceSubmission, {
      key: sampleKey,
      body: { token: TOKEN, username: 'robin.hale', password: PASSWORD, terms: true },
      accepted: { outcome: 'accepted' },
      rejected: { outcome: 'notValid' },
      refusals: {
        'the username is taken': { answers: { outcome: 'usernameTaken' } },
        'the password is too easy to guess': { answers: { outcome: 'commonPassword' } },
        'too many attempts': { throws: tooMany },
      },
      record: { username: 'robin.hale' },
      messages: {
        sending: SENDING,
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet. Please don't start again",
        asking: 'Checking whether your username was created…',
      },
    }),
  },
  facts: ({ isSignedIn, draft: kept, invitation, account, takenUsernames, commonPassword, key, username, notice }) => ({
    isSignedIn,
    draft: kept && [kept.place, kept.key],
    invitation: invitation?.firstName ?? null,
    values: account.values,
    takenUsernames,
    commonPassword,
    key,
    username,
    notice,
  }),
});
