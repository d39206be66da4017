/** Checks that every page must pass. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { VIOLATIONS, WITHOUT_COLORS } from '#test/support/axe-options.ts';
import { expect } from './test.ts';

/**
 * Returns axe violations. A page without iframes is checked directly. `AxeBuilder`, which also checks iframes, opens a
 * second page for each check.
 */
async function findViolations(page: Page, given: RunOptions): Promise<AxeResults['violations']> {
  const options = { ...VIOLATIONS, ...given };
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Waits for all finite animations. Ignores infinite ones, such as loading indicators. */
const seeAtRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** Waits until the page, with its main heading, has loaded and all transitions have finished. */
async function seeSettled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await seeAtRest(page);
}

/** Expects no axe violations on the settled page. */
export async function seeAccessible(page: Page, options: RunOptions = {}): Promise<void> {
  await seeSettled(page);
  const found = (await findViolations(page, options)).map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** Expects that the page does not scroll horizontally. */
export async function seeNoSidewaysScrolling(page: Page): Promise<void> {
  const { selected, given } = await page.evaluate(() => ({
    selected: document.documentElement.scrollWidth,
    given: document.documentElement.clientWidth,
  }));
  expect(selected, `the width of ${page.url()}`).toBeLessThanOrEqual(given);
}

/** Expects that all controls are at least 24 by 24 pixels (WCAG 2.5.8), except links in running text. */
export async function seeLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const least = 24;
    const pressed = 'a[href], button, summary, input:not([type="hidden"]), select, textarea';
    return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((target) => {
      // The label of a checkbox or a radio button is also clickable.
      const label = target instanceof HTMLInputElement ? target.labels?.[0] : undefined;
      const isInText = target.matches('p a, li a, dd a') && getComputedStyle(target).display === 'inline';
      if (isInText || !target.checkVisibility({ visibilityProperty: true }) || target.matches('.usa-skipnav'))
        return [];
      const boxes = [target, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect());
      const isLarge = boxes.some(({ width, height }) => width >= least && height >= least);
      return isLarge
        ? []
        : [`${target.outerHTML.slice(0, 120)} ${boxes.map((box) => `${box.width}x${box.height}`).join()}`];
    });
  });
  expect(small, `small targets on ${page.url()}`).toEqual([]);
}

/**
 * Expects that the page fits the screen with a real borrower's amounts and has large enough controls. Sufficient for
 * pages whose frame and states are checked with axe elsewhere.
 */
export async function seeFitting(page: Page): Promise<void> {
  await seeSettled(page);
  await seeNoSidewaysScrolling(page);
  await seeLargeTargets(page);
}

/** Like {@link seeFitting}, plus an axe check. */
export async function seeUsable(page: Page, options: RunOptions = {}): Promise<void> {
  await seeAccessible(page, options);
  await seeFitting(page);
}

const SCREENS = [
  { size: { width: 360, height: 740 }, options: WITHOUT_COLORS },
  { size: { width: 1280, height: 900 }, options: {} },
];

type Check = (page: Page, options: RunOptions) => Promise<void>;

/** Runs a check on a narrow and then on a wide screen. */
export async function seeOnBothScreens(page: Page, see: Check = seeUsable): Promise<void> {
  // The server's own pages appear before their stylesheet has loaded.
  await page.waitForLoadState('load');
  for (const { size, options } of SCREENS) {
    await page.setViewportSize(size);
    await see(page, options);
  }
}
