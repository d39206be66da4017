/** Options of axe that all tests share. */
import type { RunOptions } from 'axe-core';

/** Skips the results of passing rules, which would take most of the time. */
export const VIOLATIONS = { resultTypes: ['violations'] } satisfies RunOptions;

/**
 * The rules on colors. They take most of the time of axe. Colors do not depend on the width, and more elements are
 * visible on a wide screen, so a page that is checked at both widths needs them once.
 */
export const WITHOUT_COLORS = {
  rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
} satisfies RunOptions;

/** The rules whose results depend on the width although the same elements are displayed. */
const OF_LAYOUT = ['scrollable-region-focusable'];

/** Limits a check at another width to what can differ from the first one: the layout, and colors that are new. */
export const onlyWhatDiffers = (hasNewColors: boolean): RunOptions => ({
  runOnly: {
    type: 'rule',
    values: [...OF_LAYOUT, ...(hasNewColors ? Object.keys(WITHOUT_COLORS.rules) : [])],
  },
});
