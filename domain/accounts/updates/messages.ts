/** The texts of the next dates, on the dashboard and in the calendar file. */
import type { DateKind } from './shapes.ts';

/** The name of a date. It contains no amount and no account, because calendars are often shared. */
export const dateTitles: Readonly<Record<DateKind, string>> = {
  bill: 'Student loan payment due',
  draft: 'Auto debit of a student loan payment',
  recertification: 'Recertify your income for your student loan plan',
  defermentEnds: 'Last day of your student loan deferment',
  forbearanceEnds: 'Last day of your student loan forbearance',
  pauseEnds: 'Last day of your student loan pause',
};

/** The label of a date on the dashboard, where it is clear that it concerns the loans. */
export const dateLabels: Readonly<Record<DateKind, string>> = {
  bill: 'Payment due',
  draft: 'Auto debit payment',
  recertification: 'Recertify your income',
  defermentEnds: 'Last day of your deferment',
  forbearanceEnds: 'Last day of your forbearance',
  pauseEnds: 'Last day of your pause',
};

/** The text of the link of a date. */
export const dateActions: Readonly<Record<DateKind, string>> = {
  bill: 'Make a payment',
  draft: 'View auto debit',
  recertification: 'View repayment options',
  defermentEnds: 'View repayment options',
  forbearanceEnds: 'View repayment options',
  pauseEnds: 'View repayment options',
};

/** The page of each kind of date. */
export const datePages: Readonly<Record<DateKind, string>> = {
  bill: '/payments/payflow/schedule',
  draft: '/payments/payment-auto-debit',
  recertification: '/repayment-options',
  defermentEnds: '/repayment-options',
  forbearanceEnds: '/repayment-options',
  pauseEnds: '/repayment-options',
};
