/**
 * Whether the folder of documents belongs to the database. Both have the same id, so that a second process with a folder of its own, or
 * a database that was restored without its documents, is noticed at the start and not when a document is missing.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, holdStartupLock } from '../db/open.ts';
import { readPrivateText, writePrivateText } from '../db/private-file.ts';
import { serverSettings } from '../db/schema.ts';
import { privateFolder } from './store.ts';

/** The setting of the database and the file of the folder that have the id. */
const SETTING = 'documentStoreId';
const FILE = 'store-id';

/** A folder of documents that belongs to another database. `message` says what to do. */
export class DocumentStoreProblem extends Error {
  override readonly name = 'DocumentStoreProblem';
}

/**
 * Checks that a folder belongs to the database, and lets a new folder belong to a new database. Instances that start together take turns.
 * Throws {@link DocumentStoreProblem}.
 */
export async function checkStoreId(db: Database, folder: string): Promise<void> {
  const file = join(await privateFolder(folder), FILE);
  await db.transaction(async (transaction) => {
    await holdStartupLock(transaction);
    const present = await readPrivateText(file);
    const own = present ?? randomUUID();
    // The first process with a database decides.
    await transaction.insert(serverSettings).values({ key: SETTING, value: own }).onConflictDoNothing();
    const [row] = await transaction.select().from(serverSettings).where(eq(serverSettings.key, SETTING));
    const known = v.parse(v.string(), row?.value);
    if (known !== own) {
      throw new DocumentStoreProblem(
        `The documents of this database are not in ${folder}. Copy or mount their folder there, or set DOCUMENTS_BUCKET. ` +
          `To start without them, write ${known} into ${file}.`,
      );
    }
    // The folder has its id before the database: a process that is killed in between can start again.
    if (present === undefined) await writePrivateText(file, own);
  });
}
