/** The interest that the ledger added to the borrower's loans since a day. */
import { and, eq, gt } from 'drizzle-orm';
import { type LoanWithPast, type PrincipalChange, interestSince } from '#domain/accounts/updates/rules.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { type Cents, ZERO, allocate, subtractCents } from '#domain/money.ts';
import { type GroupSplit, loanEntries, paymentHistory } from '../../db/schema/index.ts';
import { isPaidRow } from '../payments/paid-rows.ts';
import type { Scope } from '../scope.ts';
import { addedBy, disbursementsOf } from './groups.ts';
import { byKey } from '../group-by.ts';
import { type HeldGroup, type HeldLoan, portfolioIn } from './portfolio.ts';

type Entry = typeof loanEntries.$inferSelect;

/** A payment's effect in a group. */
interface DatedSplit {
  readonly date: PlainDate;
  readonly split: GroupSplit;
}

/**
 * Returns the principal that payments repaid on a loan. Payments of earlier releases are known by group only; they are
 * divided by principal.
 */
const repaidOn = ({ loans: all }: HeldGroup, loan: HeldLoan, splits: readonly DatedSplit[]): PrincipalChange[] => {
  const weights = all.map(({ principal }) => principal);
  return splits.map(({ date, split: { principal, loans } }) => {
    const share = loans?.find(({ loanId }) => loanId === loan.loanId)?.principal;
    const part = share ?? allocate(principal, weights)[all.indexOf(loan)] ?? ZERO;
    return { date, amount: subtractCents(ZERO, part) };
  });
};

/** Returns the times in which the government pays the interest of a loan: before repayment, and in deferments. */
const subsidiesOf = (entries: readonly Entry[]): LoanWithPast['subsidies'] =>
  entries.flatMap(({ kind, onDay, until }) => (kind === 'subsidy' && until !== null ? [{ from: onDay, until }] : []));

/** Returns the interest that was added to all loans of the borrower after `since` and through today. */
export async function interestAddedSince(scope: Scope, since: PlainDate): Promise<Cents> {
  const { db, borrowerKey } = scope;
  const { accounts, day: today } = await portfolioIn(scope);
  const { effectiveDate, accountId: account, groups: splits } = paymentHistory;
  const rows = await db
    .select({ date: effectiveDate, accountId: account, splits })
    .from(paymentHistory)
    .where(and(eq(paymentHistory.borrowerKey, borrowerKey), gt(effectiveDate, since), isPaidRow));
  const dated = rows.flatMap(({ splits: own, ...row }) => own.map((split) => ({ ...row, split })));
  const splitsOf = byKey(dated, ({ accountId, split }) => `${accountId}/${split.groupId}`);
  const entries = await db.select().from(loanEntries).where(eq(loanEntries.borrowerKey, borrowerKey));
  const entriesOf = byKey(entries, ({ accountId, loanId }) => `${accountId}/${loanId}`);
  const added = accounts.flatMap(({ accountId, groups }) =>
    groups.flatMap(({ held }) =>
      held.loans.map((loan) => {
        const own = entriesOf.get(`${accountId}/${loan.loanId}`) ?? [];
        const repaid = repaidOn(held, loan, splitsOf.get(`${accountId}/${held.groupId}`) ?? []);
        const changes = [...disbursementsOf(loan), ...repaid, ...addedBy(own)];
        return interestSince({ ...loan, changes, subsidies: subsidiesOf(own) }, { since, today });
      }),
    ),
  );
  return centsOfMicros(added.reduce((sum, micros) => sum + micros, 0n));
}
