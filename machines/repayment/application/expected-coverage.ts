/** Sample loans that a postponement does not cover, one for each reason, and the text for each. */
import { CALL_ABOUT_DEFAULT } from '../../kit/expected-page.ts';
import { toCents } from '#domain/money.ts';
import type { CoverageReason, CoveredGroups } from '#domain/repayment/postponement/shapes.ts';

const group = {
  accountNumber: 'E100200301',
  groupId: 'A',
  loanType: 'Direct Unsubsidized',
  accountLoanType: 'Direct',
  outstandingPrincipal: toCents(1_700_000),
};

/** Texts for the reasons why a group is not covered. The guides use the same text for loans paid ahead. */
const SENTENCES = {
  commercial: 'This is for federal loans. For your other loans, your contract says what help you can get.',
  paidInFull: 'These loans are paid in full.',
  inDefault: "These loans are in default, so they can't be paused.",
  inSchoolOrGrace: "These loans aren't due yet: they're in school or grace.",
  postponed: 'These loans are already paused. You can apply again in the last 60 days of that pause.',
  paidAhead: "You've paid ahead, so you have no payment due that we could pause.",
  madeTooLate: "Loans made on or after 07/01/2027 can't be paused in this way.",
  limitReached: 'These loans have used all the months they can be paused in this way.',
} as const satisfies Readonly<Record<CoverageReason, string>>;

const REASONS = [
  'commercial',
  'paidInFull',
  'inDefault',
  'inSchoolOrGrace',
  'postponed',
  'paidAhead',
  'madeTooLate',
  'limitReached',
] as const;

const notCovered = { ...group, outstandingPrincipal: toCents(250_000) };

/** One group for each reason, and one without a reason. */
const ineligibleGroups = [
  ...REASONS.map((reason, at) => ({ ...notCovered, groupId: `B${at + 1}`, reason })),
  { ...notCovered, groupId: 'C' },
];

/** Sample with one group that is covered and others that are not. */
export const sampleGroups: CoveredGroups = { eligibleGroups: [group], ineligibleGroups };

/** Sample without a covered group. */
export const noGroups: CoveredGroups = {
  eligibleGroups: [],
  ineligibleGroups: [{ ...group, reason: 'postponed' }, ...ineligibleGroups],
};

/** Texts that every list of groups shows. */
export const COVERAGE_READS: readonly string[] = [
  'Direct Loans · E100200301',
  'Direct Unsubsidized',
  '$17,000.00',
  "Loans that wouldn't be paused",
  'Why not',
  ...Object.values(SENTENCES),
  'Please call us at',
  CALL_ABOUT_DEFAULT,
];
