/** The amounts due on an account, as every page lists them. */
import { describe, expect, it } from 'vitest';
import { dueAmounts } from '#domain/accounts/messages.ts';
import { sumCents, toCents } from '#domain/money.ts';

describe('the amounts due', () => {
  it.each([
    { pastDueAmt: 202_60, totalDue: 383_17 },
    // Nothing else is due this month.
    { pastDueAmt: 60_00, totalDue: 60_00 },
  ])('are listed so that they add up: $pastDueAmt of $totalDue', ({ pastDueAmt, totalDue }) => {
    const listed = dueAmounts({ pastDueAmt: toCents(pastDueAmt), totalDue: toCents(totalDue) });
    expect(listed.map(({ label }) => label)).toEqual(['Due this month', 'Past due', 'Total due']);
    const [sum, ...parts] = listed.map(({ amount }) => amount).toReversed();
    expect(sum).toBe(totalDue);
    expect(sumCents(parts)).toBe(sum);
  });

  it('are the total alone if nothing is past due', () => {
    expect(dueAmounts({ pastDueAmt: toCents(0), totalDue: toCents(140_11) })).toEqual([
      { label: 'Total due', amount: 140_11 },
    ]);
  });
});
