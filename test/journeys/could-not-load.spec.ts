/** Failed loading shows a message, and a retry works (P §8, Y §8). */
import type { Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import {
  DATA_LOAD_FAILURE,
  STEPS,
  alert,
  arriveAt,
  followLink,
  press,
  seeDashboard,
  seePage,
  seeStep,
  seeWelcome,
  startPaying,
  withSettings,
  withoutDocumentData,
} from './support/person.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ monitor }) => monitor.allow(/status of 50[03]|The portal could not start|net::ERR_/));

test('a payment without the amounts due shows a message, and Try again works', async ({
  page,
  testServer,
  demoUser,
}) => {
  // A prefetched response would expire on a slow machine, and the next request would not fail.
  await withoutDocumentData(page);
  await testServer.fail('payments.borrowerPayment', { when: 'before', status: 500 });
  await arriveAt(page, STEPS['Schedule Payment'], await demoUser('blake'));
  await expect(alert(page)).toContainText(DATA_LOAD_FAILURE);
  await expect(alert(page)).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Make a Payment' })).toBeVisible();
  await seeOnBothScreens(page);
  await press(page, 'Try again');
  await seeStep(page, 'Schedule Payment');
  await expect(alert(page)).toHaveCount(0);
});

test('a page whose code fails to load shows a message, and Try again works once the code is available', async ({
  page,
  context,
  monitor,
  demoUser,
}) => {
  monitor.allow(/Failed to fetch|net::ERR_|Failed to load/);
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  // A reload without a connection would lose the page, and the browser would show its own error page.
  await context.setOffline(true);
  await followLink(page, '/profile/contact-info');
  const heading = page.getByRole('heading', { level: 1, name: "We couldn't load this page" });
  await expect(heading).toBeFocused();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await press(page, 'Try again');
  await expect(heading).toBeFocused();
  await context.setOffline(false);
  await press(page, 'Try again');
  await seePage(page, { path: '/profile/contact-info', title: 'Contact Information', heading: 'Contact Information' });
});

test('a page with slow code keeps the previous page in place, with a loading bar', async ({ page, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/contact-information-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await followLink(page, '/profile/contact-info');
  const bar = page.getByRole('progressbar', { name: 'Loading the page' });
  await expect(bar).toHaveCSS('opacity', '1');
  await seeDashboard(page);
  release();
  await seePage(page, { path: '/profile/contact-info', title: 'Contact Information', heading: 'Contact Information' });
  await expect(bar).toHaveCount(0);
});

test('a date can be typed if the calendar fails to load, and the calendar opens once it loads', async ({
  page,
  monitor,
  demoUser,
}) => {
  monitor.allow(/status of 404|Failed to load/);
  const calendar = /\/assets\/Calendar-[^/]*\.js/;
  await page.route(calendar, (route) => route.fulfill({ status: 404 }));
  await arriveAt(page, STEPS['Schedule Payment'], await demoUser('blake'));
  await press(page, 'Choose from a calendar');
  const missing = page.getByText("We couldn't load the calendar. Please type the date.");
  await expect(missing).toBeVisible();
  await seeOnBothScreens(page);
  await page.unroute(calendar);
  await press(page, 'Choose from a calendar');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(missing).toHaveCount(0);
});

test('a step of a payment whose code fails to load shows a message, and Try again continues at that step', async ({
  page,
  monitor,
  demoUser,
}) => {
  monitor.allow(/status of 404|Failed to load|could not be loaded/);
  const laterSteps = /\/assets\/lazy-views-[^/]*\.js/;
  await page.route(laterSteps, (route) => route.fulfill({ status: 404 }));
  await startPaying(page, await demoUser('blake'));
  await press(page, 'Continue');
  await expect(alert(page)).toContainText("Part of this site didn't load.");
  await expect(page.getByRole('heading', { level: 1, name: 'Make a Payment' })).toBeVisible();
  await seeOnBothScreens(page);
  await page.unroute(laterSteps);
  await press(page, 'Try again');
  await seeStep(page, 'Payment Method');
  await expect(alert(page)).toHaveCount(0);
  await expect(page.getByRole('radio').first()).toBeVisible();
});

test('a chat that fails to load shows a message, and its button opens it once it loads', async ({ page, monitor }) => {
  monitor.allow(/status of 404|Failed to load|could not be loaded|chat\/chat\.css|Couldn't load preload assets/);
  const chat = /\/assets\/Chat-[^/]*\.js/;
  await page.route(chat, (route) => route.fulfill({ status: 404 }));
  await page.goto('/welcome');
  await press(page, 'Live Chat');
  const missing = page.getByRole('alertdialog', { name: "The chat couldn't be opened" });
  await expect(missing).toContainText('Please try again, or call us at');
  await seeOnBothScreens(page);
  await page.keyboard.press('Escape');
  await expect(missing).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Live Chat' })).toBeFocused();
  await page.unroute(chat);
  await press(page, 'Live Chat');
  await expect(page.getByRole('heading', { name: 'Live Chat' })).toBeFocused();
});

test('privacy choices that fail to load show a message, and their button opens them once they load', async ({
  page,
  monitor,
}) => {
  monitor.allow(/status of 404|Failed to load|could not be loaded/);
  const choices = /\/assets\/PrivacyChoices-[^/]*\.js/;
  await page.route(choices, (route) => route.fulfill({ status: 404 }));
  await page.goto('/welcome');
  await press(page, 'Your Privacy Choices');
  const missing = page.getByRole('alertdialog', { name: "The privacy choices couldn't be opened" });
  await expect(missing).toContainText('Please try again, or call us at');
  await seeOnBothScreens(page);
  await page.keyboard.press('Escape');
  await expect(missing).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Your Privacy Choices' })).toBeFocused();
  await page.unroute(choices);
  await press(page, 'Your Privacy Choices');
  await expect(page.getByRole('dialog', { name: 'Your Privacy Choices' })).toBeVisible();
});

test('a page whose code was replaced by a deployment reloads automatically, once', async ({ page, monitor }) => {
  monitor.allow(/Failed to fetch|status of 404|Failed to load/);
  await page.goto('/welcome');
  await seeWelcome(page);
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  await page.route(/\/assets\/login-[^/]*\.js/, (route) => route.fulfill({ status: 404 }));
  await followLink(page, '/account/login');
  await expect(page.getByRole('heading', { level: 1, name: "We couldn't load this page" })).toBeFocused();
  expect(documents).toBe(1);
  await page.unroute(/\/assets\/login-[^/]*\.js/);
  await press(page, 'Try again');
  await seePage(page, { path: '/account/login', title: 'Log In', heading: 'Log In' });
});

test('an invalid configuration keeps the site closed and is named in the log, and Try again opens the site', async ({
  page,
  monitor,
}) => {
  monitor.allow(/config\.json: idleSeconds/);
  await withSettings(page, 'config.json', { idleSeconds: 0 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: "The site couldn't be opened" })).toBeVisible();
  await expect(page.getByText("Part of this site didn't load.", { exact: false })).toBeVisible();
  await seeOnBothScreens(page);
  await page.unroute('**/config.json*');
  await press(page, 'Try again');
  await seeWelcome(page);
});

for (const { script, address, see } of [
  { script: /\/assets\/bootstrap-[^/]*\.js/, address: '/welcome', see: seeWelcome },
  { script: /\/assets\/vendor-[^/]*\.js/, address: '/welcome', see: seeWelcome },
  {
    script: /\/assets\/bootstrap-[^/]*\.js/,
    address: '/account/login',
    see: (page: Page) => seePage(page, { path: '/account/login', title: 'Log In', heading: 'Log In' }),
  },
  { script: /\/assets\/vendor-[^/]*\.js/, address: '/dashboard', see: seeDashboard },
]) {
  test(`${address} shows that the site could not be opened without ${script.source}, and Try again opens it`, async ({
    page,
    monitor,
    demoUser,
  }) => {
    monitor.allow(/status of 404|Failed to load|Failed to fetch|caches a failed import/);
    await page.route(script, (route) => route.fulfill({ status: 404 }));
    if (address === '/dashboard') await arriveAt(page, address, await demoUser('blake'));
    else await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: "The site couldn't be opened" })).toBeFocused();
    await expect(alert(page)).toContainText("Part of this site didn't load.");
    await expect(page.getByText('One moment…')).toHaveCount(0);
    await seeOnBothScreens(page);
    await page.unroute(script);
    await press(page, 'Try again');
    await see(page);
    await expect(alert(page)).toHaveCount(0);
  });
}

test('a slow page shows a message after 20 seconds, stays readable, and opens when its scripts arrive', async ({
  page,
  monitor,
}) => {
  // The prefetched server time is not read while the portal's code is missing.
  monitor.allow(/signal timed out/);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/main-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/welcome', { waitUntil: 'commit' });
  await expect(page.locator('#prerendered h1')).toBeVisible();
  // The clock also runs by itself.
  await page.clock.fastForward(10_000);
  await expect(alert(page)).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('heading', { level: 1, name: "The site couldn't be opened" })).toBeFocused();
  await expect(page.locator('#prerendered h1')).toBeVisible();
  await seeOnBothScreens(page);
  release();
  await seeWelcome(page);
  await expect(page.getByRole('heading', { name: "The site couldn't be opened" })).toHaveCount(0);
});

test('without versions and server time the site still opens', async ({ page, monitor }) => {
  monitor.allow(/is missing/);
  await withoutDocumentData(page);
  await page.route(/content\/version|time\/epoch|build-version/, (route) => route.fulfill({ status: 503 }));
  await page.goto('/');
  await seeWelcome(page);
});
