/**
 * Pages for signing in (P §2.1, ruling 49): the log-in page, and two URLs that redirect to the identity provider
 * immediately, for employees who see a borrower's view and for people with a federal identity.
 */
import { setup } from 'xstate';
import { content } from '#domain/portal/content/calls.ts';
import { isFlagTextOn } from '#domain/portal/content/rules.ts';
import type { ContentItem } from '#domain/portal/content/shapes.ts';
import type { SignInWay } from '#domain/session/identity/shapes.ts';
import { type SignInStart, call, effects, isStorageMissing } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { focusActions } from '../../kit/focus.ts';
import { withAnswer } from '../../kit/params.ts';

export interface LoginInput {
  readonly way: SignInWay;
}

export const login = setup({
  types: {
    context: {} as LoginInput,
    events: {} as { type: 'signIn.requested' } | { type: 'retry.requested' },
    input: {} as LoginInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    getSignInFlag: call(content.item),
    leaveForSignIn: effects['session.leaveForSignIn'],
  },
  guards: {
    isSignInDown: (_, item: ContentItem) => isFlagTextOn(item.data),
    isStorageMissing: (_, start: SignInStart) => isStorageMissing(start),
    isToStartAtOnce: ({ context }) => context.way !== 'ordinary',
  },
  actions: {
    focusNotice: focusActions.focusNotice,
  },
}).createMachine({
  id: 'login',
  description: 'A visitor logs in, or creates an online account',
  context: ({ input }) => input,
  initial: 'askingIfSignInIsDown',
  states: {
    askingIfSignInIsDown: {
      description: 'The managed content flag for a sign-in outage is loading',
      tags: 'busy',
      invoke: {
        id: 'getSignInFlag',
        src: 'getSignInFlag',
        input: { params: { section: 'globalsite', name: 'auth-service-down' }, query: {} },
        onDone: [
          { guard: withAnswer('isSignInDown'), target: 'signInDown' },
          { guard: 'isToStartAtOnce', target: 'leavingForSignIn' },
          { target: 'offeringSignIn' },
        ],
        // If the flag is unknown, the sign-in stays available.
        onError: [{ guard: 'isToStartAtOnce', target: 'leavingForSignIn' }, { target: 'offeringSignIn' }],
      },
    },
    signInDown: {
      description: 'The sign-in is out of order; the screen explains that and only offers to check again',
      on: { 'retry.requested': 'askingIfSignInIsDown' },
    },
    offeringSignIn: {
      description: 'The visitor can log in or create an online account',
      on: { 'signIn.requested': 'leavingForSignIn' },
    },
    leavingForSignIn: {
      description: 'The browser is opening the sign-in page',
      tags: 'busy',
      invoke: {
        id: 'leaveForSignIn',
        src: 'leaveForSignIn',
        input: ({ context }) => ({ returnTo: '/', way: context.way }),
        onDone: [
          { guard: withAnswer('isStorageMissing'), target: 'withoutStorage', actions: 'focusNotice' },
          { target: 'atTheProvider' },
        ],
        onError: { target: 'couldNotLeave', actions: 'focusNotice' },
      },
    },
    couldNotLeave: {
      description: 'The log-in page could not be reached; the visitor can retry',
      on: { 'signIn.requested': 'leavingForSignIn' },
    },
    withoutStorage: {
      description:
        'The browser stores nothing for this site, which logging in needs; the visitor can change that and retry',
      on: { 'signIn.requested': 'leavingForSignIn' },
    },
    atTheProvider: {
      description: 'The browser is leaving; a visitor who comes back to this page can try again',
      on: { 'signIn.requested': 'leavingForSignIn' },
    },
  },
});
