/** Runs after `npm ci`: generates what lint, tests and the portal import. Does nothing without the development packages. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

if (existsSync(join(root, 'node_modules/vite'))) {
  const { generate } = await import('./generated.mjs');
  await generate(['flow-names.json', 'flow-links.json']);
}
