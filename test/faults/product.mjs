/**
 * Puts the built product into the folder that is its argument, with a database of its own there. Builds first where the
 * sources have changed, as `tools/start.mjs` does. A process of its own: the bundler's memory is given back.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOfSources, isBuilt, root } from '../../tools/sources.mjs';

/** What the server reads beside its build. */
const READ_BY_THE_SERVER = ['content', 'public', 'server'];

const [home] = process.argv.slice(2);
if (!(await isBuilt(await hashOfSources()))) {
  process.stdout.write('Building, as the sources have changed.\n');
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await mkdir(home, { recursive: true });
await cp(join(root, 'dist'), join(home, 'dist'), { recursive: true });
await Promise.all(READ_BY_THE_SERVER.map((folder) => symlink(join(root, folder), join(home, folder), 'junction')));
// The server takes the folder that holds it for the product's.
await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
