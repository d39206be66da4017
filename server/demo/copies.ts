/**
 * Copies of demo people for tests that share a server: each test gets a separate borrower, so that tests do not
 * interfere. A copy has the account numbers, amounts and dates of the original. Only unique values differ: the sign-in
 * names, and the SSN digits by which registration recognizes a borrower.
 */
import { count } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import type { RoleIds } from '#domain/session/identity/shapes.ts';
import { hashIdentity } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import { holdStartupLock } from '../db/open.ts';
import { borrowers } from '../db/schema/index.ts';
import type { DemoCopy } from '../http/test-mode.ts';
import type { DemoBorrower, DemoPerson } from './format.ts';
import {
  type ComputedPeople,
  getBorrowerKey,
  hashDemoPassword,
  insertPeople,
  readPeople,
  toWebAccountId,
} from './load.ts';
import { type BorrowerRows, toRows } from './rows.ts';

/** A borrower and all people who act for the borrower. */
interface Family extends ComputedPeople {
  readonly borrower: DemoBorrower;
}

const copiedName = (original: string, copy: number): string => `${original}-${copy}`;

/** Returns different digits for each of 10,000 copies. */
const copiedDigits = (original: string, copy: number): string =>
  String((Number(original) + copy) % 10_000).padStart(original.length, '0');

const copyPerson = (person: DemoPerson, copy: number): DemoPerson => ({
  ...person,
  signIn: copiedName(person.signIn, copy),
  ...('actsFor' in person && { actsFor: copiedName(person.actsFor, copy) }),
});

/** Returns the rows of a copy. The keys of all tables start with the borrower's key, so no other keys change. */
function copyRows(rows: BorrowerRows, borrowerKey: string, ssnLastFour: string | undefined): BorrowerRows {
  const webAccountId = toWebAccountId(borrowerKey);
  const own = <Row extends object>(row: Row) => ({ ...row, borrowerKey });
  const ofAccount = <Row extends object>(row: Row) => ({ ...row, borrowerKey, webAccountId });
  return {
    borrowers: rows.borrowers.map((row) => ({
      ...own(row),
      ssnLastFour,
      identityHash: hashIdentity({ ...row, ssnLastFour }),
    })),
    accounts: rows.accounts.map(own),
    loanGroups: rows.loanGroups.map(own),
    loans: rows.loans.map(own),
    bills: rows.bills.map(own),
    groupTerms: rows.groupTerms.map(own),
    loanEntries: rows.loanEntries.map(own),
    paymentInstructions: rows.paymentInstructions.map(own),
    paymentMethods: rows.paymentMethods.map(ofAccount),
    scheduledPayments: rows.scheduledPayments.map(own),
    autoDebits: rows.autoDebits.map(own),
    autoDebitChanges: rows.autoDebitChanges.map((row) => ({ ...own(row), actorWebAccountId: webAccountId })),
    paymentHistory: rows.paymentHistory.map(own),
    pendingActions: rows.pendingActions.map(ofAccount),
    documents: rows.documents.map((row) => ({ ...own(row), actorWebAccountId: webAccountId })),
    paperlessEnrollments: rows.paperlessEnrollments.map(own),
    inboxMessages: rows.inboxMessages.map(own),
    applications: rows.applications.map(own),
    loanPostponements: rows.loanPostponements.map(own),
  };
}

/** Copies the demo people of a folder. Their simulated past is computed once per day. */
export class DemoCopies {
  readonly #db: Database;
  readonly #folder: string;
  readonly #ids: RoleIds;
  readonly #families = new Map<string, Promise<Family | undefined>>();

  /** `ids` are the role ids in the portal's configuration. */
  constructor(db: Database, folder: string, ids: RoleIds) {
    this.#db = db;
    this.#folder = folder;
    this.#ids = ids;
  }

  async #computeFamily(like: string, today: PlainDate): Promise<Family | undefined> {
    const people = await readPeople(this.#folder, today);
    const requested = people.find(({ signIn }) => signIn === like);
    const borrower = people.find((person) => requested !== undefined && person.signIn === getBorrowerKey(requested));
    if (borrower?.role !== 'borrower') return undefined;
    return {
      borrower,
      people: people.filter((person) => getBorrowerKey(person) === borrower.signIn),
      passwordHash: await hashDemoPassword(),
      rows: [toRows(borrower, toWebAccountId(borrower.signIn), today)],
    };
  }

  #family(like: string, today: PlainDate): Promise<Family | undefined> {
    const key = `${like} ${today}`;
    const known = this.#families.get(key) ?? this.#computeFamily(like, today);
    this.#families.set(key, known);
    return known;
  }

  /**
   * Copies the borrower with that sign-in name, or the borrower for whom that person acts, as of `today`, with all rows
   * and all people who act for the borrower. Returns undefined if the sign-in name does not exist.
   */
  async copy(like: string, today: PlainDate): Promise<DemoCopy | undefined> {
    const family = await this.#family(like, today);
    if (family === undefined) return undefined;
    const { borrower, people, passwordHash, rows } = family;
    return this.#db.transaction(async (transaction) => {
      await holdStartupLock(transaction);
      const [counted] = await transaction.select({ all: count() }).from(borrowers);
      const copy = (counted?.all ?? 0) + 1;
      const ssnLastFour = borrower.ssnLastFour && copiedDigits(borrower.ssnLastFour, copy);
      const copied = {
        people: people.map((person) => copyPerson(person, copy)),
        passwordHash,
        rows: rows.map((each) => copyRows(each, copiedName(borrower.signIn, copy), ssnLastFour)),
      };
      await insertPeople(transaction, copied, this.#ids);
      return {
        signIns: Object.fromEntries(people.map(({ signIn }) => [signIn, copiedName(signIn, copy)])),
        ssnLastFour,
      };
    });
  }
}
