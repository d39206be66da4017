/** What the rules on applications say, and those on the loans that a postponement covers. */
import { formatUsDate } from '../calendar.ts';
import type { Messages } from '../issue.ts';
import { LIMITED_UNTIL } from './coverage.ts';
import type { ApplicationIssue } from './rules.ts';
import type { CoverageReason } from './shapes.ts';

/** As the guides say it as well, whose messages are those of access. */
const PAID_AHEAD = 'Your payments are paid ahead, so none is due that could be postponed.';

export const applicationMessages: Messages<ApplicationIssue> = {
  'application.inProcess': () => 'An application is already in process. You can apply again when it has been decided.',
  'application.noLoans': () => 'None of your loans can be covered by what you apply for.',
  'application.paidAhead': () => `${PAID_AHEAD} You can apply when a payment is due.`,
  'application.notEnrolled': () => 'An in-school deferment is for people who are enrolled at least half-time.',
  'application.notOnActiveDuty': () => 'These benefits are for people who are on active duty.',
  'monthlyIncome.aboveLimit': () => 'Your monthly income is above the limit for the size of your family.',
};

/** Why a group of loans would not be postponed. */
export const coverageMessages: Readonly<Record<CoverageReason, string>> = {
  commercial: 'This is for federal loans. For your other loans, the contract says what is possible.',
  paidInFull: 'These loans are paid in full.',
  inSchoolOrGrace: 'These loans are not due yet: they are in school or grace.',
  postponed: 'These loans are postponed already.',
  paidAhead: PAID_AHEAD,
  madeTooLate: `Loans made on or after ${formatUsDate(LIMITED_UNTIL)} cannot be postponed in this way.`,
  limitReached: 'These loans have used up the months that they can be postponed in this way.',
};
