/**
 * Loads the data of My Loans: the accounts, the groups and loans if there is only one account, and the notifications.
 */
import { accounts } from '#domain/accounts/calls.ts';
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import { loans } from '#domain/loans/calls.ts';
import type { AccountDetails, BorrowerWithAccounts, Notification } from '#domain/loans/shapes.ts';
import { paymentReads } from '#domain/payments/read-calls.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { call } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

/** Whether the status of applications is shown: the feature flag `applicationStatusInfoEnabled`. */
export interface NotificationInput {
  readonly isStatusShown: boolean;
}

export interface LoanDetailsFacts {
  readonly accounts: LoanAccounts;
  /** The account of a borrower who has exactly one; otherwise null. */
  readonly only: AccountDetails | null;
  /** Null where they could not be fetched (P §8: ignored). */
  readonly rates: BorrowerWithAccounts | null;
  /** Pending payments; null if they could not be fetched. */
  readonly upcoming: readonly ScheduledPayment[] | null;
  readonly notifications: readonly Notification[];
  readonly statusNotifications: readonly Notification[];
}

export const loanDetailsFacts = loadParts<LoanDetailsFacts, NotificationInput>({
  id: 'loanDetailsFacts',
  description: 'The accounts, the details of an only one, the interest rates and the notifications',
  parts: (part) => ({
    accounts: part(call(accounts.list), { description: 'The accounts, with the amounts due' }),
    only: part(call(loans.onlySummary), {
      description: 'The groups and loans of a borrower who has one account only',
      keep: ({ account }) => account,
    }),
    rates: part(call(loans.borrowerWithAccounts), {
      description: 'The interest rates, with those before reductions',
      default: null,
    }),
    upcoming: part(call(paymentReads.scheduled), { description: 'Payments that are under way', default: null }),
    notifications: part(call(loans.notifications), {
      description: 'The reminders on the accounts',
      keep: ({ notificationList }) => notificationList,
      default: [],
    }),
    statusNotifications: part(call(loans.statusNotifications), {
      description: 'How far applications are',
      keep: ({ notificationList }) => notificationList,
      when: ({ isStatusShown }) => isStatusShown,
      default: [],
    }),
  }),
});
