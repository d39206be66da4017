/**
 * Prerendered pages: a prerendered page or a frame is visible before the portal has started, and the portal replaces it.
 */
import type { Page } from '@playwright/test';
import { routes } from '#domain/portal/routes.ts';
import { seeAccessible } from './support/checks.ts';
import { arriveAt, seePage, seeWelcome } from './support/person.ts';
import { expect, test } from './support/test.ts';

const SCRIPT = /\/assets\/main-[^/]+\.js$/;

/** Holds the portal's code, or other scripts, until the returned function is called. */
async function holdScript(page: Page, script = SCRIPT): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Sums the layout shifts of the page. */
const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

const readShift = (page: Page): Promise<number> => page.evaluate<number>('window.seen.shift');
const picture = (page: Page) => page.locator('#prerendered');

/** Returns the position of the heading in the prerendered or the live page. */
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
  test(`${path} is visible while the scripts load, and the portal replaces it at the same position`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await watchShifts(page);
    const release = await holdScript(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(picture(page).locator('h1')).toHaveText(heading);
    // The page stays blank until the stylesheet has loaded.
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
    expect(await readShift(page)).toBeLessThan(0.02);
    await seeAccessible(page);

    // Other pages of the portal begin at their top again.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Avoid Scams' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'scams' })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
}

test('without the code of the page the picture disappears, and a message appears', async ({ page, monitor }) => {
  monitor.allow(/Failed to load resource|could not be loaded|dynamically imported/);
  await page.route(/\/assets\/welcome-[^/]+\.js$/, (route) => route.abort());
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { level: 1, name: "We couldn't load this page" })).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
});

test('the picture disappears if the portal cannot start', async ({ page, monitor }) => {
  monitor.allow(/Failed to load resource|could not start|is missing/);
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"config.json":', '"no-config.json":');
    return route.fulfill({ response: answer, body });
  });
  await page.route('**/config.json*', (route) => route.abort());
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { level: 1, name: "The site couldn't be opened" })).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
});

test("a person who may be signed in does not see the visitor's picture", async ({ page, demoUser }) => {
  await arriveAt(page, '/content/help/interest', await demoUser('avery'));
  await seePage(page, { path: '/content/help/interest', title: 'Interest', heading: 'Interest' });
  // From now on the server knows it as well.
  const answer = await page.reload();
  expect(await answer?.text()).not.toContain('id="prerendered"');
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('there is no picture, but a telephone number', async ({ page }) => {
    await page.goto('/welcome');
    await expect(picture(page)).toBeHidden();
    await expect(page.locator('noscript h1')).toBeVisible();
  });
});

test('print contains only the portal', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/welcome', { waitUntil: 'commit' });
  await expect(picture(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(picture(page)).toBeHidden();
  release();
  await seeWelcome(page);
});

test('the first load of a page requests no texts that its document contains', async ({ page, monitor, demoUser }) => {
  // A campaign without a name is ignored.
  monitor.allow(/status of 404/);
  const requested: string[] = [];
  let opened = '';
  page.on('request', (request) => {
    if (!request.url().includes('/content/sections/')) return;
    // A redirected person gets the document of another page.
    if (new URL(request.frame().url()).pathname === opened) requested.push(`${opened} asks for ${request.url()}`);
  });
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  for (const { path, entry, page: name, redirectTo } of routes) {
    if (name === undefined || redirectTo !== undefined || path.includes(':')) continue;
    opened = entry ?? path.replace(/\/\*$/, '');
    await page.goto(opened);
    await expect(page.locator('#root h1')).toHaveCount(1);
    await expect(page.locator('#root [aria-busy="true"]')).toHaveCount(0);
  }
  expect(requested).toEqual([]);
});

test.describe('a page for signed-in people', () => {
  /** Expects the frame, visually and for screen readers. */
  const seeFrame = async (page: Page, title: string) => {
    await expect(picture(page).locator('h1')).toHaveText(title);
    await expect(picture(page).locator('h1')).toBeVisible();
    await expect(picture(page).locator('header')).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  };

  for (const width of [360, 1280]) {
    test(`shows its frame at ${width} px while the scripts load; the only request to the provider runs in parallel`, async ({
      page,
      demoUser,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await arriveAt(page, '/dashboard', await demoUser('avery'));
      await seePage(page, { path: '/dashboard', title: 'Account Dashboard', heading: 'Account Dashboard' });
      await watchShifts(page);
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      const release = await holdScript(page, /\/assets\/(?:bootstrap|vendor|main)-[^/]+\.js$/);
      await page.goto('/payments/payflow/schedule', { waitUntil: 'commit' });
      await seeFrame(page, 'Make a Payment');
      await expect.poll(() => requested.filter((path) => path === '/oidc/auth')).toHaveLength(1);
      expect(requested).not.toContain('/oidc/token');
      // The fonts come later, and its first lines do not wait for them.
      expect(requested.filter((path) => path.endsWith('.woff2'))).toEqual([]);

      release();
      await seePage(page, {
        path: '/payments/payflow/schedule',
        title: 'Schedule Payment | Make a Payment',
        heading: 'Make a Payment',
      });
      await expect(picture(page)).toHaveCount(0);
      expect(requested.filter((path) => path === '/oidc/auth')).toHaveLength(1);
      expect(await readShift(page)).toBeLessThan(0.02);
      await seeAccessible(page);
    });
  }

  test('that loads slowly loses its frame after a second and shows that it is loading', async ({ page, demoUser }) => {
    await arriveAt(page, '/dashboard', await demoUser('avery'));
    await seePage(page, { path: '/dashboard', title: 'Account Dashboard', heading: 'Account Dashboard' });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/1/initial-data?**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard');
    await seeFrame(page, 'Account Dashboard');
    await expect(picture(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Account Dashboard' })).toBeVisible();
    await expect(page.locator('main h2')).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { level: 2, name: 'Federal Accounts' })).toBeVisible();
  });

  test('redirects a visitor to the log-in page', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: /^Log in/i })).toBeVisible();
  });
});

test('without the portal’s code a message says that the site could not be opened, and Try again opens it', async ({
  page,
  monitor,
}) => {
  monitor.allow(/Failed to load resource|dynamically imported|caches a failed import/);
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/welcome');
  const heading = page.getByRole('heading', { level: 1, name: "The site couldn't be opened" });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/^The site couldn't be opened/);
  await expect(picture(page)).toHaveCount(0);
  await seeAccessible(page);
  await page.unroute(SCRIPT);
  await page.getByRole('button', { name: 'Try again' }).click();
  await seeWelcome(page);
});

test('a system font in place of the portal’s has the same width and height, and no heading in a frame is narrower', async ({
  page,
}) => {
  await page.goto('/welcome');
  await seeWelcome(page);
  const titles = [...new Set(routes.map(({ title }) => title))];
  const measured = await page.evaluate(async (texts) => {
    const families = ['Public Sans Variable', 'Public Sans Fallback', 'Merriweather Web', 'Merriweather Fallback'];
    // A font that has not loaded yet would be measured as another one.
    for (const family of [...families, 'Merriweather Frame']) {
      for (const weight of [400, 700]) await document.fonts.load(`${weight} 100px "${family}"`);
    }
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('This browser has no canvas');
    const measure = (font: string, text: string) => {
      pen.font = font;
      const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = pen.measureText(text);
      return { width, height: fontBoundingBoxAscent + fontBoundingBoxDescent };
    };
    const compare = (style: string, own: string, other: string) =>
      texts.map((text) => {
        const [a, b] = [measure(`${style} "${own}"`, text), measure(`${style} "${other}"`, text)];
        return { text, width: b.width / a.width, height: b.height / a.height };
      });
    const isThere = (family: string) =>
      measure(`700 100px "${family}", monospace`, 'iiii').width !== measure('700 100px monospace', 'iiii').width;
    return {
      isThere: ['Public Sans Fallback', 'Merriweather Fallback', 'Merriweather Frame'].every(isThere),
      text: compare('400 100px', 'Public Sans Variable', 'Public Sans Fallback'),
      bold: compare('700 100px', 'Public Sans Variable', 'Public Sans Fallback'),
      display: compare('700 100px', 'Merriweather Web', 'Merriweather Fallback'),
      frame: compare('700 100px', 'Merriweather Web', 'Merriweather Frame'),
    };
  }, titles);
  if (!measured.isThere) {
    const description = 'This machine has neither Arial and Times New Roman nor fonts of the same widths';
    test.info().annotations.push({ type: 'not measured', description });
    return;
  }
  const mean = (kind: 'text' | 'bold' | 'display') =>
    measured[kind].reduce((sum, { width }) => sum + width, 0) / titles.length;
  for (const kind of ['text', 'bold', 'display'] as const) {
    expect(Math.abs(mean(kind) - 1), kind).toBeLessThan(0.02);
    for (const { text, width, height } of measured[kind]) {
      expect(Math.abs(width - 1), `${kind}: ${text}`).toBeLessThan(0.07);
      expect(Math.abs(height - 1), `${kind}: ${text}`).toBeLessThan(0.02);
    }
  }
  for (const { text, width } of measured.frame) {
    expect(width, `frame: ${text}`).toBeGreaterThanOrEqual(1);
    expect(width, `frame: ${text}`).toBeLessThan(1.12);
  }
});
