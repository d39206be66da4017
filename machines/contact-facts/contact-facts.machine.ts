/** What contact information is shown and changed from (P §2.1). */
import { contact } from '#domain/contact/calls.ts';
import type { ContactInformation } from '#domain/contact/shapes.ts';
import { demographics } from '#domain/demographics/calls.ts';
import type { Country } from '#domain/demographics/shapes.ts';
import { call } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

export interface ContactFacts {
  readonly contact: ContactInformation;
  readonly countries: readonly Country[];
}

export const contactFacts = loadParts<ContactFacts>({
  id: 'contactFacts',
  description: 'What is known of the person, and the countries to choose from, are fetched side by side',
  parts: (part) => ({
    contact: part(call(contact.read), { description: 'What is known of the person' }),
    countries: part(call(demographics.countries), { description: 'The countries to choose from' }),
  }),
});
