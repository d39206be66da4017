/** Specification of the landing page of the repayment options (R §1, §2, P §5.1, rulings 23, 60). */
import type { ContextFrom } from 'xstate';
import type { AccessData } from '#domain/session/access/shapes.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { CALL_ABOUT_DEFAULT, COULD_NOT_LOAD, partsNotLoaded, toNotice } from '../../kit/expected-page.ts';
import { answers, shared } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import repaymentFacts, {
  commercialOnly,
  decided,
  hasApplied,
  inDefault,
  inReview,
  mayApply,
  militaryBenefits,
  notEligible,
  nothingDue,
  ofType3,
  paidInFull,
  received,
  withDocument,
} from './repayment-facts.model.ts';
import { repaymentOptions } from './repayment-options.machine.ts';

type Context = ContextFrom<typeof repaymentOptions>;
const { to, given, unseen, loads } = words<typeof repaymentOptions>();

const TITLE = 'Repayment Options';
const NO_APPLICATIONS = 'You have no applications.';
const IN_PROCESS = 'You have an application in process';
const NOT_OPEN = "You can't apply for this right now";
const GUIDES = ['Pause my payments', 'Change my payment schedule', "I can't afford my payments"];
const OFFERS = 'What do you want to do?';
const IN_DEFAULT = [
  'Your loans are in default.',
  "Loans in default can't get a pause or another plan.",
  CALL_ABOUT_DEFAULT,
];
const PAID = 'Your federal loans are paid in full';
const PHONE = '1-800-555-0142';

const SAME_AS_ANYBODY = 'Without a redirect, the page has the same texts as without an application.';

const because = (reason: 'inProcess' | 'notEligible') => (context: Context) => context.input.because === reason;

/** Texts about the applications. The texts about their status appear only if the flag is on. */
interface Read {
  readonly always: readonly string[];
  readonly ofStatus: readonly string[];
}

interface Shown {
  /** Texts of the list, or null without applications. */
  readonly list?: Read | null;
  /** Texts about the application in process, or null if there is none anymore. */
  readonly inProcess?: Read | null;
  /** Reasons why the borrower cannot enter the requested flow. */
  readonly reasons?: readonly string[];
}

const nothing: Read = { always: [], ofStatus: [] };

/** Results of an answer, for each reason of a redirect and both settings of the flag. */
function shows(
  applications: readonly Application[],
  facts: AccessData | null,
  { list = null, inProcess = null, reasons = ["What you chose isn't available to you right now."] }: Shown = {},
) {
  const data = { applications, facts };
  const listed = list ?? { always: [NO_APPLICATIONS], ofStatus: [] };
  const both = (
    state: 'showing' | 'empty',
    read: Read,
    { reads = [], ...more }: NonNullable<Parameters<typeof to>[2]>,
  ) =>
    [true, false].map((isStatusShown) => {
      const ofStatus = [...listed.ofStatus, ...read.ofStatus];
      const texts = [...reads, OFFERS, ...GUIDES, ...listed.always, ...read.always];
      return given(
        ({ input }) => input.isStatusShown === isStatusShown,
        to(state, state === 'showing' ? { data, failure: null } : {}, {
          ...more,
          reads: isStatusShown ? [...texts, ...ofStatus] : texts,
          hides: [...(more.hides ?? []), COULD_NOT_LOAD, ...(isStatusShown ? [] : ofStatus)],
        }),
      );
    });
  const unnoticed = both(list === null ? 'empty' : 'showing', nothing, { hides: [IN_PROCESS, NOT_OPEN] });
  return [
    answers({ result: 'loaded', loaded: data }),
    inProcess === null
      ? []
      : given(
          because('inProcess'),
          both('showing', inProcess, { focus: toNotice, reads: [IN_PROCESS, PHONE], hides: [NOT_OPEN] }),
        ),
    given(
      because('notEligible'),
      both('showing', nothing, { focus: toNotice, reads: [NOT_OPEN, ...reasons, PHONE], hides: [IN_PROCESS] }),
    ),
    // An application in the list closes every entry; a notice says so once, with or without a redirect.
    inProcess !== null && list !== null
      ? both('showing', inProcess, { reads: [IN_PROCESS], hides: [NOT_OPEN] })
      : list === null && facts !== mayApply
        ? unseen(SAME_AS_ANYBODY, unnoticed)
        : unnoticed,
  ] as const;
}

const KEEP_PAYING = "Keep making your payments until we tell you that it's approved.";
const receivedRead: Read = {
  always: [
    'Unemployment Deferment',
    'PX4K-7Q2M',
    '11/18/2026',
    '12/01/2026',
    'We need a document from you: Proof of unemployment.',
    'Upload Document Proof of unemployment',
  ],
  ofStatus: ["We'll review it next.", KEEP_PAYING, 'Decision', 'Not yet'],
};
const inReviewRead: Read = {
  // Thirty days after the start of the review on 11/19/2026 (ruling 74).
  always: [
    'Economic Hardship Deferment',
    'PX4K-9T3B',
    'We need a document from you: Proof of income.',
    'Send it by 12/19/2026.',
  ],
  ofStatus: [
    'In review',
    '11/19/2026',
    "We're reviewing it, and we'll write to you if something is missing.",
    'Decision',
  ],
};
/** They do not close other applications (rulings 68, 84). */
const militaryBenefitsRead: Read = {
  always: ['Military Benefits', 'PX4K-7Q2M'],
  ofStatus: ["We'll review it next. These benefits don't pause your payments."],
};
const withDocumentRead: Read = {
  ...inReviewRead,
  always: [
    'Economic Hardship Deferment',
    'PX4K-9T3B',
    'We received your document: Proof of income.',
    'payslip.pdf, uploaded on 11/20/2026',
    'Upload another document',
  ],
};
const decidedRead: Read = {
  always: [
    'Hardship Forbearance',
    'PX2C-1D8F',
    '03/02/2026',
    'Term-Based Plan',
    'PX1A-5H6J',
    '01/12/2026',
    'Requested start',
    '02/01/2026',
  ],
  ofStatus: [
    'Approved',
    '03/04/2026',
    '03/10/2026',
    'Your payments are paused from 04/05/2026 through 10/04/2026. You may still pay at any time.',
    'Denied',
    '01/20/2026',
    "It wasn't approved. Your payments are still due. Read our letter to see why.",
    'If you think we missed something, or want to talk about your choices',
  ],
};
const receivedShown: Shown = {
  list: receivedRead,
  inProcess: { always: ['Unemployment Deferment, PX4K-7Q2M'], ofStatus: ['PX4K-7Q2M: Received.'] },
};
const inReviewShown: Shown = {
  list: inReviewRead,
  inProcess: {
    always: ['Economic Hardship Deferment, PX4K-9T3B'],
    ofStatus: ['PX4K-9T3B: In review.'],
  },
};
/** Texts for a redirect because of an application that is not in the list. */
const inProcessElsewhere: Read = { always: ["Until we decide, you can't start another one."], ofStatus: [] };

const starts = (reason: Context['input']['because'], isStatusShown: boolean) => {
  const input = { because: reason, isStatusShown };
  return [input, to('loading', { input, data: null, failure: null }, { calls: { load: input } })] as const;
};

export default spec(repaymentOptions, {
  starts: {
    'a borrower': starts(null, true),
    'a borrower, where no status is shown': starts(null, false),
    'sent here because an application is in process': starts('inProcess', true),
    'sent here because an application is in process, where no status is shown': starts('inProcess', false),
    'sent here because they may not apply': starts('notEligible', true),
    'sent here because they may not apply, where no status is shown': starts('notEligible', false),
  },
  shows: [TITLE],
  states: {
    ...loads('loading', ({ input }) => ({ load: input })),
    loading: {
      shows: ['Loading…'],
      when: {
        load: {
          'no application, and may apply': shows([], mayApply),
          'no application is listed, though one is in process': shows([], hasApplied, {
            inProcess: inProcessElsewhere,
          }),
          'no application, and nothing else is known': shows([], null, { inProcess: inProcessElsewhere }),
          'one that was received': shows([received], hasApplied, receivedShown),
          'one that was received, and nothing else is known': shows([received], null, receivedShown),
          'one in review': shows([inReview], mayApply, inReviewShown),
          'one in review, and nothing else is known': shows([inReview], null, inReviewShown),
          'one in review whose document has arrived': shows([withDocument], hasApplied, {
            ...inReviewShown,
            list: withDocumentRead,
          }),
          'an approved and a denied one': shows(decided, mayApply, { list: decidedRead }),
          'no application, nothing due': shows([], nothingDue, {
            reasons: ['No payment is due now, so there is no payment to lower. Come back when a payment is due.'],
          }),
          'no application, commercial accounts only': shows([], commercialOnly, {
            reasons: [
              'This is for federal loans, and you have none with us.',
              'your contract says what help you can get',
              'On active duty?',
            ],
          }),
          'military benefits that postpone nothing': shows([militaryBenefits], mayApply, {
            list: militaryBenefitsRead,
          }),
          'no application, of borrower type 3': shows([], ofType3, {
            reasons: ["Your loans can't be repaid under an income-driven plan.", 'A term-based plan or a pause'],
          }),
          'no application, everything is paid': [
            answers({ result: 'loaded', loaded: { applications: [], facts: paidInFull } }),
            to(
              'showing',
              { data: { applications: [], facts: paidInFull }, failure: null },
              {
                reads: [PAID, 'Save your proof of balance', NO_APPLICATIONS],
                hides: [COULD_NOT_LOAD, NOT_OPEN, OFFERS],
              },
            ),
          ],
          'no application, not eligible': shows([], notEligible, {
            reasons: ["Your loans don't qualify for another plan right now. A pause may still be possible."],
          }),
          'no application, all loans in default': shows([], inDefault, {
            list: { always: [NO_APPLICATIONS, ...IN_DEFAULT], ofStatus: [] },
            reasons: [],
          }),
          ...shared(partsNotLoaded),
        },
      },
    },
    showing: { shows: ['Your applications'] },
    empty: { shows: [OFFERS, ...GUIDES, 'Your applications', NO_APPLICATIONS] },
  },
  several: [{ in: ['couldNotLoad'], shows: GUIDES }],
  finish: ['showing', 'empty'],
  claims: {
    'applications are shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.data === null,
      brokenBy: 'loading -> load done: action setData removed',
    },
    'applications that failed to load are requested again before any are shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.requested: target loading swapped for showing',
    },
    'a borrower who cannot apply always sees the reason': {
      never: ({ isIn, context: { input } }) => isIn('empty') && input.because === 'notEligible',
      brokenBy: 'guard hasNotice: always false',
    },
  },
  children: { load: repaymentFacts },
});
