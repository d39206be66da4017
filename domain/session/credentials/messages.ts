/** The messages of username and password issues, as quoted in the specification where it has them (P §5.2, §5.3). */
import { accountNumberMessages } from '../../account-number.ts';
import { birthDateMessages } from '../../birth-date.ts';
import type { Messages } from '../../issue.ts';
import type { CredentialIssue } from './rules.ts';

export const credentialMessages: Messages<CredentialIssue> = {
  ...birthDateMessages,
  ...accountNumberMessages,
  'ssnLastFour.format': () => 'Please enter the last four digits of your Social Security number.',
  'username.required': () => 'Please enter a username.',
  'username.length': ({ min, max }) => `Your username must have between ${min} and ${max} characters.`,
  'username.format': () =>
    'Your username must start with a letter or a digit and can have letters, digits, periods, hyphens, underscores and @.',
  'username.noLetter': () => 'Your username must include at least one letter.',
  'username.notChosen': () => 'Please choose a username.',
  'username.taken': () => 'This username is taken. Please choose another one.',
  'password.required': () => 'Please enter a new password.',
  'password.tooShort': ({ min }) => `Your password must have at least ${min} characters.`,
  'password.tooLong': ({ max }) => `Your password is too long. It can have up to ${max} characters.`,
  'password.common': () => 'This password is too easy to guess. Please choose another one.',
  'password.containsUsername': () => "Your password can't contain your username.",
  'password.unchanged': () => 'Choose a new password that is different from your current one.',
  'confirmation.required': () => 'Please re-enter your password.',
  'confirmation.mismatch': () => 'Passwords must match.',
  'presentPassword.required': () => 'Please enter your current password.',
  'presentPassword.wrong': () => "This isn't your current password. Please correct it and try again.",
  'oneTimeCode.format': () => 'Please enter the six digits of the code in our email.',
  'oneTimeCode.wrong': () => "This isn't the code in our latest email. Please correct it and try again.",
  'oneTimeCode.over': () => 'This code has expired, or there were too many wrong tries. Please ask for a new code.',
  'terms.required': () => 'You are required to agree to the Terms of Use.',
};

/** The labels of the fields in forms and in the error panel. */
export const credentialFieldLabels: Readonly<Record<string, string>> = {
  accountNumber: 'Account Number',
  dateOfBirth: 'Date of Birth',
  ssnLastFour: 'Last Four Digits of Social Security Number',
  username: 'Username',
  password: 'Password',
  confirmation: 'Confirm Password',
  terms: 'I agree to the Terms of Use',
  presentPassword: 'Current Password',
  newPassword: 'New Password',
  usernameId: 'Username',
  oneTimeCode: 'Code',
};
