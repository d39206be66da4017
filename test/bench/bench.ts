/**
 * `npm run bench`: measures the cost of the portal as ratios to a baseline in the same run: a minimal application with
 * React, React Router, XState and valibot. Sizes are those of the built product, which is built first if the sources
 * have changed. There are no assertions, because timings depend on the machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Browser, type Page, chromium } from 'playwright';
import { build } from 'vite';
import { launchOptions } from '../support/chrome.ts';
import { freePort } from '../support/free-port.ts';
import { type FirstLoad, type PageToLoad, loadFirst } from './first-load.ts';
import { measurePlans } from './plan-speed.ts';
import { measureServer } from './server-speed.ts';

const FOLDER = resolve('.cache/bench');
const NOW = '2026-11-20T15:00:00Z';

interface Row {
  readonly what: string;
  readonly unit: 'kB' | 'ms';
  readonly floor: number;
  readonly portal: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

interface Running {
  readonly origin: string;
  /** Time from process start to the first response, in milliseconds. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** Starts a script with a port and waits for its first response. */
async function run(script: string, probe: string, env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), NODE_NO_WARNINGS: '1', ...env },
  });
  // Ends the child process on any exit.
  process.once('exit', () => child.kill());
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  const origin = `http://localhost:${port}`;
  let isUp = false;
  while (!isUp) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`);
    isUp = await fetch(origin + probe).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isUp) await new Promise((settle) => setTimeout(settle, 10));
  }
  return {
    origin,
    startMs: performance.now() - began,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Copies the product to a separate folder, so that it has a separate database. */
function productCopy(): string {
  const home = join(FOLDER, 'product');
  // The runner of this script sets Vite to development mode; the portal is built for production.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [resolve('tools/product.mjs'), home], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The product could not be built.');
  return join(home, 'dist/server/main.js');
}

const FLOOR_PAGE = `<!doctype html><html lang="en"><title>Floor</title><div id="root"></div><script type="module" src="./main.tsx"></script></html>`;

/** Uses each package minimally, so that none is removed from the bundle. */
const FLOOR_APP = `import { createRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';
import { useMachine } from '@xstate/react';
import ky from 'ky';
import { setup } from 'xstate';
import * as v from 'valibot';
const machine = setup({}).createMachine({ initial: 'here', states: { here: {} } });
const load = () => ky.get('/hello').text();
const Text = v.pipe(v.string(), v.minLength(1));
function Line() {
  const [state] = useMachine(machine);
  return <p onClick={() => void load()}>{v.parse(Text, String(state.value))}</p>;
}
const router = createBrowserRouter([{ path: '*', element: <Line /> }]);
createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />);
`;

async function buildFloor(): Promise<string> {
  const folder = join(FOLDER, 'floor');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), FLOOR_PAGE);
  await writeFile(join(folder, 'main.tsx'), FLOOR_APP);
  const outDir = join(folder, 'out');
  const jsx = { oxc: { jsx: { runtime: 'automatic' as const } } };
  // The baseline is built for production too.
  process.env['NODE_ENV'] = 'production';
  await build({ root: folder, configFile: false, logLevel: 'error', ...jsx, build: { outDir, modulePreload: false } });
  return outDir;
}

/** An empty server with a bare database that it opens before it listens. */
const FLOOR_SERVER = (database: string) => `import { PGlite } from '@electric-sql/pglite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
const db = await PGlite.create(${JSON.stringify(database)});
await db.query('select 1');
const app = new Hono();
app.get('/', (c) => c.text('here'));
serve({ fetch: app.fetch, port: Number(process.env.PORT) });
process.once('SIGTERM', () => void db.close().then(() => process.exit(0)));
`;

/** Serves the baseline's precompressed files at any address. */
const FLOOR_FILES = (folder: string) => `import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
const app = new Hono();
app.use('*', serveStatic({ root: ${JSON.stringify(folder)}, precompressed: true }));
serve({ fetch: app.fetch, port: Number(process.env.PORT) });
process.once('SIGTERM', () => process.exit(0));
`;

const byText = (selector: string, text: string): string =>
  `[...document.querySelectorAll('${selector}')].some((each) => each.textContent.trim() === '${text}')`;

const FLOOR: PageToLoad = { address: '', isUsable: "document.querySelector('p') !== null" };
/** The first pages of visitors and borrowers, and of the borrower with the most loans. */
const LOADS: readonly (PageToLoad & { readonly what: string; readonly name?: string })[] = [
  {
    what: '/welcome',
    address: '/welcome',
    isUsable: `document.getElementById('prerendered') === null && ${byText('#root header button', 'Log In')}`,
  },
  { what: 'a help page', address: '/content/help/auto-debit', isUsable: byText('#root main h1', 'About auto debit') },
  {
    what: '/dashboard, avery',
    name: 'avery',
    address: '/dashboard',
    isUsable: "document.querySelector('main section h3') !== null",
  },
  {
    what: '/dashboard, noor',
    name: 'noor',
    address: '/dashboard',
    isUsable: "document.querySelector('main tbody tr') !== null",
  },
  {
    what: '/loan-details, noor',
    name: 'noor',
    address: '/loan-details',
    isUsable: "document.querySelector('main tbody tr') !== null",
  },
  {
    what: 'schedule step, avery',
    name: 'avery',
    address: '/payments/payflow/schedule',
    isUsable: byText('main button', 'Continue'),
  },
  {
    what: 'schedule step, noor',
    name: 'noor',
    address: '/payments/payflow/schedule',
    isUsable: byText('main button', 'Continue'),
  },
];

async function measureFloorLoad(browser: Browser): Promise<FirstLoad> {
  const out = await buildFloor();
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(({ name }) => extname(name) === '.js')) {
    const path = join(entry.parentPath, entry.name);
    await writeFile(`${path}.br`, brotliCompressSync(await readFile(path)));
  }
  const script = join(FOLDER, 'floor-files.mjs');
  await writeFile(script, FLOOR_FILES(out));
  const floor = await run(script, '/');
  try {
    return await loadFirst(browser, { ...FLOOR, address: `${floor.origin}/` });
  } finally {
    await floor.stop();
  }
}

/** Measures the first load of each page: ratios to the baseline, and absolute values for layout shift and requests. */
async function measureFirstLoads(browser: Browser, origin: string): Promise<string> {
  const floor = await measureFloorLoad(browser);
  const head = [
    'first load',
    'JavaScript',
    'requests',
    'in a row',
    'largest paint',
    'usable',
    'layout shift',
    'blocked',
  ];
  const rows: string[][] = [];
  const add = (what: string, load: FirstLoad) => {
    const ratio = (name: 'largestPaint' | 'usable' | 'blocked') =>
      `${(load[name] / floor[name]).toFixed(2)}x ${load[name].toFixed(0)} ms`;
    rows.push([
      what,
      `${(load.script / floor.script).toFixed(2)}x ${load.script.toFixed(0)} kB`,
      String(load.requests),
      String(load.inRow),
      ratio('largestPaint'),
      ratio('usable'),
      load.shift.toFixed(3),
      ratio('blocked'),
    ]);
  };
  add('floor', floor);
  for (const { what, name, ...page } of LOADS) {
    const context = await browser.newContext();
    if (name !== undefined) await signIn(await context.newPage(), origin, name);
    const stored = await context.storageState();
    await context.close();
    add(what, await loadFirst(browser, { ...page, address: origin + page.address }, stored));
  }
  return align([head, ...rows]);
}

/** Adds up the compressed size of scripts and stylesheets that a page loads. */
function weigh(page: Page): () => Promise<number> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) files.add(origin + pathname);
  });
  const measureSize = async (file: string) => gzipSync(await (await fetch(file)).text(), { level: 9 }).length;
  return async () => (await Promise.all([...files].map(measureSize))).reduce((sum, size) => sum + size, 0) / 1000;
}

async function signIn(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/payments/payflow/schedule`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
}

interface Visit {
  readonly welcome: number;
  readonly payflow: number;
  readonly calls: Readonly<Record<string, number>>;
}

/** Measures the size of the portal's pages and the duration of a `borrower-payments` call. */
async function visit(browser: Browser, origin: string): Promise<Visit> {
  const page = await browser.newPage();
  const weight = weigh(page);
  await page.goto(`${origin}/welcome`);
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  const welcome = await weight();
  await page.close();

  let payflow = 0;
  const calls: Record<string, number> = {};
  for (const name of ['blake', 'noor']) {
    const own = await browser.newContext();
    const tab = await own.newPage();
    const flowWeight = weigh(tab);
    let token = '';
    tab.on('request', (request) => (token = request.headers()['authorization'] ?? token));
    await signIn(tab, origin, name);
    payflow = await flowWeight();
    const times: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      const began = performance.now();
      const answer = await fetch(`${origin}/api/1/borrower-payments/current`, { headers: { authorization: token } });
      await answer.text();
      if (!answer.ok) throw new Error(`borrower-payments for ${name}: ${answer.status}`);
      times.push(performance.now() - began);
    }
    calls[name] = median(times);
    await own.close();
  }
  return { welcome, payflow, calls };
}

async function measureFloor(): Promise<{ size: number; fresh: number; second: number }> {
  const out = await buildFloor();
  const page = await readFile(join(out, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => join(out, file));
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length));
  const script = join(FOLDER, 'floor-server.mjs');
  await writeFile(script, FLOOR_SERVER(join(FOLDER, 'floor-database')));
  const fresh = await run(script, '/');
  await fresh.stop();
  const second = await run(script, '/');
  await second.stop();
  const size = sizes.reduce((sum, each) => sum + each, 0) / 1000;
  return { size, fresh: fresh.startMs, second: second.startMs };
}

async function measurePortal(script: string): Promise<Visit & { fresh: number; second: number; loads: string }> {
  const probe = '/api/1/time/epoch';
  const fresh = await run(script, probe, { PORTAL_NOW: NOW });
  await fresh.stop();
  const second = await run(script, probe, { PORTAL_NOW: NOW });
  const browser = await chromium.launch(launchOptions());
  try {
    const loads = await measureFirstLoads(browser, second.origin);
    return { ...(await visit(browser, second.origin)), fresh: fresh.startMs, second: second.startMs, loads };
  } finally {
    await browser.close();
    await second.stop();
  }
}

function table(rows: readonly Row[]): string {
  const head = ['what', 'floor', 'portal', 'ratio'];
  const cells = rows.map(({ what, unit, floor, portal }) => [
    what,
    `${floor.toFixed(1)} ${unit}`,
    `${portal.toFixed(1)} ${unit}`,
    (portal / floor).toFixed(2),
  ]);
  return align([head, ...cells]);
}

/** Aligns the first column to the left and all others to the right. */
function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n');
}

/** `npm run bench -- --first-load`: measures the first load only. */
async function onlyFirstLoads(script: string): Promise<string> {
  const server = await run(script, '/api/1/time/epoch', { PORTAL_NOW: NOW });
  const browser = await chromium.launch(launchOptions());
  try {
    return await measureFirstLoads(browser, server.origin);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** `npm run bench -- --server`: measures the server's throughput only. */
async function serverSpeed(script: string): Promise<string> {
  const server = await run(script, '/api/1/time/epoch', { PORTAL_NOW: NOW });
  try {
    return align(await measureServer(server.origin, FOLDER));
  } finally {
    await server.stop();
  }
}

export default async function bench(args: readonly string[]): Promise<void> {
  // `npm run bench -- --plans`: only how long the plans of a borrower take, which needs no build.
  if (args.includes('--plans')) {
    process.stdout.write(`${align(measurePlans())}\n`);
    return;
  }
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const script = productCopy();
  if (args.includes('--first-load')) {
    process.stdout.write(`${await onlyFirstLoads(script)}\n`);
    return;
  }
  if (args.includes('--server')) {
    process.stdout.write(`${await serverSpeed(script)}\n`);
    return;
  }
  const floor = await measureFloor();
  const portal = await measurePortal(script);
  const speed = await serverSpeed(script);
  const { blake = 0, noor = 0 } = portal.calls;
  const rows: Row[] = [
    { what: 'first page (/welcome), js and css, gzip', unit: 'kB', floor: floor.size, portal: portal.welcome },
    { what: 'payment flow, js and css, gzip', unit: 'kB', floor: floor.size, portal: portal.payflow },
    { what: 'first start of the server', unit: 'ms', floor: floor.fresh, portal: portal.fresh },
    { what: 'second start of the server', unit: 'ms', floor: floor.second, portal: portal.second },
    { what: 'borrower-payments: 40 accounts to 1', unit: 'ms', floor: blake, portal: noor },
  ];
  const measured = rows.map((row) => ({ ...row, ratio: row.portal / row.floor }));
  await writeFile('.cache/bench.json', `${JSON.stringify(measured, null, 1)}\n`);
  process.stdout.write(
    `${table(rows)}\n\n${portal.loads}\n\n${speed}\n\n${align(measurePlans())}\n\nSee .cache/bench.json\n`,
  );
}
