/** The API types of the two privacy forms (P §3). */
import * as v from 'valibot';

/** The person who certifies a request: the consumer or an agent (P §2.7). */
export const PERSONS = ['consumer', 'agent'] as const;

/** The types of requests (P §3). */
export const REQUEST_TYPES = ['Access', 'Deletion', 'AccAndDel', 'Correction'] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

/** The form of the California privacy rights request, as typed; `country` and `state` are codes. */
export interface PrivacyRequestValues {
  /** `consumer` for myself, `agent` for someone else; empty until chosen. */
  readonly certifyThatIAmPerson: string;
  readonly agentFirstName: string;
  readonly agentLastName: string;
  readonly agentDateOfBirth: string;
  readonly agentEmail: string;
  readonly agentPhone: string;
  readonly agentRelationship: string;
  readonly agentBusinessName: string;
  readonly firstName: string;
  readonly alternateFirstName: string;
  readonly lastName: string;
  readonly alternateLastName: string;
  readonly country: string;
  readonly mailingAddress: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly email: string;
  readonly typeOfRequest: string;
  readonly relationship: string;
}

/** A text in the payload. The form's rules validate it further. */
const text = v.pipe(v.string(), v.maxLength(1000));

/** The California privacy request (P §3). The agent's fields are empty if the consumer makes the request. */
export const PrivacyRequest = v.strictObject({
  personCertifying: v.picklist(PERSONS),
  authorizedAgentFirstName: text,
  authorizedAgentLastName: text,
  /** `YYYY-MM-DD`, or empty. */
  authorizedAgentDOB: text,
  authorizedAgentEmail: text,
  /** Ten digits, or empty. */
  authorizedAgentPrimaryPhone: text,
  authorizedAgentRelationshipToConsumer: text,
  authorizedAgentBusinessName: text,
  consumerFirstName: text,
  consumerAlternateFirstName: text,
  consumerLastName: text,
  consumerAlternateLastName: text,
  consumerCountry: text,
  consumerMailingAddress: text,
  consumerCity: text,
  consumerState: text,
  consumerZip: text,
  consumerEmail: text,
  consumerTypeOfRequest: v.picklist(REQUEST_TYPES),
  consumerRelationship: text,
});
export type PrivacyRequest = v.InferOutput<typeof PrivacyRequest>;

/** The form of the privacy opt-out, as typed and checked. */
export interface OptOutValues {
  readonly accountNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mailingAddress: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  /** Whether to opt out. */
  readonly affiliateMarketing: boolean;
  readonly affiliateSharing: boolean;
  readonly nonAffiliateSharing: boolean;
}

/** The code for opting out of sharing with affiliates (P §9). */
export const AFFILIATE_SHARING_CODE = 'BORR';

/** The privacy opt-out (P §3). `affiliateSharing` is the code BORR to opt out; otherwise empty. */
export const OptOut = v.strictObject({
  accountNumber: text,
  firstName: text,
  lastName: text,
  mailingAddress: text,
  city: text,
  state: text,
  zip: text,
  affiliateMarketing: v.boolean(),
  affiliateSharing: v.picklist([AFFILIATE_SHARING_CODE, '']),
  nonAffiliateSharing: v.boolean(),
});
export type OptOut = v.InferOutput<typeof OptOut>;

/**
 * The result of submitting a form. The confirmation number is for later inquiries. `tooMany`: the server accepts no
 * more forms today, from any sender.
 */
export const PrivacyResponse = v.variant('outcome', [
  v.object({ outcome: v.literal('received'), confirmationNumber: v.string() }),
  v.object({ outcome: v.literal('tooMany') }),
]);
export type PrivacyResponse = v.InferOutput<typeof PrivacyResponse>;

/** The record of a request, separate from its response. Contains no personal data. */
export const PrivacyRecord = v.strictObject({ kept: v.literal('encrypted') });
export type PrivacyRecord = v.InferOutput<typeof PrivacyRecord>;

/** An option of a list from the configuration. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}
