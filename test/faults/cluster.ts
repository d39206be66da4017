/** A separate PostgreSQL server for a run, which can be stopped immediately, restarted and frozen. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../support/free-port.ts';

/** Returns the folder of PostgreSQL's programs. Undefined if it is not installed. */
export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** PostgreSQL refuses to run as root; use the user that its package created. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const readId = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

const TIMEOUT_MS = 60_000;

export class Cluster {
  readonly #programs: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #owner: { uid?: number; gid?: number };
  #postgres: ChildProcess | undefined;
  /** The URL of the database, reachable from this machine only. */
  readonly url: string;

  private constructor(programs: string, folder: string, port: number) {
    this.#programs = programs;
    this.#folder = folder;
    this.#port = port;
    this.#owner = owner();
    this.url = `postgres://portal@127.0.0.1:${port}/postgres`;
  }

  /** Creates a cluster in a new folder and starts it; {@link remove} deletes it. */
  static async create(programs: string): Promise<Cluster> {
    const cluster = new Cluster(programs, mkdtempSync(join(tmpdir(), 'portal-postgres-')), await freePort());
    process.once('exit', () => cluster.remove());
    const { uid, gid } = cluster.#owner;
    if (uid !== undefined && gid !== undefined) chownSync(cluster.#folder, uid, gid);
    const args = ['-D', cluster.data, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--no-locale'];
    execFileSync(join(programs, 'initdb'), args, { ...cluster.#owner, stdio: 'ignore', cwd: cluster.#folder });
    await cluster.start();
    return cluster;
  }

  get data(): string {
    return join(this.#folder, 'data');
  }

  /** Starts the server or resumes a frozen one, and waits until it responds. */
  async start(): Promise<void> {
    this.#signalAll('SIGCONT');
    this.#postgres ??= spawn(
      join(this.#programs, 'postgres'),
      ['-D', this.data, '-p', String(this.#port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      { ...this.#owner, stdio: 'ignore', cwd: this.#folder },
    );
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 2000 });
      client.on('error', () => undefined);
      const isUp = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      if (isUp) return;
      if (Date.now() > deadline) throw new Error('PostgreSQL did not start');
      await sleep(50);
    }
  }

  /** Stops the server in immediate mode; it recovers at the next start. */
  async stop(): Promise<void> {
    const postgres = this.#postgres;
    this.#postgres = undefined;
    if (postgres === undefined || postgres.exitCode !== null || postgres.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => postgres.once('exit', () => resolve()));
    postgres.kill('SIGQUIT');
    await ended;
  }

  /** Suspends all its processes until {@link start}. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  /** Sends a signal to the server and its child processes. */
  #signalAll(signal: NodeJS.Signals): void {
    const parent = this.#postgres?.pid;
    if (parent === undefined) return;
    const children = readdirSync('/proc').filter((name) => {
      if (!/^\d+$/.test(name)) return false;
      try {
        // After the name in parentheses follow the state and the parent's id.
        const [, ppid] =
          readFileSync(join('/proc', name, 'stat'), 'utf8')
            .split(') ')
            .at(-1)
            ?.split(' ') ?? [];
        return Number(ppid) === parent;
      } catch {
        return false;
      }
    });
    for (const pid of [parent, ...children.map(Number)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended.
      }
    }
  }

  /** Stops the server and deletes its folder. */
  remove(): void {
    this.#signalAll('SIGCONT');
    this.#postgres?.kill('SIGQUIT');
    this.#postgres = undefined;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
