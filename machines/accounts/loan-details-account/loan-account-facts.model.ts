/** Model of loading the page of one account, with failures (P §8). */
import {
  accountWithBillBeingPaid,
  defaultedAccount,
  emptyAccount,
  paidAheadAccount,
  pastDueAccount,
  recertify,
  sampleRates,
  twoStatuses,
} from '#domain/accounts/loans/samples.ts';
import type { BorrowerWithAccounts, Notification } from '#domain/accounts/loans/shapes.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { loanAccountFacts } from './loan-account-facts.machine.ts';

const noRates: BorrowerWithAccounts = {
  edServicerGroups: [],
  edServicerLoans: [],
  servicerGroups: [],
  servicerLoans: [],
};

const getNotifications = ({ notificationList }: { readonly notificationList: readonly Notification[] }) =>
  notificationList;

export default {
  ...createLoadingModel(loanAccountFacts, {
    inputs: {
      'an account': { accountId: 'acct-1', isStatusShown: true },
      'an account without the status of applications': { accountId: 'acct-1', isStatusShown: false },
    },
    parts: {
      account: {
        request: { params: { accountId: 'acct-1' } },
        answers: {
          'an account that is past due': pastDueAccount,
          'an account with a group in default': defaultedAccount,
          'an account with a bill that is being paid': accountWithBillBeingPaid,
          'an account that is paid ahead': paidAheadAccount,
          'an account without loans': emptyAccount,
        },
        failures: {
          'no answer in time': { kind: 'noAnswer' },
          'a broken server': { kind: 'refused', status: 503 },
          "another borrower's account": { kind: 'refused', status: 404 },
          'an id that none can have': { kind: 'refused', status: 400 },
        },
      },
      rates: { answers: { 'a reduced and a variable rate': sampleRates, 'no rates': noRates }, default: null },
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
  title: 'Loan Details of an Account: Initial Data',
};
