/**
 * Work in threads: it does not delay other requests, stops after its requests are aborted, and a full queue is refused.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { errorResponse } from '#server/http/gate.ts';
import { PoolBusy, WorkerPool } from '#server/worker-pool.ts';

/** A script in place of the built one. It occupies its thread for as long as the title says. */
const SCRIPT = `export default ({ title }) => {
  const end = Date.now() + Number(title);
  while (Date.now() < end);
  return new TextEncoder().encode(title);
};`;

let folder: string;
const pools: WorkerPool[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-pdfs-'));
  await writeFile(join(folder, 'worker.mjs'), SCRIPT);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(folder, { recursive: true });
});

function open(limits: { workers: number; queue: number }): WorkerPool {
  const pool = new WorkerPool(join(folder, 'worker.mjs'), limits);
  pools.push(pool);
  return pool;
}
const toText = (bytes: unknown) => bytes instanceof Uint8Array && new TextDecoder().decode(bytes);
const taking = (ms: number) => ({ title: String(ms), blocks: [], issuer: { name: '', address: [], phone: '' } });

it('leaves the event loop free', async () => {
  const pool = open({ workers: 1, queue: 4 });
  await pool.run(taking(0));
  const isDone = vi.fn();
  const written = pool.run(taking(1500)).finally(isDone);
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(performance.now() - began).toBeLessThan(1000);
  expect(isDone).not.toHaveBeenCalled();
  expect(toText(await written)).toBe('1500');
});

it('stops drawing and drops waiting PDFs after their requests are aborted', async () => {
  const pool = open({ workers: 1, queue: 4 });
  await pool.run(taking(0));
  const client = new AbortController();
  const unwanted = [60_000, 60_000].map((ms) => pool.run(taking(ms), client.signal).catch(({ name }: Error) => name));
  await new Promise((resolve) => setTimeout(resolve, 200));
  client.abort();
  expect(await Promise.all(unwanted)).toEqual(['AbortError', 'AbortError']);
  expect(toText(await pool.run(taking(1)))).toBe('1');
});

it('refuses a PDF if too many wait, with 503 and Retry-After', async () => {
  const pool = open({ workers: 1, queue: 2 });
  await pool.run(taking(0));
  const waiting = [1, 2, 3].map(() => pool.run(taking(200)));
  const refused = await pool.run(taking(0)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PoolBusy);
  const response = errorResponse('a PDF', refused, false);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await Promise.all(waiting)).toHaveLength(3);
});
