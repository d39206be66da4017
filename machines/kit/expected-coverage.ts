/** The loans that a postponement would not cover, one for each reason, and what a person reads of each. */
import { toCents } from '#domain/money.ts';
import type { CoverageReason, CoveredGroups } from '#domain/postponement/shapes.ts';

const group = {
  accountNumber: 'E100200301',
  groupId: 'A',
  loanType: 'Direct Unsubsidized',
  accountLoanType: 'Direct',
  outstandingPrincipal: toCents(1_700_000),
};

/** Why a group would not be postponed. Of what is paid ahead the guides say the same. */
const SENTENCES = {
  commercial: 'This is for federal loans. For your other loans, your contract says what help you can get.',
  paidInFull: 'These loans are paid in full.',
  inSchoolOrGrace: 'These loans are not due yet: they are in school or grace.',
  postponed: 'These loans are already postponed.',
  paidAhead: "You've paid ahead, so you have no payment due that we could postpone.",
  madeTooLate: "Loans made on or after 07/01/2027 can't be postponed in this way.",
  limitReached: 'These loans have used all the months they can be postponed in this way.',
} as const satisfies Readonly<Record<CoverageReason, string>>;

const REASONS = [
  'commercial',
  'paidInFull',
  'inSchoolOrGrace',
  'postponed',
  'paidAhead',
  'madeTooLate',
  'limitReached',
] as const;

const notCovered = { ...group, outstandingPrincipal: toCents(250_000) };

/** One for each reason, and one of which the server gives none. */
const ineligibleGroups = [
  ...REASONS.map((reason, at) => ({ ...notCovered, groupId: `B${at + 1}`, reason })),
  { ...notCovered, groupId: 'C' },
];

/** A group that would be postponed, and others that would not. */
export const sampleGroups: CoveredGroups = { eligibleGroups: [group], ineligibleGroups };

/** None of the groups would be postponed. */
export const noGroups: CoveredGroups = {
  eligibleGroups: [],
  ineligibleGroups: [{ ...group, reason: 'postponed' }, ...ineligibleGroups],
};

/** What is read where the groups are shown, whichever would be postponed. */
export const COVERAGE_READS: readonly string[] = [
  'Direct Loans · E100200301',
  'Direct Unsubsidized',
  '$17,000.00',
  'Loans that would not be postponed',
  'Why not',
  ...Object.values(SENTENCES),
  'Please call us at',
];
