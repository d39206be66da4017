/** Downloads the borrower's record as a ZIP file, after the password was entered again. */
import type { record } from '#domain/accounts/record/calls.ts';
import { recordMessages } from '#domain/accounts/record/messages.ts';
import { formatUsDate, formatUsInstant } from '#domain/calendar.ts';
import { toFileName } from '#domain/file.ts';
import { isPresentPassword } from '../../../credentials/passwords.ts';
import { findWebAccount } from '../../../credentials/people.ts';
import { seals } from '../../../db/seals.ts';
import { DocumentsUnavailable } from '../../../documents/store.ts';
import { logError } from '../../../log.ts';
import { writePdf } from '../../../pdf/pdf-pool.ts';
import type { Issuer } from '../../../pdf/write-pdf.ts';
import { recordEvent } from '../../../security-events.ts';
import { type Handler, type Scope, ServiceProblem, toEventData, refusedField } from '../../scope.ts';
import {
  readApplications,
  readBills,
  readDrafts,
  readInbox,
  readNotCharged,
  readIssued,
  paymentLines,
  readPayments,
  readSent,
  readSettingChanges,
  readUploads,
} from './rows.ts';
import { type Snapshot, snapshotBlocks, readSnapshot } from './snapshot.ts';
import { type FileSum, type ZippedFile, jsonLines, streamJson, streamText, streamZip } from './zip.ts';

/**
 * Returns the record. Its content is read from the database while it is sent. The audit log records the download before
 * the first byte. Throws 422 for a wrong password, 429 after too many, and 403 for an impersonator and for a person
 * whose password the federal identity provider stores.
 */
export const downloadRecord: Handler<typeof record.download> = async (scope, { body: { password } }) => {
  const { db, webAccountId, person, today, now } = scope;
  const account = await findWebAccount(db, webAccountId);
  if (person.isImpersonator || account?.identityProvider !== 'local')
    throw new ServiceProblem(
      403,
      'Not allowed',
      'Only the borrower can download this record, with a password of this site.',
    );
  if (!(await isPresentPassword(db, { webAccountId, password }))) {
    const problem = { field: 'password', issue: { code: 'recordPassword.wrong' } } as const;
    throw refusedField('The password is wrong.', problem, recordMessages);
  }
  await recordEvent(db, { kind: 'recordDownloaded', ...toEventData(scope) });
  const sums: FileSum[] = [];
  return {
    fileName: toFileName(`Student loan record ${today}`, 'zip'),
    mediaType: 'application/zip',
    content: streamZip(recordFiles(scope, sums), sums, now),
  };
};

async function* streamBytes(bytes: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await bytes;
}

type Upload = Awaited<ReturnType<typeof readUploads>>[number];

/** Returns the path of an upload. Its confirmation number makes the path unique. */
const toPath = ({ confirmationNumber, fileName }: Upload): string => `uploads/${confirmationNumber}-${fileName}`;

/** Returns the file of an upload; undefined if the document store has lost it. */
async function uploadedFile(scope: Scope, row: Upload): Promise<ZippedFile | undefined> {
  try {
    const content = await scope.documents.readContent(seals.documents.open(row));
    return { path: toPath(row), content, isCompressed: true };
  } catch (error) {
    if (!(error instanceof DocumentsUnavailable && error.isMissing)) throw error;
    logError('a document of the record', error);
    return undefined;
  }
}

/** Returns the files. `sums` contains the sums of the files that have been written. */
async function* recordFiles(scope: Scope, sums: readonly FileSum[]): AsyncGenerator<ZippedFile> {
  const snapshot = await readSnapshot(scope);
  const { servicer, now } = scope;
  yield { path: 'README.txt', content: streamText(formatReadme(snapshot, servicer, formatUsInstant(now))) };
  yield { path: 'account/snapshot.json', content: streamJson(snapshot) };
  yield {
    path: 'account/snapshot.pdf',
    content: streamBytes(
      writePdf({ title: 'Your student loan accounts', blocks: await snapshotBlocks(snapshot) }, scope),
    ),
  };
  yield { path: 'payments/payments.csv', content: paymentLines(scope) };
  yield { path: 'payments/payments.json', content: jsonLines(readPayments(scope)) };
  yield { path: 'payments/bills.json', content: jsonLines(readBills(scope)) };
  yield { path: 'payments/not-charged.json', content: jsonLines(readNotCharged(scope)) };
  yield { path: 'payments/auto-debit.json', content: jsonLines(readDrafts(scope)) };
  yield { path: 'applications/applications.json', content: jsonLines(readApplications(scope)) };
  yield { path: 'documents/issued.json', content: jsonLines(readIssued(scope)) };
  yield { path: 'messages/inbox.json', content: jsonLines(readInbox(scope)) };
  yield { path: 'messages/sent.json', content: jsonLines(readSent(scope)) };
  yield { path: 'account/changes.json', content: jsonLines(readSettingChanges(scope)) };
  const uploads = await readUploads(scope);
  for (const row of uploads) {
    const file = await uploadedFile(scope, row);
    if (file !== undefined) yield file;
  }
  const files = new Map(sums.map((sum) => [sum.path, sum]));
  const manifest = {
    createdAt: now,
    files: [...sums],
    uploads: uploads.map((row) => ({
      confirmationNumber: row.confirmationNumber,
      fileName: row.fileName,
      uploadedAt: row.uploadedAt,
      applicationNumber: row.applicationNumber,
      // Null if the server could not find the file.
      path: files.has(toPath(row)) ? toPath(row) : null,
      sha256: files.get(toPath(row))?.sha256 ?? null,
    })),
  };
  yield { path: 'manifest.json', content: streamJson(manifest) };
  yield {
    path: 'SHA256SUMS.txt',
    content: streamText(sums.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('')),
  };
}

/** Returns the text, with line ends that every system can show. */
const formatReadme = ({ name, asOf }: Snapshot, { name: servicer, address, phone }: Issuer, created: string): string =>
  [
    `Your record at ${servicer}`,
    '',
    `Borrower: ${name}`,
    `Created: ${created}`,
    `Amounts as of: ${formatUsDate(asOf)}`,
    '',
    'This file is a copy of what we hold about your student loans. You can use it for a complaint, send it to a new',
    "servicer, or give it to a lawyer. It contains private information. Store it in a safe place, and don't email it",
    'unless you trust the person who gets it.',
    '',
    'WHAT IS IN IT',
    '',
    'account/snapshot.pdf            Your accounts, groups and loans, to read or print.',
    'account/snapshot.json           The same data for a computer, with your contact information, saved payment methods',
    '                                (with masked account numbers) and scheduled payments.',
    'account/changes.json            Changes of auto debit, extra payments, text alerts and authorized payers.',
    'payments/payments.csv           Every payment. Open it in a spreadsheet. Dates are month/day/year, amounts are dollars.',
    'payments/payments.json          The same payments for a computer, with the split between your loan groups.',
    'payments/bills.json             Your bills by group of loans: when each was issued and due, and what was paid on it.',
    "payments/not-charged.json       For months on the Repayment Assistance Plan (RAP): the interest you weren't charged,",
    '                                and the principal the government paid.',
    'payments/auto-debit.json        The payments that auto debit drew or will draw, from the day their amount was set.',
    'applications/applications.json  Your applications, their status, and what you told us in them.',
    'documents/issued.json           The statements, payment schedules, tax forms and proofs of balance that we issued to you.',
    'messages/inbox.json             The letters and messages that we sent to your inbox.',
    'messages/sent.json              The messages that you sent us with Email Us.',
    'uploads/                        The documents that you uploaded. Each name starts with its confirmation number.',
    'manifest.json                   A list of these files and of your uploads.',
    "SHA256SUMS.txt                  A code for each file that shows it wasn't changed.",
    '',
    "Canceled and returned payments are listed with that type. They don't count toward what you paid.",
    "If we couldn't find the file of an upload, the manifest lists it without a path. Please contact us about it.",
    '',
    'HOW TO CHECK THAT NOTHING WAS CHANGED',
    '',
    'SHA256SUMS.txt has a code (SHA-256) for each file. If a file changes, its code no longer matches.',
    'On a Mac, open Terminal in this folder and run:  shasum -a 256 -c SHA256SUMS.txt',
    'On Linux, run:  sha256sum -c SHA256SUMS.txt',
    'On Windows, open PowerShell and run:  Get-FileHash FILE  and compare the result.',
    '',
    'QUESTIONS',
    '',
    servicer,
    ...address,
    phone,
  ]
    .map((line) => `${line}\r\n`)
    .join('');
