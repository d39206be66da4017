/** The accounts of a payment. Many accounts are rows: the first ten, the rest on request, those with nothing due folded. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasNumber } from '#domain/accounts/overview.ts';
import { MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import { accountsInOrder, everyPayable, isAccountDue, otherAmountField } from '#domain/payments/schedule.ts';
import { Button, Card, Disclosure } from '../../../ui/index.ts';
import { FIRST_ACCOUNTS, FindAccount } from '../find-account/FindAccount.tsx';
import { AccountRow, AccountToPay, type AccountToPayProps } from './AccountToPay.tsx';

export interface AccountListProps {
  /** In the order in which they are listed. */
  readonly accounts: readonly AccountPayment[];
  /** The id of the account in the link; null without one. */
  readonly selected: string | null;
  /** The props of each account. */
  readonly shared: Omit<AccountToPayProps, 'account'>;
  /** The search text for an account number. */
  readonly sought: string;
  readonly onSeek: (sought: string) => void;
}

export function AccountList({ accounts, selected, ...props }: AccountListProps) {
  const inOrder = accountsInOrder(accounts, selected);
  if (accounts.length >= MANY_ACCOUNTS) return <ManyAccounts accounts={inOrder} selected={selected} {...props} />;
  return inOrder.map((account) => <AccountToPay key={account.accountId} account={account} {...props.shared} />);
}

function ManyAccounts({ accounts, selected, shared, sought, onSeek }: AccountListProps) {
  const [isAllShown, setAllShown] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // Accounts with an error remain visible, whatever the search text.
  const wrong = new Set(shared.form.panel.map(({ field }) => field));
  const isWrong = (account: AccountPayment) => everyPayable(account).some((each) => wrong.has(otherAmountField(each)));
  // With nothing to pay, the first amount takes the focus.
  const takesFocus = (account: AccountPayment) => wrong.has('total') && account === accounts[0];
  const isFound = (account: AccountPayment) => hasNumber(account, sought) || isWrong(account) || takesFocus(account);
  const isListed = (account: AccountPayment) => isAccountDue(account) || account.accountId === selected;
  const listed = accounts.filter(isListed);
  const others = accounts.filter((account) => !isListed(account));
  const isShort = !isAllShown && sought === '' && listed.length > FIRST_ACCOUNTS;
  const shown = isShort ? listed.filter((account, index) => index < FIRST_ACCOUNTS || isWrong(account)) : listed;
  const rows = (some: readonly AccountPayment[]) =>
    some.map((account) => (
      <div key={account.accountId} hidden={!isFound(account)}>
        <AccountRow account={account} isOpen={account.accountId === selected} {...shared} />
      </div>
    ));
  const showAll = () => {
    // The next row must be in the page before it can take the focus.
    flushSync(() => setAllShown(true));
    list.current?.children[FIRST_ACCOUNTS]?.querySelector('summary')?.focus();
  };
  return (
    <Card divided heading={`Your ${accounts.length} accounts`}>
      <FindAccount accounts={accounts} sought={sought} onSeek={onSeek} found={accounts.filter(isFound).length} />
      <div ref={list}>{rows(shown)}</div>
      {isShort && (
        <Button variant="secondary" onClick={showAll}>
          Show all {listed.length} accounts to pay
        </Button>
      )}
      {others.length > 0 && (
        <Disclosure
          summary={`${others.length} ${others.length === 1 ? 'account' : 'accounts'} with nothing due`}
          open={sought !== '' && others.some(isFound)}
        >
          <div>{rows(others)}</div>
        </Disclosure>
      )}
    </Card>
  );
}
