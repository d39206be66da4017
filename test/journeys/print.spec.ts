/** Printing from the browser: documents begin on the first sheet, and pages are complete. */
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { arriveAt } from './support/person.ts';
import { expect, test } from './support/test.ts';

/** Returns the texts of the sheets. */
async function readSheets(page: Page): Promise<readonly string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'Letter' })));
  return (await extractText(pdf, { mergePages: false })).text.map((text) => text.replaceAll(/\s+/g, ' '));
}

test('documents begin on the first sheet', async ({ page, demoUser }) => {
  const name = await demoUser('avery');
  const lists = ['statements', 'payment-schedule', 'tax-info', 'mortgage-letter'];
  await arriveAt(page, '/documents/statements', name);
  for (const list of lists) {
    await page.goto(`/documents/${list}`);
    await page.getByRole('main').getByRole('table').getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'Save as PDF' })).toBeVisible();
    const firstTable = page.getByRole('main').getByRole('table').first();
    await expect(firstTable).toBeVisible();
    const [first = ''] = await readSheets(page);
    const rows = firstTable.getByRole('rowheader');
    expect(first, list).toContain(await page.getByRole('heading', { level: 1 }).innerText());
    expect(first, list).toContain((await rows.first().innerText()).trim());
    expect(first, list).not.toContain('Back to the list');
  }
});

test('the printed dashboard includes the parts that load on scrolling', async ({ page, demoUser }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await expect(page.getByText('Payment due', { exact: false }).first()).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const text = (await readSheets(page)).join(' ');
  expect(text).toContain('Your next dates');
  expect(text).toContain('Payment due');
});
