/** Sample contact information as the server returns it, for models, tests and stories. */
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

/** A borrower with no contact information except an email address. */
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
