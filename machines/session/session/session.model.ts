/** Model of the session: opening the portal, signing in, staying and signing out (P §4, §5.1, rulings 7 and 44). */
import type { SessionEnd, Person } from '#domain/session/identity/shapes.ts';
import { samplePerson as person } from '#domain/session/identity/samples.ts';
import { defineModel } from '../../kit/model.ts';
import { session } from './session.machine.ts';

const payer = { ...person, role: 'payer' } as const;

/** Address that was requested before the sign-in. */
const ASKED = '/payments/payflow/review';
const WELCOME = '/welcome';

const ONE_MOMENT = 'One moment…';
/** The states in which the visitor can retry. */
const NOT_FINISHED = ['couldNotSignIn', 'withoutStorage'] as const;
const COULD_NOT_SIGN_IN = "Sorry, we couldn't log you in.";

const unreachable = { throws: { kind: 'noAnswer' } } as const;

const nobody = { person: null, returnTo: null };

const leavingForSignIn = (returnTo: string) => ({
  state: 'leavingForSignIn',
  calls: { leaveForSignIn: { returnTo } },
});

const leavingForSignOut = (end: SessionEnd) => ({
  in: 'signedIn',
  state: 'leavingForSignOut',
  context: { end },
  calls: { leaveForSignOut: { end } },
});

/**
 * Expected result of a session that is already over, or cannot be ended at the provider: this tab discards all data of
 * the person.
 */
const endingHere = (end: SessionEnd) => ({
  state: 'endingHere',
  context: { ...nobody, end },
  calls: { clearTokens: { end } },
});

const signOut = (role: Person['role'], menu: string) => ({
  event: { type: 'signOut.wanted' } as const,
  gesture: {
    action: 'click',
    role: 'button',
    name: 'Log Out',
    first: { action: 'click', role: 'button', name: menu },
  } as const,
  where: ({ person: who }: { readonly person: Person | null }) => who?.role === role,
  then: leavingForSignOut('chosen'),
});

export default defineModel<typeof session>({
  machine: session,
  title: 'Session',
  place: 'every page',
  inputs: {
    'a visitor without a known sign-in opens a page for visitors': {
      input: { isReturning: false, mayBeSignedIn: false },
      then: { state: 'signedOut', context: { ...nobody, end: 'chosen' } },
    },
    'a visitor who opens the portal': {
      input: { isReturning: false, mayBeSignedIn: true },
      then: { state: 'renewingSilently', context: { ...nobody, end: 'chosen' }, calls: { renewSilently: {} } },
    },
    'a visitor who comes back from the provider': {
      input: { isReturning: true, mayBeSignedIn: false },
      then: { state: 'finishingSignIn', context: { ...nobody, end: 'chosen' }, calls: { finishSignIn: {} } },
    },
  },
  events: [
    {
      event: { type: 'signIn.wanted', returnTo: '/dashboard' },
      gesture: { action: 'click', role: 'button', name: 'Log In' },
      then: { in: 'signedOut', ...leavingForSignIn('/dashboard'), context: { returnTo: '/dashboard' } },
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Log In' },
      then: [
        // An unfinished sign-in has lost its address: `/` redirects to the person's home page.
        { in: NOT_FINISHED, when: ({ returnTo }) => returnTo === null, ...leavingForSignIn('/') },
        { in: NOT_FINISHED, ...leavingForSignIn('/dashboard') },
      ],
    },
    {
      event: { type: 'page.left' },
      then: [
        {
          in: NOT_FINISHED,
          state: 'signedOut',
          context: { returnTo: null },
          hides: [COULD_NOT_SIGN_IN],
        },
        { in: 'leavingForSignIn', state: 'loadingAnotherPage', context: { returnTo: null } },
      ],
    },
    // The menu shows the first name of a borrower, and the last name of a payer (P §2.3).
    signOut('borrower', 'Avery'),
    signOut('payer', 'Quist'),
    { event: { type: 'session.timedOut' }, then: leavingForSignOut('timedOut') },
    { event: { type: 'session.ended', end: 'elsewhere' }, then: { in: 'signedIn', ...endingHere('elsewhere') } },
    { event: { type: 'session.ended', end: 'expired' }, then: { in: 'signedIn', ...endingHere('expired') } },
    {
      event: { type: 'person.arrived' },
      then: { in: ['signedIn', 'signedOut'], context: { returnTo: null } },
    },
  ],
  outcomes: {
    renewSilently: {
      'still signed in': { answers: person, then: { state: 'signedIn', context: { person, returnTo: null } } },
      'the visitor is not signed in': { answers: null, then: { state: 'signedOut' } },
      'the provider does not answer': { ...unreachable, then: { state: 'signedOut' } },
    },
    finishSignIn: {
      'signed in for an address': {
        answers: { person, returnTo: ASKED },
        then: { state: 'signedIn', context: { person, returnTo: ASKED } },
      },
      'a borrower signed in': {
        answers: { person, returnTo: null },
        then: { state: 'signedIn', context: { person, returnTo: '/dashboard' } },
      },
      'a payer signed in': {
        answers: { person: payer, returnTo: null },
        then: { state: 'signedIn', context: { person: payer, returnTo: '/payments/payflow/schedule' } },
      },
      'the code is refused': { ...unreachable, then: { state: 'couldNotSignIn' } },
    },
    leaveForSignIn: {
      'on the way': { answers: undefined, then: { state: 'atTheProvider' } },
      'the provider does not answer': { ...unreachable, then: { state: 'couldNotSignIn' } },
      'the browser stores nothing': { answers: { isStorageMissing: true }, then: { state: 'withoutStorage' } },
    },
    leaveForSignOut: {
      'on the way': { answers: undefined, then: { state: 'atTheProvider' } },
      'the provider does not answer': {
        ...unreachable,
        then: [
          { when: ({ end }) => end === 'timedOut', ...endingHere('timedOut') },
          { when: ({ end }) => end === 'chosen', ...endingHere('chosen') },
        ],
      },
    },
    clearTokens: {
      'on a page for signed-in people': {
        answers: { isPagePublic: false },
        then: { state: 'signedOut', context: { returnTo: WELCOME } },
      },
      'on a public page': {
        answers: { isPagePublic: true },
        then: [
          { when: ({ end }) => end === 'timedOut', state: 'signedOut' },
          { state: 'signedOut', context: { returnTo: WELCOME } },
        ],
      },
      'could not be forgotten': { ...unreachable, then: { state: 'signedOut', context: { returnTo: WELCOME } } },
    },
  },
  screens: {
    renewingSilently: [ONE_MOMENT],
    finishingSignIn: [ONE_MOMENT],
    leavingForSignIn: [ONE_MOMENT],
    loadingAnotherPage: [ONE_MOMENT],
    leavingForSignOut: [ONE_MOMENT],
    endingHere: [ONE_MOMENT],
    couldNotSignIn: [
      COULD_NOT_SIGN_IN,
      "We couldn't reach the log-in page, or you left before logging in finished. Please try again.",
      'Log In',
    ],
    withoutStorage: [COULD_NOT_SIGN_IN, 'Logging in needs cookies and site data.', 'Log In'],
    // The pages have their own flows.
    signedIn: [],
    signedOut: [],
  },
  claims: {
    'no data of a person stays after signing out': {
      never: ({ isIn, context: { person: who, returnTo } }) =>
        (isIn('signedOut') || isIn('endingHere')) && (who !== null || (returnTo !== null && returnTo !== WELCOME)),
      brokenBy: 'action clearPerson: person not assigned',
    },
    'a person does not return to the address of another person': {
      never: ({ isIn, context: { returnTo } }) => isIn('endingHere') && returnTo !== null,
      brokenBy: 'action clearPerson: returnTo not assigned',
    },
    'a person is signed in only when the provider says so': {
      never: ({ isIn, context: { person: who } }) => isIn('signedIn') && who === null,
      brokenBy: 'guard hasPerson: always true',
    },
  },
});
