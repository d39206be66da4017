/** Model of loading the dashboard, with failures (P §2.11, §8). Pending payments are optional. */
import {
  accountBeingPaid,
  accountDeferred,
  accountInDefault,
  accountInGrace,
  accountPaidAhead,
  accountPaidInFull,
  accountToRecertify,
  accountsWithoutSince,
  bothAccounts,
  fortyAccounts,
  noAccounts,
  paidBesideOther,
  privatePastDue,
  sampleAccounts,
  sevenAccounts,
  sevenWithBillBeingPaid,
} from '#domain/accounts/samples.ts';
import {
  sampleUpcoming,
  upcomingForGroup,
  upcomingForPastBill,
  upcomingForPastDue,
  upcomingForTotalDue,
} from '#domain/payments/samples.ts';
import { inReview } from '../../repayment/repayment-options/repayment-facts.model.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { dashboardFacts } from './dashboard-facts.machine.ts';

export default {
  ...createLoadingModel(dashboardFacts, {
    inputs: { 'a borrower': {} },
    parts: {
      accounts: {
        answers: {
          'one federal account': sampleAccounts,
          'a federal and a commercial account': bothAccounts,
          'seven accounts': sevenAccounts,
          'forty accounts': fortyAccounts,
          'an account in grace': accountInGrace,
          'an account paid ahead': accountPaidAhead,
          'everything is paid': accountPaidInFull,
          'an account to recertify': accountToRecertify,
          'one account is paid': paidBesideOther,
          'an account in a deferment': accountDeferred,
          'an account in default': accountInDefault,
          'an account with a bill that is being paid': accountBeingPaid,
          'seven accounts with a bill that is being paid': sevenWithBillBeingPaid,
          'accounts that do not say since when': accountsWithoutSince,
          'a private account that is past due': privatePastDue,
          'no account': noAccounts,
        },
        failures: { 'no answer in time': { kind: 'noAnswer' }, 'a broken server': { kind: 'refused', status: 503 } },
      },
      upcoming: {
        answers: {
          'one scheduled payment': sampleUpcoming,
          'a scheduled payment that covers the past-due amount': upcomingForPastDue,
          'scheduled payments that cover the total due': upcomingForTotalDue,
          'a scheduled payment for one group': upcomingForGroup,
          'a payment of a bill whose due date has passed': upcomingForPastBill,
          'no payment': [],
        },
        default: null,
      },
      applications: {
        answers: { 'no application': [], 'one in review that waits for a document': [inReview] },
        default: [],
      },
    },
  }),
  title: 'Dashboard: Initial Data',
};
