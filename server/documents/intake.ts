/**
 * How an uploaded document gets into the store. It is encrypted into a file of this machine's while it arrives; once it has
 * been checked, the store takes it over, and then a row names it. A row of `unfinished_uploads` is written before the store
 * has it and goes with the transaction that names it, so that what a crash leaves in between is found and deleted.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { millisecondsInDay } from 'date-fns/constants';
import { eq, lt } from 'drizzle-orm';
import type { ArrivingFile, FilePart, FileSink } from '#domain/call.ts';
import { HEAD_BYTES, bytesOfMegabytes, cleanFileName, fileTypeOf, isContentOf } from '#domain/documents/files.ts';
import type { DocumentType } from '#domain/documents/shapes.ts';
import type { DocumentTypeIds } from '#domain/application-documents.ts';
import type { Database } from '../db/open.ts';
import { anonymousDocuments, unfinishedUploads } from '../db/schema.ts';
import { logError } from '../log.ts';
import type { ScanState, Scanner } from './scanner.ts';
import { FILE_KEY_BYTES, openFile, sealFile } from './sealed-file.ts';
import { type DocumentStore, privateFolder } from './store.ts';

/** A document that has arrived, encrypted in a file of this machine's. */
export type StagedFile = FilePart & {
  /** Under this name the store has it. */
  readonly fileId: string;
  /** The key by which it is encrypted, in base64. */
  readonly contentKey: string;
  /** SHA-256 of its content, in hexadecimal. */
  readonly hash: string;
  /** Whether its content is of the type that its name claims. */
  readonly isGenuine: boolean;
  /** What the virus scanner found. */
  readonly scanState: ScanState;
};

/** What of the configuration is about documents. */
export interface DocumentSettings {
  readonly types: readonly DocumentType[];
  /** The most megabytes of a file. */
  readonly maxFileMegabytes: number;
  /** The most megabytes of all documents together that came from people who are not signed in. */
  readonly maxAnonymousMegabytes: number;
  /** The most megabytes of all documents of one borrower. */
  readonly maxBorrowerMegabytes: number;
  /** The most megabytes that one borrower may upload within 24 hours. */
  readonly maxDailyMegabytes: number;
  /** For how many days a document of somebody who is not signed in is kept. */
  readonly anonymousDays: number;
  /** The type of document that each kind of application needs. */
  readonly typeIdsOfApplications: DocumentTypeIds;
}

export interface IntakeFacts {
  readonly store: DocumentStore;
  /** Scans documents when they have arrived; undefined where there is no scanner. */
  readonly scanner?: Scanner | undefined;
  /** Where documents are while they arrive, on the same disk as a store that is a folder. */
  readonly staging: string;
  readonly settings: DocumentSettings;
}

/** How old, in milliseconds, something unfinished is that nobody works on any more. */
const ABANDONED = 60 * 60 * 1000;

const FILE_MODE = 0o600;

export class DocumentIntake {
  readonly settings: DocumentSettings;
  readonly #store: DocumentStore;
  readonly #staging: string;
  readonly #scanner: Scanner | undefined;

  constructor({ store, staging, settings, scanner }: IntakeFacts) {
    this.settings = settings;
    this.#store = store;
    this.#staging = staging;
    this.#scanner = scanner;
  }

  #placeOf(fileId: string): string {
    return join(this.#staging, fileId);
  }

  /** Where the file of a request goes. */
  get sink(): FileSink<StagedFile> {
    return {
      limit: bytesOfMegabytes(this.settings.maxFileMegabytes),
      take: (file) => this.#take(file),
      discard: (file) => this.discard(file),
    };
  }

  /** Writes a file that is not there yet. It is whole and on the disk, or not there. */
  async #write(fileId: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await privateFolder(this.#staging);
    const place = this.#placeOf(fileId);
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
    return {
      name,
      size,
      mediaType: fileTypeOf(name)?.mediaType ?? '',
      fileId,
      contentKey: key.toString('base64'),
      hash: hash.digest('hex'),
      isGenuine: isContentOf(name, head),
      scanState,
    };
  }

  /** Scans a document that has arrived. Without a scanner that works it is kept, and its row says that it was not scanned. */
  async #scan(fileId: string, key: Buffer): Promise<ScanState> {
    if (this.#scanner === undefined) return 'notScanned';
    try {
      return await this.#scanner(openFile(createReadStream(this.#placeOf(fileId)), key));
    } catch (error) {
      logError('the virus scanner', error);
      return 'notScanned';
    }
  }

  /** Deletes what has arrived and was not stored. */
  async discard({ fileId }: Pick<StagedFile, 'fileId'>): Promise<void> {
    await rm(this.#placeOf(fileId), { force: true });
  }

  /** Hands a document over to the store. No row names it yet: {@link finish} belongs to the transaction that writes one. */
  async store(db: Database, { fileId }: Pick<StagedFile, 'fileId'>): Promise<void> {
    await db.insert(unfinishedUploads).values({ fileId, startedAt: new Date() });
    await this.#store.put(fileId, this.#placeOf(fileId));
  }

  /** Puts a content where a row that is there already says it is: one of the demo documents. */
  async putBack(
    { fileId, contentKey }: Pick<StagedFile, 'fileId' | 'contentKey'>,
    content: Iterable<Uint8Array>,
  ): Promise<void> {
    // Several instances may do so at once, so that the file has a name of its own until it is whole.
    const unfinished = randomUUID();
    await this.#write(unfinished, sealFile(Readable.from(content), Buffer.from(contentKey, 'base64')));
    await this.#store.put(fileId, this.#placeOf(unfinished));
  }

  /** A row names the document now. */
  async finish(db: Database, { fileId }: Pick<StagedFile, 'fileId'>): Promise<void> {
    await db.delete(unfinishedUploads).where(eq(unfinishedUploads.fileId, fileId));
  }

  /** Deletes a document that was stored and that no row is to name. */
  async remove(db: Database, { fileId }: Pick<StagedFile, 'fileId'>): Promise<void> {
    await this.#store.delete(fileId);
    await this.finish(db, { fileId });
  }

  /** The content of a document that a row names. */
  async contentOf({ fileId, contentKey }: Pick<StagedFile, 'fileId' | 'contentKey'>) {
    return openFile(await this.#store.get(fileId), Buffer.from(contentKey, 'base64'));
  }

  /**
   * Deletes documents of people who are not signed in that are older than the settings say. `now` is the time of the business clock.
   * A file that could not be deleted is deleted by the next {@link sweep}.
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

  /** Deletes what was begun an hour before `now` and never finished. */
  async sweep(db: Database, now: number = Date.now()): Promise<void> {
    const since = new Date(now - ABANDONED);
    const abandoned = await db.select().from(unfinishedUploads).where(lt(unfinishedUploads.startedAt, since));
    for (const row of abandoned) await this.remove(db, row);
    const staged = await readdir(this.#staging).catch(() => []);
    for (const fileId of staged) {
      const found = await stat(this.#placeOf(fileId)).catch(() => undefined);
      if (found !== undefined && found.mtimeMs < since.getTime()) await this.discard({ fileId });
    }
  }
}
