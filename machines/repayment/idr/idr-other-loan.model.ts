/** Specification of the dialog that adds another loan (R §5). */
import type { ContextFrom } from 'xstate';
import type { OtherLoan, OtherLoanValues } from '#domain/repayment/idr/shapes.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { spec, words } from '../../kit/spec.ts';
import { idrOtherLoan } from './idr-other-loan.machine.ts';

type Context = ContextFrom<typeof idrOtherLoan>;
const { to, press } = words<typeof idrOtherLoan>();

/** Expected issues with these values, written by hand. */
const problems = (values: OtherLoanValues, { asksOwner }: Pick<Context, 'asksOwner'>) => [
  ...unless('borrower', !asksOwner || values.borrower !== '', 'loanOwner.required'),
  ...unless('loanProgram', values.loanProgram !== '', 'loanProgram.required'),
  ...unless('loanType', values.loanType !== '', 'loanType.required'),
  ...(values.balance === ''
    ? unless('balance', false, 'balance.required')
    : unless('balance', values.balance !== '0.00' && values.balance !== '0', 'balance.tooLow')),
];

const starts = (asksOwner: boolean) => {
  const values = { borrower: asksOwner ? '' : 'me', loanProgram: '', loanType: '', balance: '' } as const;
  const form = expectedForm<OtherLoanValues>(values, problems(values, { asksOwner }));
  return [{ asksOwner }, to('entering', { asksOwner, added: null, form })] as const;
};

/** The loan as it is added, with two decimals. */
const addedIn = ({ form: { values } }: Context): OtherLoan => ({
  borrower: values.borrower === 'spouse' ? 'spouse' : 'me',
  loanProgram: values.loanProgram === 'FFELP' ? 'FFELP' : 'Direct',
  loanType: values.loanType,
  balance: '12000.00',
});

export default spec(idrOtherLoan, {
  title: 'Income-Driven Repayment: Add Loan',
  place: 'Step 2 of the application for an income-driven plan',
  starts: {
    'a borrower whose own loans count': starts(false),
    'a borrower who is married and files jointly': starts(true),
  },
  form: {
    in: ['entering'],
    problems,
    fields: {
      borrower: {
        label: 'Borrower',
        role: 'radio',
        entries: { spouse: 'My spouse' },
        where: ({ asksOwner }) => asksOwner,
        errors: { 'loanOwner.required': 'Select whose loan it is.' },
        showsAtOnce: true,
      },
      loanProgram: {
        label: 'Loan Program',
        role: 'radio',
        entries: { Direct: 'Direct Loans', FFELP: 'Federal Family Education Loans (FFELP)' },
        // The types of the loans of one program are not those of the other.
        empties: ['loanType'],
        errors: { 'loanProgram.required': 'Select the loan program.' },
        showsAtOnce: true,
      },
      loanType: {
        label: 'Loan Type',
        role: 'combobox',
        entries: ['Stafford Unsubsidized'],
        where: ({ form }) => form.values.loanProgram === 'FFELP',
        errors: { 'loanType.required': 'Select the loan type.' },
        showsAtOnce: true,
        isNotLeft: true,
      },
      balance: {
        label: 'Current Balance',
        entries: ['12,000', '0'],
        becomes: { '12,000': '12000.00', '0': '0.00' },
        errors: {
          'balance.required': 'Enter the current loan balance.',
          'balance.tooLow': 'Balance must be greater than $0.',
        },
      },
    },
    submit: [
      {
        name: 'Save Loan',
        event: 'add.pressed',
        then: to('added', (before) => ({ added: addedIn(before) }), {
          output: (before) => ({ added: addedIn(before) }),
        }),
      },
    ],
  },
  states: {
    entering: {
      shows: ['Save Loan', 'Loan Program', 'Loan Type', 'Current Balance'],
      on: [press('Cancel', 'dialog.canceled', to('canceled', undefined, { output: { added: null } }))],
    },
  },
  claims: {
    'a loan is added by its button only': {
      reaching: ({ isIn }) => isIn('added'),
      needs: (by) => by.kind === 'event' && by.event.type === 'add.pressed',
      brokenBy: 'anywhere: starts in added',
    },
  },
  // The income step, which opens the dialog, has many states.
  facts: ({ asksOwner, form: { values } }) => ({
    asksOwner,
    program: values.loanProgram,
    balance: values.balance,
    wrong: problems(values, { asksOwner }).map(({ issue }) => issue.code),
  }),
});
