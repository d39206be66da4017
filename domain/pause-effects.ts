/**
 * The effects of a granted period on one loan: interest that the government pays, reduced rates, and capitalization at the
 * end (reference §2; ruling 75). The estimate before an application and the server's steps use these functions.
 */
import { accrueTo, type LedgerLoan } from './accounts/ledger.ts';
import { type PlainDate, daysBetween } from './calendar.ts';
import { centsOfMicros, interestFor } from './interest.ts';
import type { Benefit } from './military/shapes.ts';
import { type Cents, ZERO, sumCents } from './money.ts';
import { type PausableLoan, isInterestPaid, pauseInterest } from './pause.ts';
import type { Postponement } from './postponement/shapes.ts';

/** A loan that a pause can cover. */
export interface PausedLedgerLoan extends LedgerLoan, PausableLoan {
  /** Interest that was added to the principal since the loan was disbursed. */
  readonly capitalizedInterest: Cents;
}

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
 * Returns a loan when its pause takes effect on `today`, which is later than its start if the pause begins in the past.
 * The government pays the interest of a subsidized loan during a deferment: from the start on, none accrues until the
 * end, and what has accrued since the start is no longer owed.
 */
export function beginForLoan<L extends PausedLedgerLoan>(
  loan: L,
  { kind, start, end }: GrantedPause,
  today: PlainDate,
): L {
  if (!isInterestPaid(loan, kind)) return loan;
  const accrued = accrueTo(loan, today);
  const since = interestFor(loan.principal, loan.rate, Math.max(0, daysBetween(start, today)));
  const left = accrued.accruedInterest - least(since, accrued.accruedInterest);
  return { ...accrued, accruedInterest: left, interestThrough: end };
}

/**
 * Capitalizes the unpaid interest of a pause at its end. Payments pay the oldest interest first, and reduce the principal
 * only when no interest is left; so the unpaid interest of the pause is the smaller of what is owed and what the present
 * principal accrues in its days.
 */
export function endForLoan<L extends PausedLedgerLoan>(
  loan: L,
  { kind, start, end }: GrantedPause,
  isCapitalized: boolean,
): { loan: L; result: PauseResult } {
  const accrued = accrueTo(loan, end);
  const unpaid = least(pauseInterest(loan, kind, daysBetween(start, end)), accrued.accruedInterest);
  const interest = centsOfMicros(unpaid);
  const result = { loanId: loan.loanId, accrued: interest, capitalized: isCapitalized ? interest : ZERO };
  if (!isCapitalized) return { loan: accrued, result };
  return {
    loan: {
      ...accrued,
      principal: sumCents([accrued.principal, interest]),
      accruedInterest: accrued.accruedInterest - unpaid,
      capitalizedInterest: sumCents([accrued.capitalizedInterest, interest]),
    },
    result,
  };
}

/**
 * Returns a loan with another interest rate from `start` on, as of `today`. A lower rate that begins in the past also
 * lowers the unpaid interest since then.
 */
export function withRate<L extends LedgerLoan>(loan: L, rate: number, { start, today }: Since): L {
  const accrued = accrueTo(loan, today);
  const days = Math.max(0, daysBetween(start, today));
  const difference = interestFor(loan.principal, Math.max(0, loan.rate - rate), days);
  return { ...accrued, rate, accruedInterest: accrued.accruedInterest - least(difference, accrued.accruedInterest) };
}

/** The effective date of a change, which may be in the past, and the business date. */
export interface Since {
  readonly start: PlainDate;
  readonly today: PlainDate;
}

/** The highest rate during military service, of loans made before it (50 USC 3937): 6 %. */
const SCRA_RATE = 6000;

/** The facts on which reduced rates for active duty depend. */
export interface DutyFacts {
  readonly benefits: readonly Benefit[];
  /** The first day of the service. */
  readonly start: PlainDate;
  readonly isDirect: boolean;
  /** Direct loans disbursed on or after this day accrue no interest in a hostile area (HEA 455(o)). */
  readonly hostilePaySince: PlainDate;
}

/** Returns the rate of a loan during active duty; undefined if the benefits do not reduce it. */
export function dutyRate(
  { rate, disbursedOn }: { readonly rate: number; readonly disbursedOn: PlainDate },
  { benefits, start, isDirect, hostilePaySince }: DutyFacts,
): number | undefined {
  if (benefits.includes('hostileDuty') && isDirect && disbursedOn >= hostilePaySince) return 0;
  return benefits.includes('scra') && disbursedOn < start && rate > SCRA_RATE ? SCRA_RATE : undefined;
}
