/** The status of loan accounts, and when their next payment is due. */
import { type PlainDate, addMonths, findEarliest } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import { type Defaultable, isInDefault } from '../loan-default.ts';
import { type Postponement, isForbearance } from '../postponement-kinds.ts';
import type { GroupStatus } from './loans/shapes.ts';
import type { ActivePause } from './shapes.ts';
import { type RepaymentStart, isBeforeRepayment, repaymentEntered } from '../repayment-start.ts';

/** Months of grace of Direct and FFELP loans before repayment (34 CFR 685.207, 682.209). */
const GRACE_MONTHS = 6;

/** The facts of a loan group that decide its status. Amounts are in cents. */
export interface GroupInput extends RepaymentStart, Defaultable {
  readonly payoff: Cents;
  readonly pastDue: Cents;
  /** The first day of the latest pause; null if it is unknown. */
  readonly postponedFrom: PlainDate | null;
  /** The last day on which payments are postponed; null if they never were. */
  readonly postponedThrough: PlainDate | null;
  /** The deferment or forbearance that postpones them; null if it is unknown. */
  readonly postponedBy: Postponement | null;
}

/** The status of a loan group whose payments are postponed. */
export interface PausedStatus {
  readonly code: ActivePause['status'];
  /** The last day of the pause (ruling 106). */
  readonly lastDay: PlainDate;
}

/** The status of a loan group. */
export type AccountStatus = { readonly code: Exclude<GroupStatus, PausedStatus['code']> } | PausedStatus;

function postponedStatus(by: Postponement | null): PausedStatus['code'] {
  if (by === null) return 'postponed';
  return isForbearance(by) ? 'inForbearance' : 'deferred';
}

/** Returns whether loans that are not in repayment yet are in school or in grace; a lender's own terms are unknown. */
function statusBeforeRepayment(group: GroupInput, today: PlainDate): 'inSchool' | 'inGrace' | 'inSchoolOrGrace' {
  const entered = repaymentEntered(group);
  if (!group.isFederal || entered === null) return 'inSchoolOrGrace';
  return today < addMonths(entered, -GRACE_MONTHS) ? 'inSchool' : 'inGrace';
}

/** Returns the pause of a group in repayment, also if an older amount is past due; null without one. */
export function findPause(group: GroupInput, today: PlainDate): PausedStatus | null {
  const { payoff, postponedFrom, postponedThrough, postponedBy } = group;
  if (payoff <= 0 || isBeforeRepayment(group, today)) return null;
  const hasBegun = postponedFrom === null || postponedFrom <= today;
  if (!hasBegun || postponedThrough === null || postponedThrough < today) return null;
  return { code: postponedStatus(postponedBy), lastDay: postponedThrough };
}

/** Returns the status of one group of loans. */
export function groupStatus(group: GroupInput, today: PlainDate): AccountStatus {
  if (group.payoff <= 0) return { code: 'paidInFull' };
  // No pause covers loans in default, also if it was granted before (ruling 97).
  if (isInDefault(group)) return { code: 'inDefault' };
  // A pause covers a group although an older amount is past due (ruling 97).
  const pause = findPause(group, today);
  if (pause !== null) return pause;
  if (group.pastDue > 0) return { code: 'pastDue' };
  return { code: isBeforeRepayment(group, today) ? statusBeforeRepayment(group, today) : 'inRepayment' };
}

const isSame = (a: AccountStatus, b: AccountStatus): boolean =>
  a.code === b.code && ('lastDay' in a ? a.lastDay : null) === ('lastDay' in b ? b.lastDay : null);

/** Returns 'in default' or 'past due' if any group is, else the different statuses of the groups with a balance. */
export function accountStatuses(groups: readonly GroupInput[], today: PlainDate): readonly AccountStatus[] {
  const statuses = groups.map((group) => groupStatus(group, today));
  const worst = (['inDefault', 'pastDue'] as const).find((of) => statuses.some(({ code }) => code === of));
  if (worst !== undefined) return [{ code: worst }];
  const owed = statuses.filter(({ code }) => code !== 'paidInFull');
  if (owed.length === 0) return [{ code: 'paidInFull' }];
  return owed.filter((status, index) => owed.findIndex((other) => isSame(other, status)) === index);
}

/** The facts of a loan group that decide on the next payment of its account. */
export interface NextDue extends RepaymentStart {
  readonly paymentDueDate: PlainDate | null;
  /** The installment of that date, in cents. */
  readonly amount: Cents;
}

/** Returns the account's next due date, the amount of the groups that are due on it, and whether it is their first. */
export function findNextPayment(groups: readonly NextDue[]) {
  const paymentDueDate = findEarliest(groups.map((group) => group.paymentDueDate));
  const next = paymentDueDate === null ? [] : groups.filter((group) => group.paymentDueDate === paymentDueDate);
  return {
    paymentDueDate,
    amount: sumCents(next.map(({ amount }) => amount)),
    isFirst: next.length > 0 && next.every(({ repaymentStarts }) => repaymentStarts === paymentDueDate),
  };
}
