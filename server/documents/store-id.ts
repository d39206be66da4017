/**
 * Whether the folder of documents belongs to the database. Both have the same id, so that a second process with a folder of its own, or
 * a database that was restored without its documents, is noticed at the start and not when a document is missing.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/open.ts';
import { serverSettings } from '../db/schema.ts';
import { privateFolder } from './store.ts';

/** The setting of the database and the file of the folder that have the id. */
const SETTING = 'documentStoreId';
const FILE = 'store-id';

/** A folder of documents that belongs to another database. `message` says what to do. */
export class DocumentStoreProblem extends Error {
  override readonly name = 'DocumentStoreProblem';
}

const idIn = async (file: string): Promise<string | undefined> =>
  (await readFile(file, 'utf8').catch(() => undefined))?.trim();

/** Checks that a folder belongs to the database, and lets a new folder belong to a new database. Throws {@link DocumentStoreProblem}. */
export async function checkStoreId(db: Database, folder: string): Promise<void> {
  const file = join(await privateFolder(folder), FILE);
  const present = await idIn(file);
  const own = present ?? randomUUID();
  // The folder has its id first: a process that is killed in between can start again.
  if (present === undefined) await writeFile(file, `${own}\n`, { mode: 0o600 });
  // The first process with a database decides.
  await db.insert(serverSettings).values({ key: SETTING, value: own }).onConflictDoNothing();
  const [row] = await db.select().from(serverSettings).where(eq(serverSettings.key, SETTING));
  const known = v.parse(v.string(), row?.value);
  if (known !== own) {
    if (present === undefined) await rm(file, { force: true });
    throw new DocumentStoreProblem(
      `The documents of this database are not in ${folder}. Copy or mount their folder there, or set DOCUMENTS_BUCKET. ` +
        `To start without them, write ${known} into ${file}.`,
    );
  }
}
