/** The errors of the schedule step, with the specification's messages and the focus (Y §4.2, §5.1). */
import {
  REVIEW_FIELDS,
  account,
  alert,
  chooseOtherAmount,
  enterOtherAmount,
  fact,
  line,
  paymentDate,
  press,
  seeStep,
  startPaying,
  usd,
} from './support/person.ts';
import { due } from './support/record.ts';
import { expect, test } from './support/test.ts';

const dates = [
  { typed: '', says: 'Payment date is required.' },
  { typed: '02/30/2026', says: 'Incorrect format. Please use MM/DD/YYYY.' },
  { typed: '11/26/2026', says: 'Payment date must not be on a weekend or holiday.' },
  { typed: '02/19/2027', says: 'Payment must be in the next 90 days.' },
  { typed: '11/19/2026', says: 'Payment date must be on or after 11/20/2026.' },
];

test('each invalid date shows an error when its field loses focus, and blocks the step', async ({ page, demoUser }) => {
  await startPaying(page, await demoUser('blake'));
  for (const { typed, says } of dates) {
    await paymentDate(page).fill(typed);
    await paymentDate(page).blur();
    await expect(paymentDate(page)).toHaveAccessibleDescription(`MM/DD/YYYY Error: ${says}`);
    await expect(paymentDate(page)).toHaveAttribute('aria-invalid', 'true');
    await press(page, 'Continue');
    await expect(alert(page)).toBeFocused();
    await expect(alert(page).getByRole('heading', { name: REVIEW_FIELDS, exact: true })).toBeVisible();
    await expect(alert(page).getByRole('link')).toHaveText(['Payment Date']);
    await expect(alert(page)).toContainText(says);
    await alert(page).getByRole('link', { name: 'Payment Date' }).click();
    await expect(paymentDate(page)).toBeFocused();
  }
  await expect(page.getByRole('heading', { name: 'Step 1 of 4: Schedule Payment' })).toBeVisible();
  // The last day of the window is valid. It is after the due date, which causes only a warning.
  await paymentDate(page).fill('02/18/2027');
  await paymentDate(page).blur();
  await expect(paymentDate(page)).toHaveAccessibleDescription(
    'MM/DD/YYYY You have scheduled your payment for after your next due date. This will result in a late payment.',
  );
  await expect(paymentDate(page)).not.toHaveAttribute('aria-invalid', 'true');
  await expect(alert(page)).toHaveCount(0);
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
});

test('each invalid amount shows an error when its field loses focus, and the panel links to it', async ({
  page,
  monitor,
  demoUser,
}) => {
  await startPaying(page, await demoUser('avery'));
  const [, second] = (await due(page, monitor)).borrowerAccountPayments;
  const { accountNumber: number = '', currentPayoff: payoff = 0 } = second ?? {};
  const field = await chooseOtherAmount(page, number);
  const hint = `Up to your payoff amount of ${usd(payoff)}`;
  const format = 'Payment amount must be a valid dollar amount.';
  const wrong = [
    { typed: '', says: 'Payment amount is required.' },
    { typed: '10,50', says: format },
    {
      typed: (payoff + 0.01).toFixed(2),
      says: `Payment cannot exceed your account payoff amount of ${usd(payoff)}.`,
    },
  ];
  for (const { typed, says } of wrong) {
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveValue(typed);
    await expect(field).toHaveAccessibleDescription(`${hint} Error: ${says}`);
    await press(page, 'Continue');
    await expect(alert(page)).toBeFocused();
    await expect(alert(page).getByRole('link')).toHaveText([new RegExp(`^Other amount for .* · ${number}$`)]);
    await alert(page).getByRole('link').click();
    await expect(field).toBeFocused();
  }
  const right = [
    { typed: '$1,000', written: '1000.00' },
    { typed: payoff.toFixed(2), written: payoff.toFixed(2) },
  ];
  for (const { typed, written } of right) {
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveValue(written);
    await expect(field).toHaveAccessibleDescription(hint);
    await expect(line(page, number)).toHaveText(usd(Number(written)));
  }
  await expect(alert(page)).toHaveCount(0);
});

test('a total of zero moves the focus to the first amount field', async ({ page, monitor, demoUser }) => {
  await startPaying(page, await demoUser('avery'));
  const numbers = (await due(page, monitor)).borrowerAccountPayments.map(({ accountNumber }) => accountNumber);
  for (const number of numbers) await enterOtherAmount(page, number, '0');
  await press(page, 'Continue');
  await expect(account(page, numbers[0] ?? '').getByRole('textbox', { name: 'Other amount' })).toBeFocused();
  const message = 'Total Payment amount must be greater than $0.';
  await expect(page.getByRole('main').getByText(message, { exact: true })).toHaveCount(2);
  await expect(fact(page, 'Total Payment')).toHaveText('$0.00');

  // The panel also lists the total. Its link moves the focus to the incorrect amount.
  const panel = alert(page).filter({ hasText: REVIEW_FIELDS });
  await panel.getByRole('link', { name: 'Total Payment' }).click();
  await expect(page.locator(':focus')).toContainText(message);
  await expect(panel.getByRole('link', { name: 'Total Payment' })).not.toBeFocused();
});

test('dates come from the server, even if the browser has another date', async ({ page, testServer, demoUser }) => {
  await testServer.setClock('2026-11-20T22:00:00Z');
  // 17:00 in New York: today is no longer available (ruling 5).
  await startPaying(page, await demoUser('blake'));
  await expect(paymentDate(page)).toHaveValue('11/23/2026');
  await paymentDate(page).fill('11/20/2026');
  await paymentDate(page).blur();
  await expect(paymentDate(page)).toHaveAccessibleDescription(
    'MM/DD/YYYY Error: Payment date must be on or after 11/23/2026.',
  );
});
