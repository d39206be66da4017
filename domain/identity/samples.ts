/** Who is signed in: what models, tests and stories share. */
import type { Person } from './shapes.ts';

export const samplePerson: Person = {
  role: 'borrower',
  isImpersonator: false,
  isFederalIdentity: false,
  givenName: 'Avery',
  familyName: 'Quist',
  webAccountId: 'web-1',
};
