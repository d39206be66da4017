/** The rules for the next dates and for the changes since the last visit. */
import type { PlainDate } from '../../calendar.ts';
import { type RatedLoan, centsOfMicros, interestBetween } from '../../interest.ts';
import { type Cents, allocate, sumCents } from '../../money.ts';
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

/** A loan on which interest accrues. */
export interface AccruingLoan extends RatedLoan {
  readonly principal: Cents;
  readonly disbursedOn: PlainDate;
}

/** The principal that a payment repaid. */
export interface RepaidPrincipal {
  readonly date: PlainDate;
  readonly principal: Cents;
}

/**
 * Returns the interest that accrued on the loans of a group after `since` and through `today`. The principal before a
 * payment is the present one and what was repaid since. A payment's principal is known only for the group, so it is
 * divided among the loans by their principal: with several loans at different rates, the result can be off by cents.
 */
export function interestSince(
  loans: readonly AccruingLoan[],
  repaid: readonly RepaidPrincipal[],
  { since, today }: { readonly since: PlainDate; readonly today: PlainDate },
): Cents {
  if (loans.length === 0) return centsOfMicros(0n);
  const days = [
    ...new Set([since, ...repaid.map(({ date }) => date), ...loans.map(({ disbursedOn }) => disbursedOn), today]),
  ]
    .filter((date) => date >= since && date <= today)
    .toSorted();
  const weights = loans.map(({ principal }) => principal);
  let micros = 0n;
  for (const [index, from] of days.entries()) {
    const to = days[index + 1];
    if (to === undefined) break;
    const later = sumCents(repaid.flatMap(({ date, principal }) => (date > from ? [principal] : [])));
    const shares = allocate(later, weights);
    for (const [at, { principal, disbursedOn, ...rated }] of loans.entries()) {
      if (disbursedOn > from) continue;
      const held = sumCents([principal, ...(shares[at] === undefined ? [] : [shares[at]])]);
      micros += interestBetween({ ...rated, principal: held }, from, to);
    }
  }
  return centsOfMicros(micros);
}

/** Returns whether anything has changed since the last visit. */
export const hasChanged = ({ payments, interestAdded, letters, statusChanges }: SinceLastVisit): boolean =>
  payments.count > 0 || interestAdded > 0 || letters > 0 || statusChanges.length > 0;
