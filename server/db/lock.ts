/**
 * A lock on the folder of an embedded database. Without it, the engine would accept a second process, and the database
 * could be corrupted. The lock lives in the folder, so it works for all processes with access to the folder, including
 * containers that share a volume.
 *
 * The lock has two parts. On one machine, the holder listens on a socket. The operating system closes the socket when
 * the process ends, even if it is killed, so there are no stale locks and no process ids that another process could
 * reuse. For machines that share a volume, where sockets cannot connect, the holder rewrites a file every two seconds;
 * another machine may take over after six seconds without a write.
 */
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

/** Thrown if another running process has the folder open. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  readonly folder: string;
  constructor(folder: string) {
    super(`The database in ${folder} is open in another process. Stop that one first, or choose another folder.`);
    this.folder = folder;
  }
}

const SOCKET = 'portal.sock';
const RECORD = 'portal.lock';

/** Returns whether a file in the folder belongs to the lock. */
export const isOfLock = (name: string): boolean => name.startsWith(SOCKET) || name.startsWith(RECORD);

/** Maximum length of a socket path that all systems accept, in bytes. */
const LONGEST_ADDRESS = 100;

/** Maps socket names to addresses. */
interface Addresses {
  of(name: string): string;
  close(): void;
}

/** Shortens paths that are too long: through the open folder in `/proc`, or relative to the working directory. */
function addressesIn(folder: string): Addresses {
  if (process.platform === 'win32') {
    const hash = createHash('sha256').update(folder).digest('hex').slice(0, 24);
    return { of: (name) => `\\\\.\\pipe\\portal-${hash}-${name}`, close: () => undefined };
  }
  const longest = join(folder, `${SOCKET}.12345678`);
  if (Buffer.byteLength(longest) <= LONGEST_ADDRESS)
    return { of: (name) => join(folder, name), close: () => undefined };
  if (process.platform !== 'linux') return { of: (name) => relative('.', join(folder, name)), close: () => undefined };
  const opened = openSync(folder, 'r');
  return { of: (name) => `/proc/self/fd/${opened}/${name}`, close: () => closeSync(opened) };
}

/** Returns the code of a failed system call. Undefined for other errors. */
export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Error codes of file systems without sockets. */
const NO_SOCKETS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EINVAL', 'ENOSYS']);

/** Listens on `address`, or returns the reason why that is impossible. */
const listen = (address: string): Promise<Server | 'taken' | 'noSockets'> =>
  new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy());
    server.once('error', (error) => {
      const code = getErrorCode(error) ?? '';
      if (code === 'EADDRINUSE') resolve('taken');
      else if (NO_SOCKETS.has(code)) resolve('noSockets');
      else reject(error);
    });
    server.listen(address, () => resolve(server.unref()));
  });

const stop = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));

/** Returns whether a live process may be listening at `address`. False only if the system refuses the connection. */
const isAnswered = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const caller = connect(address);
    caller.once('connect', () => {
      caller.destroy();
      resolve(true);
    });
    caller.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(getErrorCode(error) ?? '')));
  });

/** Delay before a refused connection is retried, in milliseconds. A socket is bound shortly before it listens. */
const MOMENT = 30;

/** Matches socket names. Names without a number come from an earlier release. */
const NUMBERED = /^portal\.sock(?:\.(\d+))?$/;

/**
 * Returns the numbers of the sockets in the folder. On Windows there are none: sockets are not files and disappear with
 * their process.
 */
async function numbersIn(folder: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  const found = (await readdir(folder)).map((name) => NUMBERED.exec(name));
  return found.flatMap((match) => (match === null ? [] : [Number(match[1] ?? -1)]));
}

const toSocketName = (number: number): string => (number === -1 ? SOCKET : `${SOCKET}.${number}`);

/** Returns whether a live process listens on one of these sockets. */
async function isHeld(addresses: Addresses, numbers: readonly number[]): Promise<boolean> {
  const checkAll = () => Promise.all(numbers.map((number) => isAnswered(addresses.of(toSocketName(number)))));
  if ((await checkAll()).includes(true)) return true;
  if (numbers.length === 0) return false;
  await sleep(MOMENT);
  return (await checkAll()).includes(true);
}

/**
 * Acquires the folder's socket. Returns undefined if the file system does not support sockets. Each holder uses the
 * number after the highest existing one, which only one process can bind. A socket that may be alive is never renamed
 * or deleted by another process. A process that finds another live socket gives up, so there are never two holders,
 * even if a suspended process resumes.
 */
async function takeSocket(addresses: Addresses, folder: string): Promise<Server | undefined> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const before = await numbersIn(folder);
    if (await isHeld(addresses, before)) throw new FolderInUse(folder);
    const own = Math.max(-1, ...before) + 1;
    const server = await listen(addresses.of(toSocketName(own)));
    if (server === 'noSockets') return undefined;
    if (server === 'taken') continue;
    const others = (await numbersIn(folder)).filter((number) => number !== own);
    if (await isHeld(addresses, others)) {
      await stop(server);
      throw new FolderInUse(folder);
    }
    await Promise.all(before.map((number) => rm(join(folder, toSocketName(number)), { force: true })));
    return server;
  }
  throw new FolderInUse(folder);
}

/** The contents of the lock file: the holder, its machine, and a counter. */
const Written = v.object({ holder: v.string(), machine: v.string(), beat: v.number() });
type Written = v.InferOutput<typeof Written>;

/** Returns an id of this machine that changes with each boot. Containers have the id of their host. */
const thisMachine = (): Promise<string> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => hostname(),
  );

async function readRecord(file: string): Promise<Written | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Written), text);
  return parsed.success ? parsed.output : undefined;
}

async function writeRecord(file: string, written: Written): Promise<void> {
  const unfinished = `${file}.${written.holder}`;
  await writeFile(unfinished, JSON.stringify(written));
  await rename(unfinished, file);
}

export interface LockOptions {
  /** Interval between writes, in milliseconds. */
  readonly beatMs?: number;
  /**
   * Called when another process has taken over the folder, for example after this process was suspended. By default it
   * ends the process.
   */
  readonly onLost?: (error: FolderInUse) => void;
  /** The machine id of this process. */
  readonly machine?: string;
}

const BEATS_WAITED = 3;

const endProcess = (error: FolderInUse): never => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
};

/** Throws {@link FolderInUse} while a process on another machine keeps writing to `file`. */
async function refuseWhileWritten(folder: string, file: string, found: Written, beatMs: number): Promise<void> {
  for (let waited = 0; waited < 2 * BEATS_WAITED; waited += 1) {
    await sleep(beatMs / 2);
    const now = await readRecord(file);
    if (now === undefined) return;
    if (now.holder !== found.holder || now.beat !== found.beat) throw new FolderInUse(folder);
  }
}

/**
 * Locks the existing `folder` for this process and returns a function that releases the lock. Throws {@link
 * FolderInUse}.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<() => Promise<void>> {
  const { beatMs = 2000, onLost = endProcess } = options;
  const addresses = addressesIn(folder);
  let server: Server | undefined;
  const closeSocket = async () => {
    if (server !== undefined) await stop(server);
    addresses.close();
  };
  try {
    server = await takeSocket(addresses, folder);
    const machine = options.machine ?? (await thisMachine());
    const file = join(folder, RECORD);
    const own = { holder: randomUUID(), machine };
    const found = await readRecord(file);
    const isElsewhere = found !== undefined && (found.machine !== machine || server === undefined);
    if (isElsewhere) await refuseWhileWritten(folder, file, found, beatMs);
    await writeRecord(file, { ...own, beat: 0 });
    if (isElsewhere || server === undefined) {
      // If two machines take over at the same time, the last writer wins.
      await sleep(beatMs / 2);
      if ((await readRecord(file))?.holder !== own.holder) throw new FolderInUse(folder);
    }
    let writing = Promise.resolve();
    let beat = 0;
    const write = async () => {
      const now = await readRecord(file);
      if (now !== undefined && now.holder !== own.holder) return onLost(new FolderInUse(folder));
      beat += 1;
      // A failed write is compensated by the next one.
      await writeRecord(file, { ...own, beat }).catch(() => undefined);
    };
    const timer = setInterval(() => (writing = writing.then(write)), beatMs).unref();
    return async () => {
      clearInterval(timer);
      await writing;
      if ((await readRecord(file))?.holder === own.holder) await rm(file, { force: true });
      await closeSocket();
    };
  } catch (error) {
    await closeSocket();
    throw error;
  }
}
