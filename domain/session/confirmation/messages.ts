/** The messages of confirmations. */
import type { Messages } from '../../issue.ts';
import type { ConfirmationIssue } from './rules.ts';

export const confirmationMessages: Messages<ConfirmationIssue> = {
  'confirmation.password': () => 'Please enter your password again before you make this change.',
  'confirmation.logIn': () => 'Please log in again before you make this change.',
  'confirmation.emailCode': () => 'Please enter the code that we send to your new email address.',
  'confirmationPassword.required': () => 'Please enter your password.',
  'confirmationPassword.wrong': () => "This isn't your password. Please correct it and try again.",
};

/** The labels of the fields in forms and in the error panel. */
export const confirmationFieldLabels: Readonly<Record<string, string>> = { password: 'Password', oneTimeCode: 'Code' };
