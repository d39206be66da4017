/** The messages and labels of text alerts. */
import type { Messages } from '../../issue.ts';
import { phoneMessages } from '../../phone.ts';
import { CODE_MINUTES, MAX_CODES, type TextAlertIssue } from './rules.ts';
import { LEAD_DAYS, type Alert } from './shapes.ts';

export const textAlertMessages: Messages<TextAlertIssue> = {
  ...phoneMessages,
  'textAlerts.required': () => 'Choose at least one alert.',
  'textConsent.required': () => 'To get text alerts, check the box to agree.',
  'textConsent.changed': () => 'The terms have changed. Reload the page and read them again.',
  'textCode.format': () => 'Enter the six digits of the code.',
  'textCode.wrong': ({ triesLeft }) =>
    `This isn't the code that we sent last. You can try ${triesLeft === 1 ? 'once more' : `${triesLeft} more times`}.`,
};

/** The names of the alerts. */
export const alertNames: Readonly<Record<Alert, string>> = {
  paymentDue: 'Payment due soon',
  draftComing: 'Auto debit coming up',
  paymentPosted: 'Payment posted',
  paymentReturned: 'Payment returned',
  application: 'Application news',
  letter: 'New letter',
};

/** When each alert is sent. */
export const alertDescriptions: Readonly<Record<Alert, string>> = {
  paymentDue: `${LEAD_DAYS} days before a payment is due, if auto debit doesn't pay it.`,
  draftComing: `${LEAD_DAYS} days before we draw a payment from your bank account.`,
  paymentPosted: 'When we have applied a payment to your loans.',
  paymentReturned: 'When your bank returns or refuses a payment.',
  application: 'When we need a document from you, and when we have decided on your application.',
  letter: 'When a letter arrives in your inbox. You need paperless for this one.',
};

/** The labels of the fields in the forms and in the error panel. */
export const textAlertLabels: Readonly<Record<string, string>> = {
  phone: 'Mobile phone number',
  consent: 'Consent',
  code: 'Code',
  ...alertNames,
};

const NOT_MADE = "We couldn't make this change. Please try again.";

/** The results of a change. */
export const textAlertNotices = {
  codeSent: () => `We sent you a code. It works for ${CODE_MINUTES} minutes.`,
  confirmed: () => 'Your number is confirmed. Text alerts are on.',
  saved: () => 'We saved your choice of alerts.',
  canceled: () => "The number wasn't confirmed, so we won't use it.",
  stopped: () => "Text alerts are off. We won't send you any more texts.",
  tooManyCodes: (minutes: number) =>
    `We send at most ${MAX_CODES} codes in an hour. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  codeOver: () => 'This code has expired, or there were too many wrong tries. Send a new code.',
  nothingToChange: () => 'Your settings have changed in another tab or on another device. Reload the page to see them.',
  notMade: () => NOT_MADE,
} as const;
export type TextAlertNotice = keyof typeof textAlertNotices;
