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
    summary: 'One account with its groups, loans and benefits',
    access,
    params: v.object({ accountId: AccountId }),
    response: AccountDetails,
  }),
  onlySummary: readCall({
    id: 'loans.onlySummary',
    path: 'only-loan-account',
    summary: 'The account and the rates of a borrower who has exactly one; null for every other borrower',
    access,
    response: OnlyAccount,
  }),
  repayment: readCall({
    id: 'loans.repayment',
    path: 'loan-accounts/:accountId/repayment',
    summary: 'What was borrowed and paid on an account, and what its projected repayment is computed from',
    access,
    params: v.object({ accountId: AccountId }),
    response: RepaymentData,
  }),
  borrowerWithAccounts: readCall({
    id: 'loans.borrowerWithAccounts',
    path: 'loan-interest-rates',
    summary: 'The interest rates of all groups and loans, with the rates before reductions',
    access,
    response: BorrowerWithAccounts,
  }),
  notifications: readCall({
    id: 'loans.notifications',
    path: 'notifications',
    summary: 'What is to be done on the accounts, as recertifying income',
    access,
    response: NotificationList,
  }),
  statusNotifications: readCall({
    id: 'loans.statusNotifications',
    path: 'application-status-notifications',
    summary: 'How far applications are that are in process or were decided lately',
    access,
    response: NotificationList,
  }),
};
