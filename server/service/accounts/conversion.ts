/**
 * Converts accounts of a database from before bills were recorded: the stored sums become bills, terms and entries that
 * are marked as reconstructed. A borrower is converted by the first call, or with all others by `npm run post-due`
 * in batches, which can be interrupted and continued.
 */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { nextBillOn } from '#domain/accounts/bills.ts';
import { billsOfSums } from '#domain/accounts/conversion.ts';
import { recertificationDay } from '#domain/accounts/recertification.ts';
import type { EntryRecord, PauseRecord } from '#domain/accounts/records.ts';
import { type PlainDate, addDays, addMonths, earlier, earliestOf } from '#domain/calendar.ts';
import { ZERO, maxCents, subtractCents, sumCents } from '#domain/money.ts';
import { insertMany, updateMany } from '../../db/bulk.ts';
import { nameOf } from '../../db/columns.ts';
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
  paymentReturns,
} from '../../db/schema/index.ts';
import { byKey, entryRow, pausesOf } from './groups.ts';
import { QUARTER } from './issue-statements.ts';

type GroupOfSums = typeof loanGroups.$inferSelect;
type LoanOfSums = typeof loans.$inferSelect;
type PeriodRow = typeof loanPostponements.$inferSelect;

/** The records that the sums of some groups become. */
interface Converted {
  readonly groups: GroupOfSums[];
  readonly bills: (typeof bills.$inferInsert)[];
  readonly terms: (typeof groupTerms.$inferInsert)[];
  readonly entries: (typeof loanEntries.$inferInsert)[];
  readonly periods: (typeof loanPostponements.$inferInsert)[];
}

const isReconstructed = true;
const NOTHING = { principal: ZERO, interest: 0n, fees: ZERO, until: null, cause: null } as const;

/** Returns the pause that only the group's row knows, because it did not come from an application. */
function pauseOfRow(group: GroupOfSums, own: readonly LoanOfSums[], known: readonly PauseRecord[]): PauseRecord | null {
  const { formerPostponedFrom: from, formerPostponedThrough: through, formerPostponedBy: kind } = group;
  if (through === null || known.some(({ end }) => end === addDays(through, 1))) return null;
  const start = from ?? earliestOf(own.map(({ disbursedOn }) => disbursedOn)) ?? through;
  return { kind, start, end: addDays(through, 1), grantedOn: start, isClosed: true };
}

/** Returns the entries of a loan: its state on `today`, and interest that was added to its principal before (for documents). */
function entriesOf(loan: LoanOfSums, periods: readonly PeriodRow[], today: PlainDate): EntryRecord[] {
  const { loanId, principal, accruedInterest: interest, fees, interestThrough, disbursedOn } = loan;
  const opened = earlier(interestThrough, today);
  const afterPauses = periods.flatMap(({ loanId: of, capitalized, endDate }): EntryRecord[] =>
    of !== loanId || capitalized === null || capitalized === 0
      ? []
      : [{ ...NOTHING, loanId, kind: 'capitalized', onDay: endDate, principal: capitalized, cause: 'pause' }],
  );
  const rest = subtractCents(loan.formerCapitalizedInterest, sumCents(afterPauses.map((entry) => entry.principal)));
  return [
    { ...NOTHING, loanId, kind: 'opening', onDay: opened, principal, interest, fees },
    ...(interestThrough > today
      ? [{ ...NOTHING, loanId, kind: 'subsidy', onDay: opened, until: interestThrough } as const]
      : []),
    ...afterPauses,
    ...(rest > 0
      ? [{ ...NOTHING, loanId, kind: 'capitalized', onDay: disbursedOn, principal: maxCents(rest, ZERO) } as const]
      : []),
  ];
}

/** Returns the records of a group. */
function converted(
  group: GroupOfSums,
  own: readonly LoanOfSums[],
  periods: readonly PeriodRow[],
  today: PlainDate,
): Converted {
  const { borrowerKey, accountId, groupId, dueDay, repaymentStarts } = group;
  const { formerPlan, formerMonthlyPayment, formerPaymentSteps } = group;
  if (formerPlan === null || formerMonthlyPayment === null) throw new Error(`Group ${groupId} has no sums to convert`);
  const key = { borrowerKey, accountId, groupId };
  const known = pausesOf(periods);
  const pause = pauseOfRow(group, own, known);
  const pauses = pause === null ? known : [...known, pause].toSorted((a, b) => (a.start < b.start ? -1 : 1));
  const state = billsOfSums({
    monthlyPayment: formerMonthlyPayment,
    paymentSteps: formerPaymentSteps,
    dueDay,
    pauses,
    paymentDueDate: group.formerPaymentDueDate,
    amountDue: group.formerAmountDue ?? ZERO,
    pastDue: group.formerPastDue ?? ZERO,
    billedThrough: group.formerBilledThrough ?? today,
    repaymentStarts,
  });
  const { nextDue, paidAheadTo } = state;
  const opening = nextDue !== null && paidAheadTo !== null ? { nextDue, paidAheadTo } : null;
  return {
    groups: [
      {
        ...group,
        opening,
        nextDue,
        paidAheadTo,
        nextBillOn: nextBillOn({ nextDue, dueDay, pauses }),
        recertificationOn: recertificationDay(
          { recertifyBy: group.formerRecertifyBy, isPermanentStandard: group.formerIsPermanentStandard },
          today,
        ),
      },
    ],
    bills: state.bills.map((bill) => ({ ...key, ...bill, isReconstructed })),
    terms: [
      {
        ...key,
        fromDay: today,
        cause: 'start',
        plan: formerPlan,
        monthlyPayment: formerMonthlyPayment,
        paymentSteps: formerPaymentSteps,
        loanPayments: Object.fromEntries(own.map((loan) => [loan.loanId, loan.formerMonthlyPayment ?? ZERO])),
        recertifyBy: group.formerRecertifyBy,
        isPermanentStandard: group.formerIsPermanentStandard,
        isReconstructed,
      },
    ],
    entries: own.flatMap((loan) =>
      entriesOf(loan, periods, today).map((entry) => ({
        ...entryRow({ borrowerKey, accountId, confirmationNumber: null }, entry),
        isReconstructed,
      })),
    ),
    periods:
      pause === null
        ? []
        : own.map(({ loanId }) => ({
            borrowerKey,
            accountId,
            groupId,
            loanId,
            kind: pause.kind,
            grantedOn: pause.grantedOn,
            confirmationNumber: `pause-${pause.start}`,
            startDate: pause.start,
            endDate: pause.end,
            accrued: ZERO,
            capitalized: ZERO,
          })),
  };
}

/** The day of the next statement of an account on which something is owed, unless its next bill comes before. */
const statementOnOf = (today: PlainDate) =>
  sql`case when exists (
    select 1 from ${loanGroups}
    where ${nameOf(loanGroups.borrowerKey)} = ${nameOf(accounts.borrowerKey)}
      and ${nameOf(loanGroups.accountId)} = ${nameOf(accounts.accountId)} and ${nameOf(loanGroups.nextDue)} is not null
  ) then ${addMonths(today, QUARTER)}::date end`;

const keyOf = ({ borrowerKey, accountId }: { readonly borrowerKey: string; readonly accountId: string }): string =>
  `${borrowerKey}/${accountId}`;

/**
 * Converts the accounts of some borrowers as of `today`, in the caller's transaction. Throws if a payment of theirs is
 * still to be returned by the rows of the former version: that version has to return it first.
 */
async function convert(db: Database, borrowerKeys: readonly string[], today: PlainDate): Promise<void> {
  const keys = [...borrowerKeys];
  const isOf = (table: typeof accounts | typeof loanGroups | typeof loans | typeof loanPostponements) =>
    inArray(table.borrowerKey, keys);
  await db
    .select({ key: borrowers.borrowerKey })
    .from(borrowers)
    .where(inArray(borrowers.borrowerKey, keys))
    .orderBy(asc(borrowers.borrowerKey))
    .for('update');
  const waiting = await db
    .select()
    .from(paymentReturns)
    .where(and(inArray(paymentReturns.borrowerKey, keys), sql`${paymentReturns.formerBefore} is not null`));
  const [first] = waiting;
  if (first !== undefined) throw new Error(`A payment of account ${first.accountId} is still to be returned`);
  const open = await db
    .select({ borrowerKey: accounts.borrowerKey, accountId: accounts.accountId })
    .from(accounts)
    .where(and(isOf(accounts), isNull(accounts.recordsSince)));
  const toConvert = new Set(open.map(keyOf));
  const ofGroup = (row: { readonly borrowerKey: string; readonly accountId: string; readonly groupId: string }) =>
    `${keyOf(row)}/${row.groupId}`;
  // A group without sums was created with records.
  const groupRows = (await db.select().from(loanGroups).where(isOf(loanGroups))).filter(
    (row) => toConvert.has(keyOf(row)) && row.formerPlan !== null,
  );
  const loansOf = byKey(await db.select().from(loans).where(isOf(loans)).orderBy(asc(loans.loanId)), ofGroup);
  const periodsOf = byKey(await db.select().from(loanPostponements).where(isOf(loanPostponements)), ofGroup);
  const all = groupRows.map((row) =>
    converted(row, loansOf.get(ofGroup(row)) ?? [], periodsOf.get(ofGroup(row)) ?? [], today),
  );
  const g = loanGroups;
  await updateMany(
    db,
    loanGroups,
    {
      keys: [g.borrowerKey, g.accountId, g.groupId],
      changed: [g.opening, g.nextDue, g.nextBillOn, g.recertificationOn, g.paidAheadTo],
      within: isOf(loanGroups),
    },
    all.flatMap(({ groups }) => groups),
  );
  await insertMany(
    db,
    bills,
    all.flatMap((each) => each.bills),
  );
  await insertMany(
    db,
    groupTerms,
    all.flatMap(({ terms }) => terms),
  );
  await insertMany(
    db,
    loanEntries,
    all.flatMap(({ entries }) => entries),
  );
  await insertMany(
    db,
    loanPostponements,
    all.flatMap(({ periods }) => periods),
  );
  await db
    .update(accounts)
    .set({ recordsSince: today, statementsFrom: today, statementOn: statementOnOf(today) })
    .where(and(isOf(accounts), isNull(accounts.recordsSince)));
}

/** Converts the accounts of one borrower, if they are not converted yet. The transaction must have locked the borrower. */
export async function convertBorrower(db: Database, borrowerKey: string, today: PlainDate): Promise<void> {
  const waiting = await db.$count(accounts, and(eq(accounts.borrowerKey, borrowerKey), isNull(accounts.recordsSince)));
  if (waiting > 0) await convert(db, [borrowerKey], today);
}

/** The number of borrowers per transaction. */
const BATCH = 1000;

/** Converts all borrowers in batches. Calls `onProgress` with the number of borrowers that are done. */
export async function convertAll(
  db: Database,
  today: PlainDate,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  for (let done = 0; ;) {
    const next = await db
      .selectDistinct({ borrowerKey: accounts.borrowerKey })
      .from(accounts)
      .where(isNull(accounts.recordsSince))
      .orderBy(asc(accounts.borrowerKey))
      .limit(BATCH);
    if (next.length === 0) return done;
    await db.transaction((transaction) =>
      convert(
        transaction,
        next.map(({ borrowerKey }) => borrowerKey),
        today,
      ),
    );
    done += next.length;
    onProgress(done);
  }
}
