/** The messages of issues with messages to the servicer, and the names of fields and topics. */
import type { Messages } from '../../issue.ts';
import type { EmailIssue } from './rules.ts';
import type { EmailValues, Topic } from './shapes.ts';

export const emailUsMessages: Messages<EmailIssue> = {
  'topic.required': () => 'Please select a topic.',
  'accountId.unknown': () => 'Please select one of your accounts.',
  'subject.required': () => 'Please enter a subject.',
  'subject.tooLong': ({ max }) => `Your subject is too long. Use up to ${max} characters.`,
  'text.required': () => 'Please enter your message.',
  'text.tooLong': ({ max, length }) => `Your message has ${length} characters. It may have at most ${max}.`,
  'text.socialSecurityNumber': () => 'Please remove the Social Security number. We never need it in a message.',
};

export const emailFieldLabels: Readonly<Record<keyof EmailValues, string>> = {
  topic: 'Topic',
  accountId: 'Account',
  subject: 'Subject',
  text: 'Message',
};

export const topicLabels: Readonly<Record<Topic, string>> = {
  payments: 'Payments',
  autoDebit: 'Auto debit',
  repaymentPlan: 'Repayment plans',
  postponement: 'Pausing payments',
  account: 'Account and contact information',
  documents: 'Documents and tax forms',
  other: 'Something else',
};
