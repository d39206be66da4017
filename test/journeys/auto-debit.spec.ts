/** Auto Debit: enroll, change and stop, and the drafts that the server makes on their days. */
import type { Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import { alert, arriveAt, fact, press, seePage } from './support/person.ts';
import { expect, test } from './support/test.ts';

const AUTO_DEBIT = '/payments/payment-auto-debit';
const METHODS = '/payments/payment-methods';

const seeAutoDebit = (page: Page): Promise<void> =>
  seePage(page, { path: AUTO_DEBIT, title: 'Auto Debit', heading: 'Auto Debit' });
const terms = (page: Page) => page.getByRole('checkbox', { name: 'I agree to the terms and conditions' });
const card = (page: Page, number: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: number }) });

test('avery enrolls although a payment is scheduled for the same bill, and the response is lost', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  await arriveAt(page, '/payments/payment-activity', await demoUser('avery'));
  await press(page, 'Payments');
  await page.getByRole('link', { name: 'Auto Debit' }).first().click();
  await seeAutoDebit(page);
  await expect(page.getByText('Auto debit is off')).toHaveCount(3);
  await seeOnBothScreens(page);

  // The payment of $50.00 on 11/25/2026 is for the first bill of one account.
  let warned = false;
  for (const enroll of await page.getByRole('button', { name: /^Sign up/ }).all()) {
    await enroll.click();
    warned = await page.getByRole('heading', { name: 'You may pay this bill twice' }).isVisible();
    if (warned) break;
    await press(page, 'Cancel');
  }
  expect(warned).toBe(true);
  await expect(page.getByText(/You already scheduled \$50\.00 on 11\/25\/2026/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('You are required to agree to the terms and conditions.').first()).toBeVisible();
  await seeOnBothScreens(page);
  await page.getByRole('textbox', { name: 'Extra amount each month (optional)' }).fill('25');
  await terms(page).check();
  monitor.allow(/status of 503|ERR_|Failed to load/);
  // A change that never arrives keeps the entries.
  await testServer.fail('autoDebit.change', { when: 'before', status: 503 });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(alert(page).filter({ hasText: "wasn't changed. Please try again." })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Extra amount each month (optional)' })).toHaveValue('25.00');
  await expect(terms(page)).toBeChecked();
  await testServer.fail('autoDebit.change', { when: 'after', status: 503 });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(/^Auto debit is set up for/)).toBeVisible();
  await expect(page.locator('#notice')).toBeFocused();
  await expect(page.getByText('Auto debit is on')).toHaveCount(1);

  // The bank account of auto debit cannot be removed, and links back.
  await page.goto(METHODS);
  await page
    .getByRole('link', { name: /^Auto debit of (?:Direct|FFELP|Private) Loans · / })
    .first()
    .click();
  await seeAutoDebit(page);
});

test('blake sees the next draft, which the server makes on its day, and stops auto debit', async ({
  page,
  testServer,
  demoUser,
}) => {
  await arriveAt(page, AUTO_DEBIT, await demoUser('blake'));
  const account = card(page, 'E118340726');
  await expect(account).toContainText('Auto debit is on');
  await expect(account).toContainText('Next auto debit payment, 12/01/2026');
  await expect(account).toContainText('Last day to change this payment');
  await expect(account).toContainText('11/25/2026');
  await expect(account).toContainText(/about \$\d+\.\d\d a month/);
  await account.locator('summary').click();
  await expect(account.getByRole('table')).toContainText('Signed up');
  await seeOnBothScreens(page);

  // On its day, the draft is a payment under way.
  await testServer.setClock('2026-12-01T15:00:00.000Z');
  await page.goto('/payments/payment-activity');
  await expect(page.getByRole('table', { name: 'Scheduled Payments' })).toContainText('12/01/2026');
  await expect(page.getByText('Your next auto debit payment is already under way.')).toBeVisible();
  await page.goto(AUTO_DEBIT);
  await expect(account).toContainText('Your next auto debit payment is already under way.');
  await expect(account).toContainText('Next auto debit payment, 01/04/2027');
  await press(page, 'Stop Direct Loans · E118340726');
  await expect(page.getByRole('alertdialog')).toContainText('is already under way and will still be drawn');
  await seeOnBothScreens(page);
  await press(page, 'Yes, stop auto debit');
  await expect(page.getByText('You stopped auto debit for')).toBeVisible();
  await expect(account).toContainText('Auto debit is off');
});

test('blake is not past due while the draft of the bill is pending', async ({ page, testServer, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await testServer.setClock('2026-12-02T15:00:00.000Z');
  const beingPaid = page.getByText('Your bill of $155.13 for 12/01/2026 is being paid.');
  await page.goto('/dashboard');
  await expect(beingPaid).toBeVisible();
  await expect(fact(page, 'Next due date')).toHaveText('01/01/2027');
  await expect(page.getByText('In repayment')).toBeVisible();
  await expect(page.getByText(/past due|please pay/i)).toHaveCount(0);
  await seeOnBothScreens(page);
  await page.goto('/payments/payflow/schedule');
  await expect(beingPaid).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Total due' }).locator('../..')).toContainText('$155.13');
  await seeOnBothScreens(page);
  await page.goto('/past-due');
  await expect(page.getByText('E118340726')).toHaveCount(0);
});

test('blake is in time while a draft waits for Monday', async ({ page, testServer, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  // The bill was due on Saturday.
  await testServer.setClock('2027-05-02T15:00:00.000Z');
  await page.goto('/payments/payflow/schedule');
  await expect(page.getByText('Your bill of $155.13 for 05/01/2027 is being paid.')).toBeVisible();
  await expect(page.getByText('Auto debit also draws $155.13 on 05/03/2027.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Total due/ })).toBeChecked();
  await expect(page.getByText('$310.26')).toHaveCount(0);
  await seeOnBothScreens(page);
  await page.goto('/payments/payment-activity');
  const row = page
    .getByRole('table', { name: 'Scheduled Payments' })
    .getByRole('row')
    .filter({ hasText: '05/03/2027' });
  await expect(row).toContainText('$155.13');
  await expect(row).toContainText('Processing');
  await expect(page.getByText('Your next auto debit payment is already under way.')).toBeVisible();
  await seeOnBothScreens(page);
});

test('blake pays a payoff quote in time, so that no draft follows', async ({ page, demoUser }) => {
  await arriveAt(page, '/payments/payment-payoff', await demoUser('blake'));
  await expect(
    page.getByText('If you submit this payment by 11/25/2026, auto debit draws nothing on 12/01/2026.'),
  ).toBeVisible();
  await seeOnBothScreens(page);
  await page.getByRole('link', { name: 'Pay This Amount' }).click();
  const paysInFull = page.getByText(
    'This payment pays the account in full, so auto debit draws nothing on 12/01/2026.',
  );
  await expect(paysInFull).toBeVisible();
  await press(page, 'Continue');
  await press(page, 'Continue');
  await expect(paysInFull).toBeVisible();
  await seeOnBothScreens(page);
  await page.getByRole('checkbox', { name: /Payment Authorization/ }).check();
  await press(page, 'Submit Payment');
  await expect(page).toHaveTitle(/^Receipt/);
  await expect(paysInFull).toBeVisible();
  await seeOnBothScreens(page);
  await page.goto(AUTO_DEBIT);
  const account = card(page, 'E118340726');
  await expect(account).toContainText('Auto debit payment on 12/01/2026');
  await expect(account).toContainText('No more payments');
  await seeOnBothScreens(page);
});

test('noor sees auto debit of 40 accounts', async ({ page, demoUser }) => {
  await arriveAt(page, AUTO_DEBIT, await demoUser('noor'));
  await expect(page.getByText('Auto debit is off')).toHaveCount(10);
  await seeOnBothScreens(page);
  const last = await page
    .getByRole('heading', { name: /Loans · / })
    .last()
    .innerText();
  await page.getByRole('textbox', { name: 'Find an account by its number' }).fill(last.slice(-9));
  await expect(page.getByText('Auto debit is off')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Find an account by its number' }).fill('');
  await press(page, 'Show all 40 accounts');
  await expect(page.getByText('Auto debit is off')).toHaveCount(40);
});
