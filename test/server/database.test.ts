/** The embedded database in a folder: startup, restart and recovery after a kill. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SQL, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderInUse, lockFolder } from '#server/db/lock.ts';
import { openDatabase } from '#server/db/open.ts';
import { oidcRecords, serverSettings } from '#server/db/schema/index.ts';
import { loadDemoData } from '#server/demo/load.ts';
import { SESSION } from '#server/credentials/sessions.ts';
import { noteUse } from '#server/oidc/records.ts';
import { DEMO_FOLDER, ROLE_IDS, TODAY, preparedFile } from '#test/support/database.ts';

let parent: string;
beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'portal-test-')));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const open = async (dataDir: string) => openDatabase({ dataDir, prepared: await preparedFile() });

describe('a database in a folder', { timeout: 60_000 }, () => {
  it('is created with its parent folders, is fresh until it is seeded, and keeps its data', async () => {
    const folder = join(parent, 'made', 'for', 'it');
    const first = await open(folder);
    expect(first).toMatchObject({ kind: 'folder', fresh: true });
    await first.db.insert(serverSettings).values({ key: 'tried', value: { yes: true } });
    await first.close();

    const second = await open(folder);
    expect(second.fresh).toBe(true);
    expect(await second.db.select().from(serverSettings)).toEqual([{ key: 'tried', value: { yes: true } }]);
    // One person suffices. Loading all of them is tested elsewhere.
    await mkdir(join(parent, 'demo', 'people'), { recursive: true });
    await copyFile(join(DEMO_FOLDER, 'people/blake.json'), join(parent, 'demo/people/blake.json'));
    await loadDemoData(second.db, join(parent, 'demo'), TODAY, ROLE_IDS);
    await second.close();

    const third = await open(folder);
    expect(third.fresh).toBe(false);
    await third.close();
  });

  it('does not grow with overwritten rows or its log', async () => {
    const opened = await open(join(parent, 'busy'));
    const { db } = opened;
    const Bytes = v.object({ rows: v.tuple([v.object({ bytes: v.pipe(v.unknown(), v.transform(Number)) })]) });
    const readBytes = async (query: SQL) => v.parse(Bytes, await db.execute(query)).rows[0].bytes;
    const table = () => readBytes(sql`select pg_total_relation_size('written_over') as bytes`);
    const wal = () => readBytes(sql`select sum(size) as bytes from pg_ls_waldir()`);
    await db.execute(sql`create table written_over (id integer primary key, text text)`);
    await db.execute(sql`insert into written_over select id, repeat('x', 900) from generate_series(1, 5000) id`);
    const atFirst = await table();
    const writeOver = () => db.execute(sql`update written_over set text = md5(id::text) || repeat('y', 900)`);
    // Vacuumed rows make room for new ones, so the table at most doubles in size.
    for (let times = 0; times < 6; times += 1) {
      await writeOver();
      await opened.maintain();
    }
    expect(await table()).toBeLessThan(3 * atFirst);
    expect(await wal()).toBeLessThanOrEqual(48 * 1024 * 1024);
    await opened.close();
  });

  it('is open in one process only, in a folder that only its owner can read', async () => {
    const folder = join(parent, '.data', 'database');
    const opened = await open(folder);
    if (process.platform !== 'win32') {
      expect((await stat(join(parent, '.data'))).mode & 0o777).toBe(0o700);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }
    await expect(open(folder)).rejects.toThrow(FolderInUse);
    await expect(open(folder)).rejects.toThrow(folder);
    await opened.close();
    await (await open(folder)).close();
  });

  it('opens after an interrupted unpacking', async () => {
    const folder = join(parent, 'data');
    await mkdir(join(folder, '.unfinished/base'), { recursive: true });
    await writeFile(join(folder, 'pg_hba.conf'), 'half');
    await (await open(folder)).close();
    expect(existsSync(join(folder, '.unfinished'))).toBe(false);
    expect(await readFile(join(folder, 'pg_hba.conf'), 'utf8')).not.toBe('half');
  });

  it.runIf(process.platform === 'linux')('has everything it acknowledged on disk', async () => {
    const opened = await open(join(parent, 'data'));
    const paths: string[] = [];
    const sync = fs.fsyncSync;
    const synced = vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      paths.push(fs.readlinkSync(`/proc/self/fd/${file}`));
      sync(file);
    });
    await opened.db.insert(serverSettings).values({ key: 'answered', value: {} });
    expect(paths).toContainEqual(expect.stringContaining('/pg_wal/'));
    await opened.db.insert(oidcRecords).values({ model: SESSION, id: 'some', uid: 'some', payload: {} });
    paths.length = 0;
    // A session's last use is committed with the next write.
    await noteUse(opened.db, 'some', new Date(0));
    expect((await opened.db.select().from(oidcRecords))[0]?.usedAt?.getTime()).toBeGreaterThan(0);
    expect(paths).toEqual([]);
    await opened.db.update(serverSettings).set({ value: {} }).where(eq(serverSettings.key, 'answered'));
    expect(paths).toContainEqual(expect.stringContaining('/pg_wal/'));
    await opened.db.execute(sql`checkpoint`);
    expect(paths).toContainEqual(expect.stringMatching(/\/(?:base|global)\//));
    synced.mockRestore();
    await opened.close();
  });

  it('accepts an empty folder, and rejects one with other files', async () => {
    const folder = join(parent, 'data');
    await mkdir(folder);
    await (await open(folder)).close();
    const other = join(parent, 'other');
    await mkdir(other);
    await writeFile(join(other, 'letter.txt'), 'Dear');
    await expect(open(other)).rejects.toThrow(/contains files, but no database/);
  });
});

/** Starts a process that listens where the holder of the lock would, with a separate environment. */
async function holder(): Promise<{ kill: () => Promise<void> }> {
  const address = join(parent, 'portal.sock.3');
  const script = `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', script], { env: { ...process.env, TMPDIR: parent } });
  await once(child.stdout, 'data');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const BEAT_MS = 40;
const lock = (machine = 'this one', onLost: (error: FolderInUse) => void = () => undefined) =>
  lockFolder(parent, { machine, onLost, beatMs: BEAT_MS });
const record = () => join(parent, 'portal.lock');
/** Synchronous, so that a busy disk delays no beat of the other machine. */
const write = (machine: string, beat: number) =>
  writeFileSync(record(), JSON.stringify({ holder: `a process of ${machine}`, machine, beat }));

describe.skipIf(process.platform === 'win32')('the folder lock', () => {
  it('blocks others while its process lives, and is released when the process is killed', async () => {
    const other = await holder();
    await expect(lock()).rejects.toThrow(FolderInUse);
    await other.kill();
    expect(existsSync(join(parent, 'portal.sock.3'))).toBe(true);
    const release = await lock();
    await release();
    expect(await readdir(parent)).toEqual([]);
  });

  it('works with any folder for temporary files', async () => {
    const before = process.env['TMPDIR'];
    const release = await lock();
    process.env['TMPDIR'] = join(parent, 'elsewhere');
    await expect(lock()).rejects.toThrow(FolderInUse);
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await release();
  });

  it('goes to exactly one of many processes that find it stale', async () => {
    await (await holder()).kill();
    const tried = await Promise.allSettled(Array.from({ length: 10 }, () => lock()));
    const held = tried.filter((each) => each.status === 'fulfilled');
    expect(held).toHaveLength(1);
    await Promise.all(held.map((each) => each.value()));
  });

  it('works in a folder whose path exceeds the maximum length of a socket path', async () => {
    const deep = join(parent, 'd'.repeat(60), 'e'.repeat(60));
    await mkdir(deep, { recursive: true });
    const release = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow(FolderInUse);
    await release();
    await (
      await lockFolder(deep)
    )();
  });

  it('is released when its process on the same machine dies, despite its lock file', async () => {
    write('this one', 7);
    await (
      await lock()
    )();
  });

  it('blocks processes on other machines while its holder writes', async () => {
    write('another', 0);
    let beat = 0;
    const writing = setInterval(() => write('another', (beat += 1)), BEAT_MS / 2);
    try {
      await expect(lock()).rejects.toThrow(FolderInUse);
    } finally {
      clearInterval(writing);
    }
  });

  it('passes to another machine when its holder stops writing', async () => {
    write('another', 0);
    const release = await lock();
    expect(await readFile(record(), 'utf8')).toContain('this one');
    await release();
  });

  it('is rewritten periodically, and notifies its holder when it is lost', async () => {
    const lost = vi.fn<(error: FolderInUse) => void>();
    const release = await lock('this one', lost);
    const first = await readFile(record(), 'utf8');
    // A busy machine may take longer than the default second.
    const timeout = { timeout: 20_000 };
    await vi.waitFor(async () => expect(await readFile(record(), 'utf8')).not.toBe(first), timeout);
    write('another', 0);
    await vi.waitFor(() => expect(lost).toHaveBeenCalled(), timeout);
    await release();
    expect(await readFile(record(), 'utf8')).toContain('another');
  });
});
