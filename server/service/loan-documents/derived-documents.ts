/**
 * Statements from before they were stored, and payment schedules and mortgage letters, which are issued when the borrower
 * opens them (ruling 91). So the first read of a day stores the document. That is safe for repeated GET and HEAD requests,
 * because all of them, and the PDF, get the stored content. No page prefetches a document.
 */
import { and, between, eq, lte, sql } from 'drizzle-orm';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { sumParts } from '#domain/parts.ts';
import { accountStatusText } from '#domain/accounts/messages.ts';
import { accountStatuses } from '#domain/accounts/rules.ts';
import { accountName } from '#domain/account-name.ts';
import {
  type PlainDate,
  addMonths,
  compare,
  earlier,
  findEarliest,
  findLatest,
  monthEnd,
  toMonth,
} from '#domain/calendar.ts';
import type { Recipient } from '#domain/accounts/loan-documents/blocks.ts';
import {
  getFirstDay,
  mortgageLetterBlocks,
  mortgageLetterTitle,
  scheduleBlocks,
  scheduleTitle,
  statementBlocks,
  statementTitle,
} from '#domain/accounts/loan-documents/content.ts';
import { toDocumentId } from '#domain/accounts/loan-documents/ids.ts';
import { openedTitles, scheduleLetter } from '#domain/accounts/loan-documents/messages.ts';
import { type Cents, ZERO, subtractCents, sumCents, toCents } from '#domain/money.ts';
import { typeForBorrower } from '#domain/payments/payment-types.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import { paymentHistory } from '../../db/schema/index.ts';
import { groupBy } from '../group-by.ts';
import { getFirstPart, isPaymentRow } from '../portfolio/debits.ts';
import { forgivenessIn } from '../portfolio/plan-loans.ts';
import { addedToPrincipal, listDisbursements } from '../portfolio/groups.ts';
import {
  type PageRequest,
  type SentListed,
  type SentPage,
  issueAbout,
  listIssued,
  newestIssued,
  getNumber,
  toPage,
  paidRows,
  readRecipient,
  sentIssue,
} from './issued-documents.ts';
import {
  type AccountOnDay,
  type Portfolio,
  getAccount,
  earliestDueDate,
  toGroupInput,
  readHoldings,
  listLoans,
  planName,
  portfolioIn,
  portfolioOn,
} from '../portfolio/portfolio.ts';
import { type Own, ownRows } from '../own-rows.ts';
import { type Scope, missing } from '../scope.ts';

// Statements

/**
 * Returns the months of an account's derived statements, the newest first: each whole month until statements are issued, from
 * the start of repayment, or from the first day of loans without a known start.
 */
function listMonths({ groups, statementsFrom }: AccountOnDay, today: PlainDate): string[] {
  const starts = groups.map(
    ({ held }) => repaymentEntered(held) ?? findEarliest(held.loans.map(({ disbursedOn }) => disbursedOn)),
  );
  const first = findEarliest(starts);
  const months: string[] = [];
  if (first === null || statementsFrom === null) return months;
  const end = getFirstDay(toMonth(earlier(statementsFrom, today)));
  for (let day = addMonths(end, -1); toMonth(day) >= toMonth(first); day = addMonths(day, -1))
    months.push(toMonth(day));
  return months;
}

/** Returns issued statements and those of earlier months, the newest first. */
export async function listStatements(scope: Scope, request: PageRequest): Promise<SentPage> {
  const { accounts } = await portfolioIn(scope);
  const derived = accounts.flatMap((account) =>
    listMonths(account, scope.today).map((month) => ({
      documentId: toDocumentId({ kind: 'statement', accountId: account.accountId, month }),
      title: statementTitle(month),
      about: accountName(account),
      date: monthEnd(getFirstDay(month)),
      amount: null,
    })),
  );
  const issued = (await listIssued(scope, 'statement')).map(sentIssue);
  const newestFirst = [...issued, ...derived].toSorted((a, b) => compare(b.date, a.date));
  const { documents, ...page } = toPage(newestFirst, request);
  const ends = documents.flatMap(({ date, amount }) => (amount === null ? [date] : []));
  const paid = await paidInMonths(scope, ends);
  const withAmounts = documents.map((row) => ({ ...row, amount: row.amount ?? paid.get(row.documentId) ?? ZERO }));
  return { ...page, documents: withAmounts };
}

/** Returns the amounts paid in months with these last days, by the id of the derived statement. */
async function paidInMonths({ db, borrowerKey }: Scope, ends: readonly PlainDate[]): Promise<Map<string, Cents>> {
  const [first, last] = [findEarliest(ends), findLatest(ends)];
  if (first === null || last === null) return new Map();
  const { accountId, amount, effectiveDate, refunded } = paymentHistory;
  const month = sql<string>`to_char(${effectiveDate}, 'YYYY-MM')`;
  const found = await db
    .select({ accountId, month, paid: sql<string>`sum(${amount} - ${refunded})` })
    .from(paymentHistory)
    .where(paidRows({ borrowerKey }, between(effectiveDate, getFirstDay(toMonth(first)), last)))
    .groupBy(accountId, month);
  return new Map(found.map(({ paid, ...of }) => [toDocumentId({ kind: 'statement', ...of }), toCents(Number(paid))]));
}

/** Returns the derived statement of a month. Throws 404 if there is none. */
export async function statement(scope: Scope, { accountId, month }: { accountId: string; month: string }) {
  const { db, borrowerKey } = scope;
  const account = getAccount((await portfolioIn(scope)).accounts, accountId, 'document');
  if (!listMonths(account, scope.today).includes(month)) throw missing('document');
  const [firstDay, lastDay] = [getFirstDay(month), monthEnd(getFirstDay(month))];
  const h = paymentHistory;
  const isMatch = and(eq(h.accountId, accountId), isPaymentRow, lte(h.effectiveDate, lastDay));
  const found = await ownRows(scope, h, isMatch, h.effectiveDate, h.paymentDetailId);
  const rows = found.filter(({ amount, refunded }) => refunded < amount);
  const added = [
    ...listLoans(account).flatMap(listDisbursements),
    ...(await addedToPrincipal(db, { borrowerKey, accountId })),
  ];
  const borrowed = (isIncluded: (date: PlainDate) => boolean) =>
    sumCents(added.flatMap(({ date, amount }) => (isIncluded(date) ? [amount] : [])));
  const sum = (isIncluded: (date: PlainDate) => boolean) =>
    sumParts(rows.filter(({ effectiveDate }) => isIncluded(effectiveDate)));
  const isBefore = (date: PlainDate) => date < firstDay;
  const isUpTo = (date: PlainDate) => date <= lastDay;
  const payments = rows.filter(({ effectiveDate }) => !isBefore(effectiveDate));
  // Older rows have no day of the refund (ruling 95).
  const refunds = found.filter(({ refunded, refundedOn, effectiveDate }) => {
    const madeOn = refundedOn ?? effectiveDate;
    return refunded > 0 && !isBefore(madeOn) && isUpTo(madeOn);
  });
  return {
    title: statementTitle(month),
    date: lastDay,
    blocks: statementBlocks({
      recipient: await readRecipient(scope),
      account,
      month,
      firstDay,
      lastDay,
      principalBefore: subtractCents(borrowed(isBefore), sum(isBefore).principal),
      principalAfter: subtractCents(borrowed(isUpTo), sum(isUpTo).principal),
      disbursed: subtractCents(borrowed(isUpTo), borrowed(isBefore)),
      payments: groupBy(payments, getFirstPart).map((parts) => ({
        date: parts[0].effectiveDate,
        description: typeForBorrower(parts[0].description),
        ...sumParts(parts),
      })),
      refunds: groupBy(refunds, getFirstPart).map((parts) => ({
        paymentDate: parts[0].effectiveDate,
        date: parts[0].refundedOn,
        amount: sumCents(parts.map(({ refunded }) => refunded)),
      })),
      yearToDate: sum((date) => isUpTo(date) && date.slice(0, 4) === month.slice(0, 4)),
    }),
  };
}

// Payment schedules and mortgage letters

/** Returns the payment schedule of an account as of the day of the borrower's portfolio (ruling 80). */
function schedule(account: AccountOnDay, recipient: Recipient, { accounts, day }: Portfolio) {
  const getForgiveness = forgivenessIn(accounts);
  const groups = account.groups.map((group) => {
    const forgiveness = getForgiveness(group);
    const repayment = computeRepayment([{ ...group.held, forgiveness }], day);
    return { ...group, repaymentPlan: planName(group.held.plan), forgiveness, ...repayment };
  });
  const content = scheduleBlocks({ recipient, account, asOf: day, groups });
  return { title: scheduleTitle(account), amount: account.payoff, content };
}

/** Returns the letter that verifies an account for a lender, as of today. */
function mortgageLetter(account: AccountOnDay, recipient: Recipient, { today, servicer }: Scope) {
  const { groups, kind, payoff: amount } = account;
  const loans = listLoans(account);
  const facts = groups.map((group) => toGroupInput(kind, group));
  return {
    title: mortgageLetterTitle(account),
    amount,
    content: mortgageLetterBlocks({
      recipient,
      account,
      asOf: today,
      statusDesc: accountStatusText(accountStatuses(facts, today)),
      firstDisbursement: findEarliest(loans.map(({ disbursedOn }) => disbursedOn)),
      originalBalance: sumCents(loans.map(({ disbursed }) => disbursed)),
      principal: sumCents(groups.map(({ owed }) => owed.principal)),
      payoff: amount,
      monthlyPayment: sumCents(groups.map((group) => group.monthlyPayment)),
      plans: [...new Set(groups.map(({ held }) => planName(held.plan)))],
      pastDue: sumCents(groups.map(({ due }) => due.pastDue)),
      paymentDueDate: earliestDueDate(groups),
      servicer: servicer.name,
    }),
  };
}

/** The kinds of documents that are issued when they are opened. */
type OpenedKind = 'schedule' | 'mortgageLetter';

const isOwed = ({ payoff }: AccountOnDay): boolean => payoff > 0;

/** Returns the accounts that can have a document today: those that are not paid in full have a schedule. */
const accountsFor = (kind: OpenedKind, { accounts }: Portfolio): readonly AccountOnDay[] =>
  kind === 'schedule' ? accounts.filter(isOwed) : accounts;

/** Returns the documents that can be opened today and were not, then the issued ones, the newest first. */
export async function listOpened(kind: OpenedKind, scope: Scope, request: PageRequest): Promise<SentPage> {
  const issued = await listIssued(scope, kind);
  const openedToday = new Set(issued.flatMap(({ accountId, issuedOn }) => (issuedOn === scope.today ? accountId : [])));
  const today = accountsFor(kind, await portfolioIn(scope))
    .filter(({ accountId }) => !openedToday.has(accountId))
    .map((account): SentListed => ({
      documentId: toDocumentId({ kind, accountId: account.accountId }),
      title: openedTitles[kind].today,
      about: accountName(account),
      date: scope.today,
      amount: account.payoff,
    }));
  const earlierOnes = issued.map((row) => ({ ...sentIssue(row), title: openedTitles[kind].issued }));
  return toPage([...today, ...earlierOnes], request);
}

/** Returns the document of today, which is issued if the borrower opens it for the first time. */
export async function opened(scope: Scope, { kind, accountId }: { kind: OpenedKind; accountId: string }) {
  const name = { kind, accountId, issuedOn: scope.today };
  const known = await newestIssued(scope, name);
  if (known !== undefined) return known;
  const portfolio = await portfolioIn(scope);
  const account = getAccount(accountsFor(kind, portfolio), accountId, 'document');
  const recipient = await readRecipient(scope);
  const made =
    kind === 'schedule' ? schedule(account, recipient, portfolio) : mortgageLetter(account, recipient, scope);
  await issueAbout(scope, account, name, made);
  // If another request has issued it in the meantime, the stored document is that one.
  const issued = await newestIssued(scope, name);
  if (issued === undefined) throw new Error('An issued document is not stored');
  return issued;
}

/**
 * Issues payment schedules because the terms of accounts changed on `day`, and notifies the borrower (ruling 91). An account
 * on which nothing is owed has none. The caller's transaction must have locked the borrower's row.
 */
export async function issueSchedules(scope: Own, accountIds: readonly string[], day: PlainDate): Promise<void> {
  if (accountIds.length === 0) return;
  const portfolio = portfolioOn(await readHoldings(scope.db, scope.borrowerKey), day);
  const recipient = await readRecipient(scope);
  for (const account of portfolio.accounts.filter((each) => accountIds.includes(each.accountId) && isOwed(each))) {
    const name = { kind: 'schedule', accountId: account.accountId, issuedOn: day } as const;
    const before = await newestIssued(scope, name);
    const number = before === undefined ? 1 : getNumber(before) + 1;
    const made = schedule(account, recipient, portfolio);
    await issueAbout(scope, account, { ...name, number }, made, scheduleLetter(accountName(account)));
  }
}
