/**
 * Starts the built product for the journeys, as `tools/start.mjs` does, but from a copy in `.cache/journeys`: with a
 * database of its own, fresh at every start, and undisturbed by a build that somebody else makes meanwhile.
 */
import { rmSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../tools/sources.mjs';

/** What the server reads beside its build. */
const READ_BY_THE_SERVER = ['content', 'public', 'server'];

// The port keeps runs apart that go on at the same time.
const home = join(root, '.cache/journeys', process.env['PORT'] ?? '');
await rm(home, { recursive: true, force: true });
await mkdir(home, { recursive: true });
await cp(join(root, 'dist'), join(home, 'dist'), { recursive: true });
await Promise.all(READ_BY_THE_SERVER.map((folder) => symlink(join(root, folder), join(home, folder), 'junction')));
// The server takes the folder that holds it for the product's.
await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
await import(pathToFileURL(join(home, 'dist/server/main.js')).href);
