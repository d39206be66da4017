/**
 * Implements `npm run flow-pictures`: takes the pictures of the workbench in `docs/images` and `flows/images` from the
 * running workbench. The traffic light is built from the README's own code.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright';
import { createServer } from 'vite';
import { launchOptions } from './chrome.ts';
import demoTraffic from './demo-traffic.ts';

const HOME = resolve('.cache/flow-prerenderedPages');

interface Picture {
  readonly file: string;
  readonly hash: string;
  readonly width?: number;
  readonly height?: number;
  readonly prepare?: (page: Page) => Promise<void>;
}

const LOG = join(HOME, 'payflow.ndjson');

async function openLog(page: Page): Promise<void> {
  await page.getByLabel('Open a flow log').setInputFiles(LOG);
  await page.locator('.traffic-pill').first().waitFor();
}

/** Starts a simulation and takes the first possible step so many times. */
async function simulate(page: Page, steps: number): Promise<void> {
  await page.getByLabel('Starts for').selectOption({ index: 1 });
  for (let step = 0; step < steps; step += 1) await page.locator('.choices button').first().click();
}

const PICTURES: readonly Picture[] = [
  { file: 'docs/images/flows-state.png', hash: '#/payflow?panel=state&state=reviewing' },
  { file: 'docs/images/flows-traffic.png', hash: '#/payflow?panel=traffic', prepare: openLog },
  {
    file: 'docs/images/flows-simulate.png',
    hash: '#/changePassword?panel=simulate',
    prepare: (page) => simulate(page, 1),
  },
  { file: 'docs/images/flows-phone.png', hash: '#/accountRecovery', width: 360, height: 740 },
];

const CROSSING: readonly Picture[] = [
  {
    file: 'flows/images/workbench.png',
    hash: '#/trafficLight?panel=simulate',
    height: 640,
    prepare: (page) => simulate(page, 2),
  },
];

async function take(browser: Browser, address: string, picture: Picture): Promise<void> {
  const { file, hash, width = 1280, height = 800, prepare } = picture;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light', reducedMotion: 'reduce' });
  // The first page compiles all modules.
  page.setDefaultTimeout(180_000);
  await page.goto(`${address}${hash}`);
  await page.locator('.picture g.state').first().waitFor();
  await prepare?.(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.screenshot({ path: file });
  await page.close();
  process.stdout.write(`${file}\n`);
}

/** Writes the files of the README's code to a folder. */
async function writeReadmeCode(folder: string): Promise<void> {
  const readme = await readFile('flows/README.md', 'utf8');
  for (const [, language, code = ''] of readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const name = language === 'html' ? 'index.html' : /^\/\/ (\S+\.ts)\n/.exec(code)?.[1];
    if (name !== undefined) await writeFile(join(folder, name), code);
  }
}

export default async function flowPictures(): Promise<void> {
  const crossing = join(HOME, 'my-flows');
  for (const folder of [crossing, 'docs/images', 'flows/images']) await mkdir(folder, { recursive: true });
  await writeReadmeCode(crossing);
  await demoTraffic(['--flow', 'payflow', '--runs', '800', '--out', LOG]);
  const browser = await chromium.launch(launchOptions());
  try {
    for (const [root, configFile, prerenderedPages] of [
      ['flows', resolve('tools/vite/flows.config.ts'), PICTURES],
      [crossing, false, CROSSING],
    ] as const) {
      const server = await createServer({ root, configFile, logLevel: 'error', server: { port: 0 } });
      try {
        await server.listen();
        const [address = ''] = server.resolvedUrls?.local ?? [];
        for (const picture of prerenderedPages) await take(browser, address, picture);
      } finally {
        await server.close();
      }
    }
  } finally {
    await browser.close();
  }
}
