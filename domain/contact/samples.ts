/** How a borrower can be reached, as the server answers it: what models, tests and stories share. */
import type { ContactInformation } from './shapes.ts';

export const sampleContact: ContactInformation = {
  email: 'avery@example.com',
  homePhone: '4025550131',
  mobilePhone: '',
  country: 'US',
  street: '2217 Prairie Rose Lane',
  city: 'Lincoln',
  state: 'NE',
  zip: '68506',
  updatedAt: null,
};

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
