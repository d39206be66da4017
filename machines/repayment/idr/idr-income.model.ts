/** How the income step is walked, read from the specification (R §4 IDR, §5 IDR income form, §7). */
import type { ContextFrom } from 'xstate';
import { ineligibleEstimates, sampleEntry, sampleEstimates, standardEstimates } from '#domain/repayment/idr/samples.ts';
import type { IdrEntry, IdrValues, OtherLoan } from '#domain/repayment/idr/shapes.ts';
import idrOtherLoanModel from './idr-other-loan.model.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { REVIEW, toErrors, toNotice } from '../../kit/expected-page.ts';
import { type EventCase, type Expected, type Outcome, defineModel } from 'xstate-workbench/model';
import { type IdrIncomeInput, idrIncome } from './idr-income.machine.ts';

type Context = ContextFrom<typeof idrIncome>;
type Case = EventCase<{ type: 'field.changed'; field: string; value: string }, Context>;

export const sampleLimits = { minDependents: 0, maxDependents: 20, agiMax: 1_000_000, agiThreshold: 200_000 };

const NO_STATUS = 'Marital Status is required.';
const DEPENDENTS = 'Must be between 0 and 20 dependents.';
const NO_AGI = 'Adjusted Gross Income is required.';
const COULD_NOT_ESTIMATE = "We couldn't estimate your payments right now.";
const ESTIMATING = 'Estimating your payments…';
const ASKS = 'Did you mean to enter $250,000.00?';
const REMOVED = "Your spouse's loan was removed.";

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
const problemsOf = ({ marriageStatus, childDependents, adultDependents, agi }: IdrValues) => [
  ...unless('marriageStatus', marriageStatus !== '', 'marriageStatus.required'),
  ...unless('childDependents', childDependents !== '', 'dependents.range', { min: 0, max: 20 }),
  ...unless('adultDependents', adultDependents !== '', 'dependents.range', { min: 0, max: 20 }),
  ...unless('agi', agi !== '', 'agi.required'),
];
const isComplete = ({ form: { values } }: Context) => problemsOf(values).length === 0;
const isHigh = ({ form: { values } }: Context) => values.agi.startsWith('250');
const hasToConfirm = (context: Context) => isHigh(context) && !context.confirmedAgi.startsWith('250');

const told = (type: 'income.changed' | 'income.validated') => [
  {
    type,
    entry: ({ form, otherLoans, confirmedAgi }: Context): IdrEntry => ({
      values: form.values,
      otherLoans,
      confirmedAgi,
    }),
  },
];
const notifies = told('income.changed');

/** Status and filing decide whether the spouse's loans count: with another one they are gone (R §4). */
const FILING: readonly string[] = ['marriageStatus', 'taxFiling'];

function afterChange(field: keyof IdrValues, value: string) {
  return (before: Context) => {
    const values = { ...before.form.values, [field]: value } as IdrValues;
    const { touched, attempted } = before.form;
    const kept = before.otherLoans.filter(({ borrower }) => borrower === 'me');
    return {
      form: expectedForm(values, problemsOf(values), {
        touched: FILING.includes(field) ? touching(touched, field) : touched,
        attempted,
      }),
      ...(FILING.includes(field) && { otherLoans: kept, removed: before.otherLoans.length - kept.length }),
      notice: null,
    };
  };
}

const choose = (
  field: 'marriageStatus' | 'taxFiling',
  value: string,
  name: string,
  reads: readonly string[] = [],
): Case => ({
  event: { type: 'field.changed', field, value },
  gesture: { action: 'check', role: 'radio', name },
  on: ['entering'],
  where: ({ form: { values } }) =>
    values[field] !== value && (field === 'marriageStatus' || values.marriageStatus === 'married'),
  then: [
    {
      in: 'entering',
      when: ({ otherLoans }) => otherLoans.some(({ borrower }) => borrower === 'spouse'),
      context: afterChange(field, value),
      notifies,
      reads: [...reads, REMOVED],
    },
    { in: 'entering', context: afterChange(field, value), notifies, reads },
  ],
});

const fill = (field: 'childDependents' | 'adultDependents' | 'agi', name: string, value: string): Case => ({
  event: { type: 'field.changed', field, value },
  gesture: { action: 'fill', role: 'textbox', name, value },
  on: ['entering'],
  then: { in: 'entering', context: afterChange(field, value), notifies, hides: [COULD_NOT_ESTIMATE] },
});

/** Expected value after its field loses focus: blank dependents become 0, an income has two decimals. */
const leave = (
  field: 'childDependents' | 'adultDependents' | 'agi',
  name: string,
  reads: readonly string[] = [],
): EventCase<{ type: 'field.left'; field: string }, Context> => {
  const left = (before: Context) => {
    const { values, touched, attempted } = before.form;
    const typed = values[field];
    const written =
      field === 'agi' ? { '250,000': '250000.00', '42000': '42000.00' }[typed] : typed === '' ? '0' : undefined;
    const now = { ...values, [field]: written ?? typed };
    return { form: expectedForm(now, problemsOf(now), { touched: touching(touched, field), attempted }) };
  };
  return {
    event: { type: 'field.left', field },
    gesture: { action: 'leave', role: 'textbox', name },
    on: ['entering'],
    then: [
      ...(reads.length === 0
        ? []
        : [
            {
              in: 'entering',
              when: ({ form }: Context) => form.values[field] === '',
              context: left,
              notifies: told('income.validated'),
              reads,
            },
          ]),
      { in: 'entering', context: left, notifies: told('income.validated') },
    ],
  };
};

const isJoint = ({ marriageStatus, taxFiling }: IdrValues) => marriageStatus === 'married' && taxFiling === 'jointly';

/** Expected request for the entered values, written by hand. */
const asks = ({ form: { values }, otherLoans }: Context) => ({
  getEstimates: {
    body: {
      adjustedGrossIncome: isHighTyped(values.agi) ? 250_000 : 42_000,
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
const isHighTyped = (agi: string) => agi.startsWith('250');

const attempted = (before: Context) => ({
  form: expectedForm(before.form.values, problemsOf(before.form.values), {
    touched: before.form.touched,
    attempted: true,
  }),
});

const startOf = ({ values, otherLoans, confirmedAgi }: IdrEntry): Expected<Context> => ({
  state: 'entering',
  context: {
    limits: sampleLimits,
    form: expectedForm(values, problemsOf(values)),
    otherLoans,
    confirmedAgi,
    removed: null,
    notice: null,
    estimates: null,
  },
});
const startsWith = (entry: IdrEntry): { input: IdrIncomeInput; then: Expected<Context> } => ({
  input: { limits: sampleLimits, entry },
  then: startOf(entry),
});

const added = (loan: OtherLoan): Outcome<Context> => ({
  answers: { added: loan },
  then: {
    in: 'addingLoan',
    state: 'entering',
    context: ({ otherLoans }) => ({ otherLoans: [...otherLoans, loan], notice: null }),
    notifies,
    reads: ['Stafford Unsubsidized', '$12,000.00'],
  },
});

export default {
  ...defineModel<typeof idrIncome>({
    machine: idrIncome,
    inputs: {
      'a borrower who begins': startsWith({ values: empty, otherLoans: [], confirmedAgi: '' }),
      'a borrower who comes back to the step': startsWith(sampleEntry),
      'a married borrower with other loans': startsWith(married),
      'a borrower who has confirmed a high income': startsWith({
        ...sampleEntry,
        values: { ...sampleEntry.values, agi: '250000.00' },
        confirmedAgi: '250000.00',
      }),
    },
    events: [
      choose('marriageStatus', 'married', 'Married', ['Tax Filing Status']),
      choose('marriageStatus', 'marriedSeparated', 'Married, but separated'),
      choose('taxFiling', 'separately', 'Married filing separately'),
      fill('childDependents', 'Child Dependents', '1'),
      fill('agi', 'Adjusted Gross Income', '42000'),
      fill('agi', 'Adjusted Gross Income', '250,000'),
      leave('childDependents', 'Child Dependents'),
      leave('adultDependents', 'Adult Dependents'),
      leave('agi', 'Adjusted Gross Income', [NO_AGI]),
      {
        event: { type: 'otherLoan.wanted' },
        gesture: { action: 'click', role: 'button', name: 'Add Loan' },
        on: ['entering'],
        where: ({ otherLoans }) => otherLoans.length < 3,
        then: {
          in: 'entering',
          state: 'addingLoan',
          context: ({ form: { values, touched, attempted: isAttempted } }) => ({
            form: expectedForm(values, problemsOf(values), { touched: isAttempted ? Object.keys(values) : touched }),
          }),
          hides: [REVIEW],
          calls: ({ form: { values } }) => ({
            addLoan: { asksOwner: values.marriageStatus === 'married' && values.taxFiling === 'jointly' },
          }),
        },
      },
      {
        event: { type: 'otherLoan.removed', at: 0 },
        gesture: { action: 'click', role: 'button', name: 'Remove loan 1: Stafford Unsubsidized' },
        on: ['entering'],
        where: ({ otherLoans }) => otherLoans[0]?.loanType === own.loanType,
        then: {
          in: 'entering',
          when: ({ otherLoans }) => otherLoans.length > 0,
          context: ({ otherLoans }) => ({ otherLoans: otherLoans.slice(1), notice: null }),
          notifies,
          focus: { place: 'field', field: 'otherLoans', delay: 0 },
        },
      },
      { event: { type: 'otherLoan.removed', at: 9 }, then: { in: 'entering' } },
      {
        event: { type: 'continue.pressed' },
        gesture: { action: 'click', role: 'button', name: 'Continue' },
        on: ['entering'],
        then: [
          {
            in: 'entering',
            when: (context) => isComplete(context) && hasToConfirm(context),
            state: 'confirmingAgi',
            reads: [ASKS],
          },
          { in: 'entering', when: isComplete, state: 'estimating', context: { notice: null }, calls: asks },
          {
            in: 'entering',
            when: ({ form: { values } }) =>
              values.marriageStatus === '' && values.childDependents === '' && values.agi === '',
            context: attempted,
            focus: toErrors,
            reads: [REVIEW, NO_STATUS, DEPENDENTS, NO_AGI],
          },
          { in: 'entering', context: attempted, focus: toErrors, reads: [REVIEW] },
        ],
      },
      {
        event: { type: 'previous.pressed' },
        gesture: { action: 'click', role: 'button', name: 'Previous' },
        on: ['entering'],
        then: { in: 'entering', notifies: [{ type: 'income.left' }] },
      },
      {
        event: { type: 'agi.rejected' },
        gesture: { action: 'click', role: 'button', name: 'No' },
        then: {
          in: 'confirmingAgi',
          state: 'entering',
          focus: { place: 'field', field: 'agi', delay: 0 },
          hides: [ASKS],
        },
      },
      {
        event: { type: 'agi.confirmed' },
        gesture: { action: 'click', role: 'button', name: 'Yes' },
        then: {
          in: 'confirmingAgi',
          state: 'estimating',
          context: ({ form: { values } }) => ({ confirmedAgi: values.agi }),
          notifies,
          calls: asks,
          hides: [ASKS],
        },
      },
    ],
    outcomes: {
      addLoan: {
        'a loan is added': added(own),
        "a spouse's loan is added": added(spouses),
        'the dialog is canceled': { answers: { added: null }, then: { in: 'addingLoan', state: 'entering' } },
        'the dialog stops in error': {
          throws: { kind: 'unreadable', detail: 'Unexpected Error' },
          then: { in: 'addingLoan', state: 'entering', notifies: [{ type: 'income.failed' }] },
        },
      },
      getEstimates: {
        'there are income-driven plans': {
          answers: sampleEstimates,
          then: { state: 'estimated', context: { estimates: sampleEstimates }, output: sampleEstimates },
        },
        'the loans are on the Standard plan': {
          answers: standardEstimates,
          then: { state: 'estimated', context: { estimates: standardEstimates }, output: standardEstimates },
        },
        'no income-driven plan is possible': {
          answers: ineligibleEstimates,
          then: { state: 'estimated', context: { estimates: ineligibleEstimates }, output: ineligibleEstimates },
        },
        'no answer in time': {
          throws: { kind: 'noAnswer' },
          then: {
            state: 'entering',
            context: { notice: 'couldNotEstimate' },
            focus: toNotice,
            reads: [COULD_NOT_ESTIMATE],
          },
        },
      },
    },
    notOnScreen: {
      'field.changed (field "marriageStatus", value "married") (1)':
        "A borrower with a spouse's loan is married already, and can't choose it again.",
    },
    screens: {
      entering: ['Family Size and Income', 'Marital Status', 'Other Loans', 'Adjusted Gross Income'],
      confirmingAgi: [ASKS],
      addingLoan: ['Save Loan'],
      estimating: [ESTIMATING],
    },
    claims: {
      'a high income is estimated only once it was confirmed': {
        never: ({ isIn, context }) => isIn('estimating') && hasToConfirm(context),
        brokenBy: 'guard hasToConfirm: always false',
      },
    },
    children: { addLoan: idrOtherLoanModel },
    facts: (context, isIn) => {
      const { marriageStatus, taxFiling } = context.form.values;
      const status = marriageStatus === 'married' ? taxFiling : 'other';
      if (isIn('addingLoan')) return [status === 'jointly', context.notice];
      const owners = context.otherLoans.map(({ borrower }) => borrower);
      return {
        status,
        missing: problemsOf(context.form.values).length,
        isAttempted: context.form.attempted,
        income: isHigh(context) ? (hasToConfirm(context) ? 'to be confirmed' : 'confirmed') : 'usual',
        others: owners.includes('spouse') ? 'spouse' : owners.length > 0,
        notice: context.notice,
      };
    },
  }),
  title: 'Income-Driven Repayment: Income',
  place: 'Step 2 of the application for an income-driven plan',
};
