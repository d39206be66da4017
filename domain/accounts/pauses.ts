/**
 * The effects of an approved application on loans and bills: the start and the end of a pause, reduced rates for active
 * duty, and a new plan (reference §1.3, §2; ruling 75). Pure functions of the rows; the server executes them in the
 * order of their days.
 */
import { type PlainDate, addDays, daysBetween, dueDateAfter } from '../calendar.ts';
import { centsOfMicros, interestFor } from '../interest.ts';
import { type Cents, ZERO, allocate, sumCents } from '../money.ts';
import type { Benefit } from '../military/shapes.ts';
import { type PausableLoan, isCapitalizedAfter, isInterestPaid, pauseInterest, paymentAfterPause } from '../pause.ts';
import type { Postponement } from '../postponement/shapes.ts';
import { type Bill, type PaymentStep, billOn, withPause } from './billing.ts';
import { type LedgerLoan, accrueTo } from './ledger.ts';
import type { BilledGroup } from './posting.ts';
import { isIbr } from '../plans/names.ts';
import type { Plan } from './shapes.ts';

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

/** Returns the group with the bills of a pause that was granted on `today`: those that are due during it are zero. */
export const grantPause = <L extends PausedLedgerLoan, G extends BilledGroup<L>>(
  group: G,
  { start, end }: GrantedPause,
  today: PlainDate,
): G => withPause(group, { postponedFrom: start, postponedThrough: addDays(end, -1) }, today);

/**
 * Returns a loan when its pause takes effect on `today`, which is later than its start if the pause begins in the past.
 * The government pays the interest of a subsidized loan during a deferment: from the start on, none accrues until the
 * end, and what has accrued since the start is no longer owed.
 */
function beginForLoan<L extends PausedLedgerLoan>(loan: L, { kind, start, end }: GrantedPause, today: PlainDate): L {
  if (!isInterestPaid(loan, kind)) return loan;
  const accrued = accrueTo(loan, today);
  const since = interestFor(loan.principal, loan.rate, Math.max(0, daysBetween(start, today)));
  const left = accrued.accruedInterest - least(since, accrued.accruedInterest);
  return { ...accrued, accruedInterest: left, interestThrough: end };
}

/** Returns the group when its pause takes effect on `today`. */
export const beginPause = <L extends PausedLedgerLoan, G extends BilledGroup<L>>(
  group: G,
  pause: GrantedPause,
  today: PlainDate,
): G => ({ ...group, loans: group.loans.map((loan) => beginForLoan<L>(loan, pause, today)) });

/**
 * Capitalizes the unpaid interest of a pause at its end. Payments pay the oldest interest first, and reduce the principal
 * only when no interest is left; so the unpaid interest of the pause is the smaller of what is owed and what the present
 * principal accrues in its days.
 */
function endForLoan<L extends PausedLedgerLoan>(
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

/** Returns the group with a new monthly payment, which its loans share as before. */
function withPayment<L extends LedgerLoan, G extends BilledGroup<L>>(group: G, monthlyPayment: Cents): G {
  const shares = allocate(
    monthlyPayment,
    group.loans.map((loan) => loan.monthlyPayment),
  );
  const loans = group.loans.map((loan, index) => ({ ...loan, monthlyPayment: shares[index] ?? ZERO }));
  return { ...group, monthlyPayment, loans };
}

/** Returns the group at the end of its pause, and the interest of each loan. The first bill after it is then issued. */
export function endPause<L extends PausedLedgerLoan, G extends BilledGroup<L>>(
  group: G,
  pause: GrantedPause,
  { isFfelp }: { readonly isFfelp: boolean },
): { group: G; results: readonly PauseResult[] } {
  const isCapitalized = isCapitalizedAfter(pause.kind, { isFfelp });
  const ended = group.loans.map((loan) => endForLoan<L>(loan, pause, isCapitalized));
  const results = ended.map(({ result }) => result);
  const capitalized = sumCents(results.map((each) => each.capitalized));
  const payment = paymentAfterPause(group, capitalized);
  const loans = ended.map(({ loan }) => loan);
  const stepped = { ...group, loans, ...stepsAfterPause(group, pause, capitalized) };
  const after = payment === group.monthlyPayment ? stepped : withPayment<L, G>(stepped, payment);
  return { group: billOn(after, pause.end), results };
}

/** The later payments after a pause: they grow like the present one, and come later by the installments of the pause. */
function stepsAfterPause(group: BilledGroup, { start, end }: GrantedPause, capitalized: Cents) {
  const { paymentSteps, dueDay } = group;
  if (paymentSteps == null) return {};
  let skipped = 0;
  for (let due = dueDateAfter(start, dueDay, 0); due < end; due = dueDateAfter(due, dueDay, 1)) {
    if (due >= start) skipped += 1;
  }
  return {
    paymentSteps: paymentSteps.map(({ from, payment }) => ({
      from: from < start ? from : dueDateAfter(from, dueDay, skipped),
      payment: paymentAfterPause({ ...group, monthlyPayment: payment }, capitalized),
    })),
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

/** The day since which a change applies, and the day on which it is made. */
export interface Since {
  readonly start: PlainDate;
  readonly today: PlainDate;
}

/** Some installments in a row with the same payment. */
export interface PaymentRun {
  readonly months: number;
  readonly payment: Cents;
}

/** A new plan for some loans of a group, with the new monthly payment of each by loan id. */
export interface PlanChange {
  readonly plan: Plan;
  readonly payments: ReadonlyMap<string, Cents>;
  /** The payments of the group from the first installment on; empty if the payment stays. */
  readonly runs: readonly PaymentRun[];
  /** The one-time payment for leaving IBR, due with the next bill; 0 without one (reference §1.3). */
  readonly exitPayment: Cents;
}

/** Adds the unpaid interest of a loan to its principal. */
function capitalize<L extends PausedLedgerLoan>(loan: L, today: PlainDate): L {
  const accrued = accrueTo(loan, today);
  const interest = centsOfMicros(accrued.accruedInterest);
  return {
    ...accrued,
    principal: sumCents([accrued.principal, interest]),
    accruedInterest: 0n,
    capitalizedInterest: sumCents([accrued.capitalizedInterest, interest]),
  };
}

/** Returns the group with the payment for leaving IBR as its next bill. */
function withExitBill<G extends BilledGroup>(group: G, exitPayment: Cents): G {
  const { paymentDueDate, dueDay, billedThrough } = group;
  if (paymentDueDate === null) return group;
  const issued = addDays(dueDateAfter(paymentDueDate, dueDay, -1), 1);
  return { ...group, amountDue: exitPayment, billedThrough: issued > billedThrough ? issued : billedThrough };
}

/**
 * Returns the payments of a plan by their dates; null for a payment that stays. The first one is due after a bill that is
 * issued already, or that is for leaving IBR.
 */
function stepsOf(bill: Bill, runs: readonly PaymentRun[], hasExit: boolean): PaymentStep[] | null {
  const { paymentDueDate, amountDue, dueDay } = bill;
  if (paymentDueDate === null || runs.length < 2) return null;
  let months = amountDue > 0 || hasExit ? 1 : 0;
  return runs.map((run) => {
    const step = { from: dueDateAfter(paymentDueDate, dueDay, months), payment: run.payment };
    months += run.months;
    return step;
  });
}

/**
 * Returns the group on its new plan. The bill that is already issued stays; the new payment applies from the next one. On
 * leaving IBR, unpaid interest is capitalized and the payment for leaving replaces the next bill.
 */
export function changePlan<L extends PausedLedgerLoan, G extends BilledGroup<L>>(
  group: G,
  { plan, payments, runs, exitPayment }: PlanChange,
  today: PlainDate,
): G {
  const isLeavingIbr = isIbr(group.plan) && !isIbr(plan);
  const billed = billOn(group, today);
  const loans = billed.loans.map((loan) => ({
    ...(isLeavingIbr ? capitalize<L>(loan, today) : loan),
    monthlyPayment: payments.get(loan.loanId) ?? loan.monthlyPayment,
  }));
  const monthlyPayment = sumCents(loans.map((loan) => loan.monthlyPayment));
  const hasExit = isLeavingIbr && exitPayment > 0;
  const changed = { ...billed, plan, loans, monthlyPayment, paymentSteps: stepsOf(billed, runs, hasExit) };
  return hasExit ? withExitBill(changed, exitPayment) : changed;
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
