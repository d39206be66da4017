/** How the past-due page is walked (P §2.12, ruling 27). */
import { toCents as cents } from '#domain/money.ts';
import { bothAccounts, noAccounts, sampleAccounts } from '#domain/accounts/samples.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../kit/expected-page.ts';
import { defineModel } from '../kit/model.ts';
import { pastDue } from './past-due.machine.ts';

const COULD_NOT_OPEN = 'We could not open your account just now. Please choose Continue to my account again.';
const NOT_LOADED = 'The amount could not be loaded.';
const CONTINUE = 'Continue to my account';
const AMOUNT = 'Amount past due';
const IS_PAST_DUE = 'Your account is past due';
const NOTHING_PAST_DUE = 'Nothing is past due.';

/** A commercial account with $10.00 past due beside the federal one. */
const twoPastDue = {
  ...bothAccounts,
  commercialAccounts: bothAccounts.commercialAccounts.map((account) => ({ ...account, pastDueAmt: cents(1_000) })),
};

const findsAmount = { state: 'findingAmount', calls: { getAccounts: {} } };
const opensAccount = { state: 'openingAccount', calls: { openAccount: {} } };

const shows = (amount: number, reads: readonly string[]) => ({
  state: 'showingAmount',
  context: { pastDue: cents(amount) },
  focus: { place: 'heading', delay: 0 } as const,
  reads,
  hides: [COULD_NOT_LOAD],
});

export default defineModel<typeof pastDue>({
  machine: pastDue,
  inputs: { 'a borrower': { input: {}, then: { ...findsAmount, context: { pastDue: null } } } },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [
        { in: 'amountUnknown', ...findsAmount, hides: [COULD_NOT_LOAD] },
        {
          in: 'couldNotOpenAccount',
          when: ({ pastDue: amount }) => amount === null,
          ...findsAmount,
          hides: [COULD_NOT_OPEN, NOT_LOADED],
        },
      ],
    },
    {
      event: { type: 'account.wanted' },
      gesture: { action: 'click', role: 'button', name: CONTINUE },
      then: [
        { in: 'showingAmount', ...opensAccount },
        { in: 'amountUnknown', ...opensAccount, hides: [COULD_NOT_LOAD] },
        { in: 'couldNotOpenAccount', ...opensAccount, hides: [COULD_NOT_OPEN] },
      ],
    },
  ],
  outcomes: {
    getAccounts: {
      'one account is past due': {
        answers: sampleAccounts,
        then: shows(20_625, [AMOUNT, '$206.25', IS_PAST_DUE]),
      },
      'two accounts are past due': {
        answers: twoPastDue,
        then: shows(21_625, [AMOUNT, '$216.25', IS_PAST_DUE]),
      },
      'nothing is past due': {
        answers: noAccounts,
        then: shows(0, [NOTHING_PAST_DUE]),
      },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: { state: 'amountUnknown', focus: toNotice } },
    },
    openAccount: {
      'it opens': { answers: undefined, then: { state: 'openedAccount' } },
      'it does not open': {
        throws: { kind: 'noAnswer' },
        then: [
          {
            when: ({ pastDue: amount }) => amount !== null && amount > 0,
            state: 'couldNotOpenAccount',
            focus: toNotice,
            reads: [AMOUNT, IS_PAST_DUE],
          },
          {
            when: ({ pastDue: amount }) => amount === 0,
            state: 'couldNotOpenAccount',
            focus: toNotice,
            reads: [NOTHING_PAST_DUE],
          },
          { state: 'couldNotOpenAccount', focus: toNotice, reads: [IS_PAST_DUE, NOT_LOADED, TRY_AGAIN] },
        ],
      },
    },
  },
  screens: {
    findingAmount: ['Loading…'],
    showingAmount: ['Make a Payment', CONTINUE],
    amountUnknown: [COULD_NOT_LOAD, TRY_AGAIN, IS_PAST_DUE, 'Make a Payment', CONTINUE],
    openingAccount: ['Opening your account…'],
    couldNotOpenAccount: [COULD_NOT_OPEN, 'Make a Payment', CONTINUE],
  },
  claims: {
    'no amount is shown before the server has said it': {
      never: ({ isIn, context }) => isIn('showingAmount') && context.pastDue === null,
      brokenBy: 'findingAmount -> getAccounts done: action keepAmount removed',
    },
    'an amount that could not be fetched is asked for anew before any is shown': {
      reaching: ({ isIn }) => isIn('showingAmount'),
      needs: (by) => by.kind === 'outcome' && by.id === 'getAccounts' && by.outcome !== 'no answer in time',
      brokenBy: 'amountUnknown -> retry.wanted: target findingAmount swapped for showingAmount',
    },
  },
  facts: ({ pastDue: amount }) => ({ amount }),
});
