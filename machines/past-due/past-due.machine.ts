/**
 * What very delinquent borrowers see first (P §2.12, ruling 27): that something is past due, how much, and the ways on.
 * 'Continue to my account' opens the account for the rest of the session, also when the amount could not be found out.
 */
import { assign, setup } from 'xstate';
import { type DashboardFacts, dashboardFacts } from '../dashboard-facts/dashboard-facts.machine.ts';
import { effects } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../kit/events.ts';
import { NOTICE_DELAY, focus } from '../kit/focus.ts';
import { hasFailed, withLoaded } from '../kit/load-parts.machine.ts';
import { withAnswer } from '../kit/params.ts';

interface Context {
  /** The accounts and the scheduled payments; null until they have been loaded. */
  readonly facts: DashboardFacts | null;
}

export const pastDue = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.wanted' } | { type: 'account.wanted' },
    emitted: {} as FocusWanted,
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
    setFacts: assign({ facts: (_, facts: DashboardFacts) => facts }),
    focusHeading: focus('heading'),
    focusNotice: focus('notice', NOTICE_DELAY),
  },
}).createMachine({
  id: 'pastDue',
  description: 'How much is past due, before the account opens',
  context: { facts: null },
  meta: { path: '/past-due', title: 'Past Due' },
  initial: 'findingAmount',
  states: {
    findingAmount: {
      description: 'The accounts and the scheduled payments are being fetched',
      tags: 'busy',
      invoke: {
        id: 'getFacts',
        src: 'getFacts',
        input: {},
        onDone: [
          { guard: withAnswer('hasFailed'), target: 'amountUnknown', actions: 'focusNotice' },
          { target: 'showingAmount', actions: [withLoaded('setFacts'), 'focusHeading'] },
        ],
        onError: { target: 'amountUnknown', actions: 'focusNotice' },
      },
    },
    showingAmount: {
      description: 'What is past due is said, with the ways on',
      on: { 'account.wanted': 'openingAccount' },
    },
    amountUnknown: {
      description: 'The amount could not be fetched; it can be tried again, and the ways on are open',
      on: { 'retry.wanted': 'findingAmount', 'account.wanted': 'openingAccount' },
    },
    openingAccount: {
      description: 'It is noted for this session that the borrower has seen this, and the account is being opened',
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
        'The account could not be opened; it can be tried again, and so can the amount where it is not known. What was known is still there',
      on: {
        'account.wanted': 'openingAccount',
        'retry.wanted': { guard: 'isAmountUnknown', target: 'findingAmount' },
      },
    },
    openedAccount: { description: 'The account has been opened', type: 'final' },
  },
});
