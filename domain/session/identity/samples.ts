/** A sample signed-in person for models, tests and stories. */
import type { Person } from './shapes.ts';

export const samplePerson: Person = {
  role: 'borrower',
  isImpersonator: false,
  isFederalIdentity: false,
  givenName: 'Avery',
  familyName: 'Quist',
  webAccountId: 'web-1',
};
