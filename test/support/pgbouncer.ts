/** Starts PgBouncer in transaction mode in front of a test's PostgreSQL server, if it is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** Returns true if `pgbouncer` is installed. */
export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

export interface Pooler {
  /** Returns the URL of a database through the pooler. */
  toUrl(database: string): string;
  stop(): Promise<void>;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Ends a process and waits for its exit. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/**
 * Starts the pooler in front of `server`, a PostgreSQL URL, with two connections for each database. `settings` are
 * additional lines of its configuration file.
 */
export async function startPgBouncer(server: string, settings: readonly string[] = []): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(server);
  const [folder, own] = [await mkdtemp(join(tmpdir(), 'portal-pgbouncer-')), await freePort()];
  const file = join(folder, 'pgbouncer.ini');
  const target = `host=${hostname} port=${port || '5432'} user=${username} password=${password}`;
  const lines = [
    '[databases]',
    `* = ${target}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    'max_client_conn = 200',
    ...settings,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  // PgBouncer does not run as root, and its user must be able to read the configuration file.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data: Buffer) => void (said += data.toString()));
  while (!(await isListening(own))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
    await sleep(20);
  }
  return {
    toUrl: (database) => `postgres://${username}:${password}@127.0.0.1:${own}/${database}`,
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
