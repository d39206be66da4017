/** Model of the page of one application (rulings 23, 74, 84). */
import type { ContextFrom } from 'xstate';
import { plainDateOf as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { ApplicationDetails } from '#domain/repayment/postponement/shapes.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { applicationDetails } from './application-details.machine.ts';

type Context = ContextFrom<typeof applicationDetails>;

const NOT_FOUND = "We couldn't find this application.";
const WITHDRAW = 'Withdraw Application';
const QUESTION = 'Withdraw this application?';
const WITHDRAWN = 'You withdrew this application. You can apply again at any time.';
const DECIDED = 'We decided on this application before your withdrawal arrived.';
const NOT_WITHDRAWN = "We couldn't withdraw the application.";
const NOT_SAVED = "We couldn't save the letter.";
const SAVE = 'Save Decision Letter';
const NOTICES = [WITHDRAWN, DECIDED, NOT_WITHDRAWN, NOT_SAVED];

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
const loads = { state: 'loading', calls: { getApplication: request } };
const server503 = { kind: 'refused', status: 503 } as const;
/** The withdrawal can have counted. */
const checks = {
  state: 'checking',
  calls: { check: request },
  reads: ['Checking what happened…'],
} as const;

const isOpen = ({ application }: Context) => ['inReview', 'documentsNeeded'].includes(application?.status ?? '');
const hasLetter = ({ application }: Context) => ['denied', 'inEffect', 'ended'].includes(application?.status ?? '');

/** What the page says after a withdrawal without an answer, by the application that is loaded then. */
const NOTICE_TEXTS = { withdrawn: WITHDRAWN, notWithdrawn: NOT_WITHDRAWN, decided: DECIDED };
const saysAfterCheck = (notice: keyof typeof NOTICE_TEXTS) => ({
  focus: toNotice,
  reads: [NOTICE_TEXTS[notice]],
  hides: [QUESTION],
});
const shows = (
  application: ApplicationDetails,
  afterCheck: keyof typeof NOTICE_TEXTS,
  reads: readonly string[],
  hides: readonly string[] = [],
) => ({
  answers: application,
  then: [
    {
      in: 'checking',
      state: 'showing',
      context: { application, notice: afterCheck },
      ...saysAfterCheck(afterCheck),
    },
    { state: 'showing', context: { application }, reads, hides },
  ],
});
const uncheckable = {
  in: 'checking',
  state: 'showing',
  context: { notice: 'notWithdrawn' },
  ...saysAfterCheck('notWithdrawn'),
} as const;
const fails = (failure: { readonly kind: 'noAnswer' } | typeof server503) => ({
  throws: failure,
  then: [
    { in: 'loading', state: 'couldNotLoad', focus: toNotice },
    { in: 'refreshing', state: 'showing' },
    uncheckable,
  ],
});
const missing = (status: number) => ({
  throws: { kind: 'refused' as const, status },
  then: [
    { in: 'loading', state: 'notFound', hides: [COULD_NOT_LOAD] },
    { in: 'refreshing', state: 'showing' },
    uncheckable,
  ],
});

export default defineModel<typeof applicationDetails>({
  machine: applicationDetails,
  inputs: {
    'a borrower': {
      input: { confirmationNumber },
      then: { ...loads, context: { confirmationNumber, application: null, notice: null } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
    },
    {
      event: { type: 'withdraw.pressed' },
      gesture: { action: 'click', role: 'button', name: WITHDRAW },
      on: ['showing'],
      where: isOpen,
      then: {
        in: 'showing',
        state: 'confirming',
        context: { notice: null },
        reads: [QUESTION, 'Your payments are still due.'],
        hides: NOTICES,
      },
    },
    {
      event: { type: 'withdraw.confirmed' },
      gesture: { action: 'click', role: 'button', name: 'Yes, withdraw it' },
      then: { in: 'confirming', state: 'withdrawing', calls: { withdraw: request }, reads: ['Withdrawing…'] },
    },
    {
      event: { type: 'withdraw.dismissed' },
      gesture: { action: 'click', role: 'button', name: 'No, keep it' },
      then: { in: 'confirming', state: 'showing', hides: [QUESTION] },
    },
    {
      event: { type: 'save.pressed' },
      gesture: { action: 'click', role: 'button', name: SAVE },
      on: ['showing'],
      where: hasLetter,
      then: {
        in: 'showing',
        state: 'gettingLetter',
        context: { notice: null },
        calls: { getLetter: request },
        hides: NOTICES,
      },
    },
  ],
  outcomes: {
    getApplication: {
      'one in review': shows(
        inReview,
        'notWithdrawn',
        [
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
        [SAVE],
      ),
      'one that waits for a document': shows(
        waiting,
        'notWithdrawn',
        ['Document needed', 'Last day to send the document', 'Expected 12/23/2026', 'Upload Document', WITHDRAW],
        [SAVE],
      ),
      'one in effect': shows(
        inEffect,
        'decided',
        ['In effect', 'Approved', '12/02/2026', PERIOD, THROUGH, 'Direct Unsubsidized', SAVE],
        [WITHDRAW, 'Requested start', DAY_AFTER],
      ),
      'one that has ended': shows(ended, 'decided', ['Ended', PERIOD, THROUGH, '$297.33', SAVE], [WITHDRAW, DAY_AFTER]),
      'one that was denied': shows(
        denied,
        'decided',
        [
          'Hardship Forbearance',
          'Denied',
          'You had paid ahead, so there was no payment due that we could pause.',
          'You can apply again when a payment is due.',
          'Requested start',
          SAVE,
        ],
        [WITHDRAW, LAST_DAY, DAY_AFTER],
      ),
      'one that was withdrawn': shows(
        withdrawn,
        'withdrawn',
        ['Withdrawn', '11/25/2026', 'Requested start'],
        // Nothing was granted that could end.
        [WITHDRAW, SAVE, LAST_DAY, DAY_AFTER],
      ),
      "another borrower's application": missing(404),
      'an id that none can have': missing(400),
      'no answer in time': fails({ kind: 'noAnswer' }),
      'a broken server': fails(server503),
    },
    withdraw: {
      'it is withdrawn': {
        answers: withdrawn,
        then: {
          state: 'showing',
          context: { application: withdrawn, notice: 'withdrawn' },
          focus: toNotice,
          reads: [WITHDRAWN, 'Withdrawn', '11/25/2026', 'Requested start'],
          // Nothing was granted that could end.
          hides: [QUESTION, WITHDRAW, LAST_DAY, DAY_AFTER],
        },
      },
      'it was decided before': {
        throws: { kind: 'refused', status: 422 },
        then: {
          state: 'refreshing',
          context: { notice: 'decided' },
          calls: { refresh: request },
          focus: toNotice,
          reads: [DECIDED],
          hides: [QUESTION],
        },
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: checks },
      'a broken server': { throws: server503, then: checks },
    },
    getLetter: {
      'it is saved': { answers: undefined, then: { state: 'showing' } },
      'a broken server': {
        throws: server503,
        then: { state: 'showing', context: { notice: 'notSaved' }, focus: toNotice, reads: [NOT_SAVED] },
      },
    },
  },
  screens: {
    loading: ['Loading…'],
    couldNotLoad: [COULD_NOT_LOAD, TRY_AGAIN],
    notFound: [NOT_FOUND, 'Back to Repayment Options'],
    showing: [confirmationNumber, 'Back to Repayment Options'],
    confirming: [QUESTION],
    withdrawing: [QUESTION],
    checking: [QUESTION],
    refreshing: [DECIDED],
    gettingLetter: ['Saving…'],
  },
  finish: ['showing', 'notFound'],
  claims: {
    'an application is shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.application === null,
      brokenBy: 'loading -> getApplication done: action keepApplication removed',
    },
    'an application is shown as the server has withdrawn it': {
      never: ({ isIn, context }) =>
        isIn('showing') && context.notice === 'withdrawn' && context.application?.status !== 'withdrawn',
      brokenBy: 'withdrawing -> withdraw done: action keepApplication removed',
    },
    'no application is said to be open that is not': {
      never: ({ isIn, context }) => isIn('showing') && context.notice === 'notWithdrawn' && !isOpen(context),
      brokenBy: 'guard isOpen: always true',
    },
  },
  title: 'Application',
});
