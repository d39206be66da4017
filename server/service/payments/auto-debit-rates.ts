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
import { type PlainDate, earliestOf, later } from '#domain/calendar.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { isDirect } from '#domain/repayment/postponement/coverage.ts';
import type { Database } from '../../db/database.ts';
import { accounts, paymentHistory, type scheduledPayments } from '../../db/schema/index.ts';
import { type GroupRow, type LoanRow, groupsOf, storeChangedGroups } from '../accounts/groups.ts';
import { changesOf, draftChangeOf } from './auto-debit-changes.ts';

type AccountRow = typeof accounts.$inferSelect;
/** A payment that is about to be posted. */
type Posting = Pick<typeof scheduledPayments.$inferSelect, 'accountId' | 'effectiveDate' | 'paymentType'>;

const isWithin = (day: PlainDate, from: PlainDate, until: PlainDate | null): boolean =>
  from <= day && (until === null || day < until);

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
    const [posted] = await db
      .select({ day: h.effectiveDate })
      .from(h)
      .where(
        and(
          eq(h.borrowerKey, borrowerKey),
          eq(h.accountId, accountId),
          eq(h.description, AUTO_DEBIT),
          gte(h.effectiveDate, since),
          until === null ? undefined : lt(h.effectiveDate, until),
        ),
      )
      .orderBy(asc(h.effectiveDate))
      .limit(1);
    const coming = posting
      .filter((each) => each.accountId === accountId && each.paymentType === AUTO_DEBIT)
      .map(({ effectiveDate }) => effectiveDate)
      .filter((day) => isWithin(day, since, until));
    const from = earliestOf([posted?.day ?? null, ...coming]);
    if (from !== null) times.push({ ...enrollment, from });
  }
  return times;
}

/**
 * Returns groups of one or more accounts with the lower rates of auto debit that follow from its changes and its drafts,
 * those of `posting` included. Rates are dated, so they may be stored before the drafts that begin them.
 */
export async function atAutoDebitRates(
  db: Database,
  borrowerKey: string,
  groups: readonly GroupRow[],
  posting: readonly Posting[] = [],
): Promise<GroupRow[]> {
  const changes = await changesOf(db, borrowerKey);
  const accountIds = [...new Set(groups.map(({ accountId }) => accountId))].filter((accountId) =>
    changes.some((change) => change.accountId === accountId),
  );
  if (accountIds.length === 0) return [...groups];
  const rows = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.borrowerKey, borrowerKey), inArray(accounts.accountId, accountIds)));
  const timesOf = new Map<string, { readonly account: AccountRow; readonly times: readonly ReducedTime[] }>();
  for (const account of rows.filter(({ kind }) => kind === 'federal')) {
    const own = changes.filter(({ accountId }) => accountId === account.accountId).map(draftChangeOf);
    const times = await reducedTimesOf(db, account, enrollmentsOf(own), posting);
    timesOf.set(account.accountId, { account, times });
  }
  return groups.map((group) => {
    const found = timesOf.get(group.accountId);
    if (found === undefined || !isDirect({ ...group, accountLoanType: found.account.loanType })) return group;
    const loans = group.loans.map((loan) =>
      withAutoDebitRates<LoanRow>(loan, autoDebitRates(loan, found.times), group),
    );
    return isDeepStrictEqual(loans, group.loans) ? group : { ...group, loans };
  });
}

/**
 * Returns the groups of some accounts by account id, with the lower rates of auto debit as they are once the payments
 * `posting` are posted. Stores these rates.
 */
export async function groupsAtAutoDebitRates(
  db: Database,
  borrowerKey: string,
  accountIds: readonly string[],
  posting: readonly Posting[] = [],
): Promise<Map<string, GroupRow[]>> {
  const stored = await groupsOf(db, borrowerKey, accountIds);
  const before = [...stored.values()].flat();
  const after = await atAutoDebitRates(db, borrowerKey, before, posting);
  const changed = after.filter((group) => !before.includes(group));
  await storeChangedGroups(db, borrowerKey, changed);
  const byAccount = new Map(stored);
  for (const accountId of stored.keys()) {
    byAccount.set(
      accountId,
      after.filter((group) => group.accountId === accountId),
    );
  }
  return byAccount;
}
