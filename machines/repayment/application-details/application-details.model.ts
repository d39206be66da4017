/** Specification of the page of one application (rulings 23, 74, 84). */
import type { ContextFrom } from 'xstate';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { ApplicationDetails } from '#domain/repayment/postponement/shapes.ts';
import { toNotice } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, words } from '../../kit/spec.ts';
import { applicationDetails } from './application-details.machine.ts';

type Context = ContextFrom<typeof applicationDetails>;
const { to, loads, press, where } = words<typeof applicationDetails>();

const WITHDRAW = 'Withdraw Application';
const SAVE = 'Save Decision Letter';

/** The last day of the pause, and the day after it, which no text shows (ruling 106). */
const LAST_DAY = '05/19/2027';
const DAY_AFTER = '05/20/2027';
const PERIOD = `11/20/2026 through ${LAST_DAY}`;
const THROUGH = `In effect through ${LAST_DAY}`;

const confirmationNumber = 'PX4K-7Q2M-9TBH';

/** Sent on Friday, 20 November 2026, with the document on the 24th. */
const inReview: ApplicationDetails = {
  confirmationNumber,
  kind: 'unemployment',
  status: 'inReview',
  receivedDateTime: '2026-11-20T15:00:00.000Z',
  reviewStartedDateTime: '2026-11-23T17:00:00.000Z',
  decidedDateTime: null,
  startDate: day('2026-11-20'),
  endDate: day('2027-05-20'),
  document: {
    documentTypeId: 4,
    name: 'Proof of unemployment',
    uploads: [
      {
        documentId: '0f8b4a52-0f57-4a0b-9f4b-7d2f0f4f5a11',
        fileName: 'benefits.pdf',
        uploadedDateTime: '2026-11-24T15:00:00.000Z',
        receiptNumber: 'K2ND-8WRT-44QX',
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    ],
  },
  events: [
    { event: 'received', date: day('2026-11-20') },
    { event: 'reviewStarted', date: day('2026-11-23') },
    { event: 'documentsNeeded', date: day('2026-11-23') },
    { event: 'documentReceived', date: day('2026-11-24') },
  ],
  next: { event: 'decided', date: day('2026-12-02') },
  reason: null,
  groups: [],
  keptPayments: [],
};
const withdrawn: ApplicationDetails = {
  ...inReview,
  status: 'withdrawn',
  events: [...(inReview.events ?? []), { event: 'withdrawn', date: day('2026-11-25') }],
  next: null,
};
const group = {
  accountNumber: 'E100200301',
  groupId: 'A',
  loanType: 'Direct Unsubsidized',
  accountLoanType: 'Direct',
  interest: null,
  capitalized: null,
};
const inEffect: ApplicationDetails = {
  ...inReview,
  status: 'inEffect',
  decidedDateTime: '2026-12-02T17:00:00.000Z',
  events: [
    ...(inReview.events ?? []),
    { event: 'approved', date: day('2026-12-02') },
    { event: 'inEffect', date: day('2026-12-02') },
  ],
  next: { event: 'ended', date: day('2027-05-20') },
  groups: [group],
  keptPayments: [{ accountNumber: 'E100200301', effectiveDate: day('2026-12-10'), amount: cents(5_000) }],
};
const ended: ApplicationDetails = {
  ...inEffect,
  status: 'ended',
  keptPayments: [],
  events: [...(inEffect.events ?? []), { event: 'ended', date: day('2027-05-20') }],
  next: null,
  groups: [{ ...group, interest: cents(29_733), capitalized: cents(29_733) }],
};
/** Without a document, and denied because the borrower had paid ahead. */
const denied: ApplicationDetails = {
  ...inReview,
  kind: 'hardship',
  status: 'denied',
  decidedDateTime: '2026-11-30T17:00:00.000Z',
  document: null,
  events: [
    { event: 'received', date: day('2026-11-20') },
    { event: 'reviewStarted', date: day('2026-11-23') },
    { event: 'denied', date: day('2026-11-30') },
  ],
  next: null,
  reason: 'paidAhead',
};
/** Waits for the document. */
const waiting: ApplicationDetails = {
  ...inReview,
  status: 'documentsNeeded',
  document: { documentTypeId: 4, name: 'Proof of unemployment', uploads: [] },
  events: [
    { event: 'received', date: day('2026-11-20') },
    { event: 'reviewStarted', date: day('2026-11-23') },
    { event: 'documentsNeeded', date: day('2026-11-23') },
  ],
  next: { event: 'documentDue', date: day('2026-12-23') },
};

const request = { params: { confirmationNumber } };
const isOpen = ({ application }: Context) => ['inReview', 'documentsNeeded'].includes(application?.status ?? '');
const hasLetter = ({ application }: Context) => ['denied', 'inEffect', 'ended'].includes(application?.status ?? '');

/** An application, the texts of its page, and the notice about a withdrawal without an answer. */
interface Sample {
  readonly application: ApplicationDetails;
  readonly afterCheck: NonNullable<Context['notice']>;
  readonly reads: readonly string[];
  readonly hides: readonly string[];
}
const APPLICATIONS: Readonly<Record<string, Sample>> = {
  'one in review': {
    application: inReview,
    afterCheck: 'notWithdrawn',
    reads: [
      'Unemployment Deferment',
      'In review',
      'Document received',
      '11/24/2026',
      'Expected 12/02/2026',
      'benefits.pdf',
      'K2ND-8WRT-44QX',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      WITHDRAW,
    ],
    hides: [SAVE],
  },
  'one that waits for a document': {
    application: waiting,
    afterCheck: 'notWithdrawn',
    reads: ['Document needed', 'Last day to send the document', 'Expected 12/23/2026', 'Upload Document', WITHDRAW],
    hides: [SAVE],
  },
  'one in effect': {
    application: inEffect,
    afterCheck: 'decided',
    reads: ['In effect', 'Approved', '12/02/2026', PERIOD, THROUGH, 'Direct Unsubsidized', SAVE],
    hides: [WITHDRAW, 'Requested start', DAY_AFTER],
  },
  'one that has ended': {
    application: ended,
    afterCheck: 'decided',
    reads: ['Ended', PERIOD, THROUGH, '$297.33', SAVE],
    hides: [WITHDRAW, DAY_AFTER],
  },
  'one that was denied': {
    application: denied,
    afterCheck: 'decided',
    reads: [
      'Hardship Forbearance',
      'Denied',
      'You had paid ahead, so there was no payment due that we could pause.',
      'You can apply again when a payment is due.',
      'Requested start',
      SAVE,
    ],
    hides: [WITHDRAW, LAST_DAY, DAY_AFTER],
  },
  'one that was withdrawn': {
    application: withdrawn,
    afterCheck: 'withdrawn',
    reads: ['Withdrawn', '11/25/2026', 'Requested start'],
    // Nothing was granted that could end.
    hides: [WITHDRAW, SAVE, LAST_DAY, DAY_AFTER],
  },
};
/** Results if the application loads, if it does not exist, and if it fails to load. */
const loaded = (then: (sample: Sample) => ReturnType<typeof to>, missing: ReturnType<typeof to>, down = missing) => ({
  getApplication: {
    ...Object.fromEntries(
      Object.entries(APPLICATIONS).map(([name, each]) => [name, [answers(each.application), then(each)] as const]),
    ),
    "another borrower's application": [failed(404), missing] as const,
    'an id that none can have': [failed(400), missing] as const,
    'no answer in time': [noAnswer, down] as const,
    'a broken server': [failed(503), down] as const,
  },
});
const shows = ({ application, reads, hides }: Sample) => to('showing', { application }, { reads, hides });
/** The withdrawal may have been accepted. */
const checks = to('checking', undefined, { calls: { check: request } });

export default spec(applicationDetails, {
  title: 'Application',
  starts: {
    'a borrower': [
      { confirmationNumber },
      to('loading', { confirmationNumber, application: null, notice: null }, { calls: { getApplication: request } }),
    ],
  },
  notices: {
    withdrawn: 'You withdrew this application. You can apply again at any time.',
    decided: 'We decided on this application before your withdrawal arrived.',
    notWithdrawn: "We couldn't withdraw the application.",
    notSaved: "We couldn't save the letter.",
  },
  states: {
    ...loads('loading', { getApplication: request }),
    loading: {
      shows: ['Loading…'],
      when: loaded(shows, to('notFound'), to('couldNotLoad', undefined, { focus: toNotice })),
    },
    notFound: { shows: ["We couldn't find this application.", 'Back to Repayment Options'] },
    showing: {
      shows: [confirmationNumber, 'Back to Repayment Options'],
      on: [
        where(
          isOpen,
          press(
            WITHDRAW,
            'withdraw.pressed',
            to('confirming', { notice: null }, { reads: ['Your payments are still due.'] }),
          ),
        ),
        where(
          hasLetter,
          press(SAVE, 'save.pressed', to('gettingLetter', { notice: null }, { calls: { getLetter: request } })),
        ),
      ],
    },
    confirming: {
      over: true,
      shows: ['Withdraw this application?'],
      on: [
        press('Yes, withdraw it', 'withdraw.confirmed', to('withdrawing', undefined, { calls: { withdraw: request } })),
        press('No, keep it', 'withdraw.dismissed', to('showing')),
      ],
    },
    withdrawing: {
      over: true,
      shows: ['Withdraw this application?', 'Withdrawing…'],
      when: {
        withdraw: {
          'it is withdrawn': [
            answers(withdrawn),
            to(
              'showing',
              { application: withdrawn, notice: 'withdrawn' },
              {
                reads: ['Withdrawn', '11/25/2026', 'Requested start'],
                // Nothing was granted that could end.
                hides: [WITHDRAW, LAST_DAY, DAY_AFTER],
              },
            ),
          ],
          'it was decided before': [
            failed(422),
            to('refreshing', { notice: 'decided' }, { calls: { refresh: request } }),
          ],
          'no answer in time': [noAnswer, checks],
          'a broken server': [failed(503), checks],
        },
      },
    },
    checking: {
      over: true,
      shows: ['Withdraw this application?', 'Checking what happened…'],
      when: loaded(
        ({ application, afterCheck }) => to('showing', { application, notice: afterCheck }),
        to('showing', { notice: 'notWithdrawn' }),
      ),
    },
    refreshing: { when: loaded(shows, to('showing')) },
    gettingLetter: {
      over: true,
      shows: ['Saving…'],
      when: {
        getLetter: {
          'it is saved': [answers(undefined), to('showing')],
          'a broken server': [failed(503), to('showing', { notice: 'notSaved' })],
        },
      },
    },
  },
  finish: ['showing', 'notFound'],
  claims: {
    'an application is shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.application === null,
      brokenBy: 'loading -> getApplication done: action setApplication removed',
    },
    'an application is shown as the server has withdrawn it': {
      never: ({ isIn, context }) =>
        isIn('showing') && context.notice === 'withdrawn' && context.application?.status !== 'withdrawn',
      brokenBy: 'withdrawing -> withdraw done: action setApplication removed',
    },
    'only open applications are shown as open': {
      never: ({ isIn, context }) => isIn('showing') && context.notice === 'notWithdrawn' && !isOpen(context),
      brokenBy: 'guard isOpen: always true',
    },
  },
});
