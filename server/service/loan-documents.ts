/** Documents made from account data: lists, pages and PDFs of statements, payment schedules, tax forms and letters. */
import { type SQL, and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import { NOTHING, type Parts, addParts } from '#domain/accounts/ledger.ts';
import { accountStatusText } from '#domain/accounts/messages.ts';
import { repaymentOf } from '#domain/accounts/repayment.ts';
import { accountStatuses } from '#domain/accounts/rules.ts';
import { accountName } from '#domain/account-name.ts';
import { type PlainDate, addMonths, dueDateAfter, earliestOf, monthOf, plainDateOf } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { fileNameOf, fileOf } from '#domain/file.ts';
import type { loanDocuments } from '#domain/loan-documents/calls.ts';
import {
  type Recipient,
  firstDayOf,
  mortgageLetterBlocks,
  mortgageLetterTitle,
  scheduleBlocks,
  scheduleTitle,
  statementBlocks,
  statementTitle,
  taxBlocks,
  taxTitle,
} from '#domain/loan-documents/content.ts';
import { type DocumentName, documentIdOf, documentNameOf, lenderKey } from '#domain/loan-documents/ids.ts';
import type { DocumentBlock, DocumentKind, LoanDocument } from '#domain/loan-documents/shapes.ts';
import { type Cents, ZERO, dollarsFromCents, subtractCents, sumCents, toCents } from '#domain/money.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import { paymentHistory } from '../db/schema.ts';
import { seals } from '../db/seals.ts';
import { type PdfBlock, writePdf } from '../pdf/write-pdf.ts';
import { groupFactsOf } from './accounts.ts';
import { contactFor } from './contact.ts';
import { disbursementsOf, planName } from './loans.ts';
import { isPaidRow } from './paid-rows.ts';
import { type AccountOnDay, type GroupOnDay, portfolioIn } from './portfolio.ts';
import { type Handler, type Scope, ServiceProblem } from './scope.ts';

type SentPage = CallSent<typeof loanDocuments.list>;
type SentListed = SentPage['documents'][number];

/** The requested page of a list. */
interface PageAsked {
  readonly page: number;
  readonly size: number;
}

const missing = () =>
  new ServiceProblem(404, 'Not found', 'There is no such document, or it belongs to somebody else.');

/** The rows of a borrower's history that are payments. */
const paidRows = ({ borrowerKey }: Pick<Scope, 'borrowerKey'>, ...conditions: readonly (SQL | undefined)[]) =>
  and(eq(paymentHistory.borrowerKey, borrowerKey), isPaidRow, ...conditions);

const ofAccount = (accountId: string) => eq(paymentHistory.accountId, accountId);

/** Returns the rows of the requested page, or of the last page if the requested one is after it. */
function pageOf<T>(rows: readonly T[], { page, size }: PageAsked) {
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / size)));
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, total: rows.length };
}

const loansOf = (account: AccountOnDay) => account.groups.flatMap(({ held }) => held.loans);

const accountIn = async (scope: Scope, accountId: string): Promise<AccountOnDay> => {
  const account = (await portfolioIn(scope)).accounts.find((each) => each.accountId === accountId);
  if (account === undefined) throw missing();
  return account;
};

export async function recipientOf(scope: Scope): Promise<Recipient> {
  const { borrower } = await portfolioIn(scope);
  const { street, city, state, zip } = await contactFor(scope);
  const place = [city, [state, zip].filter((part) => part !== '').join(' ')].filter((part) => part !== '').join(', ');
  return {
    name: `${borrower.givenName} ${borrower.familyName}`,
    address: [street, place].filter((line) => line !== ''),
    ssnLastFour: seals.borrowers.open(borrower).ssnLastFour ?? null,
  };
}

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
  const payments = rows.filter(({ effectiveDate }) => effectiveDate >= firstDay);
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
      payments: payments.map(({ effectiveDate, description, principal, interest, fees }) => ({
        date: effectiveDate,
        description,
        principal,
        interest,
        fees,
      })),
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

// Tax information

/** The interest that was paid on an account to a lender in a year. */
interface PaidInterest {
  readonly year: number;
  readonly lender: string;
  readonly account: AccountOnDay;
  readonly interest: Cents;
}

/** The lender of a group is that of its loans; the account's program where the lender is not known. */
const lenderOf = ({ held, loanType }: GroupOnDay): string => held.loans[0]?.lenderName ?? `Holder of ${loanType} loans`;

/** Adds up the interest of whole years by lender and account, the newest year first. */
async function paidInterest(scope: Scope): Promise<readonly PaidInterest[]> {
  const { accounts } = await portfolioIn(scope);
  const year = sql<string>`to_char(${paymentHistory.effectiveDate}, 'YYYY')`;
  const parts = scope.db
    .select({
      accountId: paymentHistory.accountId,
      year: year.as('year'),
      split: sql<unknown>`jsonb_array_elements(${paymentHistory.groups})`.as('split'),
    })
    .from(paymentHistory)
    .where(
      paidRows(scope, lte(paymentHistory.effectiveDate, plainDateOf(`${Number(scope.today.slice(0, 4)) - 1}-12-31`))),
    )
    .as('parts');
  const groupId = sql<string>`${parts.split}->>'groupId'`;
  const rows = await scope.db
    .select({
      accountId: parts.accountId,
      year: parts.year,
      groupId,
      interest: sql<string>`sum((${parts.split}->>'interest')::bigint)`,
    })
    .from(parts)
    .groupBy(parts.accountId, parts.year, groupId);
  const sums = new Map<string, PaidInterest>();
  for (const row of rows) {
    const account = accounts.find(({ accountId }) => accountId === row.accountId);
    const group = account?.groups.find((each) => each.groupId === row.groupId);
    if (account === undefined || group === undefined) continue;
    const lender = lenderOf(group);
    const key = `${row.year} ${lender} ${account.accountId}`;
    const interest = sumCents([sums.get(key)?.interest ?? ZERO, toCents(Number(row.interest))]);
    sums.set(key, { year: Number(row.year), lender, account, interest });
  }
  return [...sums.values()]
    .filter(({ interest }) => interest > 0)
    .toSorted(
      (a, b) =>
        b.year - a.year ||
        a.lender.localeCompare(b.lender, 'en') ||
        a.account.accountNumber.localeCompare(b.account.accountNumber, 'en'),
    );
}

const january31 = (year: number): PlainDate => plainDateOf(`${year + 1}-01-31`);

async function listTaxForms(scope: Scope, asked: PageAsked): Promise<SentPage> {
  const forms = new Map<string, SentListed>();
  for (const { year, lender, interest } of await paidInterest(scope)) {
    const documentId = documentIdOf({ kind: 'tax', year, lender: lenderKey(lender) });
    const amount = (forms.get(documentId)?.amount ?? 0) * 100;
    forms.set(documentId, {
      documentId,
      title: taxTitle(year),
      about: lender,
      date: january31(year),
      amount: dollarsFromCents(sumCents([toCents(Math.round(amount)), interest])),
    });
  }
  const { rows, page, total } = pageOf([...forms.values()], asked);
  return { documents: rows, page, total };
}

async function taxForm(scope: Scope, { year, lender }: { readonly year: number; readonly lender: string }) {
  const rows = (await paidInterest(scope)).filter((row) => row.year === year && lenderKey(row.lender) === lender);
  const [first] = rows;
  if (first === undefined) throw missing();
  return {
    title: taxTitle(year),
    date: january31(year),
    blocks: taxBlocks({ recipient: await recipientOf(scope), year, lender: first.lender, accounts: rows }),
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
