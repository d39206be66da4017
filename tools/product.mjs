/**
 * The built product: built when the sources have changed, and copied where something wants it for itself.
 * `node tools/product.mjs FOLDER` does both, in a process whose memory is given back.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfSources, isBuilt, root } from './sources.mjs';

/** What the server reads beside its build. */
const READ_BY_THE_SERVER = ['content', 'public', 'server'];

/** Builds what has changed, in a process of its own, so that the bundler's memory is given back. Throws when it fails. */
export async function buildProduct() {
  if (await isBuilt(await hashOfSources())) return;
  process.stdout.write('Building. This takes half a minute, and happens only when the sources have changed.\n');
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built.');
}

/**
 * Puts the built product into `home`, a folder below the repository, so that packages are found: with a database of its
 * own there, and undisturbed by a later build. Gives the file that starts it.
 */
export async function copyProduct(home) {
  await mkdir(home, { recursive: true });
  await cp(join(root, 'dist'), join(home, 'dist'), { recursive: true });
  await Promise.all(READ_BY_THE_SERVER.map((folder) => symlink(join(root, folder), join(home, folder), 'junction')));
  // The server takes the folder that holds it for the product's.
  await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
  return join(home, 'dist/server/main.js');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [home] = process.argv.slice(2);
  if (home === undefined) throw new Error('Usage: node tools/product.mjs FOLDER');
  await buildProduct();
  await copyProduct(resolve(home));
}
