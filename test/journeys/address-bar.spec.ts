/** The address bar and the flow stay in sync after typed URLs, Back and Forward (Y §2.1, ruling 24). */
import type { Locator, Page } from '@playwright/test';
import {
  STEPS,
  account,
  agreeAndSubmit,
  alert,
  button,
  enterOtherAmount,
  fact,
  goOnToReview,
  paymentDate,
  press,
  seeDashboard,
  seePage,
  seeStep,
  arriveAt,
  startPaying,
  terms,
} from './support/person.ts';
import { due, scheduled, scheduledSince } from './support/record.ts';
import { expect, test } from './support/test.ts';

test('typing the address of a later step early opens the schedule', async ({ page, demoUser }) => {
  await arriveAt(page, STEPS['Review & Submit'], await demoUser('avery'));
  await seeStep(page, 'Schedule Payment');
  for (const step of ['Payment Method', 'Receipt'] as const) {
    await page.goto(STEPS[step]);
    await seeStep(page, 'Schedule Payment');
  }
});

test('the base address of the flow, and an unknown one below it, open the first step', async ({ page, demoUser }) => {
  await arriveAt(page, '/payments/payflow', await demoUser('blake'));
  await seeStep(page, 'Schedule Payment');
  await page.goto('/payments/payflow/no-such-step');
  await seeStep(page, 'Schedule Payment');
});

test('Back and Forward between steps keep the entries', async ({ page, monitor, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await seeDashboard(page);
  await page.getByRole('main').getByRole('link', { name: 'Make a Payment', exact: true }).click();
  await seeStep(page, 'Schedule Payment');
  const [, second] = (await due(page, monitor)).borrowerAccountPayments;
  const number = second?.accountNumber ?? '';
  await enterOtherAmount(page, number, '25');
  await paymentDate(page).fill('11/25/2026');
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  const rainyDay = page.getByRole('radio', { name: 'Rainy Day Savings', exact: true });
  await rainyDay.check();
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await terms(page).check();

  await page.goBack();
  await seeStep(page, 'Payment Method');
  await expect(rainyDay).toBeChecked();
  await page.goForward();
  await seeStep(page, 'Review & Submit');
  await expect(fact(page, 'Payment Method')).toContainText('Rainy Day Savings');
  await expect(terms(page)).not.toBeChecked();

  await page.goBack();
  await seeStep(page, 'Payment Method');
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
  await expect(account(page, number).getByRole('textbox', { name: 'Other amount' })).toHaveValue('25.00');
  await expect(paymentDate(page)).toHaveValue('11/25/2026');
  await page.goForward();
  await seeStep(page, 'Payment Method');
  await expect(rainyDay).toBeChecked();
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
  await page.goBack();
  await seeDashboard(page);
  await page.goForward();
  await seeStep(page, 'Schedule Payment');
  await expect(account(page, number).getByRole('textbox', { name: 'Other amount' })).toHaveValue('25.00');
});

test(
  'Previous and Back open the same steps in any order (ruling 24)',
  { tag: '@quick' },
  async ({ page, monitor, demoUser }) => {
    await arriveAt(page, '/dashboard', await demoUser('blake'));
    await seeDashboard(page);
    await page.getByRole('main').getByRole('link', { name: 'Make a Payment', exact: true }).click();
    await seeStep(page, 'Schedule Payment');
    await goOnToReview(page);
    await press(page, 'Previous');
    await seeStep(page, 'Payment Method');
    await page.goBack();
    await seeStep(page, 'Schedule Payment');
    await goOnToReview(page);
    await page.reload();
    await seeStep(page, 'Review & Submit');
    await press(page, 'Previous');
    await seeStep(page, 'Payment Method');
    await press(page, 'Previous');
    await seeStep(page, 'Schedule Payment');
    await page.goBack();
    await seeDashboard(page);

    // The menu restarts the payment: Back goes to the page before the payment, not to its old steps.
    await page.goForward();
    await seeStep(page, 'Schedule Payment');
    await goOnToReview(page);
    await page.getByRole('banner').getByRole('link', { name: 'Make a Payment', exact: true }).click();
    await seeStep(page, 'Schedule Payment');
    await page.goBack();
    await seeDashboard(page);

    // A review that was left before anything was sent has no outcome to ask for.
    await page.getByRole('main').getByRole('link', { name: 'Make a Payment', exact: true }).click();
    await seeStep(page, 'Schedule Payment');
    expect(monitor.calls.filter(({ path }) => path === 'payment-submissions/settlements')).toEqual([]);
  },
);

test('Forward to the review is refused after a change in the schedule, and the URL shows the current step', async ({
  page,
  demoUser,
}) => {
  await startPaying(page, await demoUser('blake'));
  await goOnToReview(page);
  await page.goBack();
  await seeStep(page, 'Payment Method');
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
  await paymentDate(page).fill('11/24/2026');
  await page.goForward();
  await expect(page).toHaveURL(STEPS['Schedule Payment']);
  await expect(page.getByRole('heading', { name: 'Step 1 of 4: Schedule Payment' })).toBeVisible();
  await page.evaluate(() => history.go(2));
  await expect(page).toHaveURL(STEPS['Schedule Payment']);
  await expect(page.getByRole('heading', { name: 'Step 1 of 4: Schedule Payment' })).toBeVisible();
  await expect(paymentDate(page)).toHaveValue('11/24/2026');
  // The history is still consistent: Continue moves forward, Back returns.
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
});

test('Back while the payment is being submitted does not leave, and nothing is paid twice', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  await startPaying(page, await demoUser('blake'));
  const before = await scheduled(page, monitor);
  await goOnToReview(page);
  const release = await testServer.hold('payments.submit', { when: 'before' });
  await agreeAndSubmit(page);
  const submitting = button(page, 'Submitting your payment…');
  await expect(submitting).toBeVisible();
  await expect(submitting).toBeFocused();
  await expect(submitting).toBeInViewport();
  await page.evaluate(() => history.back());
  // The button looks busy and says so; another press has no effect.
  await submitting.click({ force: true });
  await page.evaluate(() => history.back());
  await expect(submitting).toBeVisible();
  await expect(page).toHaveURL(STEPS['Review & Submit']);
  await release();
  await seeStep(page, 'Receipt');
  expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
  expect(monitor.calls.filter(({ method, path }) => method === 'POST' && path === 'payments/v2')).toHaveLength(1);

  // Back and Forward afterwards have no effect either.
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
  await page.goForward();
  await expect(page).toHaveURL(STEPS['Schedule Payment']);
  await expect(button(page, 'Continue')).toBeVisible();
  expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
});

test('two quick presses of Back while the payment is being submitted do not leave the review either', async ({
  page,
  testServer,
  demoUser,
}) => {
  await startPaying(page, await demoUser('blake'));
  await goOnToReview(page);
  const release = await testServer.hold('payments.submit', { when: 'before' });
  await agreeAndSubmit(page);
  const submitting = button(page, 'Submitting your payment…');
  await expect(submitting).toBeVisible();
  await page.evaluate(
    (review) =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => location.pathname === review && resolve());
        history.back();
        history.back();
      }),
    STEPS['Review & Submit'],
  );
  await expect(submitting).toBeVisible();
  await expect(page).toHaveURL(STEPS['Review & Submit']);
  await release();
  await seeStep(page, 'Receipt');
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
});

test('an unknown address opens the page Page not found', async ({ page }) => {
  await page.goto('/no-such-page');
  await seePage(page, { path: '/error/not-found', title: 'Page not found', heading: 'Page not found' });
  await expect(alert(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/welcome');
});

/** A step begins at its heading. A browser restores the scroll position after it has drawn the page. */
const seeTop = async (page: Page) => {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const top = () => page.locator('h1').evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
  await expect.poll(top).toBe(16);
};

test('on a phone each step starts at its top, whichever navigation opens it', async ({ page, demoUser }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startPaying(page, await demoUser('avery'));
  // The first choice is near, and Continue in sight; the messages of every page are folded.
  const choice = page.getByRole('main').getByRole('radio').first();
  const getTop = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
  expect(await getTop(choice)).toBeLessThan(900);
  await expect(button(page, 'Show')).toHaveCount(1);
  await expect(button(page, 'Continue')).toBeInViewport({ ratio: 1 });
  // The focused element is above the bar.
  for (const field of await page.getByRole('main').locator('form input:visible').all()) {
    await field.focus();
    const { y = 0, height = 0 } = (await field.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(await getTop(page.locator('.ui-summary-layout__bar')));
  }
  // At 400 % zoom nothing stays over the page.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(button(page, 'Continue')).not.toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(choice).toBeInViewport({ ratio: 1 });
  await expect(button(page, 'Continue')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await goOnToReview(page);
  await press(page, 'Previous');
  await seeStep(page, 'Payment Method');
  await seeTop(page);
  await button(page, 'Continue').scrollIntoViewIfNeeded();
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
  await seeTop(page);
  await button(page, 'Continue').scrollIntoViewIfNeeded();
  await page.goForward();
  await seeStep(page, 'Payment Method');
  await seeTop(page);
});
