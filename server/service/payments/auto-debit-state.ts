/**
 * The state that results from the changes of auto debit: whether it is on, and the lower interest rates of the loans (ruling
 * 101, domain/accounts/auto-debit-rate). It ends when the bank refuses or returns drafts, and when an account is paid in
 * full (ruling 95).
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm';
import {
  type Enrollment,
  type ReducedTime,
  autoDebitRates,
  toEnrollments,
  withAutoDebitRates,
} from '#domain/accounts/auto-debit-rate.ts';
import { type PlainDate, findEarliest, later } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import { paidInFullMessage } from '#domain/payments/auto-debit/messages.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { isDirect } from '#domain/repayment/postponement/coverage.ts';
import type { Database } from '../../db/database.ts';
import {
  type scheduledPayments,
  accounts,
  autoDebitChanges,
  autoDebits,
  borrowers,
  loanGroups,
  paymentHistory,
} from '../../db/schema/index.ts';
import {
  type AccountKey,
  type GroupRow,
  type LoanRow,
  changeLoansVersion,
  readAccountGroups,
  ofAccount,
  storeGroups,
} from '../portfolio/groups.ts';
import { type Own, ownRows, updateOwnRows } from '../own-rows.ts';
import { byAccount } from '../group-by.ts';
import { readChanges, toDraftChange } from '../portfolio/auto-debit-changes.ts';
import { addLetter } from '../messages/letters.ts';

/** Stores whether auto debit is on for an account, and for any account of the borrower. */
export async function storeIsOn(db: Database, borrowerKey: string, accountId: string, isEnrolled: boolean) {
  await db.update(accounts).set({ autoDebit: isEnrolled }).where(ofAccount(accounts, { borrowerKey, accountId }));
  const enrolled = await db.$count(accounts, and(eq(accounts.borrowerKey, borrowerKey), eq(accounts.autoDebit, true)));
  await updateOwnRows({ db, borrowerKey }, borrowers, { autoDebit: enrolled > 0 });
  await changeLoansVersion(db, borrowerKey);
}

type AccountRow = typeof accounts.$inferSelect;
/** A payment that is about to be posted. */
type Posting = Pick<typeof scheduledPayments.$inferSelect, 'accountId' | 'effectiveDate' | 'paymentType'>;

/**
 * Returns the times of the lower rate of an account: in each enrollment from its first posted draft that the bank has not
 * returned. Drafts of an older database, from before the account was converted, do not count.
 */
async function readReducedTimes(
  db: Database,
  { borrowerKey, accountId, recordsSince }: AccountRow,
  enrollments: readonly Enrollment[],
  posting: readonly Posting[],
): Promise<ReducedTime[]> {
  const h = paymentHistory;
  const times: ReducedTime[] = [];
  for (const enrollment of enrollments) {
    const { enrolledOn, until } = enrollment;
    const since = recordsSince === null ? enrolledOn : later(enrolledOn, recordsSince);
    const isDraft = and(ofAccount(h, { borrowerKey, accountId }), eq(h.description, AUTO_DEBIT));
    const isWithin = and(gte(h.effectiveDate, since), until === null ? undefined : lt(h.effectiveDate, until));
    const [posted] = await db
      .select({ day: h.effectiveDate })
      .from(h)
      .where(and(isDraft, isWithin))
      .orderBy(asc(h.effectiveDate))
      .limit(1);
    const coming = posting
      .filter((each) => each.accountId === accountId && each.paymentType === AUTO_DEBIT)
      .map(({ effectiveDate }) => effectiveDate)
      .filter((day) => since <= day && (until === null || day < until));
    const from = findEarliest([posted?.day ?? null, ...coming]);
    if (from !== null) times.push({ ...enrollment, from });
  }
  return times;
}

/**
 * Returns the groups of some accounts by account id, with the lower rates of auto debit that follow from its changes and
 * its drafts, those of `posting` included. Stores these rates. They are dated, so they may be stored before the drafts that
 * begin them.
 */
export async function groupsAtAutoDebitRates(
  own: Own,
  accountIds: readonly string[],
  posting: readonly Posting[] = [],
): Promise<Map<string, GroupRow[]>> {
  const groupsBy = await readAccountGroups(own, accountIds);
  const changesBy = byAccount(await readChanges(own));
  if (!accountIds.some((accountId) => changesBy.has(accountId))) return groupsBy;
  const rows = await ownRows(own, accounts, inArray(accounts.accountId, [...accountIds]));
  const changed: GroupRow[] = [];
  for (const account of rows.filter(({ kind }) => kind === 'federal')) {
    const { accountId, loanType: accountLoanType } = account;
    const enrollments = toEnrollments((changesBy.get(accountId) ?? []).map(toDraftChange));
    const times = await readReducedTimes(own.db, account, enrollments, posting);
    const after = (groupsBy.get(accountId) ?? []).map((group) => {
      if (!isDirect({ ...group, accountLoanType })) return group;
      const loans = group.loans.map((loan) => withAutoDebitRates<LoanRow>(loan, autoDebitRates(loan, times)));
      if (isDeepStrictEqual(loans, group.loans)) return group;
      const reduced = { ...group, loans };
      changed.push(reduced);
      return reduced;
    });
    groupsBy.set(accountId, after);
  }
  await storeGroups(own, changed);
  return groupsBy;
}

/** Switches auto debit of an account off on `day`. Returns the id of the change. */
export async function switchOff(
  db: Database,
  { borrowerKey, accountId }: AccountKey,
  kind: 'suspended' | 'paidInFull',
  day: PlainDate,
): Promise<string> {
  const changeId = randomUUID();
  const changedAt = new Date(`${day}T12:00:00.000Z`);
  const change = { borrowerKey, changeId, accountId, kind, extraAmount: ZERO, changedOn: day, changedAt };
  await db.insert(autoDebitChanges).values(change);
  await db.update(autoDebits).set({ actionOn: null }).where(ofAccount(autoDebits, { borrowerKey, accountId }));
  await groupsAtAutoDebitRates({ db, borrowerKey }, [accountId]);
  await storeIsOn(db, borrowerKey, accountId, false);
  return changeId;
}

/** Ends auto debit of those of some accounts that are paid in full on `day`, and writes to the inbox. */
export async function endPaidInFull({ db, borrowerKey }: Own, accountIds: readonly string[], day: PlainDate) {
  const isEnrolled = and(inArray(accounts.accountId, [...accountIds]), eq(accounts.autoDebit, true));
  const enrolled = await ownRows({ db, borrowerKey }, accounts, isEnrolled);
  for (const account of enrolled) {
    // A group that owes nothing has no next bill.
    const owing = and(ofAccount(loanGroups, account), isNotNull(loanGroups.nextDue));
    if ((await db.$count(loanGroups, owing)) > 0) continue;
    const documentId = await switchOff(db, account, 'paidInFull', day);
    await addLetter(db, {
      borrowerKey,
      documentId,
      isDirect: account.loanType === 'Direct',
      isPlainText: true,
      ...paidInFullMessage(account),
      receivedOn: day,
    });
  }
}
