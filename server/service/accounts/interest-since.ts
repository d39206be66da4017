/** The interest that the ledger added to the borrower's loans since a day. */
import { and, eq, gt } from 'drizzle-orm';
import { type LoanWithPast, type PrincipalChange, interestSince } from '#domain/accounts/updates/rules.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { type Cents, ZERO, allocate, subtractCents } from '#domain/money.ts';
import { type GroupSplit, loanEntries, paymentHistory } from '../../db/schema/index.ts';
import { isPaidRow } from '../payments/paid-rows.ts';
import type { Scope } from '../scope.ts';
import { disbursementsOf } from './groups.ts';
import { byKey } from '../group-by.ts';
import { type HeldGroup, type HeldLoan, portfolioIn } from './portfolio.ts';

type Own = Pick<Scope, 'db' | 'borrowerKey'>;

/** A payment's effect in a group. */
interface DatedSplit {
  readonly date: PlainDate;
  readonly split: GroupSplit;
}

/** Returns the effects of the payments after `since` in each group, by account and group. */
async function splitsSince({ db, borrowerKey }: Own, since: PlainDate) {
  const rows = await db
    .select({ date: paymentHistory.effectiveDate, accountId: paymentHistory.accountId, groups: paymentHistory.groups })
    .from(paymentHistory)
    .where(and(eq(paymentHistory.borrowerKey, borrowerKey), gt(paymentHistory.effectiveDate, since), isPaidRow));
  const splits = rows.flatMap(({ date, accountId, groups }) => groups.map((split) => ({ date, accountId, split })));
  return byKey(splits, ({ accountId, split }) => `${accountId}/${split.groupId}`);
}

type Entry = typeof loanEntries.$inferSelect;

/** Returns the dated entries of each loan, by account and loan. */
async function entriesOf({ db, borrowerKey }: Own): Promise<Map<string, Entry[]>> {
  const rows = await db.select().from(loanEntries).where(eq(loanEntries.borrowerKey, borrowerKey));
  return byKey(rows, ({ accountId, loanId }) => `${accountId}/${loanId}`);
}

/**
 * Returns the principal that payments repaid on a loan. Payments of earlier releases are known by group only; they are
 * divided by principal.
 */
const repaidOn = (group: HeldGroup, loan: HeldLoan, splits: readonly DatedSplit[]): PrincipalChange[] =>
  splits.map(({ date, split: { principal, loans } }) => {
    const shares = allocate(
      principal,
      group.loans.map((each) => each.principal),
    );
    const share = loans?.find(({ loanId }) => loanId === loan.loanId)?.principal;
    return { date, amount: subtractCents(ZERO, share ?? shares[group.loans.indexOf(loan)] ?? ZERO) };
  });

/** Returns the interest that was capitalized on a loan. */
const capitalizedOn = (entries: readonly Entry[]): PrincipalChange[] =>
  entries.flatMap(({ kind, onDay, principal }) => (kind === 'capitalized' ? [{ date: onDay, amount: principal }] : []));

/** Returns the times in which the government pays the interest of a loan: before repayment, and in deferments. */
const subsidiesOf = (entries: readonly Entry[]): LoanWithPast['subsidies'] =>
  entries.flatMap(({ kind, onDay, until }) => (kind === 'subsidy' && until !== null ? [{ from: onDay, until }] : []));

/** Returns the interest that was added to all loans of the borrower after `since` and through today. */
export async function interestAddedSince(scope: Scope, since: PlainDate): Promise<Cents> {
  const { accounts, day: today } = await portfolioIn(scope);
  const splits = await splitsSince(scope, since);
  const entries = await entriesOf(scope);
  const added = accounts.flatMap(({ accountId, groups }) =>
    groups.flatMap(({ held }) =>
      held.loans.map((loan) => {
        const own = entries.get(`${accountId}/${loan.loanId}`) ?? [];
        const repaid = repaidOn(held, loan, splits.get(`${accountId}/${held.groupId}`) ?? []);
        const changes = [...disbursementsOf(loan), ...repaid, ...capitalizedOn(own)];
        return interestSince({ ...loan, changes, subsidies: subsidiesOf(own) }, { since, today });
      }),
    ),
  );
  return centsOfMicros(added.reduce((sum, micros) => sum + micros, 0n));
}
