/** The end of the dashboard, and the download of the borrower's record. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { seeOnBothScreens } from './support/checks.ts';
import { arriveAt, button, press, seePage } from './support/person.ts';
import { expect, test } from './support/test.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

async function unzip(path: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const reader = new ZipReader(new Uint8ArrayReader(await readFile(path)), { useWebWorkers: false });
  const files = new Map<string, Uint8Array>();
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  return files;
}

test('avery downloads the record after correcting the password, and its sums match', async ({
  page,
  monitor,
  demoUser,
}) => {
  monitor.allow(/status of 422/);
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await page.getByRole('button', { name: 'Documents' }).click();
  await page.getByRole('link', { name: 'Download My Record' }).click();
  const seen = { path: '/profile/download-record', title: 'Download My Record', heading: 'Download My Record' };
  await seePage(page, seen);
  await seeOnBothScreens(page);

  await press(page, 'Download My Record');
  await expect(page.getByText('Please enter your password.').first()).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not the present one');
  await page.keyboard.press('Enter');
  await expect(page.getByText("This isn't your password. Please correct it and try again.").first()).toBeVisible();
  await expect(password).toBeFocused();

  await password.fill('demo');
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download My Record')]);
  expect(download.suggestedFilename()).toMatch(/^Student-loan-record-\d{4}-\d{2}-\d{2}\.zip$/);
  await expect(page.getByText('We sent your record to your browser.')).toBeVisible();
  await seeOnBothScreens(page);

  const files = await unzip(await download.path());
  const text = (path: string) => new TextDecoder().decode(files.get(path));
  const sums = text('SHA256SUMS.txt').trimEnd().split('\n');
  expect(sums).toHaveLength(files.size - 1);
  for (const line of sums) {
    const [sum, path = ''] = line.split('  ');
    expect([
      path,
      createHash('sha256')
        .update(files.get(path) ?? '')
        .digest('hex'),
    ]).toEqual([path, sum]);
  }
  expect(text('README.txt')).toContain('Avery Lindqvist');

  await press(page, 'Download Again');
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('');
});

/** Scrolls to the next dates. They replace their placeholder when the browser is idle. */
async function seeNextDates(page: Page): Promise<void> {
  await expect(page.getByText('Payment due', { exact: false }).first()).toBeAttached();
  await heading(page, 'Your next dates').scrollIntoViewIfNeeded();
}

test('avery sees the next dates and what changed since the last visit, and nothing moves', async ({
  page,
  demoUser,
}) => {
  const name = await demoUser('avery');
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += Number(Reflect.get(entry, 'value'));
      Reflect.set(window, 'layoutShift', shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await arriveAt(page, '/dashboard', name);
  await expect(heading(page, 'Total due')).toBeVisible();
  await seeNextDates(page);
  await expect(page.getByText('Payment due', { exact: false }).first()).toBeVisible();
  await expect(heading(page, /^Since your last visit/)).toHaveCount(0);
  expect(await page.evaluate(() => Number(Reflect.get(window, 'layoutShift') ?? 0))).toBeLessThan(0.02);
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Add to my calendar')]);
  expect(download.suggestedFilename()).toBe('student-loan-dates.ics');
  expect((await readFile(await download.path())).toString()).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
  await page.setViewportSize({ width: 360, height: 740 });
  await page
    .getByRole('link', { name: /^Make a payment for/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/payments\/payflow\/schedule/);

  await page.setViewportSize({ width: 1280, height: 900 });
  await arriveAt(page, '/dashboard', name);
  await seeNextDates(page);
  await expect(heading(page, /^Since your last visit on/)).toBeVisible();
  await expect(button(page, 'Add to my calendar')).toBeVisible();
  await seeOnBothScreens(page);
});
