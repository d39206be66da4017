/**
 * What very delinquent borrowers see first (P §2.12, ruling 27): that something is past due, how much, and the ways on.
 * 'Continue to my account' opens the account for the rest of the session, also when the amount could not be found out.
 */
import { assign, setup } from 'xstate';
import { accounts } from '#domain/accounts/calls.ts';
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import { type Cents, sumCents } from '#domain/money.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../kit/events.ts';
import { NOTICE_DELAY, focus } from '../kit/focus.ts';
import { withAnswer } from '../kit/params.ts';

interface Context {
  /** Past due on all accounts together; null until it is known. */
  readonly pastDue: Cents | null;
}

const pastDueOf = ({ federalAccounts, commercialAccounts }: LoanAccounts): Cents =>
  sumCents([...federalAccounts, ...commercialAccounts].map(({ pastDueAmt }) => pastDueAmt));

export const pastDue = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.wanted' } | { type: 'account.wanted' },
    emitted: {} as FocusWanted,
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    getAccounts: call(accounts.list),
    openAccount: effects['access.leavePastDue'],
  },
  guards: {
    isAmountUnknown: ({ context }) => context.pastDue === null,
  },
  actions: {
    keepAmount: assign({ pastDue: (_, data: LoanAccounts) => pastDueOf(data) }),
    focusHeading: focus('heading'),
    focusNotice: focus('notice', NOTICE_DELAY),
  },
}).createMachine({
  id: 'pastDue',
  description: 'How much is past due, before the account opens',
  context: { pastDue: null },
  meta: { path: '/past-due', title: 'Past Due' },
  initial: 'findingAmount',
  states: {
    findingAmount: {
      description: 'The amount that is past due is being fetched',
      tags: 'busy',
      invoke: {
        id: 'getAccounts',
        src: 'getAccounts',
        input: {},
        onDone: {
          target: 'showingAmount',
          actions: [withAnswer('keepAmount'), 'focusHeading'],
        },
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
