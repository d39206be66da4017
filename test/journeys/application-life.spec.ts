/**
 * The life of applications after they are sent: status, withdrawal, decision, letter, the pause on every page, and its
 * end, with the clock moved through a year (rulings 74, 75, 84).
 */
import type { Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import { arriveAt, button, press, seeDashboard } from './support/person.ts';
import { expect, test } from './support/test.ts';

const FLOW = '/repayment-options/forbearance/hardship';

/** Applies for hardship forbearance, which needs no document. */
async function applyForHardship(page: Page): Promise<void> {
  await page.goto(`${FLOW}/landing`);
  await page.getByRole('link', { name: 'Apply for Hardship Forbearance' }).click();
  await press(page, 'Continue');
  // The cost arrives above the checkbox and moves it.
  await expect(page.getByText('Interest added in that time')).toBeVisible();
  await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
  await press(page, 'Continue');
  await expect(page.getByText('Thank you. We have received your application')).toBeVisible();
}

/** Opens the newest application from the list. */
async function openApplication(page: Page): Promise<void> {
  await page.goto('/repayment-options');
  await page
    .getByRole('link', { name: /^Details of/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/repayment-options\/application\?number=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Hardship Forbearance' })).toBeVisible();
}

test('blake withdraws an application, and applies again; the approval is on every page until it ends', async ({
  page,
  demoUser,
  testServer,
}) => {
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  await applyForHardship(page);
  await openApplication(page);
  await expect(page.getByText('Expected 11/23/2026')).toBeVisible();
  await seeOnBothScreens(page);

  await press(page, 'Withdraw Application');
  await press(page, 'No, keep it');
  await press(page, 'Withdraw Application');
  await seeOnBothScreens(page);
  await press(page, 'Yes, withdraw it');
  await expect(page.getByText('You withdrew this application. You can apply again at any time.')).toBeVisible();
  await expect(button(page, 'Withdraw Application')).toHaveCount(0);

  await applyForHardship(page);
  // Decided five banking days later; Thanksgiving is no banking day.
  await testServer.setClock('2026-11-30T15:00:00Z');
  await openApplication(page);
  await expect(page.getByText('Your payments are paused from 12/01/2026 through 11/30/2027.')).toBeVisible();
  await expect(page.getByText('Direct Unsubsidized')).toBeVisible();
  const download = page.waitForEvent('download');
  await press(page, 'Save Decision Letter');
  expect((await download).suggestedFilename()).toMatch(/^Decision-.*\.pdf$/);

  await testServer.setClock('2026-12-01T15:00:00Z');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Where you are' })).toBeVisible();
  await expect(page.getByText('Your payments start again on 12/01/2027.')).toBeVisible();
  await expect(page.getByText(/First payment: \$[\d.]+ on 12\/01\/2027\./)).toBeVisible();
  await expect(page.getByText('In forbearance through 11/30/2027')).toHaveCount(2);
  await expect(page.getByText('Payments are not currently due.').first()).toBeVisible();
  // The next dates load when the browser is idle.
  await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
  await seeDashboard(page);
  await seeOnBothScreens(page);
  await page.goto('/loan-details');
  await expect(page.getByText('In forbearance through 11/30/2027').first()).toBeVisible();
  await page.goto('/payments/payflow/schedule');
  await expect(page.getByText('12/01/2027').first()).toBeVisible();
  // The guides follow the same state.
  await page.goto('/repayment-options/postpone-select');
  await expect(page.getByText('You can apply').first()).toBeVisible();

  await testServer.setClock('2027-11-01T15:00:00Z');
  await page.goto('/documents/inbox');
  await expect(page.getByRole('link', { name: /^Ending soon: Hardship Forbearance/ })).toBeVisible();

  await testServer.setClock('2027-12-01T15:00:00Z');
  await page.goto('/dashboard');
  await expect(page.getByText('In repayment').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your payments are paused' })).toHaveCount(0);
  await openApplication(page);
  await expect(
    page.getByText('This pause has ended. Unless you have another one, your payments are due again.'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Added to principal' })).toBeVisible();
  await seeOnBothScreens(page);
});

test('keeps a decision that precedes a withdrawal', async ({ page, demoUser, testServer, monitor }) => {
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  await applyForHardship(page);
  await openApplication(page);
  await press(page, 'Withdraw Application');
  await testServer.setClock('2026-11-30T15:00:00Z');
  monitor.allow(/status of 422/);
  await press(page, 'Yes, withdraw it');
  await expect(page.getByText('We decided on this application before your withdrawal arrived.')).toBeVisible();
  await expect(page.getByText('Approved').first()).toBeVisible();
});
