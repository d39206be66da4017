/** The handlers of the area's calls. */
import type { accounts } from '#domain/accounts/calls.ts';
import type { loans } from '#domain/accounts/loans/calls.ts';
import type { record } from '#domain/accounts/record/calls.ts';
import type { updates } from '#domain/accounts/updates/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { listAccounts } from './accounts.ts';
import { accountRepayment } from './loan-repayment.ts';
import {
  accountSummary,
  borrowerWithAccounts,
  listNotifications,
  listStatusNotifications,
  onlyAccount,
} from './loans.ts';
import { downloadRecord } from './record/download.ts';
import { calendarOfDates, readUpdates } from './updates.ts';

export const accountsHandlers = {
  'accounts.list': listAccounts,
  'loans.summary': accountSummary,
  'loans.onlySummary': onlyAccount,
  'loans.repayment': accountRepayment,
  'loans.borrowerWithAccounts': borrowerWithAccounts,
  'loans.notifications': listNotifications,
  'loans.statusNotifications': listStatusNotifications,
  'record.download': downloadRecord,
  'updates.read': readUpdates,
  'updates.calendar': calendarOfDates,
} satisfies GroupHandlers<typeof accounts | typeof loans | typeof record | typeof updates>;
