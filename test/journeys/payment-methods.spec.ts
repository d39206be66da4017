/** Payment Methods: add, rename, remove, and an account that a scheduled payment uses. */
import type { Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import { confirmWithPassword, passwordDialog } from './support/confirmation.ts';
import { arriveAt, press, seePage } from './support/person.ts';
import { expect, test } from './support/test.ts';

const ACTIVITY = '/payments/payment-activity';
const METHODS = '/payments/payment-methods';

const table = (page: Page) => page.getByRole('table', { name: 'Saved payment methods' });
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });
const box = (page: Page, name: string) => page.getByRole('textbox', { name });
const seeNotice = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

test('avery adds, renames and removes a saved account, also when a response is lost', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  await arriveAt(page, '/payments/payment-activity', await demoUser('avery'));
  await press(page, 'Payments');
  await page.getByRole('link', { name: 'Payment Methods' }).first().click();
  await seePage(page, { path: METHODS, title: 'Payment Methods', heading: 'Payment Methods' });
  await expect(table(page).getByRole('row')).toHaveCount(3);
  await seeOnBothScreens(page);

  // A scheduled payment uses the first account, so it has no button to remove it, and links to the payment.
  const used = table(page).getByRole('row').filter({ hasText: 'Payment of $50.00 on 11/25/2026' });
  await expect(used.getByRole('button', { name: /^Rename/ })).toBeVisible();
  await expect(used.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await used.getByRole('link', { name: 'Payment of $50.00 on 11/25/2026' }).click();
  await seePage(page, { path: ACTIVITY, title: 'Payment Activity', heading: 'Payment Activity' });
  await page.goBack();

  // The bank refuses the number, then the nickname is in use.
  await press(page, 'Add Payment Method');
  await expect(box(page, 'Routing Number')).toBeFocused();
  await box(page, 'Routing Number').fill('021000021');
  await expect(page.getByText('JPMorgan Chase').first()).toBeVisible();
  await box(page, 'Account Number').fill('4711470000');
  await box(page, 'Name on Account').fill('Avery Quist');
  await box(page, 'Account Nickname').fill('Vacation');
  await press(page, 'Continue');
  await seeNotice(page, "We couldn't successfully verify the account number you entered.");
  await expect(box(page, 'Account Number')).toBeFocused();
  await seeOnBothScreens(page);
  await box(page, 'Account Number').fill('4711471147');
  monitor.allow(/status of 403/);
  await press(page, 'Continue');
  // A wrong password, then the right one.
  await confirmWithPassword(page, 'not my password');
  await expect(passwordDialog(page)).toContainText("This isn't your password.");
  await confirmWithPassword(page);
  await seeNotice(page, 'You saved the payment method “Vacation”.');
  await expect(row(page, 'Vacation')).toContainText('*****1147');
  await expect(row(page, 'Vacation')).toContainText('Not used yet');

  // A nickname of another account; then the response to the rename is lost, and the server tells the outcome.
  await press(page, 'Rename Vacation');
  await expect(box(page, 'Account Nickname')).toBeFocused();
  await box(page, 'Account Nickname').fill('');
  await press(page, 'Save');
  await expect(page.getByText('Account Nickname is required').first()).toBeVisible();
  await seeOnBothScreens(page);
  await box(page, 'Account Nickname').fill('Summer');
  monitor.allow(/status of 503|ERR_|Failed to load/);
  await testServer.fail('banking.change', { when: 'after', status: 503 });
  await press(page, 'Save');
  await seeNotice(page, 'You renamed the payment method to “Summer”.');
  await expect(row(page, 'Summer')).toBeVisible();
  await expect(row(page, 'Vacation')).toHaveCount(0);

  await press(page, 'Remove Summer');
  await press(page, 'No, keep it');
  await press(page, 'Remove Summer');
  await seeOnBothScreens(page);
  await press(page, 'Yes, remove it');
  await seeNotice(page, 'You removed the payment method “Summer”.');
  await expect(table(page).getByRole('row')).toHaveCount(3);
});
