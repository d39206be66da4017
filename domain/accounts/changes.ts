/**
 * The changes that a granted application makes to a group of loans, as data. They are recorded while a payment can still
 * be returned by the bank, and are repeated when it has been; and they are applied to loans that are projected into the
 * future.
 */
import { type GrantedPause, type PausedLedgerLoan, withReducedRates } from '../pause-effects.ts';
import { type PlainDate, addDays, compare } from '../calendar.ts';
import type { ReducedRate } from '../interest.ts';
import type { Cents } from '../money.ts';
import { type BilledGroup, issueExitBill, issueTo, lapseExit, withPause } from './bills.ts';
import { type Changed, type PlanChange, beginPause, changePlan, endPause, onlyGroup } from './pauses.ts';
import { closeMonthsBefore } from './rap.ts';

/** The start of a grant, which the server executes when it takes effect. `start` is the first day of the granted period. */
export interface BeginGrant {
  readonly kind: 'beginGrant';
  readonly start: PlainDate;
  /** Null if the grant pauses nothing. */
  readonly pause: GrantedPause | null;
  /** The reduced rates that begin with the period, by loan id. Omitted without any. */
  readonly reduced?: Readonly<Record<string, readonly ReducedRate[]>> | undefined;
}

/** The end of a grant. `end` is the first day after the granted period. */
export interface EndGrant {
  readonly kind: 'endGrant';
  readonly end: PlainDate;
  readonly pause: GrantedPause | null;
  readonly isFfelp: boolean;
}

export type ChangePlan = PlanChange & { readonly kind: 'changePlan' };

export type GroupChange =
  | BeginGrant
  | EndGrant
  | ChangePlan
  /** The grant of a pause sets its bills to zero. */
  | { readonly kind: 'grantPause'; readonly pause: GrantedPause }
  /** The bill for leaving IBR, which the approval of another plan issues (ruling 99). */
  | { readonly kind: 'issueExit'; readonly amount: Cents }
  /** The exit bill of a due date lapses. */
  | { readonly kind: 'lapseExit'; readonly dueDate: PlainDate };

/** Applies a change to a group as of `on`. Bills of the days before it are issued first, by the terms before it. */
export function applyChange<G extends BilledGroup<PausedLedgerLoan>>(
  before: G,
  change: GroupChange,
  on: PlainDate,
): Changed<G> {
  const group = issueTo(before, addDays(on, -1));
  switch (change.kind) {
    case 'grantPause':
      return onlyGroup(withPause(group, { ...change.pause, grantedOn: on, isClosed: false }));
    case 'beginGrant': {
      const { pause, reduced = {} } = change;
      const loans = group.loans.map((loan) => withReducedRates(loan, reduced[loan.loanId] ?? [], on));
      return pause === null ? onlyGroup({ ...group, loans }) : beginPause({ ...group, loans }, pause, on);
    }
    case 'endGrant':
      // Reduced rates end by themselves, on their days.
      return change.pause === null ? onlyGroup(group) : endPause(group, change.pause, change);
    case 'changePlan':
      return changePlan(group, change, on);
    case 'issueExit':
      return onlyGroup(issueExitBill(group, change.amount, on));
    case 'lapseExit':
      // Bills that waited for the exit payment are issued today.
      return onlyGroup(issueTo(lapseExit(group, change.dueDate, on), on, on));
  }
}

/** A change on a future day. */
export interface ComingChange {
  readonly on: PlainDate;
  readonly change: BeginGrant | EndGrant;
}

/** A group with the coming changes of granted applications, in the order of their days. */
export interface ProjectedGroup<L extends PausedLedgerLoan = PausedLedgerLoan> extends BilledGroup<L> {
  readonly coming?: readonly ComingChange[] | undefined;
}

/** Returns the group after the changes due by `day`. A change that is already stored has no effect. */
export function projectTo<G extends ProjectedGroup>(group: G, day: PlainDate): G {
  const { coming = [] } = group;
  const due = coming.filter(({ on }) => on <= day);
  if (due.length === 0) return group;
  const after = due.reduce((now, { on, change }) => applyChange(now, change, on).group, group);
  return { ...after, coming: coming.filter(({ on }) => on > day) };
}

/**
 * Returns the group before a payment of `day`: with the changes due by then, and less the RAP subsidies for the months that
 * ended before.
 */
export function settleTo<G extends ProjectedGroup>(group: G, day: PlainDate): G {
  const days = (group.coming ?? []).flatMap(({ on }) => (on <= day ? [on] : []));
  const after = days.reduce((now, on) => projectTo(closeMonthsBefore(now, on), on), group);
  return closeMonthsBefore(after, day);
}

/** A period that was granted to a group and has not ended. */
export interface GrantedPeriod extends Pick<BeginGrant, 'pause' | 'reduced'> {
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
}

/** Compares changes by day; the end of one period comes before the beginning of the next on the same day. */
const inOrder = (a: ComingChange, b: ComingChange): number =>
  compare(a.on, b.on) || Number(b.change.kind === 'endGrant') - Number(a.change.kind === 'endGrant');

/** Returns the coming changes of granted periods. */
export const comingChanges = (
  periods: readonly GrantedPeriod[],
  { isFfelp }: { readonly isFfelp: boolean },
): ComingChange[] =>
  periods
    .flatMap(({ startDate, endDate, pause, reduced }): ComingChange[] => [
      { on: startDate, change: { kind: 'beginGrant', start: startDate, pause, reduced } },
      { on: endDate, change: { kind: 'endGrant', end: endDate, pause, isFfelp } },
    ])
    .toSorted(inOrder);
