/** Messages of payoff quotes. */
import { formatUsDate } from '../../calendar.ts';
import type { Messages } from '../../issue.ts';
import type { PayoffIssue } from './rules.ts';

export const payoffMessages: Messages<PayoffIssue> = {
  'payoffDate.required': () => 'Enter a payoff date.',
  'payoffDate.format': () => 'Enter the payoff date as MM/DD/YYYY, for example 12/07/2026.',
  'payoffDate.past': ({ earliest }) => `Choose a payoff date on or after ${formatUsDate(earliest)}.`,
  'payoffDate.tooLate': ({ latest, days }) =>
    `Choose a payoff date within the next ${days} days, on or before ${formatUsDate(latest)}.`,
};

export const payoffLabels = { account: 'Account', date: 'Payoff date' } as const;

/** The labels of a quote's amounts, on the page and in the PDF. */
export const quoteLabels = {
  principal: 'Principal',
  interest: 'Interest through this date',
  fees: 'Fees',
  total: 'Payoff amount',
  interestPerDay: 'Interest per day',
} as const;

/** The assumptions of a quote. */
export const QUOTE_TERMS =
  'This amount pays the account in full if we get your payment for this date. It can change if another payment is posted or returned before then, if your interest rate changes, or if money is added to your loans.';
