/** Paperless enrollment: whether letters arrive in the inbox instead of by mail (Y §2.3, §4.9). */
import { eq } from 'drizzle-orm';
import type { paperless } from '#domain/messages/paperless/calls.ts';
import type { PaperlessResponse } from '#domain/messages/paperless/shapes.ts';
import { paperlessEnrollments as rows } from '../../db/schema/index.ts';
import { type Handler, type Scope, toActor } from '../scope.ts';

/** Returns the borrower's enrollment. Without a row, the borrower is not enrolled and is eligible. */
async function readEnrollment({ db, borrowerKey }: Scope): Promise<{ enrolled: boolean; isEligible: boolean }> {
  const [row] = await db.select().from(rows).where(eq(rows.borrowerKey, borrowerKey));
  return { enrolled: row?.enrolled === true, isEligible: row?.isEligible !== false };
}

export const paperlessStatus: Handler<typeof paperless.status> = async (scope) => ({
  enrolled: (await readEnrollment(scope)).enrolled,
});

export const claimsStatus: Handler<typeof paperless.claimsStatus> = async (scope) => ({
  shouldShowMessage: !(await readEnrollment(scope)).isEligible,
});

async function setEnrolled(scope: Scope, enrolled: boolean): Promise<PaperlessResponse> {
  const { db, borrowerKey, now: updatedAt } = scope;
  const present = await readEnrollment(scope);
  if (present.enrolled === enrolled) return { result: true };
  if (enrolled && !present.isEligible) return { result: false };
  const changed = { enrolled, updatedAt, ...toActor(scope) };
  await db
    .insert(rows)
    .values({ borrowerKey, ...changed })
    .onConflictDoUpdate({ target: rows.borrowerKey, set: changed });
  return { result: true };
}

export const enroll: Handler<typeof paperless.enroll> = (scope) => setEnrolled(scope, true);
export const unenroll: Handler<typeof paperless.unenroll> = (scope) => setEnrolled(scope, false);
