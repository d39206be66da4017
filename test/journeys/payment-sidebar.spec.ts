/** The content around the payment: notices, sidebars, feature flags and the menu entry (Y §2.1, §6; P §2.3). */
import {
  STEPS,
  agreeAndSubmit,
  button,
  enterOtherAmount,
  fact,
  goOnToReview,
  press,
  seeStep,
  startPaying,
  withSettings,
} from './support/person.ts';
import { due, scheduled, scheduledSince } from './support/record.ts';
import { expect, test } from './support/test.ts';

const SIGN_UP = '[data-content="payments/auto-debit-sign-up"]';
const DISCLAIMER = '[data-content="payments/pay-now-disclaimer"]';

test('avery, without auto debit, sees the offer to sign up, notices and special instructions', async ({
  page,
  demoUser,
}) => {
  await startPaying(page, await demoUser('avery'));
  await expect(page.locator(SIGN_UP)).toBeVisible();
  await expect(page.locator(DISCLAIMER)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You have upcoming payments' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('(Payment by phone)');
  await expect(page.getByRole('heading', { name: /^Extra payments on FFELP Loans · D.*: where they go$/ })).toHaveCount(
    1,
  );
  const links = await page.getByRole('main').locator('a[href^="/"]').all();
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    '/payments/payment-activity',
    // In the notice about auto debit and in the offer.
    '/payments/payment-auto-debit',
    '/payments/payment-auto-debit',
  ]);
});

test('version 1 of the submission makes the same payment, and the newer sidebar shows the same data', async ({
  page,
  monitor,
  demoUser,
}) => {
  await withSettings(page, 'feature-flags.json', { isSubmitPaymentApiVersionV2: false, useNewPaymentSidebar: true });
  await startPaying(page, await demoUser('blake'));
  await expect(page.locator('details', { has: page.locator(DISCLAIMER) })).toHaveCount(1);
  // Blake has auto debit.
  await expect(page.locator(SIGN_UP)).toHaveCount(0);
  const before = await scheduled(page, monitor);
  const [only] = (await due(page, monitor)).borrowerAccountPayments;
  if (only === undefined) throw new Error('Blake has an account');
  await enterOtherAmount(page, only.accountNumber, '12.34');
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Previous');
  await seeStep(page, 'Schedule Payment');
  await goOnToReview(page);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await expect(fact(page, 'Total Payment')).toHaveText('$12.34');
  const sent = monitor.calls.findLast(({ path }) => path.startsWith('payments/'));
  expect(sent?.path).toBe('payments/v1');
  expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
    methodPreserved: true,
    borrowerPayment: {
      effectiveDate: '2026-11-20T00:00:00.000Z',
      formattedEffectiveDate: '11/20/2026',
      borrowerAccountPayments: [
        {
          accountNumber: only.accountNumber,
          paymentOption: { SelectedRadio: 'OtherAmount', HasOtherSelected: true, PaymentAmount: 12.34 },
        },
      ],
    },
  });
  const stored = await scheduledSince(page, monitor, before);
  expect(stored.map(({ sumOfPaymentAmount }) => sumOfPaymentAmount)).toEqual([12.34]);
});

test('Make a Payment in the menu restarts the flow, but has no effect on its first step', async ({
  page,
  monitor,
  demoUser,
}) => {
  const loads = () => monitor.calls.filter(({ path }) => path === 'borrower-payments/current').length;
  const entry = page.getByRole('banner').getByRole('link', { name: 'Make a Payment', exact: true });
  await startPaying(page, await demoUser('blake'));
  const [only] = (await due(page, monitor)).borrowerAccountPayments;
  const number = only?.accountNumber ?? '';
  await enterOtherAmount(page, number, '15');
  const loaded = loads();
  await entry.click();
  await expect(page.getByRole('textbox', { name: 'Other amount' })).toHaveValue('15.00');
  expect(loads()).toBe(loaded);

  await goOnToReview(page);
  // The review reads the amounts again.
  await expect.poll(loads).toBe(loaded + 1);
  await entry.click();
  await seeStep(page, 'Schedule Payment');
  expect(loads()).toBe(loaded + 2);
  await expect(page.getByRole('radio', { name: /^Total due/ })).toBeChecked();
  // The previous review step is no longer accessible.
  await page.goto(STEPS['Review & Submit']);
  await seeStep(page, 'Schedule Payment');
});

test('Make a Payment in the menu does not interrupt a payment that is being submitted', async ({
  page,
  testServer,
  monitor,
  demoUser,
}) => {
  await startPaying(page, await demoUser('blake'));
  const before = await scheduled(page, monitor);
  await goOnToReview(page);
  const release = await testServer.hold('payments.submit', { when: 'after' });
  await agreeAndSubmit(page);
  await expect(button(page, 'Submitting your payment…')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Make a Payment', exact: true }).click();
  await expect(button(page, 'Submitting your payment…')).toBeVisible();
  await release();
  await seeStep(page, 'Receipt');
  expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
});
