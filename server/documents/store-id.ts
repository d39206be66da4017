/**
 * Verifies at startup that the document folder belongs to the database: both contain the same id. This detects a second
 * process with a different folder, or a database restored without its documents, before a document is missing.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { holdStartupLock } from '../db/open.ts';
import { readPrivateText, writePrivateText } from '../db/private-file.ts';
import { serverSettings } from '../db/schema/index.ts';
import { privateFolder } from './store.ts';

/** The database setting and the file in the folder that contain the id. */
const SETTING = 'documentStoreId';
const FILE = 'store-id';

/** The document folder belongs to another database. `message` contains instructions. */
export class DocumentStoreProblem extends Error {
  override readonly name = 'DocumentStoreProblem';
}

/**
 * Verifies that a folder belongs to the database, and assigns a new folder to a new database. Instances that start
 * together run this in sequence. Throws {@link DocumentStoreProblem}.
 */
export async function checkStoreId(db: Database, folder: string): Promise<void> {
  const file = join(await privateFolder(folder), FILE);
  await db.transaction(async (transaction) => {
    await holdStartupLock(transaction);
    const present = await readPrivateText(file);
    const own = present ?? randomUUID();
    // The first process that uses the database sets the id.
    await transaction.insert(serverSettings).values({ key: SETTING, value: own }).onConflictDoNothing();
    const [row] = await transaction.select().from(serverSettings).where(eq(serverSettings.key, SETTING));
    const known = v.parse(v.string(), row?.value);
    if (known !== own) {
      throw new DocumentStoreProblem(
        `The documents of this database are not in ${folder}. Copy or mount their folder there, or set DOCUMENTS_BUCKET. ` +
          `To start without them, write ${known} to ${file}.`,
      );
    }
    // The transaction writes the folder's id before it commits, so that a process killed in between can start again.
    if (present === undefined) await writePrivateText(file, own);
  });
}
