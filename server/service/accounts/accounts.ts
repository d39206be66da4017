/** Answers the calls on loan accounts. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { accounts as accountCalls } from '#domain/accounts/calls.ts';
import { type NextDue, accountStatuses, groupStatus, nextPaymentOf } from '#domain/accounts/rules.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import { accountName } from '#domain/account-name.ts';
import { isTimeToRecertify } from '#domain/accounts/loans/messages.ts';
import { accountStatusText } from '#domain/accounts/messages.ts';
import { type PlainDate, earliestOf, latestOf } from '#domain/calendar.ts';
import type { Installment } from '#domain/accounts/bills.ts';
import type { CallSent } from '#domain/call.ts';
import { type Cents, ZERO, sumCents } from '#domain/money.ts';
import { accounts, paymentHistory } from '../../db/schema/index.ts';
import { activePausesOf } from '../repayment/active-pauses.ts';
import { isOnAccount } from './groups.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';
import { debitAmount, firstPartId, isPaidRow } from '../payments/debits.ts';
import {
  type AccountOnDay,
  type GroupOnDay,
  accountOf,
  billsBeingPaid,
  earliestPastDue,
  groupFactsOf,
  owedAccounts,
  portfolioIn,
} from './portfolio.ts';
import type { Own } from '../own-rows.ts';
import type { Handler, Scope } from '../scope.ts';

type SentAccount = CallSent<typeof accountCalls.list>['federalAccounts'][number];
export type LatestPayment = SentAccount['latestPayment'];

/** The last payment posted to each account with all its parts (ruling 105), by account id: one row of an index each. */
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

/** Returns the fields of an account about its due date, and about the next date on which something is to be paid. */
export function nextPaymentFields(groups: readonly GroupOnDay[]) {
  const nextBy = (of: (group: GroupOnDay) => Pick<NextDue, 'paymentDueDate' | 'amount'>) =>
    nextPaymentOf(groups.map((group) => ({ ...of(group), repaymentStarts: group.held.repaymentStarts })));
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

function cardOf(account: AccountOnDay, latestPayment: LatestPayment, today: PlainDate): SentAccount {
  const { kind, groups } = account;
  const answer = accountAnswer(account);
  const groupFacts = groups.map((group) => ({ ...groupFactsOf(kind, group), loans: group.held.loans }));
  const statuses = accountStatuses(groupFacts, today);
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
    pauses: activePausesOf(account, today),
    recertifyBy: earliestOf(
      groups.map(({ held, dueDate }) =>
        dueDate !== null && isTimeToRecertify(held.recertifyBy, today) ? held.recertifyBy : null,
      ),
    ),
    groupsDue: groups.map(groupAnswer),
    borrowerGroupPayments: groupFacts.map((group) => ({
      status: groupStatus(group, today).code,
      loans: group.loans.map(() => ({ conversionToRepayDate: repaymentEntered(group) })),
    })),
  };
}

/** Returns what is left to pay of the exit bills of some groups that are due first, or null without one. */
function exitDueTogether(groups: readonly GroupOnDay[]): Installment | null {
  const exits = groups.flatMap(({ exitDue }) => (exitDue === null ? [] : [exitDue]));
  const date = earliestOf(exits.map((exit) => exit.date));
  return date && { date, amount: sumCents(exits.filter((exit) => exit.date === date).map(({ amount }) => amount)) };
}

/** Returns what several answers tell of a group. Each sends what its schema has. */
export const groupAnswer = ({ groupId, loanType, due, exitDue, ...group }: GroupOnDay) => ({
  groupId,
  loanType,
  pastDueAmt: due.pastDue,
  pastDueSince: group.pastDueSince,
  amountDue: due.amountDue,
  totalDue: due.totalDue,
  paymentDueDate: group.dueDate,
  exitDue,
  nextPaymentAmountDue: due.next,
  nextPaymentScheduleAmount: due.afterNext,
  monthlyPaymentAmount: group.monthlyPayment,
  lastBumpDate: group.held.lastBumpDate,
});

/** Returns what several answers tell of an account. Each sends what its schema has. */
export function accountAnswer(account: AccountOnDay) {
  const { accountId, accountNumber, loanType, groups, payoff } = account;
  const total = (amountOf: (group: GroupOnDay) => Cents) => sumCents(groups.map(amountOf));
  return {
    accountId,
    accountNumber,
    loanType,
    pastDueAmt: total(({ due }) => due.pastDue),
    pastDueSince: earliestPastDue(groups),
    amountDue: total(({ due }) => due.amountDue),
    totalDue: total(({ due }) => due.totalDue),
    exitDue: exitDueTogether(groups),
    beingPaid: billsBeingPaid(account),
    currentBalance: payoff,
    lastBumpDate: latestOf(groups.map(({ held }) => held.lastBumpDate)),
    accruedInterest: total(({ owed }) => owed.interest),
    monthlyPaymentAmount: total(({ monthlyPayment }) => monthlyPayment),
  };
}

/** The borrower's accounts, federal and commercial, as of today. */
export const listAccounts: Handler<typeof accountCalls.list> = cachedPerLoansVersion(async (scope) => {
  const portfolio = await portfolioIn(scope);
  const latest = await latestPayments(scope);
  const cards = (kind: AccountOnDay['kind']) =>
    portfolio.accounts
      .filter((account) => account.kind === kind)
      .map((account) => cardOf(account, latest.get(account.accountId) ?? null, scope.today));
  return {
    borrowerType: portfolio.borrower.borrowerType,
    federalAccounts: cards('federal'),
    commercialAccounts: cards('commercial'),
  };
});

/** Returns the accounts with a balance to choose from, and the chosen one: by default the first. */
export async function choiceOf(scope: Scope, accountId: string | undefined) {
  const owed = await owedAccounts(scope);
  return {
    accounts: owed.map((each) => ({ accountId: each.accountId, accountName: accountName(each) })),
    chosen: owed.find((each) => each.accountId === accountId) ?? owed[0],
  };
}

/** Returns an account with a balance. Throws 404 if there is none with this id. */
export const owedAccount = async (scope: Scope, accountId: string): Promise<AccountOnDay> =>
  accountOf(await owedAccounts(scope), accountId);
