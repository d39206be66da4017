/**
 * A postal address as a form takes it (P §4, §5.2, §5.4, ruling 10); every form that asks for one asks here. Which states a
 * country has decides what is asked for: the state and the ZIP code are required where it has several.
 */
import { USA, type State } from './demographics/shapes.ts';
import { hasLetter, isSafeName, isSafeStreet } from './safe-text.ts';
import { type Messages, validatedText } from './issue.ts';

/** The fields as typed; `state` and `country` are codes. */
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

/** What an address is validated against. */
export interface AddressFacts {
  /** The states of the chosen country; null while they are not known. */
  readonly states: readonly State[] | null;
}

/** The most characters of each field (P §9). */
export const ADDRESS_LENGTHS = { street: 250, city: 50, zip: 10 } as const;

/** Whether a country has several states, so that one has to be chosen (ruling 10); false as long as they are not known. */
export const hasSeveralStates = ({ states }: AddressFacts): boolean => states !== null && states.length > 1;

/** A ZIP code of the USA by its mask, 5 or 5+4; anything else as it stands, without spaces around it. */
export function normalizeZip(typed: string, country: string): string {
  const zip = typed.trim();
  if (country !== USA) return zip;
  const [, five, four] = /^(\d{5})(?:[ -]?(\d{4}))?$/.exec(zip) ?? [];
  if (five === undefined) return zip;
  return four === undefined ? five : `${five}-${four}`;
}

/** Judges a street as typed: required, with a letter or a digit in it. */
export function validateStreet(typed: string, max: number = ADDRESS_LENGTHS.street): AddressIssue | undefined {
  const street = typed.trim();
  if (street === '') return { code: 'street.required' };
  if (street.length > max) return { code: 'street.tooLong', max };
  if (!isSafeStreet(street)) return { code: 'street.characters' };
  return !hasLetter(street) && !/\d/.test(street) ? { code: 'street.required' } : undefined;
}

/** Judges a city as typed: required, safe characters, with a letter among them. */
export function validateCity(typed: string, max: number = ADDRESS_LENGTHS.city): AddressIssue | undefined {
  const city = typed.trim();
  return city.length <= max && hasLetter(city) && isSafeName(city) ? undefined : { code: 'city.invalid' };
}

/** Judges the state that was chosen by those that the country has; one that it does not have is none. */
export function validateState(chosen: string, facts: AddressFacts): AddressIssue | undefined {
  if (facts.states === null) return { code: 'state.listMissing' };
  if (chosen === '') return hasSeveralStates(facts) ? { code: 'state.required' } : undefined;
  return facts.states.some(({ stateCode }) => stateCode === chosen) ? undefined : { code: 'state.required' };
}

/** Judges a ZIP or postal code as typed: in the USA 5 or 5+4 digits, elsewhere letters, digits, spaces and hyphens. */
export function validateZip(typed: string, country: string, facts: AddressFacts): AddressIssue | undefined {
  const zip = normalizeZip(typed, country);
  if (zip === '') return hasSeveralStates(facts) ? { code: 'zip.invalid' } : undefined;
  const form = country === USA ? /^\d{5}(?:-\d{4})?$/ : /^[\p{L}\d]+(?:[ -][\p{L}\d]+)*$/u;
  return zip.length <= ADDRESS_LENGTHS.zip && form.test(zip) ? undefined : { code: 'zip.invalid' };
}

/** The schemas of the fields of an address, for the schema of the form that has them. */
export const addressEntries = (facts: AddressFacts, { country }: Pick<PostalAddressValues, 'country'>) => ({
  country: validatedText((chosen) => (chosen === '' ? { code: 'country.required' } : undefined)),
  street: validatedText((typed) => validateStreet(typed)),
  city: validatedText((typed) => validateCity(typed)),
  // Without a country there is nothing to choose from.
  state: validatedText((chosen) => (country === '' ? undefined : validateState(chosen, facts))),
  zip: validatedText((typed) => validateZip(typed, country, facts)),
});

/** An address as it is sent and stored: without spaces around, the ZIP code by its mask. The form must have been validated. */
export const addressOf = ({ country, street, city, state, zip }: PostalAddressValues): PostalAddressValues => ({
  country,
  street: street.trim(),
  city: city.trim(),
  state,
  zip: normalizeZip(zip, country),
});

/** The spec's sentences (P §5.2, §5.4), in the words for one's own address. */
export const addressMessages: Messages<AddressIssue> = {
  'country.required': () => 'Please select the country you live in.',
  'street.required': () => 'Please enter your street address.',
  'street.tooLong': ({ max }) => `Please enter your street address. Use up to ${max} characters.`,
  'street.characters': () => 'Mailing address contains invalid characters.',
  'city.invalid': () => 'Please enter the city you live using letters, hyphens or spaces.',
  'state.required': () => 'Please select the state or U.S. territory you live in.',
  'state.listMissing': () => 'The list of states is not there yet. Please wait a moment, or load it again.',
  'zip.invalid': () => 'Please enter your 5 digit ZIP/Postal Code.',
};

/** What the fields are called, in forms, summaries and error panels. */
export const addressFieldLabels: Readonly<Record<keyof PostalAddressValues, string>> = {
  country: 'Country',
  street: 'Street Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP/Postal Code',
};
