/** Numbers of a flow log in words. */

export const formatNumber = (count: number): string => count.toLocaleString('en');

/** Returns a number with its noun: `1 flow`, `2 flows`. */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Returns a share as a percentage: `12 %`, and `<1 %` for small shares. */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  const share = (100 * part) / whole;
  return share < 1 ? '<1 %' : `${Math.round(share)} %`;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** Returns a duration in the largest unit: `350 ms`, `9.5 s`, `12 s`, `3.2 min`. */
export function formatDuration(ms: number): string {
  const found = UNITS.find(([, length]) => ms >= length);
  if (found === undefined) return `${Math.round(ms)} ms`;
  const [unit, length] = found;
  const count = ms / length;
  return `${count < 9.95 ? count.toFixed(1).replace('.0', '') : Math.round(count)} ${unit}`;
}

/** Returns the day of a time in milliseconds, in UTC as in the log. */
export const formatDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
