/** Static pages and site search (P §2.6, ruling 14). */
import { seeOnBothScreens } from './support/checks.ts';
import {
  DATA_LOAD_FAILURE,
  alert,
  enterCredentials,
  press,
  seeDashboard,
  seePage,
  seeStep,
  arriveAt,
  withText,
  withoutDocumentData,
} from './support/person.ts';
import { expect, test } from './support/test.ts';

const INTEREST = { path: '/content/help/interest', title: 'Interest', heading: 'Interest' };
const NOT_FOUND = { path: '/error/not-found', title: 'Page not found', heading: 'Page not found' };
const SEARCH = { title: 'Search Results', heading: 'Search Results' };

test('a static page has its title, heading and sidebar', async ({ page }) => {
  await page.goto('/content/help/interest');
  await seePage(page, INTEREST);
  await expect(page.getByRole('heading', { level: 2, name: 'Capitalization' })).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    'How daily interest is worked out, who pays it when, and when unpaid interest is added to principal.',
  );
  await expect(page.locator('meta[name="keywords"]')).toHaveAttribute('content', /capitalization/);
  await seeOnBothScreens(page);
  const beside = page.getByRole('region', { name: 'Your loans' });
  await expect(beside.getByRole('link', { name: 'Interest', exact: true })).toHaveAttribute('aria-current', 'page');
  await beside.getByRole('link', { name: 'All help pages' }).click();
  await seePage(page, { path: '/content/help', title: 'Help', heading: 'Help' });
  await seeOnBothScreens(page);
  // The index has a search field for help subjects.
  await page.getByRole('searchbox', { name: 'Search help' }).fill('forberance');
  await page.keyboard.press('Enter');
  await seePage(page, { path: '/account/search?term=forberance', ...SEARCH });
  await expect(page.locator('main mark').first()).toHaveText('Forbearance');
});

test('a search lists matching pages, or explains that there are none', async ({ page }) => {
  await page.goto('/account/search?term=capitalization');
  await seePage(page, { path: '/account/search?term=capitalization', ...SEARCH });
  await expect(page.getByRole('link', { name: 'Interest', exact: true })).toBeVisible();
  await seeOnBothScreens(page);
  await page.goto('/account/search?term=xyzzyplugh');
  await expect(page.getByText('No results for “xyzzyplugh”')).toBeVisible();
  await page.goto('/account/search');
  await seePage(page, { path: '/account/search', ...SEARCH });
  await expect(page.getByText("Enter what you're looking for", { exact: false })).toBeVisible();
});

test('a fragment moves the focus to its target', async ({ page }) => {
  await page.goto('/content/help/interest#capitalization');
  await expect(page.getByRole('heading', { level: 2, name: 'Capitalization' })).toBeFocused();
});

test('an unknown page is not found, and Back skips it', async ({ page }) => {
  await page.goto('/content/help/interest');
  await seePage(page, INTEREST);
  await page.goto('/content/help/no-such-page');
  await seePage(page, NOT_FOUND);
  await expect(page.getByText('The address may have a typing error', { exact: false })).toBeVisible();
  await page.goBack();
  await seePage(page, INTEREST);
});

test.beforeEach(({ monitor }) => monitor.allow(/status of (404|500)/));

test('a page that failed to load shows an error, and Try again works', async ({ page, testServer }) => {
  await withoutDocumentData(page);
  await testServer.fail('content.page', { when: 'before', status: 500 });
  await page.goto('/content/help/interest');
  await expect(alert(page)).toContainText(DATA_LOAD_FAILURE);
  // The error has the focus (ruling 3).
  await expect(alert(page)).toBeFocused();
  const NOT_OPENED = "This page couldn't be opened";
  await expect(page).toHaveURL(INTEREST.path);
  await expect(page).toHaveTitle(`${NOT_OPENED} | Larkfield`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_OPENED);
  await press(page, 'Try again');
  await seePage(page, INTEREST);
});

test.describe('a link in a page', () => {
  test('opens another page directly for a visitor, and the sign-in page before a page for signed-in people', async ({
    page,
    demoUser,
  }) => {
    await page.goto('/content/help/paying-your-loans');
    await expect(page.getByRole('heading', { level: 1, name: 'Paying your loans' })).toBeFocused();
    await page.locator('main').getByRole('link', { name: 'Make a payment', exact: true }).click();
    await enterCredentials(page, await demoUser('blake'));
    await seeStep(page, 'Schedule Payment');
  });

  test('opens the maintenance page during maintenance', async ({ page }) => {
    await withText(page, 'globalsite', 'disabled-mma-enabled', 'true');
    await page.goto('/content/help/paying-your-loans');
    await page.locator('main').getByRole('link', { name: 'Make a payment', exact: true }).click();
    await expect(page).toHaveURL('/maintenance');
    await expect(page.getByText("We'll be back soon", { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
  });
});

test('search omits pages that the person cannot open, and clears its field', async ({ page, demoUser }) => {
  await page.goto('/welcome');
  const box = page.getByRole('banner').getByRole('searchbox');
  await box.fill('make a payment');
  await box.press('Enter');
  await seePage(page, { path: '/account/search?term=make+a+payment', ...SEARCH });
  await expect(box).toHaveValue('');
  // Repeating the search shows the results again.
  await box.fill('make a payment');
  await box.press('Enter');
  await seePage(page, { path: '/account/search?term=make+a+payment', ...SEARCH });
  await expect(page.locator('main a[href^="/content/"]').first()).toBeVisible();
  await expect(page.locator('main a[href="/payments/payflow/schedule"]')).toHaveCount(0);
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  await box.fill('make a payment');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await seePage(page, { path: '/account/search?term=make+a+payment', ...SEARCH });
  await expect(page.locator('main a[href="/payments/payflow/schedule"]')).toBeVisible();
});
