/** What the verdicts on contact information say; sentences of the spec where it has one (P §5.2, §5.4). */
import { emailWords } from '../email.ts';
import { phoneWords } from '../phone.ts';
import { addressFieldWords, addressWords } from '../postal-address.ts';
import type { Words } from '../verdict.ts';
import type { ContactVerdict } from './rules.ts';
import type { ContactValues } from './shapes.ts';

export const contactWords: Words<ContactVerdict> = {
  ...emailWords,
  ...phoneWords,
  ...addressWords,
  'phone.oneOfTwo': () => 'Please enter a home phone number or a mobile phone number.',
};

/** What the fields are called, in the form, the summary and the error panel. */
export const contactFieldWords: Readonly<Record<keyof ContactValues, string>> = {
  email: 'Email Address',
  homePhone: 'Home Phone',
  mobilePhone: 'Mobile Phone',
  ...addressFieldWords,
};
