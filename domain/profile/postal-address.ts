/**
 * The postal address fields of forms (P §4, §5.2, §5.4, ruling 10). All forms with an address share these rules. State
 * and ZIP code are required if the chosen country has more than one state.
 */
import { USA, type State } from './demographics/shapes.ts';
import { hasLetter, isSafeName, isSafeStreet } from '../safe-text.ts';
import { type Messages, validatedText } from '../issue.ts';

/** The fields as typed. `state` and `country` are codes. */
export interface PostalAddressValues {
  readonly country: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export type AddressIssue =
  | { readonly code: 'country.required' }
  | { readonly code: 'street.required' }
  | { readonly code: 'street.tooLong'; readonly max: number }
  | { readonly code: 'street.characters' }
  | { readonly code: 'city.invalid' }
  | { readonly code: 'state.required' }
  | { readonly code: 'state.listMissing' }
  | { readonly code: 'zip.invalid' };

/** The data that address validation needs. */
export interface AddressDeps {
  /** The states of the chosen country; null while they are loading. */
  readonly states: readonly State[] | null;
}

/** The maximum number of characters of each field (P §9). */
export const ADDRESS_LENGTHS = { street: 250, city: 50, zip: 10 } as const;

/**
 * Returns whether the country has more than one state, so that the form requires one (ruling 10). False while the
 * states are loading.
 */
export const hasSeveralStates = ({ states }: AddressDeps): boolean => states !== null && states.length > 1;

/** Formats a US ZIP code as 5 or 5+4 digits. Trims any other text and leaves it unchanged. */
export function normalizeZip(typed: string, country: string): string {
  const zip = typed.trim();
  if (country !== USA) return zip;
  const [, five, four] = /^(\d{5})(?:[ -]?(\d{4}))?$/.exec(zip) ?? [];
  if (five === undefined) return zip;
  return four === undefined ? five : `${five}-${four}`;
}

/** Validates a street as typed: required, safe characters, at least one letter or digit. */
export function validateStreet(typed: string, max: number = ADDRESS_LENGTHS.street): AddressIssue | undefined {
  const street = typed.trim();
  if (street === '') return { code: 'street.required' };
  if (street.length > max) return { code: 'street.tooLong', max };
  if (!isSafeStreet(street)) return { code: 'street.characters' };
  return !hasLetter(street) && !/\d/.test(street) ? { code: 'street.required' } : undefined;
}

/** Validates a city as typed: required, safe characters, at least one letter. */
export function validateCity(typed: string, max: number = ADDRESS_LENGTHS.city): AddressIssue | undefined {
  const city = typed.trim();
  return city.length <= max && hasLetter(city) && isSafeName(city) ? undefined : { code: 'city.invalid' };
}

/** Validates the chosen state against the states of the country. An unknown state counts as no choice. */
export function validateState(chosen: string, facts: AddressDeps): AddressIssue | undefined {
  if (facts.states === null) return { code: 'state.listMissing' };
  if (chosen === '') return hasSeveralStates(facts) ? { code: 'state.required' } : undefined;
  return facts.states.some(({ stateCode }) => stateCode === chosen) ? undefined : { code: 'state.required' };
}

/**
 * Validates a ZIP or postal code as typed: 5 or 5+4 digits in the US, elsewhere letters, digits, spaces and hyphens.
 */
export function validateZip(typed: string, country: string, facts: AddressDeps): AddressIssue | undefined {
  const zip = normalizeZip(typed, country);
  if (zip === '') return hasSeveralStates(facts) ? { code: 'zip.invalid' } : undefined;
  const form = country === USA ? /^\d{5}(?:-\d{4})?$/ : /^[\p{L}\d]+(?:[ -][\p{L}\d]+)*$/u;
  return zip.length <= ADDRESS_LENGTHS.zip && form.test(zip) ? undefined : { code: 'zip.invalid' };
}

/** Returns the schema entries of the address fields, to spread into a form's schema. */
export const addressEntries = (facts: AddressDeps, { country }: Pick<PostalAddressValues, 'country'>) => ({
  country: validatedText((chosen) => (chosen === '' ? { code: 'country.required' } : undefined)),
  street: validatedText((typed) => validateStreet(typed)),
  city: validatedText((typed) => validateCity(typed)),
  // The list of states is empty until a country is chosen.
  state: validatedText((chosen) => (country === '' ? undefined : validateState(chosen, facts))),
  zip: validatedText((typed) => validateZip(typed, country, facts)),
});

/**
 * Returns the address as the portal sends and the server stores it: trimmed, with a formatted ZIP code. Validate the
 * form first.
 */
export const toPostalAddress = ({ country, street, city, state, zip }: PostalAddressValues): PostalAddressValues => ({
  country,
  street: street.trim(),
  city: city.trim(),
  state,
  zip: normalizeZip(zip, country),
});

/** The names of an address's codes. */
export interface AddressNames {
  readonly state: string;
  readonly country: string;
}

/**
 * Returns the lines of an address as letters and pages print them (ruling 110), without unknown parts. Outside the United
 * States, the region has its name and the country is the last line; within, the state has its postal abbreviation.
 */
export function addressLines(address: PostalAddressValues, names: AddressNames): readonly string[] {
  const { country, street, city, zip } = address;
  const isForeign = country !== USA && country !== '';
  const region = [isForeign ? names.state : address.state, zip].filter(isKnown).join(' ');
  const place = [city, region].filter(isKnown).join(', ');
  return [street, place, ...(isForeign ? [names.country] : [])].filter(isKnown);
}

const isKnown = (part: string): boolean => part !== '';

/** The messages, as quoted in the specification for the borrower's own address (P §5.2, §5.4). */
export const addressMessages: Messages<AddressIssue> = {
  'country.required': () => 'Please select the country you live in.',
  'street.required': () => 'Please enter your street address.',
  'street.tooLong': ({ max }) => `Please enter your street address. Use up to ${max} characters.`,
  'street.characters': () => 'Mailing address contains invalid characters.',
  'city.invalid': () => 'Please enter the city you live using letters, hyphens or spaces.',
  'state.required': () => 'Please select the state or U.S. territory you live in.',
  'state.listMissing': () => 'The list of states is still loading. Please wait a moment, or load it again.',
  'zip.invalid': () => 'Please enter your 5 digit ZIP/Postal Code.',
};

/** The labels of the fields in forms, summaries and error panels. */
export const addressFieldLabels: Readonly<Record<keyof PostalAddressValues, string>> = {
  country: 'Country',
  street: 'Street Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP/Postal Code',
};
