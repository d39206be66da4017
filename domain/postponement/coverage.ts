/** Which groups of loans a postponement of payments covers (R §1, §3, §4; 34 CFR 685.204, 685.205, 682.210). */
import type { PostponementEligibility } from '../access/shapes.ts';
import type { Plan } from '../accounts/shapes.ts';
import { type PlainDate, plainDateOf } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { isBeforeRepayment, isFarFromRepayment, repaymentEntered } from '../repayment-start.ts';
import { isPostponement } from './rules.ts';
import type { ApplicationKind, CoverageReason, Postponement } from './shapes.ts';

/** The ways to postpone payments of which a loan has only so many months in all. */
export const LIMITED = ['unemployment', 'economicHardship', 'hardship'] as const;
export type LimitedPostponement = (typeof LIMITED)[number];

/** A loan, as far as it decides on a postponement and its cost. */
export interface PostponableLoan {
  readonly disbursedOn: PlainDate;
  readonly principal: Cents;
  /** Thousandths of a percent a year. */
  readonly rate: number;
  /** Whether the government pays its interest during a deferment. */
  readonly isSubsidized: boolean;
}

/** A group of loans on a day. Amounts are in cents. */
export interface PostponableGroup {
  readonly accountNumber: string;
  readonly groupId: string;
  readonly loanType: string;
  /** The program of the account's loans, which names the account. */
  readonly accountLoanType: string;
  readonly isFederal: boolean;
  readonly plan: Plan;
  readonly monthlyPayment: Cents;
  /** All that is owed, and what of it is due. */
  readonly payoff: Cents;
  readonly totalDue: Cents;
  /** Day of the month on which an instalment falls due, 1 to 31. */
  readonly dueDay: number;
  /** When the first instalment fell or falls due; null where that was before anything is known. */
  readonly repaymentStarts: PlainDate | null;
  /** The last day on which payments are postponed; null where they are not. */
  readonly postponedThrough: PlainDate | null;
  /** Months of the limited postponements that the loans have had, here and elsewhere. */
  readonly monthsUsed: Readonly<Record<LimitedPostponement, number>>;
  readonly loans: readonly PostponableLoan[];
}

/** Whether loans that are made from {@link LIMITED_UNTIL} on have it no more. */
const isEndedDeferment = (kind: Postponement): boolean => kind === 'unemployment' || kind === 'economicHardship';

/** Loans made from this day on have no unemployment or economic hardship deferment, and shorter general forbearance (P.L. 119-21). */
export const LIMITED_UNTIL = plainDateOf('2027-07-01');

/** Whoever had a loan before this day has fewer months of unemployment deferment on FFELP loans (34 CFR 682.210(b), (h)). */
const NEW_BORROWERS_SINCE = plainDateOf('1993-07-01');

/** Whether a group of loans belongs to the Department of Education; other federal ones are FFELP loans (ruling 11). */
export const isOwnedByEducation = ({ accountNumber }: Pick<PostponableGroup, 'accountNumber'>): boolean =>
  accountNumber.startsWith('E');

/** Whether loans are in school or grace and nothing else: all that are still owed, commercial ones too (rulings 28, 43). */
export function areInSchoolOrGrace(
  groups: readonly Pick<PostponableGroup, 'payoff' | 'repaymentStarts'>[],
  today: PlainDate,
): boolean {
  const owed = groups.filter(({ payoff }) => payoff > 0);
  return owed.length > 0 && owed.every((group) => isBeforeRepayment(group, today));
}

/** Whether loans are in school or grace, and all of them enter repayment in more than 90 days (R §6). */
export const areFarFromRepayment = (
  groups: readonly Pick<PostponableGroup, 'payoff' | 'repaymentStarts'>[],
  today: PlainDate,
): boolean =>
  areInSchoolOrGrace(groups, today) &&
  groups.every((group) => group.payoff <= 0 || isFarFromRepayment(repaymentEntered(group), today));

const isLimited = (kind: Postponement): kind is LimitedPostponement => LIMITED.some((limited) => limited === kind);

/** The borrower's loans with the day on which it is asked. */
export interface CoverageFacts {
  readonly groups: readonly PostponableGroup[];
  readonly today: PlainDate;
}

const isBorrowerBefore1993 = ({ groups }: CoverageFacts): boolean =>
  groups.some(({ loans }) => loans.some(({ disbursedOn }) => disbursedOn < NEW_BORROWERS_SINCE));

/** The months that a group may have in all: 36, but for unemployment on FFELP loans of who has borrowed before July 1993. */
const monthsAllowed = (group: PostponableGroup, kind: LimitedPostponement, facts: CoverageFacts): number =>
  kind === 'unemployment' && !isOwnedByEducation(group) && isBorrowerBefore1993(facts) ? 24 : 36;

/** The months that a group still has of a postponement; undefined where there is no limit to them. */
export const monthsLeft = (group: PostponableGroup, kind: Postponement, facts: CoverageFacts): number | undefined =>
  isLimited(kind) ? Math.max(0, monthsAllowed(group, kind, facts) - group.monthsUsed[kind]) : undefined;

/** Why a postponement does not cover one of the borrower's groups; undefined where it does. */
export function reasonAgainst(
  group: PostponableGroup,
  kind: Postponement,
  facts: CoverageFacts,
): CoverageReason | undefined {
  const { today } = facts;
  if (!group.isFederal) return 'commercial';
  if (group.payoff <= 0) return 'paidInFull';
  if (isBeforeRepayment(group, today)) return 'inSchoolOrGrace';
  if (group.postponedThrough !== null && group.postponedThrough >= today) return 'postponed';
  if (isEndedDeferment(kind) && group.loans.some(({ disbursedOn }) => disbursedOn >= LIMITED_UNTIL)) {
    return 'madeTooLate';
  }
  if (monthsLeft(group, kind, facts) === 0) return 'limitReached';
  // A forbearance needs a payment that is due; a deferment covers what is paid ahead as well. It is asked last: whoever is
  // told to come back when a payment is due can then apply.
  return kind === 'hardship' && group.totalDue <= 0 ? 'paidAhead' : undefined;
}

/** A group that a postponement does not cover, and why. */
export interface IneligiblePostponableGroup extends PostponableGroup {
  readonly reason: CoverageReason;
}

/** The groups that a postponement covers, and those that it does not. */
export interface Coverage {
  readonly kind: Postponement;
  readonly facts: CoverageFacts;
  readonly eligible: readonly PostponableGroup[];
  readonly ineligible: readonly IneligiblePostponableGroup[];
}

/** Splits the borrower's groups into those that a postponement covers and those that it does not, in their order. */
export function coverageOf(kind: Postponement, facts: CoverageFacts): Coverage {
  const eligible: PostponableGroup[] = [];
  const ineligible: IneligiblePostponableGroup[] = [];
  for (const group of facts.groups) {
    const reason = reasonAgainst(group, kind, facts);
    if (reason === undefined) eligible.push(group);
    else ineligible.push({ ...group, reason });
  }
  return { kind, facts, eligible, ineligible };
}

/**
 * Whether the borrower may apply for a postponement: any group is covered. For in-school that does not depend on a school
 * that is known, so that it is open to people who have just enrolled.
 */
export const mayApplyFor = (kind: Postponement, facts: CoverageFacts): boolean =>
  facts.groups.some((group) => reasonAgainst(group, kind, facts) === undefined);

/** Why a borrower may not apply for a postponement: all that could be covered is paid ahead, or no loan can be covered. */
export type CoverageIssue = 'paidAhead' | 'noLoans';

/** Why the borrower may not apply for a postponement; undefined if it covers any group. */
export function coverageIssue(kind: Postponement, facts: CoverageFacts): CoverageIssue | undefined {
  if (mayApplyFor(kind, facts)) return undefined;
  const isPaidAhead = facts.groups.some((group) => reasonAgainst(group, kind, facts) === 'paidAhead');
  return isPaidAhead ? 'paidAhead' : 'noLoans';
}

/**
 * Why the borrower's loans rule out an application; undefined if they don't. Military benefits that postpone nothing only need a
 * federal loan (rulings 8, 68), and other plans have rules of their own.
 */
export function loanIssue(kind: ApplicationKind, facts: CoverageFacts): CoverageIssue | undefined {
  if (isPostponement(kind)) return coverageIssue(kind, facts);
  return kind === 'militaryBenefits' && !facts.groups.some(({ isFederal }) => isFederal) ? 'noLoans' : undefined;
}

const REASONS = { paidAhead: 'PaidAhead', noLoans: 'NoEligLoans' } as const;

/**
 * Whether the borrower's loans open the flow of a postponement, as the server sends it to the guides and to that flow (ruling
 * 67). The flow of the military deferment also offers benefits that postpone nothing.
 */
export function postponementEligibility(kind: Postponement, facts: CoverageFacts): PostponementEligibility {
  const issue = loanIssue(kind === 'military' ? 'militaryBenefits' : kind, facts);
  return { isEligible: issue === undefined, ineligibleReason: issue === undefined ? null : REASONS[issue] };
}
