/**
 * The built product: rebuilds it when the sources have changed, and copies it for callers that need a separate one.
 * `node tools/product.mjs FOLDER` does both, in a process whose memory is released; without FOLDER it builds only.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfSources, isBuilt, root } from './sources.mjs';
import { writeVersion } from './version.mjs';

/** Folders that the server reads in addition to its build. */
const READ_BY_THE_SERVER = ['content', 'public', 'server'];

/** Builds changes in a separate process, which releases the bundler's memory. Throws on failure. */
export async function buildProduct() {
  // A commit that changes none of the sources is a new version too.
  if (await isBuilt(await hashOfSources())) return writeVersion(root);
  process.stdout.write('Building. This takes half a minute, and happens only when the sources have changed.\n');
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built.');
}

/**
 * Copies the built product to `home`, a folder within the repository, so that packages are found. The copy has a
 * separate database and is unaffected by later builds. Returns the path of its start script.
 */
export async function copyProduct(home) {
  await mkdir(home, { recursive: true });
  await cp(join(root, 'dist'), join(home, 'dist'), { recursive: true });
  await Promise.all(READ_BY_THE_SERVER.map((folder) => symlink(join(root, folder), join(home, folder), 'junction')));
  // The server uses the folder with package.json as the product's root.
  await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
  return join(home, 'dist/server/main.js');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [home] = process.argv.slice(2);
  await buildProduct();
  if (home !== undefined) await copyProduct(resolve(home));
}
