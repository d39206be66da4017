/** The accounts of a payment, each in sight; where they are many, each as a row, those with nothing due folded. */
import { hasNumber } from '#domain/accounts/overview.ts';
import { MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import { accountsInOrder, everyPayable, isAccountDue, otherAmountField } from '#domain/payments/schedule.ts';
import { Card, Disclosure, TextField, useFirstDrawn } from '../../ui/index.ts';
import { AccountRow, AccountToPay, type AccountToPayProps } from './AccountToPay.tsx';

export interface AccountListProps {
  readonly accounts: readonly AccountPayment[];
  /** What each of them is shown with. */
  readonly shared: Omit<AccountToPayProps, 'account'>;
  /** What was typed to find an account by its number. */
  readonly sought: string;
  readonly onSeek: (sought: string) => void;
}

export function AccountList(props: AccountListProps) {
  const { accounts, shared } = props;
  if (accounts.length >= MANY_ACCOUNTS) return <ManyAccounts {...props} />;
  return accounts.map((account) => <AccountToPay key={account.accountId} account={account} {...shared} />);
}

function ManyAccounts({ accounts, shared, sought, onSeek }: AccountListProps) {
  // What is to be put right stays in sight, whatever is looked for.
  const wrong = new Set(shared.form.panel.map(({ field }) => field));
  const isWrong = (account: AccountPayment) => everyPayable(account).some((each) => wrong.has(otherAmountField(each)));
  const inOrder = accountsInOrder(accounts);
  // Where nothing is to be paid, the first amount takes the focus.
  const takesFocus = (account: AccountPayment) => wrong.has('total') && account === inOrder[0];
  const isShown = (account: AccountPayment) => hasNumber(account, sought) || isWrong(account) || takesFocus(account);
  const found = accounts.filter(isShown).length;
  const rows = (some: readonly AccountPayment[]) =>
    some.map((account) => (
      <div key={account.accountId} hidden={!isShown(account)}>
        <AccountRow account={account} {...shared} />
      </div>
    ));
  const due = useFirstDrawn(inOrder.filter(isAccountDue));
  const others = inOrder.filter((account) => !isAccountDue(account));
  return (
    <Card divided heading={`Your ${accounts.length} accounts`}>
      <TextField
        name="soughtAccount"
        label="Find an account by its number"
        width="medium"
        required={false}
        standsAlone
        autoComplete="off"
        value={sought}
        onChange={onSeek}
      />
      <output>{sought === '' ? '' : `${found} of ${accounts.length} accounts`}</output>
      <div>{rows(due)}</div>
      {others.length > 0 && (
        <Disclosure
          summary={`${others.length} ${others.length === 1 ? 'account' : 'accounts'} with nothing due`}
          open={sought !== '' && others.some(isShown)}
        >
          <div>{rows(others)}</div>
        </Disclosure>
      )}
    </Card>
  );
}
