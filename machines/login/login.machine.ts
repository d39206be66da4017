/**
 * The pages from which people sign in (P §2.1, ruling 49): the log-in page, and two addresses that go on to the provider
 * at once, for employees who see what a borrower sees and for people with the federal identity.
 */
import { setup } from 'xstate';
import { content } from '#domain/content/calls.ts';
import { isFlagEnabled } from '#domain/content/rules.ts';
import type { ContentItem } from '#domain/content/shapes.ts';
import type { SignInWay } from '#domain/identity/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../kit/events.ts';
import { focus } from '../kit/focus.ts';
import { withAnswer } from '../kit/params.ts';

export interface LoginInput {
  readonly way: SignInWay;
}

export const login = setup({
  types: {
    context: {} as LoginInput,
    events: {} as { type: 'signIn.wanted' } | { type: 'retry.wanted' },
    input: {} as LoginInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    getSignInFlag: call(content.item),
    leaveForSignIn: effects['session.leaveForSignIn'],
  },
  guards: {
    isSignInDown: (_, item: ContentItem) => isFlagEnabled(item.data),
    isToStartAtOnce: ({ context }) => context.way !== 'ordinary',
  },
  actions: {
    focusNotice: focus('notice'),
  },
}).createMachine({
  id: 'login',
  description: 'Somebody wants to log in, or to create an online account',
  context: ({ input }) => input,
  initial: 'askingIfSignInIsDown',
  states: {
    askingIfSignInIsDown: {
      description: 'A switch of managed content says whether the sign-in is out of order',
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
        // Whoever cannot be asked does not keep anybody out.
        onError: [{ guard: 'isToStartAtOnce', target: 'leavingForSignIn' }, { target: 'offeringSignIn' }],
      },
    },
    signInDown: {
      description: 'The sign-in is out of order: what that means is said, and nothing is offered but to look again',
      on: { 'retry.wanted': 'askingIfSignInIsDown' },
    },
    offeringSignIn: {
      description: 'Log in, or create an online account',
      on: { 'signIn.wanted': 'leavingForSignIn' },
    },
    leavingForSignIn: {
      description: 'The browser is on its way to the sign-in page',
      tags: 'busy',
      invoke: {
        id: 'leaveForSignIn',
        src: 'leaveForSignIn',
        input: ({ context }) => ({ returnTo: '/', way: context.way }),
        onDone: 'atTheProvider',
        onError: { target: 'couldNotLeave', actions: 'focusNotice' },
      },
    },
    couldNotLeave: {
      description: 'The log-in page could not be reached; it can be tried again',
      on: { 'signIn.wanted': 'leavingForSignIn' },
    },
    atTheProvider: {
      description: 'The browser is leaving; whoever comes back to this page may go once more',
      on: { 'signIn.wanted': 'leavingForSignIn' },
    },
  },
});
