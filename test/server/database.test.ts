/** The embedded database in a folder: what a start, a restart and a kill leave behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, lockAddress, lockFolder } from '#server/db/lock.ts';
import { openDatabase } from '#server/db/open.ts';
import { serverSettings } from '#server/db/schema.ts';
import { loadDemoData } from '#server/demo/load.ts';
import { DEMO_FOLDER, ROLE_IDS, TODAY, preparedFile } from '#test/support/database.ts';

let parent: string;
beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'portal-test-')));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const open = async (dataDir: string) => openDatabase({ dataDir, prepared: await preparedFile() });

describe('a database in a folder', { timeout: 60_000 }, () => {
  it('is made with its parents, is fresh until it is filled, and keeps what it holds', async () => {
    const folder = join(parent, 'made', 'for', 'it');
    const first = await open(folder);
    expect(first).toMatchObject({ kind: 'folder', fresh: true });
    await first.db.insert(serverSettings).values({ key: 'tried', value: { yes: true } });
    await first.close();

    const second = await open(folder);
    expect(second.fresh).toBe(true);
    expect(await second.db.select().from(serverSettings)).toEqual([{ key: 'tried', value: { yes: true } }]);
    await loadDemoData(second.db, DEMO_FOLDER, TODAY, ROLE_IDS);
    await second.close();

    const third = await open(folder);
    expect(third.fresh).toBe(false);
    await third.close();
  });

  it('is open in one process only', async () => {
    const folder = join(parent, 'data');
    const opened = await open(folder);
    await expect(open(folder)).rejects.toThrow(FolderInUse);
    await expect(open(folder)).rejects.toThrow(folder);
    await opened.close();
    await (await open(folder)).close();
  });

  it('opens after an unpacking that was cut off', async () => {
    const folder = join(parent, 'data');
    await mkdir(`${folder}.unfinished/base`, { recursive: true });
    await (await open(folder)).close();
    expect(existsSync(`${folder}.unfinished`)).toBe(false);
  });

  it('takes an empty folder, and refuses one that holds something else', async () => {
    const folder = join(parent, 'data');
    await mkdir(folder);
    await (await open(folder)).close();
    const other = join(parent, 'other');
    await mkdir(other);
    await writeFile(join(other, 'letter.txt'), 'Dear');
    await expect(open(other)).rejects.toThrow(/holds files, but no database/);
  });
});

/** A process that listens where the holder of the lock would. */
async function holder(): Promise<{ kill: () => Promise<void> }> {
  const script = `require('net').createServer().listen(${JSON.stringify(lockAddress(parent))}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', script]);
  await once(child.stdout, 'data');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

describe.skipIf(process.platform === 'win32')('the lock of a folder', () => {
  it('keeps others out while its process lives, and nobody after it was killed', async () => {
    const other = await holder();
    await expect(lockFolder(parent)).rejects.toThrow(FolderInUse);
    await other.kill();
    expect(existsSync(lockAddress(parent))).toBe(true);
    const release = await lockFolder(parent);
    await release();
    expect(existsSync(lockAddress(parent))).toBe(false);
  });

  it('goes to one of many who find it dead', async () => {
    await (await holder()).kill();
    const tried = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(parent)));
    const held = tried.filter((each) => each.status === 'fulfilled');
    expect(held).toHaveLength(1);
    await Promise.all(held.map((each) => each.value()));
  });
});
