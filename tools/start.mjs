/**
 * `npm start`: builds what has changed, then runs the server. Its script keeps the young generation of the heap small: the
 * demo data is loaded in one burst, which would otherwise cost 30 MB for the rest of the server's life.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOfSources, isBuilt, root } from './sources.mjs';

if (!(await isBuilt(await hashOfSources()))) {
  process.stdout.write('Building. This takes half a minute, and happens only when the sources have changed.\n');
  // In a process of its own: the bundler's memory is given back before the server starts.
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
