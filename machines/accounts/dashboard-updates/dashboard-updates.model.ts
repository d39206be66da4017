/** Specification of the part of the dashboard with the next dates and the changes since the last visit. */
import { toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { Updates } from '#domain/accounts/updates/shapes.ts';
import { TRY_AGAIN } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, words } from '../../kit/spec.ts';
import { dashboardUpdates } from './dashboard-updates.machine.ts';

const { to, where, press } = words<typeof dashboardUpdates>();

const FAILED = "We couldn't load your next dates.";
const NOT_SAVED = "We couldn't save the calendar file. Please try again.";
const SAVE = 'Add to my calendar';
const SINCE = 'Since your last visit on 11/06/2026';

const changed: Updates = {
  nextDates: [
    {
      kind: 'bill',
      date: toPlainDate('2026-12-05'),
      accountIds: ['acct-1'],
      accountNames: ['Direct Loans · E100200301'],
    },
    { kind: 'recertification', date: toPlainDate('2027-02-01'), accountIds: ['a', 'b'], accountNames: ['A', 'B'] },
    { kind: 'defermentEnds', date: toPlainDate('2027-03-31'), accountIds: ['acct-2'], accountNames: ['C'] },
  ],
  sinceLastVisit: {
    lastVisit: toPlainDate('2026-11-06'),
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
    lastVisit: toPlainDate('2026-11-06'),
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
    { kind: 'exitBill', date: toPlainDate('2026-12-05'), accountIds: ['acct-1'], accountNames: ['A'] },
    { kind: 'billScheduled', date: toPlainDate('2026-12-09'), accountIds: ['acct-2'], accountNames: ['B'] },
  ],
};
const firstVisit: Updates = { ...changed, sinceLastVisit: null };

const loads = to('loading', undefined, { calls: { getUpdates: {} } });
const shows = (updates: Updates, reads: readonly string[], hides: readonly string[] = []) =>
  [answers(updates), to('showing', { updates }, { reads, hides: [FAILED, ...hides] })] as const;

export default spec(dashboardUpdates, {
  title: 'Next Dates and Last Visit',
  place: '`/dashboard`',
  starts: { 'a borrower': [{}, { ...loads, context: { updates: null, isUnsaved: false } }] },
  states: {
    loading: {
      shows: ['Loading your next dates…'],
      when: {
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
          'no dates and no changes': shows(
            unchanged,
            ['There are no dates to plan for.', SINCE, 'Nothing has changed since then.'],
            [SAVE, 'Your inbox'],
          ),
          'the first visit': shows(firstVisit, ['Your next dates', 'Payment due'], ['Since your last visit']),
          'no answer in time': [noAnswer, to('couldNotLoad')],
        },
      },
    },
    couldNotLoad: { shows: [FAILED, TRY_AGAIN], on: [press(TRY_AGAIN, 'retry.requested', loads)] },
    showing: {
      shows: ['Your next dates'],
      on: [
        where(
          ({ updates }) => (updates?.nextDates.length ?? 0) > 0,
          press(
            SAVE,
            'calendar.pressed',
            to('gettingCalendar', { isUnsaved: false }, { calls: { getCalendar: {} }, hides: [NOT_SAVED] }),
          ),
        ),
      ],
    },
    gettingCalendar: {
      shows: ['Your next dates', 'Saving…'],
      when: {
        getCalendar: {
          'it is saved': [answers(undefined), to('showing')],
          'a broken server': [failed(503), to('showing', { isUnsaved: true }, { reads: [NOT_SAVED] })],
        },
      },
    },
  },
  finish: ['showing'],
  claims: {
    'updates are shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.updates === null,
      brokenBy: 'loading -> getUpdates done: action setUpdates removed',
    },
  },
});
