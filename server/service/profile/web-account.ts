/** The web account of the signed-in person (P §3). */
import { eq } from 'drizzle-orm';
import type { identity } from '#domain/session/identity/calls.ts';
import { borrowers } from '../../db/schema/index.ts';
import { type Handler, type Scope, ServiceProblem } from '../scope.ts';

/** Returns the first and last name of the borrower. Throws 404 if the borrower does not exist. */
async function readBorrowerName({ db, borrowerKey }: Scope): Promise<string> {
  const [borrower] = await db
    .select({ givenName: borrowers.givenName, familyName: borrowers.familyName })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey));
  if (borrower === undefined) throw new ServiceProblem(404, 'Not found.', 'There is no such borrower.');
  return `${borrower.givenName} ${borrower.familyName}`;
}

export const readWebAccount: Handler<typeof identity.webAccount> = async (scope) => {
  const { role, isImpersonator, familyName: lastName } = scope.person;
  const isPayer = role === 'payer';
  const name = isPayer || isImpersonator ? await readBorrowerName(scope) : null;
  return { lastName, authorizedPayerFor: isPayer ? name : null, viewingAccountOf: isPayer ? null : name };
};
