/** My Loans: the borrower's accounts, or the groups and loans of the only one (P §2.11). */
import { resourceOfParts } from '../../kit/resource.machine.ts';
import { type LoanDetailsData, loanDetailsFacts } from './loan-details-facts.machine.ts';
import type { NotificationInput } from '../loans/parts-of-loans.ts';

export interface LoansInput extends NotificationInput {
  /** Removed where the message of a notification begins with it. */
  readonly notificationPrefix: string;
  /** Whether notifications are unfolded from the start: the feature flag `expandNotificationPanelDefault`. */
  readonly areNotificationsOpen: boolean;
}

export const loanDetails = resourceOfParts<LoanDetailsData, LoansInput, NotificationInput>({
  id: 'loanDetails',
  description: 'The accounts with their amounts due; if there is only one, its groups and loans',
  screen: { path: '/loan-details', title: 'My Loans' },
  parts: loanDetailsFacts,
  isEmpty: ({ accounts: { federalAccounts, commercialAccounts } }) =>
    federalAccounts.length + commercialAccounts.length === 0,
});
