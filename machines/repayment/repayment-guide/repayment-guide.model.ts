/** Model of a guide to repayment options (rulings 8, 28, 36, 37, 51, 60, 62). */
import type { ContextFrom } from 'xstate';
import type { AccessFacts, Entry } from '#domain/session/access/shapes.ts';
import type { CallFailure } from '#domain/call.ts';
import type { PortalRoute } from '#domain/portal/routes.ts';
import type { GuideKind } from '#domain/repayment/postponement/shapes.ts';
import { CALL_ABOUT_DEFAULT, COULD_NOT_LOAD, TRY_AGAIN } from '../../kit/expected-page.ts';
import { type ExpectedWhere, type Outcome, defineModel } from '../../kit/model.ts';
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

type Context = ContextFrom<typeof repaymentGuide>;

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

const optionsOf = (...kinds: readonly GuideKind[]): readonly OfferedOption[] =>
  kinds.map((kind) => ({ kind, route: rows[kind] }));

const postpone: RepaymentGuideInput = {
  guide: 'postpone',
  options: optionsOf('unemployment', 'economicHardship', 'inSchool', 'military', 'rehabilitation', 'hardship'),
};
const schedule: RepaymentGuideInput = { guide: 'schedule', options: optionsOf('idr', 'term') };
const cannotAfford: RepaymentGuideInput = {
  guide: 'cannotAfford',
  options: optionsOf('idr', 'term', 'unemployment', 'economicHardship', 'hardship'),
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

/** Returns the texts about an application in process, and about the limit for borrowers without federal loans. */
function saidOnce(entries: readonly Entry[], { guide }: RepaymentGuideInput) {
  const [first] = entries;
  // Benefits that postpone nothing have a card of their own in default.
  const shared = entries.filter((entry) => entry !== 'benefitsOnly');
  const isShared = first !== 'open' && first !== 'unknown' && shared.every((entry) => entry === first);
  const isInProcess = entries.includes('inProcess');
  const isScraSaid = entries.includes('noFederalAccount') && guide === 'postpone';
  return {
    reads: [
      ...(isInProcess ? ['You have an application in process', SEE_APPLICATION] : []),
      ...(isScraSaid ? [SCRA] : []),
      ...(entries.some((entry) => entry === 'inDefault' || entry === 'benefitsOnly') ? [CALL_ABOUT_DEFAULT] : []),
    ],
    hides: [
      ON_EACH_CARD,
      ...(isShared ? [NOT_OPEN] : []),
      ...(isInProcess ? [] : [SEE_APPLICATION]),
      ...(isScraSaid ? [] : [SCRA]),
    ],
  };
}

/** Outcome in which the facts load, and each card says whether the borrower can apply. */
function factsAre(facts: AccessFacts, entries: Entries): Outcome<Context> {
  const shown = ({ options }: RepaymentGuideInput) =>
    options.map(({ kind }) => ({ kind, href: HREFS[kind], entry: entries[kind] }));
  const cases = [postpone, schedule, cannotAfford].map((input): ExpectedWhere<Context> => {
    const each = input.options.map(({ kind }) => entries[kind]);
    const said = each.map((entry) => SENTENCES[entry]);
    const once = saidOnce(each, input);
    const isInDefault = each.includes('inDefault');
    const unsaid = Object.values(SENTENCES).filter((sentence) => !said.includes(sentence));
    return {
      when: (context) => context.input === input,
      state: 'showing',
      context: { data: shown(input), failure: null },
      reads: [
        ...(isInDefault ? ABOUT[input.guide].filter((text) => text !== LOW_INCOME) : ABOUT[input.guide]),
        ...new Set(said),
        ...once.reads,
      ],
      hides: [
        ...(isInDefault ? [LOW_INCOME, 'Would a lower payment be enough?', 'Keep making your payments'] : []),
        COULD_NOT_LOAD,
        ...once.hides,
        ...unsaid,
        ...(said.every((sentence) => sentence === MAY_APPLY) ? [NOT_OPEN] : []),
      ],
    };
  });
  return {
    answers: facts,
    then: [...cases, { state: 'empty', hides: [COULD_NOT_LOAD], reads: ['To apply, call us at'] }],
  };
}

/** Outcome in which nothing is owed: the page says so instead of the offers. */
const isPaid: Outcome<Context> = {
  answers: paidInFull,
  then: [
    ...[postpone, schedule, cannotAfford].map((input): ExpectedWhere<Context> => ({
      when: (context) => context.input === input,
      state: 'showing',
      context: {
        data: input.options.map(({ kind }) => ({ kind, href: HREFS[kind], entry: 'paidInFull' as const })),
        failure: null,
      },
      reads: ['Your federal loans are paid in full', 'Save your proof of balance', 'See your tax forms'],
      hides: [COULD_NOT_LOAD, MAY_APPLY, NOT_OPEN, 'Ways to', 'My income is low'],
    })),
    { state: 'empty', hides: [COULD_NOT_LOAD], reads: ['To apply, call us at'] },
  ],
};

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

const couldNotLoad = (failure: CallFailure) => ({
  state: 'couldNotLoad',
  context: { failure },
  focus: { place: 'notice', delay: 100 } as const,
  hides: [MAY_APPLY, NOT_OPEN],
});

const startOf = (input: RepaymentGuideInput) => ({
  input,
  then: { state: 'loading', context: { input, data: null, failure: null }, calls: { load: {} } },
});

export default defineModel<typeof repaymentGuide>({
  machine: repaymentGuide,
  title: 'Guides to Repayment Options',
  inputs: {
    'a borrower who wants to postpone payments': startOf(postpone),
    'a borrower who wants another plan': startOf(schedule),
    'a borrower who cannot afford the payments': startOf(cannotAfford),
    'a borrower at a guide without any available page': startOf(notBuilt),
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', state: 'loading', calls: { load: {} }, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
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
      'everything is paid': isPaid,
      'not eligible': factsAre(notEligible, allBut({ idr: 'notEligible', term: 'notEligible' })),
      'no hardship forbearance, since payments are paid ahead': factsAre(paidAhead, allBut({ hardship: 'paidAhead' })),
      'no loan can be postponed': factsAre(noLoansToPostpone, allBut(postponements('noLoansToPostpone'))),
      // The flow of the military deferment also offers benefits that postpone nothing.
      'all loans in default': factsAre(inDefault, { ...everything('inDefault'), military: 'benefitsOnly' }),
      'no unemployment deferment, since its months are used': factsAre(
        noUnemployment,
        allBut({ unemployment: 'noLoansToPostpone' }),
      ),
      'what can be postponed is not known': factsAre(postponementsNotKnown, allBut(postponements('unknown'))),
      'applications are not known': factsAre(applicationsNotKnown, everything('unknown')),
      'no answer in time': { throws: { kind: 'noAnswer' }, then: couldNotLoad({ kind: 'noAnswer' }) },
      'a broken server': {
        throws: { kind: 'refused', status: 503 },
        then: couldNotLoad({ kind: 'refused', status: 503 }),
      },
    },
  },
  screens: {
    loading: ['Loading…'],
    showing: [BACK],
    empty: [BACK],
    couldNotLoad: [COULD_NOT_LOAD, TRY_AGAIN, BACK],
  },
  finish: ['showing', 'empty'],
  claims: {
    'options are shown only when the server has sent the eligibility': {
      never: ({ isIn, context }) => isIn('showing') && context.data === null,
      brokenBy: 'loading -> load done: action setData removed',
    },
    'facts that failed to load are requested again before options are shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
    'a guide offers at least one option': {
      never: ({ isIn, context }) => isIn('showing') && context.input.options.length === 0,
      brokenBy: 'guard isEmpty: always false',
    },
  },
});
