/** Public pages are seen before the portal has started: as a picture, which the portal replaces by the page itself. */
import type { Page } from '@playwright/test';
import { routes } from '#domain/portal/routes.ts';
import { seeAccessible } from './support/checks.ts';
import { arriveAt, seePage, seeWelcome } from './support/person.ts';
import { expect, test } from './support/test.ts';

const SCRIPT = /\/assets\/index-[^/]+\.js$/;

/** Holds the portal's first script until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(SCRIPT, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Adds up how far what is seen moves by itself. */
const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

const shiftOf = (page: Page): Promise<number> => page.evaluate<number>('window.seen.shift');
const picture = (page: Page) => page.locator('#prerendered');

/** Where the heading stands, in the picture or in the page. */
const headingIn = (page: Page, place: '#prerendered' | '#root') =>
  page.evaluate((within) => {
    const { x, y, width, height } = document.querySelector(`${within} h1`)?.getBoundingClientRect() ?? new DOMRect();
    return { x, y, width, height };
  }, place);

for (const { path, heading, see, width } of [
  { path: '/welcome', heading: 'Welcome to Larkfield Loan Servicing', see: seeWelcome, width: 1280 },
  {
    path: '/content/help/interest',
    heading: 'Interest',
    see: (page: Page) => seePage(page, { path: '/content/help/interest', title: 'Interest', heading: 'Interest' }),
    width: 360,
  },
]) {
  test(`${path} is seen while the scripts are on their way, and the portal takes its place where it stands`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await watchShifts(page);
    const release = await holdScript(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(picture(page).locator('h1')).toHaveText(heading);
    // Nothing is painted before the stylesheet is there.
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
    await expect(picture(page).locator('h1')).toBeVisible();

    // Nothing in it is read aloud, focused or pressed.
    await expect(page.getByRole('heading', { name: heading })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await picture(page).locator('.ui-header__home').click({ force: true });
    await expect(page).toHaveURL(path);
    expect(await picture(page).locator('[id]').count()).toBe(0);

    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => window.scrollTo({ top: 120 }));
    const before = await headingIn(page, '#prerendered');
    release();
    await see(page);
    await expect(picture(page)).toHaveCount(0);
    expect(await headingIn(page, '#root')).toEqual(before);
    expect(await page.evaluate(() => window.scrollY)).toBe(120);
    expect(await shiftOf(page)).toBeLessThan(0.02);
    await seeAccessible(page);

    // Other pages of the portal begin at their top again.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Avoid Scams' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'scams' })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
}

test('without the code of the page the picture goes, and it is said what is missing', async ({ page, monitor }) => {
  monitor.allow(/Failed to load resource|could not be loaded|dynamically imported/);
  await page.route(/\/assets\/welcome-[^/]+\.js$/, (route) => route.abort());
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
});

test('where the portal cannot start, the picture goes', async ({ page, monitor }) => {
  monitor.allow(/Failed to load resource|could not start|is missing/);
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"config.json":', '"no-config.json":');
    return route.fulfill({ response: answer, body });
  });
  await page.route('**/config.json*', (route) => route.abort());
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { level: 1, name: 'The site could not be opened' })).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
});

test('who may be signed in is shown no picture of what a visitor sees', async ({ page, demoUser }) => {
  await arriveAt(page, '/content/help/interest', await demoUser('avery'));
  await seePage(page, { path: '/content/help/interest', title: 'Interest', heading: 'Interest' });
  // From now on the server knows it as well.
  const answer = await page.reload();
  expect(await answer?.text()).not.toContain('id="prerendered"');
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('there is no picture, but how to call', async ({ page }) => {
    await page.goto('/welcome');
    await expect(picture(page)).toBeHidden();
    await expect(page.locator('noscript h1')).toBeVisible();
  });
});

test('on paper there is the portal alone', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/welcome', { waitUntil: 'commit' });
  await expect(picture(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(picture(page)).toBeHidden();
  release();
  await seeWelcome(page);
});

test('the first load of a page asks for no texts that its document has', async ({ page, monitor, demoUser }) => {
  // A campaign without a name is none.
  monitor.allow(/status of 404/);
  const asked: string[] = [];
  let opened = '';
  page.on('request', (request) => {
    if (!request.url().includes('/content/sections/')) return;
    // Who is led elsewhere has the document of another page.
    if (new URL(request.frame().url()).pathname === opened) asked.push(`${opened} asks for ${request.url()}`);
  });
  const user = await demoUser('blake');
  for (const { path, entry, page: name, redirectTo } of routes) {
    if (name === undefined || redirectTo !== undefined || path.includes(':')) continue;
    opened = entry ?? path.replace(/\/\*$/, '');
    await arriveAt(page, opened, user);
    await expect(page.locator('#root h1')).toHaveCount(1);
    await expect(page.locator('#root [aria-busy="true"]')).toHaveCount(0);
  }
  expect(asked).toEqual([]);
});
