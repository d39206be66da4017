/** The interest that the ledger added to the borrower's loans since a day. */
import { and, eq, gt } from 'drizzle-orm';
import { type LoanWithPast, type PrincipalChange, interestSince } from '#domain/accounts/updates/rules.ts';
import { type PlainDate, addDays } from '#domain/calendar.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { type Cents, ZERO, allocate, subtractCents, sumCents } from '#domain/money.ts';
import { isInterestPaid } from '#domain/pause.ts';
import { isPostponement } from '#domain/repayment/postponement/rules.ts';
import {
  type GroupSplit,
  applicationEvents,
  applications,
  loanPostponements,
  paymentHistory,
} from '../../db/schema/index.ts';
import { isPaidRow } from '../payments/paid-rows.ts';
import type { Scope } from '../scope.ts';
import { disbursementsOf } from './loans.ts';
import { type HeldGroup, type HeldLoan, byKey, portfolioIn } from './portfolio.ts';

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

/** Returns the granted periods of each loan, by account and loan. */
async function periodsOf({ db, borrowerKey }: Own) {
  const rows = await db.select().from(loanPostponements).where(eq(loanPostponements.borrowerKey, borrowerKey));
  return byKey(rows, ({ accountId, loanId }) => `${accountId}/${loanId}`);
}

type Period = typeof loanPostponements.$inferSelect;

/** Returns the day on which the borrower's new plan took effect; null without exactly one such day. */
async function planChangedOn({ db, borrowerKey }: Own): Promise<PlainDate | null> {
  const { confirmationNumber, event, happenedOn } = applicationEvents;
  const rows = await db
    .select({ happenedOn })
    .from(applicationEvents)
    .innerJoin(
      applications,
      and(
        eq(applications.borrowerKey, applicationEvents.borrowerKey),
        eq(applications.confirmationNumber, confirmationNumber),
      ),
    )
    .where(and(eq(applicationEvents.borrowerKey, borrowerKey), eq(event, 'inEffect'), eq(applications.kind, 'term')));
  const [first] = rows;
  return first !== undefined && rows.length === 1 ? first.happenedOn : null;
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

/**
 * Returns the interest that was capitalized on a loan: at the end of each period, and the rest by a new plan, if the day
 * of the only one is known.
 */
function capitalizedOn(loan: HeldLoan, periods: readonly Period[], newPlanOn: PlainDate | null): PrincipalChange[] {
  const atEnds = periods.map(({ endDate, capitalized }) => ({ date: endDate, amount: capitalized ?? ZERO }));
  if (newPlanOn === null) return atEnds;
  const rest = subtractCents(loan.capitalizedInterest, sumCents(atEnds.map(({ amount }) => amount)));
  return [...atEnds, { date: newPlanOn, amount: rest }];
}

/** Returns the periods in which the government pays the interest of a loan: before repayment, and in deferments. */
function subsidiesOf(group: HeldGroup, loan: HeldLoan, periods: readonly Period[]): LoanWithPast['subsidies'] {
  const { repaymentStarts, postponedFrom, postponedThrough, postponedBy } = group;
  if (!loan.isSubsidized) return [];
  const deferments = periods.flatMap(({ kind, startDate, endDate }) =>
    isPostponement(kind) && isInterestPaid(loan, kind) ? [{ from: startDate, until: endDate }] : [],
  );
  return [
    ...deferments,
    ...(repaymentStarts === null ? [] : [{ from: loan.disbursedOn, until: repaymentStarts }]),
    ...(postponedFrom !== null && postponedThrough !== null && postponedBy !== null && isInterestPaid(loan, postponedBy)
      ? [{ from: postponedFrom, until: addDays(postponedThrough, 1) }]
      : []),
  ];
}

/** Returns the interest that was added to all loans of the borrower after `since` and through today. */
export async function interestAddedSince(scope: Scope, since: PlainDate): Promise<Cents> {
  const { accounts, day: today } = await portfolioIn(scope);
  const splits = await splitsSince(scope, since);
  const periods = await periodsOf(scope);
  const newPlanOn = await planChangedOn(scope);
  const added = accounts.flatMap(({ accountId, groups }) =>
    groups.flatMap(({ held }) =>
      held.loans.map((loan) => {
        const own = periods.get(`${accountId}/${loan.loanId}`) ?? [];
        const repaid = repaidOn(held, loan, splits.get(`${accountId}/${held.groupId}`) ?? []);
        const changes = [...disbursementsOf(loan), ...repaid, ...capitalizedOn(loan, own, newPlanOn)];
        return interestSince({ ...loan, changes, subsidies: subsidiesOf(held, loan, own) }, { since, today });
      }),
    ),
  );
  return centsOfMicros(added.reduce((sum, micros) => sum + micros, 0n));
}
