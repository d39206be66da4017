/** Interest rates: thousandths of a percent a year inside (6530 is 6.53 %), percent on the wire. */
import * as v from 'valibot';

/** Returns `percent` in thousandths of a percent; undefined for an invalid rate or more than three decimals. */
function toThousandths(percent: number): number | undefined {
  const thousandths = Math.round(percent * 1000);
  return Number.isSafeInteger(thousandths) && thousandths >= 0 && Math.abs(percent * 1000 - thousandths) < 1e-6
    ? thousandths
    : undefined;
}

/** A rate on the wire: percent a year with at most three decimals, read as thousandths of a percent. */
export const RateFromWire = v.pipe(
  v.number(),
  v.check((percent) => toThousandths(percent) !== undefined, 'A rate is a percentage with at most three decimals'),
  v.transform((percent) => toThousandths(percent) ?? 0),
);

/** Converts a rate to its wire format. */
export const percentOfRate = (rate: number): number => rate / 1000;

/** Formats a rate for display: '6.80%', '4.125%'. */
export const formatRate = (rate: number): string => `${(rate / 1000).toFixed(rate % 10 === 0 ? 2 : 3)}%`;

/** Formats a rate with three decimals: '8.500%' (P §3, the regulatory rate). */
export const formatExactRate = (rate: number): string => `${(rate / 1000).toFixed(3)}%`;
