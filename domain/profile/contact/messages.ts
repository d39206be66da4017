/** The messages of contact information issues, as quoted in the specification where it has them (P §5.2, §5.4). */
import { emailMessages } from '../../email.ts';
import { phoneMessages } from '../../phone.ts';
import { addressFieldLabels, addressMessages } from '../postal-address.ts';
import type { Messages } from '../../issue.ts';
import type { ContactIssue } from './rules.ts';
import type { ContactValues } from './shapes.ts';

export const contactMessages: Messages<ContactIssue> = {
  ...emailMessages,
  ...phoneMessages,
  ...addressMessages,
  'phone.oneOfTwo': () => 'Please enter a home phone number or a mobile phone number.',
};

/** The labels of the fields in the form, the summary and the error panel. */
export const contactFieldLabels: Readonly<Record<keyof ContactValues, string>> = {
  email: 'Email Address',
  homePhone: 'Home Phone',
  mobilePhone: 'Mobile Phone',
  ...addressFieldLabels,
};
