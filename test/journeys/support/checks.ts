/** What must hold on every page, whoever is on it. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect } from './test.ts';

/** What passes is not collected: that is most of the work, and nobody reads it. */
const AXE_OPTIONS = { resultTypes: ['violations'] } satisfies RunOptions;

/**
 * What axe finds. A page without frames is looked at where it stands; the builder, which looks into frames as well, opens
 * a second page for each look.
 */
async function findViolations(page: Page): Promise<AxeResults['violations']> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(AXE_OPTIONS).analyze()).violations;
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(AXE_OPTIONS)}).then(({ violations }) => violations)`,
  );
}

/** Waits until nothing fades or moves any more; what goes on for good, as a sign of waiting does, is not waited for. */
const seeAtRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** The page has come to rest: nothing says that it loads, or is half faded in. */
async function seeSettled(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await seeAtRest(page);
}

/** No violation that axe finds, once the page has come to rest. */
export async function seeAccessible(page: Page): Promise<void> {
  await seeSettled(page);
  const found = (await findViolations(page)).map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** Nothing has to be scrolled sideways. */
export async function seeNoSidewaysScrolling(page: Page): Promise<void> {
  const { wanted, given } = await page.evaluate(() => ({
    wanted: document.documentElement.scrollWidth,
    given: document.documentElement.clientWidth,
  }));
  expect(wanted, `the width of ${page.url()}`).toBeLessThanOrEqual(given);
}

/** What can be pressed is at least 24 by 24 pixels (WCAG 2.5.8), links in running text excepted. */
export async function seeLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const least = 24;
    const pressed = 'a[href], button, summary, input:not([type="hidden"]), select, textarea';
    return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((target) => {
      // A box or a radio button is pressed by its label as well.
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
 * The page as it stands, with a real borrower's figures: without scrolling sideways, with targets that are large enough.
 * Enough where axe has seen the page around it already, and the state in it where the flow is walked.
 */
export async function seeFitting(page: Page): Promise<void> {
  await seeSettled(page);
  await seeNoSidewaysScrolling(page);
  await seeLargeTargets(page);
}

/** The page as it stands: by axe as well. */
export async function seeUsable(page: Page): Promise<void> {
  await seeAccessible(page);
  await seeFitting(page);
}

const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

/** The same on a narrow and on a wide screen, on which the page is left. */
export async function seeOnBothScreens(page: Page, see: (page: Page) => Promise<void> = seeUsable): Promise<void> {
  // The server's own pages are there before their stylesheet.
  await page.waitForLoadState('load');
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await see(page);
  }
}
