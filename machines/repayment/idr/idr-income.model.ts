/** Specification of the income step (R §4 IDR, §5 IDR income form, §7). */
import type { ContextFrom } from 'xstate';
import { ineligibleEstimates, sampleEntry, sampleEstimates, standardEstimates } from '#domain/repayment/idr/samples.ts';
import type { IdrEntry, IdrValues, OtherLoan } from '#domain/repayment/idr/shapes.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import idrOtherLoanModel from './idr-other-loan.model.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { REVIEW } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { type FlowSpec, noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import { idrIncome } from './idr-income.machine.ts';

type Context = ContextFrom<typeof idrIncome>;
const { to, stays, given, where, press, hears } = words<typeof idrIncome>();

export const sampleLimits = { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000, agiThreshold: 200_000 };

const ASKS = 'Did you mean to enter $250,000.00?';

const empty: IdrValues = {
  marriageStatus: '',
  taxFiling: 'jointly',
  childDependents: '',
  adultDependents: '',
  agi: '',
};
const own: OtherLoan = {
  borrower: 'me',
  loanProgram: 'FFELP',
  loanType: 'Stafford Unsubsidized',
  balance: '12000.00',
};
const spouses: OtherLoan = { ...own, borrower: 'spouse' };
const married: IdrEntry = {
  values: { ...sampleEntry.values, marriageStatus: 'married' },
  otherLoans: [own, spouses],
  confirmedAgi: '',
};

/** Expected issues with these values, written by hand. The samples have no other invalid values. */
const problems = ({ marriageStatus, childDependents, adultDependents, agi }: IdrValues) => [
  ...unless('marriageStatus', marriageStatus !== '', 'marriageStatus.required'),
  ...unless('childDependents', !['', '21'].includes(childDependents), 'dependents.range', { min: 0, max: 20 }),
  ...unless('adultDependents', !['', '21'].includes(adultDependents), 'dependents.range', { min: 0, max: 20 }),
  ...unless('agi', agi !== '', 'agi.required'),
];
const isHigh = ({ form: { values } }: Context) => values.agi.startsWith('250');
const hasToConfirm = (context: Context) => isHigh(context) && !context.confirmedAgi.startsWith('250');
const isJoint = ({ marriageStatus, taxFiling }: IdrValues) => marriageStatus === 'married' && taxFiling === 'jointly';

/** The parent stores the entry. */
const announced = (type: 'income.changed' | 'income.validated') => [
  {
    type,
    entry: ({ form, otherLoans, confirmedAgi }: Context): IdrEntry => ({
      values: form.values,
      otherLoans,
      confirmedAgi,
    }),
  },
];
const notifies = announced('income.changed');

/** Status and filing decide whether the spouse's loans count: with another one they are gone (R §4). */
const withoutSpouse = ({ otherLoans }: Context) => {
  const remaining = otherLoans.filter(({ borrower }) => borrower === 'me');
  return { otherLoans: remaining, removed: otherLoans.length - remaining.length };
};
const filing = (value: string, name: string, reads: readonly string[] = []) => ({
  value,
  name,
  then: [
    given(
      ({ otherLoans }) => otherLoans.some(({ borrower }) => borrower === 'spouse'),
      stays(withoutSpouse, { reads: [...reads, "Your spouse's loan was removed."] }),
    ),
    stays(withoutSpouse, { reads }),
  ],
});

/** The request for the entered values, by hand. */
const asks = ({ form: { values }, otherLoans }: Context) => ({
  getEstimates: {
    body: {
      adjustedGrossIncome: values.agi.startsWith('250') ? 250_000 : 42_000,
      numberOfChildDependents: Number(values.childDependents),
      numberOfOtherDependents: Number(values.adultDependents),
      maritalStatus: {
        '': 0,
        single: 1,
        married: values.taxFiling === 'jointly' ? 2 : 3,
        marriedSeparated: 5,
        marriedNoAccess: 5,
      }[values.marriageStatus],
      planType: 'IDR',
      externalLoanProfiles: otherLoans
        .filter(({ borrower }) => borrower === 'me' || isJoint(values))
        .map(({ borrower }) => ({
          balance: 12_000,
          owner: borrower === 'me' ? 'Borrower' : 'Spouse',
          program: 'FFELP',
          loanType: 'Stafford Unsubsidized',
          interestRate: 5,
        })),
    },
  },
});

const estimates = to('estimating', undefined, { calls: asks });
const estimated = (found: PlanEstimates) =>
  [answers(found), to('estimated', { estimates: found }, { output: found })] as const;

const starts = ({ values, otherLoans, confirmedAgi }: IdrEntry) =>
  [
    { limits: sampleLimits, entry: { values, otherLoans, confirmedAgi } },
    to('entering', {
      limits: sampleLimits,
      form: expectedForm(values, problems(values)),
      otherLoans,
      confirmedAgi,
      removed: null,
      notice: null,
      estimates: null,
    }),
  ] as const;

const added = (loan: OtherLoan) =>
  [
    answers({ added: loan }),
    to('entering', ({ otherLoans }) => ({ otherLoans: [...otherLoans, loan], notice: null }), {
      notifies,
      reads: ['Stafford Unsubsidized', '$12,000.00'],
    }),
  ] as const;

/**
 * Which events the paths try. They fill in the form in its order, and change a form that is complete. Other loans are added
 * with a usual income, and the values that are out of range or high are entered without them.
 */
const tries: FlowSpec<typeof idrIncome>['tries'] = (event, { form: { values }, otherLoans, confirmedAgi }) => {
  const { type, field, value } = event;
  if (type === 'otherLoan.requested')
    return otherLoans.length < 2 && confirmedAgi === '' && !values.agi.startsWith('250');
  if (type !== 'field.changed') return true;
  if (otherLoans.length > 0 && (value === '21' || value === '250,000')) return false;
  const [first] = problems(values);
  return first === undefined || first.field === field;
};

export default spec(idrIncome, {
  title: 'Income-Driven Repayment: Income',
  place: 'Step 2 of the application for an income-driven plan',
  starts: {
    'a borrower who begins': starts({ values: empty, otherLoans: [], confirmedAgi: '' }),
    'a borrower who comes back to the step': starts(sampleEntry),
    'a married borrower with other loans': starts(married),
    'a borrower who has confirmed a high income': starts({
      ...sampleEntry,
      values: { ...sampleEntry.values, agi: '250000.00' },
      confirmedAgi: '250000.00',
    }),
  },
  notices: { couldNotEstimate: "We couldn't estimate your payments right now." },
  form: {
    in: ['entering'],
    problems,
    clears: { notice: null },
    notifies: { changed: notifies, left: announced('income.validated') },
    fields: {
      marriageStatus: {
        label: 'Marital Status',
        role: 'radio',
        entries: [
          filing('married', 'Married', ['Tax Filing Status']),
          filing('marriedSeparated', 'Married, but separated'),
        ],
        errors: { 'marriageStatus.required': 'Marital Status is required.' },
        showsAtOnce: true,
      },
      taxFiling: {
        label: 'Tax Filing Status',
        role: 'radio',
        where: ({ form: { values } }) => values.marriageStatus === 'married',
        entries: [filing('separately', 'Married filing separately')],
        showsAtOnce: true,
      },
      // Dependents that are left blank become 0, and an income gets two decimals.
      childDependents: {
        label: 'Child Dependents',
        entries: ['1', '21'],
        becomes: { '': '0' },
        errors: { 'dependents.range': 'Must be between 0 and 20 dependents.' },
      },
      adultDependents: {
        label: 'Adult Dependents',
        entries: ['0', '21'],
        becomes: { '': '0' },
        errors: { 'dependents.range': 'Must be between 0 and 20 dependents.' },
      },
      agi: {
        label: 'Adjusted Gross Income',
        entries: ['42000', '250,000'],
        becomes: { '42000': '42000.00', '250,000': '250000.00' },
        errors: { 'agi.required': 'Adjusted Gross Income is required.' },
      },
    },
    submit: [
      {
        name: 'Continue',
        event: 'continue.pressed',
        then: [given(hasToConfirm, to('confirmingAgi')), { ...estimates, context: { notice: null } }],
      },
    ],
  },
  states: {
    entering: {
      shows: ['Family Size and Income', 'Marital Status', 'Other Loans', 'Adjusted Gross Income'],
      on: [
        where(
          ({ otherLoans }) => otherLoans.length < 3,
          press(
            'Add Loan',
            'otherLoan.requested',
            // The next Continue shows the panel again.
            to(
              'addingLoan',
              ({ form: { values, touched, attempted } }) => ({
                form: expectedForm(values, problems(values), { touched: attempted ? Object.keys(values) : touched }),
              }),
              { hides: [REVIEW], calls: ({ form }) => ({ addLoan: { asksOwner: isJoint(form.values) } }) },
            ),
          ),
        ),
        where(
          ({ otherLoans }) => otherLoans[0]?.loanType === own.loanType,
          press(
            'Remove loan 1: Stafford Unsubsidized',
            { type: 'otherLoan.removed', at: 0 },
            stays(({ otherLoans }) => ({ otherLoans: otherLoans.slice(1), notice: null }), {
              notifies,
              focus: { place: 'field', field: 'otherLoans', delay: 0 },
            }),
          ),
        ),
        hears({ type: 'otherLoan.removed', at: 9 }, stays()),
        press('Previous', 'previous.pressed', stays(undefined, { notifies: [{ type: 'income.left' }] })),
      ],
    },
    confirmingAgi: {
      over: true,
      shows: [ASKS],
      on: [
        press('No', 'agi.rejected', to('entering', undefined, { focus: { place: 'field', field: 'agi', delay: 0 } })),
        press('Yes', 'agi.confirmed', {
          ...estimates,
          context: ({ form: { values } }) => ({ confirmedAgi: values.agi }),
          notifies,
          hides: [ASKS],
        }),
      ],
    },
    addingLoan: {
      over: true,
      shows: ['Save Loan'],
      when: {
        addLoan: {
          'a loan is added': added(own),
          "a spouse's loan is added": added(spouses),
          'the dialog is canceled': [answers({ added: null }), to('entering')],
          'the dialog stops in error': [
            stopsInError,
            to('entering', undefined, { notifies: [{ type: 'income.failed' }] }),
          ],
        },
      },
    },
    estimating: {
      over: true,
      shows: ['Estimating your payments…'],
      when: {
        getEstimates: {
          'there are income-driven plans': estimated(sampleEstimates),
          'the loans are on the Standard plan': estimated(standardEstimates),
          'no income-driven plan is possible': estimated(ineligibleEstimates),
          'no answer in time': [noAnswer, to('entering', { notice: 'couldNotEstimate' })],
        },
      },
    },
  },
  notOnScreen: {
    'field.changed (field "marriageStatus", value "married") (1)':
      "A borrower with a spouse's loan is married already, and can't choose it again.",
    'field.left (field "adultDependents") (1)': 'The walks read the same message at the child dependents.',
  },
  claims: {
    'a high income is estimated only once it was confirmed': {
      never: ({ isIn, context }) => isIn('estimating') && hasToConfirm(context),
      brokenBy: 'guard hasToConfirm: always false',
    },
  },
  children: { addLoan: idrOtherLoanModel },
  tries,
  facts: ({ form: { values, attempted }, otherLoans, confirmedAgi, notice }, isIn) =>
    !isIn('estimated') && {
      values,
      isAttempted: attempted,
      isConfirmed: confirmedAgi !== '',
      others: otherLoans.map(({ borrower }) => borrower),
      notice,
    },
  combinedFacts: (context, isIn) => {
    const { marriageStatus, taxFiling } = context.form.values;
    const status = marriageStatus === 'married' ? taxFiling : 'other';
    if (isIn('addingLoan')) return [status === 'jointly', context.notice];
    const owners = context.otherLoans.map(({ borrower }) => borrower);
    return {
      status,
      missing: problems(context.form.values).length,
      isAttempted: context.form.attempted,
      income: isHigh(context) ? (hasToConfirm(context) ? 'to be confirmed' : 'confirmed') : 'usual',
      others: owners.includes('spouse') ? 'spouse' : owners.length > 0,
      notice: context.notice,
    };
  },
});
