/**
 * Compares the figures of accounts before and after the conversion to bills and dated entries: `npm run data -- --compare`
 * lists the differences, `--release` notifies the borrowers. Before the conversion, each batch is converted in a transaction
 * that is rolled back; afterwards the former sums are still stored.
 */
import { TransactionRollbackError, and, asc, eq, gt, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import { projectTo } from '#domain/accounts/changes.ts';
import { termsOn } from '#domain/timeline/drafts.ts';
import { sumAllParts } from '#domain/parts.ts';
import { type PlainDate, daysBetween, findEarliest, formatUsDate } from '#domain/calendar.ts';
import { type Cents, ZERO, formatUsd, minCents, subtractCents, sumCents } from '#domain/money.ts';
import type { Database } from '../../db/database.ts';
import {
  accounts,
  autoDebits,
  borrowers,
  groupTerms,
  inboxMessages,
  loanGroups,
  loanPostponements,
  paymentHistory,
  paymentReturns,
  scheduledPayments,
} from '../../db/schema/index.ts';
import { convertBorrowers } from './conversion.ts';
import { readGroups } from '../portfolio/groups.ts';
import { byKey } from '../group-by.ts';
import {
  type AccountOnDay,
  type GroupOnDay,
  type Portfolio,
  earliestDueDate,
  earliestPastDue,
  holdingsFrom,
  portfolioOn,
} from '../portfolio/portfolio.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { addLetter } from '../messages/letters.ts';
import { type AccountAgreements, readAgreements } from '../portfolio/agreements.ts';
import { nextDraftsOn } from '../portfolio/coming.ts';
import { type Bill, billOn, formerDraft, pastDueSince } from './former-bills.ts';

type SumsRow = typeof loanGroups.$inferSelect;

/** The figures of an account that are compared, with their names. */
const FIGURES = {
  pastDueSince: 'past due since',
  daysPastDue: 'days past due',
  pastDue: 'past due',
  due: 'due',
  dueDate: 'due date',
  draft: 'next auto debit payment',
} as const;

type Figure = keyof typeof FIGURES;

/** Why a figure differs: in words for the operator, and for the borrower. */
const REASONS = {
  pause: {
    operator: 'days in a pause do not count (ruling 97)',
    borrower: 'Days in a deferment or forbearance do not count as past due.',
  },
  pausedBill: {
    operator: 'bills that are due in a pause are not owed (ruling 87)',
    borrower: 'You do not owe bills that were due in a deferment or forbearance.',
  },
  oldest: {
    operator: 'counted from the oldest unpaid bill, not by a division by the monthly payment',
    borrower: 'We now count from the due date of your oldest unpaid bill.',
  },
  returned: {
    operator: 'a payment is still to be returned: the bills since then are computed again',
    borrower: 'Your bank is returning a payment, so we worked out your bills since then again.',
  },
  underWay: {
    operator: 'payments under way count for a bill that they pay in time, and for the draft (rulings 88, 89)',
    borrower: "A payment that you've already made counts for your bill, although it is not posted yet.",
  },
  bills: {
    operator: 'each bill counts as it was issued, and is at most what is owed',
    borrower: 'We now add up your bills one by one.',
  },
} as const;

type Reason = keyof typeof REASONS;

/** A figure of an account that the conversion changes. */
export interface Difference {
  readonly figure: Figure;
  readonly before: string;
  readonly after: string;
  readonly reason: Reason;
}

/** An account whose figures differ. */
export interface ChangedAccount {
  readonly borrowerKey: string;
  readonly accountId: string;
  readonly accountNumber: string;
  readonly loanType: string;
  readonly differences: readonly Difference[];
}

export interface Comparison {
  readonly changed: readonly ChangedAccount[];
  readonly compared: number;
  /** The accounts that were not compared, because something has happened on them since they were converted. */
  readonly skipped: number;
}

const dateText = (date: PlainDate | null): string => (date === null ? 'none' : formatUsDate(date));

const draftText = (draft: { readonly draftDay: PlainDate; readonly amount: Cents } | null): string =>
  draft === null ? 'none' : `${formatUsd(draft.amount)} on ${formatUsDate(draft.draftDay)}`;

/** Returns the former bill of a group on a day. */
const toBill = (row: SumsRow, day: PlainDate): Bill =>
  billOn(
    {
      monthlyPayment: row.formerMonthlyPayment ?? ZERO,
      paymentSteps: row.formerPaymentSteps,
      dueDay: row.dueDay,
      paymentDueDate: row.formerPaymentDueDate,
      amountDue: row.formerAmountDue ?? ZERO,
      pastDue: row.formerPastDue ?? ZERO,
      lastBumpDate: row.lastBumpDate,
      billedThrough: row.formerBilledThrough ?? day,
      postponedFrom: row.formerPostponedFrom,
      postponedThrough: row.formerPostponedThrough,
    },
    day,
  );

/** A group on a day, with its former bill. */
interface Compared {
  readonly group: GroupOnDay;
  readonly bill: Bill;
}

/** Returns the payments and loans of a group on a day that can be later, as the former version projected them. */
function projected({ held }: GroupOnDay, bill: Bill, day: PlainDate) {
  const then = projectTo(held, day);
  const isChanged = held.coming.some(({ on }) => on <= day);
  const { monthlyPayment, paymentSteps } = isChanged ? then : bill;
  return { monthlyPayment, paymentSteps, loans: then.loans };
}

/** The input of an account's next draft; null without auto debit. */
interface DraftInput {
  readonly after: PlainDate;
  readonly extraOn: (draftDay: PlainDate) => Cents | null;
}

function figuresBefore(groups: readonly Compared[], draft: DraftInput | null, day: PlainDate): Record<Figure, string> {
  const sums = groups.map(({ group, bill }) => {
    const payoff = sumAllParts(group.owed);
    const pastDue = minCents(bill.pastDue, payoff);
    return { pastDue, due: minCents(bill.amountDue, subtractCents(payoff, pastDue)) };
  });
  const since = findEarliest(groups.map(({ bill }) => pastDueSince(bill)));
  const formerGroups = groups.map(({ group, bill }) => ({
    bill,
    repaymentStarts: group.held.repaymentStarts,
    projectTo: (on: PlainDate) => projected(group, bill, on),
  }));
  return {
    pastDueSince: dateText(since),
    daysPastDue: String(since === null ? 0 : daysBetween(since, day)),
    pastDue: formatUsd(sumCents(sums.map(({ pastDue }) => pastDue))),
    due: formatUsd(sumCents(sums.map(({ due }) => due))),
    dueDate: dateText(findEarliest(groups.map(({ bill }) => bill.paymentDueDate))),
    draft: draftText(draft && formerDraft(formerGroups, draft.after, draft.extraOn)),
  };
}

function figuresAfter(account: AccountOnDay, draft: DraftInput | null, day: PlainDate): Record<Figure, string> {
  const { groups } = account;
  const next = draft && nextDraftsOn(account, day).next;
  return {
    pastDueSince: dateText(earliestPastDue(groups)),
    daysPastDue: String(Math.max(0, ...groups.map(({ daysPastDue }) => daysPastDue))),
    pastDue: formatUsd(sumCents(groups.map(({ due }) => due.pastDue))),
    due: formatUsd(sumCents(groups.map(({ due }) => due.amountDue))),
    dueDate: dateText(earliestDueDate(groups)),
    draft: draftText(next && { draftDay: next.day, amount: next.amount }),
  };
}

function findDifferences(
  groups: readonly Compared[],
  before: Record<Figure, string>,
  after: Record<Figure, string>,
  { isReturning, hasPayments }: { readonly isReturning: boolean; readonly hasPayments: boolean },
): Difference[] {
  const isPaused = groups.some(({ group }) => group.held.pauses.length > 0);
  const getReason = (figure: Figure): Reason => {
    if (isReturning) return 'returned';
    if (figure === 'daysPastDue' && before.pastDueSince === after.pastDueSince) return 'pause';
    if (before.pastDue === after.pastDue && (figure === 'daysPastDue' || figure === 'pastDueSince')) return 'oldest';
    if (hasPayments) return 'underWay';
    return isPaused ? 'pausedBill' : 'bills';
  };
  return FIGURE_NAMES.filter((figure) => before[figure] !== after[figure]).map((figure) => ({
    figure,
    before: before[figure],
    after: after[figure],
    reason: getReason(figure),
  }));
}

const FIGURE_NAMES = ['pastDueSince', 'daysPastDue', 'pastDue', 'due', 'dueDate', 'draft'] as const satisfies Figure[];

type Own = { readonly borrowerKey: string; readonly accountId: string };
const ofBorrower = ({ borrowerKey }: Pick<Own, 'borrowerKey'>): string => borrowerKey;
const toKey = ({ borrowerKey, accountId }: Own): string => `${borrowerKey}/${accountId}`;

/** Returns the accounts on which something has happened since they were converted. */
async function changedSince(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const a = accounts;
  const happened = [
    { table: paymentHistory, is: gte(paymentHistory.postedOn, a.recordsSince) },
    { table: paymentHistory, is: gte(sql`${paymentHistory.closedAt}::date`, a.recordsSince) },
    { table: groupTerms, is: and(gte(groupTerms.fromDay, a.recordsSince), eq(groupTerms.isReconstructed, false)) },
    { table: loanPostponements, is: gte(loanPostponements.grantedOn, a.recordsSince) },
  ];
  const found = new Set<string>();
  for (const { table, is } of happened) {
    const rows = await db
      .selectDistinct({ borrowerKey: table.borrowerKey, accountId: table.accountId })
      .from(table)
      .innerJoin(a, and(eq(a.borrowerKey, table.borrowerKey), eq(a.accountId, table.accountId)))
      .where(and(inArray(table.borrowerKey, [...keys]), is));
    for (const row of rows) found.add(toKey(row));
  }
  return found;
}

/** The agreements of an account without auto debit and payments under way. */
const NOTHING_AGREED: AccountAgreements = { payments: [], autoDebit: null, instructions: [] };

/**
 * Returns the loans of some borrowers on a day. They are read together, because reading each borrower takes most of the
 * time of a comparison; only agreements are read for each borrower who has any.
 */
async function portfoliosOn(db: Database, keys: readonly string[], day: PlainDate): Promise<Portfolio[]> {
  const borrowerRows = await db
    .select()
    .from(borrowers)
    .where(inArray(borrowers.borrowerKey, [...keys]))
    .orderBy(asc(borrowers.borrowerKey));
  const accountRows = await db
    .select()
    .from(accounts)
    .where(inArray(accounts.borrowerKey, [...keys]))
    .orderBy(asc(accounts.accountNumber));
  const { groups, periods } = await readGroups(db, keys);
  const paying = await db
    .selectDistinct({ borrowerKey: scheduledPayments.borrowerKey })
    .from(scheduledPayments)
    .where(inArray(scheduledPayments.borrowerKey, [...keys]));
  const drafted = await db
    .selectDistinct({ borrowerKey: autoDebits.borrowerKey })
    .from(autoDebits)
    .where(inArray(autoDebits.borrowerKey, [...keys]));
  const agreeing = new Set([...paying, ...drafted].map(({ borrowerKey }) => borrowerKey));
  const [accountsByBorrower, groupsByBorrower, periodsByBorrower] = [
    byKey(accountRows, ofBorrower),
    byKey(groups, ofBorrower),
    byKey(periods, ofBorrower),
  ];
  const portfolios: Portfolio[] = [];
  for (const borrower of borrowerRows) {
    const { borrowerKey } = borrower;
    const own = { groups: groupsByBorrower.get(borrowerKey) ?? [], periods: periodsByBorrower.get(borrowerKey) ?? [] };
    const agreementsFor = agreeing.has(borrowerKey) ? await readAgreements({ db, borrowerKey }) : () => NOTHING_AGREED;
    const holdings = holdingsFrom(borrower, accountsByBorrower.get(borrowerKey) ?? [], own, agreementsFor);
    portfolios.push(portfolioOn(holdings, day));
  }
  return portfolios;
}

/** Compares the accounts of some borrowers. The transaction is rolled back, because it converts them. */
async function compareIn(db: Database, keys: readonly string[], day: PlainDate): Promise<Comparison> {
  const isMatch = (table: typeof loanGroups | typeof paymentReturns) => inArray(table.borrowerKey, [...keys]);
  const happened = await changedSince(db, keys);
  await convertBorrowers(db, keys, day);
  const sumsByAccount = byKey(await db.select().from(loanGroups).where(isMatch(loanGroups)), toKey);
  const waiting = await db
    .select()
    .from(paymentReturns)
    .where(and(isMatch(paymentReturns), isNotNull(paymentReturns.formerBefore)));
  const returning = new Set(waiting.map(toKey));
  const changed: ChangedAccount[] = [];
  let [compared, skipped] = [0, 0];
  for (const portfolio of await portfoliosOn(db, keys, day)) {
    const { borrowerKey } = portfolio.borrower;
    for (const account of portfolio.accounts) {
      const { accountId, accountNumber, loanType } = account;
      const key = toKey({ borrowerKey, accountId });
      const rows = (sumsByAccount.get(key) ?? []).filter(({ formerPlan }) => formerPlan !== null);
      if (rows.length === 0) continue;
      if (happened.has(key)) {
        skipped += 1;
        continue;
      }
      compared += 1;
      const groups = account.groups.flatMap((group): Compared[] => {
        const row = rows.find(({ groupId }) => groupId === group.groupId);
        return row === undefined ? [] : [{ group, bill: toBill(row, day) }];
      });
      const { autoDebit } = account.agreements;
      const draft =
        autoDebit === null || !account.autoDebit
          ? null
          : {
              after: autoDebit.draftedThrough,
              extraOn: (draftDay: PlainDate) => termsOn(autoDebit.changes, draftDay)?.extraAmount ?? null,
            };
      const differences = findDifferences(
        groups,
        figuresBefore(groups, draft, day),
        figuresAfter(account, draft, day),
        {
          isReturning: returning.has(key),
          hasPayments: account.agreements.payments.length > 0,
        },
      );
      if (differences.length > 0) changed.push({ borrowerKey, accountId, accountNumber, loanType, differences });
    }
  }
  return { changed, compared, skipped };
}

/** The number of borrowers per transaction. */
const BATCH = 500;

/** Compares all accounts as of `day` and stores nothing. Calls `onBatch` with each batch that has been compared. */
export async function compareAll(
  db: Database,
  day: PlainDate,
  onBatch: (batch: Comparison) => Promise<void> | void,
): Promise<void> {
  for (let last = ''; ;) {
    const next = await db
      .select({ borrowerKey: borrowers.borrowerKey })
      .from(borrowers)
      .where(gt(borrowers.borrowerKey, last))
      .orderBy(asc(borrowers.borrowerKey))
      .limit(BATCH);
    const keys = next.map(({ borrowerKey }) => borrowerKey);
    const end = keys.at(-1);
    if (end === undefined) return;
    last = end;
    let found: Comparison | undefined;
    try {
      await db.transaction(async (transaction) => {
        found = await compareIn(transaction, keys, day);
        transaction.rollback();
      });
    } catch (error) {
      if (!(error instanceof TransactionRollbackError)) throw error;
    }
    if (found !== undefined) await onBatch(found);
  }
}

/** Returns the lines about an account for the operator. */
export const formatLines = ({ accountNumber, differences }: ChangedAccount): string[] =>
  differences.map(
    ({ figure, before, after, reason }) =>
      `${accountNumber}  ${FIGURES[figure]}: ${before}, now ${after} (${REASONS[reason].operator})`,
  );

/** Returns the id of the letter about an account. */
const toLetterId = (accountId: string): string => `conversion-${accountId}`;

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Returns the letter about the figures of an account that have changed. */
export function toLetter({ accountNumber, loanType, differences }: ChangedAccount, day: PlainDate) {
  const name = accountName({ loanType, accountNumber });
  const reasons = new Set(differences.map(({ reason }) => REASONS[reason].borrower));
  return {
    subject: 'We corrected figures on your account',
    text: [
      `On ${formatUsDate(day)}, we changed how we keep track of your bills. These figures for ${name} are different now:`,
      ...differences.map(
        ({ figure, before, after }) => `${capitalized(FIGURES[figure])}: ${after}. Before: ${before}.`,
      ),
      [...reasons].join(' '),
      "You don't need to do anything. If we reported the earlier figures to credit bureaus or to a lender, we'll correct them. If you have questions, please contact us.",
    ].join('\n\n'),
  };
}

/** Returns the number of accounts that are not converted yet, whose borrowers cannot get a letter. */
export const countUnconverted = (db: Database): Promise<number> => db.$count(accounts, isNull(accounts.recordsSince));

/** Puts a letter about each account into its borrower's inbox, once. Returns the number of new letters. */
export async function releaseAll(db: Database, changed: readonly ChangedAccount[], day: PlainDate): Promise<number> {
  let released = 0;
  for (const account of changed) {
    const { borrowerKey, accountId, loanType } = account;
    await db.transaction(async (transaction) => {
      await lockBorrower(transaction, borrowerKey);
      const documentId = toLetterId(accountId);
      const isOwn = and(eq(inboxMessages.borrowerKey, borrowerKey), eq(inboxMessages.documentId, documentId));
      if ((await transaction.$count(inboxMessages, isOwn)) > 0) return;
      const letter = { borrowerKey, documentId, isDirect: loanType === 'Direct', receivedOn: day };
      await addLetter(transaction, { ...letter, ...toLetter(account, day) });
      released += 1;
    });
  }
  return released;
}
