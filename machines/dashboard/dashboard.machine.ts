/** The page on which a borrower arrives: the accounts with what is due on each. */
import { accounts } from '#domain/accounts/calls.ts';
import { call } from '../kit/effect.ts';
import { resource } from '../kit/resource.machine.ts';

export const dashboard = resource('dashboard', call(accounts.list), { path: '/dashboard', title: 'Account Dashboard' });
