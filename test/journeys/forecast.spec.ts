/** The forecast of a payment on the review, and a payment that the bank returns after it was posted. */
import type { Page } from '@playwright/test';
import { seeFitting, seeOnBothScreens } from './support/checks.ts';
import {
  THANKS,
  agreeAndSubmit,
  arriveAt,
  button,
  enterOtherAmount,
  goOnToReview,
  press,
  seeStep,
  startPaying,
} from './support/person.ts';
import { due } from './support/record.ts';
import { expect, test } from './support/test.ts';

const ACTIVITY = '/payments/payment-activity';

const forecast = (page: Page) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: 'What this payment will do' }) });

test('avery sees the forecast of a payment on federal and private loans, and its result', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  monitor.allow(/status of 503|Failed to load/);
  const avery = await demoUser('avery');
  await startPaying(page, avery);

  // Without the forecast, the payment can still be submitted: the checkbox and the button do not wait for it.
  await testServer.fail('payments.forecast', { when: 'before', status: 503 });
  await goOnToReview(page);
  await expect(forecast(page)).toContainText("We can't show what this payment will do right now.");
  await expect(button(page, 'Submit Payment')).toBeEnabled();
  await seeOnBothScreens(page);
  const release = await testServer.hold('payments.forecast', { when: 'before' });
  await press(page, 'Show Again');
  await expect(forecast(page)).toContainText('Working it out…');
  await expect(button(page, 'Submit Payment')).toBeEnabled();
  await release();
  await expect(forecast(page).getByRole('img', { name: /^Of \$[\d,.]+, \$[\d,.]+ goes to fees/ })).toBeVisible();
  await seeOnBothScreens(page);

  // An edit replaces it: $1,000.00 on one group moves its due date by months, unless the borrower keeps it.
  const { borrowerAccountPayments: accounts } = await due(page, monitor);
  await press(page, 'Previous');
  await seeStep(page, 'Payment Method');
  await press(page, 'Previous');
  await seeStep(page, 'Schedule Payment');
  const [first, ...others] = accounts.map(({ accountNumber }) => accountNumber);
  if (first === undefined) throw new Error('Avery has three accounts');
  await enterOtherAmount(page, first, '1000');
  for (const number of others) await enterOtherAmount(page, number, '0');
  await goOnToReview(page);
  const shown = forecast(page);
  await expect(shown.getByText(/^Of \$1,000\.00, we'll apply/)).toBeVisible();
  await expect(
    shown.getByRole('columnheader', { name: 'If we move your due date ahead', exact: true }).first(),
  ).toBeVisible();
  await expect(shown.getByRole('columnheader', { name: 'If your due date stays', exact: true }).first()).toBeVisible();
  await seeFitting(page);
  const sentence = await shown.getByText(/^Of \$1,000\.00/).innerText();
  const [, fees = '', interest = '', principal = ''] =
    /apply (\S+) to fees, (\S+) to interest and (\S+) to principal/.exec(sentence) ?? [];

  await agreeAndSubmit(page);
  await expect(page.getByRole('heading', { name: THANKS })).toBeVisible();

  // It is posted on the second banking day, with the result that the review predicted.
  await testServer.setClock('2026-11-25T15:00:00Z');
  await arriveAt(page, ACTIVITY, avery);
  await page
    .getByRole('table', { name: /^Payment History/ })
    .getByRole('link', { name: '11/20/2026' })
    .first()
    .click();
  const compared = page.getByRole('table', { name: /^Predicted when you submitted/ });
  await expect(compared.getByRole('row', { name: /^Principal/ })).toContainText(principal);
  for (const [name, amount] of [
    ['Principal', principal],
    ['Interest', interest],
    ...(fees === '$0.00' ? [] : [['Fees', fees]]),
  ] as const) {
    const cells = compared.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
    expect(await cells.allInnerTexts()).toEqual([amount, amount]);
  }
});

test('casey pays from an account that returns the payment, and avery reads about it', async ({
  page,
  testServer,
  demoUser,
}) => {
  await startPaying(page, await demoUser('casey'));
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
  await fill('Routing Number', '021000021');
  await fill('Account Number', '4711479999');
  await fill('Name on Account', 'Casey Lindqvist');
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');

  // A payer sees the effect on each group, but no loans.
  const shown = forecast(page);
  await expect(shown.getByRole('rowheader', { name: 'Group A' }).first()).toBeVisible();
  await expect(shown.getByText(/^Loan /)).toHaveCount(0);
  await expect(shown.getByRole('table', { name: 'Your next bills' }).first()).toBeVisible();
  await agreeAndSubmit(page);
  await expect(page.getByRole('heading', { name: THANKS })).toBeVisible();

  // Paid on 11/20/2026, posted on 11/24, returned three banking days later: Thursday is Thanksgiving.
  await testServer.setClock('2026-11-30T15:00:00Z');
  await arriveAt(page, ACTIVITY, await demoUser('avery'));
  const row = page
    .getByRole('table', { name: /^Payment History/ })
    .getByRole('row')
    .filter({ hasText: '11/20/2026' })
    .first();
  await expect(row).toContainText('Returned on 11/30/2026');
  await seeFitting(page);
  await row.getByRole('link').click();
  await expect(page.getByText('The payment date was 11/20/2026. The bank returned it on 11/30/2026.')).toBeVisible();
  await seeFitting(page);
});

test('jules, who is paid ahead, sees the bills that a payment moves', async ({ page, monitor, demoUser }) => {
  await startPaying(page, await demoUser('jules'));
  const { borrowerAccountPayments: accounts } = await due(page, monitor);
  const [first] = accounts;
  if (first === undefined) throw new Error('Jules has an account');
  await enterOtherAmount(page, first.accountNumber, String(2 * first.nextPaymentScheduleAmount));
  await goOnToReview(page);
  const bills = forecast(page).getByRole('table', { name: 'Your next bills' }).first();
  await expect(bills.getByRole('row', { name: /^Third bill/ })).toContainText(/\d{2}\/\d{2}\/\d{4}: \$/);
  await seeFitting(page);
});
