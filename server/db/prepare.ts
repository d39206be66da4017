/**
 * The prepared database: an archive of an empty database with all tables. Initializing a new embedded database takes
 * seconds and much memory; unpacking the archive takes a fraction of that. The build creates it, and so do tests.
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
import * as schema from './schema/index.ts';

/** The migrations next to this file, or next to the bundle that contains it. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** Returns whether a file or folder exists at `path`. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Creates an empty database with all `migrations` and packs it into `file`, which appears only when it is complete. */
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

/** Subfolder that contains the database until it is complete. */
const UNFINISHED = '.unfinished';

/** The file that identifies a database folder. It is moved into place last. */
const MARK = 'PG_VERSION';

/** Returns whether the creation of a database in `folder` was interrupted. */
export const isUnfinished = (folder: string): Promise<boolean> => exists(join(folder, UNFINISHED));

/**
 * Creates a database in `folder` atomically: `make` writes to a temporary subfolder, and the files are moved only when
 * they are complete and on disk. Removes the remains of an earlier attempt first, except for the lock's files.
 */
export async function makeWhole(folder: string, make: (place: string) => Promise<void>): Promise<void> {
  const unfinished = join(folder, UNFINISHED);
  // Remove the marker last: while it exists, other remains may exist too.
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

/** Initializes a new database in an empty folder. */
export async function initializeDatabase(folder: string): Promise<void> {
  await (await PGlite.create(folder)).close();
}

/**
 * Returns the path of the prepared database for these migrations and this engine version in `cache`. Creates it if it
 * is missing.
 */
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
