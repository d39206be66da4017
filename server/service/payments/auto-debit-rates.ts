/** The lower interest rates of auto debit on the stored loans (ruling 101). The rule is in domain/accounts/auto-debit-rate. */
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm';
import {
  type Enrollment,
  type ReducedTime,
  autoDebitRates,
  enrollmentsOf,
  withAutoDebitRates,
} from '#domain/accounts/auto-debit-rate.ts';
import { earliestOf, later } from '#domain/calendar.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { isDirect } from '#domain/repayment/postponement/coverage.ts';
import type { Database } from '../../db/database.ts';
import { accounts, paymentHistory, type scheduledPayments } from '../../db/schema/index.ts';
import { type GroupRow, type LoanRow, groupsOf, ofAccount, storeGroups } from '../accounts/groups.ts';
import { byKey } from '../group-by.ts';
import { changesOf, draftChangeOf } from './auto-debit-changes.ts';

type AccountRow = typeof accounts.$inferSelect;
/** A payment that is about to be posted. */
type Posting = Pick<typeof scheduledPayments.$inferSelect, 'accountId' | 'effectiveDate' | 'paymentType'>;

/**
 * Returns the times of the lower rate of an account: in each enrollment from its first posted draft that the bank has not
 * returned. Drafts of an older database, from before the account was converted, do not count.
 */
async function reducedTimesOf(
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
    const from = earliestOf([posted?.day ?? null, ...coming]);
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
  db: Database,
  borrowerKey: string,
  accountIds: readonly string[],
  posting: readonly Posting[] = [],
): Promise<Map<string, GroupRow[]>> {
  const byAccount = await groupsOf(db, borrowerKey, accountIds);
  const changesBy = byKey(await changesOf(db, borrowerKey), ({ accountId }) => accountId);
  if (!accountIds.some((accountId) => changesBy.has(accountId))) return byAccount;
  const rows = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.borrowerKey, borrowerKey), inArray(accounts.accountId, [...accountIds])));
  const changed: GroupRow[] = [];
  for (const account of rows.filter(({ kind }) => kind === 'federal')) {
    const { accountId, loanType: accountLoanType } = account;
    const enrollments = enrollmentsOf((changesBy.get(accountId) ?? []).map(draftChangeOf));
    const times = await reducedTimesOf(db, account, enrollments, posting);
    const after = (byAccount.get(accountId) ?? []).map((group) => {
      if (!isDirect({ ...group, accountLoanType })) return group;
      const loans = group.loans.map((loan) => withAutoDebitRates<LoanRow>(loan, autoDebitRates(loan, times)));
      if (isDeepStrictEqual(loans, group.loans)) return group;
      const reduced = { ...group, loans };
      changed.push(reduced);
      return reduced;
    });
    byAccount.set(accountId, after);
  }
  await storeGroups(db, borrowerKey, changed);
  return byAccount;
}
