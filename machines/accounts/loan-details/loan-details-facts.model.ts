/** Model of loading My Loans, with failures (P §8). Pending payments and notifications are optional. */
import {
  accountBeingPaid,
  accountInDefault,
  bothAccounts,
  fortyAccounts,
  noAccounts,
  sampleAccounts,
  sevenWithBillBeingPaid,
} from '#domain/accounts/samples.ts';
import { paidAheadAccount, recertify, sampleRates, twoStatuses } from '#domain/accounts/loans/samples.ts';
import type { Notification } from '#domain/accounts/loans/shapes.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { loanDetailsFacts } from './loan-details-facts.machine.ts';

const getNotifications = ({ notificationList }: { readonly notificationList: readonly Notification[] }) =>
  notificationList;

export default {
  ...createLoadingModel(loanDetailsFacts, {
    inputs: {
      'a borrower': { isStatusShown: true },
      'a borrower to whom the status of applications is not shown': { isStatusShown: false },
    },
    parts: {
      accounts: {
        answers: {
          'one federal account': sampleAccounts,
          'a federal and a commercial account': bothAccounts,
          'an account in default': accountInDefault,
          'an account with a bill that is being paid': accountBeingPaid,
          'seven accounts with a bill that is being paid': sevenWithBillBeingPaid,
          'forty accounts': fortyAccounts,
          'no account': noAccounts,
        },
        failures: { 'no answer in time': { kind: 'noAnswer' }, 'a broken server': { kind: 'refused', status: 503 } },
      },
      only: {
        answers: {
          'several accounts': { account: null, rates: null },
          'an only account with a reduced and a variable rate': { account: paidAheadAccount, rates: sampleRates },
          'an only account without rates': { account: paidAheadAccount, rates: null },
        },
      },
      upcoming: { answers: { 'no payment': [] }, default: null },
      notifications: {
        answers: { 'a recertification': { notificationList: [recertify] } },
        stores: getNotifications,
        when: ({ isStatusShown }) => isStatusShown,
        default: [],
      },
      statusNotifications: {
        answers: { 'two applications': { notificationList: twoStatuses } },
        stores: getNotifications,
        when: ({ isStatusShown }) => isStatusShown,
        default: [],
      },
    },
  }),
  title: 'My Loans: Initial Data',
};
