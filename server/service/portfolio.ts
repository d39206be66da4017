/** All that a borrower owes, as of a day: accounts, their groups with the bill of that day, their loans. */
import { eq, sql } from 'drizzle-orm';
import { type Bill, billOn, dueOf } from '#domain/accounts/billing.ts';
import { type LedgerLoan, NOTHING, type Parts, addParts, owedOn, wholeOf } from '#domain/accounts/ledger.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { type Cents, sumCents } from '#domain/money.ts';
import type { Database } from '../db/open.ts';
import { accounts, borrowers, loanGroups, loans } from '../db/schema.ts';

/** A group of loans on a day. Amounts are in cents. */
export interface GroupOnDay {
  readonly groupId: string;
  readonly loanType: string;
  readonly bill: Bill;
  readonly loans: readonly LedgerLoan[];
  /** Owed on that day, with the interest accrued through it. */
  readonly owed: Parts;
  readonly due: ReturnType<typeof dueOf>;
}

/** An account on a day. */
export interface AccountOnDay {
  readonly accountId: string;
  readonly accountNumber: string;
  readonly kind: 'federal' | 'commercial';
  readonly loanType: string;
  readonly groups: readonly GroupOnDay[];
  /** What pays the account off on that day. */
  readonly payoff: Cents;
}

export interface Portfolio {
  readonly borrower: typeof borrowers.$inferSelect;
  /** By number: D, then E, then J. */
  readonly accounts: readonly AccountOnDay[];
}

function byKey<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [row]);
    else same.push(row);
  }
  return groups;
}

/** Reads a borrower's portfolio as it stands on `today`. Throws when there is no such borrower. */
export async function portfolioOf(db: Database, borrowerKey: string, today: PlainDate): Promise<Portfolio> {
  const [borrower] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, borrowerKey));
  if (borrower === undefined) throw new Error('The web account belongs to no borrower');
  const accountRows = await db
    .select()
    .from(accounts)
    .where(eq(accounts.borrowerKey, borrowerKey))
    // Accounts of the Department of Education first, then by number (R §9).
    .orderBy(sql`${accounts.accountNumber} not like 'E%'`, accounts.accountNumber);
  const groupRows = await db
    .select()
    .from(loanGroups)
    .where(eq(loanGroups.borrowerKey, borrowerKey))
    .orderBy(loanGroups.groupId);
  const loanRows = await db.select().from(loans).where(eq(loans.borrowerKey, borrowerKey)).orderBy(loans.loanId);
  const groupsOf = byKey(groupRows, (row) => row.accountId);
  const loansOf = byKey(loanRows, (row) => `${row.accountId}/${row.groupId}`);
  return {
    borrower,
    accounts: accountRows.map((account) => {
      const groups = (groupsOf.get(account.accountId) ?? []).map((row) => {
        const own = loansOf.get(`${row.accountId}/${row.groupId}`) ?? [];
        return groupOnDay(row, own, today);
      });
      return { ...account, groups, payoff: sumCents(groups.map((group) => wholeOf(group.owed))) };
    }),
  };
}

function groupOnDay(row: typeof loanGroups.$inferSelect, own: readonly LedgerLoan[], today: PlainDate): GroupOnDay {
  const owed = own.map((loan) => owedOn(loan, today)).reduce(addParts, NOTHING);
  const bill = billOn(row, today);
  return { groupId: row.groupId, loanType: row.loanType, bill, loans: own, owed, due: dueOf(bill, wholeOf(owed)) };
}

/** The earliest due date of some groups; null when nothing is owed in any. */
export const earliestDueDate = (groups: readonly GroupOnDay[]): PlainDate | null =>
  groups.reduce<PlainDate | null>((earliest, { bill: { paymentDueDate: date } }) => {
    if (date === null) return earliest;
    return earliest === null || date < earliest ? date : earliest;
  }, null);
