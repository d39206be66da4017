/** Specification of a guide to repayment options (rulings 8, 28, 36, 37, 51, 60, 62). */
import type { AccessData, Entry } from '#domain/session/access/shapes.ts';
import type { PortalRoute } from '#domain/portal/routes.ts';
import type { GuideKind } from '#domain/applications/shapes.ts';
import { CALL_ABOUT_DEFAULT, COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, words } from '../../kit/spec.ts';
import {
  applicationsNotKnown,
  farFromRepayment,
  commercialOnly,
  hasApplied,
  inDefault,
  mayApply,
  noLoansToPostpone,
  noUnemployment,
  notEligible,
  nothingDue,
  ofType3,
  paidAhead,
  paidInFull,
  postponementsNotKnown,
} from '../repayment-options/repayment-facts.model.ts';
import { type OfferedOption, type RepaymentGuideInput, repaymentGuide } from './repayment-guide.machine.ts';

const { to, given, press } = words<typeof repaymentGuide>();

const MAY_APPLY = 'You can apply';
const NOT_OPEN = 'Not available to you right now';
const BACK = 'All repayment options';

const application = {
  title: 'An application',
  audience: 'signedIn',
  page: 'an-application',
} as const;

const deferment: PortalRoute = {
  ...application,
  eligibility: 'deferment',
  path: '/repayment-options/deferment/options/*',
  entry: '/repayment-options/deferment/options/qualification',
};
const rows = {
  unemployment: deferment,
  economicHardship: deferment,
  inSchool: { ...application, eligibility: 'deferment', path: '/repayment-options/deferment/in-school/*' },
  military: { ...application, eligibility: 'deferment', path: '/repayment-options/deferment/military/*' },
  rehabilitation: deferment,
  hardship: {
    ...application,
    path: '/repayment-options/forbearance/hardship/*',
    entry: '/repayment-options/forbearance/hardship/landing',
    eligibility: 'hardship',
  },
  idr: { ...application, path: '/repayment-options/idr/*', eligibility: 'idr' },
  term: { ...application, path: '/repayment-options/term-repayment/*', eligibility: 'term' },
} as const satisfies Readonly<Record<GuideKind, PortalRoute>>;

/** First URL of each flow. */
const HREFS: Readonly<Record<GuideKind, string>> = {
  unemployment: '/repayment-options/deferment/options/qualification?type=unemployment',
  economicHardship: '/repayment-options/deferment/options/qualification?type=economicHardship',
  rehabilitation: '/repayment-options/deferment/options/qualification?type=rehabilitation',
  inSchool: '/repayment-options/deferment/in-school',
  military: '/repayment-options/deferment/military',
  hardship: '/repayment-options/forbearance/hardship/landing',
  idr: '/repayment-options/idr',
  term: '/repayment-options/term-repayment',
};

const toOptions = (...kinds: readonly GuideKind[]): readonly OfferedOption[] =>
  kinds.map((kind) => ({ kind, route: rows[kind] }));

const postpone: RepaymentGuideInput = {
  guide: 'postpone',
  options: toOptions('unemployment', 'economicHardship', 'inSchool', 'military', 'rehabilitation', 'hardship'),
};
const schedule: RepaymentGuideInput = { guide: 'schedule', options: toOptions('idr', 'term') };
const cannotAfford: RepaymentGuideInput = {
  guide: 'cannotAfford',
  options: toOptions('idr', 'term', 'unemployment', 'economicHardship', 'hardship'),
};
const notBuilt: RepaymentGuideInput = { guide: 'schedule', options: [] };

const LOW_INCOME = 'My income is low compared with my loans';

/** Texts of each guide. */
const ABOUT = {
  postpone: [
    'Pause My Payments',
    'Unemployment Deferment',
    'Economic Hardship Deferment',
    'In-School Deferment',
    'Military Deferment',
    'Rehabilitation Training Deferment',
    'Hardship Forbearance',
    'Interest accrues on all loans',
  ],
  schedule: ['Change My Payment Schedule', 'Income-Driven Plan', 'Term-Based Plan'],
  cannotAfford: [
    "I Can't Afford My Payments",
    LOW_INCOME,
    'Income-Driven Plan',
    'Term-Based Plan',
    'Unemployment Deferment',
    'Economic Hardship Deferment',
    'Hardship Forbearance',
  ],
} as const;

/** Whether the borrower can apply for each kind. */
type Entries = Readonly<Record<GuideKind, Entry>>;

const SENTENCES: Readonly<Record<Entry, string>> = {
  open: MAY_APPLY,
  benefitsOnly: "Your loans are in default, so they can't get a pause. You can still apply for the interest rate limit",
  unknown: "We can't show whether you can apply. Please call us at",
  noFederalAccount: 'This is for federal loans, and you have none with us.',
  notForType: "Your loans can't be repaid under an income-driven plan.",
  inProcess: 'You can start another one after we decide on that one.',
  nothingDue: 'No payment is due now, so there is no payment to lower.',
  tooEarly: "Your loans don't enter repayment for more than 90 days.",
  inDefault: "Loans in default can't get a pause or another plan.",
  notEligible: "Your loans don't qualify for another plan right now.",
  paidInFull: 'Your federal loans are paid in full.',
  paidAhead: "You've paid ahead, so you have no payment due that we could pause.",
  noLoansToPostpone: 'None of your loans qualify for it right now.',
};

/** A reason that applies to every option is shown once above the cards, not on each card. */
const ON_EACH_CARD = 'You have an application in process.';
const SEE_APPLICATION = 'See your application';
const SCRA = 'On active duty?';

/** Returns the texts of a guide with these entries, including those shown once above the cards. */
function findSentences(guide: RepaymentGuideInput['guide'], entries: readonly Entry[]) {
  const said = [...new Set(entries.map((entry) => SENTENCES[entry]))];
  // In default, the card of the benefits without postponement has a different text.
  const shared = new Set(entries.filter((entry) => entry !== 'benefitsOnly').map((entry) => SENTENCES[entry]));
  const isSaidOfAll = shared.size === 1 && !entries.includes('unknown');
  const isInDefault = entries.includes('inDefault');
  const isInProcess = entries.includes('inProcess');
  const isScraSaid = entries.includes('noFederalAccount') && guide === 'postpone';
  const isDefaultSaid = entries.some((entry) => entry === 'inDefault' || entry === 'benefitsOnly');
  return {
    reads: [
      ...ABOUT[guide].filter((text) => !isInDefault || text !== LOW_INCOME),
      ...said,
      ...(isInProcess ? ['You have an application in process', SEE_APPLICATION] : []),
      ...(isScraSaid ? [SCRA] : []),
      ...(isDefaultSaid ? [CALL_ABOUT_DEFAULT] : []),
    ],
    hides: [
      ...Object.values(SENTENCES).filter((sentence) => !said.includes(sentence)),
      ON_EACH_CARD,
      ...(isInDefault ? [LOW_INCOME, 'Would a lower payment be enough?', 'Keep making your payments'] : []),
      ...(isSaidOfAll ? [NOT_OPEN] : []),
      ...(isInProcess ? [] : [SEE_APPLICATION]),
      ...(isScraSaid ? [] : [SCRA]),
    ],
  };
}

/** The facts load, and each card of the guide says whether the borrower can apply. */
const factsAre = (facts: AccessData, entries: Entries, say = findSentences) =>
  [
    answers(facts),
    given(
      ({ input: { options } }) => options.length === 0,
      to('empty', undefined, { reads: ['To apply, call us at'] }),
    ),
    [postpone, schedule, cannotAfford].map(({ guide, options }) => {
      const data = options.map(({ kind }) => ({ kind, href: HREFS[kind], entry: entries[kind] }));
      const said = say(
        guide,
        data.map(({ entry }) => entry),
      );
      return given(({ input }) => input.guide === guide, to('showing', { data, failure: null }, said));
    }),
  ] as const;

/** Nothing is owed: the page says so instead of the offers. */
const saidIfPaid = () => ({
  reads: ['Your federal loans are paid in full', 'Save your proof of balance', 'See your tax forms'],
  hides: [MAY_APPLY, NOT_OPEN, 'Ways to', 'My income is low'],
});

const postponements = (entry: Entry) => ({
  unemployment: entry,
  rehabilitation: entry,
  economicHardship: entry,
  inSchool: entry,
  military: entry,
  hardship: entry,
});
const everything = (entry: Entry): Entries => ({ ...postponements(entry), idr: entry, term: entry });
const allBut = (entries: Partial<Entries>): Entries => ({ ...everything('open'), ...entries });

const starts = (input: RepaymentGuideInput) =>
  [input, to('loading', { input, data: null, failure: null }, { calls: { load: {} } })] as const;
const notOffered = { focus: toNotice, hides: [MAY_APPLY, NOT_OPEN] };

export default spec(repaymentGuide, {
  title: 'Guides to Repayment Options',
  starts: {
    'a borrower who wants to postpone payments': starts(postpone),
    'a borrower who wants another plan': starts(schedule),
    'a borrower who cannot afford the payments': starts(cannotAfford),
    'a borrower at a guide without any available page': starts(notBuilt),
  },
  states: {
    loading: {
      shows: ['Loading…'],
      when: {
        load: {
          'may apply for everything': factsAre(mayApply, everything('open')),
          'an application in process': factsAre(hasApplied, everything('inProcess')),
          'commercial accounts only': factsAre(commercialOnly, everything('noFederalAccount')),
          'of borrower type 3': factsAre(ofType3, allBut({ idr: 'notForType' })),
          'no loan for an income-driven plan': factsAre(
            { ...mayApply, ineligibleForIdr: true },
            allBut({ idr: 'notForType' }),
          ),
          'nothing due': factsAre(nothingDue, allBut({ idr: 'nothingDue', term: 'nothingDue' })),
          // Only the card says so; the flow itself has a page for it (rulings 28, 67).
          'loans in grace for more than 90 days': factsAre(farFromRepayment, allBut({ idr: 'tooEarly' })),
          'everything is paid': factsAre(paidInFull, everything('paidInFull'), saidIfPaid),
          'not eligible': factsAre(notEligible, allBut({ idr: 'notEligible', term: 'notEligible' })),
          'no hardship forbearance, since payments are paid ahead': factsAre(
            paidAhead,
            allBut({ hardship: 'paidAhead' }),
          ),
          'no loan can be postponed': factsAre(noLoansToPostpone, allBut(postponements('noLoansToPostpone'))),
          // The flow of the military deferment also offers benefits that postpone nothing.
          'all loans in default': factsAre(inDefault, { ...everything('inDefault'), military: 'benefitsOnly' }),
          'no unemployment deferment, since its months are used': factsAre(
            noUnemployment,
            allBut({ unemployment: 'noLoansToPostpone' }),
          ),
          'what can be postponed is not known': factsAre(postponementsNotKnown, allBut(postponements('unknown'))),
          'applications are not known': factsAre(applicationsNotKnown, everything('unknown')),
          'no answer in time': [noAnswer, to('couldNotLoad', { failure: { kind: 'noAnswer' } }, notOffered)],
          'a broken server': [
            failed(503),
            to('couldNotLoad', { failure: { kind: 'refused', status: 503 } }, notOffered),
          ],
        },
      },
    },
    showing: { shows: [BACK] },
    empty: { shows: [BACK] },
    couldNotLoad: {
      shows: [COULD_NOT_LOAD, TRY_AGAIN, BACK],
      on: [press(TRY_AGAIN, 'retry.requested', to('loading', undefined, { calls: { load: {} } }))],
    },
  },
  finish: ['showing', 'empty'],
  claims: {
    'options are shown only when the server has sent the eligibility': {
      never: ({ isIn, context }) => isIn('showing') && context.data === null,
      brokenBy: 'loading -> load done: action setData removed',
    },
    'facts that failed to load are requested again before options are shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.requested: target loading swapped for showing',
    },
    'a guide offers at least one option': {
      never: ({ isIn, context }) => isIn('showing') && context.input.options.length === 0,
      brokenBy: 'guard isEmpty: always false',
    },
  },
});
