/** Example Page: the balance of each of the borrower's accounts. */
import { accounts } from '#domain/accounts/calls.ts';
import type { LoanAccount, LoanAccounts } from '#domain/accounts/shapes.ts';
import { call } from '#machines/kit/effect.ts';
import { resource } from '#machines/kit/resource.machine.ts';

export const examplePage = resource({
  id: 'examplePage',
  description: "The balance of each of the borrower's accounts",
  load: call(accounts.list),
  request: () => ({}),
  data: ({ federalAccounts, commercialAccounts }: LoanAccounts): readonly LoanAccount[] => [
    ...federalAccounts,
    ...commercialAccounts,
  ],
  isEmpty: ({ length }) => length === 0,
});
