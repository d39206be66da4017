/** Loads the data of the dashboard: the accounts, and the pending payments. */
import { accounts } from '#domain/accounts/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import { paymentReads } from '#domain/payments/read-calls.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { call } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

export interface DashboardData {
  readonly accounts: LoanAccounts;
  /** Pending payments; null if they could not be fetched. */
  readonly upcoming: readonly ScheduledPayment[] | null;
  /** Applications, newest first; empty if they could not be loaded. */
  readonly applications: readonly Application[];
}

export const dashboardFacts = loadParts<DashboardData>({
  id: 'dashboardFacts',
  description: 'The accounts, and the payments that are under way, are fetched side by side',
  parts: (part) => ({
    accounts: part(call(accounts.list), { description: 'The accounts, with the amounts due' }),
    // The accounts are shown without them, and the page says so.
    upcoming: part(call(paymentReads.scheduled), { description: 'Payments that are under way', default: null }),
    applications: part(call(postponement.applications), { description: 'Applications of the borrower', default: [] }),
  }),
});
