/** Model of the part of the dashboard with the next dates and the changes since the last visit. */
import { plainDateOf } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { Updates } from '#domain/accounts/updates/shapes.ts';
import { TRY_AGAIN } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { dashboardUpdates } from './dashboard-updates.machine.ts';

const FAILED = "We couldn't load your next dates.";
const NOT_SAVED = "We couldn't save the calendar file. Please try again.";
const SAVE = 'Add to my calendar';
const SINCE = 'Since your last visit on 11/06/2026';
const NOTHING = 'Nothing has changed since then.';
const NO_DATES = 'There are no dates to plan for.';

const changed: Updates = {
  nextDates: [
    {
      kind: 'bill',
      date: plainDateOf('2026-12-05'),
      accountIds: ['acct-1'],
      accountNames: ['Direct Loans · E100200301'],
    },
    { kind: 'recertification', date: plainDateOf('2027-02-01'), accountIds: ['a', 'b'], accountNames: ['A', 'B'] },
    { kind: 'defermentEnds', date: plainDateOf('2027-03-31'), accountIds: ['acct-2'], accountNames: ['C'] },
  ],
  sinceLastVisit: {
    lastVisit: plainDateOf('2026-11-06'),
    payments: { count: 2, total: toCents(41_250) },
    interestAdded: toCents(5731),
    letters: 1,
    statusChanges: [{ kind: 'idr', status: 'approved' }],
  },
  unreadMessages: 5,
};
const unchanged: Updates = {
  nextDates: [],
  sinceLastVisit: {
    lastVisit: plainDateOf('2026-11-06'),
    payments: { count: 0, total: toCents(0) },
    interestAdded: toCents(0),
    letters: 0,
    statusChanges: [],
  },
  unreadMessages: 0,
};
const bills: Updates = {
  ...unchanged,
  nextDates: [
    { kind: 'exitBill', date: plainDateOf('2026-12-05'), accountIds: ['acct-1'], accountNames: ['A'] },
    { kind: 'billScheduled', date: plainDateOf('2026-12-09'), accountIds: ['acct-2'], accountNames: ['B'] },
  ],
};
const firstVisit: Updates = { ...changed, sinceLastVisit: null };

const loads = { state: 'loading', calls: { getUpdates: {} } };
const shows = (updates: Updates, reads: readonly string[], hides: readonly string[] = []) => ({
  answers: updates,
  then: { state: 'showing', context: { updates }, reads, hides: [FAILED, ...hides] },
});
const notSaved = { state: 'showing', context: { isUnsaved: true }, reads: [NOT_SAVED] };

export default defineModel<typeof dashboardUpdates>({
  machine: dashboardUpdates,
  title: 'Next Dates and Last Visit',
  place: '`/dashboard`',
  inputs: {
    'a borrower': { input: {}, then: { ...loads, context: { updates: null, isUnsaved: false } } },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [FAILED] },
    },
    {
      event: { type: 'calendar.pressed' },
      gesture: { action: 'click', role: 'button', name: SAVE },
      on: ['showing'],
      where: ({ updates }) => (updates?.nextDates.length ?? 0) > 0,
      then: {
        in: 'showing',
        state: 'gettingCalendar',
        context: { isUnsaved: false },
        calls: { getCalendar: {} },
        reads: ['Saving…'],
        hides: [NOT_SAVED],
      },
    },
  ],
  outcomes: {
    getUpdates: {
      'dates and changes': shows(changed, [
        'Your next dates',
        '12/05/2026',
        'Payment due',
        'Direct Loans · E100200301',
        'Recertify your income',
        '2 accounts',
        'Last day of your deferment',
        SINCE,
        '2 payments posted',
        '$412.50',
        'Interest added',
        '$57.31',
        '1 new letter or message',
        'Income-Driven Plan',
        'You have 5 unread messages.',
      ]),
      'an exit bill, and a bill whose payment is scheduled': shows(
        bills,
        [
          '12/05/2026',
          'Exit payment for leaving IBR due, A',
          '12/09/2026',
          'Payment due (already scheduled), B',
          'Make a payment for 12/05/2026',
        ],
        ['for 12/09/2026'],
      ),
      'no dates and no changes': shows(unchanged, [NO_DATES, SINCE, NOTHING], [SAVE, 'Your inbox']),
      'the first visit': shows(firstVisit, ['Your next dates', 'Payment due'], ['Since your last visit']),
      'no answer in time': { throws: { kind: 'noAnswer' }, then: { state: 'couldNotLoad', reads: [FAILED] } },
    },
    getCalendar: {
      'it is saved': { answers: undefined, then: { state: 'showing' } },
      'a broken server': { throws: { kind: 'refused', status: 503 }, then: notSaved },
    },
  },
  screens: {
    loading: ['Loading your next dates…'],
    couldNotLoad: [FAILED, TRY_AGAIN],
    showing: ['Your next dates'],
    gettingCalendar: ['Saving…'],
  },
  finish: ['showing'],
  claims: {
    'updates are shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.updates === null,
      brokenBy: 'loading -> getUpdates done: action keepUpdates removed',
    },
  },
});
