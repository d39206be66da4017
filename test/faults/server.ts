/** The built server as a process that can be killed, with a persistent database. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type FSWatcher, rmSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getKeyFile, keysFrom } from '#server/db/key-file.ts';
import { setKeys } from '#server/db/keys.ts';
import { type OpenedDatabase, openDatabase } from '#server/db/open.ts';
import { freePort } from '../support/free-port.ts';

/** The business clock at every start, so that demo data, payment dates and cutoff do not depend on the date. */
const NOW = '2026-11-20T15:00:00Z';
const TIMEOUT_MS = 60_000;
const KEPT_OF_THE_LOG = 4000;

/** Copies the product to a folder under `.cache`, where packages are found. */
function putProduct(home: string): void {
  const { status } = spawnSync(process.execPath, [resolve('tools/product.mjs'), home], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built.');
}

/** The part that a run interrupts: the server process or its database. */
export interface Target {
  /** The interrupted part. While the database is interrupted, the server responds that the outcome is unknown (503). */
  readonly dependsOn: 'process' | 'database';
  readonly origin: string;
  readonly lives: number;
  readonly kills: number;
  readonly complaints: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  startAndKill(ms: number): Promise<void>;
  stop(): Promise<void>;
  watchWrites(onDone: () => void): FSWatcher;
  /** Opens the database directly; the server must be stopped. */
  open(): Promise<OpenedDatabase>;
  remove(): void;
}

export class ServerProcess implements Target {
  readonly dependsOn = 'process';
  readonly #settings: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly database: string;
  readonly #port: number;
  readonly #home: string;
  #child: ChildProcess | undefined;
  #complaints = '';
  /** Number of started processes, and of killed ones. */
  lives = 0;
  kills = 0;

  private constructor(port: number, settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
    this.#port = port;
    this.#home = resolve('.cache/faults', String(port));
    this.origin = `http://localhost:${port}`;
    this.database = join(this.#home, '.data/database');
  }

  /** Creates the folder. {@link remove} and the end of this process delete it. */
  static async create(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), settings);
    process.once('exit', () => server.remove());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    server.remove();
    putProduct(server.#home);
    return server;
  }

  /** The server's latest error output, without the messages of every process. */
  get complaints(): string {
    return [...new Set(this.#complaints.split('\n'))].join('\n').trim();
  }

  #spawn(): ChildProcess {
    this.lives += 1;
    const own = { NODE_ENV: 'production', NODE_NO_WARNINGS: '1', PORT: String(this.#port), PORTAL_NOW: NOW };
    // Empty variables count as unset, which selects the embedded database and provider regardless of the environment.
    const plain = {
      PUBLIC_URL: '',
      DATABASE_URL: '',
      OIDC_ISSUER: '',
      PORTAL_DATA: '',
      PORTAL_TEST: '',
      PORTAL_KEY: '',
    };
    const child = spawn(process.execPath, [join(this.#home, 'dist/server/main.js')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...plain, ...own, ...this.#settings },
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-KEPT_OF_THE_LOG);
    });
    this.#child = child;
    return child;
  }

  /** Starts the server and waits for its first response. */
  async start(): Promise<void> {
    const child = this.#spawn();
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The server did not start (its process number ${this.lives}).\n${this.complaints}`);
      }
      const isUp = await fetch(`${this.origin}/api/1/time/epoch`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      await sleep(15);
    }
  }

  /** Starts the server and kills it after `ms` milliseconds, at any stage of startup. */
  async startAndKill(ms: number): Promise<void> {
    this.#spawn();
    await sleep(ms);
    await this.kill();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server exited unexpectedly.\n${this.complaints}`);
    }
    const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
    child.kill(signal);
    await ended;
  }

  /** Sends SIGKILL, so that the process cannot finish anything. Does nothing if it has exited. */
  async kill(): Promise<void> {
    if (this.#child === undefined) return;
    this.kills += 1;
    await this.#end('SIGKILL');
  }

  /** Stops the server gracefully. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async open(): Promise<OpenedDatabase> {
    const file = getKeyFile(this.database);
    setKeys(await keysFrom({ key: undefined, oldKeys: [], file, isSealed: true }));
    return openDatabase({ dataDir: this.database });
  }

  /** Calls `told` for every write to the database's write-ahead log. */
  watchWrites(onDone: () => void): FSWatcher {
    return watch(join(this.database, 'pg_wal'), { persistent: false }, onDone);
  }

  /** Stops the server and deletes its folder. */
  remove(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}
