/**
 * Session of the signed-in person (P §4, signed-in state). The sign-in client has the tokens in memory; the machine
 * only knows the person. After a reload the session is renewed silently at the identity provider. Signing out in one
 * tab signs out all tabs.
 */
import { assign, setup } from 'xstate';
import { getHome } from '#domain/session/identity/rules.ts';
import type { Person, Returned, SessionEnd } from '#domain/session/identity/shapes.ts';
import { type SignInStart, effects, isStorageMissing } from '../../kit/effect.ts';
import type { ScreenMeta } from '../../kit/events.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';

export interface SessionInput {
  /** Whether the provider has just redirected back with a code. */
  readonly isReturning: boolean;
  /** Whether a sign-in at the provider is possible. If not, this browser has no record of a signed-in person. */
  readonly mayBeSignedIn: boolean;
}

interface Context {
  readonly isReturning: boolean;
  readonly mayBeSignedIn: boolean;
  readonly person: Person | null;
  /** Address to open after a sign-in or the end of a session, or null after it has opened. */
  readonly returnTo: string | null;
  readonly end: SessionEnd;
}

export const session = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'signIn.requested'; returnTo: string }
      | { type: 'retry.requested' }
      | { type: 'page.left' }
      | { type: 'signOut.requested' }
      | { type: 'session.timedOut' }
      | { type: 'session.ended'; end: SessionEnd }
      | { type: 'person.arrived' },
    input: {} as SessionInput,
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    renewSilently: effects['session.renew'],
    finishSignIn: effects['session.finishSignIn'],
    leaveForSignIn: effects['session.leaveForSignIn'],
    leaveForSignOut: effects['session.leaveForSignOut'],
    clearTokens: effects['session.clearTokens'],
  },
  guards: {
    hasComeBack: ({ context }) => context.isReturning,
    canBeSignedIn: ({ context }) => context.mayBeSignedIn,
    /** After a time-out a public page stays open. A log-out in another tab is intentional. */
    isStayingHere: ({ context: { end } }, { isPagePublic }: { isPagePublic: boolean }) =>
      end === 'timedOut' && isPagePublic,
    isStorageMissing: (_, start: SignInStart) => isStorageMissing(start),
    hasPerson: (_, person: Person | null) => person !== null,
  },
  actions: {
    setPerson: assign({ person: (_, person: Person | null) => person, returnTo: null }),
    setReturned: assign((_, { person, returnTo }: Returned) => ({ person, returnTo: returnTo ?? getHome(person) })),
    setReturnTo: assign({ returnTo: (_, { returnTo }: { returnTo: string }) => returnTo }),
    setEnd: assign({ end: (_, { end }: { end: SessionEnd }) => end }),
    clearPerson: assign({ person: null, returnTo: null }),
    clearReturnTo: assign({ returnTo: null }),
    leadToWelcome: assign({ returnTo: '/welcome' }),
  },
}).createMachine({
  id: 'session',
  description: 'A visitor signs in at the provider, stays signed in across reloads, and signs out in all tabs at once',
  context: ({ input }) => ({ ...input, person: null, returnTo: null, end: 'chosen' }),
  initial: 'arriving',
  states: {
    arriving: {
      description: 'Chooses the first state when the portal opens',
      always: [
        { guard: 'hasComeBack', target: 'finishingSignIn' },
        { guard: 'canBeSignedIn', target: 'renewingSilently' },
        { target: 'signedOut' },
      ],
    },
    renewingSilently: {
      description: 'The provider reports in the background whether a person is signed in',
      tags: 'busy',
      invoke: {
        id: 'renewSilently',
        src: 'renewSilently',
        input: {},
        onDone: [
          {
            guard: withAnswer('hasPerson'),
            target: 'signedIn',
            actions: withAnswer('setPerson'),
          },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },
    finishingSignIn: {
      description: 'The code from the provider is exchanged for tokens',
      tags: 'busy',
      invoke: {
        id: 'finishSignIn',
        src: 'finishSignIn',
        input: {},
        onDone: {
          target: 'signedIn',
          actions: withAnswer('setReturned'),
        },
        onError: 'couldNotSignIn',
      },
    },
    signedOut: {
      description: 'The visitor is not signed in',
      on: {
        'person.arrived': { actions: 'clearReturnTo' },
        'signIn.requested': {
          target: 'leavingForSignIn',
          actions: withEvent('setReturnTo'),
        },
      },
    },
    couldNotSignIn: {
      description:
        'The provider could not be reached or the sign-in was not finished; the visitor can retry for the same address',
      meta: { title: "Log-in wasn't finished" },
      on: {
        'retry.requested': 'leavingForSignIn',
        'page.left': { target: 'signedOut', actions: 'clearReturnTo' },
      },
    },
    withoutStorage: {
      description:
        'The browser stores nothing for this site, which logging in needs; the visitor can change that and retry',
      meta: { title: "Log-in wasn't finished" },
      on: {
        'retry.requested': 'leavingForSignIn',
        'page.left': { target: 'signedOut', actions: 'clearReturnTo' },
      },
    },
    leavingForSignIn: {
      description: 'The browser is opening the sign-in page',
      tags: 'busy',
      invoke: {
        id: 'leaveForSignIn',
        src: 'leaveForSignIn',
        input: ({ context }) => ({ returnTo: context.returnTo ?? '/' }),
        onDone: [{ guard: withAnswer('isStorageMissing'), target: 'withoutStorage' }, { target: 'atTheProvider' }],
        onError: 'couldNotSignIn',
      },
      on: {
        'page.left': { target: 'loadingAnotherPage', actions: 'clearReturnTo' },
      },
    },
    loadingAnotherPage: {
      description: 'The person navigated before the browser had left; the browser loads that page instead',
      tags: 'busy',
      type: 'final',
    },
    atTheProvider: {
      description: 'The browser is leaving the portal',
      tags: 'busy',
      type: 'final',
    },
    signedIn: {
      description: 'A borrower, an authorized payer or an impersonator is signed in',
      on: {
        'signOut.requested': {
          target: 'leavingForSignOut',
          actions: { type: 'setEnd', params: { end: 'chosen' } },
        },
        'session.timedOut': {
          target: 'leavingForSignOut',
          actions: { type: 'setEnd', params: { end: 'timedOut' } },
        },
        'session.ended': {
          target: 'endingHere',
          actions: [withEvent('setEnd'), 'clearPerson'],
        },
        'person.arrived': { actions: 'clearReturnTo' },
      },
    },
    leavingForSignOut: {
      description: 'The browser is leaving to sign out at the provider; the other tabs are notified when it comes back',
      tags: 'busy',
      invoke: {
        id: 'leaveForSignOut',
        src: 'leaveForSignOut',
        input: ({ context }) => ({ end: context.end }),
        onDone: 'atTheProvider',
        onError: { target: 'endingHere', actions: 'clearPerson' },
      },
    },
    endingHere: {
      description: 'The session has ended elsewhere or the provider cannot be reached: the tokens are discarded',
      tags: 'busy',
      invoke: {
        id: 'clearTokens',
        src: 'clearTokens',
        input: ({ context }) => ({ end: context.end }),
        onDone: [
          { guard: withAnswer('isStayingHere'), target: 'signedOut' },
          { target: 'signedOut', actions: 'leadToWelcome' },
        ],
        onError: { target: 'signedOut', actions: 'leadToWelcome' },
      },
    },
  },
});
