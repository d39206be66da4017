/** Signing in and out (P §4, §5.1; ruling 7). */
import type { Page } from '@playwright/test';
import {
  STEPS,
  agreeAndSubmit,
  alert,
  button,
  enterCredentials,
  goOnToReview,
  press,
  seeDashboard,
  seeSignIn,
  seeStep,
  seeWelcome,
  signInAt,
  startPaying,
} from './support/person.ts';
import { due } from './support/record.ts';
import { expect, test } from './support/test.ts';

test('a visitor who opens a step signs in first, and returns to the first incomplete step', async ({
  page,
  demoUser,
}) => {
  await page.goto(STEPS['Payment Method']);
  await seeSignIn(page);
  await expect(page).toHaveTitle('Log In | Larkfield Loan Servicing');
  await enterCredentials(page, await demoUser('blake'));
  await seeStep(page, 'Schedule Payment');
});

test('a borrower whose session ended during the flow returns to the current step', async ({
  page,
  context,
  demoUser,
}) => {
  await startPaying(page, await demoUser('blake'));
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await context.clearCookies();
  await page.reload();
  await enterCredentials(page, await demoUser('blake'));
  await seeStep(page, 'Payment Method');
});

test('Back from the sign-in page returns to the page before the protected one', async ({ page }) => {
  await page.goto('/account/login');
  await expect(page.getByRole('link', { name: 'Create Online Account' })).toBeVisible();
  await page.goto('/dashboard');
  await seeSignIn(page);
  await page.goBack();
  await expect(page).toHaveURL('/account/login');
  await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
  await seeSignIn(page);
  await page.goBack();
  await expect(page).toHaveURL('/account/login');
});

test('while the provider is unavailable, the requested URL is preserved and other pages work', async ({
  page,
  monitor,
  demoUser,
}) => {
  monitor.allow(/ERR_FAILED/);
  await page.goto('/welcome');
  await seeWelcome(page);
  const requested = `${STEPS['Schedule Payment']}?from=mail`;
  await page.route('**/oidc/**', (route) => route.abort());
  await page.goto(requested);
  const retry = page.locator('main').getByRole('button', { name: 'Log In', exact: true });
  await expect(page.getByRole('heading', { level: 1, name: "Log-in wasn't finished" })).toBeFocused();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy', exact: true }).first().click();
  await expect(page).toHaveURL(/\/content\//);
  await expect(page.getByRole('heading', { level: 1, name: "Log-in wasn't finished" })).toHaveCount(0);
  await page.goBack();
  await expect(retry).toBeVisible();
  await page.unroute('**/oidc/**');
  await retry.click();
  await enterCredentials(page, await demoUser('blake'));
  await expect(page).toHaveURL(requested);
});

/** Clicks Log In in the header and waits until the browser sends the request `awaited`. */
async function wantSignIn(page: Page, awaited: string): Promise<void> {
  const requested = page.waitForRequest(awaited);
  await page.getByRole('banner').getByRole('button', { name: 'Log In', exact: true }).click();
  await requested;
}

test('a link that is clicked right after Log In wins over the sign-in', async ({ page }) => {
  // First while the portal requests the provider's metadata, then while the provider's page loads.
  for (const awaited of ['**/.well-known/openid-configuration', '**/oidc/auth?**']) {
    await page.goto('/welcome');
    await seeWelcome(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    // The browser opens the page immediately, even if its code loads slowly.
    for (const held of [awaited, '**/content-page-*.js']) {
      await page.route(held, async (route) => {
        await released;
        // The browser may have aborted the request.
        await route.continue().catch(() => undefined);
      });
    }
    const link = page.getByRole('banner').getByRole('link', { name: 'Help', exact: true });
    const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    await wantSignIn(page, awaited);
    // Use the mouse directly, because a locator would wait for the pending navigation.
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(page).toHaveURL('/content/help');
    release();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(page.getByRole('heading', { level: 1, name: 'Help', exact: true })).toBeVisible();
    await press(page, 'Log In');
    await seeSignIn(page);
  }
});

test('Back right after Log In returns to the previous page', async ({ page }) => {
  await page.goto('/welcome');
  await seeWelcome(page);
  await page.getByRole('banner').getByRole('link', { name: 'Help', exact: true }).click();
  await expect(page).toHaveURL('/content/help');
  await page.route('**/oidc/auth?**', () => undefined);
  await wantSignIn(page, '**/oidc/auth?**');
  // The aborted navigation makes `goBack` fail.
  await page.goBack({ waitUntil: 'commit' }).catch(() => undefined);
  await seeWelcome(page);
  await expect(page).toHaveURL('/welcome');
});

test('signing in as another person in one tab signs out the other tab', async ({ page, context, demoUser }) => {
  await page.goto('/dashboard');
  await seeSignIn(page);
  const second = await context.newPage();
  await signInAt(second, '/dashboard', await demoUser('blake'));
  await seeDashboard(second);
  await enterCredentials(page, await demoUser('avery'));
  await seeDashboard(page);
  await expect(second.getByRole('heading', { level: 1, name: /^Welcome to Larkfield/ })).toBeVisible();
  await expect(button(second, 'Blake')).toHaveCount(0);
});

test('a wrong password shows an error, and the right one then works', async ({ page, monitor, demoUser }) => {
  monitor.allow(/status of 422/);
  await page.goto('/dashboard');
  await enterCredentials(page, await demoUser('avery'), 'wrong');
  const message = "Your username or password isn't right. Check both and try again.";
  await expect(alert(page).getByRole('link', { name: message })).toBeVisible();
  await expect(page).toHaveTitle('Error: Log In | Larkfield Loan Servicing');
  await expect(page.getByLabel('Username')).toHaveValue(await demoUser('avery'));
  await expect(page.getByLabel('Password')).toHaveValue('');

  await page.getByLabel('Username').fill('');
  await press(page, 'Log In');
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Enter your username.');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Enter your password.');
  await enterCredentials(page, await demoUser('avery'));
  await seeDashboard(page);
});

test(
  'a reload stays signed in, and a second tab is signed in automatically',
  { tag: '@quick' },
  async ({ page, context, demoUser }) => {
    await signInAt(page, '/dashboard', await demoUser('avery'));
    await seeDashboard(page);
    await page.reload();
    await seeDashboard(page);
    const second = await context.newPage();
    await second.goto('/');
    await seeDashboard(second);
    // The welcome page redirects signed-in people.
    await second.goto('/welcome');
    await seeDashboard(second);
  },
);

test('logging out in one tab signs out the other', async ({ page, context, demoUser }) => {
  await signInAt(page, '/dashboard', await demoUser('avery'));
  await seeDashboard(page);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await seeDashboard(second);

  await press(page, 'Avery');
  await press(page, 'Log Out');
  await seeWelcome(page);
  await expect(page.getByText("You're logged out.")).toBeVisible();
  await expect(button(page, 'Log In')).toBeVisible();
  await expect(second.getByRole('heading', { level: 1, name: /^(Log In|Welcome to Larkfield)/ })).toBeVisible();
  await expect(second.getByText('Current balance')).toHaveCount(0);
  await second.goto('/dashboard');
  await seeSignIn(second);

  await page.goto('/dashboard');
  await seeSignIn(page);
});

test('a visitor loads neither the sign-in library nor the sanitizer, and sends no request to the provider', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/welcome');
  await seeWelcome(page);
  await page.waitForLoadState('networkidle');
  expect(requested.filter((path) => /oidc|signed-in|sanitize|silent/.test(path))).toEqual([]);
  expect(requested.filter((path) => path.startsWith('/assets/') && path.endsWith('.js')).length).toBeGreaterThan(0);
});

/** Returns everything that the page has stored, as one text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases.map(({ name }) => name),
      document.cookie,
    ]);
  });

test('tokens are only in memory, and account numbers are neither stored nor part of a URL', async ({
  page,
  monitor,
  demoUser,
}) => {
  await startPaying(page, await demoUser('avery'));
  const accounts = (await due(page, monitor)).borrowerAccountPayments.map(({ accountNumber }) => accountNumber);
  expect(accounts).toHaveLength(3);
  expect(monitor.token).toMatch(/^ey/);
  // The numbers of the saved bank accounts and their banks (docs/demo-data.md).
  const secrets = [
    ...accounts,
    ...accounts.map((number) => number.slice(-9)),
    '4400917265',
    '20883461574',
    '271081528',
  ];
  const look = async () => {
    const saved = await stored(page);
    expect(saved).not.toMatch(/\bey[\w-]{10,}/);
    expect(saved).not.toContain(monitor.token);
    for (const secret of secrets) expect(saved).not.toContain(secret);
  };
  await look();
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await look();
  await press(page, 'Previous');
  await goOnToReview(page);
  await look();
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await look();
  await page.reload();
  await seeStep(page, 'Receipt');
  await look();
  for (const address of monitor.addresses) {
    for (const secret of [...secrets, monitor.token]) expect(address).not.toContain(secret);
  }
});
