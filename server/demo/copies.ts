/**
 * Copies of demo people, for tests that share one server: each test has a borrower of its own, so that none meets what
 * another has done. A copy has the account numbers, amounts and days of the original. It differs in what must be unique
 * among all people: the sign-in names, and the digits by which a borrower is recognized at registration.
 */
import { count } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import type { RoleIds } from '#domain/identity/shapes.ts';
import { identityHashOf } from '../db/columns.ts';
import { type Database, holdStartupLock } from '../db/open.ts';
import { borrowers } from '../db/schema.ts';
import type { DemoBorrower, DemoPerson } from './format.ts';
import {
  type ComputedPeople,
  borrowerKeyOf,
  hashDemoPassword,
  insertPeople,
  readPeople,
  webAccountIdOf,
} from './load.ts';
import { type BorrowerRows, rowsOf } from './rows.ts';

export interface DemoCopy {
  /** The sign-in names of the copied borrower and of everybody who acts for them, by those of the originals. */
  readonly signIns: Readonly<Record<string, string>>;
  /** The last four digits of the borrower's Social Security number, where the original can register. */
  readonly ssnLastFour?: string | undefined;
}

/** A borrower with everybody who acts for them. */
interface Family extends ComputedPeople {
  readonly borrower: DemoBorrower;
}

const copiedName = (original: string, copy: number): string => `${original}-${copy}`;

/** Other digits for each of ten thousand copies. */
const copiedDigits = (original: string, copy: number): string =>
  String((Number(original) + copy) % 10_000).padStart(original.length, '0');

const copyPerson = (person: DemoPerson, copy: number): DemoPerson => ({
  ...person,
  signIn: copiedName(person.signIn, copy),
  ...('actsFor' in person && { actsFor: copiedName(person.actsFor, copy) }),
});

/** The rows of a copy. The keys of all tables lead with the borrower's, so that nothing else need change. */
function copyRows(rows: BorrowerRows, borrowerKey: string, ssnLastFour: string | undefined): BorrowerRows {
  const webAccountId = webAccountIdOf(borrowerKey);
  const own = <Row extends object>(row: Row) => ({ ...row, borrowerKey });
  const ofAccount = <Row extends object>(row: Row) => ({ ...row, borrowerKey, webAccountId });
  return {
    borrowers: rows.borrowers.map((row) => ({
      ...own(row),
      ssnLastFour,
      identityHash: identityHashOf({ ...row, ssnLastFour }),
    })),
    accounts: rows.accounts.map(own),
    loanGroups: rows.loanGroups.map(own),
    loans: rows.loans.map(own),
    paymentInstructions: rows.paymentInstructions.map(own),
    paymentMethods: rows.paymentMethods.map(ofAccount),
    scheduledPayments: rows.scheduledPayments.map(own),
    paymentHistory: rows.paymentHistory.map(own),
    pendingActions: rows.pendingActions.map(ofAccount),
    documents: rows.documents.map((row) => ({ ...own(row), actorWebAccountId: webAccountId })),
    paperlessEnrollments: rows.paperlessEnrollments.map(own),
    inboxMessages: rows.inboxMessages.map(own),
    applications: rows.applications.map(own),
  };
}

/** Copies the demo people of a folder. What they have done up to a day is computed once. */
export class DemoCopies {
  readonly #db: Database;
  readonly #folder: string;
  readonly #ids: RoleIds;
  readonly #families = new Map<string, Promise<Family | undefined>>();

  /** `ids` are the ids of the roles that the portal's configuration names. */
  constructor(db: Database, folder: string, ids: RoleIds) {
    this.#db = db;
    this.#folder = folder;
    this.#ids = ids;
  }

  async #computeFamily(like: string, today: PlainDate): Promise<Family | undefined> {
    const people = await readPeople(this.#folder, today);
    const wanted = people.find(({ signIn }) => signIn === like);
    const borrower = people.find((person) => wanted !== undefined && person.signIn === borrowerKeyOf(wanted));
    if (borrower?.role !== 'borrower') return undefined;
    return {
      borrower,
      people: people.filter((person) => borrowerKeyOf(person) === borrower.signIn),
      passwordHash: await hashDemoPassword(),
      rows: [rowsOf(borrower, webAccountIdOf(borrower.signIn), today)],
    };
  }

  #family(like: string, today: PlainDate): Promise<Family | undefined> {
    const key = `${like} ${today}`;
    const known = this.#families.get(key) ?? this.#computeFamily(like, today);
    this.#families.set(key, known);
    return known;
  }

  /**
   * Copies the borrower of that sign-in name, or for whom the person of that name acts, as of `today`: with all rows, and
   * with everybody who acts for them. Undefined where there is no such demo person.
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
