/** Specification of the total paid to date (Y §4.8). */
import { toCents } from '#domain/money.ts';
import type { PaymentTotals } from '#domain/payments/history-shapes.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, words } from '../../kit/spec.ts';
import { totalPaid } from './total-paid.machine.ts';

const { to, press } = words<typeof totalPaid>();

const BUTTON = 'Calculate My Total Amount Paid to Date';

const totals: PaymentTotals = {
  totalAmountPaid: toCents(1_234_567),
  totalPrincipleApplied: toCents(1_000_000),
  totalInterestApplied: toCents(234_000),
  totalFeesApplied: toCents(567),
};
const nothing: PaymentTotals = {
  totalAmountPaid: toCents(0),
  totalPrincipleApplied: toCents(0),
  totalInterestApplied: toCents(0),
  totalFeesApplied: toCents(0),
};

const calculate = press(BUTTON, 'calculate.pressed', to('calculating', undefined, { calls: { getTotals: {} } }));
const toTotals = { focus: { place: 'field', field: 'total-paid', delay: 0 }, hides: [BUTTON] } as const;

export default spec(totalPaid, {
  title: 'Total Paid to Date',
  place: '`/payments/payment-activity`',
  starts: { 'a borrower': [{}, to('notRequested', { totals: null })] },
  states: {
    notRequested: { shows: [BUTTON], on: [calculate] },
    calculating: {
      shows: ['Calculating…'],
      when: {
        getTotals: {
          'the totals': [
            answers(totals),
            to('showingTotals', { totals }, { ...toTotals, reads: ['$12,345.67', '$10,000.00', '$2,340.00', '$5.67'] }),
          ],
          'nothing was paid': [answers(nothing), to('nothingPaid', undefined, toTotals)],
          'no answer in time': [noAnswer, to('couldNotCalculate')],
        },
      },
    },
    showingTotals: { shows: ['Total paid', 'Principal', 'Interest', 'Fees'] },
    nothingPaid: { shows: ["You haven't paid anything to date."] },
    couldNotCalculate: { shows: [BUTTON, "We couldn't calculate your total. Please try again."], on: [calculate] },
  },
  finish: ['showingTotals', 'nothingPaid'],
  claims: {
    'totals are shown only when something was paid': {
      never: ({ isIn, context }) => isIn('showingTotals') && (context.totals?.totalAmountPaid ?? 0) <= 0,
      brokenBy: 'guard hasPaid: always true',
    },
  },
});
