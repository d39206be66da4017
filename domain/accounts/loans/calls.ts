/** The calls of the pages on loans (P §7). */
import * as v from 'valibot';
import { readCall } from '../../call.ts';
import { AccountDetails, BorrowerWithAccounts, NotificationList, OnlyAccount, RepaymentData } from './shapes.ts';
import { AccountId } from '../shapes.ts';

const access = ['borrower'] as const;

export const loans = {
  summary: readCall({
    id: 'loans.summary',
    path: 'loan-accounts/:accountId',
    summary: 'Returns one account with its groups, loans and benefits',
    access,
    params: v.object({ accountId: AccountId }),
    response: AccountDetails,
  }),
  onlySummary: readCall({
    id: 'loans.onlySummary',
    path: 'only-loan-account',
    summary: 'Returns the account and the rates of a borrower with exactly one account; null for every other borrower',
    access,
    response: OnlyAccount,
  }),
  repayment: readCall({
    id: 'loans.repayment',
    path: 'loan-accounts/:accountId/repayment',
    summary: 'Returns the amounts borrowed and paid on an account, and the data for its projected repayment',
    access,
    params: v.object({ accountId: AccountId }),
    response: RepaymentData,
  }),
  borrowerWithAccounts: readCall({
    id: 'loans.borrowerWithAccounts',
    path: 'loan-interest-rates',
    summary: 'Returns the interest rates of all groups and loans, with the rates before reductions',
    access,
    response: BorrowerWithAccounts,
  }),
  notifications: readCall({
    id: 'loans.notifications',
    path: 'notifications',
    summary: 'Returns the reminders for the accounts, such as an income recertification',
    access,
    response: NotificationList,
  }),
  statusNotifications: readCall({
    id: 'loans.statusNotifications',
    path: 'application-status-notifications',
    summary: 'Returns the status of applications that are in process or were decided recently',
    access,
    response: NotificationList,
  }),
};
