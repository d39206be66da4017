/** A borrower's loans as of a given day: accounts, their groups with that day's bill, and loans. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  type Bill,
  type Installment,
  billOn,
  dueOf,
  nextInstallment,
  pastDueSince,
  paymentOn,
  settleBill,
} from '#domain/accounts/billing.ts';
import {
  type LedgerLoan,
  NOTHING,
  type Parts,
  addParts,
  monthlyPaymentOf,
  owedOn,
  wholeOf,
} from '#domain/accounts/ledger.ts';
import { type ComingChange, type GrantedPeriod, broughtTo, comingChanges } from '#domain/accounts/changes.ts';
import { type PlainDate, addDays, earliestOf } from '#domain/calendar.ts';
import { type Cents, ZERO, sumCents } from '#domain/money.ts';
import { isOwnedByEducation } from '#domain/repayment/postponement/coverage.ts';
import { isPostponement } from '#domain/repayment/postponement/rules.ts';
import type { Database } from '../../db/database.ts';
import { accounts, borrowers, loanGroups, loanPostponements, loans } from '../../db/schema/index.ts';
import { cachedPerLoansVersion } from './loans-cache.ts';

/** A group of loans on a given day. Amounts are in cents. */
export interface GroupOnDay {
  readonly groupId: string;
  readonly loanType: string;
  /** Without amounts and a due date if the group is paid in full (ruling 95). */
  readonly bill: Bill;
  readonly loans: readonly LedgerLoan[];
  /** The amounts owed on that day, including the interest of that day. */
  readonly owed: Parts;
  readonly due: ReturnType<typeof dueOf>;
  /** The next installment to pay. Null if nothing is owed. */
  readonly nextInstallment: Installment | null;
  /** The monthly payment on that day. */
  readonly monthlyPayment: Cents;
  /** The monthly payment of the next bill that is not issued yet: during a pause, the payment after it. */
  readonly upcomingPayment: Cents;
  /** The group as stored. */
  readonly held: HeldGroup;
}

/** An account on a given day. */
export interface AccountOnDay {
  readonly accountId: string;
  readonly accountNumber: string;
  readonly kind: 'federal' | 'commercial';
  readonly loanType: string;
  /** Whether auto debit is on. */
  readonly autoDebit: boolean;
  /** The day from which bills and entries are recorded. Null if they are not recorded yet. */
  readonly recordsSince: PlainDate | null;
  readonly groups: readonly GroupOnDay[];
  /** The payoff amount on that day. */
  readonly payoff: Cents;
}

export interface Portfolio {
  readonly borrower: typeof borrowers.$inferSelect;
  /** The date of all amounts. */
  readonly day: PlainDate;
  /** Ordered by number: D, then E, then J. */
  readonly accounts: readonly AccountOnDay[];
}

/** Groups rows by key and preserves their order. */
export function byKey<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [row]);
    else same.push(row);
  }
  return groups;
}

/** A loan as it is stored. */
export type HeldLoan = LedgerLoan &
  Pick<typeof loans.$inferSelect, 'reducedRates'> &
  Omit<typeof loans.$inferSelect, keyof LedgerLoan>;

/** A group of loans as stored. */
export type HeldGroup = typeof loanGroups.$inferSelect & {
  readonly loans: readonly HeldLoan[];
  /** The begins and ends of granted periods that are to come. */
  readonly coming: readonly ComingChange[];
};

/** The stored rows of a borrower's loans, as of the last posted payment and independent of the current day. */
export interface Holdings {
  readonly borrower: typeof borrowers.$inferSelect;
  readonly accounts: readonly (typeof accounts.$inferSelect & {
    readonly groups: readonly HeldGroup[];
  })[];
}

type PeriodRow = typeof loanPostponements.$inferSelect;

/** Returns the reduced rates of a period by loan id. */
export const reducedByLoan = (own: readonly Pick<PeriodRow, 'loanId' | 'reducedRates'>[]) =>
  Object.fromEntries(
    own.flatMap(({ loanId, reducedRates }) => (reducedRates.length === 0 ? [] : [[loanId, reducedRates] as const])),
  );

/** Returns the period of an application, from its rows for the loans of one group. */
const periodOf = (own: readonly PeriodRow[]): GrantedPeriod[] =>
  own.slice(0, 1).map(({ kind, startDate, endDate }) => ({
    startDate,
    endDate,
    pause: isPostponement(kind) ? { kind, start: startDate, end: endDate } : null,
    reduced: reducedByLoan(own),
  }));

/** Returns the changes to come by the periods that were granted to each group and have not ended. */
async function comingByGroup(
  db: Database,
  borrowerKey: string,
  held: readonly (typeof accounts.$inferSelect)[],
): Promise<Map<string, ComingChange[]>> {
  const rows = await db
    .select()
    .from(loanPostponements)
    .where(and(eq(loanPostponements.borrowerKey, borrowerKey), isNull(loanPostponements.accrued)));
  const isFfelp = (accountId: string): boolean =>
    held.some((account) => account.accountId === accountId && !isOwnedByEducation(account));
  const ofGroups = byKey(rows, ({ accountId, groupId }) => `${accountId}/${groupId}`);
  return new Map(
    [...ofGroups].map(([key, own]) => {
      const periods = [...byKey(own, ({ confirmationNumber }) => confirmationNumber).values()].flatMap(periodOf);
      return [key, comingChanges(periods, { isFfelp: isFfelp(own[0]?.accountId ?? '') })];
    }),
  );
}

/** Reads the stored rows of a borrower's loans. Throws if the borrower does not exist. */
export async function holdingsOf(db: Database, borrowerKey: string): Promise<Holdings> {
  const [borrower] = await db.select().from(borrowers).where(eq(borrowers.borrowerKey, borrowerKey));
  if (borrower === undefined) throw new Error('The web account has no borrower');
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
  const comingOf = await comingByGroup(db, borrowerKey, accountRows);
  const groupsOf = byKey(groupRows, (row) => row.accountId);
  const loansOf = byKey(loanRows, (row) => `${row.accountId}/${row.groupId}`);
  return {
    borrower,
    accounts: accountRows.map((account) => ({
      ...account,
      groups: (groupsOf.get(account.accountId) ?? []).map((row) => ({
        ...row,
        loans: loansOf.get(`${row.accountId}/${row.groupId}`) ?? [],
        coming: comingOf.get(`${row.accountId}/${row.groupId}`) ?? [],
      })),
    })),
  };
}

/** Returns a borrower's loans as of `day`. */
export const portfolioOn = ({ borrower, accounts: held }: Holdings, day: PlainDate): Portfolio => ({
  borrower,
  day,
  accounts: held.map((account) => {
    const groups = account.groups.map((group) => groupOnDay(group, day));
    return { ...account, groups, payoff: sumCents(groups.map((group) => wholeOf(group.owed))) };
  }),
});

/** Returns the stored rows of the borrower's loans. */
export const holdingsIn = cachedPerLoansVersion(({ db, borrowerKey }) => holdingsOf(db, borrowerKey));

/** Returns the borrower's portfolio as of today. Throws if the borrower does not exist. */
export const portfolioIn = cachedPerLoansVersion(async (scope) => portfolioOn(await holdingsIn(scope), scope.today));

/** Returns the payments from the next bill on that is not issued yet. */
function upcomingPayments(group: HeldGroup, { paymentDueDate, amountDue }: Bill) {
  const next = amountDue > 0 && paymentDueDate !== null ? addDays(paymentDueDate, 1) : paymentDueDate;
  const dueDate = next === null ? null : billOn(group, next).paymentDueDate;
  if (dueDate === null) return { monthlyPayment: group.monthlyPayment, paymentSteps: group.paymentSteps };
  const then = broughtTo<HeldLoan, HeldGroup>(group, dueDate);
  return { monthlyPayment: paymentOn(then, dueDate), paymentSteps: then.paymentSteps };
}

/** Returns a group as of `day`. */
export function groupOnDay(stored: HeldGroup, day: PlainDate): GroupOnDay {
  const group = broughtTo<HeldLoan, HeldGroup>(stored, day);
  const { groupId, loanType, loans: own } = group;
  const owed = own.map((loan) => owedOn(loan, day)).reduce(addParts, NOTHING);
  const payoff = wholeOf(owed);
  const bill = settleBill(billOn(group, day), ZERO, payoff, day, true);
  const upcoming = upcomingPayments(group, bill);
  const asBilled = { ...bill, ...upcoming };
  const due = dueOf(asBilled, payoff);
  return {
    groupId,
    loanType,
    bill,
    loans: own,
    owed,
    due,
    monthlyPayment: monthlyPaymentOf(bill, day),
    nextInstallment: nextInstallment(asBilled, payoff, due),
    upcomingPayment: upcoming.monthlyPayment,
    held: group,
  };
}

/** Returns the earliest due date of the groups, or null if no group has one. */
export const earliestDueDate = (groups: readonly GroupOnDay[]): PlainDate | null =>
  earliestOf(groups.map(({ bill }) => bill.paymentDueDate));

/** Returns the earliest date since which an amount is past due in the groups, or null. */
export const earliestPastDue = (groups: readonly GroupOnDay[]): PlainDate | null =>
  earliestOf(groups.map(({ bill }) => pastDueSince(bill)));
