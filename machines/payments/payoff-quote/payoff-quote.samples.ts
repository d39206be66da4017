/** Parsed server responses with payoff quotes. */
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { PayoffAnswer, PayoffQuote } from '#domain/payments/payoff/shapes.ts';

const sampleQuote: PayoffQuote = {
  accountId: 'acct-1',
  accountName: 'Direct Loans · E100200301',
  date: day('2026-11-30'),
  principal: cents(1_824_500),
  interest: cents(18_964),
  fees: cents(0),
  interestPerDay: cents(323),
  total: cents(1_843_464),
  isPayable: true,
  payableOn: day('2026-11-30'),
  scheduled: cents(0),
};

/** A quote for a Saturday, with a payment scheduled before it. */
export const saturdayQuote: PayoffQuote = {
  ...sampleQuote,
  date: day('2026-12-05'),
  interest: cents(20_579),
  total: cents(1_845_079),
  isPayable: false,
  payableOn: day('2026-12-07'),
  scheduled: cents(15_000),
};

export const sampleAnswer: PayoffAnswer = {
  accounts: [
    { accountId: 'acct-1', accountName: 'Direct Loans · E100200301' },
    { accountId: 'acct-2', accountName: 'FFELP Loans · D100200302' },
  ],
  earliest: day('2026-11-20'),
  latest: day('2026-12-20'),
  quote: sampleQuote,
};

export const nothingOwed: PayoffAnswer = { ...sampleAnswer, accounts: [], quote: null };
