/**
 * Model of applying for term-based plans (R §2, §4; rulings 23, 24, 30, 59, 60). The machines of the steps have
 * separate models.
 */
import type { ContextFrom } from 'xstate';
import { toCents } from '#domain/money.ts';
import type { PlanEstimates } from '#domain/repayment/plans/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { onIbr, onPaye, onStandard } from '#domain/repayment/term/samples.ts';
import type { OtherLoansValues, PlanSelection, TermDraft, TermLoanInfo } from '#domain/repayment/term/shapes.ts';
import { keepsNothing, receivedResponse } from '../application/expected-application.ts';
import {
  atApplication,
  failure,
  flowClaims,
  flowScreens,
  leaveForInProcess,
  leaves,
  neverArrived,
  received,
  reports,
  retryWanted,
  start,
  stopsInError,
} from '../application/expected-flow.ts';
import { toHeading } from '../../kit/expected-page.ts';
import { type Expected, type Outcome, type PartOf, defineModel } from '../../kit/model.ts';
import type { TermEntry } from './term-application.machine.ts';
import termApplicationModel from './term-application.model.ts';
import termPlansModel from './term-plans.model.ts';
import termQualificationModel, { estimatesRequest } from './term-qualification.model.ts';
import { termDraft, termRepayment } from './term-repayment.machine.ts';

type Context = ContextFrom<typeof termRepayment>;
type Part = PartOf<Context>;

const nothingAnswered: OtherLoansValues = { hasOtherLoans: '', directLoanBalance: '', ffelLoanBalance: '' };
const saysNo: OtherLoansValues = { ...nothingAnswered, hasOtherLoans: 'no' };
const saysYes: OtherLoansValues = { ...nothingAnswered, hasOtherLoans: 'yes' };

const nothingSelected: PlanSelection = { selectedPlanDirect: '', selectedPlanFfel: '' };
const onStandardNow: PlanSelection = { selectedPlanDirect: 'STANDARD', selectedPlanFfel: '' };
const graduated: PlanSelection = { selectedPlanDirect: 'GRADUATED', selectedPlanFfel: '' };

const nothingChosen: Part = {
  step: 'qualification',
  otherLoans: nothingAnswered,
  selection: nothingSelected,
  application: null,
  received: null,
};
const nothingLoaded: Part = { balances: null, estimates: null };

const dollars = (amount: number) => toCents(amount * 100);

const infoOf = (direct: number, ffel: number, hasApplicationInProcess = false): TermLoanInfo => ({
  borrowerAccountPayments: [
    { borrowerGroupPayments: [{ loanType: 'Direct', currentBalance: dollars(direct) }] },
    { borrowerGroupPayments: [{ loanType: 'FFELP', currentBalance: dollars(ffel) }] },
  ],
  hasApplicationInProcess,
});
const balancesOf = (direct: number, ffel: number) => ({ direct: dollars(direct), ffel: dollars(ffel) });

const underWay: TermEntry = {
  values: { exitPayment: '', terms: true },
  submission: { key: sampleKey, sent: true },
};
const agreed: TermEntry = { values: { exitPayment: '', terms: true }, submission: null };
const underWayEarlier: TermEntry = { ...underWay, values: { exitPayment: '', terms: false } };

const threshold = dollars(30_000);
const input = (draft: TermDraft | null) => ({ threshold, draft });

const draftOf = (draft: Partial<TermDraft>): TermDraft => ({
  version: 1,
  step: 'qualification',
  ...nothingAnswered,
  ...nothingSelected,
  exitPayment: '',
  submission: null,
  ...draft,
});

const startsWith = (draft: TermDraft | null, steps: Part) => ({
  input: input(draft),
  then: { ...start, context: { ...nothingChosen, ...nothingLoaded, threshold, ...steps } } satisfies Expected<Context>,
});

const isSent = ({ application }: Context) => application?.submission?.sent === true;
/** The question applies to the samples with 12,000. */
const isAsked = ({ balances }: Context) => balances?.direct === dollars(12_000);
/** After Yes the sample has no balance yet, so that it is not answered. */
const isAnswered = ({ otherLoans }: Context) => otherLoans.hasOtherLoans === 'no';

const asks = (balances: Part): Expected<Context> => ({
  state: 'qualifying',
  context: {
    step: 'qualification',
    ...balances,
    estimates: null,
    selection: nothingSelected,
    application: null,
  },
  calls: ({ otherLoans }) => ({ qualify: { values: otherLoans } }),
  focus: toHeading,
});

const backToQuestion: Expected<Context> = asks({});

const selects = (more: Part, selection?: PlanSelection): Expected<Context> => ({
  state: 'selectingPlans',
  context: { step: 'selectPlan', ...more },
  calls: (before) => ({
    selectPlans: {
      estimates: (more.estimates as Context['estimates']) ?? before.estimates,
      selection: selection ?? before.selection,
    },
  }),
  focus: toHeading,
});

const applies: Expected<Context> = {
  state: 'applying.entering',
  context: { step: 'application', ...atApplication },
  calls: ({ estimates, selection, otherLoans, application, hasNeverArrived }) => ({
    apply: { estimates, selection, hasOtherLoans: otherLoans.hasOtherLoans, entry: application, hasNeverArrived },
  }),
  focus: toHeading,
};

/** The plans that each sample offers; a present plan is not a different one. */
const OFFERED = ['STANDARD', 'GRADUATED'];

const isKept = (planName: string, now: string) => now !== '' && OFFERED.includes(planName) && planName !== now;

/** Plans arrive: the earlier selection remains if it is offered and differs from the current plan. */
function bringsPlans(estimates: PlanEstimates, present: PlanSelection): Outcome<Context> {
  const restored = ({ selection }: Context): PlanSelection => ({
    selectedPlanDirect: isKept(selection.selectedPlanDirect, present.selectedPlanDirect)
      ? selection.selectedPlanDirect
      : present.selectedPlanDirect,
    selectedPlanFfel: isKept(selection.selectedPlanFfel, present.selectedPlanFfel)
      ? selection.selectedPlanFfel
      : present.selectedPlanFfel,
  });
  const isChanged = (before: Context) =>
    restored(before).selectedPlanDirect !== present.selectedPlanDirect ||
    restored(before).selectedPlanFfel !== present.selectedPlanFfel;
  const now = (before: Context): Context => ({ ...before, estimates, selection: restored(before) });
  const follows = (step: Context['step'], then: Expected<Context>): Expected<Context> => ({
    ...then,
    context: (before) => ({
      step,
      estimates,
      selection: restored(before),
      ...(step === 'application' && atApplication),
    }),
    calls: (before) => (typeof then.calls === 'function' ? then.calls(now(before)) : {}),
  });
  return {
    answers: estimates,
    then: [
      { when: isSent, ...follows('application', applies), state: 'applying.settling' },
      { when: (before) => before.step === 'application' && isChanged(before), ...follows('application', applies) },
      follows('selectPlan', selects({})),
    ],
  };
}

const gets = (more: Part): Expected<Context> => ({
  state: 'gettingPlans',
  context: more,
  calls: { getEstimates: estimatesRequest() },
});

const answers = (info: TermLoanInfo) => ({ answers: info });

/** The balances that ask the question, and those that do not. */
const asking = balancesOf(12_000, 0);
const notAsking = balancesOf(30_000, 0);

const broken = { kind: 'refused', status: 503 } as const;
const reported = [
  { type: 'failure.unhandled', failure: broken },
  { type: 'focus.wanted', ...failure.focus },
];

export default defineModel<typeof termRepayment>({
  machine: termRepayment,
  inputs: {
    'a borrower': startsWith(null, {}),
    'a borrower who has left at the question': startsWith(draftOf({ hasOtherLoans: 'yes' }), { otherLoans: saysYes }),
    'a borrower who has left at the plans': startsWith(draftOf({ step: 'selectPlan', ...saysNo, ...graduated }), {
      step: 'selectPlan',
      otherLoans: saysNo,
      selection: graduated,
    }),
    'a borrower who has left at the application': startsWith(
      draftOf({ step: 'application', ...saysNo, ...graduated }),
      { step: 'application', otherLoans: saysNo, selection: graduated },
    ),
    'a borrower whose page was reloaded while the application was under way': startsWith(
      draftOf({ step: 'application', ...saysNo, ...graduated, submission: { key: sampleKey, sent: true } }),
      { step: 'application', otherLoans: saysNo, selection: graduated, application: underWayEarlier },
    ),
  },
  events: [
    {
      event: { type: 'otherLoans.changed', entry: saysNo },
      then: { in: 'qualifying', context: { otherLoans: saysNo } },
    },
    {
      event: { type: 'otherLoans.validated', entry: saysYes },
      then: { in: 'qualifying', context: { otherLoans: saysYes } },
    },
    {
      event: { type: 'plans.changed', entry: graduated },
      then: { in: 'selectingPlans', context: { selection: graduated, application: null } },
    },
    reports('applying', { entry: agreed, state: 'entering', part: { application: agreed } }),
    reports('applying', { entry: underWay, state: 'submitting', part: { application: underWay } }),
    neverArrived('applying', { entry: agreed, part: { application: agreed }, nothingLoaded }),
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      on: ['selectingPlans', 'applying'],
      // Without the question, the plan step has no Previous.
      where: (before) => (before.step === 'selectPlan' ? isAsked(before) : !isSent(before)),
      then: [
        { in: 'selectingPlans', when: isAsked, ...backToQuestion },
        { in: 'applying.entering', ...selects({}) },
      ],
    },
    {
      event: { type: 'previous.pressed' },
      where: (before) => before.step === 'selectPlan' && !isAsked(before),
      then: { in: 'selectingPlans' },
    },
    retryWanted(),
  ],
  outcomes: {
    getFacts: {
      'the question is asked': {
        ...answers(infoOf(12_000, 0)),
        then: [
          { when: isSent, ...gets({ balances: asking }) },
          {
            when: (before) => before.step === 'qualification' || !isAnswered(before),
            ...asks({ balances: asking }),
          },
          gets({ balances: asking }),
        ],
      },
      // Exactly the threshold is not below it (ruling 30). Earlier answers no longer count.
      'nothing is asked': {
        ...answers(infoOf(30_000, 0)),
        then: gets({ balances: notAsking, otherLoans: nothingAnswered }),
      },
      'an application is in process': {
        ...answers(infoOf(12_000, 0, true)),
        then: [{ when: isSent, ...gets({ balances: asking }) }, leaves],
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: failure },
    },
    getEstimates: {
      'plans for loans on the standard plan': bringsPlans(onStandard, onStandardNow),
      'plans for loans on IBR': bringsPlans(onIbr, { selectedPlanDirect: 'IBR_15', selectedPlanFfel: 'IBR_15' }),
      'plans for loans on PAYE': bringsPlans(onPaye, { selectedPlanDirect: 'PAYE', selectedPlanFfel: '' }),
      'the server breaks down': { throws: broken, then: { state: failure.state, emits: reported } },
    },
    qualify: {
      'the plans': {
        answers: onStandard,
        then: selects({ estimates: onStandard, selection: onStandardNow }, onStandardNow),
      },
      'the machine of the question stops in error': stopsInError,
    },
    selectPlans: {
      'a plan is selected': { answers: graduated, then: applies },
      'the machine of the plans stops in error': stopsInError,
    },
    apply: {
      'the application is received': {
        answers: receivedResponse,
        then: { ...received, state: 'receipt' },
      },
      'the machine of the application stops in error': stopsInError,
    },
    leaveForInProcess,
  },
  routes: {
    '#qualification': [
      { in: ['qualifying', 'selectingPlans', 'applying.entering'], when: isAsked, ...backToQuestion },
      { in: 'receipt', ...start, context: { ...nothingChosen, ...nothingLoaded } },
    ],
    '#plans': [
      { in: ['selectingPlans', 'applying.entering'], ...selects({}) },
      { in: 'receipt', ...start, context: { ...nothingChosen, ...nothingLoaded } },
    ],
  },
  screens: {
    ...flowScreens,
    gettingPlans: ['Loading…'],
    qualifying: ['Step 1 of 4: Qualification'],
    selectingPlans: ['Step 2 of 4: Select Plans'],
    applying: ['Step 3 of 4: Application'],
    receipt: [
      'Step 4 of 4: Receipt',
      'Your application has been submitted.',
      'Confirmation Number',
      'What happens next',
      // Received on 11/20/2026, a Friday; Thanksgiving is no banking day.
      '11/23/2026',
      'By 11/30/2026',
    ],
  },
  claims: {
    'the question comes only where it makes a difference': {
      never: ({ isIn, context }) => isIn('qualifying') && !isAsked(context),
      brokenBy: 'guard isToBeAsked: always true',
    },
    ...keepsNothing('receipt', termDraft),
    ...flowClaims({ isSent, before: 'selectingPlans', applying: 'applying' }),
  },
  draft: { of: termDraft, secrets: [] },
  children: { qualify: termQualificationModel, selectPlans: termPlansModel, apply: termApplicationModel },
  facts: ({ step, otherLoans, selection, application, received: answer, hasNeverArrived, balances, estimates }) => ({
    step,
    isAnswered: otherLoans.hasOtherLoans === 'no',
    direct: OFFERED.includes(selection.selectedPlanDirect) && selection.selectedPlanDirect,
    ffel: OFFERED.includes(selection.selectedPlanFfel) && selection.selectedPlanFfel,
    submission: application && application.submission,
    isReceived: answer !== null,
    hasNeverArrived,
    isAsked: balances?.direct,
    plans: estimates?.directLoans?.currentRepaymentPlan?.planName,
  }),
});
