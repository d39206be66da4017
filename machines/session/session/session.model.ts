/** Specification of the session: opening the portal, signing in, staying and signing out (P §4, §5.1, rulings 7, 44). */
import type { ContextFrom } from 'xstate';
import { samplePerson as person } from '#domain/session/identity/samples.ts';
import type { Person, SessionEnd } from '#domain/session/identity/shapes.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, words } from '../../kit/spec.ts';
import { type SessionInput, session } from './session.machine.ts';

type Context = ContextFrom<typeof session>;
const { to, stays, given, does, press, hears, where } = words<typeof session>();

const payer = { ...person, role: 'payer' } as const;

/** Address that was requested before the sign-in. */
const ASKED = '/payments/payflow/review';
const WELCOME = '/welcome';
const ONE_MOMENT = 'One moment…';
const COULD_NOT_SIGN_IN = "Sorry, we couldn't log you in.";

const starts = (input: SessionInput, state: Parameters<typeof to>[0], calls = {}) =>
  [input, to(state, { person: null, returnTo: null, end: 'chosen' }, { calls })] as const;
const signsIn = (returnTo: string, context?: Partial<Context>) =>
  to('leavingForSignIn', context, { calls: { leaveForSignIn: { returnTo } } });
/** The placeholder stays until the page at the address has opened. */
const signedIn = (who: Person, returnTo: string | null) =>
  to('signedIn', { person: who, returnTo }, { reads: returnTo === null ? [] : [ONE_MOMENT] });
const signsOut = (end: SessionEnd) => to('leavingForSignOut', { end }, { calls: { leaveForSignOut: { end } } });
/** The session is over, or cannot be ended at the provider: this tab discards all data of the person. */
const endsHere = (end: SessionEnd) =>
  to('endingHere', { person: null, returnTo: null, end }, { calls: { clearTokens: { end } } });
const welcomes = to('signedOut', { returnTo: WELCOME }, { reads: [ONE_MOMENT] });

/** The menu shows the first name of a borrower, and the last name of a payer (P §2.3). */
const logsOut = (role: Person['role'], menu: string) =>
  where(
    ({ person: who }) => who?.role === role,
    does(
      { action: 'click', role: 'button', name: 'Log Out', first: { action: 'click', role: 'button', name: menu } },
      'signOut.requested',
      signsOut('chosen'),
    ),
  );
const arrives = hears('person.arrived', stays({ returnTo: null }));
const triesAgain = [
  press(
    'Log In',
    'retry.requested',
    // An unfinished sign-in has lost its address: `/` redirects to the person's home page.
    given(({ returnTo }) => returnTo === null, signsIn('/')),
    signsIn('/dashboard'),
  ),
  hears('page.left', to('signedOut', { returnTo: null })),
];

export default spec(session, {
  title: 'Session',
  place: 'every page',
  starts: {
    'a visitor without a known sign-in opens a page for visitors': starts(
      { isReturning: false, mayBeSignedIn: false },
      'signedOut',
    ),
    'a visitor who opens the portal': starts({ isReturning: false, mayBeSignedIn: true }, 'renewingSilently', {
      renewSilently: {},
    }),
    'a visitor who comes back from the provider': starts(
      { isReturning: true, mayBeSignedIn: false },
      'finishingSignIn',
      { finishSignIn: {} },
    ),
  },
  states: {
    renewingSilently: {
      when: {
        renewSilently: {
          'still signed in': [answers(person), signedIn(person, null)],
          'the visitor is not signed in': [answers(null), to('signedOut')],
          'the provider does not answer': [noAnswer, to('signedOut')],
        },
      },
    },
    finishingSignIn: {
      when: {
        finishSignIn: {
          'signed in for an address': [answers({ person, returnTo: ASKED }), signedIn(person, ASKED)],
          'a borrower signed in': [answers({ person, returnTo: null }), signedIn(person, '/dashboard')],
          'a payer signed in': [
            answers({ person: payer, returnTo: null }),
            signedIn(payer, '/payments/payflow/schedule'),
          ],
          'the code is refused': [noAnswer, to('couldNotSignIn')],
        },
      },
    },
    // The pages of these two states have their own flows.
    signedOut: {
      shows: ['Log In'],
      on: [
        press(
          'Log In',
          { type: 'signIn.requested', returnTo: '/dashboard' },
          signsIn('/dashboard', { returnTo: '/dashboard' }),
        ),
        arrives,
      ],
    },
    signedIn: {
      on: [
        logsOut('borrower', 'Avery'),
        logsOut('payer', 'Quist'),
        hears('session.timedOut', signsOut('timedOut')),
        hears({ type: 'session.ended', end: 'elsewhere' }, endsHere('elsewhere')),
        hears({ type: 'session.ended', end: 'expired' }, endsHere('expired')),
        arrives,
      ],
    },
    leavingForSignIn: {
      shows: ['Log In'],
      on: [hears('page.left', to('loadingAnotherPage', { returnTo: null }))],
      when: {
        leaveForSignIn: {
          'on the way': [answers(undefined), to('atTheProvider', undefined, { reads: ['Log In'] })],
          'the provider does not answer': [noAnswer, to('couldNotSignIn')],
          'the browser stores nothing': [answers({ isStorageMissing: true }), to('withoutStorage')],
        },
      },
    },
    couldNotSignIn: {
      shows: [
        COULD_NOT_SIGN_IN,
        "We couldn't reach the log-in page, or you left before logging in finished. Please try again.",
        'Log In',
      ],
      on: triesAgain,
    },
    withoutStorage: {
      shows: [COULD_NOT_SIGN_IN, 'Logging in needs cookies and site data.', 'Log In'],
      on: triesAgain,
    },
    leavingForSignOut: {
      when: {
        leaveForSignOut: {
          'on the way': [answers(undefined), to('atTheProvider')],
          'the provider does not answer': [
            noAnswer,
            given(({ end }) => end === 'timedOut', endsHere('timedOut')),
            endsHere('chosen'),
          ],
        },
      },
    },
    endingHere: {
      when: {
        clearTokens: {
          'on a page for signed-in people': [answers({ isPagePublic: false }), welcomes],
          'on a public page': [
            answers({ isPagePublic: true }),
            given(({ end }) => end === 'timedOut', to('signedOut')),
            welcomes,
          ],
          'could not be forgotten': [noAnswer, welcomes],
        },
      },
    },
  },
  several: [
    {
      in: [
        'renewingSilently',
        'finishingSignIn',
        'leavingForSignIn',
        'loadingAnotherPage',
        'leavingForSignOut',
        'endingHere',
        'atTheProvider',
      ],
      shows: [ONE_MOMENT],
    },
  ],
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
    'a person is signed in only when the provider confirms it': {
      never: ({ isIn, context: { person: who } }) => isIn('signedIn') && who === null,
      brokenBy: 'guard hasPerson: always true',
    },
  },
});
