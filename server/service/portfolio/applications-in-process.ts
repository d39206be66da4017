/** The borrower's applications in process: they block further applications and receive uploaded documents. */
import { and, desc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import { CLOSING_NOTHING, STATUSES_IN_PROCESS } from '#domain/repayment/postponement/rules.ts';
import type { ApplicationKind } from '#domain/applications/shapes.ts';
import type { Database } from '../../db/database.ts';
import { preparedOnce } from '../../db/prepared.ts';
import { applications } from '../../db/schema/index.ts';
import type { Scope } from '../scope.ts';

/** Selects the kinds of the borrower's applications in process that block further applications (rulings 60, 68). */
export const selectKindsInProcess = (db: Database) =>
  db
    .select({ kind: applications.kind })
    .from(applications)
    .where(
      and(
        eq(applications.borrowerKey, sql.placeholder('borrowerKey')),
        inArray(applications.status, [...STATUSES_IN_PROCESS]),
        notInArray(applications.kind, [...CLOSING_NOTHING]),
      ),
    );

const inProcess = preparedOnce((db) => selectKindsInProcess(db).prepare(''));

/** Returns the kinds of the borrower's applications in process that block further applications. */
export async function kindsInProcess({
  db,
  borrowerKey,
}: Pick<Scope, 'db' | 'borrowerKey'>): Promise<ApplicationKind[]> {
  const rows = await inProcess(db).execute({ borrowerKey });
  return rows.map(({ kind }) => kind);
}

/** Returns the confirmation number of the borrower's application in process, or null. */
export async function openApplicationNumber(db: Database, borrowerKey: string): Promise<string | null> {
  const [open] = await db
    .select({ confirmationNumber: applications.confirmationNumber })
    .from(applications)
    .where(and(eq(applications.borrowerKey, borrowerKey), inArray(applications.status, [...STATUSES_IN_PROCESS])))
    .orderBy(desc(applications.receivedAt))
    .limit(1);
  return open?.confirmationNumber ?? null;
}

/**
 * Makes the next step of the borrower's applications in process due, because a document has arrived. The next call
 * computes the actual step.
 */
export async function wakeApplications({ db, borrowerKey, today }: Scope): Promise<void> {
  await db
    .update(applications)
    .set({ nextStepOn: today })
    .where(
      and(
        eq(applications.borrowerKey, borrowerKey),
        inArray(applications.status, [...STATUSES_IN_PROCESS]),
        isNotNull(applications.nextStepOn),
      ),
    );
}
