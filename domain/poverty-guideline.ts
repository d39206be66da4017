/**
 * The poverty guidelines of the Department of Health and Human Services for 2026: 91 FR 1797, published 15 January 2026, in
 * effect since 13 January 2026. Read on 20 November 2026; new ones come each January.
 */
import { type Cents, toCents } from './money.ts';

/** Where a guideline applies. The territories have that of the 48 states and the District of Columbia. */
export type GuidelineRegion = 'contiguous' | 'alaska' | 'hawaii';

/** Dollars a year for one person, and for each person more. */
const GUIDELINES_2026 = {
  contiguous: { one: 15_960, eachMore: 5_680 },
  alaska: { one: 19_950, eachMore: 7_100 },
  hawaii: { one: 18_360, eachMore: 6_530 },
} as const satisfies Record<GuidelineRegion, { readonly one: number; readonly eachMore: number }>;

/** The region of an address: country and state as codes. Outside Alaska and Hawaii it is the one of the 48 states. */
export function guidelineRegionOf({ country, state }: { readonly country: string; readonly state: string }) {
  const regions: Readonly<Record<string, GuidelineRegion>> = { AK: 'alaska', HI: 'hawaii' };
  return (country === 'US' ? regions[state] : undefined) ?? 'contiguous';
}

/** The guideline of a year for a family of that size, in cents. Refuses a size that is no whole number from 1 up. */
export function povertyGuideline(familySize: number, region: GuidelineRegion): Cents {
  if (!Number.isSafeInteger(familySize) || familySize < 1) throw new RangeError(`Not a family size: ${familySize}`);
  const { one, eachMore } = GUIDELINES_2026[region];
  return toCents((one + (familySize - 1) * eachMore) * 100);
}
