/** Loads the data for the page of one account: its groups and loans, and its notifications. */
import { loans } from '#domain/loans/calls.ts';
import type { AccountDetails, BorrowerWithAccounts, Notification } from '#domain/loans/shapes.ts';
import { paymentReads } from '#domain/payments/read-calls.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { call } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';
import type { NotificationInput } from '../loan-details-facts/loan-details-facts.machine.ts';

export interface LoanAccountInput extends NotificationInput {
  /** As the address has it: any text. */
  readonly accountId: string;
}

export interface LoanAccountFacts {
  readonly account: AccountDetails;
  /** Null where they could not be fetched (P §8: ignored). */
  readonly rates: BorrowerWithAccounts | null;
  /** Pending payments; null if they could not be fetched. */
  readonly upcoming: readonly ScheduledPayment[] | null;
  readonly notifications: readonly Notification[];
  readonly statusNotifications: readonly Notification[];
}

export const loanAccountFacts = loadParts<LoanAccountFacts, LoanAccountInput>({
  id: 'loanAccountFacts',
  description: 'The groups and loans of an account, the interest rates and the notifications',
  parts: (part) => ({
    account: part(call(loans.summary), {
      description: 'The account with its groups and loans',
      request: (_, { accountId }) => ({ params: { accountId } }),
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
