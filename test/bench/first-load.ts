/**
 * Measures the first load of a page on an average phone: CPU throttled to a quarter of this machine's speed, 1.6 Mbit/s
 * with a round trip time of 150 ms, and an empty cache.
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright';

/** The measured load of one page. Sizes are transfer sizes. */
export interface FirstLoad {
  /** Scripts, in kB. */
  readonly script: number;
  /** Number of requests until the page was usable, and the length of their longest dependency chain. */
  readonly requests: number;
  readonly inRow: number;
  /** Largest contentful paint, and time until the page was usable, in milliseconds. */
  readonly largestPaint: number;
  readonly usable: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Total blocking time: the time by which long tasks exceeded 50 ms, in milliseconds. */
  readonly blocked: number;
}

export interface PageToLoad {
  readonly address: string;
  /** A JavaScript expression that is true once the page is usable. */
  readonly isUsable: string;
}

const TIMES = 3;
/** Timeout for a page, in milliseconds. */
const LIMIT = 30_000;

/** Returns a script that records performance entries in the page and polls whether the page is usable. */
const observing = (isUsable: string): string => `if (window === top) {
  const seen = (window.firstLoad = { shift: 0, largestPaint: 0, usable: 0, tasks: [], shifts: [] });
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    seen.shift += entry.value;
    const nodes = entry.sources.map(({ node, previousRect, currentRect }) => [
      node?.className || node?.nodeName, previousRect.y | 0, currentRect.y | 0, previousRect.height | 0, currentRect.height | 0,
    ].join(' '));
    seen.shifts.push([entry.value.toFixed(4), entry.startTime | 0, ...nodes].join(' / '));
  });
  observe('largest-contentful-paint', (entry) => (seen.largestPaint = entry.startTime));
  observe('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
  const look = setInterval(() => {
    if (!(${isUsable})) return;
    seen.usable = performance.now();
    clearInterval(look);
  }, 10);
}`;

interface Seen {
  readonly shift: number;
  readonly largestPaint: number;
  readonly usable: number;
  readonly tasks: readonly (readonly [number, number])[];
  readonly shifts: readonly string[];
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Returns the length of the longest chain of sequential requests. */
export function longestRow(requests: readonly Interval[]): number {
  let count = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...requests].sort((a, b) => a.to - b.to)) {
    if (from < end) continue;
    count += 1;
    end = to;
  }
  return count;
}

async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const speed = (1.6 * 1024 * 1024) / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: speed,
    uploadThroughput: speed,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

async function loadOnce(context: BrowserContext, { address, isUsable }: PageToLoad): Promise<FirstLoad> {
  const page = await context.newPage();
  await throttle(page);
  const requested: Request[] = [];
  page.on('request', (request) => requested.push(request));
  await page.addInitScript(observing(isUsable));
  await page.goto(address, { waitUntil: 'commit' });
  // The content security policy forbids eval, so the page cannot wait for the expression itself.
  const gaveUpAt = performance.now() + LIMIT;
  while ((await page.evaluate<number>('window.firstLoad?.usable ?? 0')) === 0) {
    if (performance.now() > gaveUpAt) throw new Error(`${address} is never usable by: ${isUsable}`);
    await page.waitForTimeout(50);
  }
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  const seen = await page.evaluate<Seen>('window.firstLoad');
  const scripts = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  const [first] = requested;
  const began = first?.timing().startTime ?? 0;
  const until = requested
    .map((request) => ({ url: request.url(), timing: request.timing() }))
    .filter(({ timing }) => timing.startTime - began < seen.usable);
  if (process.env['BENCH_DETAILS'] !== undefined) {
    process.stdout.write(`${address}\n${seen.shifts.map((each) => `  shift ${each}\n`).join('')}`);
    for (const { url, timing } of until) {
      const from = timing.startTime - began;
      process.stdout.write(`  ${from.toFixed(0)} +${timing.responseEnd.toFixed(0)} ${url.slice(0, 110)}\n`);
    }
    process.stdout.write(
      `  tasks ${seen.tasks.map(([at, took]) => `${at.toFixed(0)}+${took.toFixed(0)}`).join(' ')}\n`,
    );
  }
  await page.close();
  return {
    script: scripts / 1000,
    requests: until.length,
    inRow: longestRow(
      until.map(({ timing: { startTime, responseEnd } }) => ({
        from: startTime,
        to: startTime + Math.max(responseEnd, 1),
      })),
    ),
    largestPaint: seen.largestPaint,
    usable: seen.usable,
    shift: seen.shift,
    blocked: seen.tasks.reduce((sum, [at, took]) => (at < seen.usable ? sum + Math.max(0, took - 50) : sum), 0),
  };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns the median of several loads, each in a new browser context with the state `kept`, such as a session. */
export async function loadFirst(
  browser: Browser,
  page: PageToLoad,
  stored?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<FirstLoad> {
  const loads: FirstLoad[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const context = await browser.newContext(stored === undefined ? {} : { storageState: stored });
    loads.push(await loadOnce(context, page));
    await context.close();
  }
  const of = (name: keyof FirstLoad) => median(loads.map((load) => load[name]));
  return {
    script: of('script'),
    requests: of('requests'),
    inRow: of('inRow'),
    largestPaint: of('largestPaint'),
    usable: of('usable'),
    shift: of('shift'),
    blocked: of('blocked'),
  };
}
