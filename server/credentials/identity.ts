/** Finds the borrower whom account number, date of birth and last four SSN digits identify (ruling 49). */
import { and, eq, sql } from 'drizzle-orm';
import type { Identity } from '#domain/session/credentials/shapes.ts';
import { hashIdentity } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import { CannotOpen } from '../db/keys.ts';
import { accounts, borrowers } from '../db/schema/index.ts';
import { seals } from '../db/seals.ts';

/**
 * Returns the borrower with these details, or undefined. The caller counts the attempt. Throws `CannotOpen` if the hash
 * that matched was moved from another row; the encrypted values, which cannot be moved, are decisive.
 */
export async function findBorrower(db: Database, identity: Identity) {
  const found = await db
    .selectDistinct({
      borrowerKey: borrowers.borrowerKey,
      givenName: borrowers.givenName,
      familyName: borrowers.familyName,
      dateOfBirth: borrowers.dateOfBirth,
      ssnLastFour: borrowers.ssnLastFour,
    })
    .from(borrowers)
    .innerJoin(accounts, eq(accounts.borrowerKey, borrowers.borrowerKey))
    .where(
      and(
        eq(borrowers.identityHash, hashIdentity(identity) ?? ''),
        // The letter before the nine digits is ignored (ruling 11).
        eq(sql`right(${accounts.accountNumber}, 9)`, identity.accountNumber),
      ),
    );
  // If several borrowers match, none is recognized.
  const [borrower] = found;
  if (borrower === undefined || found.length > 1) return undefined;
  const { dateOfBirth, ssnLastFour, ...recognized } = seals.borrowers.open(borrower);
  if (dateOfBirth === identity.dateOfBirth && ssnLastFour === identity.ssnLastFour) return recognized;
  throw new CannotOpen('The value of borrowers.identity_hash does not belong to its row');
}
