/** The rules of the two privacy forms (P §5.2, §5.4). Forms and server use the same rules. */
import * as v from 'valibot';
import { type AccountNumberIssue, validateAccountNumber, parseAccountDigits } from '../../account-number.ts';
import { type BirthDateIssue, normalizeBirthDate, validateBirthDate } from '../../birth-date.ts';
import { type PlainDate, formatUsDate, parseIsoDate, parseUsDate } from '../../calendar.ts';
import { USA } from '../demographics/shapes.ts';
import { type CallFailure, isRefusedWith } from '../../call.ts';
import { type EmailIssue, validateEmail } from '../../email.ts';
import { type FieldProblem, type Issue, refuse, validatedText } from '../../issue.ts';
import { type PhoneIssue, normalizePhone, parsePhoneDigits, validatePhone } from '../../phone.ts';
import {
  type AddressDeps,
  type AddressIssue,
  hasSeveralStates,
  normalizeZip,
  validateCity,
  validateState,
  validateStreet,
  validateZip,
} from '../postal-address.ts';
import { hasLetter, isSafeName, isSafeStreet } from '../../safe-text.ts';
import {
  AFFILIATE_SHARING_CODE,
  type Choice,
  type OptOut,
  type OptOutValues,
  PERSONS,
  type PrivacyResponse,
  type PrivacyRequest,
  type PrivacyRequestValues,
  REQUEST_TYPES,
} from './shapes.ts';

/** The person that a field is about: the person who fills in the form, or the consumer that an agent represents. */
export type Subject = 'own' | 'consumer';

export type PrivacyIssue =
  | AccountNumberIssue
  | AddressIssue
  | BirthDateIssue
  | EmailIssue
  | PhoneIssue
  | { code: 'person.required' }
  | { code: 'text.tooLong'; subject: Subject; field: LongField; max: number }
  | { code: 'name.required'; subject: Subject; name: NameKind }
  | { code: 'name.characters'; subject: Subject; name: NameKind }
  | { code: 'businessName.characters' }
  | { code: 'consumerCountry.required'; subject: Subject }
  | { code: 'mailingAddress.required'; subject: Subject }
  | { code: 'consumerCity.required'; subject: Subject }
  | { code: 'consumerCity.characters' }
  | { code: 'consumerZip.invalid'; subject: Subject }
  | { code: 'typeOfRequest.required'; subject: Subject }
  | { code: 'relationship.required'; subject: Subject; servicer: string }
  | { code: 'agentRelationship.required' }
  | { code: 'options.required' };

type NameKind = 'first' | 'last' | 'alternate first' | 'alternate last';

type LongField = `${NameKind} name` | 'business name' | 'mailing address' | 'city';

/** The maximum number of characters of the fields of the California form, from the configuration (P §9, ruling 2). */
export interface PrivacyLimits {
  readonly name: number;
  readonly location: number;
  readonly zip: number;
  readonly email: number;
}

/** The data that the California form is validated against. */
export interface PrivacyRequestDeps extends AddressDeps {
  readonly limits: PrivacyLimits;
  /** The business day; null if unknown, in which case only the server checks dates against it. */
  readonly today: PlainDate | null;
  readonly relationships: readonly Choice[];
  readonly agentRelationships: readonly Choice[];
  /** The servicer's name, as used in messages. */
  readonly servicer: string;
}

/** Validates a name: required by default, safe characters, at least one letter. */
const validateName =
  (name: NameKind, { max, subject, isRequired = true }: { max: number; subject: Subject; isRequired?: boolean }) =>
  (typed: string): PrivacyIssue | undefined => {
    const given = typed.trim();
    if (given === '') return isRequired ? { code: 'name.required', subject, name } : undefined;
    if (given.length > max) return { code: 'text.tooLong', subject, field: `${name} name`, max };
    return isSafeName(given) && hasLetter(given) ? undefined : { code: 'name.characters', subject, name };
  };

const validateBusinessName =
  (max: number) =>
  (typed: string): PrivacyIssue | undefined => {
    const given = typed.trim();
    if (given.length > max) return { code: 'text.tooLong', subject: 'own', field: 'business name', max };
    return isSafeStreet(given) ? undefined : { code: 'businessName.characters' };
  };

/** Validates a mailing address like a street, but with the messages of this form. */
const validateMailingAddress =
  (max: number, subject: Subject) =>
  (typed: string): PrivacyIssue | undefined => {
    const issue = validateStreet(typed, max);
    if (issue?.code === 'street.tooLong') return { code: 'text.tooLong', subject, field: 'mailing address', max };
    return issue?.code === 'street.required' ? { code: 'mailingAddress.required', subject } : issue;
  };

const validateConsumerCity =
  (max: number, subject: Subject) =>
  (typed: string): PrivacyIssue | undefined => {
    const city = typed.trim();
    if (city === '') return { code: 'consumerCity.required', subject };
    if (city.length > max) return { code: 'text.tooLong', subject, field: 'city', max };
    return validateCity(city, max) && { code: 'consumerCity.characters' };
  };

const isOffered = (choices: readonly Choice[], chosen: string): boolean =>
  choices.some(({ value }) => value === chosen);

const validatedChoice = (values: readonly string[], issue: PrivacyIssue) =>
  validatedText((chosen) => (values.includes(chosen) ? undefined : issue));

/** Returns whether an agent fills in the form for the consumer. */
export const isAgent = ({ certifyThatIAmPerson }: Pick<PrivacyRequestValues, 'certifyThatIAmPerson'>): boolean =>
  certifyThatIAmPerson === 'agent';

/** Returns whether the only error of the California form is the missing choice of the certifying person. */
export const isOnlyPersonMissing = ([first, ...others]: readonly FieldProblem[]): boolean =>
  first?.field === 'certifyThatIAmPerson' && others.length === 0;

/** Returns the schema entries of the agent's fields (P §5.2). */
const agentEntries = ({ limits, today, agentRelationships }: PrivacyRequestDeps) => ({
  agentFirstName: validatedText(validateName('first', { max: limits.name, subject: 'own' })),
  agentLastName: validatedText(validateName('last', { max: limits.name, subject: 'own' })),
  agentDateOfBirth: validatedText((typed) => validateBirthDate(typed, today)),
  agentEmail: validatedText((typed) => validateEmail(typed, limits.email)),
  agentPhone: validatedText((typed) => (typed.trim() === '' ? { code: 'phone.required' } : validatePhone(typed))),
  agentRelationship: validatedText((chosen) =>
    isOffered(agentRelationships, chosen) ? undefined : { code: 'agentRelationship.required' },
  ),
  agentBusinessName: validatedText(validateBusinessName(limits.name)),
});

/** Creates the schema of the California form (P §5.2). */
export function privacyRequestSchema(facts: PrivacyRequestDeps, values: PrivacyRequestValues) {
  const { limits, servicer, relationships } = facts;
  const { country } = values;
  const subject: Subject = isAgent(values) ? 'consumer' : 'own';
  const max = limits.name;
  const entries: Record<string, v.GenericSchema> = {
    certifyThatIAmPerson: validatedChoice(PERSONS, { code: 'person.required' }),
    ...(isAgent(values) ? agentEntries(facts) : {}),
    firstName: validatedText(validateName('first', { max, subject })),
    alternateFirstName: validatedText(validateName('alternate first', { max, subject, isRequired: false })),
    lastName: validatedText(validateName('last', { max, subject })),
    alternateLastName: validatedText(validateName('alternate last', { max, subject, isRequired: false })),
    country: validatedText((chosen) => (chosen === '' ? { code: 'consumerCountry.required', subject } : undefined)),
    mailingAddress: validatedText(validateMailingAddress(limits.location, subject)),
    city: validatedText(validateConsumerCity(limits.location, subject)),
    // The list of states is empty until a country is chosen.
    state: validatedText((chosen) => (country === '' ? undefined : validateState(chosen, facts))),
    zipCode: validatedText((typed) => {
      const isWrong = typed.trim().length > limits.zip || validateZip(typed, country, facts) !== undefined;
      return isWrong ? { code: 'consumerZip.invalid', subject } : undefined;
    }),
    email: validatedText((typed) => validateEmail(typed, limits.email)),
    typeOfRequest: validatedChoice(REQUEST_TYPES, { code: 'typeOfRequest.required', subject }),
    relationship: validatedText((chosen) =>
      isOffered(relationships, chosen) ? undefined : { code: 'relationship.required', subject, servicer },
    ),
  };
  return v.looseObject(entries);
}

const noAgent = {
  agentFirstName: '',
  agentLastName: '',
  agentDateOfBirth: '',
  agentEmail: '',
  agentPhone: '',
  agentRelationship: '',
  agentBusinessName: '',
};

/** The initial values of the California form. The country is the US. */
export const startingPrivacyRequest: PrivacyRequestValues = {
  certifyThatIAmPerson: '',
  ...noAgent,
  firstName: '',
  alternateFirstName: '',
  lastName: '',
  alternateLastName: '',
  country: USA,
  mailingAddress: '',
  city: '',
  state: '',
  zipCode: '',
  email: '',
  typeOfRequest: '',
  relationship: '',
};

/**
 * Returns the values after a field has changed: choosing "myself" clears the agent's fields, and changing the country
 * clears the state (P §4).
 */
export function derivePrivacyRequest(field: string, values: PrivacyRequestValues): PrivacyRequestValues {
  if (field === 'certifyThatIAmPerson' && !isAgent(values)) return { ...values, ...noAgent };
  return field === 'country' ? { ...values, state: '' } : values;
}

/** Formats a field of the California form that has lost focus. */
export function normalizePrivacyField(
  field: string,
  typed: string,
  { country }: Pick<PrivacyRequestValues, 'country'>,
): string {
  if (field === 'agentPhone') return normalizePhone(typed);
  if (field === 'agentDateOfBirth') return normalizeBirthDate(typed);
  return field === 'zipCode' ? normalizeZip(typed, country) : typed.trim();
}

/** Returns state and ZIP code for the payload. The state is empty if the country does not have several states. */
const toPlace = ({ state, zipCode, country }: PrivacyRequestValues, facts: AddressDeps) => ({
  consumerState: hasSeveralStates(facts) ? state : '',
  consumerZip: normalizeZip(zipCode, country),
});

/** Converts the California form to its payload (P §3). Validate the form first. */
export function toPrivacyRequest(values: PrivacyRequestValues, facts: AddressDeps): PrivacyRequest {
  const agent = isAgent(values) ? values : { ...values, ...noAgent };
  const bornOn = parseUsDate(normalizeBirthDate(agent.agentDateOfBirth));
  return {
    personCertifying: isAgent(values) ? 'agent' : 'consumer',
    authorizedAgentFirstName: agent.agentFirstName.trim(),
    authorizedAgentLastName: agent.agentLastName.trim(),
    authorizedAgentDOB: bornOn ?? '',
    authorizedAgentEmail: agent.agentEmail.trim(),
    authorizedAgentPrimaryPhone: parsePhoneDigits(agent.agentPhone) ?? '',
    authorizedAgentRelationshipToConsumer: agent.agentRelationship,
    authorizedAgentBusinessName: agent.agentBusinessName.trim(),
    consumerFirstName: values.firstName.trim(),
    consumerAlternateFirstName: values.alternateFirstName.trim(),
    consumerLastName: values.lastName.trim(),
    consumerAlternateLastName: values.alternateLastName.trim(),
    consumerCountry: values.country,
    consumerMailingAddress: values.mailingAddress.trim(),
    consumerCity: values.city.trim(),
    ...toPlace(values, facts),
    consumerEmail: values.email.trim(),
    consumerTypeOfRequest: REQUEST_TYPES.find((type) => type === values.typeOfRequest) ?? 'Access',
    consumerRelationship: values.relationship,
  };
}

/** Converts a payload back to form values, so that the server can validate it with the form's schema. */
export function valuesOfPrivacyRequest(body: PrivacyRequest): PrivacyRequestValues {
  const bornOn = parseIsoDate(body.authorizedAgentDOB);
  return {
    certifyThatIAmPerson: body.personCertifying,
    agentFirstName: body.authorizedAgentFirstName,
    agentLastName: body.authorizedAgentLastName,
    agentDateOfBirth: bornOn === undefined ? body.authorizedAgentDOB : formatUsDate(bornOn),
    agentEmail: body.authorizedAgentEmail,
    agentPhone: body.authorizedAgentPrimaryPhone,
    agentRelationship: body.authorizedAgentRelationshipToConsumer,
    agentBusinessName: body.authorizedAgentBusinessName,
    firstName: body.consumerFirstName,
    alternateFirstName: body.consumerAlternateFirstName,
    lastName: body.consumerLastName,
    alternateLastName: body.consumerAlternateLastName,
    country: body.consumerCountry,
    mailingAddress: body.consumerMailingAddress,
    city: body.consumerCity,
    state: body.consumerState,
    zipCode: body.consumerZip,
    email: body.consumerEmail,
    typeOfRequest: body.consumerTypeOfRequest,
    relationship: body.consumerRelationship,
  };
}

/** The data that the opt-out form is validated against: the states of the US. */
export type OptOutDeps = AddressDeps;

/** The maximum number of characters of a name in the opt-out form (P §5.4). */
export const LONGEST_NAME = 50;

const NO_OPTION: Issue = { code: 'options.required' };

/** Returns whether no option is checked. */
const hasNoOption = ({ affiliateMarketing, affiliateSharing, nonAffiliateSharing }: OptOutValues): boolean =>
  !affiliateMarketing && !affiliateSharing && !nonAffiliateSharing;

/** Creates the schema of the opt-out form (P §5.4). A missing choice is reported on the first option. */
export function optOutSchema(facts: OptOutDeps, values: OptOutValues) {
  const name = { max: LONGEST_NAME, subject: 'own' } as const;
  const entries: Record<string, v.GenericSchema> = {
    accountNumber: validatedText(validateAccountNumber),
    firstName: validatedText(validateName('first', name)),
    lastName: validatedText(validateName('last', name)),
    mailingAddress: validatedText((typed) => validateStreet(typed)),
    city: validatedText((typed) => validateCity(typed)),
    state: validatedText((chosen) => validateState(chosen, facts)),
    zip: validatedText((typed) => validateZip(typed, USA, facts)),
    affiliateMarketing: v.pipe(
      v.boolean(),
      v.check(() => !hasNoOption(values), refuse(NO_OPTION)),
    ),
  };
  return v.looseObject(entries);
}

/** The initial values of the opt-out form: all options are checked (P §2.8). */
export const startingOptOut: OptOutValues = {
  accountNumber: '',
  firstName: '',
  lastName: '',
  mailingAddress: '',
  city: '',
  state: '',
  zip: '',
  affiliateMarketing: true,
  affiliateSharing: true,
  nonAffiliateSharing: true,
};

/** Converts the opt-out form to its payload (P §3). Validate the form first. */
export const toOptOut = (values: OptOutValues): OptOut => ({
  accountNumber: parseAccountDigits(values.accountNumber) ?? '',
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  mailingAddress: values.mailingAddress.trim(),
  city: values.city.trim(),
  state: values.state,
  zip: normalizeZip(values.zip, USA),
  affiliateMarketing: values.affiliateMarketing,
  affiliateSharing: values.affiliateSharing ? AFFILIATE_SHARING_CODE : '',
  nonAffiliateSharing: values.nonAffiliateSharing,
});

/** Converts a payload back to form values, so that the server can validate it with the form's schema. */
export const valuesOfOptOut = ({ affiliateSharing, ...body }: OptOut): OptOutValues => ({
  ...body,
  affiliateSharing: affiliateSharing === AFFILIATE_SHARING_CODE,
});

/** Formats a field of the opt-out form that has lost focus. */
export const normalizeOptOutField = (field: string, typed: string): string =>
  field === 'zip' ? normalizeZip(typed, USA) : typed.trim();

/** Returns whether a form was received. */
export const isReceived = ({ outcome }: PrivacyResponse): boolean => outcome === 'received';

/** Returns whether the server refused a form because too many came from the same network address. */
export const isTooOften = (failure: CallFailure): boolean => isRefusedWith(failure, 429);
