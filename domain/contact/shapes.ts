/** How a person can be reached (P §2.1, /profile/contact-info; the document does not show its fields). */
import * as v from 'valibot';
import type { PostalAddressValues } from '../postal-address.ts';

/** The fields of the form as typed, or as stored: phones then have ten digits, and what is not known is empty. */
export interface ContactValues extends PostalAddressValues {
  readonly email: string;
  readonly homePhone: string;
  readonly mobilePhone: string;
}

/** When it was last changed: the revision on which a change is based. Null where nobody has changed it. */
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

/** What is known of a person. What is not known is empty. */
export const ContactInformation = v.object(fields);
export type ContactInformation = v.InferOutput<typeof ContactInformation>;

/** What is to be known of a person from now on. `updatedAt` is that of what it was based on. */
export const ContactUpdate = v.strictObject(fields);
