/**
 * The first page of a very delinquent borrower (P §2.12, ruling 27). It shows the past-due amount and what can be done.
 * 'Continue to my account' opens the account for the rest of the session, even if the amount could not be loaded.
 */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import { type DashboardData, dashboardFacts } from '../dashboard/dashboard-facts.machine.ts';
import { effects } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { hasFailed } from '../../kit/load-parts.machine.ts';
import { withAnswer } from '../../kit/params.ts';

interface Context {
  /** Accounts and scheduled payments, or null before they have loaded. */
  readonly facts: DashboardData | null;
}

export const pastDue = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.requested' } | { type: 'account.requested' },
    emitted: {} as FocusRequested,
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    getFacts: dashboardFacts,
    openAccount: effects['access.leavePastDue'],
  },
  guards: {
    hasFailed,
    isAmountUnknown: ({ context }) => context.facts === null,
  },
  actions: {
    setFacts: assign({ facts: (_, facts: DashboardData) => facts }),
    ...focusActions,
  },
}).createMachine({
  id: 'pastDue',
  description: 'Shows the past-due amount before the account opens',
  context: { facts: null },
  meta: { path: '/past-due', title: 'Past Due' },
  initial: 'findingAmount',
  states: {
    findingAmount: {
      description: 'The accounts and the scheduled payments are loading',
      tags: 'busy',
      invoke: {
        id: 'getFacts',
        src: 'getFacts',
        input: {},
        onDone: [
          { guard: withAnswer('hasFailed'), target: 'amountUnknown', actions: 'focusNotice' },
          { target: 'showingAmount', actions: [withAnswer('setFacts', 'loaded'), 'focusHeading'] },
        ],
        onError: { target: 'amountUnknown', actions: 'focusNotice' },
      },
    },
    showingAmount: {
      description: 'The screen shows the past-due amount and the available actions',
      on: { 'account.requested': 'openingAccount' },
    },
    amountUnknown: {
      description: 'Loading the amount failed; the borrower can retry or use the available actions',
      on: { 'retry.requested': 'findingAmount', 'account.requested': 'openingAccount' },
    },
    openingAccount: {
      description: 'The session records that the borrower has seen this page, and the account is opening',
      tags: 'busy',
      invoke: {
        id: 'openAccount',
        src: 'openAccount',
        input: {},
        onDone: 'openedAccount',
        onError: { target: 'couldNotOpenAccount', actions: 'focusNotice' },
      },
    },
    couldNotOpenAccount: {
      description:
        'The account failed to open; the borrower can retry, and load an unknown amount again. A known amount stays',
      on: {
        'account.requested': 'openingAccount',
        'retry.requested': { guard: 'isAmountUnknown', target: 'findingAmount' },
      },
    },
    openedAccount: { description: 'The account has opened', type: 'final' },
  },
});
