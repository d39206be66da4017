/** Specification of the first step of the term-based wizard (R §2, §4, §5, §8; rulings 30, 38). */
import type { ContextFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { onStandard } from '#domain/repayment/term/samples.ts';
import type { OtherLoansValues } from '#domain/repayment/term/shapes.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { REVIEW } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, spec, words } from '../../kit/spec.ts';
import { termQualification } from './term-qualification.machine.ts';

type Context = ContextFrom<typeof termQualification>;
const { to } = words<typeof termQualification>();

const DIRECT = 'Direct Loan Balance';
const FFEL = 'FFEL Loan Balance';
const LOADING = 'Finding your plans…';

/** Expected issues with the samples. Balances count only after Yes. */
function problems({ hasOtherLoans, directLoanBalance, ffelLoanBalance }: OtherLoansValues): readonly FieldProblem[] {
  if (hasOtherLoans !== 'yes') return unless('hasOtherLoans', hasOtherLoans === 'no', 'otherLoans.required');
  const isNone = directLoanBalance === '' && ffelLoanBalance === '';
  return [
    ...unless('directLoanBalance', directLoanBalance !== '12,50', 'balance.invalid'),
    ...unless('ffelLoanBalance', !ffelLoanBalance.startsWith('-'), 'balance.negative'),
    ...unless('ffelLoanBalance', !isNone, 'balance.bothZero'),
  ];
}

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

const starts = (values: OtherLoansValues) =>
  [{ values }, to('answering', { form: expectedForm(values, problems(values)), estimates: null })] as const;

const saysYes = ({ form }: Context) => form.values.hasOtherLoans === 'yes';

const tells = (what: 'changed' | 'validated') => [
  { type: `otherLoans.${what}`, entry: ({ form }: Context) => form.values },
];

export default spec(termQualification, {
  title: 'Term-Based Repayment: Qualification',
  place: 'Step 1 of the application for term-based plans',
  starts: {
    'a borrower with the question': starts({ hasOtherLoans: '', directLoanBalance: '', ffelLoanBalance: '' }),
    'a borrower who comes back to the step': starts({
      hasOtherLoans: 'yes',
      directLoanBalance: '18,000.50',
      ffelLoanBalance: '',
    }),
  },
  form: {
    in: ['answering'],
    problems,
    notifies: { changed: tells('changed'), left: tells('validated') },
    fields: {
      hasOtherLoans: {
        label: 'Have Other Loans',
        role: 'radio',
        entries: [
          { value: 'yes', name: 'Yes', reads: [DIRECT, FFEL] },
          { value: 'no', name: 'No', hides: [DIRECT, FFEL] },
        ],
        errors: { 'otherLoans.required': 'Select an option.' },
        inPanel: 'Have Other Loans',
        showsAtOnce: true,
      },
      directLoanBalance: {
        label: `${DIRECT} (optional)`,
        entries: ['18000.5', '12,50'],
        becomes: { '18000.5': '18,000.50' },
        where: saysYes,
        errors: { 'balance.invalid': 'Balance must be a valid dollar amount.' },
        inPanel: DIRECT,
      },
      ffelLoanBalance: {
        label: `${FFEL} (optional)`,
        entries: ['-1', ''],
        becomes: { '-1': '-1.00' },
        where: saysYes,
        errors: {
          'balance.negative': 'Amount must be greater than zero.',
          'balance.bothZero': 'At least one program must be greater than zero.',
        },
        inPanel: FFEL,
      },
    },
    submit: [
      {
        name: 'Continue',
        event: 'continue.pressed',
        then: to('gettingPlans', undefined, {
          calls: (before) => ({ getEstimates: estimatesRequest(saysYes(before) ? 18_000.5 : 0) }),
          hides: [REVIEW],
        }),
      },
    ],
  },
  states: {
    answering: { shows: ['Do you have federal student loans with other servicers?', 'Continue'] },
    gettingPlans: {
      over: true,
      shows: [LOADING],
      when: {
        getEstimates: {
          'the plans': [answers(onStandard), to('gotPlans', { estimates: onStandard }, { output: onStandard })],
          'the server breaks down': [
            failed(503),
            to('answering', undefined, {
              emits: [{ type: 'failure.unhandled', failure: { kind: 'refused', status: 503 } }],
            }),
          ],
        },
      },
    },
  },
  claims: {
    'plans are fetched only when the borrower continues': {
      reaching: ({ isIn }) => isIn('gettingPlans'),
      needs: (by) => by.kind === 'event' && by.event.type === 'continue.pressed',
      brokenBy: 'anywhere: starts in gettingPlans',
    },
  },
});
