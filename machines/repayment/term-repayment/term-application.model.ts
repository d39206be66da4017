/** Specification of the application step of the term-based wizard (R §2, §4, §5, §7; rulings 4, 31). */
import type { ContextFrom } from 'xstate';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { toCents } from '#domain/money.ts';
import { onIbr, onStandard } from '#domain/repayment/term/samples.ts';
import type { TermApplicationValues } from '#domain/repayment/term/shapes.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { applicationSpec, termsField } from '../application/application-spec.ts';
import {
  afterNeverArrived,
  afterRefusal,
  applicationMessages,
  startingApplication,
  storedIn,
  underWay,
} from '../application/expected-application.ts';
import {
  type TermApplicationInput,
  type TermEntry,
  termApplication,
  termSubmissionMachine,
} from './term-application.machine.ts';

type Context = ContextFrom<typeof termApplication>;
const { to } = words<typeof termApplication>();

const EXIT = 'Choose your one-time payment to leave IBR';
type Applied = Omit<TermApplicationInput, 'entry'>;

/** Direct Loans go from the standard to the graduated plan; the borrower has loans elsewhere. */
export const toGraduated: Applied = {
  estimates: onStandard,
  selection: { selectedPlanDirect: 'GRADUATED', selectedPlanFfel: '' },
  hasOtherLoans: 'yes',
};
/** Direct Loans leave IBR, FFELP Loans stay on it. */
export const leavingIbr: Applied = {
  estimates: onIbr,
  selection: { selectedPlanDirect: 'GRADUATED', selectedPlanFfel: 'IBR_15' },
  hasOtherLoans: '',
};
/** Both programs go from IBR to the standard plan: there is no exit payment (ruling 31). */
const toStandard: Applied = {
  estimates: onIbr,
  selection: { selectedPlanDirect: 'STANDARD', selectedPlanFfel: 'STANDARD' },
  hasOtherLoans: '',
};

const isExitQuestionShown = ({ estimates, selection }: Applied): boolean =>
  estimates === onIbr && selection.selectedPlanDirect === 'GRADUATED';

/** Expected choices: $5.00, or the current IBR payment: 142.60 and 38.15. */
const toChoices = (applied: Applied) =>
  isExitQuestionShown(applied)
    ? [
        { choice: 'minimum' as const, amount: toCents(500) },
        { choice: 'currentIbr' as const, amount: toCents(18_075) },
      ]
    : [];

const problems = (values: TermApplicationValues, applied: Applied): readonly FieldProblem[] => [
  ...unless('exitPayment', !isExitQuestionShown(applied) || values.exitPayment !== '', 'exitPayment.required'),
  ...unless('terms', values.terms, 'terms.required'),
];

/** The parent stores the entry. */
const notifies = [
  {
    type: 'application.changed',
    entry: (context: Context): TermEntry => ({ values: context.form.values, submission: storedIn(context) }),
  },
];

const direct = (planType: number) => ({ loanProgramGroupType: 'Direct', planType });

/** Expected request body (R §7): only changes, with the codes of R §9. */
function toBody(context: Context) {
  const leavesIbr = isExitQuestionShown(context);
  const both = context.estimates === onIbr && !leavesIbr;
  return {
    eligibleLoans: both ? [direct(1), { loanProgramGroupType: 'FFELP', planType: 1 }] : [direct(2)],
    hasExternalLoans: context.hasOtherLoans === 'yes',
    esignDate: '2026-11-20',
    extraAmount: leavesIbr ? (context.form.values.exitPayment === 'minimum' ? 5 : 180.75) : 0,
  };
}

const application = applicationSpec<Context>({
  kind: 'term',
  machine: termSubmissionMachine,
  call: 'submitTerm',
  sample: {
    body: { eligibleLoans: [direct(2)], hasExternalLoans: true, esignDate: '2026-11-20', extraAmount: 0 },
  },
  toBody,
  shows: ['Your new payment', 'Estimated total payment', 'to change the repayment plan of my loans', 'Submit'],
  terms: 'I understand that the payments shown are estimates.',
  notifies,
});
const REVIEWING = 'applying.reviewing';

/** Expected sentence on the unpaid interest: 518.62 of Direct Loans, and 41.38 of FFELP loans. */
const addedTo = (applied: Applied): string[] => {
  if (applied.estimates !== onIbr) return [];
  return isExitQuestionShown(applied)
    ? [
        EXIT,
        'If you make your exit payment on 11/30/2026, about $518.62 of unpaid interest is added to your principal that day.',
      ]
    : ['If we approve the change on 11/30/2026, about $560.00 of unpaid interest is added to your principal that day.'];
};

const starts = (applied: Applied, entry: TermEntry | null = null) => {
  const values = entry?.values ?? { exitPayment: '', terms: false };
  const context = {
    ...applied,
    choices: toChoices(applied),
    form: expectedForm(values, problems(values, applied)),
    signedOn: null,
    ...startingApplication,
  };
  return [
    { ...applied, entry },
    entry?.submission?.sent === true
      ? to('submitting', { ...context, key: sampleKey }, { calls: application.asks })
      : to(REVIEWING, context, { reads: addedTo(applied) }),
  ] as const;
};

export default spec(termApplication, {
  title: 'Term-Based Repayment: Application',
  place: 'Step 3 of the application for term-based plans',
  starts: {
    'a borrower who changes one plan': starts(toGraduated),
    'a borrower who leaves IBR': starts(leavingIbr),
    'a borrower who goes from IBR to the standard plan': starts(toStandard),
    'a borrower who comes back to the step': starts(leavingIbr, {
      values: { exitPayment: 'currentIbr', terms: false },
      submission: null,
    }),
    'a borrower whose application never arrived': [
      { ...toGraduated, entry: null, ...afterNeverArrived.context },
      { ...afterNeverArrived, state: REVIEWING },
    ],
    'a borrower whose application was refused': [
      { ...toGraduated, entry: null, ...afterRefusal.context },
      { ...afterRefusal, state: REVIEWING },
    ],
    'a borrower whose page was reloaded while the application was under way': starts(leavingIbr, {
      values: { exitPayment: 'minimum', terms: false },
      submission: underWay,
    }),
  },
  notices: application.notices,
  form: {
    in: [REVIEWING],
    problems,
    clears: { notice: null },
    refuses: { notice: null },
    notifies: { changed: notifies },
    fields: {
      terms: termsField,
      exitPayment: {
        label: EXIT,
        role: 'radio',
        entries: { minimum: '$5.00', currentIbr: '$180.75' },
        where: isExitQuestionShown,
        errors: { 'exitPayment.required': 'Select an option.' },
        inPanel: 'IBR Exit Payment',
        showsAtOnce: true,
      },
    },
    submit: [
      {
        name: 'Submit',
        then: to('signing', { notice: null }, { calls: { getToday: {} } }),
      },
    ],
  },
  states: {
    ...application.states,
    signing: {
      over: true,
      shows: [applicationMessages.sending],
      when: {
        getToday: {
          'the day': [
            answers(sampleToday),
            {
              ...application.sends,
              context: { signedOn: sampleToday },
            },
          ],
          'the clock cannot be read': [stopsInError, to(REVIEWING, { notice: { kind: 'couldNotSend' } })],
        },
      },
    },
  },
  several: [{ in: ['submitting', 'outcomeCheckFailed'], shows: ['Your new payment'] }],
  claims: {
    'no application is sent without agreement to the terms': {
      never: ({ isIn, context }) => isIn('signing') && !context.form.values.terms,
      brokenBy: 'guard isFormComplete: always true',
    },
    'no borrower leaves IBR without choosing the exit payment': {
      never: ({ isIn, context }) => isIn('signing') && problems(context.form.values, context).length > 0,
      brokenBy: 'guard isFormComplete: always true',
    },
    ...application.claims,
  },
  children: { submitTerm: application.child },
});
