/** Payments from a new bank account (Y §2.1, §4.3, §4.10, §5.2). */
import type { Locator, Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import {
  REVIEW_FIELDS,
  agreeAndSubmit,
  alert,
  button,
  fact,
  press,
  seeStep,
  startPaying,
  usd,
} from './support/person.ts';
import { due, scheduled } from './support/record.ts';
import type { PageMonitor } from './support/page-monitor.ts';
import { expect, test } from './support/test.ts';

const CHASE = '021000021';
const NUMBER = '4711471147';

const NOT_KEPT = "For your safety we don't keep bank account numbers. Please enter it again.";

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const routingNumber = (page: Page) => field(page, 'Routing Number');
const accountNumber = (page: Page) => field(page, 'Account Number');
const nameOnAccount = (page: Page) => field(page, 'Name on Account');
const nickname = (page: Page) => field(page, 'Account Nickname');
const saving = (page: Page) => page.getByRole('checkbox', { name: 'Save this payment method', exact: true });
const saved = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const type = (page: Page, name: 'Checking' | 'Savings') => page.getByRole('radio', { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Saved payment methods' }).getByRole('row').filter({ hasText: name });

const seeError = (control: Locator, sentence: string) =>
  expect(control).toHaveAccessibleDescription(new RegExp(`Error: ${sentence.replaceAll('.', '\\.')}`));

/** Opens the new account form on the method step of a user with saved methods. */
async function addMethod(page: Page, username: string): Promise<void> {
  await startPaying(page, username);
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Add Payment Method');
  await expect(routingNumber(page)).toBeVisible();
}

async function enterAccount(page: Page, number = NUMBER, holder = "José O'Brien"): Promise<void> {
  await routingNumber(page).fill(CHASE);
  await expect(page.getByText('JPMorgan Chase', { exact: true })).toBeVisible();
  await accountNumber(page).fill(number);
  await nameOnAccount(page).fill(holder);
}

/** Expects that the number is stored only in the page's memory, and in no URL. */
async function expectStoredNowhere(page: Page, monitor: PageMonitor, number: string): Promise<void> {
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      document.cookie,
      JSON.stringify(history.state),
      window.name,
      JSON.stringify(databases),
      JSON.stringify(await caches.keys()),
      location.href,
    ].join('\n');
  });
  expect(stored).not.toContain(number);
  for (const address of monitor.addresses) expect(address).not.toContain(number);
}

/** Returns the calls to a path. */
const sentTo = (monitor: PageMonitor, path: string) => monitor.calls.filter((call) => call.path === path);

async function methodsStored(page: Page, monitor: PageMonitor, before: Awaited<ReturnType<typeof scheduled>>) {
  const known = new Set(before.map(({ paymentDetailId }) => paymentDetailId));
  const now = await scheduled(page, monitor);
  const made = now.filter(({ paymentDetailId }) => !known.has(paymentDetailId));
  return [...new Set(made.map(({ paymentMethod }) => paymentMethod))];
}

test('an authorized payer pays from a new account and cannot save it', async ({ page, monitor, demoUser }) => {
  await startPaying(page, await demoUser('casey'));
  const before = await scheduled(page, monitor);
  // The payer sees the amounts due, but none of the borrower's bank accounts.
  const { totalDue, borrowerAccountPayments } = await due(page, monitor);
  expect(borrowerAccountPayments).toHaveLength(3);
  // A payment of $50.00 is scheduled already (ruling 113).
  await expect(fact(page, 'Total Payment')).toHaveText(usd(totalDue - 50));
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await expect(page.getByText('Everyday Checking')).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(routingNumber(page)).toHaveValue('');
  await seeOnBothScreens(page);
  await expect(button(page, 'Add Payment Method')).toHaveCount(0);
  await expect(saving(page)).toHaveCount(0);
  await expect(nickname(page)).toHaveCount(0);
  await expect(type(page, 'Checking')).toBeChecked();

  await press(page, 'Continue');
  await expect(alert(page)).toBeFocused();
  await expect(alert(page).getByRole('heading', { name: REVIEW_FIELDS, exact: true })).toBeVisible();
  await expect(alert(page).getByRole('link')).toHaveText(['Routing Number', 'Account Number', 'Name on Account']);
  await alert(page).getByRole('link', { name: 'Name on Account' }).click();
  await expect(nameOnAccount(page)).toBeFocused();
  await routingNumber(page).fill('0210');
  await routingNumber(page).blur();
  await seeError(routingNumber(page), 'The routing number must have 9 digits.');

  await enterAccount(page, NUMBER, 'Casey Lindqvist');
  await type(page, 'Savings').check();
  await expect(alert(page)).toHaveCount(0);
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');

  // A reload discards the number, and the step that must be repeated explains this.
  await page.reload();
  await seeStep(page, 'Payment Method');
  await expect(page.getByText(NOT_KEPT, { exact: true })).toBeVisible();
  await expect(accountNumber(page)).toHaveValue('');
  await enterAccount(page, NUMBER, 'Casey Lindqvist');
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await expect(fact(page, 'Payment Method')).toContainText('JPMorgan Chase');
  await expect(fact(page, 'Payment Method')).toContainText('*****1147');
  await expect(page.getByText(NUMBER)).toHaveCount(0);
  await agreeAndSubmit(page);

  await seeStep(page, 'Receipt');
  await expect(fact(page, 'Payment Method')).toContainText('JPMorgan Chase');
  await expect(fact(page, 'Payment Method')).toContainText('*****1147');
  expect(await methodsStored(page, monitor, before)).toEqual(['JPMorgan Chase *****1147']);
  expect(sentTo(monitor, 'payment-methods').filter(({ method }) => method === 'POST')).toEqual([]);
  expect(sentTo(monitor, 'bank-validations')).toHaveLength(2);
  await expectStoredNowhere(page, monitor, NUMBER);
});

test('a borrower saves the new account and finds it in the next payment', async ({ page, monitor, demoUser }) => {
  await addMethod(page, await demoUser('avery'));
  const before = await scheduled(page, monitor);
  await expect(saved(page, 'Everyday Checking')).not.toBeChecked();
  await expect(saved(page, 'Rainy Day Savings')).not.toBeChecked();

  // The bank's name appears while the borrower types, and only for that number.
  await routingNumber(page).pressSequentially(CHASE.slice(0, 8));
  await expect(page.getByText('JPMorgan Chase', { exact: true })).toHaveCount(0);
  await routingNumber(page).pressSequentially('1');
  await expect(page.getByText('JPMorgan Chase', { exact: true })).toBeVisible();
  await expect(routingNumber(page)).toBeFocused();
  await accountNumber(page).fill(NUMBER);
  await nameOnAccount(page).fill("José O'Brien");

  await expect(nickname(page)).toHaveCount(0);
  await saving(page).check();
  await nickname(page).fill('everyday CHECKING ');
  await nickname(page).blur();
  await seeError(nickname(page), 'The account nickname cannot match another payment method nickname.');
  await press(page, 'Continue');
  await expect(alert(page)).toBeFocused();
  await expect(alert(page).getByRole('link')).toHaveText(['Account Nickname']);
  await nickname(page).fill('x'.repeat(27));
  await expect(page.getByText('You have reached the maximum character limit.')).toBeVisible();
  await nickname(page).fill('Vacation 2');
  await expect(page.getByText('You have reached the maximum character limit.')).toHaveCount(0);
  await press(page, 'Continue');

  await seeStep(page, 'Review & Submit');
  await expect(fact(page, 'Payment Method')).toContainText('Vacation 2');
  await expect(fact(page, 'Payment Method')).toContainText('*****1147');
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await expect(fact(page, 'Payment Method')).toContainText('Vacation 2');
  expect(await methodsStored(page, monitor, before)).toEqual(['JPMorgan Chase *****1147']);
  expect(sentTo(monitor, 'payments/v2')).toHaveLength(1);
  await expectStoredNowhere(page, monitor, NUMBER);

  await press(page, 'Make Another Payment');
  await seeStep(page, 'Schedule Payment');
  await page
    .getByRole('radio', { name: /^Total due/ })
    .first()
    .check();
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await expect(page.getByRole('table').getByRole('radio')).toHaveCount(3);
  await expect(row(page, 'Vacation 2')).toContainText('JPMorgan Chase');
  await expect(row(page, 'Vacation 2')).toContainText('*****1147');
  await expect(page.getByText(NUMBER)).toHaveCount(0);
  await saved(page, 'Vacation 2').check();
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await expect(fact(page, 'Payment Method')).toContainText('Vacation 2');
});

test('Previous and Back keep the entries', async ({ page, monitor, demoUser }) => {
  await addMethod(page, await demoUser('avery'));
  await enterAccount(page);
  await type(page, 'Savings').check();
  await saving(page).check();
  await nickname(page).fill('Vacation');

  const seeTyped = async () => {
    await expect(routingNumber(page)).toHaveValue(CHASE);
    await expect(page.getByText('JPMorgan Chase', { exact: true })).toBeVisible();
    await expect(accountNumber(page)).toHaveValue(NUMBER);
    await expect(nameOnAccount(page)).toHaveValue("José O'Brien");
    await expect(type(page, 'Savings')).toBeChecked();
    await expect(saving(page)).toBeChecked();
    await expect(nickname(page)).toHaveValue('Vacation');
    await expect(saved(page, 'Everyday Checking')).not.toBeChecked();
  };

  await press(page, 'Previous');
  await seeStep(page, 'Schedule Payment');
  await expectStoredNowhere(page, monitor, NUMBER);
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await seeTyped();

  await page.goBack();
  await seeStep(page, 'Schedule Payment');
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await seeTyped();

  // After it was saved, the account is one of the saved methods.
  const seeSaved = async () => {
    await expect(saved(page, 'Vacation')).toBeChecked();
    await expect(row(page, 'Vacation')).toHaveCount(1);
    await expect(row(page, 'Vacation')).toContainText('*****1147');
    await expect(page.getByText(NUMBER)).toHaveCount(0);
    await expect(routingNumber(page)).toHaveCount(0);
  };
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await page.goBack();
  await seeStep(page, 'Payment Method');
  await seeSaved();

  // A second Continue does not save again.
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await page.reload();
  await seeStep(page, 'Review & Submit');
  await expect(fact(page, 'Payment Method')).toContainText('Vacation');
  await press(page, 'Previous');
  await seeStep(page, 'Payment Method');
  await seeSaved();
  expect(sentTo(monitor, 'payment-methods').filter(({ method }) => method === 'POST')).toHaveLength(1);
  await expectStoredNowhere(page, monitor, NUMBER);
});

test('a verification or a save without an answer loses no entries', async ({ page, monitor, testServer, demoUser }) => {
  monitor.allow(/status of 503/);
  await addMethod(page, await demoUser('avery'));
  await enterAccount(page);
  await saving(page).check();
  await nickname(page).fill('Vacation');
  await testServer.fail('banking.validate', { when: 'before', status: 503 });
  await press(page, 'Continue');
  await expect(page.getByText(/couldn't check your bank account right now/)).toBeVisible();
  await expect(accountNumber(page)).toHaveValue(NUMBER);

  // The account is saved, but the answer is lost.
  await testServer.fail('banking.save', { when: 'after', status: 503 });
  await press(page, 'Continue');
  await expect(page.getByText(/couldn't save your bank account right now/)).toBeVisible();
  await expect(nickname(page)).toHaveValue('Vacation');
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await press(page, 'Make Another Payment');
  await seeStep(page, 'Schedule Payment');
  await page
    .getByRole('radio', { name: /^Total due/ })
    .first()
    .check();
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await expect(row(page, 'Vacation')).toHaveCount(1);
});
