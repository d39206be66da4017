/** The built server as a process that can be killed, on a database that stays. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type FSWatcher, rmSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyFileOf, keysFrom } from '#server/db/key-file.ts';
import { setKeys } from '#server/db/keys.ts';
import { type OpenedDatabase, openDatabase } from '#server/db/open.ts';
import { freePort } from '../support/free-port.ts';

/** The business clock at every start: demo data, payment dates and cutoff are the same on any day. */
const NOW = '2026-11-20T15:00:00Z';
const PATIENCE_MS = 60_000;
const KEPT_OF_THE_LOG = 4000;

/** The product in a folder of its own under `.cache`, where packages are found. */
function putProduct(home: string): void {
  const { status } = spawnSync(process.execPath, [resolve('tools/product.mjs'), home], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built.');
}

/** What a run disturbs: the server's process, or the database below it. */
export interface Target {
  /** What goes away in the midst of a round. While the database is away, calls are answered that it is not known (503). */
  readonly dependsOn: 'process' | 'database';
  readonly origin: string;
  readonly lives: number;
  readonly kills: number;
  readonly complaints: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  startAndKill(ms: number): Promise<void>;
  stop(): Promise<void>;
  watchWrites(told: () => void): FSWatcher;
  /** Opens the database past the server, which has been stopped. */
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
  /** How many processes have been started, and how many of them were killed. */
  lives = 0;
  kills = 0;

  private constructor(port: number, settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
    this.#port = port;
    this.#home = resolve('.cache/faults', String(port));
    this.origin = `http://localhost:${port}`;
    this.database = join(this.#home, '.data/database');
  }

  /** Makes the folder; {@link remove} takes it away, and so does the end of this process. */
  static async create(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), settings);
    process.once('exit', () => server.remove());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    server.remove();
    putProduct(server.#home);
    return server;
  }

  /** What the server has last said on its error output; what every process says stands once. */
  get complaints(): string {
    return [...new Set(this.#complaints.split('\n'))].join('\n').trim();
  }

  #spawn(): ChildProcess {
    this.lives += 1;
    const own = { NODE_ENV: 'production', NODE_NO_WARNINGS: '1', PORT: String(this.#port), PORTAL_NOW: NOW };
    // An empty variable counts as not set: whatever the surroundings say, it is the embedded database and provider.
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

  /** Starts the server and waits for its first answer. */
  async start(): Promise<void> {
    const child = this.#spawn();
    const deadline = Date.now() + PATIENCE_MS;
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

  /** Starts the server and kills it `ms` later, wherever it has come to. */
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
      throw new Error(`The server ended by itself.\n${this.complaints}`);
    }
    const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
    child.kill(signal);
    await ended;
  }

  /** SIGKILL: the process gets no chance to finish anything. A server that is dead already is not killed twice. */
  async kill(): Promise<void> {
    if (this.#child === undefined) return;
    this.kills += 1;
    await this.#end('SIGKILL');
  }

  /** Lets the server finish. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async open(): Promise<OpenedDatabase> {
    const file = keyFileOf(this.database);
    setKeys(await keysFrom({ key: undefined, oldKeys: [], file, isSealed: true }));
    return openDatabase({ dataDir: this.database });
  }

  /** Tells of every write to the database's log of changes. */
  watchWrites(told: () => void): FSWatcher {
    return watch(join(this.database, 'pg_wal'), { persistent: false }, told);
  }

  /** Leaves nothing behind. */
  remove(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}
