/** Checks for every page on a wide and a narrow screen: no axe violations and no horizontal overflow. */
import { seeFitting, seeOnBothScreens } from './support/checks.ts';
import {
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
  seeSignIn,
  seeStep,
  seeWelcome,
  arriveAt,
} from './support/person.ts';
import { due } from './support/record.ts';
import { expect, test } from './support/test.ts';

test('the pages of a visitor are accessible and fit the screen', async ({ page, monitor, demoUser }) => {
  monitor.allow(/status of 422/);
  await page.goto('/');
  await seeWelcome(page);
  await seeOnBothScreens(page);
  await page.goto('/no-such-page');
  await seePage(page, { path: '/error/not-found', title: 'Page not found', heading: 'Page not found' });
  await seeOnBothScreens(page);
  await page.goto('/dashboard');
  await seeSignIn(page);
  await seeOnBothScreens(page);
  await enterCredentials(page, await demoUser('avery'), 'wrong');
  await expect(alert(page)).toBeVisible();
  await seeOnBothScreens(page);
});

test('the pages of a payment are accessible and fit the screen', async ({ page, monitor, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await seeDashboard(page);
  await expect(page.getByRole('heading', { name: 'Federal Accounts' })).toBeVisible();
  await seeOnBothScreens(page);
  await page.goto(STEPS['Schedule Payment']);
  await seeStep(page, 'Schedule Payment');
  await seeOnBothScreens(page);
  const [first] = (await due(page, monitor)).borrowerAccountPayments;
  await chooseOtherAmount(page, first?.accountNumber ?? '');
  await paymentDate(page).fill('');
  await press(page, 'Continue');
  await expect(alert(page)).toBeFocused();
  await seeOnBothScreens(page, seeFitting);
  await account(page, first?.accountNumber ?? '')
    .getByRole('radio', { name: /^Total due/ })
    .check();
  await press(page, 'Choose from a calendar');
  await expect(page.getByRole('dialog')).toBeVisible();
  await seeOnBothScreens(page);
  await button(page, 'Tuesday, November 24, 2026').click();
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await seeOnBothScreens(page, seeFitting);
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await seeOnBothScreens(page, seeFitting);
  await press(page, 'Submit Payment');
  await expect(alert(page)).toBeFocused();
  await seeOnBothScreens(page, seeFitting);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await seeOnBothScreens(page);
});
