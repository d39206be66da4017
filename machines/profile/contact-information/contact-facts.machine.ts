/** Loads the data of the contact information page (P §2.1). */
import { contact } from '#domain/profile/contact/calls.ts';
import type { ContactInformation } from '#domain/profile/contact/shapes.ts';
import { demographics } from '#domain/profile/demographics/calls.ts';
import type { Country } from '#domain/profile/demographics/shapes.ts';
import { call } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

export interface ContactData {
  readonly contact: ContactInformation;
  readonly countries: readonly Country[];
}

export const contactFacts = loadParts<ContactData>({
  id: 'contactFacts',
  description: 'The contact information and the list of countries load in parallel',
  parts: (part) => ({
    contact: part(call(contact.read), { description: 'Contact information of the person' }),
    countries: part(call(demographics.countries), { description: 'List of countries' }),
  }),
});
