/** Handlers for contact information. */
import type { CallReceived } from '#domain/call.ts';
import type { contact } from '#domain/profile/contact/calls.ts';
import { toContact, contactSchema, isSameContact } from '#domain/profile/contact/rules.ts';
import type { ContactInformation, ContactValues } from '#domain/profile/contact/shapes.ts';
import { contactMessages } from '#domain/profile/contact/messages.ts';
import { findProblems, getMessage } from '#domain/issue.ts';
import { toAnswer, contactFor, emailOnFile, isEmailNew, readContactRow } from '../../credentials/contact.ts';
import { contactInformation as rows } from '../../db/schema/index.ts';
import { listStates, withStateName } from '../../demographics.ts';
import { recordEvent } from '../../security-events.ts';
import { markDone } from '../session/access.ts';
import { requireConfirmation, requireEmailCode } from '../confirmation/confirmation.ts';
import { addNotice } from '../../mail/notices.ts';
import { type Handler, type Scope, ServiceProblem, toActor, toEventData } from '../scope.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';

/** The pending action that saving or confirming completes. */
const ACTION = 'contact-info';

export const readContact: Handler<typeof contact.read> = async (scope) => withStateName(await contactFor(scope));

/** Throws if contact information is invalid, with the invalid fields. */
async function check(values: ContactValues): Promise<void> {
  const states = await listStates(values.country);
  const validated = states === undefined ? { ...values, country: '' } : values;
  const problems = findProblems(contactSchema({ states: states ?? [] }, validated), validated);
  if (problems.length === 0) return;
  throw new ServiceProblem(
    422,
    'The contact information was not saved.',
    'Some of the submitted values are invalid.',
    problems.map(({ field, issue }) => ({ field, code: issue.code, message: getMessage(contactMessages, issue) })),
  );
}

const changedElsewhere = () =>
  new ServiceProblem(
    409,
    'The contact information has changed.',
    'Another tab or device has changed it. Read it again.',
  );

/**
 * Returns `now`, or one millisecond after the last change if the clock was set back or both changes fall into the same
 * millisecond.
 */
const momentAfter = (last: Date | null, now: Date): Date =>
  last === null || now > last ? now : new Date(last.getTime() + 1);

/**
 * Returns when the email address was changed, and the address before. Codes go to the previous one for 72 hours, also if
 * the new one is changed again in that time.
 */
function toEmailChange(row: Awaited<ReturnType<typeof readContactRow>>, email: string, isNewEmail: boolean) {
  const { previousEmail = null, emailChangedAt = null } = row ?? {};
  if (!isNewEmail) return { previousEmail, emailChangedAt };
  return { previousEmail: isEmailNew(emailChangedAt) ? previousEmail : email, emailChangedAt: new Date() };
}

async function write(scope: Scope, body: CallReceived<typeof contact.save>['body']): Promise<ContactInformation> {
  const { db, borrowerKey, webAccountId, now } = scope;
  const values = toContact(body);
  // Serializes the changes of one borrower.
  await lockBorrower(db, borrowerKey);
  const row = await readContactRow(scope);
  // A retry after a lost response, or a confirmation of unchanged data, succeeds whatever version it is based on.
  if (row !== undefined && isSameContact(row, values)) return toAnswer(row);
  const known = row?.updatedAt?.toISOString() ?? null;
  const based = body.updatedAt === null ? null : new Date(body.updatedAt).toISOString();
  if (known !== based) throw changedElsewhere();
  const email = row?.email ?? (await emailOnFile(scope));
  const isNewEmail = values.email.toLowerCase() !== email.toLowerCase();
  if (isNewEmail) {
    await requireConfirmation(scope);
    await requireEmailCode(scope, values.email);
  }
  await addNotice(db, { borrowerKey, webAccountId, kind: 'contactChanged', email });
  await recordEvent(db, { kind: isNewEmail ? 'emailChanged' : 'contactChanged', ...toEventData(scope) });
  const owner = { borrowerKey, webAccountId: row?.webAccountId ?? webAccountId };
  const changed = {
    ...values,
    ...toActor(scope),
    ...toEmailChange(row, email, isNewEmail),
    updatedAt: momentAfter(row?.updatedAt ?? null, now),
  };
  await db
    .insert(rows)
    .values({ ...owner, ...changed })
    .onConflictDoUpdate({ target: [rows.borrowerKey, rows.webAccountId], set: changed });
  return toAnswer({ ...owner, ...changed });
}

/** Saves contact information and completes the action that requires it. */
export const saveContact: Handler<typeof contact.save> = async (scope, { body }) => {
  await check(body);
  return scope.db.transaction(async (db) => {
    const within = { ...scope, db };
    const saved = await write(within, body);
    await markDone(within, ACTION);
    return withStateName(saved);
  });
};
