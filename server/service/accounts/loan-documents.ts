/** The content of statements, payment schedules and mortgage letters, made from account data. */
import { and, between, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { repaymentOf } from '#domain/timeline/repayment.ts';
import { NOTHING, type Parts, addParts } from '#domain/accounts/ledger.ts';
import { accountStatusText } from '#domain/accounts/messages.ts';
import { accountStatuses } from '#domain/accounts/rules.ts';
import { accountName } from '#domain/account-name.ts';
import { type PlainDate, addMonths, dueDateAfter, earlier, earliestOf, monthOf } from '#domain/calendar.ts';
import type { Recipient } from '#domain/accounts/loan-documents/blocks.ts';
import {
  firstDayOf,
  mortgageLetterBlocks,
  mortgageLetterTitle,
  scheduleBlocks,
  scheduleTitle,
  statementBlocks,
  statementTitle,
} from '#domain/accounts/loan-documents/content.ts';
import { documentIdOf } from '#domain/accounts/loan-documents/ids.ts';
import { type Cents, ZERO, subtractCents, sumCents, toCents } from '#domain/money.ts';
import type { Forgiveness } from '#domain/repayment/plans/forgiveness.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { groupBy } from '../group-by.ts';
import { firstPartId } from '../payments/debits.ts';
import { isKeptRow } from '../payments/paid-rows.ts';
import { forgivenessIn } from '../repayment/plan-loans.ts';
import { groupFactsOf, planName } from './group-facts.ts';
import { capitalizedOf, disbursementsOf } from './groups.ts';
import { listIssued } from './issued-documents.ts';
import { type AccountOnDay, type GroupOnDay, type Portfolio, earliestDueDate, portfolioIn } from './portfolio.ts';
import type { Scope } from '../scope.ts';
import {
  type SentPage,
  type SentListed,
  type PageAsked,
  missing,
  paidRows,
  ofAccount,
  pageOf,
  loansOf,
  accountOf,
  recipientOf,
  sentIssue,
} from './loan-document-parts.ts';

// Statements

/**
 * Returns the month in which repayment began; null before that. Loans without a known start count from their first day.
 */
function firstMonthOf(account: AccountOnDay): string | null {
  const starts = account.groups.map(
    ({ held }) => repaymentEntered(held) ?? earliestOf(held.loans.map(({ disbursedOn }) => disbursedOn)),
  );
  const first = earliestOf(starts);
  return first === null ? null : monthOf(first);
}

interface StatementRow {
  readonly account: AccountOnDay;
  readonly month: string;
}

/** The derived statements of an account: one for each whole month from the start of repayment until statements are issued, the newest first. */
function statementsOf(account: AccountOnDay, today: PlainDate): StatementRow[] {
  const first = firstMonthOf(account);
  const rows: StatementRow[] = [];
  const { statementsFrom } = account;
  if (first === null || statementsFrom === null) return rows;
  const end = firstDayOf(monthOf(earlier(statementsFrom, today)));
  for (let day = addMonths(end, -1); monthOf(day) >= first; day = addMonths(day, -1)) {
    rows.push({ account, month: monthOf(day) });
  }
  return rows;
}

const lastDayOf = (month: string): PlainDate => dueDateAfter(firstDayOf(month), 31, 0);

/** Issued statements and those of earlier months, the newest first. */
export async function listStatements(scope: Scope, asked: PageAsked): Promise<SentPage> {
  const { accounts } = await portfolioIn(scope);
  const derived = accounts.flatMap((account) => statementsOf(account, scope.today));
  const issued = await listIssued(scope, 'statement');
  const all = [
    ...issued.map((row) => ({ date: row.issuedOn, row })),
    ...derived.map((row) => ({ date: lastDayOf(row.month), row })),
  ].toSorted((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : 0));
  const { rows, page, total } = pageOf(all, asked);
  const paid = await paidInMonths(
    scope,
    rows.flatMap(({ row }) => ('month' in row ? [row] : [])),
  );
  return {
    page,
    total,
    documents: rows.map(({ date, row }): SentListed => {
      if (!('month' in row)) return sentIssue(row);
      const { account, month } = row;
      return {
        documentId: documentIdOf({ kind: 'statement', accountId: account.accountId, month }),
        title: statementTitle(month),
        about: accountName(account),
        date,
        amount: paid.get(`${account.accountId} ${month}`) ?? ZERO,
      };
    }),
  };
}

/** Returns the amounts paid on the accounts of some statements, by account id and month. */
async function paidInMonths(scope: Scope, rows: readonly StatementRow[]): Promise<ReadonlyMap<string, Cents>> {
  const months = rows.map(({ month }) => month).toSorted();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const month = sql<string>`to_char(${paymentHistory.effectiveDate}, 'YYYY-MM')`;
  const found = await scope.db
    .select({
      accountId: paymentHistory.accountId,
      month,
      paid: sql<string>`sum(${paymentHistory.amount} - ${paymentHistory.refunded})`,
    })
    .from(paymentHistory)
    .where(
      paidRows(
        scope,
        inArray(paymentHistory.accountId, [...new Set(rows.map(({ account }) => account.accountId))]),
        gte(paymentHistory.effectiveDate, firstDayOf(first)),
        lte(paymentHistory.effectiveDate, lastDayOf(last)),
      ),
    )
    .groupBy(paymentHistory.accountId, month);
  return new Map(found.map(({ accountId, month: of, paid }) => [`${accountId} ${of}`, toCents(Number(paid))]));
}

/** Returns the refunds of some days, with the payments that they are from (ruling 95). */
async function refundsOf({ db, borrowerKey }: Scope, accountId: string, firstDay: PlainDate, lastDay: PlainDate) {
  const { effectiveDate, refunded, refundedOn, paymentDetailId } = paymentHistory;
  // Older rows have no day of the refund. All others are refunded within weeks of the payment.
  const madeOn = sql`coalesce(${refundedOn}, ${effectiveDate})`;
  const found = await db
    .select({ firstId: firstPartId, effectiveDate, refunded, refundedOn })
    .from(paymentHistory)
    .where(
      and(
        eq(paymentHistory.borrowerKey, borrowerKey),
        ofAccount(accountId),
        isKeptRow,
        gt(refunded, ZERO),
        between(effectiveDate, addMonths(firstDay, -1), lastDay),
        between(madeOn, firstDay, lastDay),
      ),
    )
    .orderBy(effectiveDate, paymentDetailId);
  return groupBy(found, ({ firstId }) => firstId).map(([first, ...more]) => ({
    paymentDate: first.effectiveDate,
    date: first.refundedOn,
    amount: sumCents([first, ...more].map((part) => part.refunded)),
  }));
}

/** Returns the derived statement of a month. Throws 404 if there is none. */
export async function statement(scope: Scope, { accountId, month }: { accountId: string; month: string }) {
  const account = accountOf((await portfolioIn(scope)).accounts, accountId);
  if (!statementsOf(account, scope.today).some((row) => row.month === month)) throw missing();
  const [firstDay, lastDay] = [firstDayOf(month), lastDayOf(month)];
  const rows = await scope.db
    .select()
    .from(paymentHistory)
    .where(paidRows(scope, ofAccount(accountId), lte(paymentHistory.effectiveDate, lastDay)))
    .orderBy(paymentHistory.effectiveDate, paymentHistory.paymentDetailId);
  const added = [
    ...loansOf(account).flatMap(disbursementsOf),
    ...(await capitalizedOf(scope.db, { borrowerKey: scope.borrowerKey, accountId })),
  ];
  const borrowed = (isIncluded: (date: PlainDate) => boolean) =>
    sumCents(added.flatMap(({ date, amount }) => (isIncluded(date) ? [amount] : [])));
  const sum = (isIncluded: (date: PlainDate) => boolean): Parts =>
    rows.filter(({ effectiveDate }) => isIncluded(effectiveDate)).reduce(addParts, NOTHING);
  const isBefore = (date: PlainDate) => date < firstDay;
  const isUpTo = (date: PlainDate) => date <= lastDay;
  const payments = groupBy(
    rows.filter(({ effectiveDate }) => effectiveDate >= firstDay),
    ({ partOf, paymentDetailId }) => partOf ?? paymentDetailId,
  );
  return {
    title: statementTitle(month),
    date: lastDay,
    blocks: statementBlocks({
      recipient: await recipientOf(scope),
      account,
      month,
      firstDay,
      lastDay,
      principalBefore: subtractCents(borrowed(isBefore), sum(isBefore).principal),
      principalAfter: subtractCents(borrowed(isUpTo), sum(isUpTo).principal),
      disbursed: subtractCents(borrowed(isUpTo), borrowed(isBefore)),
      payments: payments.map(([first, ...more]) => ({
        date: first.effectiveDate,
        description: first.description,
        ...[first, ...more].reduce(addParts, NOTHING),
      })),
      refunds: await refundsOf(scope, accountId, firstDay, lastDay),
      yearToDate: sum((date) => isUpTo(date) && date.slice(0, 4) === month.slice(0, 4)),
    }),
  };
}

// Payment schedules and mortgage letters

const scheduledGroup = (group: GroupOnDay, forgiveness: Forgiveness | null, today: PlainDate) => ({
  groupId: group.groupId,
  loanType: group.loanType,
  repaymentPlan: planName(group.held.plan),
  forgiveness,
  ...repaymentOf([{ ...group.held, forgiveness }], today),
});

/** Returns the payment schedule of an account as of the day of the borrower's portfolio (ruling 80). */
export function schedule(account: AccountOnDay, recipient: Recipient, { accounts, day }: Portfolio) {
  const forgivenessOf = forgivenessIn(accounts);
  const groups = account.groups.map((group) => scheduledGroup(group, forgivenessOf(group), day));
  return { title: scheduleTitle(account), blocks: scheduleBlocks({ recipient, account, asOf: day, groups }) };
}

/** Returns the letter that verifies an account for a lender, as of today. */
export function mortgageLetter(account: AccountOnDay, recipient: Recipient, { today, servicer }: Scope) {
  const { groups, kind, payoff } = account;
  const loans = loansOf(account);
  const statuses = accountStatuses(
    groups.map((group) => groupFactsOf(kind, group)),
    today,
  );
  return {
    title: mortgageLetterTitle(account),
    blocks: mortgageLetterBlocks({
      recipient,
      account,
      asOf: today,
      statusDesc: accountStatusText(statuses),
      firstDisbursement: earliestOf(loans.map(({ disbursedOn }) => disbursedOn)),
      originalBalance: sumCents(loans.map(({ disbursed }) => disbursed)),
      principal: sumCents(groups.map(({ owed }) => owed.principal)),
      payoff,
      monthlyPayment: sumCents(groups.map((group) => group.monthlyPayment)),
      plans: [...new Set(groups.map(({ held }) => planName(held.plan)))],
      pastDue: sumCents(groups.map(({ due }) => due.pastDue)),
      paymentDueDate: earliestDueDate(groups),
      servicer: servicer.name,
    }),
  };
}
