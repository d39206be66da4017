/** The page on which a borrower arrives: the accounts with what is due on each. */
import { accounts } from '#domain/accounts/calls.ts';
import { call } from '../kit/effect.ts';
import { resource } from '../kit/resource.machine.ts';

export const dashboard = resource({
  id: 'dashboard',
  description: 'The accounts, with what is due on each',
  screen: { path: '/dashboard', title: 'Account Dashboard' },
  load: call(accounts.list),
  request: () => ({}),
  data: (list) => list,
  isEmpty: ({ federalAccounts, commercialAccounts }) => federalAccounts.length + commercialAccounts.length === 0,
});
