/** The web account of the person at the keyboard (P §3). */
import { eq } from 'drizzle-orm';
import type { identity } from '#domain/identity/calls.ts';
import { borrowers } from '../db/schema.ts';
import { type Handler, ServiceProblem } from './scope.ts';

export const webAccountOf: Handler<typeof identity.webAccount> = async ({ db, person, borrowerKey }) => {
  if (person.role === 'borrower') return { lastName: person.familyName, authorizedPayerFor: null };
  const [borrower] = await db
    .select({ givenName: borrowers.givenName, familyName: borrowers.familyName })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey));
  if (borrower === undefined) throw new ServiceProblem(404, 'Not found.', 'There is no such borrower.');
  return { lastName: person.familyName, authorizedPayerFor: `${borrower.givenName} ${borrower.familyName}` };
};
