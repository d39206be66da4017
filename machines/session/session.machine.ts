/**
 * Who is signed in (P §4, signed-in state). Tokens live in the memory of the sign-in client; the chart knows the person
 * only. A reload renews silently at the provider; signing out in one tab signs out all.
 */
import { assign, setup } from 'xstate';
import { homeOf } from '#domain/identity/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { effect } from '../kit/effect.ts';
import type { ScreenMeta } from '../kit/events.ts';

export interface SessionInput {
  /** Whether the provider has just sent the person back with a code. */
  readonly isReturning: boolean;
}

interface Context {
  readonly isReturning: boolean;
  readonly person: Person | null;
  /** Where a person who has just come back wanted to go; the shell takes them there. */
  readonly returnTo: string | null;
}

export interface Returned {
  readonly person: Person;
  readonly returnTo: string | null;
}

export const session = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'signIn.wanted'; returnTo: string }
      | { type: 'signOut.wanted' }
      | { type: 'session.ended' }
      | { type: 'person.arrived' },
    input: {} as SessionInput,
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    renewSilently: effect<Person | null>('session.renew'),
    finishSignIn: effect<Returned>('session.finishSignIn'),
    leaveForSignIn: effect<void, { returnTo: string }>('session.leaveForSignIn'),
    leaveForSignOut: effect<void>('session.leaveForSignOut'),
    forgetTokens: effect<void>('session.forgetTokens'),
  },
  guards: {
    hasComeBack: ({ context }) => context.isReturning,
    hasPerson: (_, { person }: { person: Person | null }) => person !== null,
  },
  actions: {
    keepPerson: assign({ person: (_, { person }: { person: Person | null }) => person, returnTo: null }),
    keepReturned: assign((_, { person, returnTo }: Returned) => ({ person, returnTo: returnTo ?? homeOf(person) })),
    keepReturnTo: assign({ returnTo: (_, { returnTo }: { returnTo: string }) => returnTo }),
    forgetPerson: assign({ person: null, returnTo: null }),
    forgetReturnTo: assign({ returnTo: null }),
  },
}).createMachine({
  id: 'session',
  description: 'A visitor signs in at the provider, stays signed in across reloads, and signs out in all tabs at once',
  context: ({ input }) => ({ isReturning: input.isReturning, person: null, returnTo: null }),
  initial: 'arriving',
  states: {
    arriving: {
      description: 'Somebody has opened the portal',
      always: [{ guard: 'hasComeBack', target: 'finishingSignIn' }, { target: 'renewingSilently' }],
    },
    renewingSilently: {
      description: 'The provider is asked, without showing anything, whether somebody is signed in there',
      tags: 'busy',
      invoke: {
        id: 'renewSilently',
        src: 'renewSilently',
        input: {},
        onDone: [
          {
            guard: { type: 'hasPerson', params: ({ event }) => ({ person: event.output }) },
            target: 'signedIn',
            actions: { type: 'keepPerson', params: ({ event }) => ({ person: event.output }) },
          },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },
    finishingSignIn: {
      description: 'The code that the provider sent is exchanged for tokens',
      tags: 'busy',
      invoke: {
        id: 'finishSignIn',
        src: 'finishSignIn',
        input: {},
        onDone: {
          target: 'signedIn',
          actions: { type: 'keepReturned', params: ({ event }) => event.output },
        },
        onError: 'couldNotSignIn',
      },
    },
    signedOut: {
      description: 'Nobody is signed in',
      on: {
        'signIn.wanted': {
          target: 'leavingForSignIn',
          actions: { type: 'keepReturnTo', params: ({ event }) => event },
        },
      },
    },
    couldNotSignIn: {
      description: 'The provider could not be reached, or the sign-in was not finished; it can be tried again',
      meta: { title: 'Sign-in was not finished' },
      on: {
        'signIn.wanted': {
          target: 'leavingForSignIn',
          actions: { type: 'keepReturnTo', params: ({ event }) => event },
        },
      },
    },
    leavingForSignIn: {
      description: 'The browser is on its way to the sign-in page',
      tags: 'busy',
      invoke: {
        id: 'leaveForSignIn',
        src: 'leaveForSignIn',
        input: ({ context }) => ({ returnTo: context.returnTo ?? '/' }),
        onDone: 'atTheProvider',
        onError: 'couldNotSignIn',
      },
    },
    atTheProvider: {
      description: 'The browser is leaving; nothing more happens here',
      tags: 'busy',
      type: 'final',
    },
    signedIn: {
      description: 'A borrower, an authorized payer or an impersonator is signed in',
      on: {
        'signOut.wanted': 'leavingForSignOut',
        'session.ended': { target: 'endingHere', actions: 'forgetPerson' },
        'person.arrived': { actions: 'forgetReturnTo' },
      },
    },
    leavingForSignOut: {
      description: 'The browser is on its way to sign out at the provider; the other tabs are told when it comes back',
      tags: 'busy',
      invoke: {
        id: 'leaveForSignOut',
        src: 'leaveForSignOut',
        input: {},
        onDone: 'atTheProvider',
        onError: { target: 'endingHere', actions: 'forgetPerson' },
      },
    },
    endingHere: {
      description: 'The session has ended elsewhere, or the provider cannot be reached: the tokens are forgotten',
      tags: 'busy',
      invoke: {
        id: 'forgetTokens',
        src: 'forgetTokens',
        input: {},
        onDone: 'signedOut',
        onError: 'signedOut',
      },
    },
  },
});
