/** How another loan is entered in its dialog, read from the specification (R §5). */
import type { ContextFrom } from 'xstate';
import type { OtherLoan, OtherLoanValues } from '#domain/repayment/idr/shapes.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { REVIEW, toErrors } from '../../kit/expected-page.ts';
import { type EventCase, defineModel } from '../../kit/model.ts';
import { idrOtherLoan } from './idr-other-loan.machine.ts';

type Context = ContextFrom<typeof idrOtherLoan>;
type Case = EventCase<{ type: 'field.changed'; field: string; value: string }, Context>;

const FFELP_TYPE = 'Stafford Unsubsidized';
const NO_PROGRAM = 'Select the loan program.';
const NO_TYPE = 'Select the loan type.';
const NO_OWNER = 'Select whose loan it is.';
const NO_BALANCE = 'Enter the current loan balance.';
const ZERO_BALANCE = 'Balance must be greater than $0.';

/** Expected issues with these values, written by hand. */
const problemsOf = ({ asksOwner }: Pick<Context, 'asksOwner'>, values: OtherLoanValues) => [
  ...unless('borrower', !asksOwner || values.borrower !== '', 'loanOwner.required'),
  ...unless('loanProgram', values.loanProgram !== '', 'loanProgram.required'),
  ...unless('loanType', values.loanType !== '', 'loanType.required'),
  ...(values.balance === ''
    ? unless('balance', false, 'balance.required')
    : unless('balance', values.balance !== '0.00' && values.balance !== '0', 'balance.tooLow')),
];

const start = (asksOwner: boolean): OtherLoanValues => ({
  borrower: asksOwner ? '' : 'me',
  loanProgram: '',
  loanType: '',
  balance: '',
});

/** A choice shows its error at once; the balance only once it was left. */
function afterChange(field: keyof OtherLoanValues, value: string) {
  return (before: Context) => {
    const cleared = field === 'loanProgram' && before.form.values.loanType !== '';
    const values = {
      ...before.form.values,
      [field]: value,
      ...(field === 'loanProgram' && { loanType: '' }),
    } as OtherLoanValues;
    const kept = cleared ? before.form.touched.filter((name) => name !== 'loanType') : before.form.touched;
    const touched = field === 'balance' ? kept : touching(kept, field);
    return { form: expectedForm(values, problemsOf(before, values), { touched, attempted: before.form.attempted }) };
  };
}

const choose = (
  field: 'borrower' | 'loanProgram',
  value: string,
  name: string,
  where: (context: Context) => boolean,
): Case => ({
  event: { type: 'field.changed', field, value },
  gesture: { action: 'check', role: 'radio', name },
  where,
  then: { in: 'entering', context: afterChange(field, value) },
});

const chooseType = (type: string, program: string): Case => ({
  event: { type: 'field.changed', field: 'loanType', value: type },
  gesture: { action: 'choose', role: 'combobox', name: 'Loan Type', value: type },
  where: ({ form }) => form.values.loanProgram === program,
  then: {
    in: 'entering',
    when: ({ form }) => form.values.loanProgram === program,
    context: afterChange('loanType', type),
  },
});

const fillBalance = (value: string): Case => ({
  event: { type: 'field.changed', field: 'balance', value },
  gesture: { action: 'fill', role: 'textbox', name: 'Current Balance', value },
  then: { in: 'entering', context: afterChange('balance', value) },
});

const isComplete = (context: Context) => problemsOf(context, context.form.values).length === 0;

/** The loan as it is added, with two decimals. */
const addedIn = ({ form: { values } }: Context): OtherLoan => ({
  borrower: values.borrower === 'spouse' ? 'spouse' : 'me',
  loanProgram: values.loanProgram === 'FFELP' ? 'FFELP' : 'Direct',
  loanType: values.loanType,
  balance: '12000.00',
});

export default {
  ...defineModel<typeof idrOtherLoan>({
    machine: idrOtherLoan,
    inputs: {
      'a borrower whose own loans count': {
        input: { asksOwner: false },
        then: {
          state: 'entering',
          context: {
            asksOwner: false,
            added: null,
            form: expectedForm(start(false), problemsOf({ asksOwner: false }, start(false))),
          },
        },
      },
      'a borrower who is married and files jointly': {
        input: { asksOwner: true },
        then: {
          state: 'entering',
          context: {
            asksOwner: true,
            added: null,
            form: expectedForm(start(true), problemsOf({ asksOwner: true }, start(true))),
          },
        },
      },
    },
    events: [
      choose(
        'borrower',
        'spouse',
        'My spouse',
        ({ asksOwner, form }) => asksOwner && form.values.borrower !== 'spouse',
      ),
      choose('loanProgram', 'Direct', 'Direct Loans', ({ form }) => form.values.loanProgram !== 'Direct'),
      choose(
        'loanProgram',
        'FFELP',
        'Federal Family Education Loans (FFELP)',
        ({ form }) => form.values.loanProgram !== 'FFELP',
      ),
      chooseType(FFELP_TYPE, 'FFELP'),
      fillBalance('12,000'),
      fillBalance('0'),
      {
        event: { type: 'field.left', field: 'balance' },
        gesture: { action: 'leave', role: 'textbox', name: 'Current Balance' },
        then: {
          in: 'entering',
          context: (before) => {
            const { values, touched, attempted } = before.form;
            const typed = { '': '', '0': '0.00', '0.00': '0.00' }[values.balance] ?? '12000.00';
            const now = { ...values, balance: typed };
            return {
              form: expectedForm(now, problemsOf(before, now), { touched: touching(touched, 'balance'), attempted }),
            };
          },
        },
      },
      {
        event: { type: 'add.pressed' },
        gesture: { action: 'click', role: 'button', name: 'Save Loan' },
        then: [
          {
            in: 'entering',
            when: isComplete,
            state: 'added',
            context: (before) => ({ added: addedIn(before) }),
            output: (before: Context) => ({ added: addedIn(before) }),
          },
          {
            in: 'entering',
            when: ({ asksOwner, form: { values } }) =>
              asksOwner && values.borrower === '' && values.loanProgram === '' && values.balance === '',
            context: (before) => ({
              form: expectedForm(before.form.values, problemsOf(before, before.form.values), {
                touched: before.form.touched,
                attempted: true,
              }),
            }),
            focus: toErrors,
            reads: [REVIEW, NO_OWNER, NO_PROGRAM, NO_TYPE, NO_BALANCE],
          },
          {
            in: 'entering',
            when: ({ form: { values } }) => values.balance === '0' || values.balance === '0.00',
            context: (before) => ({
              form: expectedForm(before.form.values, problemsOf(before, before.form.values), {
                touched: before.form.touched,
                attempted: true,
              }),
            }),
            focus: toErrors,
            reads: [REVIEW, ZERO_BALANCE],
          },
          {
            in: 'entering',
            context: (before) => ({
              form: expectedForm(before.form.values, problemsOf(before, before.form.values), {
                touched: before.form.touched,
                attempted: true,
              }),
            }),
            focus: toErrors,
            reads: [REVIEW],
          },
        ],
      },
      {
        event: { type: 'dialog.canceled' },
        gesture: { action: 'click', role: 'button', name: 'Cancel' },
        then: { in: 'entering', state: 'canceled', output: { added: null } },
      },
    ],
    outcomes: {},
    screens: { entering: ['Save Loan', 'Loan Program', 'Loan Type', 'Current Balance'] },
    claims: {
      'a loan is added by its button only': {
        reaching: ({ isIn }) => isIn('added'),
        needs: (by) => by.kind === 'event' && by.event.type === 'add.pressed',
        brokenBy: 'anywhere: starts in added',
      },
    },
    facts: ({ asksOwner, form: { values } }) => ({
      asksOwner,
      program: values.loanProgram,
      wrong: problemsOf({ asksOwner }, values).map(({ issue }) => issue.code),
    }),
  }),
  title: 'Income-Driven Repayment: Add Loan',
  place: 'Step 2 of the application for an income-driven plan',
};
