/**
 * Reads contact information, which includes the only copy of a person's email address. All usernames of a borrower share
 * it, and an impersonator sees it too. An authorized payer has separate contact information (ruling 7).
 */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { millisecondsInHour } from 'date-fns/constants';
import { unknownContact } from '#domain/profile/contact/rules.ts';
import type { ContactInformation } from '#domain/profile/contact/shapes.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import type { Database } from '../db/database.ts';
import { preparedOnce } from '../db/prepared.ts';
import { borrowers, contactInformation as rows, webAccounts } from '../db/schema/index.ts';

type Row = typeof rows.$inferSelect;

/** The person whose contact information is read. */
export interface Whose {
  readonly db: Database;
  readonly borrowerKey: string;
  readonly webAccountId: string;
  readonly person: Pick<Person, 'role'>;
}

/** Returns contact information in wire format. */
export const toAnswer = (row: Omit<Row, 'previousEmail' | 'emailChangedAt'>): ContactInformation => ({
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
export async function readContactRow({ db, borrowerKey, webAccountId, person }: Whose): Promise<Row | undefined> {
  const query = person.role === 'payer' ? rowOfPayer(db) : rowOfBorrower(db);
  const [row] = await query.execute({ borrowerKey, webAccountId });
  return row;
}

/** Returns the email address that came with the loans. It applies until the borrower saves contact information. */
export async function emailOnFile({ db, borrowerKey, person }: Whose): Promise<string> {
  if (person.role === 'payer') return '';
  const [borrower] = await db
    .select({ email: borrowers.email })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey));
  return borrower?.email ?? '';
}

/** Returns the contact information of the signed-in person. Unknown fields are empty. */
export async function contactFor(scope: Whose): Promise<ContactInformation> {
  const row = await readContactRow(scope);
  return row === undefined ? unknownContact(await emailOnFile(scope)) : toAnswer(row);
}

/** Returns the email address of the signed-in person, or an empty string. */
export const readEmail = async (scope: Whose): Promise<string> => (await contactFor(scope)).email;

/** How long recovery codes go to the previous email address after a change, in hours. */
export const PREVIOUS_EMAIL_HOURS = 72;

/** Returns whether the email address was changed so recently that recovery codes go to the previous one. */
export const isEmailNew = (changedAt: Date | null): boolean =>
  changedAt !== null && changedAt.getTime() > Date.now() - PREVIOUS_EMAIL_HOURS * millisecondsInHour;

/**
 * Returns the email address for recovery codes: for 72 hours after a change, the one before. Empty if there was none; then
 * recovery needs the phone.
 */
export async function readRecoveryEmail(scope: Whose): Promise<string> {
  const row = await readContactRow(scope);
  if (row === undefined) return emailOnFile(scope);
  return isEmailNew(row.emailChangedAt) ? (row.previousEmail ?? '') : row.email;
}
