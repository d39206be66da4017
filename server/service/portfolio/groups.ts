/** Reads the stored groups of loans with their terms, bills and pauses, and stores their changes. */
import { randomUUID } from 'node:crypto';
import { type SQL, and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type BilledGroup, nextBillOn } from '#domain/accounts/bills.ts';
import type { Changed } from '#domain/accounts/pauses.ts';
import { recertificationDay } from '#domain/accounts/recertification.ts';
import {
  type BillRecord,
  type EntryRecord,
  type PauseRecord,
  type TermsRecord,
  isNewPlan,
} from '#domain/accounts/records.ts';
import { findRapWork } from '#domain/accounts/rap.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import { isIbr, isIncomeDriven, isSetByIncome } from '#domain/plan-names.ts';
import { isPostponement } from '#domain/repayment/postponement/rules.ts';
import { insertMany, updateMany, upsertMany } from '../../db/bulk.ts';
import type { Database } from '../../db/database.ts';
import {
  accounts,
  bills,
  borrowers,
  groupTerms,
  loanEntries,
  loanGroups,
  loanPostponements,
  loans,
} from '../../db/schema/index.ts';
import { byAccount, byKey, groupBy } from '../group-by.ts';
import { type Own, ownRows, updateOwnRows } from '../own-rows.ts';

/** Identifies an account. */
export interface AccountKey {
  readonly borrowerKey: string;
  readonly accountId: string;
}

type TermsRow = typeof groupTerms.$inferSelect;
type PeriodRow = typeof loanPostponements.$inferSelect;

/** A loan with its part of the monthly payment. */
export type LoanRow = typeof loans.$inferSelect & { readonly monthlyPayment: Cents };

/** The fields of terms that are not those of the group. */
type OwnOfTerms = 'fromDay' | 'position' | 'cause' | 'loanPayments' | 'confirmationNumber';

/** A group with the terms in force, its open bills and its pauses. */
export interface GroupRow extends Omit<typeof loanGroups.$inferSelect, `former${string}`>, Omit<TermsRow, OwnOfTerms> {
  readonly bills: readonly BillRecord[];
  readonly pauses: readonly PauseRecord[];
  readonly loans: readonly LoanRow[];
  readonly termsInForce: TermsRow;
  /** The day on which an application last put a plan in force; null if none did. */
  readonly planSince: PlainDate | null;
  /** The first day since which its terms are those of an income-driven plan, as far as recorded. Null on other plans. */
  readonly incomeDrivenSince: PlainDate | null;
}

/** Returns the first day of the last terms in a row that are those of an income-driven plan. */
const getIncomeDrivenSince = (terms: readonly TermsRow[]): PlainDate | null =>
  terms.slice(terms.findLastIndex(({ plan }) => !isIbr(plan) && !isIncomeDriven(plan)) + 1)[0]?.fromDay ?? null;

/** Returns the disbursements of a loan; a single one on its first day if only the sum is known. */
export const listDisbursements = (loan: Pick<LoanRow, 'disbursements' | 'disbursedOn' | 'disbursed'>) =>
  loan.disbursements.length > 0 ? loan.disbursements : [{ date: loan.disbursedOn, amount: loan.disbursed }];

const keyOfGroup = ({ borrowerKey, accountId, groupId }: AccountKey & { readonly groupId: string }): string =>
  `${borrowerKey}/${accountId}/${groupId}`;

/** Returns the pauses of a group from the rows of its loans, in the order of their first days. */
export function toPauses(periods: readonly PeriodRow[]): PauseRecord[] {
  const paused = periods.filter(({ kind }) => kind === null || isPostponement(kind));
  return groupBy(paused, ({ confirmationNumber }) => confirmationNumber)
    .map(([{ kind, startDate, endDate, grantedOn, accrued }]): PauseRecord => ({
      kind: kind !== null && isPostponement(kind) ? kind : null,
      start: startDate,
      end: endDate,
      grantedOn: grantedOn ?? startDate,
      isClosed: accrued !== null,
    }))
    .toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

/** The condition that something is open on a bill; the index `bills_open` has the same. */
const isOpenBill = sql`${bills.cancelledOn} is null and not ${bills.isAhead} and ${bills.paid} < ${bills.amount}`;

/** Returns the condition that rows are of an account. */
export const ofAccount = (
  table: { readonly borrowerKey: PgColumn; readonly accountId: PgColumn },
  { borrowerKey, accountId }: AccountKey,
): SQL | undefined => and(eq(table.borrowerKey, borrowerKey), eq(table.accountId, accountId));

/** Returns the condition that joins rows with their accounts. */
export const isOnAccount = (table: { readonly borrowerKey: PgColumn; readonly accountId: PgColumn }): SQL | undefined =>
  and(eq(table.borrowerKey, accounts.borrowerKey), eq(table.accountId, accounts.accountId));

/** Returns the account numbers of a borrower by account id, in their order. */
export async function readAccountNumbers(own: Own): Promise<ReadonlyMap<string, string>> {
  const rows = await ownRows(own, accounts, undefined, accounts.accountNumber);
  return new Map(rows.map((row) => [row.accountId, row.accountNumber]));
}

/**
 * Reads the groups of a borrower, or of several, with all their terms and the period rows from which their pauses come: those
 * of some accounts, or of all. Bills with due dates from `billsFrom` on are read also if nothing is open on them.
 */
export async function readGroups(
  db: Database,
  of: string | readonly string[],
  { accountIds, billsFrom }: { readonly accountIds?: readonly string[]; readonly billsFrom?: PlainDate } = {},
): Promise<{ groups: GroupRow[]; terms: TermsRow[]; periods: PeriodRow[] }> {
  const own = ({ borrowerKey, accountId }: { readonly borrowerKey: PgColumn; readonly accountId: PgColumn }) =>
    and(
      typeof of === 'string' ? eq(borrowerKey, of) : inArray(borrowerKey, [...of]),
      accountIds && inArray(accountId, [...accountIds]),
    );
  const groupRows = await db.select().from(loanGroups).where(own(loanGroups)).orderBy(asc(loanGroups.groupId));
  const loanRows = await db.select().from(loans).where(own(loans)).orderBy(asc(loans.loanId));
  const t = groupTerms;
  const terms = await db.select().from(t).where(own(t)).orderBy(t.fromDay, t.position);
  const isRequested = and(
    own(bills),
    billsFrom === undefined ? isOpenBill : or(isOpenBill, gte(bills.dueDate, billsFrom)),
  );
  const billRows = await db.select().from(bills).where(isRequested).orderBy(bills.dueDate);
  const periods = await db.select().from(loanPostponements).where(own(loanPostponements));
  const [loansByGroup, termsByGroup] = [byKey(loanRows, keyOfGroup), byKey(terms, keyOfGroup)];
  const [billsByGroup, periodsByGroup] = [byKey(billRows, keyOfGroup), byKey(periods, keyOfGroup)];
  const groups = groupRows.map((row): GroupRow => {
    const key = keyOfGroup(row);
    const allTerms = termsByGroup.get(key) ?? [];
    const present = allTerms.at(-1);
    if (present === undefined) throw new Error(`Group ${row.groupId} has no terms`);
    return {
      ...present,
      ...row,
      termsInForce: present,
      planSince: allTerms.findLast(isNewPlan)?.fromDay ?? null,
      incomeDrivenSince: getIncomeDrivenSince(allTerms),
      pauses: toPauses(periodsByGroup.get(key) ?? []),
      bills: billsByGroup.get(key) ?? [],
      loans: (loansByGroup.get(key) ?? []).map((loan) => ({
        ...loan,
        monthlyPayment: present.loanPayments[loan.loanId] ?? ZERO,
      })),
    };
  });
  return { groups, terms, periods };
}

/** Returns the groups of some accounts with their loans, by account id. */
export async function readAccountGroups(
  { db, borrowerKey }: Own,
  accountIds: readonly string[],
  billsFrom?: PlainDate,
): Promise<Map<string, GroupRow[]>> {
  const { groups } = await readGroups(db, borrowerKey, { accountIds, ...(billsFrom && { billsFrom }) });
  return byAccount(groups);
}

/**
 * Assigns a new version to a borrower's loans, so that no value cached for an earlier version is served again. Triggers do
 * the same (migrations 0007 and 0035), except where the tables are distributed (db/distribution.ts).
 */
export async function changeLoansVersion(db: Database, borrowerKey: string): Promise<void> {
  await updateOwnRows({ db, borrowerKey }, borrowers, { loansVersion: randomUUID() });
}

/** Returns the days on which the server works on a group next: it issues a bill, and ends a month on RAP. */
export const toWorkDays = (group: BilledGroup) => ({
  nextBillOn: nextBillOn(group),
  rapMonthOn: findRapWork(group)?.on ?? null,
});

/** Stores the state of some groups after payments, bills or changes: balances, bills and caches. */
export async function storeGroups({ db, borrowerKey }: Own, groups: readonly GroupRow[]): Promise<void> {
  if (groups.length === 0) return;
  const g = loanGroups;
  const dated = groups.map((group) => ({ ...group, ...toWorkDays(group) }));
  const days = [g.nextDue, g.nextBillOn, g.recertificationOn, g.paidAheadTo, g.lastBumpDate, g.rapMonth, g.rapMonthOn];
  await updateMany(db, g, days, dated);
  const [l, own] = [loans, groups.flatMap((group) => group.loans)];
  await updateMany(db, l, [l.reducedRates, l.principal, l.accruedInterest, l.fees, l.interestThrough], own);
  const billRows = groups.flatMap(({ accountId, groupId, bills: issued }) =>
    issued.map((bill) => ({ borrowerKey, accountId, groupId, cancelledBy: null, isReconstructed: false, ...bill })),
  );
  // The columns of a bill that follow from payments and pauses.
  await upsertMany(db, bills, [bills.paid, bills.isAhead, bills.cancelledOn, bills.cancelledBy], billRows);
  await changeLoansVersion(db, borrowerKey);
}

/** Returns the date by which income is to be recertified: a payment that does not depend on it is not (ruling 99). */
const getRecertifyBy = ({ recertifyBy }: GroupRow, { plan }: TermsRecord): PlainDate | null =>
  isSetByIncome(plan) ? recertifyBy : null;

/** Returns the day of the next work on the recertification of a group that has new terms. */
const getRecertification = ({ group, terms }: Changed<GroupRow>): PlainDate | null =>
  terms === null
    ? group.recertificationOn
    : recertificationDay({ ...group, recertifyBy: getRecertifyBy(group, terms) }, terms.fromDay);

/** Stores changed groups with new terms and entries. `confirmationNumber`: of the application; null without one. */
export async function storeChanges(
  own: Own,
  changes: readonly Changed<GroupRow>[],
  confirmationNumber: string | null,
): Promise<void> {
  // A bill that has just been canceled was canceled by this application.
  const canceled = (bill: BillRecord) =>
    bill.cancelledOn === null ? bill : { cancelledBy: confirmationNumber, ...bill };
  const groups = changes.map((change) => {
    const recertificationOn = getRecertification(change);
    return { ...change.group, recertificationOn, bills: change.group.bills.map(canceled) };
  });
  await storeGroups(own, groups);
  const terms = changes.flatMap((change) => {
    if (change.terms === null) return [];
    const { termsInForce: before, isPermanentStandard } = change.group;
    const recertifyBy = getRecertifyBy(change.group, change.terms);
    const position = before.fromDay === change.terms.fromDay ? before.position + 1 : 0;
    return [{ ...before, isPermanentStandard, recertifyBy, confirmationNumber, position, ...change.terms }];
  });
  await insertMany(own.db, groupTerms, terms);
  const entries = changes.flatMap(({ group: { accountId }, entries: made }) =>
    made.map((entry) => entryRow({ borrowerKey: own.borrowerKey, accountId, confirmationNumber }, entry)),
  );
  await insertMany(own.db, loanEntries, entries);
}

/**
 * Returns the amounts that entries added to the principal of loans: interest (ruling 92), or a refund that is owed again.
 */
export const addedBy = (entries: readonly EntryRecord[]) =>
  entries.flatMap(({ loanId, kind, onDay: date, principal: amount }) =>
    (kind === 'capitalized' || kind === 'refundOwed') && amount > 0 ? [{ loanId, kind, date, amount }] : [],
  );

/** Reads the additions to the principal of an account's loans, the oldest first. */
export async function addedToPrincipal(db: Database, account: AccountKey): Promise<ReturnType<typeof addedBy>> {
  const e = loanEntries;
  return addedBy(await ownRows({ ...account, db }, e, eq(e.accountId, account.accountId), e.onDay, e.loanId));
}

/**
 * Reads the RAP subsidies of an account and their reversals, by the day on which they were computed. Amounts are not
 * negative.
 */
export async function readRapChanges({ db, borrowerKey, accountId }: AccountKey & { readonly db: Database }) {
  const e = loanEntries;
  const rows = await ownRows({ db, borrowerKey }, e, and(eq(e.accountId, accountId), eq(e.kind, 'rapMonth')), e.onDay);
  return groupBy(
    rows.flatMap(({ changes }) => changes ?? []),
    ({ on }) => on,
  ).flatMap((together) => {
    const [{ on: date }] = together;
    const waived = sumCents(together.map((change) => change.waived));
    const matched = sumCents(together.map((change) => change.matched));
    const changes = [
      { kind: waived > 0 ? 'waived' : 'waivedLess', amount: waived },
      { kind: matched > 0 ? 'matched' : 'matchedLess', amount: matched },
    ] as const;
    return changes.flatMap(({ kind, amount }) =>
      amount === 0 ? [] : [{ date, kind, amount: toCents(Math.abs(amount)) }],
    );
  });
}

/** Returns the id of an entry among those of its loan. */
export const toEntryId = ({ kind, onDay, cause }: EntryRecord): string =>
  [kind, onDay, cause].filter((part) => part !== null).join('-');

/** Returns the row of an entry. */
export const entryRow = (whose: AccountKey & { readonly confirmationNumber: string | null }, entry: EntryRecord) => ({
  ...whose,
  ...entry,
  entryId: toEntryId(entry),
});
