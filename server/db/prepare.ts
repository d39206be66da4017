/**
 * The prepared database: an empty one with all tables, packed into a file. Making a new embedded database takes seconds
 * and much memory, unpacking this one a fraction of that. It is made when the product is built, and for tests.
 */
import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import * as tar from 'tar';
import { syncFolder, syncPath } from './durable-files.ts';
import { isOfLock } from './lock.ts';
import * as schema from './schema.ts';

/** The migrations beside this file, or beside the bundle that it has become part of. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** Whether something stands at `path`. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Makes an empty database with all `migrations` and packs it into `file`, which appears only when it is complete. */
export async function prepareDatabase(file: string, migrations: string = MIGRATIONS): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-prepare-'));
  const unfinished = `${file}.${randomUUID()}`;
  try {
    const client = await PGlite.create(join(folder, 'database'));
    await migrate(drizzle(client, { schema }), { migrationsFolder: migrations });
    await client.query('checkpoint');
    await client.close();
    await mkdir(dirname(file), { recursive: true });
    await tar.create({ file: unfinished, cwd: join(folder, 'database'), gzip: { level: 6 }, portable: true }, ['.']);
    await rename(unfinished, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
}

/** Where a folder's database stands until it is complete. */
const UNFINISHED = '.unfinished';

/** The file by which a folder is known to hold a database; it is put there last. */
const MARK = 'PG_VERSION';

/** Whether a database was being made in `folder` when that was cut off. */
export const isUnfinished = (folder: string): Promise<boolean> => exists(join(folder, UNFINISHED));

/**
 * Makes a database in `folder` with `make`, which is given another place: it counts as one only when it is complete and on
 * the disk. What an earlier attempt has left there is removed first; the lock's files stay.
 */
export async function makeWhole(folder: string, make: (place: string) => Promise<void>): Promise<void> {
  const unfinished = join(folder, UNFINISHED);
  // It goes last: as long as it is there, so may be the rest.
  const left = (await readdir(folder)).filter((name) => !isOfLock(name) && name !== UNFINISHED);
  for (const name of [...left, UNFINISHED]) await rm(join(folder, name), { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await make(unfinished);
  await syncFolder(unfinished);
  const names = (await readdir(unfinished)).filter((name) => name !== MARK);
  for (const name of [...names, MARK]) await rename(join(unfinished, name), join(folder, name));
  await rm(unfinished, { recursive: true });
  syncPath(folder);
}

/** Unpacks a prepared database into an empty folder. */
export const unpackDatabase = (file: string, folder: string): Promise<void> => tar.extract({ file, cwd: folder });

/** Makes a database in an empty folder from nothing. */
export async function initializeDatabase(folder: string): Promise<void> {
  await (await PGlite.create(folder)).close();
}

/** The prepared database for these migrations and this engine from `cache`, made now if it is not there. Gives the file's path. */
export async function cachedDatabase(cache: string, migrations: string = MIGRATIONS): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrations)).filter((each) => each.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(migrations, name)));
  }
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  hash.update(await readFile(join(dirname(engine), '../package.json')));
  const file = join(cache, `database-${hash.digest('hex').slice(0, 16)}.tar.gz`);
  if (!(await exists(file))) await prepareDatabase(file, migrations);
  return file;
}
