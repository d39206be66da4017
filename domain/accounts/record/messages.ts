/** The messages and labels of the form that confirms the download of the record. */
import type { Messages } from '../../issue.ts';
import type { RecordIssue } from './rules.ts';

export const recordMessages: Messages<RecordIssue> = {
  'recordPassword.required': () => 'Please enter your password.',
  'recordPassword.wrong': () => "This isn't your password. Please correct it and try again.",
};

/** The labels of the fields, in the form and in the error panel. */
export const recordFieldLabels: Readonly<Record<string, string>> = { password: 'Password' };
