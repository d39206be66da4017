/** The rules for the next dates and for the changes since the last visit. */
import type { PlainDate } from '../../calendar.ts';
import { type RatedLoan, interestBetween } from '../../interest.ts';
import { type Cents, subtractCents, sumCents } from '../../money.ts';
import type { Postponement } from '../../postponement-kinds.ts';
import { DATE_KINDS, type DateKind, type NextDate, type SinceLastVisit } from './shapes.ts';

/** How many dates are listed. */
export const LISTED_DATES = 3;

/** The dates of a loan group. Null where there is none. */
export interface DatedGroup {
  readonly accountId: string;
  readonly accountName: string;
  /** The due date of the next installment. */
  readonly paymentDueDate: PlainDate | null;
  /** The day on which auto debit draws that installment; null without auto debit. */
  readonly draftOn: PlainDate | null;
  readonly recertifyBy: PlainDate | null;
  /** The last day of a postponement. */
  readonly postponedThrough: PlainDate | null;
  readonly postponedBy: Postponement | null;
}

interface OneDate {
  readonly kind: DateKind;
  readonly date: PlainDate;
}

function endOf(by: Postponement | null): DateKind {
  if (by === null) return 'pauseEnds';
  return by === 'hardship' || by === 'mandatoryForbearance' ? 'forbearanceEnds' : 'defermentEnds';
}

const paymentOn = (dueDate: PlainDate, draftOn: PlainDate | null): OneDate =>
  draftOn === null ? { kind: 'bill', date: dueDate } : { kind: 'draft', date: draftOn };

/** Returns all dates of a group. To add a kind of date, add it here and in `messages.ts`. */
function datesOf(group: DatedGroup): OneDate[] {
  const { paymentDueDate, draftOn, recertifyBy, postponedThrough, postponedBy } = group;
  const isPaused = (date: PlainDate) => postponedThrough !== null && date <= postponedThrough;
  return [
    ...(paymentDueDate === null || isPaused(paymentDueDate) ? [] : [paymentOn(paymentDueDate, draftOn)]),
    ...(recertifyBy === null ? [] : [{ kind: 'recertification', date: recertifyBy } as const]),
    ...(postponedThrough === null ? [] : [{ kind: endOf(postponedBy), date: postponedThrough }]),
  ];
}

/** Returns the next dates from `today` on, the earliest first. Groups with the same kind and day share one date. */
export function nextDatesOf(groups: readonly DatedGroup[], today: PlainDate): NextDate[] {
  const found = new Map<string, NextDate>();
  for (const group of groups) {
    for (const { kind, date } of datesOf(group)) {
      if (date < today) continue;
      const key = `${date} ${DATE_KINDS.indexOf(kind)}`;
      const { accountIds = [], accountNames = [] } = found.get(key) ?? {};
      found.set(key, {
        kind,
        date,
        accountIds: accountIds.includes(group.accountId) ? accountIds : [...accountIds, group.accountId],
        accountNames: accountIds.includes(group.accountId) ? accountNames : [...accountNames, group.accountName],
      });
    }
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, LISTED_DATES)
    .map(([, each]) => each);
}

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
