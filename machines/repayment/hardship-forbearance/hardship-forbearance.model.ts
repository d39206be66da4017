/**
 * Specification of hardship forbearance (R §2, §4, §9; rulings 24, 35, 59, 60). The application's machine has its own model.
 */
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import type { HardshipDraft, HardshipSummary } from '#domain/repayment/forbearance/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import type { HardshipEntry } from './hardship-application.machine.ts';
import hardshipApplicationModel, { sampleStart } from './hardship-application.model.ts';
import { heardFromApplication } from '../application/application-spec.ts';
import { storesNothing, receivedResponse } from '../application/expected-application.ts';
import { noGroups, sampleGroups } from '../application/expected-coverage.ts';
import {
  atApplication,
  flowClaims,
  leaveForInProcess,
  received,
  start,
  stopsInError,
} from '../application/expected-flow.ts';
import { CALL_ABOUT_DEFAULT, toHeading } from '../../kit/expected-page.ts';
import { answers, shared } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import { hardshipDraft, hardshipForbearance } from './hardship-forbearance.machine.ts';

type Context = ContextFrom<typeof hardshipForbearance>;
const { to, given, where, storing, does, press, loads, notLoaded } = words<typeof hardshipForbearance>();

const summary: HardshipSummary = {
  isEligible: true,
  ineligibleReason: null,
  ...sampleGroups,
  nextCycleDate: sampleStart,
  endCycleDate: toPlainDate('2027-12-01'),
  hasApplicationInProcess: false,
};
const inProcess: HardshipSummary = { ...summary, hasApplicationInProcess: true };
const none = { ...summary, ...noGroups, isEligible: false, nextCycleDate: null, endCycleDate: null };
const paidAhead: HardshipSummary = { ...none, ineligibleReason: 'PaidAhead' };
const noLoans: HardshipSummary = { ...none, ineligibleReason: 'NoEligLoans' };

const nothingChosen = {
  step: 'qualification',
  qualificationAgreement: true,
  application: null,
  received: null,
} as const;
const anew = to('gettingFacts', { ...nothingChosen, summary: null }, { calls: start.calls });

const agreed: HardshipEntry = { values: { terms: true }, submission: null };
const sentEarlier = { key: sampleKey, sent: true } as const;
const application = heardFromApplication<Context, HardshipEntry>('applying.making', {
  agreed,
  underWay: { ...agreed, submission: sentEarlier },
  nothingLoaded: { summary: null },
});

const starts = (draft: Omit<HardshipDraft, 'version'>) =>
  [
    { draft: { version: 1, ...draft } },
    to(
      'gettingFacts',
      {
        ...nothingChosen,
        step: draft.step,
        qualificationAgreement: draft.qualificationAgreement,
        application: draft.submission && { values: { terms: false }, submission: draft.submission },
        summary: null,
      },
      { calls: start.calls },
    ),
  ] as const;

const isSent = ({ application: entry }: Context) => entry?.submission?.sent === true;
const isEligible = ({ summary: known }: Context) => known?.isEligible === true;
const hasDeclined = ({ qualificationAgreement }: Context) => !qualificationAgreement;
const isAtApplication = ({ step }: Context) => step === 'application';

const toLanding = to('landing.open', { step: 'qualification' }, { focus: toHeading });
const toQuestion = to('qualifying', { step: 'qualification' }, { focus: toHeading });
const toApplication = to(
  'applying.making.entering',
  { step: 'application', ...atApplication },
  {
    focus: toHeading,
    calls: ({ summary: known, application: entry, notReceived }) => ({
      apply: {
        groups: known && { eligibleGroups: known.eligibleGroups, ineligibleGroups: known.ineligibleGroups },
        startDate: known?.nextCycleDate,
        entry,
        notice: notReceived,
      },
    }),
    reads: ['Direct Loans · E100200301', '$17,000.00', 'Continue'],
  },
);
/** The landing page says why a borrower is not eligible. */
const reasonAt = (state: Parameters<typeof to>[0], reason: HardshipSummary['ineligibleReason']) =>
  given(
    ({ summary: known }) => known?.ineligibleReason === reason,
    to(state, { step: 'qualification' }, { focus: toHeading }),
  );
const toPaidAhead = reasonAt('landing.paidAhead', 'PaidAhead');
const toNoLoans = reasonAt('landing.noEligibleLoans', 'NoEligLoans');
const toReason = [toPaidAhead, toNoLoans];

/** The facts load. If an application was sent before a reload, the machine first asks the server for its outcome. */
const facts = (known: HardshipSummary, ...then: Parameters<typeof given>[1][]) =>
  [
    answers({ forbearanceHardshipSummary: known }),
    storing({ summary: known }, given(isSent, { ...toApplication, state: 'applying.making.settling', reads: [] })),
    then,
  ] as const;

/** An answer. A changed answer requires another application. */
const choose = (value: boolean) =>
  where(
    ({ qualificationAgreement }) => qualificationAgreement !== value,
    does(
      { action: 'check', role: 'radio', name: value ? 'Yes' : 'No' },
      { type: 'agreement.chosen', value },
      { context: { qualificationAgreement: value, application: null } },
    ),
  );
const previous = (...then: Parameters<typeof given>[1][]) =>
  where((before) => !isSent(before) && before.received === null, press('Previous', 'previous.pressed', ...then));

export default spec(hardshipForbearance, {
  starts: {
    'a borrower': [{ draft: null }, anew],
    'a borrower who has left with the answer No': starts({
      qualificationAgreement: false,
      step: 'qualification',
      submission: null,
    }),
    'a borrower who has left at the application': starts({
      qualificationAgreement: true,
      step: 'application',
      submission: null,
    }),
    'a borrower whose page was reloaded while the application was under way': starts({
      qualificationAgreement: true,
      step: 'application',
      submission: sentEarlier,
    }),
  },
  states: {
    ...loads('gettingFacts', start.calls),
    gettingFacts: {
      shows: ['Loading…'],
      when: {
        getFacts: {
          'the borrower may apply': facts(
            summary,
            storing({ summary }, given(isAtApplication, toApplication), given(hasDeclined, toQuestion), toLanding),
          ),
          'an application is in process': facts(
            inProcess,
            to('leaving', undefined, { calls: { leaveForInProcess: {} } }),
          ),
          'payments are paid ahead': facts(paidAhead, storing({ summary: paidAhead }, toPaidAhead)),
          'no loan can have it': facts(noLoans, storing({ summary: noLoans }, toNoLoans)),
          'no answer in time': notLoaded(),
        },
      },
    },
    leaving: { shows: ['Loading…'], when: { leaveForInProcess: shared(leaveForInProcess) } },
    left: { shows: ['Loading…'] },
    landing: {
      shows: [
        "A pause for when you can't pay for a while",
        'Department of Defense Student Loan Repayment',
        'Medical or Dental Internship or Residency',
        'Student Loan Debt Burden (SLDB)',
        'National Service (CNCS, AmeriCorps)',
      ],
    },
    'landing.open': { shows: ['Apply for Hardship Forbearance'] },
    'landing.paidAhead': { shows: ["You've paid ahead", CALL_ABOUT_DEFAULT] },
    // The samples have a group in default.
    'landing.noEligibleLoans': {
      shows: ['None of your loans qualify for a hardship forbearance', CALL_ABOUT_DEFAULT],
    },
    qualifying: {
      shows: [
        'Step 1 of 3: Qualification',
        "Do you want to repay your loans, but can't make your payments for now?",
        'Estimated start date',
        '12/01/2026',
        'Estimated end date',
        '12/01/2027',
        'Your payments start again on 12/01/2027.',
        'Continue',
      ],
      on: [
        choose(true),
        choose(false),
        press(
          'Continue',
          'continue.pressed',
          given(hasDeclined, to('applying.passing', undefined, { focus: toHeading, waits: [10] })),
          toApplication,
        ),
      ],
    },
    applying: { shows: ['Step 2 of 3: Application'] },
    'applying.passing': {
      after: { 10: to('receipt.notApplied', { step: 'done' }, { focus: toHeading }) },
    },
    'applying.making': {
      on: application.applying,
      when: {
        apply: {
          'the application is received': [answers(receivedResponse), { ...received, state: 'receipt.received' }],
          ...shared({ 'the machine of the application stops in error': stopsInError }),
        },
      },
    },
    'applying.making.settling': { on: application.settling },
    'applying.making.entering': { on: [previous(toQuestion)] },
    receipt: { shows: ['Step 3 of 3: Receipt'] },
    'receipt.received': {
      shows: ['Thank you. We have received your application for hardship forbearance.', 'Confirmation Number'],
      routes: { '#landing': anew, '#qualification': anew },
    },
    'receipt.notApplied': {
      shows: ["Based on your answer, you don't qualify for a hardship forbearance. Nothing was sent", 'Previous'],
      on: [previous(toQuestion)],
    },
  },
  several: [
    {
      in: ['landing', 'qualifying', 'applying.making.entering', 'applying.passing', 'receipt.notApplied'],
      // A borrower who is not eligible stays on the landing page.
      routes: { '#landing': [toReason, toLanding], '#qualification': given(isEligible, toQuestion) },
    },
  ],
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
    'no application is shown that the loans do not allow': {
      never: ({ isIn, context }) =>
        isIn('applying.making.entering') &&
        (!isEligible(context) || context.summary?.hasApplicationInProcess !== false),
      brokenBy: 'applying.making.settling -> application.notReceived: transition dropped',
    },
    'a changed answer starts another application': {
      never: ({ isIn, context }) => isIn('qualifying') && hasDeclined(context) && context.application !== null,
      brokenBy: 'action setAgreement: application not assigned',
    },
    ...storesNothing('receipt', hardshipDraft, 'receipt.received'),
    ...flowClaims({ isSent, applying: 'applying.making' }),
  },
  draft: { of: hardshipDraft, secrets: [] },
  children: { apply: hardshipApplicationModel },
  facts: ({ step, qualificationAgreement, application: entry, received: answer, notReceived, summary: known }) => ({
    step,
    qualificationAgreement,
    entry,
    isReceived: answer !== null,
    notReceived,
    reason: known?.ineligibleReason,
    isInProcess: known?.hasApplicationInProcess,
  }),
});
