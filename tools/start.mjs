/**
 * `npm start`: builds what has changed, then runs the server. Its script keeps the young generation of the heap small: the
 * demo data is loaded in one burst, which would otherwise cost 30 MB for the rest of the server's life.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProduct } from './product.mjs';
import { root } from './sources.mjs';

await buildProduct();
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
