/** How contact information is fetched, or is not (P §2.1). */
import type { ContactInformation } from '#domain/contact/shapes.ts';
import { createLoadingModel } from '../kit/expected-loading.ts';
import { sampleContact, sampleCountries } from '../kit/samples.ts';
import { contactFacts } from './contact-facts.machine.ts';

/** Of whom nothing is known but an e-mail address. */
export const unknownContact: ContactInformation = {
  email: 'avery@example.com',
  homePhone: '',
  mobilePhone: '',
  country: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  updatedAt: null,
};

export default {
  ...createLoadingModel(contactFacts, {
    inputs: { anybody: {} },
    parts: {
      contact: { answers: { 'all of it': sampleContact, 'nothing but an e-mail address': unknownContact } },
      countries: { answers: { 'the countries': sampleCountries } },
    },
  }),
  title: 'What Contact Information Is Shown From',
};
