/** Specification of the progress of an account. */
import {
  allRepaid,
  neverPaidOff,
  nothingToRepay,
  repaidByIncome,
  repaidOnRap,
  repaymentFacts,
} from './loan-progress.samples.ts';
import { failures, loadedAgain, onlyAnswered, pageSpec, shows, showsNothing } from '../../kit/page-spec.ts';
import { answers } from 'xstate-workbench/model';
import { failed } from '../../kit/spec.ts';
import { loanProgress } from './loan-progress.machine.ts';

const HINT = 'Move the slider to see what an extra amount each month changes.';

export default pageSpec(loanProgress, {
  shows: ['Repayment Progress'],
  starts: { 'an account': [{ accountId: 'acct-1' }, { params: { accountId: 'acct-1' } }] },
  empty: ["We couldn't find any loans for this account.", 'Back to My Loans'],
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
    'an account without loans': showsNothing(answers(nothingToRepay)),
    "another borrower's account": showsNothing(failed(404)),
    'an id that none can have': showsNothing(failed(400)),
    ...failures,
  },
  claims: {
    'a repayment is shown only when the server has answered': onlyAnswered,
    'a repayment that could not be fetched is requested again before it is shown': loadedAgain,
  },
});
