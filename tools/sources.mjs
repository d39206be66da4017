/** Hashes of source files, and whether the build is up to date. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Written when a build is complete: the hash of its sources. */
export const stamp = join(root, 'dist/stamp');

const SOURCES = [
  'auth',
  'domain',
  'flows',
  'machines',
  'public',
  'server',
  'src',
  'test/server/http-examples.ts',
  'tools',
  'index.html',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** Returns the files of a folder in a fixed order. Returns a file itself, and nothing for a missing path. */
async function listFiles(path) {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries === undefined) return [path];
  const names = entries.map((entry) => entry.name).sort();
  return (await Promise.all(names.map((name) => listFiles(`${path}/${name}`)))).flat();
}

/** Returns a hash of source files, by default of all that the build uses. */
export async function hashOfSources(sources = SOURCES) {
  const files = (await Promise.all(sources.map(listFiles))).flat();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256').update(process.versions.node.split('.', 1)[0]);
  files.forEach((file, index) => hash.update(`\n${file}\n`).update(contents[index]));
  return hash.digest('hex');
}

/** Returns whether `dist` was built from the current sources. */
export const isBuilt = async (hash) => (await readFile(stamp, 'utf8').catch(() => '')) === hash;
