/** The looks of the flow workbench: its map, the marks in its pictures, and its pages on a phone. */
import type { Locator, Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import { expect, test } from './support/test.ts';

const map = (page: Page) => page.getByRole('region', { name: 'Map of the flows' });
const PHONE = { width: 360, height: 740 };

async function openFlows(page: Page, hash: string): Promise<void> {
  await page.goto(`/flows/${hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const getTransform = (canvas: Locator) => canvas.evaluate((element) => getComputedStyle(element).transform);

test('the map shows every flow as a picture, and works with the keyboard alone', async ({ page }) => {
  await openFlows(page, '');
  const cards = map(page).getByRole('link');
  const count = await cards.count();
  await expect(page.getByRole('region', { name: 'All flows', exact: true }).getByRole('rowheader')).toHaveCount(count);
  await expect(map(page).locator('.thumbnail')).toHaveCount(count);
  await expect(page.getByRole('list', { name: 'Legend' })).toBeInViewport();
  await seeOnBothScreens(page);

  await map(page).focus();
  const canvas = page.locator('.map-canvas');
  const before = await getTransform(canvas);
  await page.keyboard.press('+');
  await expect.poll(() => getTransform(canvas)).not.toBe(before);
  await page.keyboard.press('1');
  await expect.poll(() => getTransform(canvas)).toBe(before);
  // A flow that is outside of the window comes into sight with the focus.
  await cards.last().focus();
  await expect(cards.last()).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.map-line.is-near').first()).toBeAttached();
  const title = await cards.last().textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});

test('a search marks the flows on the map', async ({ page }) => {
  await openFlows(page, '');
  await page.getByRole('searchbox').fill('account to be reentered');
  const payment = map(page).getByRole('link', { name: 'Make a Payment', exact: true });
  await expect(payment).toHaveClass(/is-found/);
  await expect(map(page).getByRole('link', { name: 'Live Chat' })).toHaveClass(/is-dim/);
  await payment.click();
  await expect(page).toHaveURL(/#\/payflow$/);
});

test('selected and active states are marked in all flows', async ({ page }) => {
  await openFlows(page, '');
  const ids = await map(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const unmarked: string[] = [];
  for (const id of ids) {
    await page.evaluate((hash) => location.assign(hash), id);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await page
      .getByRole('application', { name: `Diagram of ${title}` })
      .locator('g.state')
      .first()
      .waitFor();
    unmarked.push(
      ...(await page.locator('.picture g.state').evaluateAll((states, flow) => {
        const look = (state: Element) => {
          const { fill, stroke, strokeWidth } = getComputedStyle(state.querySelector('rect') ?? state);
          return { fill, stroke, strokeWidth };
        };
        return states.flatMap((state) => {
          const name = `${flow} ${state.getAttribute('data-state')}`;
          const plain = look(state);
          state.classList.add('is-active');
          const active = look(state);
          state.classList.replace('is-active', 'is-selected');
          const selected = look(state);
          state.classList.remove('is-selected');
          const isActiveMarked = active.fill !== plain.fill && active.stroke !== plain.stroke;
          const isSelectedMarked = selected.stroke !== plain.stroke && selected.strokeWidth !== plain.strokeWidth;
          return [...(isActiveMarked ? [] : [`${name} active`]), ...(isSelectedMarked ? [] : [`${name} selected`])];
        });
      }, id)),
    );
  }
  expect(ids.length).toBeGreaterThan(60);
  expect(unmarked).toEqual([]);
});

test('a double click zooms in, and actions are shown on demand', async ({ page }) => {
  await openFlows(page, '#/changePassword');
  const picture = page.getByRole('application');
  const getScale = async () => Number(await picture.locator('svg').getAttribute('data-scale'));
  const before = await getScale();
  await picture.dblclick({ position: { x: 5, y: 5 } });
  await expect.poll(getScale).toBe(before * 2);
  const getTexts = () => picture.locator('text').allTextContents();
  const texts = await getTexts();
  await page.getByRole('button', { name: 'Show actions' }).click();
  await expect(page).toHaveURL(/show=actions/);
  await expect
    .poll(async () => (await getTexts()).filter((text) => text.includes('/')).length)
    .toBeGreaterThan(texts.filter((text) => text.includes('/')).length);
  await seeOnBothScreens(page);
});

test('two fingers zoom the picture', async ({ page }) => {
  await openFlows(page, '#/changePassword');
  const picture = page.getByRole('application');
  const getScale = async () => Number(await picture.locator('svg').getAttribute('data-scale'));
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  const before = await getScale();
  const client = await page.context().newCDPSession(page);
  const box = await picture.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 200];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: x + side * apart, y, id })),
    });
  await touch('touchStart', 40);
  for (const apart of [50, 60, 80]) await touch('touchMove', apart);
  await touch('touchEnd', 0);
  await expect.poll(getScale).toBeCloseTo(before * 2, 1);
});

test('the picture and the choices are in sight together on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openFlows(page, '#/changePassword?panel=simulate&run=0&step=0');
  const choice = page.locator('.choices button').first();
  await expect(choice).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('application')).toBeInViewport({ ratio: 1 });
  await page.locator('.choices button').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('application')).toBeInViewport({ ratio: 1 });
});

test('the state panel lists the ways of the states within and around', async ({ page }) => {
  await openFlows(page, '#/payflow?state=reviewing&panel=state');
  const panel = page.getByRole('complementary', { name: 'State' });
  await expect(panel.getByRole('heading', { name: 'From the states within' })).toBeVisible();
  await panel.getByRole('button', { name: 'reviewing.readingTerms' }).first().click();
  await expect(panel.getByRole('heading', { name: 'From the states around it' })).toBeVisible();
});

test('the legend names the borders and who causes an event', async ({ page }) => {
  await openFlows(page, '#/payflow');
  const legend = page.getByRole('list', { name: 'Legend' });
  for (const text of ['a screen with an address', 'waits for a call or machine', 'a person acts']) {
    await expect(legend.getByText(text, { exact: true })).toBeInViewport();
  }
});
