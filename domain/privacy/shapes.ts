/** What passes between portal and server about the two privacy forms (P §3). */
import * as v from 'valibot';

/** For whom a request is made (P §2.7). */
export const PERSONS = ['consumer', 'agent'] as const;

/** What is asked for (P §3). */
export const REQUEST_TYPES = ['Access', 'Deletion', 'AccAndDel', 'Correction'] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

/** The form of the California privacy rights request, as typed; `country` and `state` are codes. */
export interface PrivacyRequestValues {
  /** `consumer` for myself, `agent` for someone else; empty while nothing is chosen. */
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

/** A text of the payload; the rules of the form say more. */
const text = v.pipe(v.string(), v.maxLength(1000));

/** The California privacy request (P §3). Fields of the agent are empty where somebody asks for themselves. */
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

/** The form of the privacy opt-out, as typed and ticked. */
export interface OptOutValues {
  readonly accountNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mailingAddress: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  /** Ticked is opted out. */
  readonly affiliateMarketing: boolean;
  readonly affiliateSharing: boolean;
  readonly nonAffiliateSharing: boolean;
}

/** The code by which sharing with affiliates is opted out of (P §9). */
export const AFFILIATE_SHARING_CODE = 'BORR';

/** The privacy opt-out (P §3). `affiliateSharing` is the code BORR, or empty where that is not opted out of. */
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
 * Whether it was received. The number is for whoever asks about it later. `tooMany` says that no more is received today, from
 * whomever it comes.
 */
export const PrivacyAnswer = v.variant('outcome', [
  v.object({ outcome: v.literal('received'), confirmationNumber: v.string() }),
  v.object({ outcome: v.literal('tooMany') }),
]);
export type PrivacyAnswer = v.InferOutput<typeof PrivacyAnswer>;

/** What is kept of a request beside its answer: nothing that a browser would have to be shown again. */
export const PrivacyRecord = v.strictObject({ kept: v.literal('encrypted') });
export type PrivacyRecord = v.InferOutput<typeof PrivacyRecord>;

/** What is kept of a form that is under way: the key of its submission. */
export const PrivacyDraft = v.object({ version: v.literal(1), key: v.pipe(v.string(), v.uuid()) });
export type PrivacyDraft = v.InferOutput<typeof PrivacyDraft>;

/** A choice of a list that the configuration gives. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}
