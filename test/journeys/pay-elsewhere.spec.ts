/** Payments made in another tab or on another device in the meantime (ruling 90). */
import type { Page } from '@playwright/test';
import { seeUsable } from './support/checks.ts';
import type { PageMonitor } from './support/page-monitor.ts';
import { THANKS, agreeAndSubmit, alert, enterOtherAmount, goOnToReview, startPaying, terms } from './support/person.ts';
import { due, scheduled } from './support/record.ts';
import { expect, test } from './support/test.ts';

/** Pays the amount due, elsewhere than on the page under test. */
async function pay(on: Page, username: string): Promise<void> {
  await startPaying(on, username);
  await goOnToReview(on);
  await agreeAndSubmit(on);
  await expect(on.getByText(THANKS)).toBeVisible();
}

test('the review of a tab shows a payment that another tab has made since', async ({
  page,
  context,
  monitor,
  demoUser,
}) => {
  // The draft of the other tab is newer.
  monitor.allow(/status of 409/);
  const username = await demoUser('avery');
  await startPaying(page, username);
  await goOnToReview(page);
  await terms(page).check();
  await expect(page.getByText('You already have')).toHaveCount(0);

  const second = await context.newPage();
  await pay(second, username);
  await second.close();

  await expect(page.getByText(/You already have a .* payment scheduled for/).first()).toBeVisible();
  await expect(terms(page)).not.toBeChecked();
});

test('a payment is not sent before the person has seen one that another device made', async ({
  page,
  monitor,
  newDevice,
  demoUser,
}) => {
  // The draft of the other device is newer.
  monitor.allow(/status of 409/);
  const username = await demoUser('avery');
  await startPaying(page, username);
  await goOnToReview(page);

  const device = await newDevice();
  await pay(device.page, username);
  const before = await scheduled(device.page, device.monitor);

  await agreeAndSubmit(page);
  const notice = page.locator('#notice');
  await expect(notice).toBeFocused();
  await expect(notice).toContainText('Another payment was made on this account');
  await expect(page.getByText(/You already have a .* payment scheduled for/).first()).toBeVisible();
  await seeUsable(page);
  expect(await scheduled(page, monitor)).toEqual(before);

  // Some people want to pay twice.
  await agreeAndSubmit(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  await device.close();
});

test('a payoff that another device has paid is not paid again', async ({ page, monitor, newDevice, demoUser }) => {
  monitor.allow(/status of 409/);
  const username = await demoUser('jules');
  const payOff = async (on: Page, by: PageMonitor) => {
    await startPaying(on, username);
    const [owed] = (await due(on, by)).borrowerAccountPayments;
    if (owed === undefined) throw new Error('Jules has an account');
    await enterOtherAmount(on, owed.accountNumber, String(owed.currentPayoff));
    await goOnToReview(on);
  };
  await payOff(page, monitor);
  const device = await newDevice();
  await payOff(device.page, device.monitor);
  await agreeAndSubmit(device.page);
  await expect(device.page.getByText(THANKS)).toBeVisible();
  const before = await scheduled(device.page, device.monitor);

  await agreeAndSubmit(page);
  await expect(page).toHaveTitle('Error: Schedule Payment | Make a Payment | Larkfield');
  await expect(page.locator('#notice')).toBeFocused();
  await expect(alert(page)).toContainText('Payment cannot exceed your account payoff amount of $0.00.');
  await seeUsable(page);
  expect(await scheduled(page, monitor)).toEqual(before);
  await device.close();
});

test('My Loans shows what another tab has changed', async ({ page, context, demoUser }) => {
  const username = await demoUser('avery');
  await startPaying(page, username);
  await goOnToReview(page);
  const second = await context.newPage();
  await second.goto('/loan-details');
  await expect(second.getByRole('heading', { level: 1, name: 'My Loans' })).toBeVisible();
  const figures = () => second.getByRole('main').innerText();
  const shown = await figures();
  await agreeAndSubmit(page);
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect.poll(figures).not.toBe(shown);
});
