/**
 * The effects of a granted period on one loan: interest that the government pays, reduced rates, and capitalization at the
 * end (reference §2; ruling 75). The estimate before an application and the server's steps use these functions.
 */
import { type PlainDate, addDays, addMonths, earlier } from './calendar.ts';
import { type ReducedRate, centsOfMicros, interestBetween, accrueTo, type LedgerLoan } from './interest.ts';
import type { Benefit } from './military-benefits.ts';
import { type Cents, ZERO, sumCents } from './money.ts';
import { type PausableLoan, isInterestPaid, pauseInterest } from './pause.ts';
import type { Postponement } from './postponement-kinds.ts';

/** A loan that a pause can cover. */
export interface PausedLedgerLoan extends LedgerLoan, PausableLoan {}

/** A granted pause. `end` is the first day after it (ruling 75). */
export interface GrantedPause {
  readonly kind: Postponement;
  readonly start: PlainDate;
  readonly end: PlainDate;
}

/** The interest of one loan during a pause, when the pause has ended. */
export interface PauseResult {
  readonly loanId: string;
  /** The unpaid interest that accrued during the pause, and the part that was capitalized. */
  readonly accrued: Cents;
  readonly capitalized: Cents;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/**
 * Returns a loan when its pause takes effect on `today`, which is later than its start if the pause begins in the past. The
 * government pays the interest of a subsidized loan during a deferment: from the start on, none accrues until the end, and
 * interest accrued since the start is no longer owed.
 */
export function beginForLoan<L extends PausedLedgerLoan>(
  loan: L,
  { kind, start, end }: GrantedPause,
  today: PlainDate,
): L {
  if (!isInterestPaid(loan, kind)) return loan;
  const accrued = accrueTo(loan, today);
  const since = interestBetween(loan, start, today);
  const left = accrued.accruedInterest - least(since, accrued.accruedInterest);
  return { ...accrued, accruedInterest: left, interestThrough: end };
}

/**
 * Capitalizes the unpaid interest of a pause at its end. Payments pay the oldest interest first, and reduce the principal
 * only when no interest is left; so the unpaid interest of the pause is the smaller of the interest owed and the interest
 * that the present principal accrues during the pause.
 */
export function endForLoan<L extends PausedLedgerLoan>(
  loan: L,
  { kind, start, end }: GrantedPause,
  isCapitalized: boolean,
): { loan: L; result: PauseResult } {
  const accrued = accrueTo(loan, end);
  const unpaid = least(pauseInterest(loan, kind, start, end), accrued.accruedInterest);
  const interest = centsOfMicros(unpaid);
  const result = { loanId: loan.loanId, accrued: interest, capitalized: isCapitalized ? interest : ZERO };
  if (!isCapitalized) return { loan: accrued, result };
  return {
    loan: {
      ...accrued,
      principal: sumCents([accrued.principal, interest]),
      accruedInterest: accrued.accruedInterest - unpaid,
    },
    result,
  };
}

/**
 * Returns a loan with reduced rates as of `today`. Those that begin in the past also lower the unpaid interest since
 * then. The others do not count interest: a payment that is dated before `today` can still be posted.
 */
export function withReducedRates<L extends LedgerLoan>(loan: L, reduced: readonly ReducedRate[], today: PlainDate): L {
  const recorded = reduced.map((rate) => (rate.from < today ? { ...rate, recordedOn: today } : rate));
  const reducedRates = [...(loan.reducedRates ?? []), ...recorded];
  const since = reduced.reduce((first, { from }) => (from < first ? from : first), today);
  if (since === today) return { ...loan, reducedRates };
  const accrued = accrueTo(loan, today);
  const after = { ...accrued, reducedRates };
  const saved = interestBetween(accrued, since, today) - interestBetween(after, since, today);
  return { ...after, accruedInterest: accrued.accruedInterest - least(saved, accrued.accruedInterest) };
}

/** The highest rate during military service, of loans made before it (50 USC 3937): 6 %. */
const SCRA_RATE = 6000;

/** The time in which rates are reduced for active duty. */
export interface DutyPeriod {
  /** The first day of the service, and the first day after it or after the granted period if that is earlier. */
  readonly start: PlainDate;
  readonly end: PlainDate;
  /** The first day after the benefit for a hostile area, which is limited in months. */
  readonly hostilePayEnd: PlainDate;
  /** The first day of active duty, from which SCRA counts; it can be before the granted period (ruling 107). */
  readonly scraStart: PlainDate;
}

/**
 * Returns the time in which rates are reduced during a granted period: the service only, also if its deferment lasts
 * longer. Without a known last day of active duty, the service lasts as long as the period; without a known first day,
 * it begins with the period.
 */
export function dutyPeriod(
  { start, end }: Pick<GrantedPause, 'start' | 'end'>,
  lastDay: PlainDate | null,
  hostilePayMonths: number,
  dutyStart: PlainDate | null = null,
): DutyPeriod {
  const until = lastDay === null || lastDay >= end ? end : addDays(lastDay, 1);
  return {
    start,
    end: until,
    hostilePayEnd: earlier(until, addMonths(start, hostilePayMonths)),
    scraStart: dutyStart ?? start,
  };
}

/** The facts on which reduced rates for active duty depend. */
export interface DutyInput extends DutyPeriod {
  readonly benefits: readonly Benefit[];
  readonly isDirect: boolean;
  /** Direct loans disbursed on or after this day accrue no interest in a hostile area (HEA 455(o)). */
  readonly hostilePaySince: PlainDate;
}

/** A reduced rate with the benefit that causes it. */
export interface DutyRate extends ReducedRate {
  readonly until: PlainDate;
  readonly benefit: Extract<Benefit, 'scra' | 'hostileDuty'>;
}

/** Returns the reduced rates of a loan for active duty. */
export function dutyRates(
  { rate, disbursedOn }: { readonly rate: number; readonly disbursedOn: PlainDate },
  { benefits, start, end, hostilePayEnd, scraStart, isDirect, hostilePaySince }: DutyInput,
): DutyRate[] {
  const rates: DutyRate[] = [];
  if (benefits.includes('hostileDuty') && isDirect && disbursedOn >= hostilePaySince) {
    rates.push({ benefit: 'hostileDuty', from: start, until: hostilePayEnd, rate: 0 });
  }
  if (benefits.includes('scra') && disbursedOn < scraStart && rate > SCRA_RATE) {
    rates.push({ benefit: 'scra', from: scraStart, until: end, rate: SCRA_RATE });
  }
  return rates.filter(({ from, until }) => from < until);
}
