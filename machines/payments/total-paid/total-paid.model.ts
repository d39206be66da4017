/** Model of loading the total paid to date (Y §4.8). */
import { toCents } from '#domain/money.ts';
import type { PaymentTotals } from '#domain/payments/history-shapes.ts';
import { defineModel } from 'xstate-workbench/model';
import { totalPaid } from './total-paid.machine.ts';

const BUTTON = 'Calculate My Total Amount Paid to Date';
const NOTHING = "You haven't paid anything to date.";
const FAILED = "We couldn't calculate your total. Please try again.";

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

const toTotals = { place: 'field', field: 'total-paid', delay: 0 } as const;

export default defineModel<typeof totalPaid>({
  machine: totalPaid,
  title: 'Total Paid to Date',
  place: '`/payments/payment-activity`',
  inputs: { 'a borrower': { input: {}, then: { state: 'notAsked', context: { totals: null } } } },
  events: [
    {
      event: { type: 'calculate.pressed' },
      gesture: { action: 'click', role: 'button', name: BUTTON },
      then: {
        in: ['notAsked', 'couldNotCalculate'],
        state: 'calculating',
        calls: { getTotals: {} },
        reads: ['Calculating…'],
        hides: [FAILED],
      },
    },
  ],
  outcomes: {
    getTotals: {
      'the totals': {
        answers: totals,
        then: {
          state: 'showingTotals',
          context: { totals },
          focus: toTotals,
          reads: ['$12,345.67', '$10,000.00', '$2,340.00', '$5.67'],
          hides: [BUTTON],
        },
      },
      'nothing was paid': {
        answers: nothing,
        then: { state: 'nothingPaid', focus: toTotals, reads: [NOTHING], hides: [BUTTON] },
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: { state: 'couldNotCalculate', reads: [FAILED] } },
    },
  },
  screens: {
    notAsked: [BUTTON],
    calculating: ['Calculating…'],
    showingTotals: ['Total paid', 'Principal', 'Interest', 'Fees'],
    nothingPaid: [NOTHING],
    couldNotCalculate: [BUTTON, FAILED],
  },
  finish: ['showingTotals', 'nothingPaid'],
  claims: {
    'totals are shown only when something was paid': {
      never: ({ isIn, context }) => isIn('showingTotals') && (context.totals?.totalAmountPaid ?? 0) <= 0,
      brokenBy: 'guard hasPaid: always true',
    },
  },
});
