/** How the progress of an account is walked. */
import {
  allRepaid,
  neverPaidOff,
  nothingToRepay,
  repaidByIncome,
  repaidOnRap,
  repaymentFacts,
} from './loan-progress.samples.ts';
import type { RepaymentFacts } from '#domain/accounts/loans/shapes.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { loanProgress } from './loan-progress.machine.ts';

const TITLE = 'Repayment Progress';
const NO_LOANS = "We couldn't find any loans for this account.";
const HINT = 'Move the slider to see what an extra amount each month changes.';

const input = { accountId: 'acct-1' };
const loads = { state: 'loading', calls: { load: { params: { accountId: 'acct-1' } } } };

const shows = (answers: RepaymentFacts, reads: readonly string[], hides: readonly string[] = []) => ({
  answers,
  then: { state: 'showing', context: { data: answers, failure: null }, reads, hides: [COULD_NOT_LOAD, ...hides] },
});

const fails = (failure: { readonly kind: 'noAnswer' } | { readonly kind: 'refused'; readonly status: number }) => ({
  throws: failure,
  then: { state: 'couldNotLoad', context: { failure }, focus: toNotice },
});

const missing = (status: number) => ({
  throws: { kind: 'refused' as const, status },
  then: { state: 'empty', hides: [COULD_NOT_LOAD] },
});

export default defineModel<typeof loanProgress>({
  machine: loanProgress,
  inputs: { 'an account': { input, then: { ...loads, context: { data: null, failure: null } } } },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
    load: {
      // The last of 120 payments of $111.03 falls due on 11/20/2036.
      'an account in repayment': shows(repaymentFacts, [
        'Repayment Progress for Account: E100200301',
        'Original balance',
        '$12,000.00',
        'Principal paid so far',
        '$2,000.00',
        'Interest paid so far',
        '$900.00',
        'Principal remaining',
        '$10,000.00',
        'Payoff date at this payment',
        '11/20/2036',
        'Extra each month: $0.00',
        HINT,
        'What you owe over time',
      ]),
      'a payment that never pays the loan off': shows(
        neverPaidOff,
        ['This payment never pays off the loans', HINT],
        ['Interest still to pay'],
      ),
      'a payment by income, with a rest that is forgiven': shows(
        repaidByIncome,
        [
          'Last payment',
          'Forgiven on 09/20/2048',
          'After 300 payments (25 years)',
          'a forgiven amount counts as income for your federal taxes',
          HINT,
        ],
        ['Payoff date at this payment'],
      ),
      'an account on RAP': shows(repaidOnRap, [
        'Principal the government paid (RAP)',
        '$16.67',
        "Interest you weren't charged (RAP)",
        '$133.33',
      ]),
      'an account that is paid in full': shows(
        allRepaid,
        ['Paid in full', 'Fees paid so far', '$15.00'],
        [HINT, 'Interest still to pay'],
      ),
      'an account without loans': { answers: nothingToRepay, then: { state: 'empty', hides: [COULD_NOT_LOAD] } },
      "another borrower's account": missing(404),
      'an id that none can have': missing(400),
      'no answer in time': fails({ kind: 'noAnswer' }),
      'a broken server': fails({ kind: 'refused', status: 503 }),
    },
  },
  screens: {
    loading: [TITLE, 'Loading…'],
    showing: [TITLE],
    empty: [TITLE, NO_LOANS, 'Back to My Loans'],
    couldNotLoad: [TITLE, COULD_NOT_LOAD, TRY_AGAIN],
  },
  finish: ['showing', 'empty'],
  claims: {
    'a repayment is shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.data === null,
      brokenBy: 'loading -> load done: action setData removed',
    },
    'a repayment that could not be fetched is asked for anew before it is shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
});
