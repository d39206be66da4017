/** The rules for the changes since the last visit. */
import type { PlainDate } from '../../calendar.ts';
import { type RatedLoan, interestBetween } from '../../interest.ts';
import { type Cents, subtractCents, sumCents } from '../../money.ts';
import type { SinceLastVisit } from './shapes.ts';

/** A change of a loan's principal: a disbursement, capitalized interest, or as a negative amount a payment. */
export interface PrincipalChange {
  readonly date: PlainDate;
  readonly amount: Cents;
}

/** A loan as of today, with its past. */
export interface LoanWithPast extends RatedLoan {
  readonly principal: Cents;
  readonly changes: readonly PrincipalChange[];
  /** The periods in which the government pays its interest. `until` is the first day after a period. */
  readonly subsidies: readonly { readonly from: PlainDate; readonly until: PlainDate }[];
}

/**
 * Returns the interest that the ledger added to a loan after `since` and through `today`, in millionths of a cent: from
 * each day to the next, on the principal of that day and at its rate.
 */
export function interestSince(
  { changes, subsidies, ...loan }: LoanWithPast,
  { since, today }: { readonly since: PlainDate; readonly today: PlainDate },
): bigint {
  const dates = [...changes.map(({ date }) => date), ...subsidies.flatMap(({ from, until }) => [from, until])];
  const days = [...new Set([since, ...dates.filter((date) => since < date && date < today), today])].toSorted();
  return days.reduce((sum, from, index) => {
    const to = days[index + 1] ?? from;
    if (subsidies.some((period) => period.from <= from && from < period.until)) return sum;
    const later = sumCents(changes.filter(({ date }) => date > from).map(({ amount }) => amount));
    return sum + interestBetween({ ...loan, principal: subtractCents(loan.principal, later) }, from, to);
  }, 0n);
}

/** Returns whether anything has changed since the last visit. */
export const hasChanged = ({ payments, interestAdded, letters, statusChanges }: SinceLastVisit): boolean =>
  payments.count > 0 || interestAdded > 0 || letters > 0 || statusChanges.length > 0;
