/** The messages of upload issues, as quoted in the specification where it has them (P §5.3, §8). */
import { accountNumberMessages } from '../account-number.ts';
import type { Messages } from '../issue.ts';
import { FILE_TYPE_NAMES } from './files.ts';
import type { DocumentIssue } from './rules.ts';

export const documentMessages: Messages<DocumentIssue> = {
  'firstName.format': () => 'Please enter your first name using letters, hyphens or spaces.',
  'lastName.format': () => 'Please enter your last name using letters, hyphens or spaces.',
  'firstName.tooLong': ({ max }) =>
    `Please enter your first name using letters, hyphens or spaces. Use up to ${max} characters.`,
  'lastName.tooLong': ({ max }) =>
    `Please enter your last name using letters, hyphens or spaces. Use up to ${max} characters.`,
  'identifier.required': () => 'Please make a selection.',
  ...accountNumberMessages,
  'accountNumberAgain.required': () => 'Please re-enter your account number.',
  'accountNumberAgain.mismatch': () => 'Account numbers must match.',
  'ssn.format': () => 'Social Security number must be 9 digits.',
  'ssnAgain.required': () => 'Please re-enter your Social Security number.',
  'ssnAgain.mismatch': () => 'Social Security numbers must match.',
  // Fallbacks for the managed texts file-select and doc-type-error (P §8).
  'file.required': () => 'Please choose a file.',
  'documentType.required': () => 'Please select a document type.',
  'file.type': () => `Please choose a ${FILE_TYPE_NAMES} file.`,
  'file.heic': () =>
    'We can\'t open HEIC pictures. Choose "Most Compatible" in your phone\'s camera settings and take the picture again, or choose a screenshot of it.',
  'file.tooLarge': ({ megabytes }) => `This file is too large. It can have up to ${megabytes} MB.`,
  'file.empty': () => 'This file is empty. Please choose another one.',
  'file.content': () =>
    "We can't read this file. It may be damaged, or its name may not match its type. Please save it again as a PDF or a picture.",
  'file.locked': () =>
    "This PDF needs a password to open, so we can't read it. Please save a copy without a password, and choose that.",
  'file.infected': () =>
    "Our virus scanner found a problem in this file, so we didn't keep it. Please scan your device, then send us another copy.",
  'documents.tooMany': () => "We can't keep more documents for you. Please mail us a copy instead.",
  'documents.tooManyToday': () =>
    "You've uploaded as much as we can take in 24 hours. Please upload this file tomorrow, or mail us a copy.",
  'documents.full': () =>
    "We can't take more documents from people who aren't logged in right now. Please log in to upload it, or mail us a copy.",
  'upload.neverArrived': () =>
    "Your document didn't reach us. Check your internet connection, and check that you can still open the file.",
  'uploads.tooOften': () => "You've uploaded too many files for now. Please try again later.",
};

/** The note below a receipt if the virus scanner was skipped. */
export const NOT_SCANNED =
  "We have your file, but we couldn't check it for viruses right now. You don't need to send it again.";

/** The labels of the fields in the forms and in the error panel. */
export const documentFieldLabels: Readonly<Record<string, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  identifier: 'How can we find your account?',
  accountNumber: 'Account Number',
  accountNumberAgain: 'Confirm Account Number',
  ssn: 'Social Security Number',
  ssnAgain: 'Confirm Social Security Number',
  file: 'File',
  documentTypeId: 'Document Type',
};
