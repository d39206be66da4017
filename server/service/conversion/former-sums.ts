/**
 * Converts the sums that a database stored before bills were recorded. No debt becomes older. Unknown facts are left out:
 * the amounts and dates of paid bills, and the payments on them.
 */
import type { PausedLedgerLoan } from '#domain/pause-effects.ts';
import { computePostingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, dueDateAfter } from '#domain/calendar.ts';
import { type Cents, minCents, subtractCents } from '#domain/money.ts';
import {
  type BilledGroup,
  type Paused,
  type Payments,
  isPausedOn,
  issueTo,
  nextBillOn,
} from '#domain/accounts/bills.ts';
import { applyChange } from '#domain/accounts/changes.ts';
import type { Changed } from '#domain/accounts/pauses.ts';
import { applyPosting } from '#domain/accounts/posting.ts';
import { type BillRecord, NEW_BILL } from '#domain/accounts/records.ts';
import type { ChangedSince, PostedSince } from '../../db/schema/index.ts';

/** The bill of a group as it was stored before. Amounts are in cents. */
export interface FormerSums extends Payments, Paused {
  readonly dueDay: number;
  /** The due date of the first installment that is neither paid nor past due; null if nothing is owed. */
  readonly paymentDueDate: PlainDate | null;
  /** Billed for that date and not yet paid. */
  readonly amountDue: Cents;
  readonly pastDue: Cents;
  /** The day through which bills had been issued. */
  readonly billedThrough: PlainDate;
  /** Due date of the first installment; null if it is not known. */
  readonly repaymentStarts?: PlainDate | null | undefined;
}

type Converted = Pick<BilledGroup, 'bills' | 'nextDue' | 'paidAheadTo'>;

const billFor = (dueDate: PlainDate, dueDay: number, amount: Cents): BillRecord => {
  const issuedOn = addDays(dueDateAfter(dueDate, dueDay, -1), 1);
  return { ...NEW_BILL, dueDate, kind: 'installment', amount, issuedOn };
};

/**
 * Returns the open bills that follow from sums: the open amount of the bill of the due date, and for the past-due amount one
 * bill a month backwards from the due date, the oldest with the remainder. Due dates in a pause are left out; before the
 * first installment there is none, so a rest belongs to the oldest bill. A bill that is paid is not known, but the next bill
 * is then that of the month after.
 */
export function billsOfSums(sums: FormerSums): Converted {
  const { paymentDueDate: dueDate, amountDue, pastDue, billedThrough, dueDay, monthlyPayment } = sums;
  if (dueDate === null) return { bills: [], nextDue: null, paidAheadTo: null };
  const present = billFor(dueDate, dueDay, amountDue);
  const isIssued = amountDue > 0 || (billedThrough >= present.issuedOn && !isPausedOn(sums, dueDate));
  const past: BillRecord[] = [];
  let left = pastDue;
  for (let due = dueDateAfter(dueDate, dueDay, -1); left > 0; due = dueDateAfter(due, dueDay, -1)) {
    if (isPausedOn(sums, due)) continue;
    const isFirst = sums.repaymentStarts != null && dueDateAfter(due, dueDay, -1) < sums.repaymentStarts;
    const amount = isFirst || monthlyPayment <= 0 ? left : minCents(monthlyPayment, left);
    past.unshift(billFor(due, dueDay, amount));
    left = subtractCents(left, amount);
  }
  return {
    bills: amountDue > 0 ? [...past, present] : past,
    nextDue: isIssued ? dueDateAfter(dueDate, dueDay, 1) : dueDate,
    paidAheadTo: dueDate,
  };
}

/**
 * Returns the day on which the former version posted a payment. It did not pay bills that were issued between the effective
 * date and that day, so with such a bill, the payment counts as posted on the day after its date.
 */
function postingDayBefore(groups: readonly BilledGroup[], effectiveDate: PlainDate): PlainDate {
  const day = computePostingDay(effectiveDate);
  const isBilledBefore = (group: BilledGroup): boolean => (nextBillOn(issueTo(group, effectiveDate)) ?? day) < day;
  return groups.some(isBilledBefore) ? addDays(effectiveDate, 1) : day;
}

/**
 * Repeats the payments and changes since the opening of an account, in the order in which the former version made them.
 * Returns the groups with the bills issued until the last of them, the days of posting by payment, and the terms and entries
 * to record for each change.
 */
export function repeatSince<G extends BilledGroup<PausedLedgerLoan>>(
  opened: readonly G[],
  since: readonly (PostedSince | ChangedSince)[],
) {
  const postedOn = new Map<string, PlainDate>();
  const changes: { readonly by: ChangedSince; readonly changed: Changed<G> }[] = [];
  let groups = opened;
  for (const each of since) {
    if ('change' in each) {
      groups = groups.map((group) => {
        if (group.groupId !== each.groupId) return group;
        const changed = applyChange(group, each.change, each.on);
        changes.push({ by: each, changed });
        return changed.group;
      });
    } else {
      const day = postingDayBefore(groups, each.effectiveDate);
      postedOn.set(each.paymentDetailId, day);
      groups = applyPosting(groups, { ...each, postedOn: day }).groups;
    }
  }
  return { groups, postedOn, changes };
}
