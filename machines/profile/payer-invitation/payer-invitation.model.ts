/** Specification of a payer's invitation (P §5.2, §5.3, rulings 4, 7 and 15; docs/decisions/spec-gaps.md). */
import type { ContextFrom } from 'xstate';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { COMMON, PASSWORD, passwordProblems } from '../../session/password/expected-password.ts';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { acceptanceSubmission, invitationDraft, payerInvitation } from './payer-invitation.machine.ts';

type Context = ContextFrom<typeof payerInvitation>;
type Values = Context['account']['values'];
type Refused = Pick<Context, 'takenUsernames' | 'commonPassword'>;
const { to, given, unseen, loads, notLoaded } = words<typeof payerInvitation>();

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

const USERNAME_TAKEN = 'This username is taken. Please choose another one.';
/** Reason why two outcomes look the same on the screen. */
const SAME_END = 'Without an open invitation, the screen is the same after every refusal.';

/** Returns the validation problems of the sample values. */
const problems = (values: Values, { takenUsernames, commonPassword }: Refused) => [
  ...unless('username', values.username !== '', 'username.required'),
  ...unless('username', !takenUsernames.includes(values.username.toLowerCase()), 'username.taken'),
  ...passwordProblems('password', { ...values, commonPassword }),
  ...unless('terms', values.terms, 'terms.required'),
];

const NOTHING: Values = { username: '', password: '', confirmation: '', terms: false };
const nothingRefused: Refused = { takenUsernames: [], commonPassword: null };
/** The form with this username, without a password. */
const formWith = (username: string) => {
  const values = { ...NOTHING, username };
  return { ...nothingRefused, account: expectedForm(values, problems(values, nothingRefused)) };
};
const isOfThis = ({ draft: stored }: Context) => stored?.place === INVITATION.expiresAt;
/** The form with the username of the draft, if it is about this invitation. */
const restored = (before: Context) => ({
  ...formWith(isOfThis(before) ? USERNAME : ''),
  draft: null,
  invitation: INVITATION,
});

const starts = (stored: FormDraft | null, isSignedIn = false) =>
  [
    { token: TOKEN, isSignedIn, draft: stored },
    to(
      isSignedIn ? 'signedIn' : 'loadingInvitation',
      {
        token: TOKEN,
        isSignedIn,
        draft: stored,
        ...formWith(''),
        invitation: null,
        key: null,
        username: null,
        notice: null,
      },
      isSignedIn ? {} : { calls: { readInvitation: { body: { token: TOKEN } } } },
    ),
  ] as const;

const tooMany = { kind: 'refused', status: 429 } as const;
const submission = submits({
  machine: acceptanceSubmission,
  state: 'accepting',
  by: 'acceptInvitation',
  request: ({ account: { values } }: Context) => ({
    body: { token: TOKEN, username: values.username.toLowerCase(), password: values.password, terms: true },
  }),
  sample: {
    body: { token: TOKEN, username: 'robin.hale', password: PASSWORD, terms: true },
    accepted: { outcome: 'accepted' },
    rejected: { outcome: 'notValid' },
    refusals: {
      'the username is taken': { answers: { outcome: 'usernameTaken' } },
      'the password is too easy to guess': { answers: { outcome: 'commonPassword' } },
      'too many attempts': { throws: tooMany },
    },
    record: { username: 'robin.hale' },
  },
  texts: {
    sending: 'Creating your username…',
    outcomeUnknown: "We're checking whether your username was created",
    explanation: "We haven't heard back yet. Please don't start again",
    asking: 'Checking whether your username was created…',
  },
});
const asks = { calls: submission.asks };

/** A refusal. Without an open invitation, no new entry could be accepted. */
const noLongerValid = to('notValid', { ...formWith(''), key: null, draft: null }, { focus: toHeading });
const ifClosed = given(({ invitation }) => invitation === null, noLongerValid);
const sameIfClosed = unseen(SAME_END, ifClosed);
const tells = (notice: Context['notice']) => to('choosingCredentials', { key: null, notice });
/** The server refuses an entry: its error shows. */
const refuses = (field: 'username' | 'password', error: string, fact: (values: Values) => Partial<Refused>) =>
  to(
    'choosingCredentials',
    ({ account: { values, ...form }, takenUsernames, commonPassword }) => {
      const refused = { takenUsernames, commonPassword, ...fact(values) };
      const touched = touching(form.touched, field);
      return {
        ...refused,
        key: null,
        account: expectedForm(values, problems(values, refused), { ...form, touched }),
      };
    },
    { focus: { place: 'field', field, delay: 0 }, reads: [error] },
  );

export default spec(payerInvitation, {
  starts: {
    'an invited person': starts(null),
    'an invited person who left the form unfinished': starts(draft),
    'an invited person whose page was reloaded during the acceptance': starts(draftUnderWay),
    'a person who opens another invitation': starts(draftOfAnother),
    'a person who is logged in': starts(null, true),
  },
  shows: ['Accept an Invitation'],
  notices: {
    tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
    couldNotAccept: "We couldn't create your username. Nothing was saved. Please try again.",
    nothingWasAccepted: "We didn't receive your request, and we haven't created your username. Please try again.",
  },
  forms: {
    account: {
      in: ['choosingCredentials'],
      problems,
      refuses: { notice: null },
      fields: {
        username: {
          label: 'Username',
          entries: [USERNAME, 'robin.hale2'],
          errors: { 'username.required': 'Please enter a username.', 'username.taken': USERNAME_TAKEN },
        },
        password: {
          label: 'Password',
          role: 'password',
          entries: [PASSWORD, OTHER_PASSWORD],
          errors: { 'password.required': 'Please enter a new password.', 'password.common': COMMON },
          isNotLeft: true,
        },
        confirmation: {
          label: 'Confirm Password',
          role: 'password',
          entries: [PASSWORD, OTHER_PASSWORD],
          errors: {
            'confirmation.required': 'Please re-enter your password.',
            'confirmation.mismatch': 'Passwords must match.',
          },
          isNotLeft: true,
        },
        terms: {
          label: 'I agree to the Terms of Use',
          role: 'checkbox',
          entries: [true, false],
          errors: { 'terms.required': 'You are required to agree to the Terms of Use.' },
          showsAtOnce: true,
        },
      },
      submit: [
        {
          name: 'Accept Invitation',
          then: { ...submission.sends, context: { notice: null } },
        },
      ],
    },
  },
  states: {
    ...loads('loadingInvitation', { readInvitation: { body: { token: TOKEN } } }),
    loadingInvitation: {
      shows: ['Loading…'],
      when: {
        readInvitation: {
          'an open invitation': [
            answers({ invitation: INVITATION }),
            given(
              (before) => isOfThis(before) && before.draft?.key === sampleKey,
              to('accepting', (before) => ({ ...restored(before), key: sampleKey }), asks),
            ),
            to('choosingCredentials', (before) => ({ ...restored(before), key: null })),
          ],
          // An acceptance in flight may be the reason.
          'no open invitation': [
            answers({ invitation: null }),
            given(
              ({ draft: stored }) => stored !== null && stored.key !== null,
              to('accepting', { ...formWith(USERNAME), invitation: null, key: sampleKey, draft: null }, asks),
            ),
            to('notValid', { ...formWith(''), draft: null }),
          ],
          'no answer in time': notLoaded(),
        },
      },
    },
    signedIn: { shows: ["You're logged in"] },
    notValid: { shows: ["This invitation can't be used", 'Log In'] },
    choosingCredentials: {
      shows: [
        'Hello Robin, Avery Lindqvist invites you to make payments on their student loans.',
        'You can accept until 12/04/2026, 10:00 AM Eastern Time.',
        'Username',
        'At least 15 characters',
        'Accept Invitation',
      ],
    },
    accepting: {
      over: true,
      on: [submission.keyMade],
      when: {
        acceptInvitation: {
          'it is accepted': [
            accepted({ outcome: 'accepted' }),
            to('accepted', ({ account }) => ({ ...formWith(''), key: null, username: account.values.username }), {
              focus: toHeading,
            }),
          ],
          'it is accepted, according to the server’s record': [
            accepted({ outcome: 'accepted' }, { username: 'robin.hale' }),
            to(
              'accepted',
              { ...formWith(''), key: null, username: 'robin.hale' },
              {
                focus: toHeading,
                reads: ['Your username is robin.hale.'],
              },
            ),
          ],
          'the username is taken': [
            rejected({ outcome: 'usernameTaken' }),
            ifClosed,
            refuses('username', USERNAME_TAKEN, ({ username }) => ({ takenUsernames: [username.toLowerCase()] })),
          ],
          'the password is too easy to guess': [
            rejected({ outcome: 'commonPassword' }),
            sameIfClosed,
            // After a reload, the password is not known.
            unseen(
              'The notice is the same as for another refusal.',
              given(({ account: { values } }) => values.password === '', tells('couldNotAccept')),
            ),
            refuses('password', COMMON, ({ password }) => ({ commonPassword: password })),
          ],
          'the invitation can no longer be accepted': [rejected({ outcome: 'notValid' }), noLongerValid],
          'too many attempts': [refusedAs(tooMany), sameIfClosed, tells('tooManyAttempts')],
          'the server refuses the request': [
            refusedAs({ kind: 'refused', status: 422 }),
            sameIfClosed,
            tells('couldNotAccept'),
          ],
          'it never arrived': [neverArrived, sameIfClosed, tells('nothingWasAccepted')],
          'the machine of the submission stops in error': [
            stopsInError,
            to('outcomeCheckFailed', undefined, { focus: toNotice }),
          ],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
    accepted: { shows: ['You accepted the invitation.', 'Log In'] },
  },
  finish: ['accepted', 'signedIn', 'notValid'],
  claims: {
    'an invitation counts as accepted only when the server confirms it': {
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
  draft: { of: invitationDraft, secrets: [PASSWORD, OTHER_PASSWORD, TOKEN] },
  children: { acceptInvitation: submission.child },
});
