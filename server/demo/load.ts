/** Seeds the database with the demo people. Their past is simulated up to the day of seeding. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import type { RoleIds } from '#domain/session/identity/shapes.ts';
import type { Database } from '../db/database.ts';
import { BUSINESS_DAY_OF_CREATION, holdStartupLock } from '../db/open.ts';
import {
  accounts,
  anonymousDocuments,
  applicationEvents,
  autoDebitChanges,
  autoDebitDrafts,
  autoDebits,
  applications,
  bills,
  borrowers,
  contactInformation,
  documents,
  drafts,
  groupTerms,
  inboxMessages,
  issuedDocuments,
  loanEntries,
  loanGroups,
  loanPostponements,
  loans,
  logIns,
  notices,
  paperlessEnrollments,
  payerInvitations,
  paymentHistory,
  paymentInstructionChanges,
  paymentInstructions,
  paymentMethods,
  paymentReturns,
  pendingActions,
  recoveryRequests,
  scheduledPayments,
  sentMessages,
  serverSettings,
  submissions,
  textAlertCodes,
  textAlerts,
  webAccounts,
} from '../db/schema/index.ts';
import { insertMany } from '../db/bulk.ts';
import { seals } from '../db/seals.ts';
import { hashPassword } from '../credentials/password-hash.ts';
import { DemoDataProblem, type DemoPerson, readPerson } from './format.ts';
import { type BorrowerRows, contactRows, toRows } from './rows.ts';

/** The password of all demo people (ruling 9). */
export const DEMO_PASSWORD = 'demo';

/** Reads all people in `folder/people`. Throws a `DemoDataProblem` that names the file and the field. */
export async function readPeople(folder: string, today: PlainDate): Promise<DemoPerson[]> {
  const place = join(folder, 'people');
  const found = await readdir(place).catch(() => []);
  const names = found.filter((name) => name.endsWith('.json')).sort();
  if (names.length === 0) throw new DemoDataProblem(`${place} contains no people: add one JSON file for each`);
  const people = await Promise.all(
    names.map(async (name) => readPerson(`people/${name}`, await readFile(join(place, name), 'utf8'), today)),
  );
  refuseTwice(
    'signIn',
    people.map((person) => person.signIn),
  );
  const known = new Set(people.filter((person) => person.role === 'borrower').map((person) => person.signIn));
  for (const person of people) {
    if (person.role !== 'borrower' && !known.has(person.actsFor)) {
      throw new DemoDataProblem(`people, actsFor of ${person.signIn}: there is no borrower "${person.actsFor}"`);
    }
  }
  return people;
}

function refuseTwice(field: string, values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new DemoDataProblem(`people, ${field}: "${twice}" occurs twice`);
}

/** Returns the web account id of a demo person. */
export const toWebAccountId = (signIn: string): string =>
  `web-${createHash('sha256').update(signIn).digest('hex').slice(0, 12)}`;

/** Returns the key of the borrower whose loans a demo person sees. */
export const getBorrowerKey = (person: DemoPerson): string =>
  person.role === 'borrower' ? person.signIn : person.actsFor;

const toWebAccount = (person: DemoPerson, passwordHash: string, ids: RoleIds) => ({
  webAccountId: toWebAccountId(person.signIn),
  loginName: person.signIn,
  passwordHash,
  applicationId: person.role === 'payer' ? ids.payerApplicationId : 'borrower',
  audienceRole: person.role === 'impersonator' ? ids.impersonatorRole : null,
  givenName: person.givenName,
  familyName: person.familyName,
  identityProvider: person.role === 'borrower' ? person.identityProvider : ('local' as const),
  borrowerKey: getBorrowerKey(person),
});

/** Demo people with the computed rows of all borrowers among them. */
export interface ComputedPeople {
  readonly people: readonly DemoPerson[];
  readonly passwordHash: string;
  readonly rows: readonly BorrowerRows[];
}

/** Returns a hash of the password that all demo people share. */
export const hashDemoPassword = (): Promise<string> => hashPassword(DEMO_PASSWORD);

async function computePeople(folder: string, today: PlainDate): Promise<ComputedPeople> {
  const people = await readPeople(folder, today);
  const rows = people
    .filter((person) => person.role === 'borrower')
    .map((person) => toRows(person, toWebAccountId(person.signIn), today));
  refuseTwice(
    'account number',
    rows.flatMap((each) => each.accounts.map((account) => account.accountNumber)),
  );
  return { people, passwordHash: await hashDemoPassword(), rows };
}

/** Inserts new people. `ids` are the role ids in the portal's configuration. */
export async function insertPeople(
  db: Database,
  { people, passwordHash, rows }: ComputedPeople,
  ids: RoleIds,
): Promise<void> {
  const every = <K extends keyof BorrowerRows>(kind: K) =>
    rows.flatMap((each): BorrowerRows[K][number][] => [...each[kind]]);
  await insertMany(
    db,
    webAccounts,
    people.map((person) => toWebAccount(person, passwordHash, ids)),
  );
  await insertMany(db, borrowers, every('borrowers').map(seals.borrowers.seal));
  await insertMany(
    db,
    contactInformation,
    people.flatMap((person) => contactRows(person, getBorrowerKey(person), toWebAccountId(person.signIn))),
  );
  await insertMany(db, accounts, every('accounts'));
  await insertMany(db, loanGroups, every('loanGroups'));
  await insertMany(db, loans, every('loans'));
  await insertMany(db, bills, every('bills'));
  await insertMany(db, groupTerms, every('groupTerms'));
  await insertMany(db, loanEntries, every('loanEntries'));
  await insertMany(db, paymentInstructions, every('paymentInstructions'));
  await insertMany(db, paymentMethods, every('paymentMethods').map(seals.paymentMethods.seal));
  await insertMany(db, scheduledPayments, every('scheduledPayments').map(seals.scheduledPayments.seal));
  await insertMany(db, autoDebits, every('autoDebits'));
  await insertMany(db, autoDebitChanges, every('autoDebitChanges'));
  await insertMany(db, paymentHistory, every('paymentHistory').map(seals.paymentHistory.seal));
  await insertMany(db, pendingActions, every('pendingActions'));
  await insertMany(db, documents, every('documents').map(seals.documents.seal));
  await insertMany(db, paperlessEnrollments, every('paperlessEnrollments'));
  await insertMany(db, inboxMessages, every('inboxMessages'));
  await insertMany(db, applications, every('applications').map(seals.applications.seal));
  await insertMany(db, loanPostponements, every('loanPostponements'));
}

async function fill(db: Database, folder: string, today: PlainDate, ids: RoleIds): Promise<void> {
  await insertPeople(db, await computePeople(folder, today), ids);
  await db.insert(serverSettings).values({ key: BUSINESS_DAY_OF_CREATION, value: today });
}

const isFilled = async (db: Database): Promise<boolean> =>
  (await db.select().from(serverSettings).where(eq(serverSettings.key, BUSINESS_DAY_OF_CREATION))).length > 0;

/**
 * Seeds an empty database from `folder/people/*.json` in one transaction, with dates relative to `today`. Does nothing
 * if the database has been seeded already, even if several instances start together. `ids` are the role ids in the
 * portal's configuration. Returns whether it seeded the database.
 */
export const loadDemoData = (db: Database, folder: string, today: PlainDate, ids: RoleIds): Promise<boolean> =>
  db.transaction(async (transaction) => {
    await holdStartupLock(transaction);
    if (await isFilled(transaction)) return false;
    await fill(transaction, folder, today, ids);
    // An embedded database collects no statistics by itself. Without them, it sorts all payments for one page of them.
    await transaction.execute(sql`analyze`);
    return true;
  });

/** Resets the demo data to its initial state, with dates relative to `today`. Keeps sign-in sessions. */
export const resetDemoData = (db: Database, folder: string, today: PlainDate, ids: RoleIds): Promise<void> =>
  db.transaction(async (transaction) => {
    await holdStartupLock(transaction);
    const tables = [
      logIns,
      webAccounts,
      borrowers,
      accounts,
      loanGroups,
      loans,
      bills,
      groupTerms,
      loanEntries,
      paymentInstructions,
      paymentInstructionChanges,
      paymentMethods,
      paymentHistory,
      paymentReturns,
      submissions,
      scheduledPayments,
      autoDebits,
      autoDebitDrafts,
      autoDebitChanges,
      pendingActions,
      contactInformation,
      drafts,
      notices,
      recoveryRequests,
      payerInvitations,
      documents,
      issuedDocuments,
      anonymousDocuments,
      paperlessEnrollments,
      textAlerts,
      textAlertCodes,
      inboxMessages,
      sentMessages,
      applications,
      applicationEvents,
      loanPostponements,
    ];
    await transaction.execute(sql`truncate ${sql.join(tables, sql`, `)}`);
    await transaction.delete(serverSettings).where(eq(serverSettings.key, BUSINESS_DAY_OF_CREATION));
    await fill(transaction, folder, today, ids);
  });
