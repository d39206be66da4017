/** How the application step of the term-based wizard is walked, read from the specification (R §2, §4, §5, §7; rulings 4, 31). */
import type { ContextFrom } from 'xstate';
import { sampleKey, sampleToday } from '#domain/samples.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { toCents } from '#domain/money.ts';
import { onIbr, onStandard } from '#domain/repayment/term/samples.ts';
import type { TermApplicationValues } from '#domain/repayment/term/shapes.ts';
import {
  TERMS,
  TERMS_REQUIRED,
  afterNeverArrived,
  applicationClaims,
  applicationMessages,
  applicationNotices,
  applicationSubmissionModel,
  expectedEnds,
  expectedTerms,
  noticeFacts,
  receivedLater,
  sent,
  startingApplication,
  storedIn,
  termsMissing,
  underWay,
} from '../application/expected-application.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { REVIEW, toNotice } from '../../kit/expected-page.ts';
import { type EventCase, type Expected, defineModel } from '../../kit/model.ts';
import {
  type TermApplicationInput,
  type TermEntry,
  termApplication,
  termSubmissionMachine,
} from './term-application.machine.ts';

type Context = ContextFrom<typeof termApplication>;
type Case = EventCase<Parameters<typeof termApplication.transition>[1], Context>;
type Values = TermApplicationValues;

const AGREEMENT = 'to change the repayment plan of my loans';
const EXIT = 'Choose your one-time payment to leave IBR';
const SELECT = 'Select an option.';
const terms = expectedTerms<Context>('applying', 'I understand that the payments shown are estimates.');
const REVIEWING = terms.reviewing;

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

const isExitAsked = ({ estimates, selection }: Applied): boolean =>
  estimates === onIbr && selection.selectedPlanDirect === 'GRADUATED';

/** Expected choices: $5.00, or the current IBR payment: 142.60 and 38.15. */
const choicesOf = (applied: Applied) =>
  isExitAsked(applied)
    ? [
        { choice: 'minimum' as const, amount: toCents(500) },
        { choice: 'currentIbr' as const, amount: toCents(18_075) },
      ]
    : [];

const problems = (values: Values, applied: Applied): readonly FieldProblem[] => [
  ...unless('exitPayment', !isExitAsked(applied) || values.exitPayment !== '', 'exitPayment.required'),
  ...unless('terms', values.terms, 'terms.required'),
];

const empty: Values = { exitPayment: '', terms: false };

interface Change {
  readonly values?: Partial<Values>;
  readonly touched?: readonly string[];
  readonly attempted?: boolean;
}
function after(before: Context, { values, ...change }: Change) {
  const form = { ...before.form, ...change, values: { ...before.form.values, ...values } };
  return { form: expectedForm(form.values, problems(form.values, before), form) };
}

const notifies = [
  {
    type: 'application.changed',
    entry: (context: Context): TermEntry => ({ values: context.form.values, submission: storedIn(context) }),
  },
];

const direct = (planType: number) => ({ loanProgramGroupType: 'Direct', planType });

/** Expected request body (R §7): only changes, with the codes of R §9. */
function bodyOf(context: Context): unknown {
  const leavesIbr = isExitAsked(context);
  const both = context.estimates === onIbr && !leavesIbr;
  return {
    eligibleLoans: both ? [direct(1), { loanProgramGroupType: 'FFELP', planType: 1 }] : [direct(2)],
    hasExternalLoans: context.hasOtherLoans === 'yes',
    esignDate: '2026-11-20',
    extraAmount: leavesIbr ? (context.form.values.exitPayment === 'minimum' ? 5 : 180.75) : 0,
  };
}

const submission = expectedOnce<Context>({
  state: 'submitting',
  call: 'submitTerm',
  request: (before) => ({ body: bodyOf(before) }),
  onKey: { notifies },
});

/** Expected sentence on the unpaid interest: 518.62 of Direct Loans, and 41.38 of FFELP loans. */
const addedTo = ({ estimates, selection }: Applied): string[] => {
  if (estimates !== onIbr) return [];
  return selection.selectedPlanDirect === 'GRADUATED'
    ? [
        'If you make your exit payment on 11/30/2026, about $518.62 of unpaid interest is added to your principal that day.',
      ]
    : ['If we approve the change on 11/30/2026, about $560.00 of unpaid interest is added to your principal that day.'];
};

const startsWith = (applied: Applied, entry: TermEntry | null = null) => {
  const values = entry?.values ?? empty;
  const isSent = entry?.submission?.sent === true;
  return {
    input: { ...applied, entry },
    then: {
      state: isSent ? 'submitting' : REVIEWING,
      context: {
        ...applied,
        choices: choicesOf(applied),
        form: expectedForm(values, problems(values, applied)),
        signedOn: null,
        ...startingApplication,
        key: isSent ? sampleKey : null,
      },
      ...(isSent && { calls: submission.asks.calls }),
      ...(!isSent && { reads: [...(isExitAsked(applied) ? [EXIT] : []), ...addedTo(applied)] }),
    } satisfies Expected<Context>,
  };
};

const change = (
  field: 'exitPayment' | 'terms',
  value: string | boolean,
  more: Pick<Case, 'gesture' | 'where'>,
): Case => ({
  event: { type: 'field.changed', field, value },
  ...more,
  then: {
    in: REVIEWING,
    context: (before) => ({
      ...after(before, { values: { [field]: value }, touched: touching(before.form.touched, field) }),
      notice: null,
    }),
    notifies,
    ...(field === 'terms' && (value === true ? { hides: [TERMS_REQUIRED] } : { reads: [TERMS_REQUIRED] })),
    ...(field === 'exitPayment' && { hides: [SELECT] }),
  },
});

const tick = (value: boolean): Case =>
  change('terms', value, {
    gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name: TERMS },
    where: ({ form }) => form.values.terms !== value,
  });

const choose = (value: 'minimum' | 'currentIbr', name: string): Case =>
  change('exitPayment', value, {
    gesture: { action: 'check', role: 'radio', name },
    where: (context) => isExitAsked(context) && context.form.values.exitPayment !== value,
  });

const isRight = (context: Context) => problems(context.form.values, context).length === 0;

export default defineModel<typeof termApplication>({
  machine: termApplication,
  title: 'Term-Based Repayment: Application',
  place: 'Step 3 of the application for term-based plans',
  inputs: {
    'a borrower who changes one plan': startsWith(toGraduated),
    'a borrower who leaves IBR': startsWith(leavingIbr),
    'a borrower who goes from IBR to the standard plan': startsWith(toStandard),
    'a borrower who comes back to the step': startsWith(leavingIbr, {
      values: { exitPayment: 'currentIbr', terms: false },
      submission: null,
    }),
    'a borrower whose application never arrived': {
      input: { ...toGraduated, entry: null, hasNeverArrived: true },
      then: { ...afterNeverArrived, state: REVIEWING },
    },
    'a borrower whose page was reloaded while the application was under way': startsWith(leavingIbr, {
      values: { exitPayment: 'minimum', terms: false },
      submission: underWay,
    }),
  },
  events: [
    tick(true),
    tick(false),
    choose('minimum', '$5.00'),
    choose('currentIbr', '$180.75'),
    ...terms.events,
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Submit' },
      then: [
        {
          in: REVIEWING,
          when: isRight,
          ...sent,
          state: 'signing',
          calls: { getToday: {} },
        },
        {
          in: REVIEWING,
          when: ({ form, choices }) => choices.length > 0 && form.values.exitPayment === '',
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          ...termsMissing,
          reads: [REVIEW, 'IBR Exit Payment', SELECT],
        },
        {
          in: REVIEWING,
          context: (before) => ({ ...after(before, { attempted: true }), notice: null }),
          ...termsMissing,
        },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: submission.retried,
    },
    submission.keyMade,
  ],
  outcomes: {
    getToday: {
      'the day': {
        answers: sampleToday,
        then: { ...submission.sends, context: { signedOn: sampleToday } },
      },
      'the clock cannot be read': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: {
          state: REVIEWING,
          context: { notice: { kind: 'couldNotSend' } },
          focus: toNotice,
          reads: [applicationNotices.couldNotSend],
        },
      },
    },
    submitTerm: expectedEnds({
      kind: 'term',
      applying: REVIEWING,
      checkFailed: 'outcomeCheckFailed',
      notAsked: applicationMessages.outcomeUnknown,
      notifies,
    }),
  },
  screens: {
    applying: ['Your new payment', 'Estimated total payment', AGREEMENT, ...terms.words, 'Submit'],
    ...terms.screens,
    submitting: ['Your new payment'],
    signing: [applicationMessages.sending],
    outcomeCheckFailed: [applicationMessages.outcomeUnknown, applicationMessages.explanation],
  },
  notOnScreen: receivedLater('submitTerm'),
  claims: {
    'nobody applies without agreeing to the terms': {
      never: ({ isIn, context }) => isIn('signing') && !context.form.values.terms,
      brokenBy: 'guard isFormComplete: always true',
    },
    'nobody leaves IBR without choosing the exit payment': {
      never: ({ isIn, context }) => isIn('signing') && !isRight(context),
      brokenBy: 'guard isFormComplete: always true',
    },
    ...applicationClaims('applying'),
  },
  children: {
    submitTerm: applicationSubmissionModel(termSubmissionMachine, {
      kind: 'term',
      body: {
        eligibleLoans: [{ loanProgramGroupType: 'Direct', planType: 2 }],
        hasExternalLoans: true,
        esignDate: '2026-11-20',
        extraAmount: 0,
      },
    }),
  },
  facts: ({ estimates, selection, form, key, notice, signedOn }) => ({
    isOnIbr: estimates === onIbr,
    selection,
    values: form.values,
    touched: [...form.touched].sort(),
    isAttempted: form.attempted,
    isSent: key !== null,
    isSigned: signedOn !== null,
    notice: noticeFacts(notice),
  }),
});
