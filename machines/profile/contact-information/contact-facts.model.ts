/** Model of loading the contact information page's data (P §2.1). */
import { sampleContact, unknownContact } from '#domain/profile/contact/samples.ts';
import { sampleCountries } from '#domain/profile/demographics/samples.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { contactFacts } from './contact-facts.machine.ts';

export default {
  ...createLoadingModel(contactFacts, {
    inputs: { anybody: {} },
    parts: {
      contact: { answers: { 'all of it': sampleContact, 'nothing but an e-mail address': unknownContact } },
      countries: { answers: { 'the countries': sampleCountries } },
    },
  }),
  title: 'Contact Information: Initial Data',
};
