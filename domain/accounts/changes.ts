/**
 * The changes that a granted application makes to a group of loans, as data. They are recorded while a payment can still
 * be returned by the bank, and are repeated when it has been; and they are applied to loans that are projected into the
 * future.
 */
import type { PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Postponement } from '../postponement/shapes.ts';
import { accrueTo } from './ledger.ts';
import {
  type GrantedPause,
  type PauseResult,
  type PausedLedgerLoan,
  beginPause,
  changePlan,
  endPause,
  grantPause,
  withRate,
} from './pauses.ts';
import type { BilledGroup } from './posting.ts';
import type { Plan } from './shapes.ts';

/** Amounts or rates by loan id. */
type ByLoan<T> = Readonly<Record<string, T>>;

/** What happens on the day on which a grant takes effect. `start` is the first day of the granted period. */
export interface BeginGrant {
  readonly kind: 'beginGrant';
  readonly start: PlainDate;
  /** Null if the grant pauses nothing. */
  readonly pause: GrantedPause | null;
  /** The new rates of loans with a reduced rate. */
  readonly rates: ByLoan<number>;
}

/** What happens on `end`, the first day after the granted period. */
export interface EndGrant {
  readonly kind: 'endGrant';
  readonly end: PlainDate;
  readonly pause: GrantedPause | null;
  readonly isFfelp: boolean;
  /** The rates from before the period, of loans with a reduced rate. */
  readonly rates: ByLoan<number>;
}

export interface ChangePlan {
  readonly kind: 'changePlan';
  readonly plan: Plan;
  readonly payments: ByLoan<Cents>;
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
  { pause, rates, start }: BeginGrant,
  today: PlainDate,
): G {
  const reduced = mapOf(rates);
  const loans = group.loans.map((loan) => {
    const rate = reduced.get(loan.loanId);
    return rate === undefined ? loan : withRate<L>(loan, rate, { start, today });
  });
  return pause === null ? { ...group, loans } : beginPause<L, G>({ ...group, loans }, pause, today);
}

function end<L extends PausedLedgerLoan, G extends BilledGroup<L>>(group: G, change: EndGrant): Changed<G> {
  const { pause, isFfelp, rates } = change;
  const { group: after, results } = pause === null ? { group, results: [] } : endPause<L, G>(group, pause, { isFfelp });
  const regular = mapOf(rates);
  const loans = after.loans.map((loan) => {
    const rate = regular.get(loan.loanId);
    return rate === undefined ? loan : { ...accrueTo<L>(loan, change.end), rate };
  });
  return { group: { ...after, loans }, results };
}

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
      const { plan, payments, exitPayment } = change;
      return { group: changePlan<L, G>(group, { plan, payments: mapOf(payments), exitPayment }, on), results: [] };
    }
  }
}
