/** Which files the build is made from, and whether it still fits them. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Written when a build is complete: the hash of what it was made from. */
export const stamp = join(root, 'dist/stamp');

const SOURCES = [
  'auth',
  'domain',
  'flows',
  'machines',
  'public',
  'server',
  'src',
  'tools',
  'index.html',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.flows.config.ts',
  'vite.inline.config.ts',
  'vite.prerender.config.ts',
  'vite.server.config.ts',
];

/** The files of a folder, in one order everywhere; a file is its own list, and what is not there has none. */
async function filesOf(path) {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries === undefined) return [path];
  const names = entries.map((entry) => entry.name).sort();
  return (await Promise.all(names.map((name) => filesOf(`${path}/${name}`)))).flat();
}

/** A hash of everything that the build is made from. */
export async function hashOfSources() {
  const files = (await Promise.all(SOURCES.map(filesOf))).flat();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256').update(process.versions.node.split('.', 1)[0]);
  files.forEach((file, index) => hash.update(`\n${file}\n`).update(contents[index]));
  return hash.digest('hex');
}

/** Whether `dist` was built from the sources as they are. */
export const isBuilt = async (hash) => (await readFile(stamp, 'utf8').catch(() => '')) === hash;
