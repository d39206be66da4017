/** What pausing payments costs (HEA 428H(e)(2), 34 CFR 685.202(b), 682.202(b); reference §2). */
import { type PlainDate, addDays, addMonths, daysBetween } from '../calendar.ts';
import { centsOfMicros, interestFor } from '../interest.ts';
import { type Cents, ZERO, sumCents, toCents } from '../money.ts';
import {
  type Coverage,
  type CoverageFacts,
  type PostponableGroup,
  type PostponableLoan,
  coverageOf,
  isOwnedByEducation,
  monthsLeft,
} from './coverage.ts';
import type { PauseCost, PausedGroup, Postponement } from './shapes.ts';

/** For how many months one application postpones payments at most. In school it is an illustration: as long as enrolled. */
export const GRANT_MONTHS = {
  unemployment: 6,
  rehabilitation: 12,
  economicHardship: 12,
  inSchool: 12,
  military: 12,
  hardship: 12,
} as const satisfies Record<Postponement, number>;

const isForbearance = (kind: Postponement): boolean => kind === 'hardship';

/** Interest of one loan over the pause, rounded to the cent once. The government pays that of a subsidized loan in a deferment. */
function interestOf(loan: PostponableLoan, kind: Postponement, days: number): Cents {
  if (loan.isSubsidized && !isForbearance(kind)) return ZERO;
  return centsOfMicros(interestFor(loan.principal, loan.rate, days));
}

/**
 * Whether interest that is unpaid at the end becomes principal: after a deferment; after a forbearance only of FFELP loans,
 * since July 2023 not of those of the Department of Education.
 */
const isCapitalizedAfter = (group: PostponableGroup, kind: Postponement): boolean =>
  !isForbearance(kind) || !isOwnedByEducation(group);

/**
 * A month's payment after the pause. The remaining term stands still meanwhile, so that a level payment grows as the
 * principal does, rounded up to the cent. On IBR it comes from income and stays as it is.
 */
function paymentAfter({ plan, monthlyPayment, loans }: PostponableGroup, capitalized: Cents): Cents {
  const principal = BigInt(sumCents(loans.map((loan) => loan.principal)));
  if (plan === 'IBR' || principal <= 0n) return monthlyPayment;
  const grown = BigInt(monthlyPayment) * (principal + BigInt(capitalized));
  return toCents(Number((grown + principal - 1n) / principal));
}

function pausedGroup(group: PostponableGroup, kind: Postponement, days: number): PausedGroup {
  const { accountNumber, groupId, loanType, accountLoanType, monthlyPayment } = group;
  const loans = group.loans
    .filter(({ principal }) => principal > 0)
    .map((loan) => ({
      principal: loan.principal,
      rate: loan.rate,
      isSubsidized: loan.isSubsidized,
      interest: interestOf(loan, kind, days),
    }));
  const interestAdded = sumCents(loans.map(({ interest }) => interest));
  const isCapitalized = isCapitalizedAfter(group, kind);
  return {
    accountNumber,
    groupId,
    loanType,
    accountLoanType,
    loans,
    interestAdded,
    isCapitalized,
    paymentNow: monthlyPayment,
    paymentAfter: paymentAfter(group, isCapitalized ? interestAdded : ZERO),
  };
}

/** The last day of a pause of some months that begins on a day: the day before the same day of the month. */
export const lastDayOfPause = (startDate: PlainDate, months: number): PlainDate =>
  addDays(addMonths(startDate, months), -1);

/**
 * For how many months one application postpones payments on all groups that it covers: as long as one grant, or what is
 * left of the months that a loan may have in all where that is less.
 */
export const monthsOfPause = ({ kind, facts, eligible }: Coverage): number =>
  Math.min(GRANT_MONTHS[kind], ...eligible.map((group) => monthsLeft(group, kind, facts) ?? GRANT_MONTHS[kind]));

/** From when on payments pause, and the last day where it is known already; otherwise it lasts as long as one grant. */
export interface PausePeriod {
  readonly startDate: PlainDate;
  readonly endDate?: PlainDate | undefined;
}

/**
 * What a pause costs: simple daily interest on the groups that it covers, from the first day through the last. It is as long
 * as one application grants, or ends on the day that is named where that is not later than allowed.
 */
export function costOfPausing(
  kind: Postponement,
  { startDate, endDate: named }: PausePeriod,
  facts: CoverageFacts,
): PauseCost {
  const coverage = coverageOf(kind, facts);
  const months = monthsOfPause(coverage);
  // R §5 has it of a military deferment that its last day may be the same day of the month as its first.
  const latest = addMonths(startDate, months);
  const endDate = named === undefined ? lastDayOfPause(startDate, months) : named < latest ? named : latest;
  const days = daysBetween(startDate, endDate) + 1;
  const groups = coverage.eligible.map((group) => pausedGroup(group, kind, days));
  return { startDate, endDate, days, groups, interestAdded: sumCents(groups.map((group) => group.interestAdded)) };
}
