/** The accounts of a payment, each in sight; where they are many, each as a row, those with nothing due folded. */
import { MANY_ACCOUNTS } from '#domain/accounts/overview.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import { everyPayable, otherAmountField } from '#domain/payments/schedule.ts';
import { Card, Disclosure, TextField } from '../../ui/index.ts';
import { AccountRow, AccountToPay, type AccountToPayProps } from './AccountToPay.tsx';

export interface AccountListProps {
  readonly accounts: readonly AccountPayment[];
  /** What each of them is shown with. */
  readonly shared: Omit<AccountToPayProps, 'account'>;
  /** What was typed to find an account by its number. */
  readonly sought: string;
  readonly onSeek: (sought: string) => void;
}

const isPastDue = ({ pastDueAmt }: AccountPayment): boolean => pastDueAmt > 0;
const isDue = (account: AccountPayment): boolean => isPastDue(account) || account.totalDue > 0;

const plain = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

export function AccountList({ accounts, shared, sought, onSeek }: AccountListProps) {
  if (accounts.length < MANY_ACCOUNTS)
    return accounts.map((account) => <AccountToPay key={account.accountId} account={account} {...shared} />);
  // What is to be put right stays in sight, whatever is looked for.
  const wrong = new Set(shared.form.panel.map(({ field }) => field));
  const isWrong = (account: AccountPayment) => everyPayable(account).some((each) => wrong.has(otherAmountField(each)));
  const isShown = (account: AccountPayment) => account.accountNumber.includes(plain(sought)) || isWrong(account);
  const found = accounts.filter(isShown).length;
  const rows = (some: readonly AccountPayment[]) =>
    some.map((account) => (
      <div key={account.accountId} hidden={!isShown(account)}>
        <AccountRow account={account} {...shared} />
      </div>
    ));
  const due = [...accounts.filter(isPastDue), ...accounts.filter((each) => isDue(each) && !isPastDue(each))];
  const others = accounts.filter((account) => !isDue(account));
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
