/**
 * Uploads by visitors who are not signed in (P §2.9). The identity that a visitor enters is stored with the document
 * for the servicer's staff. The server does not look up a borrower by it, so the response reveals nothing about
 * accounts.
 */
import { eq, sum } from 'drizzle-orm';
import * as v from 'valibot';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { documents as calls } from '#domain/documents/calls.ts';
import { bytesOfMegabytes } from '#domain/documents/files.ts';
import { RefusalReason } from '#domain/documents/shapes.ts';
import type { Database } from '../db/database.ts';
import { anonymousDocuments } from '../db/schema/index.ts';
import { seals } from '../db/seals.ts';
import type { DocumentUploads, StagedFile } from '../documents/document-uploads.ts';
import { countAttempt } from '../rate-limits.ts';
import { findRefusalReason, receivedResponse, refuseWrongFile, rowOfFile } from '../service/documents/documents.ts';
import { keyClosed, getRecorded } from '../service/submissions.ts';
import { hashPublicBody } from '../submissions/body-hash.ts';
import { OncePerKey } from '../submissions/once-per-key.ts';
import { PublicKeys } from '../submissions/public-keys.ts';

type Call = typeof calls.uploadAnonymously;
type Answer = CallSent<Call>;

/** The record of an upload's idempotency key. It contains a keyed hash of the body, and no name or number. */
const Recorded = v.object({
  bodyHash: v.string(),
  documentId: v.nullable(v.string()),
  reason: v.nullable(RefusalReason),
  fileName: v.string(),
});
type Recorded = v.InferOutput<typeof Recorded>;
const once = new OncePerKey(new PublicKeys('AnonymousUpload', Recorded));

export interface AnonymousUploads {
  readonly db: Database;
  readonly documentUploads: DocumentUploads;
  readonly now: Date;
}

/** Returns the stored response of an idempotency key. */
async function toAnswer(
  { db, documentUploads }: Pick<AnonymousUploads, 'db' | 'documentUploads'>,
  { documentId, reason }: Recorded,
): Promise<Answer> {
  if (reason !== null) return { outcome: 'refused', reason };
  const [row] = await db
    .select()
    .from(anonymousDocuments)
    .where(eq(anonymousDocuments.documentId, documentId ?? ''));
  if (row === undefined) throw keyClosed('document');
  return receivedResponse(row, documentUploads);
}

/** Returns whether the storage for visitors' documents is full. */
async function isFull({ db, documentUploads }: AnonymousUploads, file: StagedFile): Promise<boolean> {
  const [all] = await db.select({ bytes: sum(anonymousDocuments.size) }).from(anonymousDocuments);
  return Number(all?.bytes ?? 0) + file.size > bytesOfMegabytes(documentUploads.settings.maxAnonymousMegabytes);
}

type Body = Awaited<ReturnType<CallReceived<Call>['receive']>>['body'];

async function storeOnce(
  facts: AnonymousUploads,
  { key, source }: { readonly key: string; readonly source: string | undefined },
  body: Body,
  file: StagedFile,
): Promise<Answer> {
  const { db, documentUploads, now } = facts;
  const { firstName, lastName, uniqueId, accountNumber, clientId, applicationId, documentTypeId, webAccountId } = body;
  const said = [firstName, lastName, uniqueId, accountNumber, clientId, applicationId, documentTypeId, webAccountId];
  const bodyHash = hashPublicBody([...said, file.name, file.hash]);
  const submission = { key, isSame: (earlier: Recorded) => earlier.bodyHash === bodyHash };
  const earlier = await once.earlier(db, source, submission);
  if (earlier !== undefined) return toAnswer(facts, getRecorded('document', earlier));
  const reason = findRefusalReason(file) ?? ((await isFull(facts, file)) ? 'documents.full' : null);
  const row = rowOfFile(file, documentTypeId, now);
  const documentId = reason === null ? row.documentId : null;
  if (reason === null) await documentUploads.store(db, file);
  let isNamed = false;
  const store = async (transaction: Database) => {
    const recorded = { bodyHash, documentId, reason, fileName: file.name };
    if (reason !== null) return recorded;
    isNamed = true;
    await transaction.insert(anonymousDocuments).values(
      seals.anonymousDocuments.seal({
        ...row,
        firstName,
        lastName,
        uniqueId,
        accountNumber,
        clientId: Number(clientId),
        applicationId: Number(applicationId),
        webAccountId,
      }),
    );
    await documentUploads.finish(transaction, file);
    return recorded;
  };
  try {
    return await toAnswer(facts, getRecorded('document', await once.submit(db, source, submission, store)));
  } finally {
    if (reason === null && !isNamed) await documentUploads.remove(db, file);
  }
}

/**
 * Receives a document, once per key. Throws 429 for too many uploads before reading the body. A rejection reveals only
 * facts about the document itself.
 */
export async function takeAnonymousDocument(
  facts: AnonymousUploads,
  { idempotencyKey, receive }: CallReceived<Call>,
  source: string | undefined,
): Promise<Answer> {
  const { db, documentUploads } = facts;
  await countAttempt(db, { tried: 'upload', subjects: [], address: source });
  const { body, file } = await receive(documentUploads.sink);
  try {
    refuseWrongFile(documentUploads.settings, body.documentTypeId, file);
    return await storeOnce(facts, { key: idempotencyKey, source }, body, file);
  } finally {
    await documentUploads.discard(file);
  }
}

/** Returns the result of an upload. An unused key is closed. */
export async function settleAnonymousUpload(
  facts: Pick<AnonymousUploads, 'db' | 'documentUploads'>,
  key: string,
  source: string | undefined,
): Promise<CallSent<typeof calls.settleAnonymously>> {
  const recorded = await once.settle(facts.db, source, key);
  if (recorded === 'closed') return { outcome: 'closed' };
  return { outcome: 'recorded', answer: await toAnswer(facts, recorded), record: { fileName: recorded.fileName } };
}
