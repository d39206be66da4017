/** The calls of the pages on loans (P §7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import {
  AccountDetails,
  AccountId,
  BorrowerWithAccounts,
  NotificationList,
  OnlyAccount,
  RepaymentFacts,
} from './shapes.ts';

const access = ['borrower'] as const;

export const loans = {
  summary: defineCall({
    id: 'loans.summary',
    method: 'GET',
    path: 'loan-accounts/:accountId',
    summary: 'One account with its groups, loans and benefits',
    access,
    timeLimit: 'read',
    params: v.object({ accountId: AccountId }),
    response: AccountDetails,
  }),
  onlySummary: defineCall({
    id: 'loans.onlySummary',
    method: 'GET',
    path: 'only-loan-account',
    summary: 'The account and the rates of a borrower who has exactly one; null for every other borrower',
    access,
    timeLimit: 'read',
    response: OnlyAccount,
  }),
  repayment: defineCall({
    id: 'loans.repayment',
    method: 'GET',
    path: 'loan-accounts/:accountId/repayment',
    summary: 'What was borrowed and paid on an account, and what its projected repayment is computed from',
    access,
    timeLimit: 'read',
    params: v.object({ accountId: AccountId }),
    response: RepaymentFacts,
  }),
  borrowerWithAccounts: defineCall({
    id: 'loans.borrowerWithAccounts',
    method: 'GET',
    path: 'loan-interest-rates',
    summary: 'The interest rates of all groups and loans, with the rates before reductions',
    access,
    timeLimit: 'read',
    response: BorrowerWithAccounts,
  }),
  notifications: defineCall({
    id: 'loans.notifications',
    method: 'GET',
    path: 'notifications',
    summary: 'What is to be done on the accounts, as recertifying income',
    access,
    timeLimit: 'read',
    response: NotificationList,
  }),
  statusNotifications: defineCall({
    id: 'loans.statusNotifications',
    method: 'GET',
    path: 'application-status-notifications',
    summary: 'How far applications are that are in process or were decided lately',
    access,
    timeLimit: 'read',
    response: NotificationList,
  }),
};
