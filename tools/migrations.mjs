/**
 * Writes a migration for the changes of the tables and deletes the snapshots of earlier ones: drizzle-kit compares the
 * tables with the newest snapshot only. Arguments go to `drizzle-kit generate`, for example `--name drop-column`.
 */
import { spawnSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './sources.mjs';

const command = [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const meta = join(root, 'server/db/migrations/meta');
const snapshots = (await readdir(meta)).filter((name) => name.endsWith('_snapshot.json')).sort();
await Promise.all(snapshots.slice(0, -1).map((name) => rm(join(meta, name))));
