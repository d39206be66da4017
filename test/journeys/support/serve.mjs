/**
 * Starts the built product for the journeys, as `tools/start.mjs` does, but from a copy in `.cache/journeys`: with a
 * database of its own, fresh at every start, and undisturbed by a build that somebody else makes meanwhile.
 */
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyProduct } from '../../../tools/product.mjs';
import { root } from '../../../tools/sources.mjs';

// The port keeps runs apart that go on at the same time.
const home = join(root, '.cache/journeys', process.env['PORT'] ?? '');
await rm(home, { recursive: true, force: true });
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
await import(pathToFileURL(await copyProduct(home)).href);
