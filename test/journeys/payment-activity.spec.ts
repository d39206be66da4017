/**
 * Payment Activity: scheduled payments and their cancellation, the history with its filter, order and pages, one
 * payment, the totals.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { seeOnBothScreens, seeUsable } from './support/checks.ts';
import { arriveAt, button, press, seePage, startPaying } from './support/person.ts';
import { expect, test } from './support/test.ts';

const ACTIVITY = '/payments/payment-activity';
const DETAILS = `${ACTIVITY}/payment-activity-details`;

const seeActivity = (page: Page): Promise<void> =>
  seePage(page, { path: ACTIVITY, title: 'Payment Activity', heading: 'Payment Activity' });
const seeShown = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
const table = (page: Page, name: string | RegExp) => page.getByRole('table', { name });
const history = (page: Page) => table(page, /^Payment History/);
const search = (page: Page) => page.getByRole('textbox', { name: 'Search your payments' });
const period = (page: Page) => page.getByRole('combobox', { name: 'Show payments from' });
const cancel = (page: Page) => page.getByRole('button', { name: /^Cancel payment of/ });

test('avery browses the history, and Back and a reload restore the view', async ({ page, demoUser }) => {
  await arriveAt(page, '/payments', await demoUser('avery'));
  await seeActivity(page);
  await seeShown(page, 'Payments 1 to 10 of 36');
  await expect(period(page)).toHaveValue('recent');
  await seeOnBothScreens(page);

  // A payment to several groups of an account unfolds.
  const groups = history(page).locator('details').first();
  await groups.getByText('2 groups').click();
  await expect(groups).toContainText(/Group A\s*\$[\d.]+/);
  await seeUsable(page);

  // The full history, sorted by amount, on its second page.
  await period(page).selectOption('All');
  await seeShown(page, /Payments 1 to 10 of \d{3}/);
  await press(page, 'Amount');
  await expect(history(page).getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await press(page, 'Next page');
  await seeShown(page, /Payments 11 to 20 of/);
  await expect(page).toHaveURL(`${ACTIVITY}?show=all&sort=amount&page=2`);
  const shown = await history(page).innerText();

  // Details and back: dropdown, order, page and scroll position are as they were; so they are after a reload.
  const link = history(page).getByRole('link').last();
  await link.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => window.scrollY);
  expect(top).toBeGreaterThan(100);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment History Details' })).toBeFocused();
  await expect(page).toHaveTitle('Payment History Details | Larkfield');
  expect(new URL(page.url()).pathname).toBe(DETAILS);
  await expect(page.getByRole('heading', { name: 'How it was applied' })).toBeVisible();
  await seeOnBothScreens(page);
  const address = page.url();
  const seeAsBefore = async () => {
    await seeShown(page, /Payments 11 to 20 of/);
    // After a reload, the rest of the rows appears a moment later.
    await expect.poll(() => history(page).innerText()).toBe(shown);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
  };
  await page.goBack();
  await seeAsBefore();
  await page.reload();
  await seeAsBefore();
  await page.goForward();
  await page.getByRole('link', { name: 'Back to Payment Activity' }).click();
  await seeAsBefore();

  // The address of the details works by itself; one that names no payment says so.
  const second = await page.context().newPage();
  await second.goto(address);
  await expect(second.getByRole('heading', { name: 'How it was applied' })).toBeVisible();
  await second.close();
});

test('avery searches for an account number, and the search is restored although it is stored nowhere', async ({
  page,
  demoUser,
}) => {
  await arriveAt(page, `${ACTIVITY}?sort=amount`, await demoUser('avery'));
  await seeShown(page, 'Payments 1 to 10 of 36');
  const [number = ''] = /E\d{9}/.exec(await history(page).innerText()) ?? [];
  await search(page).fill(number);
  await seeShown(page, /^Payments 1 to 10 of (?!36)/);
  await press(page, 'Next page');
  await seeShown(page, /^Payments 11 to 20 of/);
  const shown = await history(page).innerText();
  const link = history(page).getByRole('link').last();
  await link.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => window.scrollY);
  expect(top).toBeGreaterThan(100);
  const seeAsBefore = async () => {
    await expect(search(page)).toHaveValue(number);
    await expect(page).toHaveURL(`${ACTIVITY}?show=all&sort=amount&page=2`);
    await expect.poll(() => history(page).innerText()).toBe(shown);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
  };
  const seeDetails = () => expect(page.getByRole('heading', { name: 'How it was applied' })).toBeVisible();

  await link.click();
  await seeDetails();
  await page.getByRole('link', { name: 'Back to Payment Activity' }).click();
  await seeAsBefore();
  await page.goForward();
  await seeDetails();
  await page.reload();
  await seeDetails();
  await page.getByRole('link', { name: 'Back to Payment Activity' }).click();
  await seeAsBefore();
  await page.goForward();
  await seeDetails();
  await page.goBack();
  await seeAsBefore();
  await page.reload();
  await seeAsBefore();
});

test('avery searches, saves the result as a file, and clears the filter', async ({ page, monitor, demoUser }) => {
  await arriveAt(page, ACTIVITY, await demoUser('avery'));
  await seeShown(page, 'Payments 1 to 10 of 36');
  await search(page).fill('10/2026');
  await expect(period(page)).toHaveValue('search');
  await seeShown(page, 'Payments 1 to 3 of 3');
  await seeUsable(page);
  // The search text is not in the query string, and a reload restores it.
  expect(decodeURIComponent(page.url())).not.toContain('10/2026');
  await page.reload();
  await expect(search(page)).toHaveValue('10/2026');
  await seeShown(page, 'Payments 1 to 3 of 3');
  const downloading = page.waitForEvent('download');
  await press(page, 'Save as CSV');
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('Payment-history-2026-11-20.csv');
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('\uFEFFDate,Account,Type,Amount,Principal,Interest,Fees,Refunded,Refunded on');

  await search(page).fill('no such payment');
  await expect(page.getByText('No payments match your search.')).toBeVisible();
  await search(page).fill('');
  await expect(period(page)).toHaveValue('all');
  await seeShown(page, /Payments 1 to 10 of \d{3}/);
  await period(page).selectOption('Last 12 Months');
  await seeShown(page, 'Payments 1 to 10 of 36');

  monitor.allow(/status of 404/);
  // Unknown, empty and impossible ids.
  for (const id of ['nobodys', '', '%2F..']) {
    await page.goto(`${DETAILS}?payment=${id}`);
    await expect(page.getByText('We can’t find this payment')).toBeVisible();
  }
  await seeUsable(page);
});

test('avery cancels a scheduled payment once although the response is lost, and finds it in the history', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  monitor.allow(/status of 503|ERR_|Failed to load/);
  await arriveAt(page, ACTIVITY, await demoUser('avery'));
  await cancel(page).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Are you sure you want to cancel the payment of $50.00 scheduled for 11/25/2026?');
  await seeOnBothScreens(page);
  await press(page, 'No, keep this payment');
  await expect(dialog).toBeHidden();
  await expect(cancel(page)).toBeFocused();

  await testServer.fail('payments.cancel', { when: 'after', status: 503 });
  await cancel(page).click();
  await press(page, 'Yes, cancel this payment');
  const notice = page.getByText(
    'Payment of $50.00 scheduled for 11/25/2026 is in process. You will see the cancelled payment appear in your Payment History soon.',
  );
  await expect(notice).toBeVisible();
  await expect(page.locator('#notice')).toBeFocused();
  await expect(page.getByText("You don't have any pending payments at this time.")).toBeVisible();
  await seeUsable(page);
  // The history below has it at once.
  await expect(history(page).getByRole('row').nth(1)).toContainText('Cancelled');
  await history(page).getByRole('link', { name: '11/25/2026' }).click();
  await expect(page.getByRole('heading', { name: 'This payment was canceled' })).toBeVisible();
  await seeUsable(page);
});

test('a refused cancellation keeps the payment and shows a message', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  monitor.allow(/status of 422/);
  await arriveAt(page, ACTIVITY, await demoUser('avery'));
  await testServer.fail('payments.cancel', { when: 'before', status: 422 });
  await cancel(page).click();
  await press(page, 'Yes, cancel this payment');
  await expect(
    page.getByText('Payment of $50.00 scheduled for 11/25/2026 could not be cancelled. Please try again.'),
  ).toBeVisible();
  await expect(page.locator('#notice')).toBeFocused();
  await expect(cancel(page)).toBeVisible();
});

test('avery calculates the total paid to date', async ({ page, demoUser }) => {
  await arriveAt(page, ACTIVITY, await demoUser('avery'));
  await press(page, 'Calculate My Total Amount Paid to Date');
  await expect(page.getByText('Total paid', { exact: true })).toBeVisible();
  await expect(button(page, 'Calculate My Total Amount Paid to Date')).toHaveCount(0);
  await seeUsable(page);
});

test('casey, an authorized payer for avery, sees payments without links and types', async ({ page, demoUser }) => {
  await arriveAt(page, ACTIVITY, await demoUser('casey'));
  await seeShown(page, 'Payments 1 to 10 of 36');
  await expect(history(page).getByRole('link')).toHaveCount(0);
  await expect(history(page).getByRole('row').nth(1)).toContainText('Electronic');
  await expect(history(page)).not.toContainText('Online Payment');
  await expect(table(page, 'Scheduled Payments')).toContainText('Electronic');
  await seeOnBothScreens(page);

  // The list of upcoming payments on the schedule step names no types either.
  await page.goto('/payments/payflow/schedule');
  const upcoming = page.locator('details').filter({ hasText: 'You have upcoming payments' });
  await expect(upcoming).toContainText('(Electronic)');
  await expect(upcoming).not.toContainText('Online Payment');
});

test('jules opens Payment Activity from the dashboard, and has no scheduled payments', async ({ page, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('jules'));
  await page.getByRole('link', { name: 'View payment history' }).click();
  await seeActivity(page);
  await expect(page.getByText("You don't have any pending payments at this time.")).toBeVisible();
  await expect(history(page)).toBeVisible();
  await seeOnBothScreens(page);
});

test('noor pages through 10,000 payments', async ({ page, demoUser }) => {
  await arriveAt(page, `${ACTIVITY}?show=all`, await demoUser('noor'));
  await seeShown(page, /Payments 1 to 10 of 10,?000/);
  await press(page, 'Page 1000');
  await seeShown(page, /Payments 9991 to 10000 of 10,?000/);
  await seeOnBothScreens(page);
});

test('the upcoming payments of Make a Payment link to Payment Activity', async ({ page, demoUser }) => {
  await startPaying(page, await demoUser('avery'));
  await page.getByRole('heading', { name: 'You have upcoming payments' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Payment Activity', exact: true }).click();
  await seeActivity(page);
});
