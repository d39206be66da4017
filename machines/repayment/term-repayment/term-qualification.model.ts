/** How the first step of the term-based wizard is walked, read from the specification (R §2, §4, §5, §8; rulings 30, 38). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { onStandard } from '#domain/repayment/term/samples.ts';
import type { OtherLoansValues } from '#domain/repayment/term/shapes.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { REVIEW, toErrors } from '../../kit/expected-page.ts';
import { type EventCase, type Expected, defineModel } from '../../kit/model.ts';
import { termQualification } from './term-qualification.machine.ts';

type Context = ContextFrom<typeof termQualification>;
type Case = EventCase<Parameters<typeof termQualification.transition>[1], Context>;
type Values = OtherLoansValues;

const DIRECT = 'Direct Loan Balance';
const FFEL = 'FFEL Loan Balance';
const SELECT = 'Select an option.';
const INVALID = 'Balance must be a valid dollar amount.';
const NEGATIVE = 'Amount must be greater than zero.';
const NONE = 'At least one program must be greater than zero.';
const LOADING = 'Finding your plans…';

/** Expected issues with the samples. Balances count only after Yes. */
function problems({ hasOtherLoans, directLoanBalance, ffelLoanBalance }: Values): readonly FieldProblem[] {
  if (hasOtherLoans !== 'yes') return unless('hasOtherLoans', hasOtherLoans === 'no', 'otherLoans.required');
  const isNone = directLoanBalance === '' && ffelLoanBalance === '';
  return [
    ...unless('directLoanBalance', directLoanBalance !== '12,50', 'balance.invalid'),
    ...unless('ffelLoanBalance', !ffelLoanBalance.startsWith('-'), 'balance.negative'),
    ...unless('ffelLoanBalance', !isNone, 'balance.bothZero'),
  ];
}
const isRight = ({ form }: Context) => problems(form.values).length === 0;

/** A balance after its field was left: thousands separators and two decimals. */
const LEFT: Readonly<Record<string, string>> = { '18000.5': '18,000.50', '-1': '-1.00' };

interface Change {
  readonly values?: Partial<Values>;
  readonly touched?: readonly string[];
  readonly attempted?: boolean;
}
function after({ form: before }: Context, { values, ...change }: Change) {
  const form = { ...before, ...change, values: { ...before.values, ...values } };
  return { form: expectedForm(form.values, problems(form.values), form) };
}

const notifies = (what: 'changed' | 'validated') => [
  { type: `otherLoans.${what}`, entry: ({ form }: Context): Values => form.values },
];

const answer = (value: 'yes' | 'no'): Case => ({
  event: { type: 'field.changed', field: 'hasOtherLoans', value },
  gesture: { action: 'check', role: 'radio', name: value === 'yes' ? 'Yes' : 'No' },
  where: ({ form }) => form.values.hasOtherLoans !== value,
  then: {
    in: 'answering',
    context: (before) =>
      after(before, { values: { hasOtherLoans: value }, touched: touching(before.form.touched, 'hasOtherLoans') }),
    notifies: notifies('changed'),
    ...(value === 'yes' ? { reads: [DIRECT, FFEL], hides: [SELECT] } : { hides: [SELECT, DIRECT, FFEL] }),
  },
});

type Balance = 'directLoanBalance' | 'ffelLoanBalance';
const nameOf = (field: Balance) => `${field === 'directLoanBalance' ? DIRECT : FFEL} (optional)`;
const saysYes = ({ form }: Context) => form.values.hasOtherLoans === 'yes';

const fill = (field: Balance, value: string): Case => ({
  event: { type: 'field.changed', field, value },
  gesture: { action: 'fill', role: 'textbox', name: nameOf(field), value },
  where: saysYes,
  then: {
    in: 'answering',
    context: (before) => after(before, { values: { [field]: value } }),
    notifies: notifies('changed'),
  },
});

const leave = (field: Balance): Case => ({
  event: { type: 'field.left', field },
  gesture: { action: 'leave', role: 'textbox', name: nameOf(field) },
  where: saysYes,
  then: {
    in: 'answering',
    context: (before) => {
      const typed = before.form.values[field];
      return after(before, {
        values: { [field]: LEFT[typed] ?? typed },
        touched: touching(before.form.touched, field),
      });
    },
    notifies: notifies('validated'),
  },
});

const profile = (program: string, balance: number) => ({
  balance,
  owner: 'Borrower',
  program,
  loanType: program,
  interestRate: 5,
});

/** Expected request for the plans (R §7), with the amounts owed elsewhere. */
export const estimatesRequest = (direct = 0, ffel = 0) => ({
  body: {
    adjustedGrossIncome: 0,
    numberOfChildDependents: 0,
    numberOfOtherDependents: 0,
    maritalStatus: 1,
    planType: 'Term',
    externalLoanProfiles: [profile('Direct', direct), profile('FFEL', ffel)],
  },
});

const startsWith = (values: Values): { input: { values: Values }; then: Expected<Context> } => ({
  input: { values },
  then: { state: 'answering', context: { form: expectedForm(values, problems(values)), estimates: null } },
});

const refused = { kind: 'refused', status: 503 } as const;

export default defineModel<typeof termQualification>({
  machine: termQualification,
  title: 'Term-Based Repayment: Qualification',
  place: 'Step 1 of the application for term-based plans',
  inputs: {
    'a borrower who is asked': startsWith({ hasOtherLoans: '', directLoanBalance: '', ffelLoanBalance: '' }),
    'a borrower who comes back to the step': startsWith({
      hasOtherLoans: 'yes',
      directLoanBalance: '18,000.50',
      ffelLoanBalance: '',
    }),
  },
  events: [
    answer('yes'),
    answer('no'),
    fill('directLoanBalance', '18000.5'),
    fill('directLoanBalance', '12,50'),
    fill('ffelLoanBalance', '-1'),
    fill('ffelLoanBalance', ''),
    leave('directLoanBalance'),
    leave('ffelLoanBalance'),
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      then: [
        {
          in: 'answering',
          when: isRight,
          state: 'gettingPlans',
          calls: ({ form: { values } }) => ({
            getEstimates: estimatesRequest(values.hasOtherLoans === 'yes' ? 18_000.5 : 0),
          }),
          reads: [LOADING],
          hides: [REVIEW],
        },
        ...[
          { code: 'otherLoans.required', says: ['Have Other Loans', SELECT] },
          { code: 'balance.invalid', says: [DIRECT, INVALID] },
          { code: 'balance.negative', says: [FFEL, NEGATIVE] },
          { code: 'balance.bothZero', says: [FFEL, NONE] },
        ].map(({ code, says }) => ({
          in: 'answering',
          when: ({ form }: Context) => problems(form.values).some(({ issue }) => issue.code === code),
          context: (before: Context) => after(before, { attempted: true }),
          focus: toErrors,
          reads: [REVIEW, ...says],
        })),
      ],
    },
  ],
  outcomes: {
    getEstimates: {
      'the plans': {
        answers: onStandard,
        then: { state: 'gotPlans', context: { estimates: onStandard }, output: onStandard },
      },
      'the server breaks down': {
        throws: refused,
        then: { state: 'answering', emits: [{ type: 'failure.unhandled', failure: refused }], hides: [LOADING] },
      },
    },
  },
  screens: {
    answering: ['Do you have federal student loans with other servicers?', 'Continue'],
    gettingPlans: [LOADING],
  },
  claims: {
    'plans are fetched only when the borrower continues': {
      reaching: ({ isIn }) => isIn('gettingPlans'),
      needs: (by) => by.kind === 'event' && by.event.type === 'continue.pressed',
      brokenBy: 'anywhere: starts in gettingPlans',
    },
  },
  facts: ({ form: { values, touched, attempted } }) => ({ values, touched: [...touched].sort(), attempted }),
});
