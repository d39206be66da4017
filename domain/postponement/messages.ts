/** What the rules on applications say. */
import type { Messages } from '../issue.ts';
import type { ApplicationIssue } from './rules.ts';

export const applicationMessages: Messages<ApplicationIssue> = {
  'application.inProcess': () => 'An application is already in process. You can apply again when it has been decided.',
  'application.noLoans': () => 'None of your loans can be covered by what you apply for.',
  'application.paidAhead': () =>
    'Your payments are paid ahead, so none is due that could be postponed. You can apply when a payment is due.',
  'application.notEnrolled': () => 'An in-school deferment is for people who are enrolled at least half-time.',
  'application.notOnActiveDuty': () => 'These benefits are for people who are on active duty.',
  'monthlyIncome.aboveLimit': () => 'Your monthly income is above the limit for the size of your family.',
};
