/** The repayment progress of an account: its state, its projected end, and the effect of an extra monthly amount. */
import type { PlainDate } from '../calendar.ts';
import type { RepaymentData } from '../accounts/loans/shapes.ts';
import { type Cents, ZERO, subtractCents, sumCents, toCents } from '../money.ts';
import { owedOn, computePayoff } from '../accounts/ledger.ts';
import { sumAllParts } from '../parts.ts';
import { type Repayment, computeRepayment } from './repayment.ts';

/** The balance on a day: principal, interest and fees. */
export interface BalancePoint {
  readonly date: PlainDate;
  readonly owed: Cents;
}

/** A projected repayment. */
export interface Projection {
  /** The day of the last payment, or null if the loans are never paid off or forgiven. */
  readonly lastPayment: PlainDate | null;
  /** The forgiven amounts by day: principal, interest and fees. Empty if the payments pay off the loans before. */
  readonly forgiven: readonly { readonly date: PlainDate; readonly amount: Cents }[];
  readonly payments: number;
  readonly interest: Cents;
  /** The sum of all payments after today. */
  readonly total: Cents;
  /** The balance today and after each payment. */
  readonly points: readonly BalancePoint[];
}

type Groups = Pick<RepaymentData, 'groups'>;

/** Returns the principal owed on the day of the facts. */
export const remainingPrincipal = ({ groups }: Groups): Cents =>
  sumCents(groups.flatMap(({ loans }) => loans.map(({ principal }) => principal)));

/** Returns the unpaid interest on the day of the facts, which is part of the balance. */
export const unpaidInterest = (facts: RepaymentData): Cents =>
  sumCents(ledgerGroups(facts).flatMap(({ loans }) => loans.map((loan) => owedOn(loan, facts.asOf).interest)));

/** Returns the balance on the day of the facts: principal, interest and fees. */
const owedToday = (facts: RepaymentData): Cents =>
  sumCents(ledgerGroups(facts).map(({ loans }) => computePayoff(loans, facts.asOf)));

function toProjection(facts: RepaymentData, { installments, forgiven, end, total }: Repayment): Projection {
  const points = installments.flatMap(({ date, balance: owed }): BalancePoint[] => {
    const rest = forgiven.find((each) => each.date === date);
    const after = { date, owed };
    return rest === undefined ? [after] : [after, { date, owed: subtractCents(owed, sumAllParts(rest.parts)) }];
  });
  return {
    lastPayment: end === null ? null : (installments.at(-1)?.date ?? null),
    forgiven: forgiven.map(({ date, parts }) => ({ date, amount: sumAllParts(parts) })),
    payments: installments.length,
    interest: total.interest,
    total: sumAllParts(total),
    points: [{ date: facts.asOf, owed: owedToday(facts) }, ...points],
  };
}

/** Returns the past balances and today's. */
export const pastPoints = (facts: RepaymentData): readonly BalancePoint[] => [
  ...facts.history
    .filter(({ date }) => date < facts.asOf)
    .map((each) => ({ date: each.date, owed: sumAllParts(each) })),
  { date: facts.asOf, owed: owedToday(facts) },
];

/** Converts the groups to the ledger's types. */
export const ledgerGroups = ({ groups }: RepaymentData) =>
  groups.map((group) => ({
    ...group,
    loans: group.loans.map((loan) => ({ ...loan, accruedInterest: BigInt(loan.accruedInterest) })),
  }));

/** Projects the repayment if the borrower pays every bill and `extra` each month. */
export const projectRepayment = (facts: RepaymentData, extra: Cents = ZERO): Projection =>
  toProjection(
    facts,
    computeRepayment(ledgerGroups(facts), facts.asOf, { amount: extra, instruction: facts.instruction }),
  );

/** The effect of an extra amount: payments and interest saved, or the totals if an amount is forgiven without it. */
export type ExtraEffect =
  | { readonly kind: 'saves'; readonly payments: number; readonly interest: Cents }
  | { readonly kind: 'changesTotal'; readonly without: Cents; readonly withExtra: Cents };

/** Returns the difference between two projections, or null if one of them never ends. */
export function computeExtraEffect(without: Projection, withExtra: Projection): ExtraEffect | null {
  if (without.lastPayment === null || withExtra.lastPayment === null) return null;
  // An extra payment lowers the forgiven amount, so that the borrower can pay more in total despite less interest.
  if (without.forgiven.length > 0) return { kind: 'changesTotal', without: without.total, withExtra: withExtra.total };
  return {
    kind: 'saves',
    payments: without.payments - withExtra.payments,
    interest: subtractCents(without.interest, withExtra.interest),
  };
}

/** Returns the monthly payment of the account. That of a group that is paid in full is sent as 0 (ruling 95). */
export const monthlyPaymentOfAccount = ({ groups }: Groups): Cents =>
  sumCents(groups.map(({ monthlyPayment }) => monthlyPayment));

/** Returns the largest extra amount on offer: three monthly payments, rounded up to $5, and at least $50. */
export const mostExtra = (facts: Groups): Cents =>
  toCents(Math.max(10, Math.ceil((monthlyPaymentOfAccount(facts) * 3) / EXTRA_STEP)) * EXTRA_STEP);

/** $5. */
export const EXTRA_STEP = toCents(500);
