/** Downloads the borrower's record as a ZIP file, after the password was entered again. */
import { fileNameOf } from '#domain/file.ts';
import type { record } from '#domain/accounts/record/calls.ts';
import { recordMessages } from '#domain/accounts/record/messages.ts';
import { isPresentPassword } from '../../../credentials/passwords.ts';
import { findWebAccount } from '../../../credentials/people.ts';
import { recordEvent } from '../../../security-events.ts';
import { type Handler, ServiceProblem, eventFactsOf, refusedField } from '../../scope.ts';
import { recordFiles } from './files.ts';
import { type FileSum, zipOf } from './zip.ts';

const notAllowed = () =>
  new ServiceProblem(403, 'Not allowed', 'Only the borrower can download this record, with a password of this site.');

const wrongPassword = () =>
  refusedField(
    'The password is wrong.',
    { field: 'password', issue: { code: 'recordPassword.wrong' } },
    recordMessages,
  );

/**
 * Returns the record. Its content is read from the database while it is sent. The audit log records the download before
 * the first byte. Throws 422 for a wrong password, 429 after too many, and 403 for an impersonator and for a person
 * whose password the federal identity provider stores.
 */
export const downloadRecord: Handler<typeof record.download> = async (scope, { body: { password } }) => {
  const { db, webAccountId, person, today, now } = scope;
  if (person.isImpersonator) throw notAllowed();
  const account = await findWebAccount(db, webAccountId);
  if (account?.identityProvider !== 'local') throw notAllowed();
  if (!(await isPresentPassword(db, { webAccountId, password }))) throw wrongPassword();
  await recordEvent(db, { kind: 'recordDownloaded', ...eventFactsOf(scope) });
  const sums: FileSum[] = [];
  return {
    fileName: fileNameOf(`Student loan record ${today}`, 'zip'),
    mediaType: 'application/zip',
    content: zipOf(recordFiles(scope, sums), sums, now),
  };
};
