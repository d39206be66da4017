/**
 * The payment history: pages of it, one payment in full, the totals, and the history as a file (Y §4.7, §4.8). Its entries
 * are whole debits (ruling 105).
 */
import {
  type SQL,
  and,
  asc,
  between,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNull,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import type { CallSent } from '#domain/call.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { toFileName, toFileResponse } from '#domain/file.ts';
import { toCents } from '#domain/money.ts';
import type { payments } from '#domain/payments/calls.ts';
import { readSearch, recentFrom } from '#domain/payments/history.ts';
import { CANCELED, RETURNED, typeForPayer, typesShownWith } from '#domain/payments/payment-types.ts';
import { historyCsv } from '#domain/payments/history-csv.ts';
import type { HistoryPageQuery, HistoryQuery, SortOrder } from '#domain/payments/history-shapes.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { type GroupSplit, type PredictedSplit, accounts, paymentHistory as rows } from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { drawnOnName } from './banks.ts';
import { sentParts } from './forecast.ts';
import { debitAmount, isPaidRow, readOtherParts, wholeDebit, wholePrediction } from '../portfolio/debits.ts';
import { cachedPerLoansVersion, cachedWithInput } from '../loans-cache.ts';
import { ownRows } from '../own-rows.ts';
import { type Handler, type Scope, missing } from '../scope.ts';

type SentPage = CallSent<typeof payments.history>;
type SentItem = SentPage['payments'][number];
type LoansScope = Pick<Scope, 'db' | 'borrowerKey' | 'today' | 'loansVersion'>;
type Role = Person['role'];
/** The listed payments. The reader's role decides which payment types a search matches. */
type Listed = Pick<HistoryQuery, 'period' | 'search'> & { readonly role: Role };

/** Escapes the wildcards of LIKE in a text. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * Returns the condition for rows whose type, as displayed to the reader (Y §6), contains the text. Types contain no digits.
 */
function hasType(text: string, role: Role): SQL | undefined {
  const { description } = rows;
  if (/\d/.test(text)) return undefined;
  if (role === 'borrower')
    return or(ilike(description, `%${literal(text)}%`), inArray(description, [...typesShownWith(text)]));
  // All types but Cancelled are Electronic for a payer, Returned among them.
  const isIn = (type: string) => typeForPayer(type).toLowerCase().includes(text);
  return or(
    isIn(CANCELED) ? eq(description, CANCELED) : undefined,
    isIn(RETURNED) ? ne(description, CANCELED) : undefined,
  );
}

/**
 * Returns the condition for rows that a search text finds, by any of its meanings Conditions that cannot match are left out,
 * so that a search for a date or an amount reads an index: types contain no digits, and few texts are part of an account
 * number.
 */
async function isFound(scope: LoansScope, typed: string, role: Role): Promise<SQL> {
  const { text, dates, monthAndDay, amounts } = readSearch(typed);
  const { effectiveDate, accountId } = rows;
  const month = sql`extract(month from ${effectiveDate})`;
  const day = sql`extract(day from ${effectiveDate})`;
  const hasNumber = ilike(accounts.accountNumber, `%${literal(text)}%`);
  const found = /^.?\d*$/u.test(text) ? await ownRows(scope, accounts, hasNumber) : [];
  const accountIds = found.map((account) => account.accountId);
  const meanings = [
    hasType(text, role),
    accountIds.length === 0 ? undefined : inArray(accountId, accountIds),
    dates === null ? undefined : between(effectiveDate, dates.from, dates.to),
    amounts === null ? undefined : between(debitAmount, amounts.from, amounts.to),
    monthAndDay === null
      ? undefined
      : and(
          sql`${month} = ${monthAndDay.month}`,
          monthAndDay.day === null ? undefined : sql`${day} = ${monthAndDay.day}`,
        ),
  ];
  return or(...meanings) ?? sql`false`;
}

/** Returns the condition for the listed rows. A search covers the full history, regardless of the period (Y §4.7). */
async function isListed(scope: LoansScope, { period, search, role }: Listed): Promise<SQL | undefined> {
  const own = and(eq(rows.borrowerKey, scope.borrowerKey), isNull(rows.partOf));
  if (search !== null && search.trim() !== '') return and(own, await isFound(scope, search, role));
  return period === 'recent' ? and(own, gte(rows.effectiveDate, recentFrom(scope.today))) : own;
}

/**
 * Returns the columns to sort by. Descending order is the exact opposite of ascending order, so that the same index serves
 * both.
 */
function inOrder(sort: HistoryQuery['sort'], order: SortOrder): SQL[] {
  const [down, up] = order === 'desc' ? [desc, asc] : [asc, desc];
  const byDay = [down(rows.effectiveDate), up(rows.paymentDetailId)];
  return sort === 'date' ? byDay : [down(debitAmount), ...byDay];
}

/** The columns of lists: none that is sealed. */
const { drawnOn: _drawnOn, predicted: _predicted, ...LISTED } = getTableColumns(rows);

/**
 * The accounts of a borrower by id. They are cached instead of joined: the embedded engine has no statistics, and would join
 * all payments of the borrower to find one page.
 */
const accountsById = cachedPerLoansVersion(async (scope) => {
  const found = await ownRows(scope, accounts);
  return new Map(found.map(({ accountId, accountNumber, loanType }) => [accountId, { accountNumber, loanType }]));
});

/** Returns an account of {@link accountsById}. Throws if it is missing. */
function getAccount<Account>(byId: ReadonlyMap<string, Account>, accountId: string): Account {
  const account = byId.get(accountId);
  if (account === undefined) throw new Error('A payment has no account');
  return account;
}

/** Reads the whole debits of a list, or a page of it. */
async function readDebits(
  scope: LoansScope,
  listed: Listed,
  order: readonly SQL[],
  page?: { readonly limit: number; readonly offset: number },
) {
  const all = scope.db
    .select(LISTED)
    .from(rows)
    .where(await isListed(scope, listed))
    .orderBy(...order);
  const found = await (page === undefined ? all : all.limit(page.limit).offset(page.offset));
  const others = await readOtherParts(scope, found);
  const byId = await accountsById(scope);
  return found.map((first) => ({ ...wholeDebit(first, others), ...getAccount(byId, first.accountId) }));
}

/** A debit as the list shows it. */
type ListedRow = Awaited<ReturnType<typeof readDebits>>[number];

const sentRefund = ({ refunded, refundedOn }: ListedRow, today: PlainDate): SentItem['refund'] => {
  if (refunded === 0) return null;
  return { amount: refunded, date: refundedOn, isMade: refundedOn === null || refundedOn <= today };
};

const toItem = (row: ListedRow, today: PlainDate): SentItem => ({
  paymentDetailId: row.paymentDetailId,
  effectiveDate: row.effectiveDate,
  sumOfPaymentAmount: row.amount,
  ...toSplit(row),
  description: row.description,
  borrowerAccountNumber: row.accountNumber,
  loanType: row.loanType,
  refund: sentRefund(row, today),
  closedAt: row.closedAt?.toISOString() ?? null,
});

const toGroup = ({ groupId, total, ...parts }: GroupSplit) => ({ groupId, totalAmount: total, ...sentParts(parts) });

/** Returns the split of a payment as it is sent. */
const toSplit = ({ principal, interest, fees, groups }: Omit<PredictedSplit, 'refunded'>) => ({
  sumOfPrincipal: principal,
  sumOfInterest: interest,
  sumOfFees: fees,
  groupLevelPaymentHistories: groups.map(toGroup),
});

/** The number of payments in a list; cached while the reader pages through it. */
const countRows = cachedWithInput(async (scope, listed: Listed): Promise<number> => {
  const [found] = await scope.db
    .select({ total: count() })
    .from(rows)
    .where(await isListed(scope, listed));
  return found?.total ?? 0;
});

/** Reads a page, one in the second half from the end, which costs the same; cached until another is requested. */
const readPage = cachedWithInput(async (scope, query: HistoryPageQuery & Listed): Promise<SentPage> => {
  const { period, search, role, sort, order, page, size } = query;
  const total = await countRows(scope, { period, search, role });
  const shown = Math.min(page, Math.max(1, Math.ceil(total / size)));
  const before = (shown - 1) * size;
  const listed = Math.min(size, total - before);
  const after = total - before - listed;
  const isFromEnd = before > after;
  const found = await readDebits(scope, { period, search, role }, inOrder(sort, isFromEnd ? OPPOSITE[order] : order), {
    limit: listed,
    offset: isFromEnd ? after : before,
  });
  const items = found.map((debit) => toItem(debit, scope.today));
  return { payments: isFromEnd ? items.toReversed() : items, page: shown, total };
});

export const listHistory: Handler<typeof payments.history> = (scope, { body }) =>
  readPage(scope, { ...body, role: scope.person.role });

const OPPOSITE: Readonly<Record<SortOrder, SortOrder>> = { asc: 'desc', desc: 'asc' };

/** Returns a debit with the details that the list omits, by the id of any part. Throws 404 for another borrower's id. */
export const historyDetails: Handler<typeof payments.historyDetails> = async (scope, { params }) => {
  const [row] = await ownRows(scope, rows, eq(rows.paymentDetailId, params.paymentDetailId));
  if (row === undefined) throw missing('payment');
  if (row.partOf !== null) return historyDetails(scope, { params: { paymentDetailId: row.partOf } });
  const { drawnOn } = seals.paymentHistory.open(row);
  const others = await readOtherParts(scope, [row]);
  const predicted = wholePrediction(row, others);
  const account = getAccount(await accountsById(scope), row.accountId);
  return {
    ...toItem({ ...wholeDebit(row, others), ...account }, scope.today),
    loanType: account.loanType,
    paymentMethod: drawnOn === null ? null : drawnOnName(drawnOn),
    predicted: predicted && { ...toSplit(predicted), refundedAmount: predicted.refunded },
  };
};

const selectSum = (column: typeof rows.principal | typeof rows.interest | typeof rows.fees) =>
  sql`coalesce(sum(${column}), 0)`.mapWith(Number);

/** Returns the amount paid to date, without canceled and returned payments and refunds. */
export const paymentTotals: Handler<typeof payments.totals> = cachedPerLoansVersion(async ({ db, borrowerKey }) => {
  const [sums] = await db
    .select({ principal: selectSum(rows.principal), interest: selectSum(rows.interest), fees: selectSum(rows.fees) })
    .from(rows)
    .where(and(eq(rows.borrowerKey, borrowerKey), isPaidRow));
  const { principal = 0, interest = 0, fees = 0 } = sums ?? {};
  return {
    totalAmountPaid: toCents(principal + interest + fees),
    totalPrincipleApplied: toCents(principal),
    totalInterestApplied: toCents(interest),
    totalFeesApplied: toCents(fees),
  };
});

/** Returns every payment of a list as a CSV file, in the order of the list. */
export const historyFile: Handler<typeof payments.historyFile> = async (scope, { body }) => {
  const { role } = scope.person;
  const debits = await readDebits(scope, { ...body, role }, inOrder(body.sort, body.order));
  const csv = historyCsv(debits, role);
  return toFileResponse(toFileName(`Payment history ${scope.today}`, 'csv'), 'text/csv', new TextEncoder().encode(csv));
};
