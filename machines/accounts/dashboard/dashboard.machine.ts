/** The borrower's home page: the accounts with their amounts due, and the pending payments. */
import { dashboardFacts } from './dashboard-facts.machine.ts';
import { resourceOfParts } from '../../kit/resource.machine.ts';

export const dashboard = resourceOfParts({
  id: 'dashboard',
  description: 'The accounts with their amounts due, and the pending payments',
  screen: { path: '/dashboard', title: 'Account Dashboard' },
  parts: dashboardFacts,
  isEmpty: ({ accounts: { federalAccounts, commercialAccounts } }) =>
    federalAccounts.length + commercialAccounts.length === 0,
});
