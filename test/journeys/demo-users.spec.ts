/** The demo user with forty accounts (rulings 9, 36, 58). */
import { seeOnBothScreens } from './support/checks.ts';
import {
  STEPS,
  agreeAndSubmit,
  enterOtherAmount,
  fact,
  goOnToReview,
  press,
  seeStep,
  arriveAt,
  usd,
} from './support/person.ts';
import { due, scheduled, scheduledSince } from './support/record.ts';
import { expect, test } from './support/test.ts';

test('the borrower with forty accounts pays one of them', async ({ page, monitor, demoUser }) => {
  await arriveAt(page, STEPS['Schedule Payment'], await demoUser('noor'));
  await seeStep(page, 'Schedule Payment');
  // Each account is a row. The first ten with an amount due are visible, the others on request. Accounts with nothing
  // due are collapsed.
  await expect(page.getByRole('heading', { name: 'Your 40 accounts' })).toBeVisible();
  const accounts = page.getByRole('radiogroup', { name: /^Amount to pay on / });
  await expect(accounts).toHaveCount(0);
  const rows = page.getByRole('main').getByRole('heading', { level: 3, name: / · [EDJ]\d{9}$/ });
  const { length: dueNow } = (await due(page, monitor)).borrowerAccountPayments.filter(({ totalDue }) => totalDue > 0);
  await expect(rows).toHaveCount(10);
  await press(page, `Show all ${dueNow} accounts to pay`);
  await expect(rows).toHaveCount(dueNow);
  await page.keyboard.press('Enter');
  await expect(accounts).toHaveCount(1);
  await page.keyboard.press('Enter');
  await seeOnBothScreens(page);
  const before = await scheduled(page, monitor);
  const { totalDue, borrowerAccountPayments } = await due(page, monitor);
  await expect(fact(page, 'Total Payment')).toHaveText(usd(totalDue));
  const last = borrowerAccountPayments.at(-1);
  const { accountNumber = '', totalDue: lastDue = 0 } = last ?? {};
  const finder = page.getByRole('textbox', { name: 'Find an account by its number' });
  await finder.fill(accountNumber);
  // Enter only searches for the account.
  await finder.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 of 40 accounts' })).toBeVisible();
  await expect(rows).toHaveCount(1);
  await rows.click();
  await enterOtherAmount(page, accountNumber, '7.5');
  await expect(fact(page, 'Total Payment')).toHaveText(usd(totalDue - lastDue + 7.5));
  await goOnToReview(page);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  const stored = await scheduledSince(page, monitor, before);
  expect(stored.find((payment) => payment.accountNumber === accountNumber)?.sumOfPaymentAmount).toBe(7.5);
});
