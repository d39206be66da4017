/** The types of contact information (P §2.1, /profile/contact-info; the specification does not list the fields). */
import * as v from 'valibot';
import type { PostalAddressValues } from '../postal-address.ts';

/** The fields of the form as typed, or as stored: phone numbers then have ten digits, and unknown values are empty. */
export interface ContactValues extends PostalAddressValues {
  readonly email: string;
  readonly homePhone: string;
  readonly mobilePhone: string;
}

/** The time of the last change, which serves as the revision for updates. Null if there was no change. */
const ChangedAt = v.nullable(v.pipe(v.string(), v.isoTimestamp()));

const fields = {
  email: v.string(),
  homePhone: v.string(),
  mobilePhone: v.string(),
  country: v.string(),
  street: v.string(),
  city: v.string(),
  state: v.string(),
  zip: v.string(),
  updatedAt: ChangedAt,
};

/** The stored contact information. Unknown values are empty. */
export const ContactInformation = v.object({
  ...fields,
  /** The name of the state in its country, which may not be the country of a form; omitted by older servers. */
  stateName: v.optional(v.string()),
});
export type ContactInformation = v.InferOutput<typeof ContactInformation>;

/** An update of the contact information. `updatedAt` is the revision that the borrower edited. */
export const ContactUpdate = v.strictObject(fields);
