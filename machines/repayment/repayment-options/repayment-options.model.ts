/** Model of the landing page of the repayment options (R §1, §2, P §5.1, rulings 23, 60). */
import type { ContextFrom } from 'xstate';
import type { AccessFacts } from '#domain/session/access/shapes.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { CALL_ABOUT_DEFAULT, COULD_NOT_LOAD, TRY_AGAIN, partsNotLoaded, toNotice } from '../../kit/expected-page.ts';
import { type ExpectedWhere, type Outcome, defineModel } from '../../kit/model.ts';
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

const because = (reason: 'inProcess' | 'notEligible') => (context: Context) => context.input.because === reason;

/** Texts about the applications. The texts about their status appear only if the flag is on. */
interface Read {
  readonly always: readonly string[];
  readonly ofStatus: readonly string[];
}

interface Shown {
  /** Texts of the list, or null without applications. */
  readonly list: Read | null;
  /** Texts for a redirect because of an application in process, or null if there is none anymore. */
  readonly inProcess: Read | null;
  /** Reasons why the borrower cannot enter the requested flow. */
  readonly reasons: readonly string[];
}

const nothing: Read = { always: [], ofStatus: [] };

/** Returns the expected results of an answer, for each reason of a redirect and both settings of the flag. */
function shows(
  applications: readonly Application[],
  facts: AccessFacts | null,
  { list, inProcess, reasons }: Shown,
): Outcome<Context> {
  const data = { applications, facts };
  const showing = { state: 'showing', context: { data, failure: null } } as const;
  const withNotice = { ...showing, focus: toNotice };
  const listed = list ?? { always: [NO_APPLICATIONS], ofStatus: [] };
  const both = (when: (context: Context) => boolean, then: ExpectedWhere<Context>, read: Read) =>
    [true, false].map((isStatusShown): ExpectedWhere<Context> => ({
      ...then,
      when: (context) => when(context) && context.input.isStatusShown === isStatusShown,
      reads: [
        OFFERS,
        ...GUIDES,
        ...(then.reads ?? []),
        ...listed.always,
        ...read.always,
        ...(isStatusShown ? [...listed.ofStatus, ...read.ofStatus] : []),
      ],
      hides: [...(then.hides ?? []), COULD_NOT_LOAD, ...(isStatusShown ? [] : [...listed.ofStatus, ...read.ofStatus])],
    }));
  const unnoticed = list === null ? { state: 'empty' } : showing;
  return {
    answers: { result: 'loaded', loaded: data },
    then: [
      ...(inProcess === null
        ? []
        : both(because('inProcess'), { ...withNotice, reads: [IN_PROCESS, PHONE], hides: [NOT_OPEN] }, inProcess)),
      ...both(
        because('notEligible'),
        { ...withNotice, reads: [NOT_OPEN, ...reasons, PHONE], hides: [IN_PROCESS] },
        nothing,
      ),
      // An application in the list closes every entry; a notice says so once, with or without a redirect.
      ...(inProcess !== null && list !== null
        ? both(() => true, { ...showing, reads: [IN_PROCESS], hides: [NOT_OPEN] }, inProcess)
        : both(() => true, { ...unnoticed, hides: [IN_PROCESS, NOT_OPEN] }, nothing)),
    ],
  };
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
const noReason = ["What you chose isn't available to you right now."];
const receivedShown: Shown = {
  list: receivedRead,
  inProcess: { always: ['Unemployment Deferment, PX4K-7Q2M'], ofStatus: ['PX4K-7Q2M: Received.'] },
  reasons: noReason,
};
const inReviewShown: Shown = {
  list: inReviewRead,
  inProcess: {
    always: ['Economic Hardship Deferment, PX4K-9T3B'],
    ofStatus: ['PX4K-9T3B: In review.'],
  },
  reasons: noReason,
};
/** Texts for a redirect because of an application that is not in the list. */
const inProcessElsewhere: Read = { always: ["Until we decide, you can't start another one."], ofStatus: [] };

const startOf = (input: Context['input']) => ({
  input,
  then: { state: 'loading', context: { input, data: null, failure: null }, calls: { load: input } },
});

export default defineModel<typeof repaymentOptions>({
  machine: repaymentOptions,
  inputs: {
    'a borrower': startOf({ because: null, isStatusShown: true }),
    'a borrower, where no status is shown': startOf({ because: null, isStatusShown: false }),
    'sent here because an application is in process': startOf({ because: 'inProcess', isStatusShown: true }),
    'sent here because an application is in process, where no status is shown': startOf({
      because: 'inProcess',
      isStatusShown: false,
    }),
    'sent here because they may not apply': startOf({ because: 'notEligible', isStatusShown: true }),
    'sent here because they may not apply, where no status is shown': startOf({
      because: 'notEligible',
      isStatusShown: false,
    }),
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: {
        in: 'couldNotLoad',
        state: 'loading',
        calls: ({ input }) => ({ load: input }),
        hides: [COULD_NOT_LOAD],
      },
    },
  ],
  outcomes: {
    load: {
      'no application, and may apply': shows([], mayApply, { list: null, inProcess: null, reasons: noReason }),
      'no application is listed, though one is in process': shows([], hasApplied, {
        list: null,
        inProcess: inProcessElsewhere,
        reasons: noReason,
      }),
      'no application, and nothing else is known': shows([], null, {
        list: null,
        inProcess: inProcessElsewhere,
        reasons: noReason,
      }),
      'one that was received': shows([received], hasApplied, receivedShown),
      'one that was received, and nothing else is known': shows([received], null, receivedShown),
      'one in review': shows([inReview], mayApply, inReviewShown),
      'one in review, and nothing else is known': shows([inReview], null, inReviewShown),
      'one in review whose document has arrived': shows([withDocument], hasApplied, {
        ...inReviewShown,
        list: withDocumentRead,
      }),
      'an approved and a denied one': shows(decided, mayApply, {
        list: decidedRead,
        inProcess: null,
        reasons: noReason,
      }),
      'no application, nothing due': shows([], nothingDue, {
        list: null,
        inProcess: null,
        reasons: ['No payment is due now, so there is no payment to lower. Come back when a payment is due.'],
      }),
      'no application, commercial accounts only': shows([], commercialOnly, {
        list: null,
        inProcess: null,
        reasons: [
          'This is for federal loans, and you have none with us.',
          'your contract says what help you can get',
          'On active duty?',
        ],
      }),
      'military benefits that postpone nothing': shows([militaryBenefits], mayApply, {
        list: militaryBenefitsRead,
        inProcess: null,
        reasons: noReason,
      }),
      'no application, of borrower type 3': shows([], ofType3, {
        list: null,
        inProcess: null,
        reasons: ["Your loans can't be repaid under an income-driven plan.", 'A term-based plan or a pause'],
      }),
      'no application, everything is paid': {
        answers: { result: 'loaded', loaded: { applications: [], facts: paidInFull } },
        then: {
          state: 'showing',
          context: { data: { applications: [], facts: paidInFull }, failure: null },
          reads: [PAID, 'Save your proof of balance', NO_APPLICATIONS],
          hides: [COULD_NOT_LOAD, NOT_OPEN, OFFERS],
        },
      },
      'no application, not eligible': shows([], notEligible, {
        list: null,
        inProcess: null,
        reasons: ["Your loans don't qualify for another plan right now. A pause may still be possible."],
      }),
      'no application, all loans in default': shows([], inDefault, {
        list: { always: [NO_APPLICATIONS, ...IN_DEFAULT], ofStatus: [] },
        inProcess: null,
        reasons: [],
      }),
      ...partsNotLoaded,
    },
  },
  screens: {
    loading: [TITLE, 'Loading…'],
    showing: [TITLE, 'Your applications'],
    empty: [TITLE, OFFERS, ...GUIDES, 'Your applications', NO_APPLICATIONS],
    couldNotLoad: [TITLE, COULD_NOT_LOAD, TRY_AGAIN, ...GUIDES],
  },
  notOnScreen: Object.fromEntries(
    (
      [
        ['no application is listed, though one is in process', 5],
        ['no application, and nothing else is known', 5],
        ['no application, nothing due', 3],
        ['no application, commercial accounts only', 3],
        ['no application, of borrower type 3', 3],
        ['no application, not eligible', 3],
      ] as const
    ).flatMap(([outcome, first]) =>
      [first, first + 1].map((number) => [
        `load "${outcome}" (${number})`,
        'To who was not sent here it reads as it does to anybody without an application.',
      ]),
    ),
  ),
  finish: ['showing', 'empty'],
  claims: {
    'applications are shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.data === null,
      brokenBy: 'loading -> load done: action setData removed',
    },
    'applications that failed to load are requested again before any are shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
    'a borrower who cannot apply always sees the reason': {
      never: ({ isIn, context: { input } }) => isIn('empty') && input.because === 'notEligible',
      brokenBy: 'guard hasNotice: always false',
    },
  },
  children: { load: repaymentFacts },
});
