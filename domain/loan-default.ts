/** Default of federal loans (ruling 97): no deferment, no forbearance and no change of plan while it lasts. */
import type { Cents } from './money.ts';

/** Days past due at which a federal loan is in default (20 USC 1085(l), 34 CFR 685.102(b)). */
export const DEFAULT_DAYS = 270;

/** The facts of a loan group that decide whether it is in default. */
export interface Defaultable {
  readonly isFederal: boolean;
  /** Without the days in granted pauses. */
  readonly daysPastDue: number;
}

/** Returns whether a group is in default. The rule of a private lender is unknown, so private loans never are. */
export const isInDefault = ({ isFederal, daysPastDue }: Defaultable): boolean =>
  isFederal && daysPastDue >= DEFAULT_DAYS;

/** Returns whether a borrower owes on federal groups, and all of these are in default. */
export function areAllInDefault(groups: readonly (Defaultable & { readonly payoff: Cents })[]): boolean {
  const owed = groups.filter(({ isFederal, payoff }) => isFederal && payoff > 0);
  return owed.length > 0 && owed.every(isInDefault);
}
