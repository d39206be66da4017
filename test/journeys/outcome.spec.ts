/** Submissions without an answer, and refused submissions (rulings 3, 4; Y §4.4, §8). */
import type { Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import {
  BEING_CHECKED,
  STEPS,
  agreeAndSubmit,
  alert,
  button,
  fact,
  goOnToReview,
  paymentDate,
  press,
  seeStep,
  startPaying,
  stopTime,
  terms,
} from './support/person.ts';
import { type Scheduled, scheduled, scheduledSince } from './support/record.ts';
import type { PageMonitor } from './support/page-monitor.ts';
import { expect, test } from './support/test.ts';

const beingChecked = (page: Page) => page.getByRole('heading', { name: BEING_CHECKED, exact: true });
const NOTHING_PAID =
  "Your last attempt didn't reach us, and nothing was paid. Please review your payment and submit it again.";

/** Opens the review step and returns the payments scheduled before. */
async function reviewing(page: Page, monitor: PageMonitor, username: string): Promise<Scheduled> {
  await startPaying(page, username);
  const before = await scheduled(page, monitor);
  await goOnToReview(page);
  return before;
}

const LOST = /net::ERR_|status of 503/;

/** Browsers repeat a request if a reused connection breaks, so the test fails all attempts. */
const EVERY_ATTEMPT = 20;

/** Longer than the delay before a notice takes focus (P §9), in milliseconds. */
const AFTER_NOTICE = 300;

/** Expects the review step with the focused message that nothing was paid. */
async function seeNothingPaid(page: Page): Promise<void> {
  await expect(alert(page).filter({ hasText: NOTHING_PAID })).toBeFocused();
  await expect(page).toHaveURL(STEPS['Review & Submit']);
  await expect(page.getByRole('heading', { level: 2, name: 'Step 3 of 4: Review & Submit' })).toBeVisible();
}

test.describe('no answer', () => {
  test.beforeEach(({ monitor }) => monitor.allow(LOST));

  test('an answer lost after the server has acted: the receipt appears, and the payment is recorded once', async ({
    page,
    monitor,
    testServer,
    demoUser,
  }) => {
    const before = await reviewing(page, monitor, await demoUser('blake'));
    await testServer.fail('payments.submit', { when: 'after', drop: true }, EVERY_ATTEMPT);
    const release = await testServer.hold('payments.settle', { when: 'before' });
    await agreeAndSubmit(page);
    await expect(beingChecked(page)).toBeVisible();
    await expect(page.getByText("Please don't pay again", { exact: false })).toBeVisible();
    await expect(page.locator('main :focus')).toHaveCount(1);
    await expect(button(page, 'Submit Payment')).toHaveCount(0);
    await seeOnBothScreens(page);
    await page.evaluate(() => history.back());
    await expect(beingChecked(page)).toBeVisible();
    await release();
    await seeStep(page, 'Receipt');
    await expect(fact(page, 'Confirmation Number')).not.toBeEmpty();
    expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
  });

  test('a request lost before the server has acted: nothing was paid, and submitting again works', async ({
    page,
    monitor,
    testServer,
    demoUser,
  }) => {
    const before = await reviewing(page, monitor, await demoUser('blake'));
    await testServer.fail('payments.submit', { when: 'before', status: 503 });
    await agreeAndSubmit(page);
    await seeNothingPaid(page);
    await expect(terms(page)).not.toBeChecked();
    expect(await scheduledSince(page, monitor, before)).toEqual([]);
    await agreeAndSubmit(page);
    await seeStep(page, 'Receipt');
    expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
  });

  test('a server that cannot settle the payment either: the portal retries automatically and on request', async ({
    page,
    monitor,
    testServer,
    demoUser,
  }) => {
    const requested = () => monitor.calls.filter(({ path }) => path === 'payment-submissions/settlements').length;
    await page.clock.install();
    const before = await reviewing(page, monitor, await demoUser('blake'));
    await testServer.fail('payments.submit', { when: 'after', status: 503 });
    await testServer.fail('payments.settle', { when: 'before', status: 503 }, 2);
    await stopTime(page);
    await agreeAndSubmit(page);
    await press(page, 'Check again now');
    await expect.poll(requested).toBe(2);
    await expect(button(page, 'Check again now')).toBeVisible();
    await page.clock.fastForward(4000);
    await expect.poll(requested).toBe(3);
    await page.clock.resume();
    await seeStep(page, 'Receipt');
    expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
  });

  test('a reload while the answer is delayed still finds the receipt', async ({
    page,
    monitor,
    testServer,
    demoUser,
  }) => {
    const before = await reviewing(page, monitor, await demoUser('blake'));
    await testServer.fail('payments.submit', { when: 'after', hang: true });
    await agreeAndSubmit(page);
    await expect(button(page, 'Submitting your payment…')).toBeVisible();
    await expect.poll(async () => (await scheduledSince(page, monitor, before)).length).toBe(1);
    await page.reload();
    await seeStep(page, 'Receipt');
    expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
    expect(monitor.calls.filter(({ method, path }) => method === 'POST' && path === 'payments/v2')).toHaveLength(1);
  });

  test('a reload while the request has not arrived shows that nothing was paid', async ({
    page,
    monitor,
    testServer,
    demoUser,
  }) => {
    const before = await reviewing(page, monitor, await demoUser('blake'));
    await testServer.fail('payments.submit', { when: 'before', hang: true });
    // The facts are read again before the payment is sent. The failure would otherwise meet the next attempt.
    const sent = page.waitForRequest('**/payments/v2');
    await agreeAndSubmit(page);
    await sent;
    await expect(button(page, 'Submitting your payment…')).toBeVisible();
    // The code of the step arrives after the answer: its notice takes focus then.
    const answered = page.waitForResponse('**/payment-submissions/settlements');
    await page.route('**/assets/lazy-views-*.js', async (route) => {
      await (await answered).finished();
      await new Promise((resolve) => setTimeout(resolve, AFTER_NOTICE));
      await route.continue();
    });
    await page.reload();
    await seeNothingPaid(page);
    expect(await scheduledSince(page, monitor, before)).toEqual([]);
    await agreeAndSubmit(page);
    await seeStep(page, 'Receipt');
    expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
  });
});

test('a refused payment opens a dialog that can only be closed, and the flow starts over', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  const before = await reviewing(page, monitor, await demoUser('blake'));
  await expect(fact(page, 'Payment Date')).toHaveText('11/20/2026');
  // The forecast is also refused if it is requested after the cutoff.
  await page.waitForLoadState('networkidle');
  // 17:30 in New York, after the cutoff of the chosen date.
  await testServer.setClock('2026-11-20T22:30:00Z');
  await agreeAndSubmit(page);
  const dialog = page.getByRole('alertdialog', { name: 'Sorry, we could not submit your payment', exact: true });
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveAccessibleDescription('Payment date must be on or after 11/23/2026.');
  await expect(dialog.getByRole('button')).toHaveText(['Close']);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await seeOnBothScreens(page);
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(dialog).toBeVisible();
  expect(await scheduledSince(page, monitor, before)).toEqual([]);

  await dialog.getByRole('button', { name: 'Close' }).click();
  await seeStep(page, 'Schedule Payment');
  await expect(paymentDate(page)).toHaveValue('11/23/2026');
  await goOnToReview(page);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  expect((await scheduledSince(page, monitor, before)).map(({ effectiveDate }) => effectiveDate)).toEqual([
    '2026-11-23',
  ]);
});
