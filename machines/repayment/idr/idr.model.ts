/**
 * Model of finding an income-driven plan (R §2, §4 IDR, §6, §8; rulings 24, 28, 29, 62). The machines of the steps have
 * separate models.
 */
import type { ContextFrom } from 'xstate';
import {
  deferredTooLong,
  inGraceNearby,
  inGraceTooLong,
  inRepayment,
  ineligibleEstimates,
  ofType3,
  paidInFull,
  sampleEntry,
  sampleEstimates,
  standardEstimates,
} from '#domain/repayment/idr/samples.ts';
import type { IdrDraft, IdrEntry } from '#domain/repayment/idr/shapes.ts';
import { sampleToday } from '#domain/samples.ts';
import type { IdrFacts } from './idr-facts.machine.ts';
import idrFactsModel from './idr-facts.model.ts';
import idrIncomeModel, { sampleLimits } from './idr-income.model.ts';
import idrPlansModel, { KEPT, KEPT_IBR, NOTHING, RECOMMENDED } from './idr-plans.model.ts';
import { factsMissing, failure, flowScreens, retryWanted, start, stopsInError } from '../application/expected-flow.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import {
  type EventCase,
  type Expected,
  type ExpectedWhere,
  type Outcome,
  type PartOf,
  defineModel,
} from 'xstate-workbench/model';
import { type IdrInput, idr, idrDraft } from './idr.machine.ts';

type Context = ContextFrom<typeof idr>;
type Part = PartOf<Context>;

const NOTHING_TO_DO = "You don't need to do anything";
const NOT_APPLIED = "You haven't applied yet";
const TOO_EARLY = "It's too early to apply";
const OPENED = 'The application is open in another tab.';
const BLOCKED = "Your browser didn't open a new tab";
const EMAIL_SENT = 'We sent you an email that says how to apply.';
const NOT_SENT = "We couldn't send you the email on how to apply.";

const empty: IdrEntry = {
  values: { marriageStatus: '', taxFiling: 'jointly', childDependents: '', adultDependents: '', agi: '' },
  otherLoans: [],
  confirmedAgi: '',
};
const begun: IdrEntry = { ...empty, values: { ...empty.values, childDependents: '1' } };

const borrower: IdrInput = {
  limits: sampleLimits,
  showsAllSteps: true,
  site: { name: 'StudentAid.gov/IDR', url: 'https://studentaid.gov/IDR' },
  draft: null,
};

const draftOf = (step: IdrDraft['step'], entry: IdrEntry, more: Partial<IdrDraft> = {}): IdrDraft => ({
  version: 1,
  ...entry,
  chosen: NOTHING,
  step,
  isEmailRequested: false,
  ...more,
});

const startsWith = (draft: IdrDraft, entry: IdrEntry) => ({
  input: { ...borrower, draft },
  then: {
    ...start,
    context: {
      step: draft.step,
      entry,
      chosen: draft.chosen,
      email: draft.isEmailRequested ? ('requested' as const) : null,
      facts: null,
      estimates: null,
    },
  },
});

const nothingEntered: Part = {
  step: 'disclaimer',
  entry: empty,
  chosen: NOTHING,
  email: null,
  facts: null,
  estimates: null,
};

const factsWith = (more: Partial<IdrFacts> = {}): IdrFacts => ({
  today: sampleToday,
  accounts: inRepayment,
  probe: sampleEstimates,
  ...more,
});
const facts = factsWith();

const toDisclaimer: Expected<Context> = {
  state: 'readingDisclaimer',
  context: { step: 'disclaimer' },
  focus: toHeading,
};
const toIncome: Expected<Context> = {
  state: 'enteringIncome',
  context: { step: 'income' },
  focus: toHeading,
  calls: ({ entry }) => ({ enterIncome: { limits: sampleLimits, entry } }),
};
const toPlan: Expected<Context> = {
  state: 'choosingPlan',
  context: { step: 'plan' },
  focus: toHeading,
  calls: ({ estimates, chosen }) => ({ choosePlans: { estimates, chosen } }),
};
const toApply: Expected<Context> = {
  state: 'applying.waiting.notOpened',
  context: { step: 'apply' },
  focus: toHeading,
};

const toKeeping: Expected<Context> = { ...toApply, state: 'applying.keepingPlans' };

/** Expects a redirect to the page that explains the reason (ruling 29; R §2). */
const leaves: Expected<Context> = {
  state: 'left',
  output: { leftFor: '/repayment-options?isEligible=false' },
};

/** Expected request for the samples' input, written by hand. */
const getsEstimates = {
  state: 'gettingEstimates',
  calls: {
    getEstimates: {
      body: {
        adjustedGrossIncome: 42_000,
        numberOfChildDependents: 1,
        numberOfOtherDependents: 0,
        maritalStatus: 1,
        planType: 'IDR',
        externalLoanProfiles: [],
      },
    },
  },
} as const;

const withContext = (then: Expected<Context>, more: Part): Expected<Context> => ({
  ...then,
  context: { ...(then.context as Part), ...more },
});

const isKept = ({ step, entry }: Context) =>
  (step === 'plan' || step === 'apply') && entry.values.marriageStatus !== '' && entry.values.agi !== '';

const loads = (loaded: IdrFacts, ...then: readonly ExpectedWhere<Context>[]): Outcome<Context> => ({
  answers: { result: 'loaded', loaded },
  then,
});

const estimated = (estimates: typeof sampleEstimates): Outcome<Context> => ({
  answers: estimates,
  then: {
    in: 'enteringIncome',
    ...withContext(toPlan, { estimates }),
    calls: ({ chosen }) => ({ choosePlans: { estimates, chosen } }),
  },
});

/** Outcome in which the borrower can apply for a plan. */
const isPossible = (loaded: IdrFacts): Outcome<Context> =>
  loads(
    loaded,
    { when: isKept, ...withContext(getsEstimates, { facts: loaded }) },
    { when: ({ step }) => step === 'disclaimer', ...withContext(toDisclaimer, { facts: loaded }) },
    withContext(toIncome, { facts: loaded }),
  );

/** Loans for which it is not too early, though they are near it. */
const notTooEarly = {
  'all loans are in grace for 90 days': factsWith({ accounts: inGraceNearby }),
  'the loans are deferred': factsWith({ accounts: deferredTooLong }),
  'all loans are paid in full': factsWith({ accounts: paidInFull }),
};

const enter = (entry: IdrEntry): EventCase<{ type: 'income.changed'; entry: IdrEntry }, Context> => ({
  event: { type: 'income.changed', entry },
  then: { in: 'enteringIncome', context: { entry, estimates: null, chosen: NOTHING } },
});

/** Where the site opens from: the email goes first, once. */
const opens = { openSite: { url: 'https://studentaid.gov/IDR' } };
const siteWanted: readonly ExpectedWhere<Context>[] = [
  {
    in: 'applying.waiting',
    when: ({ email }) => email !== null,
    state: 'applying.openingSite',
    calls: opens,
    reads: ['Opening the application…'],
  },
  {
    in: 'applying.waiting',
    state: 'applying.sendingEmail',
    calls: { sendEmail: {} },
    reads: ['Opening the application…'],
  },
];
const free = 'applying.waiting';
const keeping = 'applying.keepingPlans';

export default defineModel<typeof idr>({
  machine: idr,
  inputs: {
    'a borrower': { input: borrower, then: { ...start, context: { ...borrower, ...nothingEntered } } },
    'a borrower of a portal that shows the disclaimer as a page of its own': {
      input: { ...borrower, showsAllSteps: false },
      then: { ...start, context: { ...borrower, showsAllSteps: false, ...nothingEntered } },
    },
    'a borrower who has left the income unfinished': startsWith(draftOf('income', begun), begun),
    'a borrower who has gone back to the disclaimer': startsWith(draftOf('disclaimer', begun), begun),
    'a borrower who has left at the plan': startsWith(draftOf('plan', sampleEntry), sampleEntry),
    'a borrower who has left at the last step': startsWith(
      draftOf('apply', sampleEntry, { chosen: RECOMMENDED, isEmailRequested: true }),
      sampleEntry,
    ),
    'a borrower whose kept income is not complete': startsWith(draftOf('plan', begun), begun),
  },
  events: [
    enter(begun),
    enter(sampleEntry),
    {
      event: { type: 'income.validated', entry: begun },
      then: { in: 'enteringIncome', context: { entry: begun } },
    },
    { event: { type: 'income.failed' }, then: { in: 'enteringIncome', ...failure } },
    {
      event: { type: 'plans.changed', entry: { Direct: 'IBR_15', FFELP: 'IBR_15' } },
      then: { in: 'choosingPlan', context: { chosen: { Direct: 'IBR_15', FFELP: 'IBR_15' } } },
    },
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      on: ['readingDisclaimer'],
      then: { in: 'readingDisclaimer', ...toIncome },
    },
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      on: ['applying'],
      then: { in: [free, keeping], ...toPlan },
    },
    { event: { type: 'income.left' }, then: { in: 'enteringIncome', ...toDisclaimer } },
    { event: { type: 'plans.left' }, then: { in: 'choosingPlan', ...toIncome } },
    {
      event: { type: 'site.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Apply at StudentAid.gov/IDR' },
      on: ['applying'],
      then: siteWanted,
    },
    retryWanted(),
  ],
  outcomes: {
    getFacts: {
      'an income-driven plan is possible': isPossible(facts),
      ...Object.fromEntries(Object.entries(notTooEarly).map(([name, loaded]) => [name, isPossible(loaded)])),
      'the borrower is of type 3': loads(factsWith({ accounts: ofType3 }), leaves),
      'all loans are in grace for more than 90 days': loads(factsWith({ accounts: inGraceTooLong }), {
        state: 'tooEarly',
        context: { facts: factsWith({ accounts: inGraceTooLong }) },
        focus: toNotice,
      }),
      'no income-driven plan is possible': loads(factsWith({ probe: ineligibleEstimates }), leaves),
      ...factsMissing,
    },
    enterIncome: {
      'there are income-driven plans': estimated(sampleEstimates),
      'the loans are on the Standard plan': estimated(standardEstimates),
      'no income-driven plan is possible': estimated(ineligibleEstimates),
      'the machine of the income stops in error': stopsInError,
    },
    getEstimates: {
      'there are income-driven plans': {
        answers: sampleEstimates,
        then: [
          { when: ({ step }) => step === 'apply', ...withContext(toApply, { estimates: sampleEstimates }) },
          {
            ...withContext(toPlan, { estimates: sampleEstimates }),
            calls: ({ chosen }) => ({ choosePlans: { estimates: sampleEstimates, chosen } }),
          },
        ],
      },
      'no income-driven plan is possible': {
        answers: ineligibleEstimates,
        then: {
          ...withContext(toPlan, { estimates: ineligibleEstimates }),
          calls: ({ chosen }) => ({ choosePlans: { estimates: ineligibleEstimates, chosen } }),
        },
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: failure },
    },
    choosePlans: {
      'the recommended plans are chosen': {
        answers: RECOMMENDED,
        then: withContext(toApply, { chosen: RECOMMENDED }),
      },
      'the present plan is kept': {
        answers: KEPT,
        then: [
          { when: ({ estimates }) => estimates === standardEstimates, ...withContext(toKeeping, { chosen: KEPT }) },
          withContext(toApply, { chosen: KEPT }),
        ],
      },
      'the present plans are kept, and one would cost less': {
        answers: KEPT_IBR,
        then: [
          // Nothing else is offered.
          {
            when: ({ estimates }) => estimates === ineligibleEstimates,
            ...withContext(toKeeping, { chosen: KEPT_IBR }),
          },
          withContext(toApply, { chosen: KEPT_IBR }),
        ],
      },
      'the machine of the plans stops in error': stopsInError,
    },
    sendEmail: {
      'it is sent': {
        answers: { sent: true },
        then: { state: 'applying.openingSite', context: { email: 'sent' }, calls: opens },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: {
          state: 'applying.openingSite',
          context: { email: 'notSent' },
          calls: opens,
          emits: [
            {
              type: 'failure.ignored',
              what: 'The email on how to apply for an income-driven plan was not sent',
              failure: { kind: 'noAnswer' },
            },
          ],
        },
      },
    },
    openSite: {
      'it opens': {
        answers: { isOpened: true },
        then: [
          { when: ({ email }) => email === 'sent', state: 'applying.waiting.opened', reads: [EMAIL_SENT] },
          { when: ({ email }) => email === 'notSent', state: 'applying.waiting.opened', reads: [NOT_SENT] },
          { state: 'applying.waiting.opened' },
        ],
      },
      'the browser blocks it': {
        answers: { isOpened: false },
        then: { state: 'applying.waiting.blocked', focus: toNotice },
      },
      'the browser refuses': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'applying.waiting.blocked', focus: toNotice },
      },
    },
  },
  routes: {
    '#disclaimer': {
      in: ['readingDisclaimer', 'enteringIncome', 'choosingPlan', free, keeping],
      ...toDisclaimer,
    },
    '#income': { in: ['enteringIncome', 'choosingPlan', free, keeping], ...toIncome },
    '#plan': { in: ['choosingPlan', free, keeping], ...toPlan },
    '#apply': [
      { in: free, ...toApply },
      { in: keeping, ...toKeeping },
    ],
  },
  screens: {
    gettingFacts: flowScreens.gettingFacts,
    couldNotLoad: flowScreens.couldNotLoad,
    gettingEstimates: ['Loading…'],
    tooEarly: [TOO_EARLY, '02/19/2027', 'Return to Dashboard'],
    readingDisclaimer: ['Before you start', 'Continue'],
    enteringIncome: ['Family Size and Income', 'Previous'],
    choosingPlan: ['Eligible Plan', 'Previous'],
    'applying.keepingPlans': [NOTHING_TO_DO, 'Return to Dashboard', 'Previous'],
    'applying.sendingEmail': [NOT_APPLIED],
    'applying.openingSite': [NOT_APPLIED],
    'applying.waiting': [NOT_APPLIED, "What you'll be asked for"],
    'applying.waiting.opened': [OPENED],
    'applying.waiting.blocked': [BLOCKED],
  },
  finish: ['tooEarly'],
  claims: {
    'the site opens only once the email was requested': {
      never: ({ isIn, context }) => isIn('applying.openingSite') && context.email === null,
      brokenBy: 'guard isEmailRequested: always true',
    },
    'nobody of type 3 begins': {
      reaching: ({ isIn }) => isIn('readingDisclaimer'),
      needs: (by) => !(by.kind === 'outcome' && by.outcome === 'the borrower is of type 3'),
      brokenBy: 'guard isOfTypeWithoutIdr: always false',
    },
  },
  notOnScreen: {
    'choosePlans "the present plan is kept" (2)': 'The last step looks the same as for another plan.',
    'choosePlans "the present plans are kept, and one would cost less" (1)':
      'Without other plans the step offers no choice.',
    'getFacts "no income-driven plan is possible" (1)':
      'The borrower is led away as one of type 3 is, which looks the same.',
  },
  draft: { of: idrDraft, secrets: [] },
  children: { getFacts: idrFactsModel, enterIncome: idrIncomeModel, choosePlans: idrPlansModel },
  facts: (context, isIn) => {
    const { step, entry, estimates, email } = context;
    if (isIn('left') || isIn('tooEarly')) return null;
    return {
      step,
      hasIncome: entry.values.agi !== '',
      estimates: [null, sampleEstimates, ineligibleEstimates, standardEstimates].indexOf(estimates),
      email,
    };
  },
  combinedFacts: (context, isIn) => {
    const { step, entry, estimates, chosen, email, showsAllSteps, facts: known } = context;
    const isPending = isIn('gettingFacts') || isIn('couldNotLoad');
    return {
      step,
      showsAllSteps,
      isKept: isPending && isKept(context),
      isBegun: entry.values.childDependents !== '',
      estimates: isIn('enteringIncome')
        ? null
        : [null, sampleEstimates, ineligibleEstimates, standardEstimates].indexOf(estimates),
      isChosen: chosen.Direct !== null,
      email,
      hasFacts: known !== null,
    };
  },
});
