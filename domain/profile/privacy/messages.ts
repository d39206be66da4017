/** The messages of the two privacy forms (P §5.2, §5.4). */
import { accountNumberMessages } from '../../account-number.ts';
import { birthDateMessages } from '../../birth-date.ts';
import { emailMessages } from '../../email.ts';
import type { Messages } from '../../issue.ts';
import { phoneMessages } from '../../phone.ts';
import { addressMessages } from '../postal-address.ts';
import type { PrivacyIssue, Subject } from './rules.ts';
import type { OptOutValues, PrivacyRequestValues, RequestType } from './shapes.ts';

const of = (subject: Subject): string => (subject === 'own' ? 'your' : "the consumer's");

export const privacyMessages: Messages<PrivacyIssue> = {
  ...accountNumberMessages,
  ...addressMessages,
  ...birthDateMessages,
  ...emailMessages,
  ...phoneMessages,
  'person.required': () => 'Please make a selection.',
  'text.tooLong': ({ subject, field, max }) => `Please enter ${of(subject)} ${field}. Use up to ${max} characters.`,
  'name.required': ({ subject, name }) => `Please enter ${of(subject)} ${name} name.`,
  'name.characters': ({ subject, name }) =>
    `Please enter ${of(subject)} ${name} name using letters, hyphens or spaces.`,
  'businessName.characters': () => 'Business name contains invalid characters.',
  'consumerCountry.required': ({ subject }) =>
    subject === 'own' ? 'Please select the country you live in.' : 'Please select the country the consumer lives in.',
  'mailingAddress.required': ({ subject }) => `Please enter ${of(subject)} mailing address.`,
  'consumerCity.required': ({ subject }) => `Please enter ${of(subject)} city.`,
  'consumerCity.characters': () => 'City contains invalid characters.',
  'consumerZip.invalid': ({ subject }) => `Please enter ${of(subject)} 5 digit ZIP/Postal Code.`,
  'typeOfRequest.required': ({ subject }) => `Please select ${of(subject)} type of request.`,
  'relationship.required': ({ subject, servicer }) => `Please select ${of(subject)} relationship to ${servicer}.`,
  'agentRelationship.required': () => 'Please select your relationship to the consumer.',
  'options.required': () => 'Please make a selection',
};

/** The labels of the fields of the California form, in the form and in the error panel. */
export const privacyRequestLabels: Readonly<Record<keyof PrivacyRequestValues, string>> = {
  certifyThatIAmPerson: 'Who is this request for?',
  agentFirstName: 'Your First Name',
  agentLastName: 'Your Last Name',
  agentDateOfBirth: 'Your Date of Birth',
  agentEmail: 'Your Email Address',
  agentPhone: 'Your Phone Number',
  agentRelationship: 'Your Relationship to the Consumer',
  agentBusinessName: 'Your Business Name',
  firstName: 'First Name',
  alternateFirstName: 'Alternate First Name',
  lastName: 'Last Name',
  alternateLastName: 'Alternate Last Name',
  country: 'Country',
  mailingAddress: 'Mailing Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP/Postal Code',
  email: 'Email Address',
  typeOfRequest: 'Type of Request',
  relationship: 'Relationship to the Servicer',
};

/** The display names of the request types. */
export const requestTypeNames: Readonly<Record<RequestType, string>> = {
  Access: 'Access to my personal information',
  Deletion: 'Deletion of my personal information',
  AccAndDel: 'Access and deletion',
  Correction: 'Correction of my personal information',
};

/** The labels of the fields of the opt-out form. */
export const optOutLabels: Readonly<Record<keyof OptOutValues, string>> = {
  accountNumber: 'Account Number',
  firstName: 'First Name',
  lastName: 'Last Name',
  mailingAddress: 'Street Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP/Postal Code',
  affiliateMarketing: 'Affiliate marketing',
  affiliateSharing: 'Affiliate sharing',
  nonAffiliateSharing: 'Nonaffiliate sharing',
};
