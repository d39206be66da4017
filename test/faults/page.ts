/**
 * Loads the dashboard while PostgreSQL restarts under the built server: its reads are retried, and the page appears.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Page, type Request, chromium } from 'playwright';
import * as v from 'valibot';
import { launchOptions } from '#test/support/chrome.ts';
import type { Target } from './server.ts';

const NAME = 'blake';
const TIMEOUT_MS = 30_000;
/** Duration of the outage after the first rejected read, in milliseconds. Concurrent reads are rejected as well. */
const AWAY_MS = 300;
/** Time to wait for that rejection, in milliseconds. Without retries there may be none, and the page shows an error. */
const REFUSAL_MS = 2_000;

/** Records all error messages that the page shows. */
const KEEP_COMPLAINTS = `if (window === top) {
  const complaints = (window.complaints = new Set());
  const look = () => {
    for (const alert of document.querySelectorAll('.ui-notice[data-kind="error"], [role="alert"], [role="alertdialog"]')) complaints.add(alert.textContent);
    for (const text of document.querySelectorAll('main p, main li, main h1'))
      if (/could not be|unable to/i.test(text.textContent)) complaints.add(text.textContent);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}`;

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/profile/contact-info`);
  await page.getByLabel('Username').fill(NAME);
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact Information' }).waitFor();
  // Otherwise its own reads would count as those of the dashboard.
  await page.waitForLoadState('networkidle');
}

/** Waits until the dashboard is complete. */
async function seeDashboard(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Account Dashboard' }).waitFor();
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.getByText('Current balance').first().waitFor();
}

/** The result of a page load. */
export interface LoadDuringRestart {
  /** Number of reads rejected during the outage. Without any, the test proves nothing. */
  readonly refused: number;
  /** The error messages that the page showed. */
  readonly complaints: readonly string[];
  /** Whether the complete dashboard appeared. */
  readonly hasAppeared: boolean;
  /** Duration of the outage, and time until the page was complete, in milliseconds. */
  readonly awayMs: number;
  readonly ms: number;
}

/** Loads the dashboard, and restarts the database of the running `target` at the page's first authorized request. */
export async function loadDuringRestart(target: Target): Promise<LoadDuringRestart> {
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await signIn(page, target.origin);
    await page.addInitScript(KEEP_COMPLAINTS);

    const isRead = (request: Request): boolean =>
      request.url().includes('/api/1/') && request.headers()['authorization'] !== undefined;
    let refused = 0;
    let tellRefusal = (): void => undefined;
    const firstRefusal = new Promise<void>((resolve) => {
      tellRefusal = resolve;
    });
    page.on('response', (answer) => {
      if (!isRead(answer.request()) || answer.status() !== 503) return;
      refused += 1;
      tellRefusal();
    });
    let began = 0;
    await page.route('**/api/1/**', async (route) => {
      if (began === 0 && isRead(route.request())) {
        began = performance.now();
        await target.kill();
      }
      await route.continue();
    });
    await page.goto(`${target.origin}/dashboard`);
    await Promise.race([firstRefusal, sleep(REFUSAL_MS)]);
    await sleep(AWAY_MS);
    await target.start();
    const awayMs = performance.now() - began;
    const hasAppeared = await seeDashboard(page).then(
      () => true,
      () => false,
    );
    const ms = performance.now() - began;
    const complaints = v.parse(v.array(v.string()), await page.evaluate('[...window.complaints]'));
    return { refused, complaints, hasAppeared, awayMs, ms };
  } finally {
    await browser.close();
  }
}
