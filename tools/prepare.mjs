/**
 * Runs after `npm ci`: generates what lint, tests and the portal import, and in a Git checkout installs the hook that
 * formats and lints staged files. Does nothing without the development packages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

const hooks = join(root, 'node_modules/simple-git-hooks/cli.js');
if (existsSync(hooks)) {
  const { generate } = await import('./generated.mjs');
  await generate(['flow-names.json', 'flow-links.json']);
  // A read-only repository has no hook.
  if (existsSync(join(root, '.git'))) spawnSync(process.execPath, [hooks], { cwd: root, stdio: 'inherit' });
}
