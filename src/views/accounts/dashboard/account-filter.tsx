/** Search, filter and order of a long list of accounts. The choices last until the page unmounts. */
import { type ReactNode, useState } from 'react';
import {
  ACCOUNT_ORDERS,
  ACCOUNT_SELECTIONS,
  type AccountOrder,
  type AccountSelection,
  filterAccounts,
  sortAccounts,
} from '#domain/accounts/overview.ts';
import { dueLabels } from '#domain/accounts/messages.ts';
import type { LoanAccount } from '#domain/accounts/shapes.ts';
import { Button, ButtonRow, Columns, EmptyState, Select, TextField } from '../../../ui/index.ts';

/** How many accounts are shown before "Show all". */
const ROWS_AT_FIRST = 10;

const ORDERS: Readonly<Record<AccountOrder, string>> = {
  urgency: 'Past due first',
  amount: dueLabels.total,
  balance: 'Balance',
  number: 'Account number',
};

const SELECTIONS: Readonly<Record<AccountSelection, string>> = {
  all: 'All accounts',
  pastDue: dueLabels.pastDue,
  due: 'Payment due',
  notDue: 'Nothing due',
};

/** A list of accounts as it is searched and sorted. */
export interface AccountFilter {
  /** The fields, and how many accounts are shown. */
  readonly controls: ReactNode;
  /** The accounts that fit, in their order. */
  readonly found: readonly LoanAccount[];
  /** Those of them that are shown. */
  readonly shown: readonly LoanAccount[];
  /** The first row that "Show all" added; undefined while only the first rows are shown. */
  readonly firstAdded: string | undefined;
  /** The button that shows the other rows; null if there are none. */
  readonly showAll: ReactNode;
}

export function useAccountFilter(accounts: readonly LoanAccount[]): AccountFilter {
  const [order, setOrder] = useState<AccountOrder>('urgency');
  const [selection, setSelection] = useState<AccountSelection>('all');
  const [part, setPart] = useState('');
  const [firstAdded, setFirstAdded] = useState<string>();
  const found = sortAccounts(filterAccounts(accounts, selection, part), order);
  const shown = firstAdded === undefined ? found.slice(0, ROWS_AT_FIRST) : found;
  const controls = (
    <>
      <Columns of="fields">
        <Select
          name="account-selection"
          label="Show"
          width="full"
          value={selection}
          options={ACCOUNT_SELECTIONS.map((value) => ({
            value,
            label: `${SELECTIONS[value]} (${filterAccounts(accounts, value).length})`,
          }))}
          onChange={(value) => setSelection(ACCOUNT_SELECTIONS.find((each) => each === value) ?? 'all')}
        />
        <Select
          name="account-order"
          label="Sort by"
          width="full"
          value={order}
          options={ACCOUNT_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
          onChange={(value) => setOrder(ACCOUNT_ORDERS.find((each) => each === value) ?? 'urgency')}
        />
        <TextField
          name="account-number-part"
          label="Find an account number"
          width="full"
          value={part}
          onChange={setPart}
        />
      </Columns>
      <output>
        {shown.length} of {accounts.length} accounts
      </output>
      {found.length === 0 && <EmptyState icon="search">No accounts match what you chose.</EmptyState>}
    </>
  );
  const showAll =
    shown.length < found.length ? (
      <ButtonRow>
        <Button variant="secondary" onClick={() => setFirstAdded(found[ROWS_AT_FIRST]?.accountId)}>
          Show all {found.length} accounts
        </Button>
      </ButtonRow>
    ) : null;
  return { controls, found, shown, firstAdded, showAll };
}
