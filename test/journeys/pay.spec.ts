/** A payment from end to end (Y §2.1, §4, §5.3). */
import type { Page } from '@playwright/test';
import {
  REVIEW_FIELDS,
  TERMS_REQUIRED,
  THANKS,
  account,
  agreeAndSubmit,
  alert,
  button,
  enterCredentials,
  enterOtherAmount,
  fact,
  goOnToReview,
  line,
  paymentDate,
  press,
  seeDashboard,
  seeStep,
  seeWelcome,
  startPaying,
  terms,
  usd,
} from './support/person.ts';
import { due, scheduled, scheduledSince } from './support/record.ts';
import { expect, test } from './support/test.ts';

/** Measures in the page how long after the next click the error panel receives focus. */
async function timeFocusOnPanel(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let pressed = 0;
    document.addEventListener('click', () => (pressed = performance.now()), { capture: true, once: true });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.id === 'error-panel')
        document.documentElement.dataset['focusDelay'] = String(performance.now() - pressed);
    });
  });
  return async () => Number(await page.locator('html').getAttribute('data-focus-delay'));
}

const CONFIRMATION = /^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/;

test(
  'a new user signs in and pays one of three accounts on a chosen date',
  { tag: '@quick' },
  async ({ page, monitor, demoUser }) => {
    await page.goto('/');
    await seeWelcome(page);
    await press(page, 'Log In');
    await enterCredentials(page, await demoUser('avery'));
    await seeDashboard(page);

    const before = await scheduled(page, monitor);
    const { totalDue, borrowerAccountPayments } = await due(page, monitor);
    const [pastDue, paid, other] = borrowerAccountPayments.map(({ accountNumber }) => accountNumber);
    if (pastDue === undefined || paid === undefined || other === undefined) throw new Error('Avery has three accounts');
    const amount = borrowerAccountPayments[1]?.totalDue ?? 0;

    // The Pay link of an account selects only that account (ruling 70).
    const main = page.getByRole('main');
    const pay = main.getByRole('link', { name: new RegExp(`^Pay .* · ${paid}$`) });
    await pay.click();
    await expect(page).toHaveURL(/\/payments\/payflow\/schedule\?account=[\w-]+$/);
    await expect(account(page, paid).getByRole('radio', { name: /^Total due/ })).toBeChecked();
    for (const number of [pastDue, other]) {
      await expect(account(page, number).getByRole('textbox', { name: 'Other amount' })).toHaveValue('0.00');
    }
    await expect(fact(page, 'Total Payment')).toHaveText(usd(amount));
    await page.goBack();
    await seeDashboard(page);

    await main.getByRole('link', { name: 'Make a Payment', exact: true }).click();
    await seeStep(page, 'Schedule Payment');
    await expect(main.getByRole('heading', { name: 'Total due' })).toBeVisible();
    await expect(main.getByText(usd(totalDue), { exact: true }).first()).toBeVisible();
    for (const { accountNumber, totalDue: accountDue } of borrowerAccountPayments) {
      const current = account(page, accountNumber).getByRole('radio', {
        name: `Total due ${usd(accountDue)}`,
      });
      // A part of the amount due is scheduled already (ruling 113).
      await expect(current).toBeChecked({ checked: accountNumber !== other });
    }
    await expect(account(page, other).getByRole('textbox', { name: 'Other amount' })).toHaveValue('90.11');

    await enterOtherAmount(page, pastDue, '0');
    await enterOtherAmount(page, other, '0');
    await press(page, 'Choose from a calendar');
    await button(page, 'Tuesday, November 24, 2026').click();
    await expect(paymentDate(page)).toHaveValue('11/24/2026');
    await expect(fact(page, 'Total Payment')).toHaveText(usd(amount));
    await expect(fact(page, 'Payment Date')).toHaveText('11/24/2026');
    await expect(line(page, paid)).toHaveText(usd(amount));
    await expect(line(page, pastDue)).toHaveCount(0);

    await press(page, 'Continue');
    await seeStep(page, 'Payment Method');
    const everyday = page.getByRole('radio', { name: 'Everyday Checking', exact: true });
    await expect(everyday).toBeChecked();
    await expect(page.getByText('*****7265')).toBeVisible();
    await page.getByRole('radio', { name: 'Rainy Day Savings', exact: true }).check();
    await expect(everyday).not.toBeChecked();
    await press(page, 'Continue');

    await seeStep(page, 'Review & Submit');
    await expect(line(page, paid)).toHaveText(usd(amount));
    await expect(fact(page, 'Total Payment')).toHaveText(usd(amount));
    await expect(fact(page, 'Payment Date')).toHaveText('11/24/2026');
    await expect(fact(page, 'Payment Method')).toContainText('Rainy Day Savings');
    await expect(fact(page, 'Payment Method')).toContainText('*****1574');
    await expect(fact(page, 'Bank')).not.toHaveText('');
    await expect(fact(page, 'Account Type')).toHaveText('Savings');
    await expect(fact(page, 'Routing Number')).toContainText(/^\*{5}\d{4}/);
    await expect(alert(page)).toHaveCount(0);

    // The borrower can change each part: this goes back in the history like Previous and keeps all entries.
    await press(page, 'Change bank account');
    await seeStep(page, 'Payment Method');
    await expect(page.getByRole('radio', { name: 'Rainy Day Savings', exact: true })).toBeChecked();
    await press(page, 'Continue');
    await seeStep(page, 'Review & Submit');
    await press(page, 'Change amounts and date');
    await seeStep(page, 'Schedule Payment');
    await expect(paymentDate(page)).toHaveValue('11/24/2026');
    await goOnToReview(page);
    await expect(fact(page, 'Payment Method')).toContainText('Rainy Day Savings');

    const delay = await timeFocusOnPanel(page);
    await press(page, 'Submit Payment');
    await expect(alert(page)).toBeFocused();
    expect(await delay()).toBeGreaterThanOrEqual(199);
    await expect(alert(page).getByRole('heading', { name: REVIEW_FIELDS, exact: true })).toBeVisible();
    await expect(alert(page).getByRole('listitem')).toHaveCount(1);
    await expect(alert(page).getByRole('link')).toHaveText('Terms Checkbox');
    await expect(terms(page)).toHaveAccessibleDescription(`Error: ${TERMS_REQUIRED}`);
    await alert(page).getByRole('link', { name: 'Terms Checkbox' }).click();
    await expect(terms(page)).toBeFocused();

    // Checking clears both errors; unchecking shows the field's message again (Y §4.4).
    await terms(page).check();
    await expect(alert(page)).toHaveCount(0);
    await expect(page.getByText(TERMS_REQUIRED)).toHaveCount(0);
    await terms(page).uncheck();
    await expect(terms(page)).toHaveAccessibleDescription(`Error: ${TERMS_REQUIRED}`);
    expect(await scheduledSince(page, monitor, before)).toEqual([]);
    await terms(page).check();
    await press(page, 'Submit Payment');

    await seeStep(page, 'Receipt');
    await expect(page.getByRole('heading', { name: THANKS })).toBeVisible();
    await expect(fact(page, 'Confirmation Number')).toHaveText(CONFIRMATION);
    await expect(line(page, paid)).toHaveText(usd(amount));
    await expect(fact(page, 'Total Payment')).toHaveText(usd(amount));
    await expect(fact(page, 'Payment Date')).toHaveText('11/24/2026');
    await expect(fact(page, 'Payment Method')).toContainText('*****1574');
    await expect(fact(page, 'Submitted on')).toHaveText(/^11\/20\/2026, \d+:\d\d [AP]M Eastern Time$/);
    await expect(fact(page, 'Submitted by')).toHaveText(/^Avery /);
    await expect(main.getByRole('heading', { name: 'How to cancel' })).toBeVisible();
    await expect(main.getByText('This payment can be canceled through the day before its payment date.')).toBeVisible();
    await expect(main.getByRole('link', { name: '1-800-555-0142' }).first()).toBeVisible();
    // The print version is titled as a payment receipt.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Payment receipt', { exact: true })).toBeVisible();
    await expect(page.locator('h1')).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(page).toHaveTitle('Payment receipt');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(page).toHaveTitle(/^Receipt/);
    await expect(button(page, 'Print')).toBeVisible();
    await expect(button(page, 'Make Another Payment')).toBeVisible();
    expect(await scheduledSince(page, monitor, before)).toEqual([
      { accountNumber: paid, sumOfPaymentAmount: amount, effectiveDate: '2026-11-24' },
    ]);
    // The paid account has nothing left to pay; another account had $50.00 scheduled.
    await expect(fact(page, 'Left to pay')).toHaveText(usd(totalDue - amount - 50));
    const { pastDueAmt = 0 } = borrowerAccountPayments[0] ?? {};
    await expect(main.getByText(`This leaves ${usd(pastDueAmt)} past due on Direct Loans · ${pastDue}.`)).toBeVisible();

    // When the borrower returns, the account starts with an amount of zero (ruling 69).
    await main.getByRole('link', { name: 'Back to My Accounts' }).click();
    await seeDashboard(page);
    await pay.click();
    const nothing = account(page, paid).getByRole('textbox', { name: 'Other amount' });
    await expect(nothing).toHaveValue('0.00');
    await expect(
      main.getByText(
        `Your scheduled payments cover the total due on this account. You don't need to pay it again. Already scheduled: ${usd(amount)} on 11/24/2026.`,
      ),
    ).toBeVisible();
    await nothing.fill('12.3');
    await page.reload();
    await expect(nothing).toHaveValue(/^12\.30?$/);
  },
);

test('entries survive a reload on every step, and so does the receipt', async ({ page, monitor, demoUser }) => {
  await startPaying(page, await demoUser('blake'));
  const before = await scheduled(page, monitor);
  const [only] = (await due(page, monitor)).borrowerAccountPayments;
  if (only === undefined) throw new Error('Blake has an account');
  const { accountNumber, totalDue } = only;
  const current = account(page, accountNumber).getByRole('radio', { name: /^Total due/ });
  await expect(current).toBeChecked();
  await expect(paymentDate(page)).toHaveValue('11/20/2026');

  await paymentDate(page).fill('11/23/2026');
  await page.reload();
  await seeStep(page, 'Schedule Payment');
  await expect(paymentDate(page)).toHaveValue('11/23/2026');
  await enterOtherAmount(page, accountNumber, '12.3');
  await page.reload();
  await seeStep(page, 'Schedule Payment');
  await expect(account(page, accountNumber).getByRole('textbox', { name: 'Other amount' })).toHaveValue(/^12\.30?$/);
  await current.check();
  await paymentDate(page).fill('11/20/2026');

  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await page.reload();
  await seeStep(page, 'Payment Method');
  await expect(page.getByRole('radio', { name: 'Household Checking', exact: true })).toBeChecked();

  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await page.reload();
  await seeStep(page, 'Review & Submit');
  await expect(fact(page, 'Total Payment')).toHaveText(usd(totalDue));
  await expect(fact(page, 'Payment Date')).toHaveText('11/20/2026');
  await expect(terms(page)).not.toBeChecked();
  await agreeAndSubmit(page);

  await seeStep(page, 'Receipt');
  const confirmation = await fact(page, 'Confirmation Number').textContent();
  await page.reload();
  await seeStep(page, 'Receipt');
  await expect(fact(page, 'Confirmation Number')).toHaveText(confirmation ?? '');
  await expect(fact(page, 'Total Payment')).toHaveText(usd(totalDue));
  expect(await scheduledSince(page, monitor, before)).toEqual([
    { accountNumber, sumOfPaymentAmount: totalDue, effectiveDate: '2026-11-20' },
  ]);

  // Another page leaves the receipt, also after a reload.
  await page.goto('/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Make a Payment' }).first().click();
  await seeStep(page, 'Schedule Payment');
});

test('Back on the receipt opens a newly loaded schedule', async ({ page, monitor, demoUser }) => {
  await startPaying(page, await demoUser('blake'));
  await goOnToReview(page);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  const loads = () => monitor.calls.filter(({ path }) => path === 'borrower-payments/current').length;
  const loadedBefore = loads();
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
  expect(loads()).toBe(loadedBefore + 1);
  await expect(paymentDate(page)).toHaveValue('11/20/2026');
  // No state of the previous payment allows skipping a step.
  await page.goto('/payments/payflow/review');
  await seeStep(page, 'Schedule Payment');
});

test('Make Another Payment starts over and makes a separate second payment', async ({ page, monitor, demoUser }) => {
  await startPaying(page, await demoUser('blake'));
  const before = await scheduled(page, monitor);
  await goOnToReview(page);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  const first = await fact(page, 'Confirmation Number').textContent();

  await press(page, 'Make Another Payment');
  await seeStep(page, 'Schedule Payment');
  const [only] = (await due(page, monitor)).borrowerAccountPayments;
  await enterOtherAmount(page, only?.accountNumber ?? '', '5');
  await goOnToReview(page);
  await expect(terms(page)).not.toBeChecked();
  // The first payment is in progress with the same date. The warning does not prevent the payment.
  const warnings = page
    .getByRole('definition')
    .filter({ hasText: `You already have a ${usd(only?.totalDue ?? 0)} payment scheduled for 11/20/2026.` });
  await expect(warnings).toHaveCount(1);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await expect(fact(page, 'Confirmation Number')).toHaveText(CONFIRMATION);
  await expect(fact(page, 'Confirmation Number')).not.toHaveText(first ?? '');
  const stored = await scheduledSince(page, monitor, before);
  expect(stored.map(({ sumOfPaymentAmount }) => sumOfPaymentAmount)).toEqual([only?.totalDue, 5]);
});
