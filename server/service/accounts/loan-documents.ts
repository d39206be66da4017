/** Documents made from account data: lists, pages and PDFs of statements, payment schedules, tax forms and letters. */
import { and, between, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { repaymentOf } from '#domain/accounts/repayment.ts';
import { NOTHING, type Parts, addParts } from '#domain/accounts/ledger.ts';
import { accountStatusText } from '#domain/accounts/messages.ts';
import { accountStatuses } from '#domain/accounts/rules.ts';
import { accountName } from '#domain/account-name.ts';
import { type PlainDate, addMonths, dueDateAfter, earliestOf, monthOf } from '#domain/calendar.ts';
import { fileNameOf, fileOf } from '#domain/file.ts';
import type { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import {
  firstDayOf,
  mortgageLetterBlocks,
  mortgageLetterTitle,
  scheduleBlocks,
  scheduleTitle,
  statementBlocks,
  statementTitle,
} from '#domain/accounts/loan-documents/content.ts';
import { type DocumentName, documentIdOf, documentNameOf } from '#domain/accounts/loan-documents/ids.ts';
import type { DocumentBlock, DocumentKind, LoanDocument } from '#domain/accounts/loan-documents/shapes.ts';
import { type Cents, ZERO, dollarsFromCents, subtractCents, sumCents, toCents } from '#domain/money.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { type PdfBlock, writePdf } from '../../pdf/write-pdf.ts';
import { groupBy } from '../group-by.ts';
import { firstPartId } from '../payments/debits.ts';
import { isKeptRow } from '../payments/paid-rows.ts';
import { groupFactsOf } from './group-facts.ts';
import { disbursementsOf, planName } from './loans.ts';
import { type AccountOnDay, type GroupOnDay, portfolioIn } from './portfolio.ts';
import type { Handler, Scope } from '../scope.ts';
import {
  type SentPage,
  type SentListed,
  type PageAsked,
  missing,
  paidRows,
  ofAccount,
  pageOf,
  loansOf,
  accountIn,
  recipientOf,
} from './loan-document-parts.ts';
import { listTaxForms, taxForm } from './loan-tax-forms.ts';

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

/** The statements of an account: one for each whole month since repayment began, the newest first. */
function statementsOf(account: AccountOnDay, today: PlainDate): StatementRow[] {
  const first = firstMonthOf(account);
  const rows: StatementRow[] = [];
  if (first === null) return rows;
  for (let day = addMonths(firstDayOf(monthOf(today)), -1); monthOf(day) >= first; day = addMonths(day, -1)) {
    rows.push({ account, month: monthOf(day) });
  }
  return rows;
}

const lastDayOf = (month: string): PlainDate => dueDateAfter(firstDayOf(month), 31, 0);

async function listStatements(scope: Scope, asked: PageAsked): Promise<SentPage> {
  const { accounts } = await portfolioIn(scope);
  const all = accounts
    .flatMap((account) => statementsOf(account, scope.today))
    .toSorted((a, b) => (a.month > b.month ? -1 : a.month < b.month ? 1 : 0));
  const { rows, page, total } = pageOf(all, asked);
  const paid = await paidInMonths(scope, rows);
  return {
    page,
    total,
    documents: rows.map(({ account, month }) => ({
      documentId: documentIdOf({ kind: 'statement', accountId: account.accountId, month }),
      title: statementTitle(month),
      about: accountName(account),
      date: lastDayOf(month),
      amount: dollarsFromCents(paid.get(`${account.accountId} ${month}`) ?? ZERO),
    })),
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

async function statement(scope: Scope, { accountId, month }: { accountId: string; month: string }) {
  const account = await accountIn(scope, accountId);
  if (!statementsOf(account, scope.today).some((row) => row.month === month)) throw missing();
  const [firstDay, lastDay] = [firstDayOf(month), lastDayOf(month)];
  const rows = await scope.db
    .select()
    .from(paymentHistory)
    .where(paidRows(scope, ofAccount(accountId), lte(paymentHistory.effectiveDate, lastDay)))
    .orderBy(paymentHistory.effectiveDate, paymentHistory.paymentDetailId);
  const borrowed = (isIncluded: (date: PlainDate) => boolean) =>
    sumCents(
      loansOf(account).flatMap((loan) => [
        ...disbursementsOf(loan).flatMap(({ date, amount }) => (isIncluded(date) ? [amount] : [])),
        ...(isIncluded(loan.disbursedOn) ? [loan.capitalizedInterest] : []),
      ]),
    );
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

// Payment schedules

const isOwed = ({ payoff }: AccountOnDay): boolean => payoff > 0;

const listByAccount = (
  kind: 'schedule' | 'mortgageLetter',
  { today }: Scope,
  accounts: readonly AccountOnDay[],
  asked: PageAsked,
): SentPage => {
  const { rows, page, total } = pageOf(accounts, asked);
  return {
    page,
    total,
    documents: rows.map((account): SentListed => ({
      documentId: documentIdOf({ kind, accountId: account.accountId }),
      title: kind === 'schedule' ? 'Payment schedule' : 'Mortgage letter',
      about: accountName(account),
      date: today,
      amount: dollarsFromCents(account.payoff),
    })),
  };
};

const scheduledGroup = (group: GroupOnDay, today: PlainDate) => ({
  groupId: group.groupId,
  loanType: group.loanType,
  repaymentPlan: planName(group.held.plan),
  ...repaymentOf([{ ...group.held, ...group.bill }], today),
});

async function schedule(scope: Scope, accountId: string) {
  const account = await accountIn(scope, accountId);
  if (!isOwed(account)) throw missing();
  const { today } = scope;
  return {
    title: scheduleTitle(account),
    date: today,
    blocks: scheduleBlocks({
      recipient: await recipientOf(scope),
      account,
      asOf: today,
      groups: account.groups.map((group) => scheduledGroup(group, today)),
    }),
  };
}

// Mortgage letters

async function mortgageLetter(scope: Scope, accountId: string) {
  const account = await accountIn(scope, accountId);
  const { today } = scope;
  const { groups, kind, payoff } = account;
  const loans = loansOf(account);
  const statuses = accountStatuses(
    groups.map((group) => groupFactsOf(kind, group)),
    today,
  );
  return {
    title: mortgageLetterTitle(account),
    date: today,
    blocks: mortgageLetterBlocks({
      recipient: await recipientOf(scope),
      account,
      asOf: today,
      statusDesc: accountStatusText(statuses),
      firstDisbursement: earliestOf(loans.map(({ disbursedOn }) => disbursedOn)),
      originalBalance: sumCents(loans.map(({ disbursed }) => disbursed)),
      principal: sumCents(groups.map(({ owed }) => owed.principal)),
      payoff,
      monthlyPayment: sumCents(groups.map(({ bill }) => bill.monthlyPayment)),
      plans: [...new Set(groups.map(({ held }) => planName(held.plan)))],
      pastDue: sumCents(groups.map(({ due }) => due.pastDue)),
      paymentDueDate: earliestOf(groups.map(({ bill }) => bill.paymentDueDate)),
      servicer: scope.servicer.name,
    }),
  };
}

// The calls

const listOfKind: Readonly<Record<DocumentKind, (scope: Scope, asked: PageAsked) => Promise<SentPage>>> = {
  statement: listStatements,
  schedule: async (scope, asked) =>
    listByAccount('schedule', scope, (await portfolioIn(scope)).accounts.filter(isOwed), asked),
  tax: listTaxForms,
  mortgageLetter: async (scope, asked) =>
    listByAccount('mortgageLetter', scope, (await portfolioIn(scope)).accounts, asked),
};

export const listLoanDocuments: Handler<typeof loanDocuments.list> = (scope, { query: { kind, ...asked } }) =>
  listOfKind[kind](scope, asked);

interface Made {
  readonly title: string;
  readonly date: PlainDate;
  readonly blocks: readonly DocumentBlock[];
}

function make(scope: Scope, name: DocumentName): Promise<Made> {
  switch (name.kind) {
    case 'statement':
      return statement(scope, name);
    case 'schedule':
      return schedule(scope, name.accountId);
    case 'tax':
      return taxForm(scope, name);
    case 'mortgageLetter':
      return mortgageLetter(scope, name.accountId);
  }
}

async function documentOf(scope: Scope, documentId: string): Promise<LoanDocument> {
  const name = documentNameOf(documentId);
  if (name === undefined) throw missing();
  const { blocks, ...made } = await make(scope, name);
  return { documentId, kind: name.kind, ...made, blocks: [...blocks] };
}

export const readLoanDocument: Handler<typeof loanDocuments.read> = (scope, { params: { documentId } }) =>
  documentOf(scope, documentId);

const pdfBlock = (block: DocumentBlock): PdfBlock =>
  block.kind === 'table'
    ? {
        kind: 'table',
        header: block.columns.map(({ header }) => header),
        rows: block.rows,
        amounts: block.columns.map(({ isAmount }) => isAmount),
      }
    : block;

export const pdfOfLoanDocument: Handler<typeof loanDocuments.pdf> = async (scope, { params: { documentId } }) => {
  const { title, date, blocks } = await documentOf(scope, documentId);
  const bytes = await writePdf({ title, blocks: blocks.map(pdfBlock), issuer: scope.servicer });
  return fileOf(fileNameOf(`${date} ${title}`, 'pdf'), 'application/pdf', bytes);
};
