/**
 * Model of hardship forbearance (R §2, §4, §9; rulings 24, 35, 59, 60). The application's machine has its own model.
 */
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import type { HardshipDraft, HardshipSummary } from '#domain/repayment/forbearance/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import type { HardshipEntry } from './hardship-application.machine.ts';
import hardshipApplicationModel, { sampleStart } from './hardship-application.model.ts';
import { keepsNothing, receivedResponse } from '../application/expected-application.ts';
import { noGroups, sampleGroups } from '../application/expected-coverage.ts';
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
  storing,
} from '../application/expected-flow.ts';
import { CALL_ABOUT_DEFAULT, toHeading } from '../../kit/expected-page.ts';
import { type EventCase, type Expected, type ExpectedWhere, type PartOf, defineModel } from '../../kit/model.ts';
import { hardshipDraft, hardshipForbearance } from './hardship-forbearance.machine.ts';

type Context = ContextFrom<typeof hardshipForbearance>;
type Part = PartOf<Context>;
type Case = EventCase<{ type: 'agreement.chosen'; value: boolean }, Context>;

const QUESTION = "Do you want to repay your loans, but can't make your payments for now?";
const PAID_AHEAD = "You've paid ahead";
const NO_LOANS = 'None of your loans qualify for a hardship forbearance';
const APPLY = 'Apply for Hardship Forbearance';
const PANELS = [
  'Department of Defense Student Loan Repayment',
  'Medical or Dental Internship or Residency',
  'Student Loan Debt Burden (SLDB)',
  'National Service (CNCS, AmeriCorps)',
];
const THANKS = 'Thank you. We have received your application for hardship forbearance.';
const NOT_ELIGIBLE = "Based on your answer, you don't qualify for a hardship forbearance. Nothing was sent";

const summary: HardshipSummary = {
  isEligible: true,
  ineligibleReason: null,
  ...sampleGroups,
  nextCycleDate: sampleStart,
  endCycleDate: plainDateOf('2027-12-01'),
  hasApplicationInProcess: false,
};
const inProcess: HardshipSummary = { ...summary, hasApplicationInProcess: true };
const none = { ...summary, ...noGroups, isEligible: false, nextCycleDate: null, endCycleDate: null };
const paidAhead: HardshipSummary = { ...none, ineligibleReason: 'PaidAhead' };
const noLoans: HardshipSummary = { ...none, ineligibleReason: 'NoEligLoans' };

const nothingChosen: Part = {
  step: 'qualification',
  qualificationAgreement: true,
  application: null,
  received: null,
};
const anew: Expected<Context> = { ...start, context: { ...nothingChosen, summary: null } };

const underWay: HardshipEntry = { values: { terms: true }, submission: { key: sampleKey, sent: true } };
const agreed: HardshipEntry = { values: { terms: true }, submission: null };

const startsWith = (draft: Omit<HardshipDraft, 'version'>, application: HardshipEntry | null = null) => ({
  input: { draft: { version: 1 as const, ...draft } },
  then: {
    ...start,
    context: {
      step: draft.step,
      qualificationAgreement: draft.qualificationAgreement,
      application,
      received: null,
      summary: null,
    },
  },
});

const isSent = ({ application }: Context) => application?.submission?.sent === true;
const isEligible = ({ summary: known }: Context) => known?.isEligible === true;
const hasDeclined = ({ qualificationAgreement }: Context) => !qualificationAgreement;

/** Returns the loans of the summary in the form of the application's input. */
const groupsOf = (known: HardshipSummary | null) =>
  known && { eligibleGroups: known.eligibleGroups, ineligibleGroups: known.ineligibleGroups };

const toLanding: Expected<Context> = { state: 'landing.open', context: { step: 'qualification' }, focus: toHeading };
const toQuestion: Expected<Context> = { state: 'qualifying', context: { step: 'qualification' }, focus: toHeading };
const toApplication: Expected<Context> = {
  state: 'applying.making.entering',
  context: { step: 'application', ...atApplication },
  focus: toHeading,
  calls: ({ summary: known, application, hasNeverArrived }) => ({
    apply: { groups: groupsOf(known), startDate: known?.nextCycleDate, entry: application, hasNeverArrived },
  }),
  reads: ['Direct Loans · E100200301', '$17,000.00'],
};

/** Expected results on the landing page for loans that are not eligible. */
const toReason = (['paidAhead', 'noEligibleLoans'] as const).map((text) => ({
  when: ({ summary: known }: Context) =>
    known?.ineligibleReason === (text === 'paidAhead' ? 'PaidAhead' : 'NoEligLoans'),
  state: `landing.${text}`,
  context: { step: 'qualification' as const },
  focus: toHeading,
}));

/** Returns the result with the stored summary, where the flow begins. */
const begins = (then: Expected<Context>, known: HardshipSummary) => storing(then, () => ({ summary: known }));

/** Expected result for an application that was sent before a reload: the machine asks the server for its outcome. */
const settles = (known: HardshipSummary): ExpectedWhere<Context> => ({
  ...begins(toApplication, known),
  when: isSent,
  state: 'applying.making.settling',
  reads: [],
});

const answers = (known: HardshipSummary) => ({ answers: { forbearanceHardshipSummary: known } });

/** Case for an answer. A changed answer requires another application. */
const choose = (value: boolean): Case => ({
  event: { type: 'agreement.chosen', value },
  gesture: { action: 'check', role: 'radio', name: value ? 'Yes' : 'No' },
  where: ({ qualificationAgreement }) => qualificationAgreement !== value,
  then: { in: 'qualifying', context: { qualificationAgreement: value, application: null } },
});

export default defineModel<typeof hardshipForbearance>({
  machine: hardshipForbearance,
  inputs: {
    'a borrower': { input: { draft: null }, then: anew },
    'a borrower who has left with the answer No': startsWith({
      qualificationAgreement: false,
      step: 'qualification',
      submission: null,
    }),
    'a borrower who has left at the application': startsWith({
      qualificationAgreement: true,
      step: 'application',
      submission: null,
    }),
    'a borrower whose page was reloaded while the application was under way': startsWith(
      { qualificationAgreement: true, step: 'application', submission: { key: sampleKey, sent: true } },
      { values: { terms: false }, submission: { key: sampleKey, sent: true } },
    ),
  },
  events: [
    choose(true),
    choose(false),
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      on: ['qualifying'],
      then: [
        { in: 'qualifying', when: hasDeclined, state: 'applying.passing', focus: toHeading, waits: [10] },
        { in: 'qualifying', ...toApplication },
      ],
    },
    reports('applying.making', { entry: agreed, state: 'entering', part: { application: agreed } }),
    reports('applying.making', { entry: underWay, state: 'submitting', part: { application: underWay } }),
    neverArrived('applying.making', {
      entry: agreed,
      part: { application: agreed },
      nothingLoaded: { summary: null },
    }),
    {
      event: { type: 'previous.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Previous' },
      on: ['applying', 'receipt'],
      where: (before) => !isSent(before) && before.received === null,
      then: [
        // The server has refused an application from before a reload, and the loans have changed since.
        ...toReason.map((then) => ({ ...then, in: 'applying.making.entering' })),
        { in: ['applying.making.entering', 'receipt.notApplied'], ...toQuestion },
      ],
    },
    retryWanted(),
  ],
  outcomes: {
    getFacts: {
      'the borrower may apply': {
        ...answers(summary),
        then: [
          settles(summary),
          { when: ({ step }) => step === 'application', ...begins(toApplication, summary) },
          { when: hasDeclined, ...begins(toQuestion, summary) },
          begins(toLanding, summary),
        ],
      },
      'an application is in process': {
        ...answers(inProcess),
        then: [settles(inProcess), leaves],
      },
      'payments are paid ahead': {
        ...answers(paidAhead),
        then: [
          settles(paidAhead),
          { state: 'landing.paidAhead', context: { step: 'qualification', summary: paidAhead }, focus: toHeading },
        ],
      },
      'no loan can have it': {
        ...answers(noLoans),
        then: [
          settles(noLoans),
          { state: 'landing.noEligibleLoans', context: { step: 'qualification', summary: noLoans }, focus: toHeading },
        ],
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: failure },
    },
    leaveForInProcess,
    apply: {
      'the application is received': {
        answers: receivedResponse,
        then: { ...received, state: 'receipt.received' },
      },
      'the machine of the application stops in error': stopsInError,
    },
  },
  delays: [
    {
      ms: 10,
      then: { in: 'applying.passing', state: 'receipt.notApplied', context: { step: 'done' }, focus: toHeading },
    },
  ],
  routes: {
    '#landing': [
      ...toReason.map((then) => ({ ...then, in: ['landing', 'applying.making.entering'] })),
      {
        in: ['landing', 'qualifying', 'applying.making.entering', 'applying.passing', 'receipt.notApplied'],
        ...toLanding,
      },
      { in: 'receipt.received', ...anew },
    ],
    // A borrower who is not eligible stays on the landing page.
    '#qualification': [
      {
        in: ['landing', 'qualifying', 'applying.making.entering', 'applying.passing', 'receipt.notApplied'],
        when: isEligible,
        ...toQuestion,
      },
      { in: 'receipt.received', ...anew },
    ],
  },
  screens: {
    ...flowScreens,
    landing: ["A pause for when you can't pay for a while", ...PANELS],
    'landing.open': [APPLY],
    'landing.paidAhead': [PAID_AHEAD, CALL_ABOUT_DEFAULT],
    // The samples have a group in default.
    'landing.noEligibleLoans': [NO_LOANS, CALL_ABOUT_DEFAULT],
    qualifying: [
      'Step 1 of 3: Qualification',
      QUESTION,
      'Estimated start date',
      '12/01/2026',
      'Estimated end date',
      '12/01/2027',
      'Your payments start again on 12/01/2027.',
      'Continue',
    ],
    applying: ['Step 2 of 3: Application'],
    receipt: ['Step 3 of 3: Receipt'],
    'receipt.received': [THANKS, 'Confirmation Number'],
    'receipt.notApplied': [NOT_ELIGIBLE, 'Previous'],
  },
  finish: ['landing.paidAhead', 'landing.noEligibleLoans'],
  claims: {
    'the answer No does not submit an application': {
      never: ({ isIn, context }) => isIn('applying.making') && hasDeclined(context),
      brokenBy: 'guard hasDeclined: always false',
    },
    'a borrower who is not eligible does not see the question': {
      never: ({ isIn, context }) => isIn('qualifying') && !isEligible(context),
      brokenBy: 'guard isEligible: always true',
    },
    'a changed answer starts another application': {
      never: ({ isIn, context }) => isIn('qualifying') && hasDeclined(context) && context.application !== null,
      brokenBy: 'action keepAgreement: application not assigned',
    },
    ...keepsNothing('receipt', hardshipDraft, 'receipt.received'),
    ...flowClaims({ isSent, applying: 'applying.making' }),
  },
  draft: { of: hardshipDraft, secrets: [] },
  children: { apply: hardshipApplicationModel },
  facts: ({ step, qualificationAgreement, application, received: answer, hasNeverArrived, summary: known }) => ({
    step,
    qualificationAgreement,
    application,
    isReceived: answer !== null,
    hasNeverArrived,
    reason: known?.ineligibleReason,
    isInProcess: known?.hasApplicationInProcess,
  }),
});
