/** The loan groups that a postponement of payments covers (R §1, §3, §4; 34 CFR 685.204, 685.205, 682.210). */
import type { PostponementEligibility } from '../../session/access/shapes.ts';
import type { Plan } from '../../plan-names.ts';
import { type PlainDate, addDays, dueDateAfter, findEarliest, later, toPlainDate } from '../../calendar.ts';
import type { RatedLoan } from '../../interest.ts';
import { type Defaultable, areAllInDefault, isInDefault } from '../../loan-default.ts';
import { HOSTILE_PAY_MONTHS } from '../military/shapes.ts';
import { type Cents, sumCents } from '../../money.ts';
import { isEnding } from '../../pause-end.ts';
import { isBeforeRepayment, isFarFromRepayment, repaymentEntered } from '../../repayment-start.ts';
import { type LoanPeriod, generalForbearanceLeft, countHostilePayMonths, countMonths } from './months.ts';
import { isPostponement } from './rules.ts';
import type { ApplicationKind } from '../../applications/shapes.ts';
import type { CoverageReason } from './shapes.ts';
import type { Postponement } from '../../postponement-kinds.ts';

/** The postponements that are limited to a total number of months per loan. */
export const LIMITED = ['unemployment', 'economicHardship', 'hardship'] as const;
export type LimitedPostponement = (typeof LIMITED)[number];

/** The fields of a loan that determine its eligibility for a postponement and the cost. */
export interface PostponableLoan extends RatedLoan {
  readonly disbursedOn: PlainDate;
  readonly principal: Cents;
  /** Whether the government pays the loan's interest during a deferment. */
  readonly isSubsidized: boolean;
  /** Unpaid interest through a day, in millionths of a cent; without them, none is unpaid today. */
  readonly accruedInterest?: bigint;
  readonly interestThrough?: PlainDate;
  /** The periods granted here, from which limits are computed. Omitted without any. */
  readonly periods?: readonly LoanPeriod[];
}

/** A loan group on a given day. Amounts are in cents. */
export interface PostponableGroup extends Defaultable {
  readonly accountNumber: string;
  readonly groupId: string;
  readonly loanType: string;
  /** The program of the account's loans, for the account's display name. */
  readonly accountLoanType: string;
  readonly plan: Plan;
  readonly monthlyPayment: Cents;
  /** The total amount owed, and the part of it that is due. */
  readonly payoff: Cents;
  readonly totalDue: Cents;
  /** The first bill that is not issued yet; after the current postponement if there is one (ruling 98). */
  readonly nextBill: Cents;
  /** The day of the month on which installments are due, 1 to 31. */
  readonly dueDay: number;
  /** The due date of the next payment, after the months paid in advance. Null if none is due, or if the payment is 0.00. */
  readonly firstDue: PlainDate | null;
  /** The due date of the first installment; null if it is so long ago that it is unknown. */
  readonly repaymentStarts: PlainDate | null;
  /** The last day of the latest postponement; null without one. */
  readonly postponedThrough: PlainDate | null;
  /** Months of each limited postponement used before the history of {@link PostponableLoan.periods}, at any servicer. */
  readonly monthsUsed: Readonly<Record<LimitedPostponement, number>>;
  readonly loans: readonly PostponableLoan[];
}

/** Returns whether loans made on or after {@link LIMITED_UNTIL} are excluded from the postponement. */
const isEndedDeferment = (kind: Postponement): boolean => kind === 'unemployment' || kind === 'economicHardship';

/**
 * Loans made on or after this day are excluded from unemployment and economic hardship deferments, and get a shorter
 * general forbearance (P.L. 119-21).
 */
export const LIMITED_UNTIL = toPlainDate('2027-07-01');

/**
 * Borrowers with a loan from before this day get fewer months of unemployment deferment on FFELP loans (34 CFR
 * 682.210(b), (h)).
 */
const NEW_BORROWERS_SINCE = toPlainDate('1993-07-01');

/**
 * Returns whether the Department of Education owns the group's loans. Other federal loans are FFELP loans (ruling 11).
 */
export const isOwnedByEducation = ({ accountNumber }: Pick<PostponableGroup, 'accountNumber'>): boolean =>
  accountNumber.startsWith('E');

/** Returns whether a federal group has Direct loans, by its own type or by that of its account. */
export const isDirect = ({
  loanType,
  accountLoanType,
}: Pick<PostponableGroup, 'loanType' | 'accountLoanType'>): boolean =>
  loanType.startsWith('Direct') || accountLoanType === 'Direct';

/** Returns whether all loans with a balance, including commercial ones, are in school or grace (rulings 28, 43). */
export function areInSchoolOrGrace(
  groups: readonly Pick<PostponableGroup, 'payoff' | 'repaymentStarts'>[],
  today: PlainDate,
): boolean {
  const owed = groups.filter(({ payoff }) => payoff > 0);
  return owed.length > 0 && owed.every((group) => isBeforeRepayment(group, today));
}

/** Returns whether all loans with a balance are in school or grace and enter repayment in more than 90 days (R §6). */
export const areFarFromRepayment = (
  groups: readonly Pick<PostponableGroup, 'payoff' | 'repaymentStarts'>[],
  today: PlainDate,
): boolean =>
  areInSchoolOrGrace(groups, today) &&
  groups.every((group) => group.payoff <= 0 || isFarFromRepayment(repaymentEntered(group), today));

const isLimited = (kind: Postponement): kind is LimitedPostponement => LIMITED.some((limited) => limited === kind);

/** The borrower's loan groups and the business day. */
export interface CoverageInput {
  readonly groups: readonly PostponableGroup[];
  readonly today: PlainDate;
}

const isBorrowerBefore1993 = ({ groups }: CoverageInput): boolean =>
  groups.some(({ loans }) => loans.some(({ disbursedOn }) => disbursedOn < NEW_BORROWERS_SINCE));

/**
 * Returns the total number of months that a group may have: 36, but 24 for unemployment deferment on FFELP loans of a
 * borrower with a loan from before July 1993.
 */
const monthsAllowed = (group: PostponableGroup, kind: LimitedPostponement, facts: CoverageInput): number =>
  kind === 'unemployment' && !isOwnedByEducation(group) && isBorrowerBefore1993(facts) ? 24 : 36;

/** Returns the months of a limited postponement that a group has used or been granted: those of its loan with the most. */
export const monthsUsedBy = ({ monthsUsed, loans }: PostponableGroup, kind: LimitedPostponement): number =>
  monthsUsed[kind] + Math.max(0, ...loans.map(({ periods = [] }) => countMonths(periods, kind)));

/** Returns the first due date of a group after `today`, on which a hardship forbearance can begin. */
export function nextDueDate({ dueDay }: Pick<PostponableGroup, 'dueDay'>, today: PlainDate): PlainDate {
  const inMonth = dueDateAfter(today, dueDay, 0);
  return inMonth > today ? inMonth : dueDateAfter(today, dueDay, 1);
}

/**
 * Returns the months of a postponement from `start` that a group has left; undefined if the postponement is unlimited.
 * Hardship forbearance of loans made since {@link LIMITED_UNTIL} is also limited to 9 months in any 24.
 */
export function monthsLeft(
  group: PostponableGroup,
  kind: Postponement,
  facts: CoverageInput,
  start: PlainDate,
): number | undefined {
  if (!isLimited(kind)) return undefined;
  const inAll = Math.max(0, monthsAllowed(group, kind, facts) - monthsUsedBy(group, kind));
  if (kind !== 'hardship') return inAll;
  const inWindow = group.loans
    .filter(({ disbursedOn }) => disbursedOn >= LIMITED_UNTIL)
    .map(({ periods = [] }) => generalForbearanceLeft(periods, start));
  return Math.min(inAll, ...inWindow);
}

/**
 * Returns the months without interest for duty in hostile areas that the borrower has left. The limit applies to the
 * borrower (HEA 455(o)), so the loan with the most months counts.
 */
export const hostilePayMonthsLeft = ({ groups }: Pick<CoverageInput, 'groups'>): number => {
  const loans = groups.flatMap((group) => group.loans);
  return Math.max(
    0,
    HOSTILE_PAY_MONTHS - Math.max(0, ...loans.map(({ periods = [] }) => countHostilePayMonths(periods))),
  );
};

/** Returns `day`, or the first day after the postponements of all these groups if that is later (ruling 98). */
export const afterPauses = (groups: readonly Pick<PostponableGroup, 'postponedThrough'>[], day: PlainDate): PlainDate =>
  groups.reduce(
    (first, { postponedThrough }) => (postponedThrough === null ? first : later(first, addDays(postponedThrough, 1))),
    day,
  );

/**
 * Returns the earliest day on which a postponement of any group can begin. No group has fewer months left on a later
 * day, because it ends its periods first.
 */
const earliestStart = (kind: Postponement, { groups, today }: CoverageInput): PlainDate =>
  kind === 'hardship' ? (findEarliest(groups.map((group) => nextDueDate(group, today))) ?? today) : today;

type Paused = Pick<PostponableGroup, 'postponedThrough'>;

const isPostponed = ({ postponedThrough }: Paused, today: PlainDate): boolean =>
  postponedThrough !== null && postponedThrough >= today;

const isPauseEnding = ({ postponedThrough }: Paused, today: PlainDate): boolean =>
  postponedThrough !== null && isEnding(postponedThrough, today);

/** Returns the amount due by which an application is open: at the end of a pause, also the first bill after it (ruling 98). */
export const dueForEntry = (
  group: Pick<PostponableGroup, 'totalDue' | 'nextBill' | 'postponedThrough'>,
  today: PlainDate,
): Cents => (isPauseEnding(group, today) ? sumCents([group.totalDue, group.nextBill]) : group.totalDue);

/** Returns the reason why a postponement does not cover a group; undefined if it does. */
export function findPostponementIneligibility(
  group: PostponableGroup,
  kind: Postponement,
  facts: CoverageInput,
): CoverageReason | undefined {
  const { today } = facts;
  if (!group.isFederal) return 'commercial';
  if (group.payoff <= 0) return 'paidInFull';
  if (isInDefault(group)) return 'inDefault';
  if (isBeforeRepayment(group, today)) return 'inSchoolOrGrace';
  if (isPostponed(group, today) && !isPauseEnding(group, today)) return 'postponed';
  if (isEndedDeferment(kind) && group.loans.some(({ disbursedOn }) => disbursedOn >= LIMITED_UNTIL)) {
    return 'madeTooLate';
  }
  if (monthsLeft(group, kind, facts, earliestStart(kind, facts)) === 0) return 'limitReached';
  // A forbearance requires a payment that is due; a deferment also covers loans that are paid ahead. This check comes
  // last, so that a borrower who returns when a payment is due can then apply.
  return kind === 'hardship' && dueForEntry(group, today) <= 0 ? 'paidAhead' : undefined;
}

/** A group that a postponement does not cover, with the reason. */
export interface IneligiblePostponableGroup extends PostponableGroup {
  readonly reason: CoverageReason;
}

/** The borrower's groups by whether a postponement covers them. */
export interface PostponementCoverage {
  readonly kind: Postponement;
  readonly facts: CoverageInput;
  readonly eligible: readonly PostponableGroup[];
  readonly ineligible: readonly IneligiblePostponableGroup[];
}

/**
 * Splits the borrower's groups by whether a postponement covers them, preserving their order. All covered groups begin
 * on one day: those that are still postponed are covered only if none can begin before the end of their pause.
 */
export function computePostponementCoverage(kind: Postponement, facts: CoverageInput): PostponementCoverage {
  const eligible: PostponableGroup[] = [];
  const ineligible: IneligiblePostponableGroup[] = [];
  const covered = facts.groups.filter((group) => findPostponementIneligibility(group, kind, facts) === undefined);
  const isSomeFree = covered.some((group) => !isPostponed(group, facts.today));
  for (const group of facts.groups) {
    const isLater = isSomeFree && isPostponed(group, facts.today);
    const reason = findPostponementIneligibility(group, kind, facts) ?? (isLater ? 'postponed' : undefined);
    if (reason === undefined) eligible.push(group);
    else ineligible.push({ ...group, reason });
  }
  return { kind, facts, eligible, ineligible };
}

/**
 * Returns whether the borrower may apply for a postponement: it covers at least one group. An in-school deferment does
 * not require a school on record, so that newly enrolled borrowers can apply.
 */
export const mayApplyFor = (kind: Postponement, facts: CoverageInput): boolean =>
  facts.groups.some((group) => findPostponementIneligibility(group, kind, facts) === undefined);

/**
 * The reason why a borrower may not apply: all federal loans are in default, all loans that could be covered are paid
 * ahead, or no loan can be covered.
 */
export type CoverageIssue = 'inDefault' | 'paidAhead' | 'noLoans';

/** Returns the reason why the borrower may not apply for a postponement; undefined if it covers at least one group. */
export function coverageIssue(kind: Postponement, facts: CoverageInput): CoverageIssue | undefined {
  if (mayApplyFor(kind, facts)) return undefined;
  if (areAllInDefault(facts.groups)) return 'inDefault';
  const isPaidAhead = facts.groups.some((group) => findPostponementIneligibility(group, kind, facts) === 'paidAhead');
  return isPaidAhead ? 'paidAhead' : 'noLoans';
}

/**
 * Returns the reason why the borrower's loans rule out an application; undefined if they do not. Military benefits that
 * postpone nothing only require a federal loan (rulings 8, 68). Repayment plans have their own rules besides default
 * (ruling 97).
 */
export function loanIssue(kind: ApplicationKind, facts: CoverageInput): CoverageIssue | undefined {
  if (isPostponement(kind)) return coverageIssue(kind, facts);
  if (kind !== 'militaryBenefits') return areAllInDefault(facts.groups) ? 'inDefault' : undefined;
  return facts.groups.some(({ isFederal }) => isFederal) ? undefined : 'noLoans';
}

const REASONS = { inDefault: 'NoEligLoans', paidAhead: 'PaidAhead', noLoans: 'NoEligLoans' } as const;

/**
 * Returns whether the borrower's loans allow a postponement, as the API reports it to the guides and the flow (ruling
 * 67). The flow of the military deferment also offers benefits that postpone nothing.
 */
export function postponementEligibility(kind: Postponement, facts: CoverageInput): PostponementEligibility {
  const issue = loanIssue(kind === 'military' ? 'militaryBenefits' : kind, facts);
  return { isEligible: issue === undefined, ineligibleReason: issue === undefined ? null : REASONS[issue] };
}
