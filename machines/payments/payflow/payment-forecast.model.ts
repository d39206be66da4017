/** Specification of the effect of a payment, which the review shows beside the submission. */
import { type PlainDate, toPlainDate } from '#domain/calendar.ts';
import { type Cents, dollarsFromCents, toCents } from '#domain/money.ts';
import type { PaymentForecast } from '#domain/payments/forecast-shapes.ts';
import type { PaymentOrder } from '#domain/payments/lines.ts';
import { pageSpec, shows, showsNothing } from '../../kit/page-spec.ts';
import { answers } from 'xstate-workbench/model';
import { noAnswer } from '../../kit/spec.ts';
import { paymentForecast } from './payment-forecast.machine.ts';

const ADVANCED = 'If we move your due date ahead';
const KEPT = 'If your due date stays';

const bill = (dueDate: string, amount: number): { dueDate: PlainDate; amount: Cents } => ({
  dueDate: toPlainDate(dueDate),
  amount: toCents(amount),
});
const parts = (fees: number, interest: number, principal: number) => ({
  feesApplied: toCents(fees),
  interestApplied: toCents(interest),
  principalApplied: toCents(principal),
});

/** $412.50: $206.25 past due and $76.25 on group A, $130.00 on group B. */
export const sampleForecast: PaymentForecast = {
  accounts: [
    {
      accountNumber: 'E100200301',
      loanType: 'Direct',
      refundedAmount: toCents(0),
      groups: [
        {
          groupId: 'A',
          loanType: 'Direct Subsidized',
          ...parts(0, 52_29, 230_21),
          balanceAfter: toCents(12_000_00),
          pastDueAfter: toCents(0),
          loans: [
            { loanId: 'A01', rate: 6.53, ...parts(0, 40_00, 160_00), balanceAfter: toCents(8_000_00) },
            { loanId: 'A02', rate: 5, ...parts(0, 12_29, 70_21), balanceAfter: toCents(4_000_00) },
          ],
          billsAdvanced: [bill('2027-01-05', 76_25), bill('2027-02-05', 76_25), bill('2027-03-05', 76_25)],
          billsKept: [bill('2026-12-05', 0), bill('2027-01-05', 76_25), bill('2027-02-05', 76_25)],
        },
        {
          groupId: 'B',
          loanType: 'Direct Unsubsidized',
          ...parts(5_00, 40_00, 85_00),
          balanceAfter: toCents(5_989_81),
          pastDueAfter: toCents(0),
          loans: [{ loanId: 'B01', rate: 6.53, ...parts(5_00, 40_00, 85_00), balanceAfter: toCents(5_989_81) }],
          billsAdvanced: [bill('2027-01-05', 130_00), bill('2027-02-05', 130_00), bill('2027-03-05', 130_00)],
          billsKept: [bill('2027-01-05', 130_00), bill('2027-02-05', 130_00), bill('2027-03-05', 130_00)],
        },
      ],
    },
  ],
};

/** As a payer sees it: without loans. */
export const sampleForecastOfPayer: PaymentForecast = {
  accounts: sampleForecast.accounts.map((account) => ({
    ...account,
    groups: account.groups.map((group) => ({ ...group, loans: [] })),
  })),
};

/** A payment that pays off one group, leaves an amount past due on the other, and exceeds the account's payoff. */
const unusual: PaymentForecast = {
  accounts: sampleForecast.accounts.map((account) => ({
    ...account,
    refundedAmount: toCents(7_00),
    groups: account.groups.map((group, at) => ({
      ...group,
      ...(at === 0
        ? { balanceAfter: toCents(0), billsAdvanced: [], billsKept: [] }
        : { pastDueAfter: toCents(31_00), billsAdvanced: group.billsKept }),
    })),
  })),
};

const samplePayment = dollarsFromCents(toCents(41_250));

/** The payment of the sample. */
const sampleOrder: PaymentOrder = {
  effectiveDate: toPlainDate('2026-11-20'),
  lines: [{ accountNumber: 'E100200301', groupId: null, amount: toCents(41_250), keepsDueDate: false }],
};

/** The payment of the sample, as it is sent. */
export const sampleAmounts = {
  effectiveDate: '2026-11-20T00:00:00.000Z',
  paymentAmountControlTotal: samplePayment,
  advanceDueDate: false,
  borrowerPaymentV2: {
    borrowerAccountPaymentsV2: [
      {
        accountNumber: 'E100200301',
        paymentAmount: samplePayment,
        borrowerGroupPaymentsV2: [],
        isGroupLevelPayment: false,
        advanceDueDate: false,
      },
    ],
  },
};
export default pageSpec(paymentForecast, {
  title: 'What a Payment Will Do',
  place: 'Below the review of a payment',
  shows: ['What this payment will do'],
  isWithinPage: true,
  starts: { 'a borrower who reviews a payment': [{ order: sampleOrder }, { body: sampleAmounts }] },
  loading: ['Working it out…'],
  showing: ['Principal', 'Interest', 'Fees', 'Balance after'],
  empty: ['This payment pays nothing.'],
  couldNotLoad: "We can't show what this payment will do right now. You can submit it without this.",
  tryAgain: 'Show Again',
  load: {
    'the effect on each loan': shows(
      sampleForecast,
      [
        "we'll apply $5.00 to fees, $92.29 to interest and $315.21 to principal",
        'Loan A01 · 6.53%',
        '$8,000.00',
        'Loan A02 · 5%',
        '$70.21',
        'Loan B01 · 6.53%',
        '$5,989.81',
        ADVANCED,
        KEPT,
        '12/05/2026: $0.00',
        '03/05/2027: $76.25',
        'Your next bills',
        '03/05/2027: $130.00',
      ],
      // The box that keeps the due date was not checked.
      ['(your choice)', 'stays past due', 'Nothing is left to pay', "we'll refund"],
    ),
    'the effect on groups, as a payer sees it': shows(
      sampleForecastOfPayer,
      ['Group A', '$230.21', '$12,000.00', 'Group B', '$5,989.81', '03/05/2027: $76.25'],
      ['Loan A01'],
    ),
    'a group is paid off, and an amount stays past due': shows(
      unusual,
      ['Nothing is left to pay on this group.', '$31.00 stays past due on this group.', "we'll refund $7.00"],
      [ADVANCED, KEPT],
    ),
    nothing: showsNothing(answers({ accounts: [] })),
    'no answer in time': [noAnswer, { state: 'couldNotLoad', context: { failure: { kind: 'noAnswer' } } }],
  },
  claims: {
    'the effect appears only when the server has calculated it': {
      reaching: ({ isIn }) => isIn('showing'),
      needs: (by) => by.kind === 'outcome' && !['nothing', 'no answer in time'].includes(by.outcome),
      brokenBy: 'couldNotLoad -> retry.requested: target loading swapped for showing',
    },
  },
  facts: ({ data, failure }) => ({ isThere: data !== null, failure: failure?.kind }),
});
