/**
 * `npm run test:browsers`: walks through the most important pages in Firefox and WebKit on the built product and its
 * server. Arguments select walks by name.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { ORIGIN_VARIABLE } from '#test/journeys/support/settings.ts';
import startServer from '#test/journeys/support/start-server.ts';
import { type Browser, browsers } from './drivers.ts';
import { type Product, type Walk, walks } from './walks.ts';
import { samplePdf } from '#test/support/sample-pdf.ts';

const SCREENSHOTS = resolve('test-results/browsers');

/** Runs the walks in a new browser. Returns the failures. */
async function run(
  { name, start }: Browser,
  { name: title, walk }: Walk,
  product: Product,
): Promise<string | undefined> {
  const driver = await start();
  try {
    await walk(driver, product);
    return undefined;
  } catch (error) {
    await mkdir(SCREENSHOTS, { recursive: true });
    const picture = join(SCREENSHOTS, `${name}-${title}`.replaceAll(/\W+/g, '-') + '.png');
    await driver.screenshot(picture).catch(() => undefined);
    return `${inspect(error)}\n${picture}`;
  } finally {
    await driver.close();
  }
}

export default async function testBrowsers(names: readonly string[]): Promise<number> {
  const installed = browsers.filter(({ isInstalled }) => isInstalled);
  for (const { name, isInstalled, installation } of browsers) {
    if (!isInstalled) process.stdout.write(`${name} is not installed. On Debian: ${installation}\n`);
  }
  const chosen = walks.filter(({ name }) => names.every((part) => name.includes(part)));
  let passed = 0;
  let failed = 0;
  if (installed.length > 0) {
    const stop = await startServer();
    const folder = await mkdtemp(join(tmpdir(), 'portal-browsers-'));
    try {
      const origin = process.env[ORIGIN_VARIABLE] ?? '';
      const document = join(folder, 'benefits.pdf');
      await writeFile(document, samplePdf('benefits'));
      const scripts = resolve('.cache/journeys', new URL(origin).port, 'dist/portal/assets');
      for (const browser of installed) {
        for (const walk of chosen) {
          const began = performance.now();
          const failure = await run(browser, walk, { origin, document, scripts });
          const seconds = Math.round((performance.now() - began) / 1000);
          if (failure === undefined) passed += 1;
          else failed += 1;
          process.stdout.write(
            `${failure === undefined ? 'passed' : 'FAILED'}  ${browser.name}: ${walk.name}, ${seconds} s\n`,
          );
          if (failure !== undefined) process.stdout.write(`${failure.replaceAll(/^/gm, '    ')}\n`);
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
      await stop();
    }
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
