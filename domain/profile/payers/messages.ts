/** The messages of invitations of authorized payers. */
import { emailMessages } from '../../email.ts';
import type { Messages } from '../../issue.ts';
import type { PayerIssue } from './rules.ts';
import type { PayerStatus } from './shapes.ts';

export const payerMessages: Messages<PayerIssue> = {
  ...emailMessages,
  'payerName.required': ({ name }) => `Please enter the person's ${name} name.`,
  'payerName.tooLong': ({ name, max }) => `Please enter the person's ${name} name. Use up to ${max} characters.`,
  'payerName.characters': ({ name }) => `Please enter the person's ${name} name using letters, hyphens or spaces.`,
  'payer.active': () => 'The person with this email address is already one of your payers.',
  'payer.tooMany': ({ max }) => `You can have up to ${max} payers and invitations. Remove one to invite someone else.`,
};

/** The labels of the fields in the form and in the error panel. */
export const payerFieldLabels: Readonly<Record<string, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email Address',
};

/** The names of the statuses. */
export const payerStatusLabels: Readonly<Record<PayerStatus, string>> = {
  invited: 'Invited',
  active: 'Active',
  expired: 'Expired',
};
