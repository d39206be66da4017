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

const only = (values: string[]): RunOptions => ({ runOnly: { type: 'rule', values } });

/** Only the rules on colors. */
export const ONLY_COLORS = only(Object.keys(WITHOUT_COLORS.rules));

/** Only the rules whose results depend on the width although the same elements are displayed. */
export const ONLY_LAYOUT = only(['scrollable-region-focusable']);
