/** The stored changes of auto debit. */
import type { Database } from '../../db/database.ts';
import { autoDebitChanges } from '../../db/schema/index.ts';
import { type Own, ownRows } from '../own-rows.ts';
import type { AccountKey } from './groups.ts';

const c = autoDebitChanges;
export type ChangeRow = typeof c.$inferSelect;

/** Returns the changes of a borrower's accounts, the oldest first. */
export const readChanges = (own: Own): Promise<ChangeRow[]> => ownRows(own, c, undefined, c.changedAt, c.changeId);

/** Returns the changes of one account, the oldest first. */
export const changesOfAccount = async (db: Database, { borrowerKey, accountId }: AccountKey): Promise<ChangeRow[]> =>
  (await readChanges({ db, borrowerKey })).filter((change) => change.accountId === accountId);

/** Converts a row to a change for the rules. */
export const toDraftChange = ({ kind, profileId, extraAmount, changedOn }: ChangeRow) => ({
  changedOn,
  // A fixed draft is drawn even if the account is paid in full in the meantime (ruling 89).
  isImmediate: kind === 'suspended',
  terms: profileId === null ? null : { profileId, extraAmount },
});
