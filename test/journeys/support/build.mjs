/** Builds the product once, before the workers start their servers. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hashOfSources, isBuilt, root } from '../../../tools/sources.mjs';

export default async function build() {
  if (await isBuilt(await hashOfSources())) return;
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built');
}
