/** The search among many accounts by their number, with the number of matches. */
import { hasNumber } from '#domain/accounts/overview.ts';
import { TextField } from '../../../ui/index.ts';

/** How many of many accounts are shown before the borrower chooses to show all. */
export const FIRST_ACCOUNTS = 10;

export interface FindAccountProps {
  readonly accounts: readonly { readonly accountNumber: string }[];
  /** The text for an account number. */
  readonly sought: string;
  readonly onSeek: (sought: string) => void;
  /** How many are shown; by default those with the number. */
  readonly found?: number;
}

export function FindAccount({ accounts, sought, onSeek, found }: FindAccountProps) {
  const count = found ?? accounts.filter((account) => hasNumber(account, sought)).length;
  return (
    <>
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
      <output>{sought === '' ? '' : `${count} of ${accounts.length} accounts`}</output>
    </>
  );
}
