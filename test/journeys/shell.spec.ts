/**
 * The frame around every page: header, menus, drawer, footer, chat and the dialog for unhandled errors (P §2.2 to §2.4,
 * §8).
 */
import type { Page } from '@playwright/test';
import { seeUsable } from './support/checks.ts';
import {
  STEPS,
  alert,
  arriveAt,
  button,
  press,
  seeDashboard,
  seePage,
  seeWelcome,
  startPaying,
  withText,
} from './support/person.ts';
import { expect, test } from './support/test.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 740 };
const MESSAGE = 'Learn how to spot a scam';

const frame = (page: Page) => page.frameLocator('iframe[title="Conversation"]');
const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const message = (page: Page) => page.getByRole('region', { name: 'Help with student loans is free.', exact: true });

test('a universal message can be collapsed, and stays collapsed in this tab', async ({ page }) => {
  await page.goto('/');
  await seeWelcome(page);
  await expect(message(page)).toContainText(MESSAGE);
  // On a first visit, with all shipped messages open, the page content starts within the first screen.
  for (const { size, most } of [
    { size: NARROW, most: 260 },
    { size: WIDE, most: 230 },
  ]) {
    await page.setViewportSize(size);
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(heading?.y).toBeLessThanOrEqual(most);
  }
  await message(page).getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(message(page)).not.toContainText(MESSAGE);
  await page.reload();
  await expect(message(page).getByRole('button', { name: 'Show', exact: true })).toBeVisible();
  await expect(message(page)).not.toContainText(MESSAGE);
  await message(page).getByRole('button', { name: 'Show', exact: true }).click();
  await expect(message(page)).toContainText(MESSAGE);
  await expect(page.getByText('Planned maintenance', { exact: true })).toHaveCount(0);
});

test.describe('the menus of a borrower', () => {
  test.use({ viewport: WIDE });

  test('open one at a time, close with Escape or a click elsewhere, and have Log Out under the first name', async ({
    page,
    demoUser,
  }) => {
    await arriveAt(page, '/dashboard', await demoUser('avery'));
    await seeDashboard(page);
    const [payments, options] = [button(page, 'Payments'), button(page, 'Repayment Options')];
    await payments.focus();
    await page.keyboard.press('Enter');
    await expect(payments).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(header(page).getByRole('link', { name: 'Payment Activity' })).toBeFocused();
    await seeUsable(page);
    await page.keyboard.press('Escape');
    await expect(payments).toBeFocused();
    await expect(payments).toHaveAttribute('aria-expanded', 'false');
    await payments.click();
    await options.click();
    await expect(payments).toHaveAttribute('aria-expanded', 'false');
    await expect(options).toHaveAttribute('aria-expanded', 'true');
    // The open menu covers the heading.
    await page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } });
    await expect(options).toHaveAttribute('aria-expanded', 'false');

    await expect(footer(page).getByRole('link', { name: 'Account Dashboard' })).toBeVisible();
    await expect(footer(page).getByRole('link', { name: 'Avoid Scams' })).toHaveCount(0);
    await press(page, 'My Loans');
    const elsewhere = header(page).getByRole('link', { name: 'All My Federal Aid (opens in a new tab)' });
    await expect(elsewhere).toHaveAttribute('target', '_blank');
    await expect(elsewhere).toHaveAttribute('rel', 'noopener');
    await press(page, 'Avery');
    await press(page, 'Log Out');
    await seeWelcome(page);
  });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: NARROW });

  test('the drawer has all entries and works with only a keyboard', async ({ page, demoUser }) => {
    await arriveAt(page, '/dashboard', await demoUser('avery'));
    await seeDashboard(page);
    const menu = button(page, 'Menu');
    await menu.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await seeUsable(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await drawer.getByRole('searchbox').fill('auto debit');
    await page.keyboard.press('Enter');
    await seePage(page, {
      path: '/account/search?term=auto+debit',
      title: 'Search Results',
      heading: 'Search Results',
    });
    await expect(drawer).toHaveCount(0);
  });

  test('a visitor finds Log In in the drawer, and no dashboard', async ({ page }) => {
    await page.goto('/');
    await seeWelcome(page);
    await seeUsable(page);
    await press(page, 'Menu');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('button', { name: 'Log In' })).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Dashboard', exact: true })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(button(page, 'Menu')).toBeFocused();
  });
});

test("an authorized payer sees the borrower's name, and different menus", async ({ page, demoUser }) => {
  await startPaying(page, await demoUser('casey'));
  await expect(page.getByText('Authorized Payer for Avery Lindqvist', { exact: true })).toBeVisible();
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport);
    if (viewport === NARROW) await press(page, 'Menu');
    const menus = viewport === NARROW ? page.getByRole('dialog', { name: 'Menu' }) : header(page);
    await expect(menus.getByText('Lindqvist', { exact: true })).toBeVisible();
    await expect(menus.getByRole('link', { name: 'Make a Payment' })).toBeVisible();
    await expect(menus.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
    await expect(menus.getByRole('searchbox')).toHaveCount(0);
    await expect(button(page, 'Live Chat')).toHaveCount(0);
    await seeUsable(page);
  }
});

test('the second logo has an explanation, and the footer shows the year of the business clock, the version and the privacy choices', async ({
  page,
}) => {
  await page.goto('/');
  await seeWelcome(page);
  await expect(footer(page)).toContainText('© 2026 Larkfield Loan Servicing. All rights reserved.');
  const version = await (await page.request.get('/build-version.txt')).text();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  await expect(footer(page)).toContainText(`Version: ${version}`);
  await expect(footer(page).getByRole('link', { name: 'Avoid Scams' })).toBeVisible();

  const logo = button(page, 'About Federal Student Aid');
  await logo.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Who services your loans' })).toBeVisible();
  await seeUsable(page);
  await page.keyboard.press('Escape');
  await expect(logo).toBeFocused();

  const choose = footer(page).getByRole('button', { name: 'Your Privacy Choices' });
  await choose.click();
  const dialog = page.getByRole('dialog', { name: 'Your Privacy Choices' });
  await expect(dialog.getByRole('checkbox', { name: 'Allow measurement' })).not.toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Allow measurement' }).check();
  await seeUsable(page);
  await dialog.getByRole('button', { name: 'Save My Choices' }).click();
  await expect(dialog).toContainText('Your privacy choices have been saved in this browser.');
  await page.keyboard.press('Escape');
  await expect(choose).toBeFocused();
  await page.reload();
  await choose.click();
  await expect(dialog.getByRole('checkbox', { name: 'Allow measurement' })).toBeChecked();
});

test('during an outage of the sign-in service, the page shows the reason instead of a log-in button', async ({
  page,
}) => {
  await withText(page, 'globalsite', 'auth-service-down', 'true');
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { name: "Logging in isn't available right now" })).toBeVisible();
  await expect(page.getByText("We're working to bring it back.", { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toHaveCount(0);
  await expect(button(page, 'Log In')).toHaveCount(0);
  await seeUsable(page);
});

test.describe('live chat', () => {
  // axe reads the stylesheet of the iframe, which is blocked in a sandboxed frame.
  test.beforeEach(({ monitor }) => monitor.allow(/chat\/chat\.css|Couldn't load preload assets/));

  test('answers a visitor in a panel, on the help pages', async ({ page }) => {
    await page.goto('/welcome');
    await seeWelcome(page);
    await press(page, 'Live Chat');
    await expect(page.getByRole('heading', { name: 'Live Chat' })).toBeFocused();
    await frame(page).getByLabel('Your message').fill('auto debit');
    await frame(page).getByRole('button', { name: 'Send' }).click();
    await expect(frame(page).getByRole('link', { name: 'About auto debit' })).toHaveAttribute('target', '_blank');
    // The input for the next question has the focus.
    await expect(frame(page).getByLabel('Your message')).toBeFocused();
    await page.keyboard.type('my number is 123-45-6789');
    await page.keyboard.press('Enter');
    await expect(frame(page).getByText('my number is ••••')).toBeVisible();
    await expect(frame(page).locator('body')).not.toContainText('6789');
    await seeUsable(page);
    await press(page, 'Close chat');
    await expect(button(page, 'Live Chat')).toBeVisible();
    // A visitor can hide the chat in this tab; the footer still links to it.
    await press(page, 'Hide chat');
    await page.reload();
    await seeWelcome(page);
    await expect(footer(page).getByRole('link', { name: 'Live Chat' })).toBeVisible();
    await expect(button(page, 'Live Chat')).toHaveCount(0);
  });

  test('is available to a borrower on the paths of agents, and nowhere while it is switched off', async ({
    page,
    demoUser,
  }) => {
    await arriveAt(page, '/dashboard', await demoUser('avery'));
    await seeDashboard(page);
    await expect(button(page, 'Live Chat')).toBeVisible();
    await page.goto('/content/help');
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeFocused();
    await expect(button(page, 'Live Chat')).toHaveCount(0);
    await withText(page, 'globalsite', 'cx-one-chat', 'false');
    await page.goto('/live-chat');
    await expect(page.getByText("Live chat isn't available at the moment.", { exact: false })).toBeVisible();
    await expect(footer(page).getByRole('link', { name: 'Live Chat' })).toHaveCount(0);
  });

  test('has a separate page', async ({ page, monitor, testServer }) => {
    monitor.allow(/status of 500/);
    await testServer.fail('chat.information', { when: 'before', status: 500 });
    await page.goto('/live-chat');
    await expect(alert(page)).toContainText("We couldn't open the chat.");
    await expect(alert(page)).toBeFocused();
    await press(page, 'Try again');
    await expect(frame(page).getByRole('heading', { level: 1 })).toHaveText('Chat with Larkfield Loan Servicing');
    await seePage(page, { path: '/live-chat', title: 'Live Chat', heading: 'Live Chat' });
    await seeUsable(page);
  });
});

test.describe('an unhandled error', () => {
  const fail = (page: Page, thrown: { message: string; status?: number }) =>
    page.evaluate((given) => {
      setTimeout(() => {
        throw Object.assign(new Error(given.message), given);
      });
    }, thrown);

  test.beforeEach(({ monitor }) => monitor.allow(/Something broke/));

  test('shows a dialog to a signed-in borrower, without entered numbers', async ({ page, demoUser }) => {
    await arriveAt(page, '/dashboard', await demoUser('avery'));
    await seeDashboard(page);
    await fail(page, { message: 'Something broke at 123456789', status: 503 });
    const dialog = page.getByRole('alertdialog', { name: "We couldn't show this page" });
    await expect(dialog).toContainText('Status Code: 503');
    await expect(dialog).toContainText('Something broke at …');
    await expect(dialog).not.toContainText('123456789');
    await seeUsable(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
    await fail(page, { message: 'Something broke' });
    await expect(dialog).toContainText('Something broke');
    await expect(dialog).not.toContainText('Status Code');
  });

  test('redirects a visitor to the error page', async ({ page }) => {
    await page.goto('/');
    await seeWelcome(page);
    await fail(page, { message: 'Something broke' });
    await seePage(page, { path: '/error/generic', title: 'Something went wrong', heading: 'Something went wrong' });
    await expect(page.getByRole('heading', { level: 2, name: "We couldn't show this page" })).toBeVisible();
    await seeUsable(page);
  });
});

test('the content security policy of a page lists its allowed sources', async ({ request }) => {
  const answer = await request.get(STEPS['Schedule Payment'], { headers: { accept: 'text/html' } });
  const policy = answer.headers()['content-security-policy'] ?? '';
  // Besides files, the policy allows two inline scripts by their hashes.
  expect(policy).toMatch(/(?:^|; )script-src 'self'(?: 'sha256-[\w+/]+=*'){2}; /);
  expect(policy).toContain("frame-ancestors 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
});

test('the help above the footer links a borrower to the options to apply for, and a visitor to articles', async ({
  page,
  demoUser,
}) => {
  const help = page.getByRole('region', { name: 'Good to know' });
  await page.goto('/');
  await expect(help.getByRole('link', { name: 'lower your payment' })).toBeVisible();
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await help.getByRole('link', { name: 'See what you can do' }).click();
  await expect(page).toHaveURL(/\/repayment-options\/can-not-afford$/);
  await expect(page.getByRole('heading', { level: 1, name: "I Can't Afford My Payments" })).toBeVisible();

  // A help page about an action ends with a button to it.
  await page.goto('/content/help/postpone-payments');
  await seeUsable(page);
  await page.getByRole('main').getByRole('link', { name: 'Go to Pause My Payments' }).click();
  await expect(page).toHaveURL(/\/repayment-options\/postpone-select$/);
});
