/** The messages about applications and about the loans that a postponement covers. */
import { formatUsDate } from '../../calendar.ts';
import type { Messages } from '../../issue.ts';
import { LIMITED_UNTIL } from './coverage.ts';
import type { ApplicationIssue } from './rules.ts';
import type { CoverageReason } from './shapes.ts';

/** Same text as in the guides, whose messages are in `domain/session/access`. */
const PAID_AHEAD = "You've paid ahead, so you have no payment due that we could pause.";

const IN_DEFAULT = "Your loans are in default, so they can't get a pause or another plan.";

export const applicationMessages: Messages<ApplicationIssue> = {
  'application.inProcess': () => 'An application is already in process. You can apply again after we decide on it.',
  'application.decided': () => 'We already decided on this application, so it can no longer be withdrawn.',
  'application.noLoans': () => 'None of your loans qualify for what you applied for.',
  'application.inDefault': () => `${IN_DEFAULT} Contact us to learn how to get out of default.`,
  'application.paidAhead': () => `${PAID_AHEAD} You can apply when a payment is due.`,
  'application.notEnrolled': () => 'An in-school deferment is for people who are enrolled at least half-time.',
  'application.notOnActiveDuty': () => 'These benefits are for people who are on active duty.',
  'monthlyIncome.aboveLimit': () => 'Your monthly income is above the limit for the size of your family.',
};

/** The reason why a postponement does not cover a loan group. */
export const coverageMessages: Readonly<Record<CoverageReason, string>> = {
  commercial: 'This is for federal loans. For your other loans, your contract says what help you can get.',
  paidInFull: 'These loans are paid in full.',
  inDefault: "These loans are in default, so they can't be paused.",
  inSchoolOrGrace: "These loans aren't due yet: they're in school or grace.",
  postponed: 'These loans are already paused. You can apply again in the last 60 days of that pause.',
  paidAhead: PAID_AHEAD,
  madeTooLate: `Loans made on or after ${formatUsDate(LIMITED_UNTIL)} can't be paused in this way.`,
  limitReached: 'These loans have used all the months they can be paused in this way.',
};
