/**
 * Drafts of auto debit (rulings 52, 76 and 89): their days, their amounts, and the last day on which a change affects one.
 * A draft pays the bills of one due date. It does not pay amounts that are past due, nor bills that are already paid.
 */
import { type PlainDate, addDays, dueDateAfter, dueDateFrom, findEarliest, later } from '../calendar.ts';
import { type Cents, ZERO, maxCents, minCents, subtractCents, sumCents } from '../money.ts';
import type { DraftChange, DraftTerms } from '../accounts/auto-debit-rate.ts';
import {
  type BilledGroup,
  isPausedOn,
  computeIssueDay,
  issueTo,
  nextUnbilled,
  openBills,
  getOpenAmount,
} from '../accounts/bills.ts';
import type { ProjectedGroup } from '../accounts/changes.ts';
import { type DatedInstruction, instructionOn } from '../accounts/instructions.ts';
import { computePayoff } from '../accounts/ledger.ts';
import { toDraftDay, toLastChangeDay } from './draft-days.ts';
import { type PendingPayment, postInOrder } from './pending.ts';

/** The part of a draft for one group; null for the extra amount, which is for the whole account. */
export interface DraftPart {
  readonly groupId: string | null;
  readonly amount: Cents;
}

/** A group of loans with its bills, as auto debit sees it. */
export interface DraftedGroup extends BilledGroup {
  /** Due date of the first installment; null if it was before the loans were transferred to this servicer. */
  readonly repaymentStarts: PlainDate | null;
}

const isOwing = ({ nextDue }: Pick<BilledGroup, 'nextDue'>): boolean => nextDue !== null;

/** Returns the first due date of an account's groups after a day; null if nothing is owed. */
export const nextDueDate = (
  groups: readonly Pick<BilledGroup, 'dueDay' | 'nextDue'>[],
  after: PlainDate,
): PlainDate | null => findEarliest(groups.filter(isOwing).map(({ dueDay }) => dueDateFrom(addDays(after, 1), dueDay)));

/** Returns the open amount of a group's bill of a due date: at most the balance less older bills. */
function leftOn(group: BilledGroup, dueDate: PlainDate, day: PlainDate): Cents {
  const open = openBills(issueTo(group, dueDate));
  const bill = open.find((each) => each.dueDate === dueDate);
  if (bill === undefined) return ZERO;
  const older = sumCents(open.filter((each) => each.dueDate < dueDate).map(getOpenAmount));
  return minCents(getOpenAmount(bill), maxCents(subtractCents(computePayoff(group.loans, day), older), ZERO));
}

/** Returns whether a group has a payment on a due date: it owes something, repayment has begun, and no pause covers the date. */
export const isPayingOn = (group: DraftedGroup, dueDate: PlainDate): boolean =>
  isOwing(group) && !isPausedOn(group, dueDate) && (group.repaymentStarts === null || group.repaymentStarts <= dueDate);

/**
 * Returns whether the extra amount is drafted on a due date: on the first one of each month, also if the bill is paid
 * (ruling 76), but not before repayment begins or during a postponement.
 */
const hasExtra = (groups: readonly DraftedGroup[], dueDate: PlainDate): boolean => {
  const paying = groups.filter((group) => isPayingOn(group, dueDate));
  return findEarliest(paying.map(({ dueDay }) => dueDateAfter(dueDate, dueDay, 0))) === dueDate;
};

/**
 * Returns the parts of an account's draft for a due date: each group's bill, and the extra amount. Empty if nothing is
 * drafted.
 */
export function draftFor(groups: readonly DraftedGroup[], dueDate: PlainDate, extra: Cents): DraftPart[] {
  const bills = groups
    .filter((group) => !isPausedOn(group, dueDate))
    .map((group) => ({ groupId: group.groupId, amount: leftOn(group, dueDate, dueDate) }))
    .filter(({ amount }) => amount > 0);
  const payoff = sumCents(groups.map(({ loans }) => computePayoff(loans, dueDate)));
  const left = subtractCents(payoff, sumCents(bills.map(({ amount }) => amount)));
  const more = hasExtra(groups, dueDate) ? minCents(extra, maxCents(left, ZERO)) : ZERO;
  return more > 0 ? [...bills, { groupId: null, amount: more }] : bills;
}

/** A draft whose amounts no longer change: the amounts to draw for the bills of one due date (ruling 89). */
export interface FixedDraft {
  readonly dueDate: PlainDate;
  /** The day on which it is drawn; after a refusal, the day of the second attempt. */
  readonly drawnOn: PlainDate;
  readonly isSecondAttempt: boolean;
  readonly parts: readonly DraftPart[];
}

/** An account group as auto debit projects it. */
export type ProjectedDraft = DraftedGroup & ProjectedGroup;

/**
 * Returns the day on which the draft for a due date is fixed: the day after the last one on which a change affects it, or
 * the day of issue of a bill that is issued later, after a pause.
 */
export function getFixDay(groups: readonly BilledGroup[], dueDate: PlainDate): PlainDate {
  const issuedOn = groups
    .filter((group) => nextUnbilled(group) === dueDate)
    .map((group) => computeIssueDay(group, dueDate));
  return issuedOn.reduce(later, addDays(toLastChangeDay(toDraftDay(dueDate)), 1));
}

/**
 * Fixes the draft for a due date: the open amounts of its bills after payments that were authorized by the last day on which
 * a change affects it and are dated up to its day, and the extra amount. `groups` are as they are posted, and `payments` are
 * those under way. The result is empty if nothing is drawn.
 */
export function fixDraft(
  groups: readonly ProjectedDraft[],
  payments: readonly PendingPayment[],
  { dueDate, extra }: { readonly dueDate: PlainDate; readonly extra: Cents },
): DraftPart[] {
  const draftDay = toDraftDay(dueDate);
  const lastChange = toLastChangeDay(draftDay);
  const counted = payments.filter(
    ({ effectiveDate, authorizedOn }) => effectiveDate <= draftDay && authorizedOn <= lastChange,
  );
  return draftFor(postInOrder(groups, counted, draftDay).groups, dueDate, extra);
}

/**
 * Returns the parts of a fixed draft that are drawn on its day: a pause that was granted since cancels its bills (ruling
 * 89). `groups` are as they are posted.
 */
export function partsToDraw(
  parts: readonly DraftPart[],
  groups: readonly Pick<BilledGroup, 'groupId' | 'pauses'>[],
  dueDate: PlainDate,
) {
  const paying = groups.filter((group) => !isPausedOn(group, dueDate));
  return parts.filter(({ groupId }) =>
    groupId === null ? paying.length > 0 : paying.some((group) => group.groupId === groupId),
  );
}

/** Returns the fixed drafts that will be drawn, with the parts to draw ({@link partsToDraw}). */
export const draftsToMake = <D extends Pick<FixedDraft, 'parts' | 'dueDate'>>(
  fixed: readonly D[],
  groups: Parameters<typeof partsToDraw>[1],
): D[] =>
  fixed
    .map((draft) => ({ ...draft, parts: partsToDraw(draft.parts, groups, draft.dueDate) }))
    .filter(({ parts }) => parts.length > 0);

/**
 * Returns the parts of the second attempt of a draft that is refused on its day: the open amounts of the bills after
 * payments under way that are dated up to the second attempt, and the extra amount (ruling 88).
 */
export function computeSecondAttempt(
  { parts, dueDate }: Pick<FixedDraft, 'parts' | 'dueDate'>,
  groups: readonly ProjectedDraft[],
  payments: readonly PendingPayment[],
  again: PlainDate,
): DraftPart[] {
  const after = postInOrder(
    groups,
    payments.filter(({ effectiveDate }) => effectiveDate <= again),
    again,
  ).groups;
  return partsToDraw(parts, after, dueDate).flatMap((part) => {
    const group = after.find(({ groupId }) => groupId === part.groupId);
    if (part.groupId === null || group === undefined) return after.some(isOwing) ? [part] : [];
    const amount = minCents(part.amount, leftOn(group, dueDate, again));
    return amount > 0 ? [{ ...part, amount }] : [];
  });
}

/** Returns the total of a draft. */
export const draftTotal = (parts: readonly DraftPart[]): Cents => sumCents(parts.map(({ amount }) => amount));

/** Returns a fixed draft as payments: one for each part. `instructions` are those of the account, the oldest first. */
export const paymentsOfDraft = (
  { dueDate, drawnOn, parts }: FixedDraft,
  instructions: readonly DatedInstruction[],
): PendingPayment[] =>
  parts.map(({ groupId, amount }) => ({
    amount,
    groupId,
    effectiveDate: drawnOn,
    authorizedOn: toLastChangeDay(toDraftDay(dueDate)),
    keepsDueDate: false,
    billDueDate: groupId === null ? null : dueDate,
    isExtra: groupId === null,
    instruction: instructionOn(instructions, drawnOn),
  }));

/** Returns whether auto debit is on after its changes, the oldest first. */
export const isEnrolled = (changes: readonly Pick<DraftChange, 'terms'>[]): boolean =>
  (changes.at(-1)?.terms ?? null) !== null;

/**
 * Returns the terms of the draft on a day, from the last change before its deadline; null without auto debit.
 * `changes` are in order, the oldest first.
 */
export function termsOn(changes: readonly DraftChange[], draftDay: PlainDate): DraftTerms | null {
  const until = toLastChangeDay(draftDay);
  return changes.findLast(({ changedOn, isImmediate }) => isImmediate || changedOn <= until)?.terms ?? null;
}
