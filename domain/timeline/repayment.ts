/**
 * Projects the remaining payments, bill by bill, until loans are paid off at their current monthly amounts or the rest is
 * forgiven. On each due date the ledger posts the amount due, so that interest is the simple daily interest between due dates (ruling 80).
 */
import { type PlainDate, addDays, addMonths, dueDateFrom, findEarliest, toMonth } from '../calendar.ts';
import { type Cents, ZERO, sumCents } from '../money.ts';
import { dueDateOn, dueOnDate, issueTo, openBills, paymentOn } from '../accounts/bills.ts';
import { NO_INSTRUCTION, owedOn, computePayoff } from '../accounts/ledger.ts';
import type { StandingInstruction } from '../accounts/shapes.ts';
import { NOTHING, type Parts, addParts, sumParts, sumAllParts } from '../parts.ts';
import { type ProjectedGroup, settleTo } from '../accounts/changes.ts';
import { closeMonth, openMonth, rapDueDate } from '../accounts/rap.ts';
import { applyPosting } from '../accounts/posting.ts';
import type { Forgiveness } from '../plans/forgiveness.ts';

/** A future payment, of 0 if the income-driven payment is zero. Amounts are in cents. */
export interface Installment {
  readonly date: PlainDate;
  readonly payment: Cents;
  readonly parts: Parts;
  /** Principal, interest and fees that are owed after it, before anything is forgiven. */
  readonly balance: Cents;
}

/** The amounts forgiven on a due date, after its payment. */
export interface Forgiven {
  readonly date: PlainDate;
  readonly parts: Parts;
}

/** The payments until loans are paid off or forgiven. */
export interface Repayment {
  readonly installments: readonly Installment[];
  /** The rests of groups that are forgiven, the first one first. */
  readonly forgiven: readonly Forgiven[];
  /**
   * How the last group ends. Null if nothing is owed, or if the amount is too small to pay the loans off within the
   * projected years.
   */
  readonly end: 'paidOff' | 'forgiven' | null;
  /** The sum of the payments. */
  readonly total: Parts;
}

/** A group whose rest is forgiven after a number of payments by income (ruling 96); null or omitted on other plans. */
export interface RepaidGroup extends ProjectedGroup {
  readonly forgiveness?: Forgiveness | null | undefined;
}

/** An extra payment beyond the bills, each month on the first due date in it. */
export interface Extra {
  readonly amount: Cents;
  readonly instruction: StandingInstruction;
}

/** The longest projection in years; a longer repayment is cut off. */
const MAX_YEARS = 50;

type Group = RepaidGroup;

/** Posts an amount; returns the resulting groups and the amounts paid. */
function post(groups: readonly Group[], amount: Cents, day: PlainDate, extra?: Extra) {
  const { paid, groups: after } = applyPosting(groups, {
    amount,
    effectiveDate: day,
    keepsDueDate: false,
    isExtra: extra !== undefined,
    groupId: null,
    instruction: extra?.instruction ?? NO_INSTRUCTION,
  });
  return { groups: after, parts: sumParts(paid.map(({ applied }) => applied)) };
}

/** Pays the bill of a group on its due date, and past-due bills. Paid bills are dropped. */
function payBill(group: Group, day: PlainDate): { group: Group; parts: Parts } {
  const billed = issueTo(group, day);
  const { amount, pastDue } = dueOnDate(billed, day);
  const total = sumCents([amount, pastDue]);
  const { groups, parts } = total > 0 ? post([billed], total, day) : { groups: [billed], parts: NOTHING };
  const after = groups[0] ?? billed;
  return { group: { ...after, bills: openBills(after) }, parts };
}

/** Forgives the balance of a group after the payment of a day, if enough payments count. */
function forgive(group: Group, day: PlainDate): { group: Group; parts: Parts } {
  const { forgiveness, loans } = group;
  if (forgiveness == null || day < forgiveness.on) return { group, parts: NOTHING };
  const parts = sumParts(loans.map((loan) => owedOn(loan, day)));
  const over = loans.map((loan) => ({ ...loan, principal: ZERO, accruedInterest: 0n, fees: ZERO }));
  return { group: { ...group, loans: over, bills: [], nextDue: null, paidAheadTo: null }, parts };
}

/**
 * Returns the payments from `today` on, with an extra monthly amount if given. Pauses and reduced rates end on their days,
 * with the payment after them. Group ids must differ.
 */
export function computeRepayment(loanGroups: readonly Group[], today: PlainDate, extra?: Extra): Repayment {
  const end = addMonths(today, MAX_YEARS * 12);
  const installments: Installment[] = [];
  const forgiven: Forgiven[] = [];
  let groups = loanGroups.map((group) => {
    const billed = issueTo(group, today);
    return billed.rapMonth == null ? openMonth(billed, today, dueDateFrom(today, group.dueDay)) : billed;
  });
  let extraMonth = '';
  for (let from = today; ;) {
    const start = from;
    const day = findEarliest(groups.map((group) => dueDateOn(group, start)));
    if (day === null || day > end) break;
    from = addDays(day, 1);
    let [parts, rest, isOfZero] = [NOTHING, NOTHING, false];
    groups = groups.map((each) => {
      const group = settleTo(each, day);
      if (dueDateOn(group, day) !== day) return group;
      const paid = payBill(group, day);
      const after = forgive(rapDueDate(paid.group) === day ? closeMonth(paid.group, day, day).group : paid.group, day);
      [parts, rest] = [addParts(parts, paid.parts), addParts(rest, after.parts)];
      isOfZero ||= paymentOn(group, day) === 0;
      return after.group;
    });
    if (extra !== undefined && extra.amount > 0 && toMonth(day) !== extraMonth) {
      extraMonth = toMonth(day);
      const paid = post(groups, extra.amount, day, extra);
      groups = paid.groups;
      parts = addParts(parts, paid.parts);
    }
    const isForgiven = sumAllParts(rest) > 0;
    if (isForgiven) forgiven.push({ date: day, parts: rest });
    const payment = sumAllParts(parts);
    if (payment === 0 && !isOfZero && !isForgiven) continue;
    const balance = sumCents([...groups.map(({ loans }) => computePayoff(loans, day)), sumAllParts(rest)]);
    installments.push({ date: day, payment, parts, balance });
  }
  const last = installments.at(-1);
  const isOver = last !== undefined && groups.every(({ loans }) => computePayoff(loans, end) === 0);
  return {
    installments,
    forgiven,
    end: !isOver ? null : forgiven.at(-1)?.date === last.date ? 'forgiven' : 'paidOff',
    total: sumParts(installments.map(({ parts }) => parts)),
  };
}
