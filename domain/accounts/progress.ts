/** The repayment progress of an account: its state, its projected end, and the effect of an extra monthly amount. */
import type { PlainDate } from '../calendar.ts';
import type { RepaymentFacts } from './loans/shapes.ts';
import { type Cents, ZERO, subtractCents, sumCents, toCents } from '../money.ts';
import { type Repayment, repaymentOf } from './repayment.ts';

/** The principal on a day. */
export interface BalancePoint {
  readonly date: PlainDate;
  readonly principal: Cents;
}

/** A projected repayment. */
export interface Projection {
  /** The day of the last payment, or null if the payments never pay off the loans. */
  readonly payoffDate: PlainDate | null;
  readonly payments: number;
  readonly interest: Cents;
  /** The sum of all payments after today. */
  readonly total: Cents;
  /** The principal today and after each payment. */
  readonly points: readonly BalancePoint[];
}

type Groups = Pick<RepaymentFacts, 'groups'>;

/** Returns the principal owed on the day of the facts. */
export const remainingPrincipal = ({ groups }: Groups): Cents =>
  sumCents(groups.flatMap(({ loans }) => loans.map(({ principal }) => principal)));

function projectionOf(facts: RepaymentFacts, { instalments, isPaidOff, total }: Repayment): Projection {
  let principal = remainingPrincipal(facts);
  const points = instalments.map(({ date, parts }): BalancePoint => {
    principal = subtractCents(principal, parts.principal);
    return { date, principal };
  });
  return {
    payoffDate: isPaidOff ? (instalments.at(-1)?.date ?? null) : null,
    payments: instalments.length,
    interest: total.interest,
    total: sumCents([total.principal, total.interest, total.fees]),
    points: [{ date: facts.asOf, principal: remainingPrincipal(facts) }, ...points],
  };
}

/** Converts the groups to the ledger's types. */
export const ledgerGroups = ({ groups }: RepaymentFacts) =>
  groups.map((group) => ({
    ...group,
    loans: group.loans.map((loan) => ({ ...loan, accruedInterest: BigInt(loan.accruedInterest) })),
  }));

/** Projects the repayment if the borrower pays every bill and `extra` each month. */
export const projectRepayment = (facts: RepaymentFacts, extra: Cents = ZERO): Projection =>
  projectionOf(facts, repaymentOf(ledgerGroups(facts), facts.asOf, { amount: extra, instruction: facts.instruction }));

/** Payments and interest that an extra amount saves. */
export interface Saving {
  readonly payments: number;
  readonly interest: Cents;
}

/** Returns the difference between two projections, or null if one of them never ends. */
export const savingOf = (without: Projection, withExtra: Projection): Saving | null =>
  without.payoffDate === null || withExtra.payoffDate === null
    ? null
    : {
        payments: without.payments - withExtra.payments,
        interest: subtractCents(without.interest, withExtra.interest),
      };

/** Returns the monthly payment of the account. That of a group that is paid in full is sent as 0 (ruling 95). */
export const monthlyPaymentOfAccount = ({ groups }: Groups): Cents =>
  sumCents(groups.map(({ monthlyPayment }) => monthlyPayment));

/** Returns the largest extra amount on offer: three monthly payments, rounded up to $5, and at least $50. */
export const mostExtra = (facts: Groups): Cents =>
  toCents(Math.max(10, Math.ceil((monthlyPaymentOfAccount(facts) * 3) / EXTRA_STEP)) * EXTRA_STEP);

/** $5. */
export const EXTRA_STEP = toCents(500);
