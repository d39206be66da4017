/** The borrower's home page: the accounts with their amounts due, and the pending payments. */
import { type DashboardData, dashboardFacts } from './dashboard-facts.machine.ts';
import { resourceOfParts } from '../../kit/resource.machine.ts';

export interface DashboardInput {
  /** Whether the status of applications is shown (flag `applicationStatusInfoEnabled`). */
  readonly isStatusShown: boolean;
}

export const dashboard = resourceOfParts<DashboardData, DashboardInput, object>({
  id: 'dashboard',
  description: 'The accounts with their amounts due, and the pending payments',
  screen: { path: '/dashboard', title: 'Account Dashboard' },
  parts: dashboardFacts,
  isEmpty: ({ accounts: { federalAccounts, commercialAccounts } }) =>
    federalAccounts.length + commercialAccounts.length === 0,
});
