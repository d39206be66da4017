/** The files of the record, in the order in which they are written. */
import { formatUsInstant } from '#domain/calendar.ts';
import { DocumentsUnavailable } from '../../../documents/store.ts';
import { seals } from '../../../db/seals.ts';
import { logError } from '../../../log.ts';
import { writePdf } from '../../../pdf/pdf-pool.ts';
import type { Scope } from '../../scope.ts';
import { billsOf, draftsOf } from './bills.ts';
import { settingChangesOf } from './changes.ts';
import { readmeOf } from './readme.ts';
import { applicationsOf, inboxOf, issuedOf, paymentLines, paymentsOf, sentOf, uploadsOf } from './rows.ts';
import { snapshotBlocks, snapshotOf } from './snapshot.ts';
import { type FileSum, type ZippedFile, jsonLines, jsonOf, textOf } from './zip.ts';

async function* bytesOf(bytes: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await bytes;
}

type Upload = Awaited<ReturnType<typeof uploadsOf>>[number];

/** Returns the path of an upload. Its confirmation number makes the path unique. */
const pathOf = ({ confirmationNumber, fileName }: Upload): string => `uploads/${confirmationNumber}-${fileName}`;

/** Returns the file of an upload; undefined if the document store has lost it. */
async function uploadedFile(scope: Scope, row: Upload): Promise<ZippedFile | undefined> {
  try {
    const content = await scope.documents.contentOf(seals.documents.open(row));
    return { path: pathOf(row), content, isCompressed: true };
  } catch (error) {
    if (!(error instanceof DocumentsUnavailable && error.isMissing)) throw error;
    logError('a document of the record', error);
    return undefined;
  }
}

/** Returns the files. `sums` contains the sums of the files that have been written. */
export async function* recordFiles(scope: Scope, sums: readonly FileSum[]): AsyncGenerator<ZippedFile> {
  const snapshot = await snapshotOf(scope);
  const { servicer, now } = scope;
  yield { path: 'README.txt', content: textOf(readmeOf(snapshot, servicer, formatUsInstant(now))) };
  yield { path: 'account/snapshot.json', content: jsonOf(snapshot) };
  yield {
    path: 'account/snapshot.pdf',
    content: bytesOf(
      writePdf({ title: 'Your student loan accounts', blocks: snapshotBlocks(snapshot), issuer: servicer }),
    ),
  };
  yield { path: 'payments/payments.csv', content: paymentLines(scope) };
  yield { path: 'payments/payments.json', content: jsonLines(paymentsOf(scope)) };
  yield { path: 'payments/bills.json', content: jsonLines(billsOf(scope)) };
  yield { path: 'payments/auto-debit.json', content: jsonLines(draftsOf(scope)) };
  yield { path: 'applications/applications.json', content: jsonLines(applicationsOf(scope)) };
  yield { path: 'documents/issued.json', content: jsonLines(issuedOf(scope)) };
  yield { path: 'messages/inbox.json', content: jsonLines(inboxOf(scope)) };
  yield { path: 'messages/sent.json', content: jsonLines(sentOf(scope)) };
  yield { path: 'account/changes.json', content: jsonLines(settingChangesOf(scope)) };
  const uploads = await uploadsOf(scope);
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
      path: files.has(pathOf(row)) ? pathOf(row) : null,
      sha256: files.get(pathOf(row))?.sha256 ?? null,
    })),
  };
  yield { path: 'manifest.json', content: jsonOf(manifest) };
  yield {
    path: 'SHA256SUMS.txt',
    content: textOf(sums.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('')),
  };
}
