/** What holds on every page, on a wide and on a narrow screen: axe finds nothing, nothing runs out of sight. */
import type { Page } from '@playwright/test';
import { seeUsable } from './support/checks.ts';
import {
  BEING_CHECKED,
  DATA_LOAD_FAILURE,
  STEPS,
  account,
  agreeAndSubmit,
  alert,
  button,
  chooseOtherAmount,
  enterCredentials,
  paymentDate,
  press,
  seeDashboard,
  seePage,
  seeStep,
  seeWelcome,
  arriveAt,
  startPaying,
  withoutDocumentData,
} from './support/person.ts';
import { due } from './support/record.ts';
import type { TestServer } from './support/test-server.ts';
import { expect, test } from './support/test.ts';

const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

async function look(page: Page): Promise<void> {
  // The server's own pages are there before their stylesheet.
  await page.waitForLoadState('load');
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await seeUsable(page);
  }
}

async function refuse(page: Page, testServer: TestServer): Promise<void> {
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await testServer.setClock('2026-11-20T22:30:00Z');
  await agreeAndSubmit(page);
}

test('the pages of a visitor', async ({ page, monitor, demoUser }) => {
  monitor.allow(/status of 422/);
  await page.goto('/');
  await seeWelcome(page);
  await look(page);
  await page.goto('/no-such-page');
  await seePage(page, { path: '/error/not-found', title: 'Page not found', heading: 'Page not found' });
  await look(page);
  await page.goto('/dashboard');
  // The portal's own page says so already while it leaves for the provider's.
  await page.waitForURL('**/oidc/**');
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
  await look(page);
  await enterCredentials(page, await demoUser('avery'), 'wrong');
  await expect(alert(page)).toBeVisible();
  await look(page);
});

test('the pages of a payment', async ({ page, monitor, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await seeDashboard(page);
  await expect(page.getByRole('heading', { name: 'Federal Accounts' })).toBeVisible();
  await look(page);
  await page.goto(STEPS['Schedule Payment']);
  await seeStep(page, 'Schedule Payment');
  await look(page);
  const [first] = (await due(page, monitor)).borrowerAccountPayments;
  await chooseOtherAmount(page, first?.accountNumber ?? '');
  await paymentDate(page).fill('');
  await press(page, 'Continue');
  await expect(alert(page)).toBeFocused();
  await look(page);
  await account(page, first?.accountNumber ?? '')
    .getByRole('radio', { name: /^Current amount due/ })
    .check();
  await press(page, 'Choose from a calendar');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page);
  await button(page, 'Tuesday, November 24, 2026').click();
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await look(page);
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await look(page);
  await press(page, 'Submit Payment');
  await expect(alert(page)).toBeFocused();
  await look(page);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await look(page);
});

test('a payment that is refused', async ({ page, testServer, demoUser }) => {
  await startPaying(page, await demoUser('blake'));
  await refuse(page, testServer);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page);
});

test('a payment whose outcome is not known', async ({ page, monitor, testServer, demoUser }) => {
  monitor.allow(/status of 503/);
  await startPaying(page, await demoUser('blake'));
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await testServer.fail('payments.submit', { when: 'after', status: 503 });
  await testServer.hold('payments.settle', { when: 'before' });
  await agreeAndSubmit(page);
  await expect(page.getByRole('heading', { name: BEING_CHECKED })).toBeVisible();
  await look(page);
});

test('a page that could not be loaded, and a payer without a bank account', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  monitor.allow(/status of 503/);
  await testServer.fail('payments.methods', { when: 'before', status: 503 });
  await arriveAt(page, STEPS['Schedule Payment'], await demoUser('casey'));
  await expect(alert(page)).toContainText(DATA_LOAD_FAILURE);
  await look(page);
  await press(page, 'Try again');
  await seeStep(page, 'Schedule Payment');
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await look(page);
});

test('the schedule with forty accounts', async ({ page, demoUser }) => {
  await startPaying(page, await demoUser('noor'));
  await look(page);
});

test('the site that could not be opened', async ({ page, monitor }) => {
  monitor.allow(/could not start/);
  await withoutDocumentData(page);
  await page.route('**/config.json*', (route) => route.fulfill({ json: {} }));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'The site could not be opened' })).toBeVisible();
  await look(page);
});
