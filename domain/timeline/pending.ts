/**
 * Payments under way: authorized and not posted, with the drafts of auto debit that are fixed. A payment counts for a bill
 * by its effective date, so a bill that such payments cover is not past due (ruling 88).
 */
import type { PlainDate } from '../calendar.ts';
import { type BilledGroup, openBills, getOpenAmount, paysBill } from '../accounts/bills.ts';
import { type ProjectedGroup, projectTo, settleTo } from '../accounts/changes.ts';
import { NOTHING, type Parts, addParts } from '../parts.ts';
import { type Posting, applyPosting } from '../accounts/posting.ts';
import { type Cents, ZERO, minCents, subtractCents, sumCents } from '../money.ts';
import { toDraftDay } from './draft-days.ts';

/** A payment under way. */
export interface PendingPayment extends Posting {
  readonly authorizedOn: PlainDate;
  /** The due date whose bill a draft pays. Null for other payments, and for the extra amount of a draft. */
  readonly billDueDate: PlainDate | null;
}

/**
 * Posts payments in order, each as of its effective date. Returns the groups as of `through`, the excess over the account's
 * payoff (`refunded`), and what each group got by its id (`applied`).
 */
export function postInOrder<G extends ProjectedGroup>(
  groups: readonly G[],
  postings: readonly Posting[],
  through?: PlainDate,
) {
  let now = groups;
  let refunded: Cents = ZERO;
  const applied = new Map<string, Parts>();
  for (const posting of postings) {
    const {
      paid,
      left,
      groups: after,
    } = applyPosting(
      now.map((group) => settleTo(group, posting.effectiveDate)),
      posting,
    );
    now = after;
    refunded = sumCents([refunded, left]);
    for (const { group, applied: more } of paid)
      applied.set(group.groupId, addParts(applied.get(group.groupId) ?? NOTHING, more));
  }
  return { groups: through === undefined ? now : now.map((group) => projectTo(group, through)), refunded, applied };
}

/** A bill whose due date has passed and that payments under way pay, at least in part. */
export interface BillBeingPaid {
  readonly groupId: string;
  readonly dueDate: PlainDate;
  readonly amount: Cents;
  /** The effective date of the last payment that pays it. */
  readonly paidOn: PlainDate;
}

/**
 * Returns whether a payment is in time for a bill: it is dated up to the due date, or it is the first attempt of the draft
 * for this bill, which waits for a banking day if banks are closed on the due date.
 */
export function isInTime(
  { effectiveDate, billDueDate, isExtra = false, groupId: of }: PendingPayment,
  dueDate: PlainDate,
  groupId: string,
): boolean {
  if (isExtra || (of !== null && of !== groupId)) return false;
  if (billDueDate !== null) return billDueDate === dueDate && effectiveDate === toDraftDay(dueDate);
  return effectiveDate <= dueDate;
}

/**
 * Returns the groups of an account as the borrower sees them on a day (ruling 88): bills whose due dates have passed count
 * as paid to the extent that payments under way, made in time, pay them. Each payment counts once, for the oldest bill that
 * it is in time for; `used` is what each pays of these bills.
 */
export function inTimeOn<G extends BilledGroup, P extends PendingPayment>(
  groups: readonly G[],
  payments: readonly P[],
  day: PlainDate,
) {
  const used = new Map<P, Cents>();
  const beingPaid: BillBeingPaid[] = [];
  const overdue = groups
    .flatMap((group) => openBills(group).map((bill) => ({ groupId: group.groupId, bill })))
    .filter(({ bill }) => bill.dueDate < day)
    .toSorted((a, b) => (a.bill.dueDate < b.bill.dueDate ? -1 : 1));
  if (payments.length === 0 || overdue.length === 0) return { groups, beingPaid, used };
  // A payment for one group comes before one for the whole account.
  const inOrder = payments.toSorted((a, b) => Number(a.groupId === null) - Number(b.groupId === null));
  for (const { groupId, bill } of overdue) {
    const counted = inOrder.filter(
      (payment) => isInTime(payment, bill.dueDate, groupId) && paysBill(bill, { ...payment, isExtra: false }),
    );
    let left = getOpenAmount(bill);
    let paidOn: PlainDate | null = null;
    for (const payment of counted) {
      const before = used.get(payment) ?? ZERO;
      const amount = minCents(left, subtractCents(payment.amount, before));
      if (amount <= 0) continue;
      used.set(payment, sumCents([before, amount]));
      left = subtractCents(left, amount);
      if (paidOn === null || payment.effectiveDate > paidOn) paidOn = payment.effectiveDate;
    }
    const amount = subtractCents(getOpenAmount(bill), left);
    if (paidOn !== null) beingPaid.push({ groupId, dueDate: bill.dueDate, amount, paidOn });
  }
  if (beingPaid.length === 0) return { groups, beingPaid, used };
  return {
    beingPaid,
    used,
    groups: groups.map((group) => ({
      ...group,
      bills: group.bills.map((bill) => {
        const paid = beingPaid.find(({ groupId, dueDate }) => groupId === group.groupId && dueDate === bill.dueDate);
        return paid === undefined ? bill : { ...bill, paid: sumCents([bill.paid, paid.amount]) };
      }),
    })),
  };
}
