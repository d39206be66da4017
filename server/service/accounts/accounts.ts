/** Handlers for the calls about loan accounts. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { accounts as accountCalls } from '#domain/accounts/calls.ts';
import { type NextDue, accountStatuses, groupStatus, findNextPayment } from '#domain/accounts/rules.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import { isTimeToRecertify } from '#domain/accounts/loans/messages.ts';
import { accountStatusText } from '#domain/accounts/messages.ts';
import { type PlainDate, findEarliest } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { ZERO } from '#domain/money.ts';
import { accounts, paymentHistory } from '../../db/schema/index.ts';
import { listActivePauses } from './active-pauses.ts';
import { isOnAccount } from '../portfolio/groups.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';
import { debitAmount, firstPartId, isPaidRow } from '../portfolio/debits.ts';
import { accountAnswer, groupAnswer } from '../portfolio/answers.ts';
import { type AccountOnDay, type GroupOnDay, toGroupInput, portfolioIn } from '../portfolio/portfolio.ts';
import type { Own } from '../own-rows.ts';
import type { Handler } from '../scope.ts';

type SentAccount = CallSent<typeof accountCalls.list>['federalAccounts'][number];
export type LatestPayment = SentAccount['latestPayment'];

/**
 * Returns the last payment posted to each account with all its parts (ruling 105), by account id: one row of an index each.
 */
export async function latestPayments({ db, borrowerKey }: Own): Promise<Map<string, LatestPayment>> {
  const { effectiveDate, paymentDetailId } = paymentHistory;
  const latest = db
    .select({ firstId: firstPartId.as('first_id') })
    .from(paymentHistory)
    .where(and(isOnAccount(paymentHistory), isPaidRow))
    .orderBy(desc(effectiveDate), desc(paymentDetailId))
    .limit(1)
    .as('latest');
  const rows = await db
    .select({ accountId: accounts.accountId, effectiveDate, amount: debitAmount })
    .from(accounts)
    .innerJoinLateral(latest, sql`true`)
    .innerJoin(
      paymentHistory,
      and(eq(paymentHistory.borrowerKey, accounts.borrowerKey), eq(paymentDetailId, latest.firstId)),
    )
    .where(eq(accounts.borrowerKey, borrowerKey));
  return new Map(
    rows.map((row) => [row.accountId, { latestPaymentAmount: row.amount, latestPaymentDate: row.effectiveDate }]),
  );
}

/** Returns the fields of an account about its due date, and about the date of the next payment. */
export function nextPaymentFields(groups: readonly GroupOnDay[]) {
  const nextBy = (of: (group: GroupOnDay) => Pick<NextDue, 'paymentDueDate' | 'amount'>) =>
    findNextPayment(groups.map((group) => ({ ...of(group), repaymentStarts: group.held.repaymentStarts })));
  const next = nextBy(({ dueDate: paymentDueDate, due }) => ({ paymentDueDate, amount: due.next }));
  const { paymentDueDate: date, ...unpaid } = nextBy(({ nextInstallment: first }) => ({
    paymentDueDate: first?.date ?? null,
    amount: first?.amount ?? ZERO,
  }));
  return {
    paymentDueDate: next.paymentDueDate,
    nextPaymentAmountDue: next.amount,
    isFirstPayment: next.isFirst,
    nextPayment: date && { date, ...unpaid },
  };
}

function toCard(account: AccountOnDay, latestPayment: LatestPayment, today: PlainDate): SentAccount {
  const { kind, groups } = account;
  const answer = accountAnswer(account);
  const groupInputs = groups.map((group) => ({ ...toGroupInput(kind, group), loans: group.held.loans }));
  const statuses = accountStatuses(groupInputs, today);
  return {
    ...answer,
    balanceDate: today,
    statusDesc: accountStatusText(statuses),
    latestPayment,
    daysPastDue: Math.max(0, ...groups.map((group) => group.daysPastDue)),
    paymentAmountIncludingPastDue: answer.totalDue,
    ...nextPaymentFields(groups),
    isEnrolledInAutoDebit: account.autoDebit,
    showNoPaymentDueBanner: answer.totalDue === 0,
    pauses: listActivePauses(account, today),
    recertifyBy: findEarliest(
      groups.map(({ held, dueDate }) =>
        dueDate !== null && isTimeToRecertify(held.recertifyBy, today) ? held.recertifyBy : null,
      ),
    ),
    groupsDue: groups.map(groupAnswer),
    borrowerGroupPayments: groupInputs.map((group) => ({
      status: groupStatus(group, today).code,
      loans: group.loans.map(() => ({ conversionToRepayDate: repaymentEntered(group) })),
    })),
  };
}

/** The borrower's accounts, federal and commercial, as of today. */
export const listAccounts: Handler<typeof accountCalls.list> = cachedPerLoansVersion(async (scope) => {
  const portfolio = await portfolioIn(scope);
  const latest = await latestPayments(scope);
  const cards = (kind: AccountOnDay['kind']) =>
    portfolio.accounts
      .filter((account) => account.kind === kind)
      .map((account) => toCard(account, latest.get(account.accountId) ?? null, scope.today));
  return {
    borrowerType: portfolio.borrower.borrowerType,
    federalAccounts: cards('federal'),
    commercialAccounts: cards('commercial'),
  };
});
