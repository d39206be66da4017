/**
 * The effects of an approved application on loans and bills: the start and the end of a pause, reduced rates for active
 * duty, and a new plan (reference §1.3, §2; ruling 75). Pure functions of the rows; the server executes them in the
 * order of their days.
 */
import { type PlainDate, addDays, dueDateAfter } from '../calendar.ts';
import { centsOfMicros } from '../interest.ts';
import { type Cents, ZERO, allocate, sumCents } from '../money.ts';
import {
  type GrantedPause,
  type PauseResult,
  type PausedLedgerLoan,
  beginForLoan,
  endForLoan,
} from '../pause-effects.ts';
import { lastDayOfPause } from '../pause-end.ts';
import { isCapitalizedAfter, paymentAfterPause } from '../pause.ts';
import { type Bill, type PaymentStep, billOn, withPause } from './billing.ts';
import { type LedgerLoan, accrueTo } from './ledger.ts';
import type { BilledGroup } from './posting.ts';
import { isIbr } from '../repayment/plans/names.ts';
import type { Plan } from './shapes.ts';

export {
  type DutyRate,
  type GrantedPause,
  type PauseResult,
  type PausedLedgerLoan,
  dutyRates,
  withReducedRates,
} from '../pause-effects.ts';

/** Returns the group with the bills of a pause that was granted on `today`: those that are due during it are zero. */
export const grantPause = <L extends PausedLedgerLoan, G extends BilledGroup<L>>(
  group: G,
  { start, end }: GrantedPause,
  today: PlainDate,
): G => withPause(group, { postponedFrom: start, postponedThrough: lastDayOfPause(end) }, today);

/** Returns the group when its pause takes effect on `today`. */
export const beginPause = <L extends PausedLedgerLoan, G extends BilledGroup<L>>(
  group: G,
  pause: GrantedPause,
  today: PlainDate,
): G => ({ ...group, loans: group.loans.map((loan) => beginForLoan<L>(loan, pause, today)) });

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
