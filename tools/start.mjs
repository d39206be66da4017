/**
 * `npm start`: builds changes and runs the server with a small young generation of the heap. Loading the demo data
 * would otherwise permanently cost 30 MB.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProduct } from './product.mjs';
import { root } from './sources.mjs';

await buildProduct();
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
