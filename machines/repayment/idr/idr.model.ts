/**
 * Specification of finding an income-driven plan (R §2, §4 IDR, §6, §8; rulings 24, 28, 29, 62). The machines of the steps
 * have separate models.
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
import type { IdrData } from './idr-facts.machine.ts';
import idrFactsModel from './idr-facts.model.ts';
import idrIncomeModel, { sampleLimits } from './idr-income.model.ts';
import idrPlansModel, { KEPT, KEPT_IBR, NOTHING, RECOMMENDED } from './idr-plans.model.ts';
import { factsMissing, failure, start, stopsInError } from '../application/expected-flow.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { answers, shared } from 'xstate-workbench/model';
import { noAnswer, spec, stopsInError as stops, words } from '../../kit/spec.ts';
import { type IdrInput, idr, idrDraft } from './idr.machine.ts';

type Context = ContextFrom<typeof idr>;
const { to, stays, given, storing, unseen, press, hears, loads, notLoaded } = words<typeof idr>();

const NOT_APPLIED = "You haven't applied yet";
const OPENING = 'Opening the application…';

const empty: IdrEntry = {
  values: { marriageStatus: '', taxFiling: 'jointly', childDependents: '', adultDependents: '', agi: '' },
  otherLoans: [],
  confirmedAgi: '',
};
const startedEntry: IdrEntry = { ...empty, values: { ...empty.values, childDependents: '1' } };

const borrower: IdrInput = {
  limits: sampleLimits,
  showsAllSteps: true,
  site: { name: 'StudentAid.gov/IDR', url: 'https://studentaid.gov/IDR' },
  draft: null,
};

const nothingEntered = { step: 'disclaimer', entry: empty, chosen: NOTHING, email: null } as const;
const starts = (input: Partial<IdrInput> = {}, steps: Partial<Context> = {}) =>
  [
    { ...borrower, ...input },
    to(
      'gettingFacts',
      { ...borrower, ...input, ...nothingEntered, ...steps, facts: null, estimates: null },
      { calls: start.calls },
    ),
  ] as const;
/** A borrower who has left a step unfinished. */
const left = (step: IdrDraft['step'], entry: IdrEntry, more: Partial<IdrDraft> = {}) => {
  const draft: IdrDraft = { version: 1, ...entry, chosen: NOTHING, step, isEmailRequested: false, ...more };
  return starts({ draft }, { step, entry, chosen: draft.chosen, email: draft.isEmailRequested ? 'requested' : null });
};

const factsWith = (more: Partial<IdrData> = {}): IdrData => ({
  today: sampleToday,
  accounts: inRepayment,
  probe: sampleEstimates,
  ...more,
});

const toDisclaimer = to('readingDisclaimer', { step: 'disclaimer' }, { focus: toHeading });
const toIncome = to(
  'enteringIncome',
  { step: 'income' },
  { focus: toHeading, calls: ({ entry }) => ({ enterIncome: { limits: sampleLimits, entry } }) },
);
const toPlan = to(
  'choosingPlan',
  { step: 'plan' },
  { focus: toHeading, calls: ({ estimates, chosen }) => ({ choosePlans: { estimates, chosen } }) },
);
const toApply = to('applying.waiting.notOpened', { step: 'apply' }, { focus: toHeading });
const toKeeping = to('applying.keepingPlans', { step: 'apply' }, { focus: toHeading });

/** A redirect to the page that explains the reason (ruling 29; R §2). */
const leaves = to('left', undefined, { output: { leftFor: '/repayment-options?isEligible=false' } });

/** The request for the samples' income, by hand. */
const getsEstimates = to('gettingEstimates', undefined, {
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
});

const isStored = ({ step, entry }: Context) =>
  (step === 'plan' || step === 'apply') && entry.values.marriageStatus !== '' && entry.values.agi !== '';

const loaded = (facts: IdrData, ...then: Parameters<typeof given>[1][]) =>
  [answers({ result: 'loaded', loaded: facts }), ...then] as const;
/** The borrower continues at the step that was reached before. */
const isPossible = (facts: IdrData) =>
  loaded(
    facts,
    storing(
      { facts },
      given(isStored, getsEstimates),
      given(({ step }) => step === 'disclaimer', toDisclaimer),
      toIncome,
    ),
  );
const tooEarly = factsWith({ accounts: inGraceTooLong });

const estimated = (estimates: typeof sampleEstimates) => [answers(estimates), storing({ estimates }, toPlan)] as const;

/** Another income has other estimates, and another recommended plan. */
const enters = (entry: IdrEntry) =>
  hears({ type: 'income.changed', entry }, stays({ entry, estimates: null, chosen: NOTHING }));

/** The email goes first, once. */
const opens = { openSite: { url: 'https://studentaid.gov/IDR' } };
const previous = press('Previous', 'previous.pressed', toPlan);

export default spec(idr, {
  starts: {
    'a borrower': starts(),
    'a borrower of a portal that shows the disclaimer as a separate page': starts({ showsAllSteps: false }),
    'a borrower who has left the income unfinished': left('income', startedEntry),
    'a borrower who has gone back to the disclaimer': left('disclaimer', startedEntry),
    'a borrower who has left at the plan': left('plan', sampleEntry),
    'a borrower who has left at the last step': left('apply', sampleEntry, {
      chosen: RECOMMENDED,
      isEmailRequested: true,
    }),
    'a borrower whose kept income is not complete': left('plan', startedEntry),
  },
  states: {
    ...loads('gettingFacts', start.calls),
    gettingFacts: {
      shows: ['Loading…'],
      when: {
        getFacts: {
          'an income-driven plan is possible': isPossible(factsWith()),
          // It is not too early, although these loans are close to that limit.
          'all loans are in grace for 90 days': isPossible(factsWith({ accounts: inGraceNearby })),
          'the loans are deferred': isPossible(factsWith({ accounts: deferredTooLong })),
          'all loans are paid in full': isPossible(factsWith({ accounts: paidInFull })),
          'the borrower is of type 3': loaded(factsWith({ accounts: ofType3 }), leaves),
          'all loans are in grace for more than 90 days': loaded(
            tooEarly,
            to('tooEarly', { facts: tooEarly }, { focus: toNotice }),
          ),
          'no income-driven plan is possible': loaded(
            factsWith({ probe: ineligibleEstimates }),
            unseen('The redirect looks the same as for a borrower of type 3.', leaves),
          ),
          ...shared(factsMissing),
        },
      },
    },
    gettingEstimates: {
      shows: ['Loading…'],
      when: {
        getEstimates: {
          'there are income-driven plans': [
            answers(sampleEstimates),
            given(({ step }) => step === 'apply', storing({ estimates: sampleEstimates }, toApply)),
            storing({ estimates: sampleEstimates }, toPlan),
          ],
          'no income-driven plan is possible': estimated(ineligibleEstimates),
          'no answer in time': notLoaded(),
        },
      },
    },
    tooEarly: { shows: ["It's too early to apply", '02/19/2027', 'Return to Dashboard'] },
    readingDisclaimer: {
      shows: ['Before you start', 'Continue'],
      on: [press('Continue', 'continue.pressed', { ...toIncome, reads: ['Continue'] })],
    },
    enteringIncome: {
      shows: ['Family Size and Income', 'Previous'],
      on: [
        enters(startedEntry),
        enters(sampleEntry),
        hears({ type: 'income.validated', entry: startedEntry }, stays({ entry: startedEntry })),
        hears('income.failed', failure),
        hears('income.left', toDisclaimer),
      ],
      when: {
        enterIncome: {
          'there are income-driven plans': estimated(sampleEstimates),
          'the loans are on the Standard plan': estimated(standardEstimates),
          'no income-driven plan is possible': estimated(ineligibleEstimates),
          ...shared({ 'the machine of the income stops in error': stopsInError }),
        },
      },
    },
    choosingPlan: {
      shows: ['Eligible Plan', 'Previous'],
      on: [
        hears({ type: 'plans.changed', entry: KEPT_IBR }, stays({ chosen: KEPT_IBR })),
        hears('plans.left', { ...toIncome, reads: ['Eligible Plan'] }),
      ],
      when: {
        choosePlans: {
          'the recommended plans are chosen': [answers(RECOMMENDED), storing({ chosen: RECOMMENDED }, toApply)],
          'the present plan is kept': [
            answers(KEPT),
            given(({ estimates }) => estimates === standardEstimates, storing({ chosen: KEPT }, toKeeping)),
            unseen('The last step looks the same as for another plan.', storing({ chosen: KEPT }, toApply)),
          ],
          'the present plans are kept, and one would cost less': [
            answers(KEPT_IBR),
            given(
              ({ estimates }) => estimates === ineligibleEstimates,
              unseen('Without other plans the step offers no choice.', storing({ chosen: KEPT_IBR }, toKeeping)),
            ),
            storing({ chosen: KEPT_IBR }, toApply),
          ],
          ...shared({ 'the machine of the plans stops in error': stopsInError }),
        },
      },
    },
    applying: { shows: ['Eligible Plan'] },
    'applying.keepingPlans': {
      shows: ["You don't need to do anything", 'Return to Dashboard', 'Previous'],
      on: [previous],
      routes: { '#apply': toKeeping },
    },
    'applying.waiting': {
      shows: [NOT_APPLIED, "What you'll be asked for", 'Previous'],
      on: [
        previous,
        press(
          'Apply at StudentAid.gov/IDR',
          'site.requested',
          given(({ email }) => email !== null, to('applying.openingSite', undefined, { calls: opens })),
          to('applying.sendingEmail', undefined, { calls: { sendEmail: {} } }),
        ),
      ],
      routes: { '#apply': toApply },
    },
    'applying.waiting.opened': { shows: ['The application is open in another tab.'] },
    'applying.waiting.blocked': { shows: ["Your browser didn't open a new tab"] },
    'applying.sendingEmail': {
      over: true,
      shows: [NOT_APPLIED, OPENING],
      when: {
        sendEmail: {
          'it is sent': [answers({ sent: true }), to('applying.openingSite', { email: 'sent' }, { calls: opens })],
          'no answer in time': [
            noAnswer,
            to(
              'applying.openingSite',
              { email: 'notSent' },
              {
                calls: opens,
                emits: [
                  {
                    type: 'failure.ignored',
                    what: 'The email on how to apply for an income-driven plan was not sent',
                    failure: { kind: 'noAnswer' },
                  },
                ],
              },
            ),
          ],
        },
      },
    },
    'applying.openingSite': {
      over: true,
      shows: [NOT_APPLIED, OPENING],
      when: {
        openSite: {
          'it opens': [
            answers({ isOpened: true }),
            given(
              ({ email }) => email === 'sent',
              to('applying.waiting.opened', undefined, {
                reads: ['We sent you an email that says how to apply.'],
              }),
            ),
            given(
              ({ email }) => email === 'notSent',
              to('applying.waiting.opened', undefined, {
                reads: ["We couldn't send you the email on how to apply."],
              }),
            ),
            to('applying.waiting.opened'),
          ],
          'the browser blocks it': [
            answers({ isOpened: false }),
            to('applying.waiting.blocked', undefined, { focus: toNotice }),
          ],
          'the browser refuses': [stops, to('applying.waiting.blocked', undefined, { focus: toNotice })],
        },
      },
    },
  },
  several: [
    {
      in: ['readingDisclaimer', 'enteringIncome', 'choosingPlan', 'applying.waiting', 'applying.keepingPlans'],
      routes: { '#disclaimer': toDisclaimer },
    },
    {
      in: ['enteringIncome', 'choosingPlan', 'applying.waiting', 'applying.keepingPlans'],
      routes: { '#income': toIncome },
    },
    { in: ['choosingPlan', 'applying.waiting', 'applying.keepingPlans'], routes: { '#plan': toPlan } },
  ],
  finish: ['tooEarly'],
  claims: {
    'the site opens only once the email was requested': {
      never: ({ isIn, context }) => isIn('applying.openingSite') && context.email === null,
      brokenBy: 'guard isEmailRequested: always true',
    },
    'no borrower of type 3 starts': {
      reaching: ({ isIn }) => isIn('readingDisclaimer'),
      needs: (by) => !(by.kind === 'outcome' && by.outcome === 'the borrower is of type 3'),
      brokenBy: 'guard isOfTypeWithoutIdr: always false',
    },
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
      isStored: isPending && isStored(context),
      isStarted: entry.values.childDependents !== '',
      estimates: isIn('enteringIncome')
        ? null
        : [null, sampleEstimates, ineligibleEstimates, standardEstimates].indexOf(estimates),
      isChosen: chosen.Direct !== null,
      email,
      hasFacts: known !== null,
    };
  },
});
