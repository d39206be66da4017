/**
 * The changes that a granted application makes to a group of loans, as data. They are recorded while a payment can still
 * be returned by the bank, and are repeated when it has been; and they are applied to loans that are projected into the
 * future.
 */
import type { PlainDate } from '../calendar.ts';
import type { ReducedRate } from '../interest.ts';
import { type Cents, ZERO } from '../money.ts';
import type { Postponement } from '../postponement-kinds.ts';
import type { LedgerLoan } from './ledger.ts';
import {
  type GrantedPause,
  type PaymentRun,
  type PauseResult,
  type PausedLedgerLoan,
  beginPause,
  changePlan,
  endPause,
  grantPause,
  withReducedRates,
} from './pauses.ts';
import type { BilledGroup } from './posting.ts';
import type { Plan } from './shapes.ts';

/** Values by loan id. */
type ByLoan<T> = Readonly<Record<string, T>>;

/** The start of a grant, which the server executes when it takes effect. `start` is the first day of the granted period. */
export interface BeginGrant {
  readonly kind: 'beginGrant';
  readonly start: PlainDate;
  /** Null if the grant pauses nothing. */
  readonly pause: GrantedPause | null;
  /** The reduced rates that begin with the period. Omitted without any. */
  readonly reduced?: ByLoan<readonly ReducedRate[]> | undefined;
}

/** The end of a grant. `end` is the first day after the granted period. */
export interface EndGrant {
  readonly kind: 'endGrant';
  readonly end: PlainDate;
  readonly pause: GrantedPause | null;
  readonly isFfelp: boolean;
}

export interface ChangePlan {
  readonly kind: 'changePlan';
  readonly plan: Plan;
  readonly payments: ByLoan<Cents>;
  readonly runs: readonly PaymentRun[];
  readonly exitPayment: Cents;
}

/** The grant of a pause sets its bills to zero. */
export interface GrantPause {
  readonly kind: 'grantPause';
  readonly pause: GrantedPause;
}

export type GroupChange = GrantPause | BeginGrant | EndGrant | ChangePlan;

const mapOf = <T>(values: ByLoan<T>): ReadonlyMap<string, T> => new Map(Object.entries(values));

function begin<L extends PausedLedgerLoan, G extends BilledGroup<L>>(
  group: G,
  { pause, reduced = {} }: BeginGrant,
  today: PlainDate,
): G {
  const ratesOf = mapOf(reduced);
  const loans = group.loans.map((loan) => {
    const rates = ratesOf.get(loan.loanId);
    return rates === undefined ? loan : withReducedRates<L>(loan, rates, today);
  });
  return pause === null ? { ...group, loans } : beginPause<L, G>({ ...group, loans }, pause, today);
}

/** Reduced rates end by themselves, on their days. */
const end = <L extends PausedLedgerLoan, G extends BilledGroup<L>>(
  group: G,
  { pause, isFfelp }: EndGrant,
): Changed<G> => (pause === null ? { group, results: [] } : endPause<L, G>(group, pause, { isFfelp }));

/** A group that an application can change. */
export interface ChangeableGroup<L extends PausedLedgerLoan = PausedLedgerLoan> extends BilledGroup<L> {
  readonly postponedBy?: Postponement | null | undefined;
}

/** A group after a change, and the interest of each loan if a pause has ended. */
export interface Changed<G> {
  readonly group: G;
  readonly results: readonly PauseResult[];
}

/** Applies a change to a group as of `on`. */
export function applyChange<L extends PausedLedgerLoan, G extends ChangeableGroup<L>>(
  group: G,
  change: GroupChange,
  on: PlainDate,
): Changed<G> {
  switch (change.kind) {
    case 'grantPause':
      return { group: { ...grantPause<L, G>(group, change.pause, on), postponedBy: change.pause.kind }, results: [] };
    case 'beginGrant':
      return { group: begin<L, G>(group, change, on), results: [] };
    case 'endGrant':
      return end<L, G>(group, change);
    case 'changePlan': {
      const { plan, payments, runs, exitPayment } = change;
      return {
        group: changePlan<L, G>(group, { plan, payments: mapOf(payments), runs, exitPayment }, on),
        results: [],
      };
    }
  }
}

/** A change whose day has not come. */
export interface ComingChange {
  readonly on: PlainDate;
  readonly change: BeginGrant | EndGrant;
}

/** A group with the changes to come by applications that are granted, in the order of their days. */
export interface ProjectedGroup<L extends PausedLedgerLoan = PausedLedgerLoan> extends ChangeableGroup<L> {
  readonly coming?: readonly ComingChange[] | undefined;
}

/**
 * Returns the group with the changes that are to come by `day`, as the server will store them if nothing is paid before.
 * A change that is stored already changes nothing.
 */
export function broughtTo<L extends PausedLedgerLoan, G extends ProjectedGroup<L>>(group: G, day: PlainDate): G {
  const { coming = [] } = group;
  const due = coming.filter(({ on }) => on <= day);
  if (due.length === 0) return group;
  const after = due.reduce((now, { on, change }) => applyChange<L, G>(now, change, on).group, group);
  return { ...after, coming: coming.filter(({ on }) => on > day) };
}

/** A period that was granted to a group and has not ended. */
export interface GrantedPeriod {
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  /** Null if the grant pauses nothing. */
  readonly pause: GrantedPause | null;
  /** The reduced rates of its loans. Omitted without any. */
  readonly reduced?: ByLoan<readonly ReducedRate[]> | undefined;
}

/** The end of one period comes before the begin of the next on the same day. */
const inOrder = (a: ComingChange, b: ComingChange): number => {
  if (a.on !== b.on) return a.on < b.on ? -1 : 1;
  return Number(b.change.kind === 'endGrant') - Number(a.change.kind === 'endGrant');
};

/** Returns the changes that are to come by granted periods. */
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

/** A group whose loans may lack what only a pause needs. */
export interface GroupToProject extends Omit<ProjectedGroup, 'loans'> {
  readonly loans: readonly (LedgerLoan & Partial<PausedLedgerLoan>)[];
}

/** Returns the group with all that a pause needs. */
export const toProject = (group: GroupToProject): ProjectedGroup => ({
  ...group,
  loans: group.loans.map((loan) => ({
    ...loan,
    isSubsidized: loan.isSubsidized ?? false,
    capitalizedInterest: loan.capitalizedInterest ?? ZERO,
  })),
});
