/**
 * Specification of applying for term-based plans (R §2, §4; rulings 23, 24, 30, 59, 60). The machines of the steps have
 * separate models.
 */
import type { ContextFrom } from 'xstate';
import { toCents } from '#domain/money.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { onIbr, onPaye, onStandard } from '#domain/repayment/term/samples.ts';
import type { OtherLoansValues, PlanSelection, TermDraft, TermLoanInfo } from '#domain/repayment/term/shapes.ts';
import { heardFromApplication } from '../application/application-spec.ts';
import { storesNothing, receivedResponse } from '../application/expected-application.ts';
import {
  atApplication,
  failure,
  flowClaims,
  leaveForInProcess,
  received,
  start,
  stopsInError,
} from '../application/expected-flow.ts';
import { toHeading } from '../../kit/expected-page.ts';
import { answers, shared } from 'xstate-workbench/model';
import { failed, spec, words } from '../../kit/spec.ts';
import type { TermEntry } from './term-application.machine.ts';
import termApplicationModel from './term-application.model.ts';
import termPlansModel from './term-plans.model.ts';
import termQualificationModel, { estimatesRequest } from './term-qualification.model.ts';
import { termDraft, termRepayment } from './term-repayment.machine.ts';

type Context = ContextFrom<typeof termRepayment>;
const { to, stays, given, storing, where, press, hears, loads, notLoaded } = words<typeof termRepayment>();

const nothingAnswered: OtherLoansValues = { hasOtherLoans: '', directLoanBalance: '', ffelLoanBalance: '' };
const saysNo: OtherLoansValues = { ...nothingAnswered, hasOtherLoans: 'no' };
const saysYes: OtherLoansValues = { ...nothingAnswered, hasOtherLoans: 'yes' };

const nothingSelected: PlanSelection = { selectedPlanDirect: '', selectedPlanFfel: '' };
const onStandardNow: PlanSelection = { selectedPlanDirect: 'STANDARD', selectedPlanFfel: '' };
const graduated: PlanSelection = { selectedPlanDirect: 'GRADUATED', selectedPlanFfel: '' };

const nothingChosen = {
  step: 'qualification',
  otherLoans: nothingAnswered,
  selection: nothingSelected,
  application: null,
  received: null,
} as const;
const nothingLoaded = { balances: null, estimates: null };

const dollars = (amount: number) => toCents(amount * 100);

const agreed: TermEntry = { values: { exitPayment: '', terms: true }, submission: null };
const sentEarlier = { key: sampleKey, sent: true } as const;
const application = heardFromApplication<Context, TermEntry>('applying', {
  agreed,
  underWay: { ...agreed, submission: sentEarlier },
  nothingLoaded,
});

const threshold = dollars(30_000);
const noDraft: TermDraft = {
  version: 1,
  step: 'qualification',
  ...nothingAnswered,
  ...nothingSelected,
  exitPayment: '',
  submission: null,
};
const starts = (draft: Partial<TermDraft> | null = null, steps: Partial<Context> = {}) =>
  [
    { threshold, draft: draft && { ...noDraft, ...draft } },
    to('gettingFacts', { ...nothingChosen, ...nothingLoaded, threshold, ...steps }, { calls: start.calls }),
  ] as const;

const isSent = ({ application: entry }: Context) => entry?.submission?.sent === true;

const asks = to(
  'qualifying',
  { step: 'qualification', estimates: null, selection: nothingSelected, application: null },
  { calls: ({ otherLoans }) => ({ qualify: { values: otherLoans } }), focus: toHeading },
);
const selects = to(
  'selectingPlans',
  { step: 'selectPlan' },
  { calls: ({ estimates, selection }) => ({ selectPlans: { estimates, selection } }), focus: toHeading },
);
const applies = to(
  'applying.entering',
  { step: 'application', ...atApplication },
  {
    calls: ({ estimates, selection, otherLoans, application: entry, notReceived }) => ({
      apply: { estimates, selection, hasOtherLoans: otherLoans.hasOtherLoans, entry, notice: notReceived },
    }),
    focus: toHeading,
  },
);
const anew = to('gettingFacts', { ...nothingChosen, ...nothingLoaded }, { calls: start.calls });
const getsPlans = to('gettingPlans', undefined, { calls: { getEstimates: estimatesRequest() } });

/** Balances with the question, and without it: a balance equal to the threshold is not below it (ruling 30). */
const asking = { direct: dollars(12_000), ffel: dollars(0) };
const notAsking = { direct: dollars(30_000), ffel: dollars(0) };
const isRequested = ({ balances }: Context) => balances?.direct === asking.direct;
/** After Yes the sample has no balance yet, so that it is not answered. */
const isAnswered = ({ step, otherLoans }: Context) => step !== 'qualification' && otherLoans.hasOtherLoans === 'no';

const createLoanInfo = ({ direct, ffel }: typeof asking, hasApplicationInProcess = false): TermLoanInfo => ({
  borrowerAccountPayments: [
    { borrowerGroupPayments: [{ loanType: 'Direct', currentBalance: direct }] },
    { borrowerGroupPayments: [{ loanType: 'FFELP', currentBalance: ffel }] },
  ],
  hasApplicationInProcess,
});

/** The plans that each sample offers; a present plan is not a different one. */
const OFFERED = ['STANDARD', 'GRADUATED'];

const chosenPlan = (planName: string, now: string) => (now !== '' && OFFERED.includes(planName) ? planName : now);

/** Plans arrive: the earlier selection remains if it is offered and differs from the current plan. */
function bringsPlans(estimates: PlanEstimates, present: PlanSelection) {
  const restored = ({ selection }: Context): PlanSelection => ({
    selectedPlanDirect: chosenPlan(selection.selectedPlanDirect, present.selectedPlanDirect),
    selectedPlanFfel: chosenPlan(selection.selectedPlanFfel, present.selectedPlanFfel),
  });
  const isChanged = (before: Context) =>
    restored(before).selectedPlanDirect !== present.selectedPlanDirect ||
    restored(before).selectedPlanFfel !== present.selectedPlanFfel;
  const restores = (...then: Parameters<typeof given>[1][]) =>
    storing((before) => ({ estimates, selection: restored(before) }), ...then);
  return [
    answers(estimates),
    given(isSent, restores({ ...applies, state: 'applying.settling' })),
    given((before) => before.step === 'application' && isChanged(before), restores(applies)),
    restores(selects),
  ] as const;
}

const broken = { kind: 'refused', status: 503 } as const;

export default spec(termRepayment, {
  starts: {
    'a borrower': starts(),
    'a borrower who has left at the question': starts({ hasOtherLoans: 'yes' }, { otherLoans: saysYes }),
    'a borrower who has left at the plans': starts(
      { step: 'selectPlan', ...saysNo, ...graduated },
      { step: 'selectPlan', otherLoans: saysNo, selection: graduated },
    ),
    'a borrower who has left at the application': starts(
      { step: 'application', ...saysNo, ...graduated },
      { step: 'application', otherLoans: saysNo, selection: graduated },
    ),
    'a borrower whose page was reloaded while the application was under way': starts(
      { step: 'application', ...saysNo, ...graduated, submission: sentEarlier },
      {
        step: 'application',
        otherLoans: saysNo,
        selection: graduated,
        application: { values: { exitPayment: '', terms: false }, submission: sentEarlier },
      },
    ),
    'a borrower whose page was reloaded while the application was under way, and who has the plan since': starts(
      { step: 'application', ...saysNo, ...onStandardNow, submission: sentEarlier },
      {
        step: 'application',
        otherLoans: saysNo,
        selection: onStandardNow,
        application: { values: { exitPayment: '', terms: false }, submission: sentEarlier },
      },
    ),
  },
  states: {
    ...loads('gettingFacts', start.calls),
    gettingFacts: {
      shows: ['Loading…'],
      when: {
        getFacts: {
          'the question applies': [
            answers(createLoanInfo(asking)),
            storing({ balances: asking }, given(isSent, getsPlans), given(isAnswered, getsPlans), asks),
          ],
          // Earlier answers no longer count.
          'no question applies': [
            answers(createLoanInfo(notAsking)),
            storing({ balances: notAsking, otherLoans: nothingAnswered }, getsPlans),
          ],
          'an application is in process': [
            answers(createLoanInfo(asking, true)),
            storing({ balances: asking }, given(isSent, getsPlans)),
            to('leaving', undefined, { calls: { leaveForInProcess: {} } }),
          ],
          'no answer in time': notLoaded(),
        },
      },
    },
    leaving: { shows: ['Loading…'], when: { leaveForInProcess: shared(leaveForInProcess) } },
    left: { shows: ['Loading…'] },
    gettingPlans: {
      shows: ['Loading…'],
      when: {
        getEstimates: {
          'plans for loans on the standard plan': bringsPlans(onStandard, onStandardNow),
          'plans for loans on IBR': bringsPlans(onIbr, { selectedPlanDirect: 'IBR_15', selectedPlanFfel: 'IBR_15' }),
          'plans for loans on PAYE': bringsPlans(onPaye, { selectedPlanDirect: 'PAYE', selectedPlanFfel: '' }),
          'the server breaks down': [
            failed(503),
            to('couldNotLoad', undefined, {
              emits: [
                { type: 'failure.unhandled', failure: broken },
                { type: 'focus.requested', ...failure.focus },
              ],
            }),
          ],
        },
      },
    },
    qualifying: {
      shows: ['Step 1 of 4: Qualification'],
      on: [
        hears({ type: 'otherLoans.changed', entry: saysNo }, stays({ otherLoans: saysNo })),
        hears({ type: 'otherLoans.validated', entry: saysYes }, stays({ otherLoans: saysYes })),
      ],
      when: {
        qualify: {
          'the plans': [answers(onStandard), storing({ estimates: onStandard, selection: onStandardNow }, selects)],
          ...shared({ 'the machine of the question stops in error': stopsInError }),
        },
      },
    },
    selectingPlans: {
      shows: ['Step 2 of 4: Select Plans'],
      on: [
        hears({ type: 'plans.changed', entry: graduated }, stays({ selection: graduated, application: null })),
        // Without the question, the plan step has no Previous.
        where(isRequested, press('Previous', 'previous.pressed', given(isRequested, asks))),
        where((before) => !isRequested(before), hears('previous.pressed', stays())),
      ],
      when: {
        selectPlans: {
          'a plan is selected': [answers(graduated), applies],
          ...shared({ 'the machine of the plans stops in error': stopsInError }),
        },
      },
    },
    applying: {
      shows: ['Step 3 of 4: Application'],
      on: application.applying,
      when: {
        apply: {
          'the application is received': [answers(receivedResponse), { ...received, state: 'receipt' }],
          ...shared({ 'the machine of the application stops in error': stopsInError }),
        },
      },
    },
    'applying.settling': { on: application.settling },
    'applying.entering': { on: [where((before) => !isSent(before), press('Previous', 'previous.pressed', selects))] },
    receipt: {
      shows: [
        'Step 4 of 4: Receipt',
        'Your application has been submitted.',
        'Confirmation Number',
        'What happens next',
        // Received on 11/20/2026, a Friday; Thanksgiving is no banking day.
        '11/23/2026',
        'By 11/30/2026',
      ],
      routes: { '#qualification': anew, '#plans': anew },
    },
  },
  several: [
    {
      in: ['qualifying', 'selectingPlans', 'applying.entering'],
      routes: { '#qualification': given(isRequested, asks) },
    },
    { in: ['selectingPlans', 'applying.entering'], routes: { '#plans': selects } },
  ],
  claims: {
    'the question comes only where it makes a difference': {
      never: ({ isIn, context }) => isIn('qualifying') && !isRequested(context),
      brokenBy: 'guard isQuestionRequired: always true',
    },
    'no application is shown for the present plan': {
      reaching: ({ isIn, context: { selection, estimates } }) =>
        isIn('applying.entering') && estimates === onStandard && selection.selectedPlanDirect === 'STANDARD',
      // The step of the plans has its own model: only there, a plan that is selected is another one.
      needs: (by) => by.kind === 'outcome' && by.outcome === 'a plan is selected',
      brokenBy: 'applying.settling -> application.notReceived: transition dropped',
    },
    ...storesNothing('receipt', termDraft),
    ...flowClaims({ isSent, before: 'selectingPlans', applying: 'applying' }),
  },
  draft: { of: termDraft, secrets: [] },
  children: { qualify: termQualificationModel, selectPlans: termPlansModel, apply: termApplicationModel },
  facts: ({ step, otherLoans, selection, application: entry, received: answer, notReceived, balances, estimates }) => ({
    step,
    isAnswered: otherLoans.hasOtherLoans === 'no',
    direct: OFFERED.includes(selection.selectedPlanDirect) && selection.selectedPlanDirect,
    ffel: OFFERED.includes(selection.selectedPlanFfel) && selection.selectedPlanFfel,
    submission: entry && entry.submission,
    isReceived: answer !== null,
    notReceived,
    isRequested: balances?.direct,
    plans: estimates?.directLoans?.currentRepaymentPlan?.planName,
  }),
});
