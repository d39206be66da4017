/**
 * Moves uploaded documents into the document store. The content is encrypted into a local file while it arrives. After
 * validation, the store takes over the file, and then a database row references it. A row in `unfinished_uploads` is
 * written before the store receives the file and deleted by the transaction that references it, so that files left by a
 * crash are found and deleted.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { millisecondsInDay } from 'date-fns/constants';
import { eq, lt } from 'drizzle-orm';
import type { ArrivingFile, FilePart, FileSink } from '#domain/call.ts';
import { HEAD_BYTES, bytesOfMegabytes, cleanFileName, findFileType, hasContentType } from '#domain/documents/files.ts';
import type { DocumentType } from '#domain/documents/shapes.ts';
import type { DocumentTypeIds } from '#domain/repayment/application-documents.ts';
import type { Database } from '../db/database.ts';
import { anonymousDocuments, unfinishedUploads } from '../db/schema/index.ts';
import { logError } from '../log.ts';
import type { Reading } from './read-document.ts';
import { reading } from './reading-pool.ts';
import type { ScanState, Scanner } from './scanner.ts';
import { FILE_KEY_BYTES, openFile, sealFile } from './sealed-file.ts';
import { type DocumentStore, privateFolder } from './store.ts';

/** A received document, encrypted in a local file. */
export type StagedFile = FilePart & {
  /** Its name in the document store. */
  readonly fileId: string;
  /** The encryption key, in base64. */
  readonly contentKey: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
  /** Whether the document can be read, and has the type that the file name implies. */
  readonly reading: Reading;
  /** The result of the virus scan. */
  readonly scanState: ScanState;
};

/** The settings for documents. */
export interface DocumentSettings {
  readonly types: readonly DocumentType[];
  /** Maximum size of a file in megabytes. */
  readonly maxFileMegabytes: number;
  /** Maximum total size of all documents uploaded without signing in, in megabytes. */
  readonly maxAnonymousMegabytes: number;
  /** Maximum total size of a borrower's documents, in megabytes. */
  readonly maxBorrowerMegabytes: number;
  /** Maximum size of a borrower's uploads within 24 hours, in megabytes. */
  readonly maxDailyMegabytes: number;
  /** Number of days after which documents uploaded without signing in are deleted. */
  readonly anonymousDays: number;
  /** The document type that each kind of application requires. */
  readonly typeIdsOfApplications: DocumentTypeIds;
}

export interface DocumentUploadDeps {
  readonly store: DocumentStore;
  /** Scans received documents. Undefined if no scanner is configured. */
  readonly scanner?: Scanner | undefined;
  /** The folder for incoming files, on the same disk as a folder store. */
  readonly staging: string;
  readonly settings: DocumentSettings;
}

/** Age in milliseconds at which an unfinished upload counts as abandoned. */
const ABANDONED = 60 * 60 * 1000;

const FILE_MODE = 0o600;

export class DocumentUploads {
  readonly settings: DocumentSettings;
  readonly #store: DocumentStore;
  readonly #staging: string;
  readonly #scanner: Scanner | undefined;

  constructor({ store, staging, settings, scanner }: DocumentUploadDeps) {
    this.settings = settings;
    this.#store = store;
    this.#staging = staging;
    this.#scanner = scanner;
  }

  #toPath(fileId: string): string {
    return join(this.#staging, fileId);
  }

  /** Whether received documents are scanned. */
  get hasScanner(): boolean {
    return this.#scanner !== undefined;
  }

  /** The sink for the file of a request. */
  get sink(): FileSink<StagedFile> {
    return {
      limit: bytesOfMegabytes(this.settings.maxFileMegabytes),
      take: (file) => this.#take(file),
      discard: (file) => this.discard(file),
    };
  }

  /** Writes a new file. It is either complete and on disk, or absent. */
  async #write(fileId: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await privateFolder(this.#staging);
    const place = this.#toPath(fileId);
    const file = await open(place, 'wx', FILE_MODE);
    try {
      for await (const chunk of content) await file.appendFile(chunk);
      await file.sync();
    } catch (error) {
      await rm(place, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  async #take({ name: sent, content }: ArrivingFile): Promise<StagedFile> {
    const name = cleanFileName(sent);
    const fileId = randomUUID();
    const key = randomBytes(FILE_KEY_BYTES);
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    async function* watched() {
      for await (const chunk of content) {
        size += chunk.byteLength;
        hash.update(chunk);
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
        yield chunk;
      }
    }
    await this.#write(fileId, sealFile(watched(), key));
    const scanState = await this.#scan(fileId, key);
    const mediaType = findFileType(name)?.mediaType ?? '';
    // A file with a virus is not opened.
    const canBeOpened = scanState !== 'infected' && hasContentType(name, head);
    return {
      name,
      size,
      mediaType,
      fileId,
      contentKey: key.toString('base64'),
      hash: hash.digest('hex'),
      reading: canBeOpened ? await this.#read(fileId, key, mediaType) : 'damaged',
      scanState,
    };
  }

  /** Opens a received document. */
  async #read(fileId: string, key: Buffer, mediaType: string): Promise<Reading> {
    const content = await buffer(openFile(createReadStream(this.#toPath(fileId)), key));
    return reading({ mediaType, content });
  }

  /** Scans a received document. If the scanner fails, the document is accepted and recorded as not scanned. */
  async #scan(fileId: string, key: Buffer): Promise<ScanState> {
    if (this.#scanner === undefined) return 'notScanned';
    try {
      return await this.#scanner(openFile(createReadStream(this.#toPath(fileId)), key));
    } catch (error) {
      logError('the virus scanner', error);
      return 'notScanned';
    }
  }

  /** Deletes a received file that was not stored. */
  async discard({ fileId }: Pick<StagedFile, 'fileId'>): Promise<void> {
    await rm(this.#toPath(fileId), { force: true });
  }

  /**
   * Passes a document to the store. No row references it yet; call {@link finish} in the transaction that inserts the
   * row.
   */
  async store(db: Database, { fileId }: Pick<StagedFile, 'fileId'>): Promise<void> {
    await db.insert(unfinishedUploads).values({ fileId, startedAt: new Date() });
    await this.#store.put(fileId, this.#toPath(fileId));
  }

  /** Writes the content of a document whose row already exists: a demo document. */
  async putBack(
    { fileId, contentKey }: Pick<StagedFile, 'fileId' | 'contentKey'>,
    content: Iterable<Uint8Array>,
  ): Promise<void> {
    // Several instances may do this concurrently, so each writes to a unique file first.
    const unfinished = randomUUID();
    await this.#write(unfinished, sealFile(Readable.from(content), Buffer.from(contentKey, 'base64')));
    await this.#store.put(fileId, this.#toPath(unfinished));
  }

  /** Marks a document as referenced by a row. */
  async finish(db: Database, { fileId }: Pick<StagedFile, 'fileId'>): Promise<void> {
    await db.delete(unfinishedUploads).where(eq(unfinishedUploads.fileId, fileId));
  }

  /** Deletes a stored document that no row references. */
  async remove(db: Database, { fileId }: Pick<StagedFile, 'fileId'>): Promise<void> {
    await this.#store.delete(fileId);
    await this.finish(db, { fileId });
  }

  /** Returns the decrypted content of a document. */
  async readContent({ fileId, contentKey }: Pick<StagedFile, 'fileId' | 'contentKey'>) {
    return openFile(await this.#store.get(fileId), Buffer.from(contentKey, 'base64'));
  }

  /**
   * Deletes expired documents that were uploaded without signing in. `now` is the time of the business clock. The next
   * {@link sweep} retries files that could not be deleted.
   */
  async expireAnonymous(db: Database, now: Date): Promise<void> {
    const before = new Date(now.getTime() - this.settings.anonymousDays * millisecondsInDay);
    const expired = await db.transaction(async (transaction) => {
      const rows = await transaction
        .delete(anonymousDocuments)
        .where(lt(anonymousDocuments.uploadedAt, before))
        .returning({ fileId: anonymousDocuments.fileId });
      const startedAt = new Date(0);
      if (rows.length > 0) {
        await transaction.insert(unfinishedUploads).values(rows.map(({ fileId }) => ({ fileId, startedAt })));
      }
      return rows;
    });
    for (const row of expired) await this.remove(db, row);
  }

  /** Deletes unfinished uploads that started more than an hour before `now`. */
  async sweep(db: Database, now: number = Date.now()): Promise<void> {
    const since = new Date(now - ABANDONED);
    const abandoned = await db.select().from(unfinishedUploads).where(lt(unfinishedUploads.startedAt, since));
    for (const row of abandoned) await this.remove(db, row);
    const staged = await readdir(this.#staging).catch(() => []);
    for (const fileId of staged) {
      const found = await stat(this.#toPath(fileId)).catch(() => undefined);
      if (found !== undefined && found.mtimeMs < since.getTime()) await this.discard({ fileId });
    }
  }
}
