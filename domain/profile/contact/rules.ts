/** The rules for contact information. Form and server use the same rules. */
import * as v from 'valibot';
import { type CallFailure, isRefusedWith } from '../../call.ts';
import { type Country, USA } from '../demographics/shapes.ts';
import { type EmailIssue, validateEmail } from '../../email.ts';
import { type PhoneIssue, validatePhone, parsePhoneDigits, normalizePhone } from '../../phone.ts';
import {
  type AddressDeps,
  type AddressIssue,
  addressEntries,
  toPostalAddress,
  hasSeveralStates,
  normalizeZip,
} from '../postal-address.ts';
import { validatedText } from '../../issue.ts';
import type { ContactInformation, ContactValues } from './shapes.ts';

export type ContactIssue = AddressIssue | EmailIssue | PhoneIssue | { readonly code: 'phone.oneOfTwo' };

/** Creates the schema of the form. One of the two phone numbers is required. */
export const contactSchema = (facts: AddressDeps, values: ContactValues) =>
  v.looseObject({
    email: validatedText((typed) => validateEmail(typed)),
    homePhone: validatedText(validatePhone),
    // The second phone field reports the error, because a borrower who leaves the first one empty may still fill in the
    // second.
    mobilePhone: validatedText((typed) => {
      const isNone = typed.trim() === '' && values.homePhone.trim() === '';
      return isNone ? { code: 'phone.oneOfTwo' } : validatePhone(typed);
    }),
    ...addressEntries(facts, values),
  });

/**
 * Returns the initial values of the form, with formatted phone numbers. A country that is not in the list is replaced
 * by the US.
 */
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

/** Formats a field that has lost focus. */
export function normalizeContactField(
  field: string,
  typed: string,
  { country }: Pick<ContactValues, 'country'>,
): string {
  if (field === 'homePhone' || field === 'mobilePhone') return normalizePhone(typed);
  return field === 'zip' ? normalizeZip(typed, country) : typed.trim();
}

/** Clears the state. Call it when the country changes (P §4). */
export const withoutState = (values: ContactValues): ContactValues => ({ ...values, state: '' });

/**
 * Clears a stored state that the country does not have if the form shows no state field, because the borrower could not
 * correct it.
 */
export const withKnownState = (values: ContactValues, facts: AddressDeps): ContactValues =>
  hasSeveralStates(facts) || facts.states?.some(({ stateCode }) => stateCode === values.state) === true
    ? values
    : withoutState(values);

/** Converts the form to the data that the portal sends and the server stores. Validate the form first. */
export const toContact = (values: ContactValues): ContactValues => ({
  email: values.email.trim(),
  homePhone: parsePhoneDigits(values.homePhone) ?? '',
  mobilePhone: parsePhoneDigits(values.mobilePhone) ?? '',
  ...toPostalAddress(values),
});

/** Returns whether two forms contain the same contact information. */
export function isSameContact(one: ContactValues, other: ContactValues): boolean {
  const [a, b] = [toContact(one), toContact(other)];
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

/** Returns whether the contact information is valid. */
export const isComplete = (values: ContactValues, facts: AddressDeps): boolean =>
  v.is(contactSchema(facts, values), values);

/** Returns whether an address is on file. */
export const hasAddress = ({ street }: ContactValues): boolean => street !== '';

/** Returns empty contact information with only an email address, which may also be empty. */
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

/** Returns whether the server rejected an update because the contact information was changed in the meantime. */
export const isChangedElsewhere = (failure: CallFailure): boolean => isRefusedWith(failure, 409);
