/**
 * Builds the product and starts the server of all journeys before the first one: on a free port, with a separate
 * database, from a copy in `.cache/journeys`, so that another build in the meantime has no effect.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '#test/support/free-port.ts';
import { NOW, ORIGIN_VARIABLE } from './settings.ts';

/** The startup time limit of the server, in milliseconds. */
const START_LIMIT = 180_000;

/** Waits until the server responds. Throws if it has exited or the time limit has passed. */
async function waitUntilReady(origin: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT;
  while (Date.now() < until && server.exitCode === null) {
    const answer = await fetch(`${origin}/api/1/time/epoch`).catch(() => undefined);
    if (answer?.ok === true) return;
    await setTimeout(100);
  }
  throw new Error(`The server at ${origin} did not start`);
}

/** Starts the server. Returns the function that stops it. */
export default async function startServer(): Promise<() => Promise<void>> {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  // The port in the path separates concurrent runs.
  const home = resolve('.cache/journeys', port);
  await rm(home, { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, ['tools/product.mjs', home], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built.');

  const settings = { PORT: port, PUBLIC_URL: origin, PORTAL_TEST: '1', PORTAL_NOW: NOW };
  const server = spawn(process.execPath, [join(home, 'dist/server/main.js')], {
    env: { ...process.env, NODE_ENV: 'production', NODE_NO_WARNINGS: '1', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(origin, server);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[ORIGIN_VARIABLE] = origin;
  return stop;
}
