/** The last day of a pause: every text has it, and none has the first day after it as its end (rulings 75, 106). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountStatusText, pauseText } from '#domain/accounts/messages.ts';
import { accountNotifications } from '#domain/accounts/loans/messages.ts';
import { type GroupInput, accountStatuses } from '#domain/accounts/rules.ts';
import { dateLabels, dateTitles } from '#domain/accounts/updates/messages.ts';
import { listNextDates } from '#domain/timeline/next-dates.ts';
import { type PlainDate, addDays, addMonths, formatUsDate, toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { lastDayOfPause, periodText } from '#domain/pause-end.ts';
import { startAgainAfterDuty } from '#domain/repayment/military/messages.ts';
import { startAgainAfter } from '#domain/repayment/military/rules.ts';
import { endOfPause } from '#domain/repayment/postponement/cost.ts';
import { computePostponementCoverage } from '#domain/repayment/postponement/coverage.ts';
import { getLastDay } from '#domain/repayment/postponement/rules.ts';
import { ApplicationKind } from '#domain/applications/shapes.ts';
import { type Application } from '#domain/repayment/postponement/shapes.ts';
import { type StageData, stageMessage } from '#domain/repayment/postponement/stage-messages.ts';
import { buildApplicationTimeline } from '#domain/repayment/postponement/status.ts';
import { applicationMeaning, toStatusNotifications, stepNote } from '#domain/repayment/postponement/status-messages.ts';

/** A pause from 11/23/2026 for six months. Its end as it is stored is the first day after it. */
const [START, END] = [day('2026-11-23'), day('2027-05-23')];
const LAST_DAY = day('2027-05-22');
const DURING = day('2027-05-01');

const application: Application = {
  confirmationNumber: 'PX2C-1D8F',
  kind: 'hardship',
  status: 'inEffect',
  receivedDateTime: '2026-11-20T15:00:00.000Z',
  reviewStartedDateTime: '2026-11-23T17:00:00.000Z',
  decidedDateTime: '2026-11-30T17:00:00.000Z',
  startDate: START,
  endDate: END,
  events: [{ event: 'inEffect', date: day('2026-11-30') }],
  next: { event: 'ended', date: END },
};
const facts: StageData = {
  kind: 'military',
  confirmationNumber: 'PX2C-1D8F',
  sentOn: day('2026-11-20'),
  documentName: null,
  reviewOn: null,
  documentDueOn: null,
  startsOn: START,
  endsOn: END,
  reason: null,
  benefits: [
    { benefit: 'scra', period: { from: START, until: END }, loans: ['Direct Loans, group A: Direct Unsubsidized'] },
  ],
};
const group: GroupInput = {
  payoff: toCents(1),
  pastDue: toCents(0),
  isFederal: true,
  daysPastDue: 0,
  repaymentStarts: null,
  postponedFrom: START,
  postponedThrough: lastDayOfPause(END),
  postponedBy: 'hardship',
};
const timelineNote = (shown: Application) =>
  buildApplicationTimeline(shown)
    .flatMap((step) => stepNote(step) ?? [])
    .at(-1);
const letter = (stage: 'approved' | 'endAnnounced') => stageMessage(stage, facts).paragraphs;

it.each(ApplicationKind.options)('the letters about %s say each sentence once', (kind) => {
  for (const stage of ['received', 'documentsNeeded', 'approved', 'incomplete', 'endAnnounced'] as const) {
    const sentences = stageMessage(stage, { ...facts, kind })
      .paragraphs.join(' ')
      .split(/(?<=\.) /);
    expect(sentences).toEqual([...new Set(sentences)]);
  }
});

describe('a pause whose first day after it is 05/23/2027', () => {
  it.each<[string, string | undefined, string]>([
    [
      'the status of an account',
      accountStatusText(accountStatuses([group], DURING)),
      'In forbearance through 05/22/2027',
    ],
    ['the card of the pause', pauseText('deferred', LAST_DAY), 'Deferred through 05/22/2027'],
    [
      'the reminder',
      accountNotifications(
        [
          {
            account: { accountNumber: 'E100200301', loanType: 'Direct' },
            groupId: 'A',
            recertifyBy: null,
            postponedThrough: lastDayOfPause(END),
          },
        ],
        DURING,
      )
        .map(({ headline, message }) => `${headline}: ${message}`)
        .join(),
      'Your payments start again on 05/23/2027: Your payments on Direct Loans · E100200301, group A are paused through 05/22/2027. You can apply for a longer pause or another plan now.',
    ],
    [
      'the meaning of an application',
      applicationMeaning(application),
      'Your payments are paused from 11/23/2026 through 05/22/2027. You may still pay at any time.',
    ],
    [
      'the notification of a decision',
      toStatusNotifications([application], day('2026-12-01'))[0]?.message,
      'Application status: Your payments are paused from 11/23/2026 through 05/22/2027. You may still pay at any time.',
    ],
    ['the dates of an application and of its cost', periodText(START, END), '11/23/2026 through 05/22/2027'],
    ['the timeline before the end', timelineNote(application), 'In effect through 05/22/2027'],
    [
      'the timeline after the end',
      timelineNote({ ...application, status: 'ended', events: [{ event: 'ended', date: END }], next: null }),
      'In effect through 05/22/2027',
    ],
    [
      'the timeline of a server that does not send the end',
      timelineNote({ ...application, endDate: null }),
      'In effect through 05/22/2027',
    ],
    [
      'the timeline of a period that was over when it was granted',
      timelineNote({
        ...application,
        status: 'ended',
        events: [{ event: 'ended', date: day('2027-06-07') }],
        next: null,
      }),
      'In effect through 05/22/2027',
    ],
    [
      'the letter',
      letter('approved')[1],
      'Your payments are paused from 11/23/2026 through 05/22/2027. You may still pay at any time.',
    ],
    [
      'the letter about lower interest',
      letter('approved').find((line) => line.includes('6 percent')),
      'From 11/23/2026 through 05/22/2027, the interest rate of these loans from before active duty is at most 6 percent (SCRA): Direct Loans, group A: Direct Unsubsidized.',
    ],
    [
      'the message before the end',
      letter('endAnnounced')[0],
      'Your Military Deferment is in effect through 05/22/2027.',
    ],
  ])('has its last day in %s', (_, text, expected) => {
    expect(text).toBe(expected);
  });

  it('is among the next dates and in the calendar on its last day, by which kind of pause it is', () => {
    const dated = (by: GroupInput['postponedBy']) =>
      listNextDates([
        {
          accountId: 'a',
          accountName: 'A',
          events: [{ kind: 'pauseEnds', day: lastDayOfPause(END), groupId: 'A', by }],
        },
      ]).map(({ kind, date }) => [date, dateLabels[kind], dateTitles[kind]]);
    expect([...dated('inSchool'), ...dated('hardship'), ...dated(null)]).toEqual([
      [LAST_DAY, 'Last day of your deferment', 'Last day of your student loan deferment'],
      [LAST_DAY, 'Last day of your forbearance', 'Last day of your student loan forbearance'],
      [LAST_DAY, 'Last day of your pause', 'Last day of your student loan pause'],
    ]);
  });

  it('is no longer announced on the day after it', () => {
    const on = (today: PlainDate) =>
      accountNotifications(
        [
          {
            account: { accountNumber: 'E1', loanType: 'Direct' },
            groupId: 'A',
            recertifyBy: null,
            postponedThrough: LAST_DAY,
          },
        ],
        today,
      ).length;
    expect([on(LAST_DAY), on(END)]).toEqual([1, 0]);
    expect(accountStatusText(accountStatuses([group], END))).toBe('In repayment');
  });
});

describe('the last day of an application', () => {
  it.each([
    ['hardship', 'received', END, LAST_DAY],
    ['hardship', 'approved', END, LAST_DAY],
    ['inSchool', 'ended', END, LAST_DAY],
    ['mandatoryForbearance', 'denied', null, null],
    // A typed end date stays as typed until the decision (R §5).
    ['military', 'received', END, END],
    ['military', 'denied', END, END],
    ['militaryBenefits', 'inReview', END, END],
    ['military', 'approved', END, LAST_DAY],
    ['militaryBenefits', 'inEffect', END, LAST_DAY],
  ] as const)('of %s, %s, with the end %s, is %s', (kind, status, endDate, lastDay) => {
    expect(getLastDay({ kind, status, endDate })).toBe(lastDay);
  });
});

describe('the day beside a typed end date of active duty', () => {
  const dates = { today: day('2026-11-20'), earliestStart: day('2020-01-15'), latestEnd: day('2027-11-20') };
  const text = (startDate: string, endDate: string) => {
    const restart = startAgainAfter({ startDate, endDate }, dates);
    return restart && startAgainAfterDuty(restart);
  };

  it('is the first one after the deferment, which lasts 180 days longer than the service and 12 months at most', () => {
    expect(text('11/20/2026', '11/21/2026')).toBe('If we pause them, your payments start again on 05/21/2027.');
    expect(text('03/02/2026', '03/02/2027')).toBe('If we pause them, your payments start again on 03/02/2027.');
  });

  it('is missing while a date is missing or invalid', () => {
    expect(text('03/02/2026', '')).toBeUndefined();
    expect(text('', '03/02/2027')).toBeUndefined();
    expect(text('03/02/2026', '03/03/2027')).toBeUndefined();
    expect(text('11/21/2026', '03/02/2027')).toBeUndefined();
  });

  it('is the end of the deferment that is granted, for any dates', () => {
    const coverage = computePostponementCoverage('military', { groups: [], today: dates.today });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 364 }), fc.integer({ min: 1, max: 364 }), (ago, length) => {
        const startDate = addDays(dates.today, -ago);
        const endDate = addDays(dates.today, length);
        fc.pre(endDate <= addMonths(startDate, 12));
        const typed = { startDate: formatUsDate(startDate), endDate: formatUsDate(endDate) };
        expect(startAgainAfter(typed, dates)).toBe(endOfPause({ startDate, endDate }, coverage));
      }),
    );
  });
});
