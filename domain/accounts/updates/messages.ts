/** The texts of the next dates, on the dashboard and in the calendar file. */
import type { DateKind } from './shapes.ts';

/** The name of a date. It contains no amount and no account, because calendars are often shared. */
export const dateTitles: Readonly<Record<DateKind, string>> = {
  bill: 'Student loan payment due',
  exitBill: 'Student loan exit payment due',
  billScheduled: 'Student loan payment due (already scheduled)',
  draft: 'Auto debit of a student loan payment',
  recertification: 'Recertify your income for your student loan plan',
  defermentEnds: 'Last day of your student loan deferment',
  forbearanceEnds: 'Last day of your student loan forbearance',
  pauseEnds: 'Last day of your student loan pause',
  documentDue: 'Last day to send a document to your student loan servicer',
  decision: 'Decision expected from your student loan servicer',
};

/** The label of a date on the dashboard, where it is clear that it concerns the loans. */
export const dateLabels: Readonly<Record<DateKind, string>> = {
  bill: 'Payment due',
  exitBill: 'Exit payment for leaving IBR due',
  billScheduled: 'Payment due (already scheduled)',
  draft: 'Auto debit payment',
  recertification: 'Recertify your income',
  defermentEnds: 'Last day of your deferment',
  forbearanceEnds: 'Last day of your forbearance',
  pauseEnds: 'Last day of your pause',
  documentDue: 'Last day to send a document',
  decision: 'We expect to decide',
};

/** The text of the link of a date, and its page. Null if there is nothing to do. */
export const dateLinks: Readonly<Record<DateKind, { readonly text: string; readonly page: string } | null>> = {
  bill: { text: 'Make a payment', page: '/payments/payflow/schedule' },
  exitBill: { text: 'Make a payment', page: '/payments/payflow/schedule' },
  billScheduled: null,
  draft: { text: 'View auto debit', page: '/payments/payment-auto-debit' },
  recertification: { text: 'View repayment options', page: '/repayment-options' },
  defermentEnds: { text: 'View repayment options', page: '/repayment-options' },
  forbearanceEnds: { text: 'View repayment options', page: '/repayment-options' },
  pauseEnds: { text: 'View repayment options', page: '/repayment-options' },
  documentDue: { text: 'Upload the document', page: '/documents/upload-documents' },
  decision: { text: 'See your application', page: '/repayment-options' },
};
