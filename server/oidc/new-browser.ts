/** Notifies a person by email of a log-in from a browser without a device cookie (device-cookie.ts). */
import type { Database } from '../db/database.ts';
import { readEmail } from '../credentials/contact.ts';
import { addNotice } from '../mail/notices.ts';
import type { WebAccount } from '../credentials/people.ts';

/**
 * Adds the email to the outbox. Employees get none, because their email address is unknown. Accounts of the federal
 * identity provider get none, because it verifies their password.
 */
export async function addNewBrowserNotice(
  db: Database,
  account: WebAccount,
  payerApplicationId: string,
): Promise<void> {
  const { borrowerKey, webAccountId, audienceRole, identityProvider, applicationId } = account;
  if (audienceRole !== null || identityProvider !== 'local') return;
  const role = applicationId === payerApplicationId ? 'payer' : 'borrower';
  const email = await readEmail({ db, borrowerKey, webAccountId, person: { role } });
  await addNotice(db, { borrowerKey, webAccountId, kind: 'newBrowser', email });
}
