/**
 * The built server on a PostgreSQL server that is stopped, restarted or frozen, instead of killing the server itself.
 */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenedDatabase, openDatabase } from '#server/db/open.ts';
import { KeyRing, setKeys } from '#server/db/keys.ts';
import { Cluster } from './cluster.ts';
import { ServerProcess, type Target } from './server.ts';

const OUTAGES = ['stopped', 'restarted', 'frozen'] as const;

export class PostgresOutages implements Target {
  readonly dependsOn = 'database';
  readonly #server: ServerProcess;
  readonly #cluster: Cluster;
  readonly #key: Buffer;
  #isStarted = false;
  kills = 0;

  private constructor(server: ServerProcess, cluster: Cluster, key: Buffer) {
    this.#server = server;
    this.#cluster = cluster;
    this.#key = key;
  }

  static async create(programs: string): Promise<PostgresOutages> {
    const cluster = await Cluster.create(programs);
    const key = Buffer.alloc(32, 5);
    const settings = { DATABASE_URL: cluster.url, PORTAL_KEY: key.toString('base64'), PORTAL_DEMO: '1' };
    return new PostgresOutages(await ServerProcess.create(settings), cluster, key);
  }

  get origin(): string {
    return this.#server.origin;
  }
  get lives(): number {
    return this.kills + 1;
  }
  get complaints(): string {
    return this.#server.complaints;
  }

  /** Restores the database. The server is started once and must survive everything. */
  async start(): Promise<void> {
    await this.#cluster.start();
    if (!this.#isStarted) await this.#server.start();
    this.#isStarted = true;
  }

  /** Interrupts the database, in alternating ways. */
  async kill(): Promise<void> {
    const outage = OUTAGES[this.kills % OUTAGES.length];
    this.kills += 1;
    if (outage === 'frozen') {
      this.#cluster.freeze();
      return;
    }
    await this.#cluster.stop();
    if (outage === 'restarted') await this.#cluster.start();
  }

  /** Restores the database and interrupts it again. */
  async startAndKill(ms: number): Promise<void> {
    await this.#cluster.start();
    await sleep(ms);
    await this.kill();
  }

  /** Stops the server. Throws if it has exited by itself. The database continues. */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  watchWrites(onDone: () => void): FSWatcher {
    return watch(join(this.#cluster.data, 'pg_wal'), { persistent: false }, onDone);
  }

  open(): Promise<OpenedDatabase> {
    setKeys(new KeyRing(this.#key));
    return openDatabase({ databaseUrl: this.#cluster.url });
  }

  remove(): void {
    this.#server.remove();
    this.#cluster.remove();
  }
}
