/**
 * Drafts of auto debit (rulings 52 and 76): their days, their amounts, and the last day on which a change affects one.
 * A draft pays the bill of one due date. It does not pay amounts that are past due, nor bills that are already paid.
 */
import { isBankingDay, nextBankingDay, previousBankingDay } from '../banking-days.ts';
import { type PlainDate, addDays, dueDateAfter, dueDateFrom, earliestOf } from '../calendar.ts';
import { type Cents, ZERO, maxCents, minCents, subtractCents, sumCents } from '../money.ts';
import { type BilledGroup, isPausedOn, issueTo, openBills, openOf } from './bills.ts';
import { type ProjectedGroup, broughtTo } from './changes.ts';
import { type LedgerLoan, owedOn, wholeOf } from './ledger.ts';

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

/** The number of banking days before a draft after which a change no longer affects it. */
const LEAD = 3;

/** Returns the day of the draft for a due date: the next banking day if banks are closed on it. */
export const draftDayOf = (dueDate: PlainDate): PlainDate =>
  isBankingDay(dueDate) ? dueDate : nextBankingDay(dueDate);

/** Returns the last day on which a change affects the draft of a day: the third banking day before it. */
export function lastChangeDayOf(draftDay: PlainDate): PlainDate {
  let day = draftDay;
  for (let before = 0; before < LEAD; before += 1) day = previousBankingDay(day);
  return day;
}

/** Returns the day of the second attempt at a failed draft: the second banking day after it. */
export const retryDayOf = (draftDay: PlainDate): PlainDate => nextBankingDay(nextBankingDay(draftDay));

const isOwing = ({ nextDue }: Pick<BilledGroup, 'nextDue'>): boolean => nextDue !== null;

/** Returns the first due date of an account's groups after a day; null if nothing is owed. */
export const nextDueDate = (
  groups: readonly Pick<BilledGroup, 'dueDay' | 'nextDue'>[],
  after: PlainDate,
): PlainDate | null => earliestOf(groups.filter(isOwing).map(({ dueDay }) => dueDateFrom(addDays(after, 1), dueDay)));

const payoffOf = (loans: readonly LedgerLoan[], day: PlainDate): Cents =>
  sumCents(loans.map((loan) => wholeOf(owedOn(loan, day))));

/** Returns what is left to pay on a group's bill of a due date, which is at most what is owed beyond older bills. */
function leftOn(group: BilledGroup, dueDate: PlainDate, day: PlainDate): Cents {
  const open = openBills(issueTo(group, dueDate));
  const bill = open.find((each) => each.dueDate === dueDate);
  if (bill === undefined) return ZERO;
  const older = sumCents(open.filter((each) => each.dueDate < dueDate).map(openOf));
  return minCents(openOf(bill), maxCents(subtractCents(payoffOf(group.loans, day), older), ZERO));
}

/**
 * Returns whether the extra amount is drafted on a due date: on the first one of each month, also if the bill is paid
 * (ruling 76), but not before repayment begins or during a postponement.
 */
const hasExtra = (groups: readonly DraftedGroup[], dueDate: PlainDate): boolean => {
  const paying = groups.filter(
    (group) =>
      isOwing(group) &&
      !isPausedOn(group, dueDate) &&
      (group.repaymentStarts === null || group.repaymentStarts <= dueDate),
  );
  return earliestOf(paying.map(({ dueDay }) => dueDateAfter(dueDate, dueDay, 0))) === dueDate;
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
  const payoff = sumCents(groups.map(({ loans }) => payoffOf(loans, dueDate)));
  const left = subtractCents(payoff, sumCents(bills.map(({ amount }) => amount)));
  const more = hasExtra(groups, dueDate) ? minCents(extra, maxCents(left, ZERO)) : ZERO;
  return more > 0 ? [...bills, { groupId: null, amount: more }] : bills;
}

/**
 * Returns the parts of the second attempt of a refused draft. `day` is after the due date. Only the unpaid rest of the
 * bills is drafted. Groups whose payments are paused now are left out. The extra amount is drafted while at least one
 * group is not paused.
 */
export function retryFor(
  parts: readonly DraftPart[],
  groups: readonly DraftedGroup[],
  dueDate: PlainDate,
  day: PlainDate,
): DraftPart[] {
  const paying = groups.filter((group) => !isPausedOn(group, dueDate));
  return parts.flatMap((part) => {
    if (part.groupId === null) return paying.some(isOwing) ? [part] : [];
    const group = paying.find(({ groupId }) => groupId === part.groupId);
    if (group === undefined) return [];
    const amount = minCents(part.amount, leftOn(group, dueDate, day));
    return amount > 0 ? [{ ...part, amount }] : [];
  });
}

/** The total of a draft. */
export const draftTotal = (parts: readonly DraftPart[]): Cents => sumCents(parts.map(({ amount }) => amount));

/** A draft to come. */
export interface NextDraft {
  readonly dueDate: PlainDate;
  readonly draftDay: PlainDate;
  readonly amount: Cents;
}

/** A group whose later drafts are projected. */
export type ProjectedDraft = DraftedGroup & ProjectedGroup;

/** The number of due dates that are searched for the next draft: ten years of two due days. */
const SEARCHED = 240;

/**
 * Returns the first draft with an amount whose due date is after `after`; null if there is none. `extraOn` returns the
 * extra amount of the draft on a day, or null if auto debit does not draw on that day.
 */
export function nextDraft(
  groups: readonly ProjectedDraft[],
  after: PlainDate,
  extraOn: (draftDay: PlainDate) => Cents | null,
): NextDraft | null {
  let dueDate = nextDueDate(groups, after);
  for (let searched = 0; searched < SEARCHED && dueDate !== null; searched += 1) {
    const draftDay = draftDayOf(dueDate);
    const extra = extraOn(draftDay);
    const on = dueDate;
    const brought = groups.map((group) => ({
      ...group,
      ...broughtTo<ProjectedDraft['loans'][number], ProjectedDraft>(group, on),
    }));
    const amount = extra === null ? ZERO : draftTotal(draftFor(brought, dueDate, extra));
    if (amount > 0) return { dueDate, draftDay, amount };
    dueDate = nextDueDate(groups, dueDate);
  }
  return null;
}

/** The choices of a borrower for auto debit on one account. */
export interface DraftTerms {
  readonly profileId: string;
  readonly extraAmount: Cents;
}

/** An entry of the change history. `terms` is null if it ended auto debit. */
export interface DraftChange {
  readonly changedOn: PlainDate;
  /** Whether it applies at once, to a draft under way too: a suspension, or the end because nothing is owed. */
  readonly isImmediate: boolean;
  readonly terms: DraftTerms | null;
}

/**
 * Returns the terms of the draft on a day, from the last change before its deadline; null without auto debit.
 * `changes` are in order, the oldest first.
 */
export function termsOn(changes: readonly DraftChange[], draftDay: PlainDate): DraftTerms | null {
  const until = lastChangeDayOf(draftDay);
  return changes.findLast(({ changedOn, isImmediate }) => isImmediate || changedOn <= until)?.terms ?? null;
}
