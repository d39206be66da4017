/** The rules for contact information, asked by the form and checked again by the server. */
import * as v from 'valibot';
import { type CallFailure, isRefusedWith } from '../call.ts';
import { type Country, USA } from '../demographics/shapes.ts';
import { type EmailIssue, validateEmail } from '../email.ts';
import { type PhoneIssue, validatePhone, phoneDigitsOf, normalizePhone } from '../phone.ts';
import {
  type AddressFacts,
  type AddressIssue,
  addressEntries,
  addressOf,
  hasSeveralStates,
  normalizeZip,
} from '../postal-address.ts';
import { validatedText } from '../issue.ts';
import type { ContactInformation, ContactValues } from './shapes.ts';

export type ContactIssue = AddressIssue | EmailIssue | PhoneIssue | { readonly code: 'phone.oneOfTwo' };

/** The schema of the form, its fields in their order. One phone number is enough, either of the two. */
export const contactSchema = (facts: AddressFacts, values: ContactValues) =>
  v.looseObject({
    email: validatedText((typed) => validateEmail(typed)),
    homePhone: validatedText(validatePhone),
    // Said at the second of the two: who leaves the first empty may well fill in the other.
    mobilePhone: validatedText((typed) => {
      const isNone = typed.trim() === '' && values.homePhone.trim() === '';
      return isNone ? { code: 'phone.oneOfTwo' } : validatePhone(typed);
    }),
    ...addressEntries(facts, values),
  });

/** The form as it starts: phones by their mask. A country that is not offered is not taken over; most live in the USA. */
export function startingContact(contact: ContactValues, countries: readonly Country[]): ContactValues {
  const { email, street, city, zip } = contact;
  const isOffered = countries.some(({ countryCode }) => countryCode === contact.country);
  return {
    email,
    homePhone: normalizePhone(contact.homePhone),
    mobilePhone: normalizePhone(contact.mobilePhone),
    country: isOffered ? contact.country : USA,
    street,
    city,
    state: isOffered ? contact.state : '',
    zip,
  };
}

/** A field as it is written once it was left. */
export function normalizeContactField(
  field: string,
  typed: string,
  { country }: Pick<ContactValues, 'country'>,
): string {
  if (field === 'homePhone' || field === 'mobilePhone') return normalizePhone(typed);
  return field === 'zip' ? normalizeZip(typed, country) : typed.trim();
}

/** Another country has other states: the one that was chosen is not among them (P §4). */
export const withoutState = (values: ContactValues): ContactValues => ({ ...values, state: '' });

/** A state that is stored, but is none of a country in which none is asked for, is left out: nobody could change it. */
export const withStateOf = (values: ContactValues, facts: AddressFacts): ContactValues =>
  hasSeveralStates(facts) || facts.states?.some(({ stateCode }) => stateCode === values.state) === true
    ? values
    : withoutState(values);

/** Contact information as it is sent and stored. The form must have been validated. */
export const contactOf = (values: ContactValues): ContactValues => ({
  email: values.email.trim(),
  homePhone: phoneDigitsOf(values.homePhone) ?? '',
  mobilePhone: phoneDigitsOf(values.mobilePhone) ?? '',
  ...addressOf(values),
});

/** Whether two say the same of a person. */
export function isSameContact(one: ContactValues, other: ContactValues): boolean {
  const [a, b] = [contactOf(one), contactOf(other)];
  return (
    a.email === b.email &&
    a.homePhone === b.homePhone &&
    a.mobilePhone === b.mobilePhone &&
    a.country === b.country &&
    a.street === b.street &&
    a.city === b.city &&
    a.state === b.state &&
    a.zip === b.zip
  );
}

/** Whether nothing is wrong with it as it stands. */
export const isComplete = (values: ContactValues, facts: AddressFacts): boolean =>
  v.is(contactSchema(facts, values), values);

/** Whether an address is known, so that there is something to go back to. */
export const hasAddress = ({ street }: ContactValues): boolean => street !== '';

/** Nothing is known of a person yet but, possibly, an e-mail address. */
export const unknownContact = (email: string): ContactInformation => ({
  email,
  homePhone: '',
  mobilePhone: '',
  country: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  updatedAt: null,
});

/** Whether a change was refused because something else has been changed since. */
export const isChangedElsewhere = (failure: CallFailure): boolean => isRefusedWith(failure, 409);
