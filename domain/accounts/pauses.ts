/**
 * The effects of an approved application on loans and bills: the start and the end of a pause, reduced rates for active
 * duty, and a new plan (reference §1.3, §2; ruling 75). Pure functions of the rows; the server executes them in the
 * order of their days.
 */
import { type PlainDate, dueDateAfter, dueDateFrom } from '../calendar.ts';
import { centsOfMicros, type LedgerLoan, accrueTo } from '../interest.ts';
import { type Cents, ZERO, allocate, sumCents } from '../money.ts';
import {
  type GrantedPause,
  type PauseResult,
  type PausedLedgerLoan,
  beginForLoan,
  endForLoan,
} from '../pause-effects.ts';
import { isCapitalizedAfter, isInterestPaid, paymentAfterPause } from '../pause.ts';
import { type BilledGroup, nextUnbilled } from './bills.ts';
import { standardAmount } from './ledger.ts';
import { type EntryRecord, NO_AMOUNTS, type PaymentStep, type TermsRecord } from './records.ts';
import { isIbr, type Plan } from '../plan-names.ts';
import { monthOnPlan, openMonth } from './rap.ts';
import type { PaymentRun } from './shapes.ts';

/** A group after a change, with the terms and entries to record. */
export interface Changed<G> {
  readonly group: G;
  /** The interest of each loan if a pause has ended. */
  readonly results: readonly PauseResult[];
  readonly entries: readonly EntryRecord[];
  /** The new terms; null if they stay. */
  readonly terms: TermsRecord | null;
}

/** Returns a change of a group that adds no terms and no entries. */
export const onlyGroup = <G>(group: G): Changed<G> => ({ group, results: [], entries: [], terms: null });

/** Returns the terms of a group as a record. */
export const toTermsRecord = (
  { plan, monthlyPayment, paymentSteps, loans }: BilledGroup,
  fromDay: PlainDate,
  cause: TermsRecord['cause'],
): TermsRecord => ({
  fromDay,
  cause,
  plan,
  monthlyPayment,
  paymentSteps: paymentSteps ?? null,
  loanPayments: Object.fromEntries(loans.map((loan) => [loan.loanId, loan.monthlyPayment])),
});

/** Returns the group when its pause takes effect on `today`. */
export function beginPause<G extends BilledGroup<PausedLedgerLoan>>(
  group: G,
  pause: GrantedPause,
  today: PlainDate,
): Changed<G> {
  const loans = group.loans.map((loan) => beginForLoan(loan, pause, today));
  const entries = group.loans
    .filter((loan) => isInterestPaid(loan, pause.kind))
    .map(({ loanId }): EntryRecord => ({ ...NO_AMOUNTS, loanId, kind: 'subsidy', onDay: today, until: pause.end }));
  return { ...onlyGroup({ ...group, loans }), entries };
}

/** Returns the group with a new monthly payment, which its loans share as before. */
function withPayment<G extends BilledGroup>(group: G, monthlyPayment: Cents): G {
  const shares = allocate(
    monthlyPayment,
    group.loans.map((loan) => loan.monthlyPayment),
  );
  const loans = group.loans.map((loan, index) => ({ ...loan, monthlyPayment: shares[index] ?? ZERO }));
  return { ...group, monthlyPayment, loans };
}

/**
 * Returns a group as before the end of its pause with the payments after it; `capitalized` is added to its principal. A plan
 * that was granted in the pause has the payments and dates of its approval: they are those after the pause already.
 */
export function withPaymentsAfter<G extends BilledGroup>(group: G, pause: GrantedPause, capitalized: Cents): G {
  if (group.planSince != null && group.planSince >= pause.start) return group;
  const payment = paymentAfterPause(group, capitalized);
  const stepped = { ...group, ...stepsAfterPause(group, pause, capitalized) };
  return payment === group.monthlyPayment ? stepped : withPayment(stepped, payment);
}

/** Returns the group at the end of its pause, and the interest of each loan. */
export function endPause<G extends BilledGroup<PausedLedgerLoan>>(
  group: G,
  pause: GrantedPause,
  { isFfelp }: { readonly isFfelp: boolean },
): Changed<G> {
  const isCapitalized = isCapitalizedAfter(pause.kind, { isFfelp });
  const ended = group.loans.map((loan) => endForLoan(loan, pause, isCapitalized));
  const results = ended.map(({ result }) => result);
  const capitalized = sumCents(results.map((each) => each.capitalized));
  const paying = withPaymentsAfter(group, pause, capitalized);
  const loans = ended.map(({ loan }, index) => ({
    ...loan,
    monthlyPayment: paying.loans[index]?.monthlyPayment ?? ZERO,
  }));
  const isSame = paying === group || (paying.monthlyPayment === group.monthlyPayment && group.paymentSteps == null);
  const after = openMonth({ ...paying, loans }, pause.end, dueDateFrom(pause.end, group.dueDay));
  const entries = isCapitalized
    ? results.map(({ loanId, capitalized: principal }) => capitalizedEntry(loanId, pause.end, principal, 'pause'))
    : [];
  return { group: after, results, entries, terms: isSame ? null : toTermsRecord(after, pause.end, 'pauseEnd') };
}

const capitalizedEntry = (
  loanId: string,
  onDay: PlainDate,
  principal: Cents,
  cause: EntryRecord['cause'],
): EntryRecord => ({ ...NO_AMOUNTS, loanId, kind: 'capitalized', onDay, principal, cause });

/**
 * Returns the steps of a graduated plan after a pause: later steps move back by the skipped installments, and payments grow
 * like the present one.
 */
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

/** A new plan for some loans of a group, with the new monthly payment of each by loan id. */
export interface PlanChange {
  readonly plan: Plan;
  readonly payments: Readonly<Record<string, Cents>>;
  /** The payments of the group from the first installment on; empty if the payment stays. */
  readonly runs: readonly PaymentRun[];
  /** Why the plan changes: by an approval, or because the exit payment was paid (ruling 99). */
  readonly cause?: 'plan' | 'exit' | undefined;
}

/** Adds the unpaid interest of a loan to its principal. Returns the loan and the amount. */
export function capitalize<L extends LedgerLoan>(loan: L, day: PlainDate): { loan: L; amount: Cents } {
  const accrued = accrueTo(loan, day);
  const amount = centsOfMicros(accrued.accruedInterest);
  const principal = sumCents([accrued.principal, amount]);
  return { loan: { ...accrued, principal, accruedInterest: 0n }, amount };
}

/** Returns the payments of a plan by their dates, from a due date on; null for a payment that stays. */
function toSteps(
  first: PlainDate | null,
  { dueDay }: Pick<BilledGroup, 'dueDay'>,
  runs: readonly PaymentRun[],
): PaymentStep[] | null {
  if (first === null || runs.length < 2) return null;
  let months = 0;
  return runs.map((run) => {
    const step = { from: dueDateAfter(first, dueDay, months), payment: run.payment };
    months += run.months;
    return step;
  });
}

/** Returns whether a change of plan leaves IBR, which capitalizes unpaid interest (34 CFR 685.221(b)(4), ruling 104). */
export const isLeavingIbr = (from: Plan, to: Plan): boolean => isIbr(from) && !isIbr(to);

/**
 * Returns the group on its new plan. Bills that are issued already stay; the new payment applies from the next one. On
 * leaving IBR, unpaid interest is capitalized; on entering it, the terms have the standard amount of that day as the cap of IBR
 * (ruling 96).
 */
export function changePlan<G extends BilledGroup<PausedLedgerLoan>>(
  group: G,
  { plan, payments, runs, cause = 'plan' }: PlanChange,
  today: PlainDate,
): Changed<G> {
  const isLeaving = isLeavingIbr(group.plan, plan);
  const entries: EntryRecord[] = [];
  const loans = group.loans.map((loan) => {
    const monthlyPayment = payments[loan.loanId] ?? loan.monthlyPayment;
    if (!isLeaving) return { ...loan, monthlyPayment };
    const after = capitalize(loan, today);
    entries.push(capitalizedEntry(loan.loanId, today, after.amount, 'leavingIbr'));
    return { ...after.loan, monthlyPayment };
  });
  const monthlyPayment = sumCents(loans.map((loan) => loan.monthlyPayment));
  const paymentSteps = toSteps(nextUnbilled(group), group, runs);
  const rapMonth = monthOnPlan({ ...group, loans }, plan, today);
  const changed = { ...group, plan, planSince: today, loans, monthlyPayment, paymentSteps, rapMonth };
  const cap = isIbr(plan) && !isIbr(group.plan) ? { ibrCap: standardAmount(group.loans, today) } : {};
  return { group: changed, results: [], entries, terms: { ...toTermsRecord(changed, today, cause), ...cap } };
}
