/** The whole payment without a mouse. */
import {
  STEPS,
  TERMS_REQUIRED,
  THANKS,
  account,
  alert,
  button,
  fact,
  paymentDate,
  seeDashboard,
  seeStep,
  seeWelcome,
  tabTo,
  terms,
} from './support/person.ts';
import { due, scheduled, scheduledSince } from './support/record.ts';
import { expect, test } from './support/test.ts';

test('a borrower with only a keyboard signs in, pays, and logs out', async ({ page, monitor, demoUser }) => {
  await page.goto('/');
  await seeWelcome(page);
  await tabTo(page, button(page, 'Log In'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(await demoUser('avery'));
  await page.keyboard.press('Tab');
  await page.keyboard.type('demo');
  await page.keyboard.press('Enter');
  await seeDashboard(page);
  const before = await scheduled(page, monitor);
  const [first, second, third] = (await due(page, monitor)).borrowerAccountPayments;

  // The skip link comes first and skips the header.
  await page.reload();
  await seeDashboard(page);
  const skip = page.getByRole('link', { name: 'Skip to main content' });
  await tabTo(page, skip, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Make a Payment', exact: true }));
  await page.keyboard.press('Enter');
  await seeStep(page, 'Schedule Payment');

  const choices = account(page, first?.accountNumber ?? '');
  await tabTo(page, choices.getByRole('radio', { name: /^Total due/ }));
  await page.keyboard.press('ArrowDown');
  await expect(choices.getByRole('radio', { name: /^Past due only/ })).toBeChecked();
  const other = account(page, second?.accountNumber ?? '');
  await tabTo(page, other.getByRole('radio', { name: /^Total due/ }));
  await page.keyboard.press('ArrowDown');
  await expect(other.getByRole('textbox', { name: 'Other amount' })).toBeFocused();
  await page.keyboard.type('20');
  await tabTo(page, paymentDate(page));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('11/28/2026');
  // Enter in a field acts as Continue.
  await page.keyboard.press('Enter');
  await expect(alert(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(alert(page).getByRole('link', { name: 'Payment Date' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(paymentDate(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'November 2026' });
  await expect(calendar).toBeVisible();
  await expect(calendar.getByRole('button', { name: 'Friday, November 20, 2026' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(calendar.getByRole('button', { name: 'Friday, November 27, 2026' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calendar).toHaveCount(0);
  await expect(button(page, 'Choose from a calendar')).toBeFocused();
  await expect(paymentDate(page)).toHaveValue('11/27/2026');
  await tabTo(page, button(page, 'Continue'));
  await page.keyboard.press('Enter');

  await seeStep(page, 'Payment Method');
  await tabTo(page, page.getByRole('radio', { name: 'Everyday Checking', exact: true }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Rainy Day Savings', exact: true })).toBeChecked();
  await tabTo(page, button(page, 'Continue'));
  await page.keyboard.press('Enter');

  await seeStep(page, 'Review & Submit');
  await tabTo(page, button(page, 'Submit Payment'));
  await page.keyboard.press('Enter');
  await expect(alert(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(terms(page)).toBeFocused();
  await expect(terms(page)).toHaveAccessibleDescription(`Error: ${TERMS_REQUIRED}`);
  await page.keyboard.press('Space');
  await expect(terms(page)).toBeChecked();
  await tabTo(page, button(page, 'Submit Payment'));
  await page.keyboard.press('Enter');

  await seeStep(page, 'Receipt');
  await expect(page.getByRole('heading', { name: THANKS })).toBeVisible();
  await expect(fact(page, 'Payment Date')).toHaveText('11/27/2026');
  const stored = await scheduledSince(page, monitor, before);
  expect(new Map(stored.map((payment) => [payment.accountNumber, payment.sumOfPaymentAmount]))).toEqual(
    new Map([
      [first?.accountNumber, first?.pastDueAmt],
      [second?.accountNumber, 20],
      // A payment of $50.00 is scheduled already (ruling 113).
      [third?.accountNumber, 90.11],
    ]),
  );

  await tabTo(page, button(page, 'Avery'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Avery')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Log Out'));
  await page.keyboard.press('Enter');
  await seeWelcome(page);
  await expect(page).not.toHaveURL(STEPS.Receipt);
});
