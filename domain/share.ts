/** Division of an amount among loans or groups: with an upper limit for each share, and the order of past-due groups. */
import type { PlainDate } from './calendar.ts';
import { type Cents, ZERO, allocate, minCents, subtractCents, sumCents } from './money.ts';

/**
 * Distributes `amount` in proportion to `weights`, with no share above its cap: the excess of a share goes to the others.
 * The shares add up to the amount, or to the sum of the caps if that is less. Caps apply before leftover cents are assigned,
 * so that these go to the largest remainders (ruling 78).
 */
export function shareUpTo(amount: Cents, weights: readonly number[], caps: readonly Cents[]): Cents[] {
  const shares = caps.map(() => ZERO);
  let left = minCents(amount, sumCents(caps));
  let open = caps.flatMap((cap, index) => (cap > 0 ? [{ index, cap, weight: weights[index] ?? 0 }] : []));
  while (left > 0 && open.length > 0) {
    if (open.every(({ weight }) => weight === 0)) open = open.map((each) => ({ ...each, weight: 1 }));
    const whole = open.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
    const present = BigInt(left);
    const full = open.filter(({ cap, weight }) => present * BigInt(weight) >= BigInt(cap) * whole);
    if (full.length === 0) {
      const parts = allocate(
        left,
        open.map(({ weight }) => weight),
      );
      for (const [at, { index }] of open.entries()) shares[index] = parts[at] ?? ZERO;
      break;
    }
    for (const { index, cap } of full) {
      shares[index] = cap;
      left = subtractCents(left, cap);
    }
    open = open.filter((each) => !full.includes(each));
  }
  return shares;
}

/** A group that may be past due. */
interface MaybePastDue {
  readonly pastDueSince?: PlainDate | null | undefined;
}

/** Sorts the indexes `among` by the date since which their groups are past due, oldest first. The sort is stable. */
export function longestPastDueFirst(groups: readonly MaybePastDue[], among: readonly number[]): number[] {
  const since = (index: number): string => groups[index]?.pastDueSince ?? '9999-12-31';
  return [...among].sort((a, b) => (since(a) < since(b) ? -1 : since(a) > since(b) ? 1 : a - b));
}
