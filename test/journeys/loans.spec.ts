/** My Loans of different borrowers: accounts, groups, loans, benefits, progress and documents (P §2.11, §2.12). */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { seeFitting, seeOnBothScreens, seeUsable } from './support/checks.ts';
import { DATA_LOAD_FAILURE, alert, arriveAt, button, press, seePage, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';

const LOANS = '/loan-details';
const DETAILS = /^View Groups and Loan Details/;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const open = (page: Page, summary: string | RegExp) =>
  page.locator('summary').filter({ hasText: summary }).first().click();

test('avery opens the loans of an account, its benefits and its progress', async ({ page, demoUser }) => {
  await arriveAt(page, LOANS, await demoUser('avery'));
  await seePage(page, { path: LOANS, title: 'My Loans', heading: 'My Loans' });
  await expect(heading(page, 'Federal Accounts')).toBeVisible();
  await expect(heading(page, 'Commercial Accounts')).toBeVisible();
  await expect(page.getByText('is past due - please pay today.')).toBeVisible();
  await seeOnBothScreens(page);

  await page.getByRole('link', { name: DETAILS }).filter({ hasText: 'D207715340' }).click();
  await expect(heading(page, 'My Loans for Account: D207715340')).toBeFocused();
  await expect(page).toHaveURL(/\/loan-details\/account\?accountId=[\w-]+$/);
  expect(new URL(page.url()).search).not.toContain('207715340');
  await open(page, 'Loan A01');
  await expect(page.getByText('Prairie States Education Trust').first()).toBeVisible();
  await seeOnBothScreens(page);
  await button(page, 'View Benefit Details of group A, loan A01').click();
  const dialog = page.getByRole('dialog', { name: 'Benefits of group A, loan A01' });
  await expect(dialog.getByRole('row')).toHaveCount(6);
  await expect(dialog).not.toContainText('Cancer');
  await expect(dialog).toContainText('Disqualified - Manually Revoked');
  await seeOnBothScreens(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // The figures open their formulas, with these loans.
  await open(page, 'Interest each day');
  await expect(page.getByText(/^Loan A01: \$[\d,.]+ principal × 6\.80% ÷ 365\.25 days$/).first()).toBeVisible();

  await page.getByRole('link', { name: 'Repayment progress' }).click();
  await expect(heading(page, 'Repayment Progress for Account: D207715340')).toBeFocused();
  const slider = page.getByRole('slider', { name: /^Extra each month/ });
  await tabTo(page, slider);
  await page.keyboard.press('End');
  await expect(page.getByRole('status')).toContainText(/more each month, you make \d+ fewer payments and save \$/);
  await open(page, 'Show these numbers as a table');
  await seeOnBothScreens(page);

  // The other accounts are a link away; the regulatory rate of the private loan differs.
  await page.getByRole('link', { name: 'Back to loan details' }).click();
  await page.getByRole('link', { name: 'Private Loans · J300561287' }).click();
  await expect(heading(page, 'My Loans for Account: J300561287')).toBeFocused();
  // The group and its only loan have the same two rates.
  const regulatoryRates = page.getByText('8.500%').filter({ visible: true });
  await expect(regulatoryRates).toHaveCount(1);
  await open(page, 'Loan A01');
  await expect(regulatoryRates).toHaveCount(2);
  await expect(page.getByText('Variable', { exact: true })).toBeVisible();
});

test('blake sees the only account immediately, and saves a statement as a PDF', async ({ page, monitor, demoUser }) => {
  monitor.allow(/status of 404/);
  await arriveAt(page, LOANS, await demoUser('blake'));
  await expect(page).toHaveURL(LOANS);
  await expect(page).toHaveTitle(/^My Loans - Account Details \|/);
  await expect(heading(page, /^My Loans for Account: E/)).toBeVisible();
  await expect(page.getByText('Auto debit is on')).toBeVisible();
  await expect(page.getByRole('link', { name: DETAILS })).toHaveCount(0);
  await seeOnBothScreens(page);

  await page.goto('/documents/statements');
  await seePage(page, { path: '/documents/statements', title: 'Statements', heading: 'Statements' });
  await seeOnBothScreens(page);
  await page.getByRole('link', { name: /^Statement for October 2026/ }).click();
  await expect(heading(page, 'Statement for October 2026')).toBeFocused();
  await expect(page.getByText('10/01/2026 to 10/31/2026')).toBeVisible();
  await seeOnBothScreens(page);
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as PDF')]);
  expect(download.suggestedFilename()).toBe('2026-10-31-Statement-for-October-2026.pdf');
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

  for (const [path, title] of [
    ['/documents/payment-schedule', 'Payment Schedule'],
    ['/documents/tax-info', 'Tax Information'],
    ['/documents/mortgage-letter', 'Proof of Balance'],
  ] as const) {
    await page.goto(path);
    await seePage(page, { path, title, heading: title });
    await page.getByRole('row').getByRole('link').first().click();
    await expect(button(page, 'Save as PDF')).toBeVisible();
    await seeOnBothScreens(page);
  }

  await page.goto('/documents/document?id=schedule.nothing');
  await expect(page.getByText("We couldn't find this document.")).toBeVisible();
});

test('jules has paid ahead: nothing is due, and the next due date is months away', async ({ page, demoUser }) => {
  await arriveAt(page, LOANS, await demoUser('jules'));
  await expect(page.getByText('Payments are not currently due.').first()).toBeVisible();
  await expect(page.getByText('please pay today')).toHaveCount(0);
  await open(page, 'Next payment');
  await expect(page.getByText('Your monthly payment', { exact: true })).toBeVisible();
  await seeOnBothScreens(page);
});

test('noor finds one of 40 accounts, pages through statements, and opens it with a keyboard', async ({
  page,
  demoUser,
}) => {
  await arriveAt(page, LOANS, await demoUser('noor'));
  await expect(page.getByText('10 of 40 accounts')).toBeVisible();
  await seeOnBothScreens(page);
  await tabTo(page, page.getByRole('textbox', { name: 'Find an account number' }));
  await page.keyboard.type('e410000003');
  await expect(page.getByText('1 of 40 accounts')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: DETAILS }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'My Loans for Account: E410000003')).toBeFocused();
  await expect(page.getByRole('link', { name: 'All 40 accounts' })).toBeVisible();
  await seeUsable(page);

  await page.goto('/documents/statements?page=2');
  const current = page.getByRole('navigation', { name: 'Pages of documents' }).locator('[aria-current]');
  await expect(current).toHaveText('Page 2');
  await seeFitting(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(current).toHaveText('Page 3');
});

test('taylor reads the status of two applications under one headline', async ({ page, demoUser }) => {
  await arriveAt(page, LOANS, await demoUser('taylor'));
  await open(page, 'You have 1 notification');
  await expect(heading(page, 'You have updates on more than one application')).toBeVisible();
  await expect(page.getByText(/^Hardship Forbearance: denied: It wasn't approved/)).toBeVisible();
  await expect(page.getByText('Application status:')).toHaveCount(0);
  await seeOnBothScreens(page);
});

test('an account of another borrower is not shown, and failed loading of loans can be retried', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  monitor.allow(/status of (?:404|500)/);
  const [avery, jules] = [await demoUser('avery'), await demoUser('jules')];
  await arriveAt(page, LOANS, jules);
  await page.goto('/loan-details/account?accountId=not-mine');
  await expect(page.getByText("We couldn't find any loans for this account.")).toBeVisible();
  await seeOnBothScreens(page);
  await page.goto('/loan-details/account');
  await expect(page).toHaveURL(/\/loan-details$/);
  // Its read of the accounts is over, so that the fault is for the next one.
  await expect(heading(page, 'Group and Loan Summary')).toBeVisible();
  expect(avery).not.toBe(jules);

  await testServer.fail('accounts.list', { when: 'before', status: 500 });
  await page.goto(LOANS);
  await expect(alert(page)).toContainText(DATA_LOAD_FAILURE);
  await press(page, 'Try again');
  await expect(heading(page, 'Group and Loan Summary')).toBeVisible();
});
