/** The parts of the dashboard that load after the accounts: the next dates, and changes since the last visit. */
import { createHash } from 'node:crypto';
import { and, count, countDistinct, desc, eq, gt, gte, isNull, lt, or, sql, sum } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import { calendarFile } from '#domain/accounts/updates/calendar-file.ts';
import type { updates } from '#domain/accounts/updates/calls.ts';
import { dateTitles } from '#domain/accounts/updates/messages.ts';
import { type PrincipalChange, interestSince } from '#domain/accounts/updates/rules.ts';
import type { NextDate, Updates } from '#domain/accounts/updates/shapes.ts';
import { type PlainDate, businessDate } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { toFileResponse } from '#domain/file.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { type Cents, ZERO, allocate, maxCents, subtractCents, toCents } from '#domain/money.ts';
import { postedBefore } from '#domain/payments/progress.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { listNextDates, withApplications } from '#domain/timeline/next-dates.ts';
import {
  type GroupSplit,
  applications,
  inboxMessages,
  loanEntries,
  paperlessEnrollments,
  paymentHistory,
} from '../../db/schema/index.ts';
import { previousLogIn } from '../../log-ins.ts';
import { byKey } from '../group-by.ts';
import { parseAnswer } from '../../wire-format.ts';
import { expectedApplications } from '../repayment/applications.ts';
import { selectUnread } from '../messages/inbox.ts';
import { ownRows } from '../own-rows.ts';
import { isPaidRow } from '../portfolio/debits.ts';
import type { Handler, Scope } from '../scope.ts';
import { comingOn } from '../portfolio/coming.ts';
import { type LoanRow, addedBy, listDisbursements } from '../portfolio/groups.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';
import { type HeldGroup, portfolioIn } from '../portfolio/portfolio.ts';

/** Returns the next dates of the borrower's loans. */
const datesIn = cachedPerLoansVersion(async (scope): Promise<readonly NextDate[]> => {
  const { accounts, day } = await portfolioIn(scope);
  return listNextDates(
    accounts.map((account) => ({
      accountId: account.accountId,
      accountName: accountName(account),
      events: comingOn(account, day),
    })),
  );
});

/** Returns the next dates of the borrower's loans and applications. */
async function nextDatesIn(scope: Scope): Promise<readonly NextDate[]> {
  const dates = await datesIn(scope);
  return withApplications(dates, parseAnswer(postponement.applications.response, await expectedApplications(scope)));
}

/** Returns the time of the previous log-in, whose clock is real, by the business clock. Null at the first visit. */
async function previousVisit({ db, webAccountId, now }: Scope): Promise<Date | null> {
  const previous = await previousLogIn(db, webAccountId);
  return previous === null ? null : new Date(previous.getTime() + now.getTime() - Date.now());
}

/** Returns the debits posted after the visit, days after their effective date, less refunds (ruling 105). */
async function paymentsIn({ db, borrowerKey, today }: Scope, since: PlainDate) {
  const { paymentId, paymentDetailId, amount, refunded, effectiveDate } = paymentHistory;
  const isInSpan = and(gte(effectiveDate, postedBefore(since)), lt(effectiveDate, postedBefore(today)));
  const [posted] = await db
    .select({
      count: countDistinct(sql`coalesce(${paymentId}, ${paymentDetailId})`),
      total: sum(sql`${amount} - ${refunded}`).mapWith(Number),
    })
    .from(paymentHistory)
    .where(and(eq(paymentHistory.borrowerKey, borrowerKey), isInSpan, isPaidRow));
  return { count: posted?.count ?? 0, total: posted?.total ? toCents(posted.total) : ZERO };
}

/**
 * Returns the number of letters that arrived. The day of their arrival is known, not the time: a letter of the day of
 * the visit counts unless it was read before. Borrowers who get letters by mail have no inbox.
 */
async function lettersIn({ db, borrowerKey }: Scope, visit: Date): Promise<number> {
  const { borrowerKey: key, receivedOn, readAt } = inboxMessages;
  const isUnread = or(isNull(readAt), gte(readAt, visit));
  const [arrived] = await db
    .select({ letters: count() })
    .from(inboxMessages)
    .innerJoin(paperlessEnrollments, and(eq(paperlessEnrollments.borrowerKey, key), paperlessEnrollments.enrolled))
    .where(and(eq(key, borrowerKey), gte(receivedOn, businessDate(visit)), isUnread));
  return arrived?.letters ?? 0;
}

async function sinceLastVisit(scope: Scope): Promise<CallSent<typeof updates.read>['sinceLastVisit']> {
  // The visits of an employee who views the account are not the borrower's.
  const visit = scope.person.isImpersonator ? null : await previousVisit(scope);
  if (visit === null) return null;
  const since = businessDate(visit);
  const a = applications;
  const isChanged = or(gt(a.decidedAt, visit), gt(a.reviewStartedAt, visit));
  return {
    lastVisit: since,
    payments: await paymentsIn(scope, since),
    interestAdded: await interestAddedSince(scope, since),
    letters: await lettersIn(scope, visit),
    statusChanges: await ownRows(scope, a, isChanged, desc(a.receivedAt)),
  };
}

export const readUpdates: Handler<typeof updates.read> = async (scope) => {
  const [nextDates, lastVisit] = [await nextDatesIn(scope), await sinceLastVisit(scope)];
  const [inbox] = await selectUnread(scope.db).execute({ borrowerKey: scope.borrowerKey });
  return { nextDates, sinceLastVisit: lastVisit, unreadMessages: inbox?.unread ?? 0 };
};

/** Identifies a date for a borrower without revealing anything about either. */
const toUid = (borrowerKey: string, { kind, date }: Updates['nextDates'][number]): string =>
  createHash('sha256').update([borrowerKey, kind, date].join('\n')).digest('hex').slice(0, 32);

export const calendarOfDates: Handler<typeof updates.calendar> = async (scope) => {
  const { borrowerKey, now, servicer } = scope;
  const events = (await nextDatesIn(scope)).map((each) => ({
    uid: toUid(borrowerKey, each),
    date: each.date,
    title: dateTitles[each.kind],
    description: `Log in to your account at ${servicer.name} for the details.`,
  }));
  const text = calendarFile(events, now, servicer.name);
  return toFileResponse('student-loan-dates.ics', 'text/calendar', new TextEncoder().encode(text));
};

/** Returns the principal repaid on a loan. Payments of earlier releases are known by group, and divided by principal. */
const repaidOn = (
  { loans: all }: HeldGroup,
  loan: LoanRow,
  splits: readonly { readonly date: PlainDate; readonly split: GroupSplit }[],
): PrincipalChange[] => {
  const weights = all.map(({ principal }) => principal);
  return splits.map(({ date, split: { principal, loans } }) => {
    const share = loans?.find(({ loanId }) => loanId === loan.loanId)?.principal;
    const part = share ?? allocate(principal, weights)[all.indexOf(loan)] ?? ZERO;
    return { date, amount: subtractCents(ZERO, part) };
  });
};

/**
 * Returns the interest that was added to all loans of the borrower after `since` and through today, less what RAP waived. 0 if
 * more was waived, of interest from before.
 */
export async function interestAddedSince(scope: Scope, since: PlainDate): Promise<Cents> {
  const { accounts, day: today } = await portfolioIn(scope);
  const rows = await ownRows(scope, paymentHistory, and(gt(paymentHistory.effectiveDate, since), isPaidRow));
  const dated = rows.flatMap(({ groups: splits, accountId, effectiveDate: date }) =>
    splits.map((split) => ({ accountId, date, split })),
  );
  const splitsByGroup = byKey(dated, ({ accountId, split }) => `${accountId}/${split.groupId}`);
  const entries = await ownRows(scope, loanEntries);
  const entriesByLoan = byKey(entries, ({ accountId, loanId }) => `${accountId}/${loanId}`);
  const added = accounts.flatMap(({ accountId, groups }) =>
    groups.flatMap(({ held }) =>
      held.loans.map((loan) => {
        const own = entriesByLoan.get(`${accountId}/${loan.loanId}`) ?? [];
        const repaid = repaidOn(held, loan, splitsByGroup.get(`${accountId}/${held.groupId}`) ?? []);
        const matched = own.flatMap(({ kind, onDay: date, principal }): PrincipalChange[] =>
          kind === 'rapMonth' ? [{ date, amount: subtractCents(ZERO, principal) }] : [],
        );
        const waived = own.filter(({ kind, onDay }) => kind === 'rapMonth' && onDay > since && onDay <= today);
        const changes = [...listDisbursements(loan), ...repaid, ...addedBy(own), ...matched];
        // Before repayment, and in deferments, the government pays the interest.
        const subsidies = own.flatMap(({ kind, onDay: from, until }) =>
          kind === 'subsidy' && until !== null ? [{ from, until }] : [],
        );
        const accrued = interestSince({ ...loan, changes, subsidies }, { since, today });
        return waived.reduce((micros, { interest }) => micros - interest, accrued);
      }),
    ),
  );
  return maxCents(centsOfMicros(added.reduce((whole, micros) => whole + micros, 0n)), ZERO);
}
