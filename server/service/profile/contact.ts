/**
 * Contact information, which includes the only copy of a person's email address. All usernames of a borrower share it,
 * and an impersonator sees it too. An authorized payer has separate contact information (ruling 7).
 */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { CallReceived } from '#domain/call.ts';
import type { contact } from '#domain/profile/contact/calls.ts';
import { contactOf, contactSchema, isSameContact, unknownContact } from '#domain/profile/contact/rules.ts';
import type { ContactInformation, ContactValues } from '#domain/profile/contact/shapes.ts';
import { contactMessages } from '#domain/profile/contact/messages.ts';
import { problemsOf, messageOf } from '#domain/issue.ts';
import { preparedOnce } from '../../db/prepared.ts';
import { borrowers, contactInformation as rows, webAccounts } from '../../db/schema/index.ts';
import { statesOf } from '../../demographics.ts';
import { recordEvent } from '../../security-events.ts';
import { markDone } from '../session/access.ts';
import { addNotice } from '../messages/notices.ts';
import { type Handler, type Scope, ServiceProblem, actorOf, eventFactsOf } from '../scope.ts';
import { lockBorrower } from '../lock-borrower.ts';

type Row = typeof rows.$inferSelect;

/** The person whose contact information is read. */
type Whose = Pick<Scope, 'db' | 'borrowerKey' | 'webAccountId'> & { readonly person: Pick<Scope['person'], 'role'> };

/** The pending action that saving or confirming completes. */
const ACTION = 'contact-info';

const answerOf = (row: Row): ContactInformation => ({
  email: row.email,
  homePhone: row.homePhone,
  mobilePhone: row.mobilePhone,
  country: row.country,
  street: row.street,
  city: row.city,
  state: row.state,
  zip: row.zip,
  updatedAt: row.updatedAt?.toISOString() ?? null,
});

const [borrowerKeyGiven, webAccountIdGiven] = [sql.placeholder('borrowerKey'), sql.placeholder('webAccountId')];

const rowOfPayer = preparedOnce((db) =>
  db
    .select()
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKeyGiven), eq(rows.webAccountId, webAccountIdGiven)))
    .prepare(''),
);

/**
 * All usernames of a borrower share the row that was changed last. Emails that none of them caused, such as the one about
 * a payer's acceptance, name no web account: they use the same row.
 */
const rowOfBorrower = preparedOnce((db) => {
  const { applicationId } = webAccounts;
  const own = db.select({ applicationId }).from(webAccounts).where(eq(webAccounts.webAccountId, webAccountIdGiven));
  const shared = db
    .select({ id: webAccounts.webAccountId })
    .from(webAccounts)
    .where(
      and(
        eq(webAccounts.borrowerKey, borrowerKeyGiven),
        or(inArray(applicationId, own), eq(applicationId, 'borrower')),
      ),
    );
  return db
    .select()
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKeyGiven), inArray(rows.webAccountId, shared)))
    .orderBy(sql`${rows.updatedAt} desc nulls last`, desc(rows.webAccountId))
    .limit(1)
    .prepare('');
});

/** Returns the person's row. */
async function rowOf({ db, borrowerKey, webAccountId, person }: Whose): Promise<Row | undefined> {
  const query = person.role === 'payer' ? rowOfPayer(db) : rowOfBorrower(db);
  const [row] = await query.execute({ borrowerKey, webAccountId });
  return row;
}

/** Returns the email address that came with the loans. It applies until the borrower saves contact information. */
async function emailOnFile({ db, borrowerKey, person }: Whose): Promise<string> {
  if (person.role === 'payer') return '';
  const [borrower] = await db
    .select({ email: borrowers.email })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey));
  return borrower?.email ?? '';
}

/** Returns the contact information of the signed-in person. Unknown fields are empty. */
export async function contactFor(scope: Whose): Promise<ContactInformation> {
  const row = await rowOf(scope);
  return row === undefined ? unknownContact(await emailOnFile(scope)) : answerOf(row);
}

/** Returns the email address of the signed-in person, or an empty string. */
export const emailOf = async (scope: Whose): Promise<string> => (await contactFor(scope)).email;

export const readContact: Handler<typeof contact.read> = contactFor;

/** Throws if contact information is invalid, with the invalid fields. */
async function check(values: ContactValues): Promise<void> {
  const states = await statesOf(values.country);
  const judged = states === undefined ? { ...values, country: '' } : values;
  const problems = problemsOf(contactSchema({ states: states ?? [] }, judged), judged);
  if (problems.length === 0) return;
  throw new ServiceProblem(
    422,
    'The contact information was not saved.',
    'Some of what was sent cannot be used.',
    problems.map(({ field, issue }) => ({ field, code: issue.code, message: messageOf(contactMessages, issue) })),
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

async function write(scope: Scope, body: CallReceived<typeof contact.save>['body']): Promise<ContactInformation> {
  const { db, borrowerKey, webAccountId, now } = scope;
  const values = contactOf(body);
  // Serializes the changes of one borrower.
  await lockBorrower(db, borrowerKey);
  const row = await rowOf(scope);
  // A retry after a lost response, or a confirmation of unchanged data, succeeds whatever version it is based on.
  if (row !== undefined && isSameContact(row, values)) return answerOf(row);
  const known = row?.updatedAt?.toISOString() ?? null;
  const based = body.updatedAt === null ? null : new Date(body.updatedAt).toISOString();
  if (known !== based) throw changedElsewhere();
  const email = row?.email ?? (await emailOnFile(scope));
  await addNotice(db, { borrowerKey, webAccountId, kind: 'contactChanged', email });
  await recordEvent(db, { kind: 'contactChanged', ...eventFactsOf(scope) });
  const owner = { borrowerKey, webAccountId: row?.webAccountId ?? webAccountId };
  const changed = { ...values, ...actorOf(scope), updatedAt: momentAfter(row?.updatedAt ?? null, now) };
  await db
    .insert(rows)
    .values({ ...owner, ...changed })
    .onConflictDoUpdate({ target: [rows.borrowerKey, rows.webAccountId], set: changed });
  return answerOf({ ...owner, ...changed });
}

/** Saves contact information and completes the action that requires it. */
export const saveContact: Handler<typeof contact.save> = async (scope, { body }) => {
  await check(body);
  return scope.db.transaction(async (db) => {
    const within = { ...scope, db };
    const saved = await write(within, body);
    await markDone(within, ACTION);
    return saved;
  });
};
