/**
 * Issues the statements of accounts (ruling 91): with the bills of a cycle, each quarter of a pause in which interest
 * accrues, and once after an account is paid in full. As for posting, there is no scheduled job: an account's row has the
 * next day on which a statement can be due. The caller's transaction must have locked the borrower's row.
 */
import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import { isPausedOn, nextBillOn, nextUnbilled, getOpenAmount } from '#domain/accounts/bills.ts';
import { interestOfDay } from '#domain/accounts/ledger.ts';
import { NOTHING, subtractParts, sumParts, sumAllParts } from '#domain/parts.ts';
import { statementLetter } from '#domain/accounts/loan-documents/messages.ts';
import {
  type IssuedStatementData,
  type StatementChange,
  type StatementPayment,
  issuedStatementTitle,
  statementContent,
} from '#domain/accounts/loan-documents/statement.ts';
import { computePostingDay } from '#domain/banking-days.ts';
import {
  type PlainDate,
  addDays,
  addMonths,
  compare,
  findEarliest,
  findLatest,
  toPlainDate,
} from '#domain/calendar.ts';
import { ZERO, sumCents } from '#domain/money.ts';
import { isPaid } from '#domain/payments/history.ts';
import { CANCELED, RETURNED, typeForBorrower } from '#domain/payments/payment-types.ts';
import { dayOfReturn } from '#domain/payments/returns.ts';
import { accounts, bills, paymentHistory } from '../../db/schema/index.ts';
import { byAccount, byKey, groupBy } from '../group-by.ts';
import { type Own, ownRows } from '../own-rows.ts';
import { isPaperless } from '../messages/texts.ts';
import { getPaymentId } from '../portfolio/debits.ts';
import { addedToPrincipal, listDisbursements, readRapChanges } from '../portfolio/groups.ts';
import { issueAbout, listIssued, readRecipient } from './issued-documents.ts';
import {
  type AccountOnDay,
  billsBeingPaid,
  earliestPastDue,
  readHoldings,
  listLoans,
  portfolioOn,
} from '../portfolio/portfolio.ts';
import { comingThrough } from '../portfolio/coming.ts';
import { quarterlyStatementOn, setStatementOn } from '../portfolio/due-documents.ts';

type PaidRow = typeof paymentHistory.$inferSelect;

/** Reads the rows of the history that the statements of some accounts can need: since `from`, and of this year. */
function rowsSince(own: Own, accountIds: readonly string[], from: PlainDate) {
  const h = paymentHistory;
  const isSince = or(
    gte(h.effectiveDate, from),
    gte(h.postedOn, from),
    gte(h.closedAt, new Date(from)),
    isNotNull(h.appliedAgain),
  );
  const isMatch = and(inArray(h.accountId, [...accountIds]), ne(h.description, CANCELED));
  return ownRows(own, h, and(isMatch, isSince), h.effectiveDate, h.paymentDetailId);
}

/** The content of a statement: the events after the previous one, through its day. */
type IsListed = (day: PlainDate) => boolean;

/** Returns the event of a debit, whose parts are one payment (ruling 105). */
function toListed(parts: readonly [PaidRow, ...PaidRow[]], isListed: IsListed) {
  const [first] = parts;
  const { effectiveDate, closedAt } = first;
  const payments: StatementPayment[] = [];
  const postedOn = first.postedOn ?? computePostingDay(effectiveDate);
  const isReturned = first.description === RETURNED;
  const returnedOn = closedAt === null ? null : dayOfReturn(closedAt);
  const again = parts.flatMap(({ appliedAgain }) => appliedAgain ?? []);
  // Changes before the statement are in the parts of the row already.
  const asPosted = subtractParts(sumParts(parts), sumParts(again.filter(({ on }) => isListed(on))));
  if (isListed(postedOn)) {
    const refunded = sumCents(parts.map((part) => part.refunded));
    const what = {
      kind: 'posted',
      description: isReturned ? 'Payment' : typeForBorrower(first.description),
      refunded,
    } as const;
    payments.push({ postedOn, effectiveDate, parts: asPosted, what });
  }
  for (const changes of groupBy(again, ({ on }) => on)) {
    const [{ on, cause }] = changes;
    const what = { kind: 'appliedAgain', cause } as const;
    if (isListed(on)) payments.push({ postedOn: on, effectiveDate, parts: sumParts(changes), what });
  }
  if (isReturned && returnedOn !== null && isListed(returnedOn)) {
    const negative = subtractParts(NOTHING, sumParts(parts));
    payments.push({ postedOn: returnedOn, effectiveDate, parts: negative, what: { kind: 'returned' } });
  }
  const refunds = parts.flatMap(({ refunded: amount, refundedOn }): StatementChange[] =>
    refundedOn === null || amount === 0 || !isListed(refundedOn)
      ? []
      : [{ postedOn: refundedOn, amount, what: { kind: 'refund', effectiveDate } }],
  );
  return { payments, refunds };
}

/** Returns the other changes that a statement lists: disbursements, additions to the principal, and RAP subsidies. */
async function readChanges({ db, borrowerKey }: Own, account: AccountOnDay, isListed: IsListed) {
  const { accountId } = account;
  const added = await addedToPrincipal(db, { borrowerKey, accountId });
  const notCharged = await readRapChanges({ db, borrowerKey, accountId });
  const disbursed = listLoans(account)
    .flatMap(listDisbursements)
    .map((paidOut) => ({ ...paidOut, kind: 'disbursed' as const }));
  return [...disbursed, ...added, ...notCharged].flatMap(({ date, amount, kind }): StatementChange[] =>
    isListed(date) ? [{ postedOn: date, amount, what: { kind } }] : [],
  );
}

/** Returns the parts of a statement for an account's groups on a day. */
async function billedOn(own: Own, { accountId, groups, payoff }: AccountOnDay, day: PlainDate) {
  const b = bills;
  const isIssued = and(gte(b.dueDate, day), lte(b.issuedOn, day), isNull(b.cancelledOn));
  const rows = await ownRows(own, b, and(eq(b.accountId, accountId), isIssued), b.groupId, b.dueDate);
  const open = groups.filter(({ held }) => held.nextDue !== null);
  const issued = rows.flatMap(({ groupId, ...bill }) => {
    const group = open.find((each) => each.groupId === groupId);
    if (group === undefined) return [];
    return [{ ...bill, groupId, loanType: group.loanType, due: getOpenAmount(bill) }];
  });
  const last = findLatest(
    open.map(({ held: { pauses } }) => pauses.find((pause) => isPausedOn({ pauses: [pause] }, day))?.end ?? null),
  );
  const since = earliestPastDue(groups);
  return {
    bills: issued,
    isBilledToday: rows.some(({ issuedOn }) => issuedOn === day),
    isPaused: last !== null,
    withoutBill:
      payoff === 0
        ? ({ reason: 'paidInFull' } as const)
        : issued.length === 0 && last !== null
          ? ({ reason: 'postponed', through: addDays(last, -1) } as const)
          : null,
    coming: open.flatMap(({ groupId, loanType, held }) => {
      const [issuedOn, dueDate] = [nextBillOn(held), nextUnbilled(held)];
      const isBilled = rows.some((bill) => bill.groupId === groupId && bill.issuedOn === day);
      return isBilled || issuedOn === null || dueDate === null ? [] : [{ groupId, loanType, issuedOn, dueDate }];
    }),
    pastDue: since === null ? null : { amount: sumCents(groups.map(({ due }) => due.pastDue)), since },
  };
}

/** Returns the drafts that pay bills of a statement. */
function draftsFor(account: AccountOnDay, billed: readonly { readonly dueDate: PlainDate }[], day: PlainDate) {
  if (account.agreements.autoDebit === null) return [];
  return comingThrough(account, { today: day, through: addMonths(day, 2) })
    .filter((event) => event.kind === 'draft')
    .filter(({ amount, dueDate }) => amount > 0 && billed.some((bill) => bill.dueDate === dueDate))
    .map((draft) => ({ day: draft.day, amount: draft.amount }));
}

const byDay = (a: { readonly postedOn: PlainDate }, b: { readonly postedOn: PlainDate }) =>
  compare(a.postedOn, b.postedOn);

/** Issues the statements of a borrower that are due on a day. */
export async function issueStatements(own: Own, day: PlainDate): Promise<void> {
  const { db, borrowerKey } = own;
  const due = await ownRows(own, accounts, lte(accounts.statementOn, day));
  const dueIds = due.map(({ accountId }) => accountId);
  const issued = byKey(await listIssued(own, 'statement'), ({ accountId }) => accountId ?? '');
  // Before the first issued statement, the derived ones end with the month before.
  const previousByAccount = new Map(
    due.map(({ accountId, statementsFrom: from }) => [
      accountId,
      issued.get(accountId)?.[0].issuedOn ?? (from && addDays(toPlainDate(`${from.slice(0, 7)}-01`), -1)),
    ]),
  );
  const newYear = toPlainDate(`${day.slice(0, 4)}-01-01`);
  const from = dueIds.some((id) => previousByAccount.get(id) == null)
    ? toPlainDate('1900-01-01')
    : (findEarliest([newYear, ...previousByAccount.values()]) ?? newYear);
  const rowsByAccount = byAccount(await rowsSince(own, dueIds, from));
  const recipient = await readRecipient(own);
  const isOnline = await isPaperless(db, borrowerKey);
  const portfolio = portfolioOn(await readHoldings(db, borrowerKey), day);
  for (const account of portfolio.accounts.filter(({ accountId }) => dueIds.includes(accountId))) {
    const { accountId, groups, payoff } = account;
    const previous = previousByAccount.get(accountId) ?? null;
    const { isBilledToday, isPaused, ...billed } = await billedOn(own, account, day);
    const accrues = isPaused && listLoans(account).some((loan) => interestOfDay(loan, day) > 0n);
    if (payoff === 0 || isBilledToday || accrues) {
      const isListed: IsListed = (on) => on <= day && (previous === null || on > previous);
      const rows = rowsByAccount.get(accountId) ?? [];
      const debits = groupBy(rows, getPaymentId).map((parts) => toListed(parts, isListed));
      const isOfYear = ({ description, effectiveDate, postedOn }: PaidRow): boolean =>
        isPaid(description) && effectiveDate >= newYear && (postedOn ?? computePostingDay(effectiveDate)) <= day;
      const payments = debits.flatMap((each) => each.payments).toSorted(byDay);
      const changes = [...(await readChanges(own, account, isListed)), ...debits.flatMap(({ refunds }) => refunds)];
      const statement: IssuedStatementData = {
        ...billed,
        recipient,
        account,
        issuedOn: day,
        previous,
        beingPaid: billsBeingPaid(account),
        drafts: draftsFor(account, billed.bills, day),
        payments,
        changes: changes.toSorted(byDay),
        balances: groups.map(({ groupId, loanType, owed }) => ({ groupId, loanType, ...owed })),
        yearToDate: sumParts(rows.filter(isOfYear)),
      };
      const name = { kind: 'statement', accountId, issuedOn: day } as const;
      const amount = sumCents(payments.map(({ parts, what }) => (what.kind === 'posted' ? sumAllParts(parts) : ZERO)));
      const made = { title: issuedStatementTitle(day), amount, content: statementContent(statement) };
      // With paperless, the borrower gets a letter in the inbox and an email.
      await issueAbout(own, account, name, made, isOnline ? statementLetter(statement) : undefined);
    }
    const held = groups.map((group) => group.held);
    await setStatementOn(own, [accountId], quarterlyStatementOn(held, day));
  }
}
