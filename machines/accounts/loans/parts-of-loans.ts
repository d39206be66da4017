/** The parts that My Loans and the page of one account load in the same way. */
import { loans } from '#domain/accounts/loans/calls.ts';
import type { Notification } from '#domain/accounts/loans/shapes.ts';
import { paymentReads } from '#domain/payments/read-calls.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { DeclarePart } from '../../kit/load-parts.machine.ts';

/** Whether reminders and the status of applications are shown (ruling 86): the flag `applicationStatusInfoEnabled`. */
export interface NotificationInput {
  readonly isStatusShown: boolean;
}

export interface CommonLoanData {
  /** Pending payments; null if they could not be fetched. */
  readonly upcoming: readonly ScheduledPayment[] | null;
  readonly notifications: readonly Notification[];
  readonly statusNotifications: readonly Notification[];
}

/** Declares these parts. */
export const partsOfLoans = <Loaded, Input extends NotificationInput>(part: DeclarePart<Loaded, Input>) => ({
  upcoming: part(call(paymentReads.scheduled), { description: 'Payments that are under way', default: null }),
  notifications: part(call(loans.notifications), {
    description: 'The reminders on the accounts',
    select: ({ notificationList }) => notificationList,
    when: ({ isStatusShown }) => isStatusShown,
    default: [],
  }),
  statusNotifications: part(call(loans.statusNotifications), {
    description: 'How far applications are',
    select: ({ notificationList }) => notificationList,
    when: ({ isStatusShown }) => isStatusShown,
    default: [],
  }),
});
