/**
 * Converts accounts of a database from before bills were recorded: the stored sums become bills, terms and entries that
 * are marked as reconstructed. A borrower is converted by the first call, or with all others by `npm run post-due`
 * in batches, which can be interrupted and continued.
 */
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type BilledGroup, amountDueOn, dueDateOn, issueTo, pastDueOn } from '#domain/accounts/bills.ts';
import type { GroupChange } from '#domain/accounts/changes.ts';
import { billsOfSums, repeatSince } from './former-sums.ts';
import { NO_INSTRUCTION } from '#domain/accounts/ledger.ts';
import { toTermsRecord } from '#domain/accounts/pauses.ts';
import { recertificationDay } from '#domain/accounts/recertification.ts';
import { NO_AMOUNTS, type EntryRecord, type PauseRecord, type TermsRecord } from '#domain/accounts/records.ts';
import { type PlainDate, addDays, addMonths, earlier, findEarliest } from '#domain/calendar.ts';
import { type Cents, ZERO, subtractCents } from '#domain/money.ts';
import { insertMany, updateMany } from '../../db/bulk.ts';
import { toQualifiedName } from '../../db/columns.ts';
import type { Database } from '../../db/database.ts';
import {
  type PostedSince,
  type SumsBefore,
  accounts,
  bills,
  groupTerms,
  loanEntries,
  loanGroups,
  loanPostponements,
  loans,
  paymentHistory,
  paymentReturns,
} from '../../db/schema/index.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { type AccountKey, entryRow, ofAccount, toPauses, toWorkDays } from '../portfolio/groups.ts';
import { byKey } from '../group-by.ts';
import { QUARTER } from '../portfolio/due-documents.ts';

type GroupOfSums = typeof loanGroups.$inferSelect;
type LoanOfSums = typeof loans.$inferSelect;
type PeriodRow = typeof loanPostponements.$inferSelect;

/** A group that is converted, with the records that its sums become. */
interface Converted {
  readonly group: ConvertedGroup;
  readonly terms: readonly ReturnType<typeof termsRow>[];
  readonly entries: readonly ReturnType<typeof ownEntry>[];
  readonly periods: readonly (typeof loanPostponements.$inferInsert)[];
}

type ConvertedLoan = LoanOfSums & { readonly monthlyPayment: Cents };
type ConvertedGroup = GroupOfSums & BilledGroup<ConvertedLoan>;

/** Returns the pause that only the group's row knows, because it did not come from an application. */
function pauseOfRow(group: GroupOfSums, own: readonly LoanOfSums[], known: readonly PauseRecord[]): PauseRecord | null {
  const { formerPostponedFrom: from, formerPostponedThrough: through, formerPostponedBy: kind } = group;
  if (through === null || known.some(({ end }) => end === addDays(through, 1))) return null;
  const start = from ?? findEarliest(own.map(({ disbursedOn }) => disbursedOn)) ?? through;
  return { kind, start, end: addDays(through, 1), grantedOn: start, isClosed: true };
}

/** Returns the entries of a loan: its state on `day`, and interest that was added to its principal before (for documents). */
function toEntries(loan: LoanOfSums, periods: readonly PeriodRow[], day: PlainDate): EntryRecord[] {
  const { loanId, principal, accruedInterest: interest, fees, interestThrough, disbursedOn } = loan;
  const onDay = earlier(interestThrough, day);
  const entries: EntryRecord[] = [{ ...NO_AMOUNTS, loanId, kind: 'opening', onDay, principal, interest, fees }];
  if (interestThrough > onDay) entries.push({ ...NO_AMOUNTS, loanId, kind: 'subsidy', onDay, until: interestThrough });
  let rest = loan.formerCapitalizedInterest;
  for (const { loanId: of, capitalized, endDate } of periods) {
    if (of !== loanId || capitalized === null || capitalized === 0) continue;
    rest = subtractCents(rest, capitalized);
    entries.push({
      ...NO_AMOUNTS,
      loanId,
      kind: 'capitalized',
      onDay: endDate,
      principal: capitalized,
      cause: 'pause',
    });
  }
  if (rest > 0) entries.push({ ...NO_AMOUNTS, loanId, kind: 'capitalized', onDay: disbursedOn, principal: rest });
  return entries;
}

/** Returns a group with its records, which begin on `day`. */
function converted(
  group: GroupOfSums,
  own: readonly LoanOfSums[],
  periods: readonly PeriodRow[],
  day: PlainDate,
): Converted {
  const { borrowerKey, accountId, groupId, dueDay, repaymentStarts, lastBumpDate } = group;
  const { formerPlan: plan, formerMonthlyPayment: monthlyPayment, formerPaymentSteps: paymentSteps } = group;
  if (plan === null || monthlyPayment === null) throw new Error(`Group ${groupId} has no sums to convert`);
  const known = toPauses(periods);
  const pause = pauseOfRow(group, own, known);
  const pauses = pause === null ? known : [...known, pause].toSorted((a, b) => (a.start < b.start ? -1 : 1));
  const state = billsOfSums({
    monthlyPayment,
    paymentSteps,
    dueDay,
    pauses,
    paymentDueDate: group.formerPaymentDueDate,
    amountDue: group.formerAmountDue ?? ZERO,
    pastDue: group.formerPastDue ?? ZERO,
    billedThrough: group.formerBilledThrough ?? day,
    repaymentStarts,
  });
  const loansOfGroup = own.map((loan) => ({ ...loan, monthlyPayment: loan.formerMonthlyPayment ?? ZERO }));
  const opening = { ...state, lastBumpDate };
  const { formerRecertifyBy: recertifyBy, formerIsPermanentStandard: isPermanentStandard } = group;
  const recertificationOn = recertificationDay({ recertifyBy, isPermanentStandard }, day);
  const terms = { plan, monthlyPayment, paymentSteps, recertificationOn };
  const after = { ...group, ...state, opening, ...terms, pauses, loans: loansOfGroup };
  return {
    group: after,
    terms: [termsRow(after, toTermsRecord(after, day, 'start'), true)],
    entries: own.flatMap((loan) => toEntries(loan, periods, day).map((entry) => ownEntry(group, entry, true))),
    periods:
      pause === null ? [] : own.map(({ loanId }) => ({ ...periodRow(pause), borrowerKey, accountId, groupId, loanId })),
  };
}

const periodRow = ({ kind, start, end, grantedOn }: PauseRecord) => ({
  confirmationNumber: `pause-${start}`,
  kind,
  grantedOn,
  startDate: start,
  endDate: end,
  accrued: ZERO,
  capitalized: ZERO,
});

const termsRow = (
  { borrowerKey, accountId, groupId, formerRecertifyBy: recertifyBy, ...group }: ConvertedGroup,
  terms: TermsRecord,
  isReconstructed: boolean,
  position = 0,
) => ({
  ...terms,
  borrowerKey,
  accountId,
  groupId,
  position,
  recertifyBy,
  isPermanentStandard: group.formerIsPermanentStandard,
  isReconstructed,
});

const ownEntry = ({ borrowerKey, accountId }: AccountKey, entry: EntryRecord, isReconstructed: boolean) => ({
  ...entryRow({ borrowerKey, accountId, confirmationNumber: null }, entry),
  isReconstructed,
});

type Present = Converted & { readonly ownPeriods: readonly PeriodRow[] };
type ReturnRow = typeof paymentReturns.$inferSelect;

/** Returns the rows of a group as they were before a payment that is still to be returned. */
function rowsBefore({ group }: Present, before: SumsBefore) {
  const { bill, terms } = before;
  const row: GroupOfSums = {
    ...group,
    lastBumpDate: bill.lastBumpDate,
    formerPaymentDueDate: bill.paymentDueDate,
    formerAmountDue: bill.amountDue,
    formerPastDue: bill.pastDue,
    formerBilledThrough: bill.billedThrough,
    ...(terms && {
      formerPlan: terms.plan,
      formerMonthlyPayment: terms.monthlyPayment,
      formerPaymentSteps: terms.paymentSteps,
      formerPostponedFrom: terms.postponedFrom,
      formerPostponedThrough: terms.postponedThrough,
      formerPostponedBy: terms.postponedBy,
    }),
  };
  const own = group.loans.map((loan): LoanOfSums => {
    const stored = before.loans.find(({ loanId }) => loanId === loan.loanId);
    if (stored === undefined) return loan;
    const { amounts, accruedInterest, terms: former } = stored;
    return {
      ...loan,
      ...amounts,
      accruedInterest: BigInt(accruedInterest),
      ...(former && {
        reducedRates: former.reducedRates,
        formerMonthlyPayment: former.monthlyPayment,
        formerCapitalizedInterest: former.capitalizedInterest,
      }),
    };
  });
  return { row, own };
}

/** Returns the amounts of groups on a day. */
const sumsOn = (groups: readonly ConvertedGroup[], day: PlainDate) =>
  groups
    .map((group) => issueTo(group, day))
    .map((group) => [group.groupId, dueDateOn(group, day), amountDueOn(group, day), pastDueOn(group, day)]);

/**
 * Converts an account with payments that are still to be returned. It opens with the sums before the first of them; that
 * payment, and the payments and changes since then become records, so that the return is a replay without it. `present`
 * are its groups with the present sums.
 */
async function reopened(
  db: Database,
  present: readonly Present[],
  returning: readonly ReturnRow[],
  today: PlainDate,
): Promise<Converted[]> {
  const isSince = (id: string): boolean =>
    returning.some(({ formerLater }) => formerLater?.some((one) => !('change' in one) && one.paymentDetailId === id));
  const first = returning.find(({ paymentDetailId }) => !isSince(paymentDetailId));
  if (first?.formerBefore == null) return [...present];
  const { borrowerKey, paymentDetailId, formerBefore, formerLater } = first;
  const later = formerLater ?? [];
  const h = paymentHistory;
  const isPayment = (id: string) => and(eq(h.borrowerKey, borrowerKey), eq(h.paymentDetailId, id));
  const [payment] = await db.select().from(h).where(isPayment(paymentDetailId));
  if (payment === undefined) throw new Error('A payment that is to be returned is not in the history');
  const { effectiveDate } = payment;

  const changes = later.filter((one) => 'change' in one);
  const isChangedBy = (kind: GroupChange['kind'], { groupId, confirmationNumber }: PeriodRow): boolean =>
    changes.some(
      (one) => one.groupId === groupId && one.confirmationNumber === confirmationNumber && one.change.kind === kind,
    );
  const opened = present.map((each): Converted => {
    const before = formerBefore.find(({ groupId }) => groupId === each.group.groupId);
    if (before === undefined) return each;
    const { row, own } = rowsBefore(each, before);
    const periods = each.ownPeriods.filter((period) => !isChangedBy('grantPause', period));
    const known = periods.map((period) =>
      isChangedBy('endGrant', period) ? { ...period, accrued: null, capitalized: null } : period,
    );
    return converted(row, own, known, effectiveDate);
  });
  // The former history does not say whether the payment kept the due date: that follows from the present sums.
  const repeat = (keepsDueDate: boolean) => {
    const common = { paymentDetailId, effectiveDate, keepsDueDate, instruction: NO_INSTRUCTION };
    const parts = payment.groups.map(({ groupId, total: amount }): PostedSince => ({ ...common, amount, groupId }));
    const groups = opened.map(({ group }) => group);
    return { keepsDueDate, ...repeatSince(groups, [...parts, ...later]) };
  };
  const presentGroups = present.map(({ group }) => group);
  const isPresent = ({ groups }: ReturnType<typeof repeat>): boolean =>
    isDeepStrictEqual(sumsOn(groups, today), sumsOn(presentGroups, today));
  const since = [repeat(false), repeat(true)].find(isPresent) ?? repeat(false);

  const storePosted = (id: string, set: Partial<typeof h.$inferInsert>) =>
    db
      .update(h)
      .set({ ...set, postedOn: since.postedOn.get(id) ?? null })
      .where(isPayment(id));
  await storePosted(paymentDetailId, { keepsDueDate: since.keepsDueDate });
  for (const one of later) {
    if ('change' in one) continue;
    const { groupId: targetGroupId, instruction, keepsDueDate } = one;
    await storePosted(one.paymentDetailId, { targetGroupId, instruction, keepsDueDate });
  }
  const p = loanPostponements;
  for (const { groupId, confirmationNumber, on, change } of changes) {
    if (change.kind !== 'grantPause') continue;
    const isOwn = and(ofAccount(p, first), eq(p.groupId, groupId), eq(p.confirmationNumber, confirmationNumber));
    await db.update(p).set({ grantedOn: on }).where(isOwn);
  }
  const changedLoans = changes.length === 0 ? [] : since.groups.flatMap((group) => group.loans);
  await updateMany(db, loans, [loans.reducedRates], changedLoans);
  return opened.map((each, index): Converted => {
    const group = since.groups[index] ?? each.group;
    const made = since.changes.filter(({ by }) => by.groupId === group.groupId);
    const terms = [...each.terms];
    for (const { changed } of made) {
      if (changed.terms === null) continue;
      const { fromDay } = changed.terms;
      const position = terms.filter((one) => one.fromDay === fromDay).length;
      terms.push(termsRow(group, changed.terms, false, position));
    }
    const entries = made.flatMap(({ changed }) => changed.entries.map((entry) => ownEntry(group, entry, false)));
    return { ...each, group, terms, entries: [...each.entries, ...entries] };
  });
}

/**
 * Returns the SQL expression for the day of the next statement of an account on which something is owed, unless its next
 * bill comes before.
 */
const selectStatementOn = (today: PlainDate) =>
  sql`case when exists (
    select 1 from ${loanGroups}
    where ${toQualifiedName(loanGroups.borrowerKey)} = ${toQualifiedName(accounts.borrowerKey)}
      and ${toQualifiedName(loanGroups.accountId)} = ${toQualifiedName(accounts.accountId)} and ${toQualifiedName(loanGroups.nextDue)} is not null
  ) then ${addMonths(today, QUARTER)}::date end`;

const toKey = ({ borrowerKey, accountId }: AccountKey): string => `${borrowerKey}/${accountId}`;
const ofGroup = (row: AccountKey & { readonly groupId: string }): string => `${toKey(row)}/${row.groupId}`;

/**
 * Converts the accounts of some borrowers as of `today`, in the caller's transaction. An account with a payment that is
 * still to be returned opens before that payment.
 */
export async function convertBorrowers(db: Database, borrowerKeys: readonly string[], today: PlainDate): Promise<void> {
  const keys = [...borrowerKeys];
  const isMatch = (table: { readonly borrowerKey: PgColumn }) => inArray(table.borrowerKey, keys);
  // One by one, because Citus locks rows of one shard only; in this order, against deadlocks.
  for (const key of keys.toSorted()) await lockBorrower(db, key);
  const open = await db
    .select({ borrowerKey: accounts.borrowerKey, accountId: accounts.accountId })
    .from(accounts)
    .where(and(isMatch(accounts), isNull(accounts.recordsSince)));
  const toConvert = new Set(open.map(toKey));
  // A group without sums was created with records.
  const groupRows = (await db.select().from(loanGroups).where(isMatch(loanGroups))).filter(
    (row) => toConvert.has(toKey(row)) && row.formerPlan !== null,
  );
  const loansByGroup = byKey(await db.select().from(loans).where(isMatch(loans)).orderBy(asc(loans.loanId)), ofGroup);
  const periodsByGroup = byKey(await db.select().from(loanPostponements).where(isMatch(loanPostponements)), ofGroup);
  const withReturn = and(isMatch(paymentReturns), isNotNull(paymentReturns.formerBefore));
  const waiting = byKey(await db.select().from(paymentReturns).where(withReturn), toKey);
  const all: Converted[] = [];
  for (const [account, rows] of byKey(groupRows, toKey)) {
    const present = rows.map((row) => {
      const ownPeriods = periodsByGroup.get(ofGroup(row)) ?? [];
      return { ...converted(row, loansByGroup.get(ofGroup(row)) ?? [], ownPeriods, today), ownPeriods };
    });
    all.push(...(await reopened(db, present, waiting.get(account) ?? [], today)));
  }
  const g = loanGroups;
  const groups = all.map(({ group }) => ({ ...group, ...toWorkDays(group) }));
  await updateMany(
    db,
    g,
    [g.opening, g.nextDue, g.nextBillOn, g.rapMonthOn, g.recertificationOn, g.paidAheadTo],
    groups,
  );
  const billRows = groups.flatMap(({ borrowerKey, accountId, groupId, bills: own }) =>
    own.map((bill) => ({ borrowerKey, accountId, groupId, ...bill, isReconstructed: true })),
  );
  await insertMany(db, bills, billRows);
  const [terms, entries] = [all.flatMap((each) => each.terms), all.flatMap((each) => each.entries)];
  await insertMany(db, groupTerms, terms);
  await insertMany(db, loanEntries, entries);
  const periods = all.flatMap((each) => each.periods);
  await insertMany(db, loanPostponements, periods);
  await db
    .update(accounts)
    .set({ recordsSince: today, statementsFrom: today, statementOn: selectStatementOn(today) })
    .where(and(isMatch(accounts), isNull(accounts.recordsSince)));
}

/** Converts the accounts of one borrower, if they are not converted yet. The transaction must have locked the borrower. */
export async function convertBorrower(db: Database, borrowerKey: string, today: PlainDate): Promise<void> {
  const waiting = await db.$count(accounts, and(eq(accounts.borrowerKey, borrowerKey), isNull(accounts.recordsSince)));
  if (waiting > 0) await convertBorrowers(db, [borrowerKey], today);
}

/** The number of borrowers per transaction. */
const BATCH = 1000;

/** Converts all borrowers in batches. Calls `onProgress` with the number of borrowers that are done. */
export async function convertAll(db: Database, today: PlainDate, onProgress?: (done: number) => void): Promise<number> {
  for (let done = 0; ;) {
    const next = await db
      .selectDistinct({ borrowerKey: accounts.borrowerKey })
      .from(accounts)
      .where(isNull(accounts.recordsSince))
      .orderBy(asc(accounts.borrowerKey))
      .limit(BATCH);
    if (next.length === 0) return done;
    const keys = next.map(({ borrowerKey }) => borrowerKey);
    await db.transaction((transaction) => convertBorrowers(transaction, keys, today));
    done += keys.length;
    onProgress?.(done);
  }
}
