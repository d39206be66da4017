/**
 * A lock on a folder that holds an embedded database, which itself would let a second process in and be damaged. All of it
 * stands in the folder, so that it holds for everybody who reaches the folder, containers that share a volume included.
 *
 * Two things hold it. On one machine, a socket at which the holder listens: the system closes it when the process ends,
 * however it ends, so a killed process never keeps anyone out, and no process id is read that another may have by then.
 * For machines that share a volume, where no socket reaches from one to the other, a file that the holder writes again
 * every two seconds: one of another machine that is not written any more is taken over after six.
 */
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

/** Another running process has the folder open. */
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

/** Whether a name in the folder is the lock's. */
export const isOfLock = (name: string): boolean => name.startsWith(SOCKET) || name.startsWith(RECORD);

/** The longest address of a socket that all systems take, in bytes. */
const LONGEST_ADDRESS = 100;

/** How the sockets of a folder are addressed. */
interface Addresses {
  of(name: string): string;
  close(): void;
}

/** A path that is too long is shortened: by the open folder's place in `/proc`, or as seen from the present folder. */
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

/** The code of a failed system call; undefined for another error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What a file system says that has no sockets. */
const NO_SOCKETS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EINVAL', 'ENOSYS']);

/** Listens on `address`; says why where it cannot. */
const listen = (address: string): Promise<Server | 'taken' | 'noSockets'> =>
  new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy());
    server.once('error', (error) => {
      const code = codeOf(error) ?? '';
      if (code === 'EADDRINUSE') resolve('taken');
      else if (NO_SOCKETS.has(code)) resolve('noSockets');
      else reject(error);
    });
    server.listen(address, () => resolve(server.unref()));
  });

const stop = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));

/** Whether a live process may listen at `address`: only a refusal by the system says that there is none. */
const isAnswered = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const caller = connect(address);
    caller.once('connect', () => {
      caller.destroy();
      resolve(true);
    });
    caller.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')));
  });

/** How long after a refusal is asked once more: a socket is bound a moment before it listens. In milliseconds. */
const MOMENT = 30;

/** The name of a socket; one without a number is that of an earlier release. */
const NUMBERED = /^portal\.sock(?:\.(\d+))?$/;

/** The numbers of the sockets in the folder. On Windows there are none: a socket is no file, and goes with its process. */
async function numbersIn(folder: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  const found = (await readdir(folder)).map((name) => NUMBERED.exec(name));
  return found.flatMap((match) => (match === null ? [] : [Number(match[1] ?? -1)]));
}

const nameOf = (number: number): string => (number === -1 ? SOCKET : `${SOCKET}.${number}`);

/** Whether a process that lives listens at one of these. */
async function isHeld(addresses: Addresses, numbers: readonly number[]): Promise<boolean> {
  const asked = () => Promise.all(numbers.map((number) => isAnswered(addresses.of(nameOf(number)))));
  if ((await asked()).includes(true)) return true;
  if (numbers.length === 0) return false;
  await sleep(MOMENT);
  return (await asked()).includes(true);
}

/**
 * The folder's socket; undefined where the file system has none. Each holder takes the number after the highest that is
 * there, which only one can: a socket that may be alive is never moved or taken away by anybody else. Whoever finds another
 * one alive beside its own gives up, so that there are never two holders, whatever a process that stood still does later.
 */
async function takeSocket(addresses: Addresses, folder: string): Promise<Server | undefined> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const before = await numbersIn(folder);
    if (await isHeld(addresses, before)) throw new FolderInUse(folder);
    const own = Math.max(-1, ...before) + 1;
    const server = await listen(addresses.of(nameOf(own)));
    if (server === 'noSockets') return undefined;
    if (server === 'taken') continue;
    const others = (await numbersIn(folder)).filter((number) => number !== own);
    if (await isHeld(addresses, others)) {
      await stop(server);
      throw new FolderInUse(folder);
    }
    await Promise.all(before.map((number) => rm(join(folder, nameOf(number)), { force: true })));
    return server;
  }
  throw new FolderInUse(folder);
}

/** What the holder writes: who it is, on which machine, and another number each time. */
const Written = v.object({ holder: v.string(), machine: v.string(), beat: v.number() });
type Written = v.InferOutput<typeof Written>;

/** Another one after each start of the machine; containers have that of the machine below them. */
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
  /** How often the holder writes, in milliseconds. */
  readonly beatMs?: number;
  /** Is told that another process has taken the folder over, as after this one stood still for long. Ends the process. */
  readonly onLost?: (error: FolderInUse) => void;
  /** The machine that this process says it runs on. */
  readonly machine?: string;
}

const BEATS_WAITED = 3;

const endProcess = (error: FolderInUse): never => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
};

/** Throws {@link FolderInUse} while a process of another machine writes into `file`. */
async function refuseWhileWritten(folder: string, file: string, found: Written, beatMs: number): Promise<void> {
  for (let waited = 0; waited < 2 * BEATS_WAITED; waited += 1) {
    await sleep(beatMs / 2);
    const now = await readRecord(file);
    if (now === undefined) return;
    if (now.holder !== found.holder || now.beat !== found.beat) throw new FolderInUse(folder);
  }
}

/** Locks `folder`, which must be there, for this process. Gives the function that releases it; throws {@link FolderInUse}. */
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
      // Of two machines that take it over at the same moment, the one that wrote last has it.
      await sleep(beatMs / 2);
      if ((await readRecord(file))?.holder !== own.holder) throw new FolderInUse(folder);
    }
    let writing = Promise.resolve();
    let beat = 0;
    const write = async () => {
      const now = await readRecord(file);
      if (now !== undefined && now.holder !== own.holder) return onLost(new FolderInUse(folder));
      beat += 1;
      // A write that fails is made up for by the next.
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
