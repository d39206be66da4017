/**
 * Builds the product and starts the one server that all journeys use, before the first of them: on a free port, with a
 * database of its own, from a copy in `.cache/journeys`, so that a build that somebody else makes meanwhile changes nothing.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '#test/support/free-port.ts';
import { NOW, ORIGIN_VARIABLE } from './settings.ts';

/** How long the server may take to start, in milliseconds. */
const START_LIMIT = 180_000;

/** Waits until the server answers; throws when it has ended or does not answer in time. */
async function waitUntilReady(origin: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT;
  while (Date.now() < until && server.exitCode === null) {
    const answer = await fetch(`${origin}/api/1/time/epoch`).catch(() => undefined);
    if (answer?.ok === true) return;
    await setTimeout(100);
  }
  throw new Error(`The server at ${origin} did not start`);
}

/** Gives the function that stops the server. */
export default async function startServer(): Promise<() => Promise<void>> {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  // The port keeps runs apart that go on at the same time.
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
