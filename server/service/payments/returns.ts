/**
 * Returned payments. When a payment is posted that the bank will return, the state of its account before it is stored.
 * Every payment that is posted to the account afterwards is added, and every change that an application makes. On the day
 * of the return, the account goes back to that state, and what was added since is repeated in order, so that everything is
 * as if the returned payment had not been made.
 */
import { and, eq, inArray, lte } from 'drizzle-orm';
import { applyChange } from '#domain/accounts/changes.ts';
import { NOTHING, addParts, wholeOf } from '#domain/accounts/ledger.ts';
import { type Posting, applyPosting } from '#domain/accounts/posting.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { RETURNED } from '#domain/payments/payment-types.ts';
import { refundOf } from '#domain/payments/refunds.ts';
import { instantOfReturn, isReturnedFrom, returnDayOf } from '#domain/payments/returns.ts';
import type { Database } from '../../db/database.ts';
import {
  type AccountBefore,
  type LaterChange,
  type LaterPosting,
  loanPostponements,
  paymentHistory,
  paymentReturns,
} from '../../db/schema/index.ts';
import type { GroupRow, LoanRow } from '../accounts/groups.ts';
import { type ReturnedPart, announceReturns } from './returned-messages.ts';

type ReturnRow = typeof paymentReturns.$inferSelect;

/** A payment that is being posted. */
interface PostedPayment {
  readonly borrowerKey: string;
  readonly accountId: string;
  readonly paymentDetailId: string;
  readonly bankAccountNumber: string;
}

const beforeOf = (groups: readonly GroupRow[]): AccountBefore =>
  groups.map(({ groupId, paymentDueDate, amountDue, pastDue, lastBumpDate, billedThrough, loans: own }) => ({
    groupId,
    bill: { paymentDueDate, amountDue, pastDue, lastBumpDate, billedThrough },
    loans: own.map(({ loanId, principal, accruedInterest, fees, interestThrough }) => ({
      loanId,
      amounts: { principal, fees, interestThrough },
      accruedInterest: accruedInterest.toString(),
    })),
  }));

/** Adds the columns that applications change. Terms that are stored already stay: they are older. */
const withTerms = (before: AccountBefore, groups: readonly GroupRow[]): AccountBefore =>
  before.map((stored) => {
    const group = groups.find(({ groupId }) => groupId === stored.groupId);
    if (group === undefined || stored.terms !== undefined) return stored;
    const { plan, monthlyPayment, paymentSteps, postponedFrom, postponedThrough, postponedBy } = group;
    return {
      ...stored,
      terms: { plan, monthlyPayment, paymentSteps, postponedFrom, postponedThrough, postponedBy },
      loans: stored.loans.map((loan) => {
        const own = group.loans.find(({ loanId }) => loanId === loan.loanId);
        if (own === undefined) return loan;
        const { rate, reducedRates, monthlyPayment: part, capitalizedInterest } = own;
        return { ...loan, terms: { rate, reducedRates, monthlyPayment: part, capitalizedInterest } };
      }),
    };
  });

/** Returns the groups with the stored columns. Other columns keep their present values. */
const restored = (groups: readonly GroupRow[], before: AccountBefore): GroupRow[] =>
  groups.map((group) => {
    const stored = before.find(({ groupId }) => groupId === group.groupId);
    if (stored === undefined) return group;
    return {
      ...group,
      ...stored.bill,
      ...stored.terms,
      loans: group.loans.map((loan) => {
        const own = stored.loans.find(({ loanId }) => loanId === loan.loanId);
        if (own === undefined) return loan;
        return { ...loan, ...own.amounts, ...own.terms, accruedInterest: BigInt(own.accruedInterest) };
      }),
    };
  });

const isChange = (later: LaterPosting | LaterChange): later is LaterChange => 'change' in later;

const isPosting = (later: LaterPosting | LaterChange, paymentDetailId: string): boolean =>
  !isChange(later) && later.paymentDetailId === paymentDetailId;

const isOwnReturn = (borrowerKey: string) => eq(paymentReturns.borrowerKey, borrowerKey);

/** Whether a payment of the borrower is to be returned by `today`. */
export async function hasReturnDue(db: Database, borrowerKey: string, today: PlainDate): Promise<boolean> {
  const [first] = await db
    .select({ paymentDetailId: paymentReturns.paymentDetailId })
    .from(paymentReturns)
    .where(and(isOwnReturn(borrowerKey), lte(paymentReturns.returnsOn, today)))
    .limit(1);
  return first !== undefined;
}

/** The returns of one borrower that are still to come, in a transaction that holds the borrower's row. */
export class PendingReturns {
  readonly #db: Database;
  readonly #borrowerKey: string;
  #rows: ReturnRow[];
  readonly #stored: ReadonlySet<string>;

  private constructor(db: Database, borrowerKey: string, rows: readonly ReturnRow[]) {
    this.#db = db;
    this.#borrowerKey = borrowerKey;
    this.#rows = [...rows];
    this.#stored = new Set(rows.map(({ paymentDetailId }) => paymentDetailId));
  }

  static async read(db: Database, borrowerKey: string): Promise<PendingReturns> {
    const rows = await db
      .select()
      .from(paymentReturns)
      .where(isOwnReturn(borrowerKey))
      .orderBy(paymentReturns.returnsOn, paymentReturns.paymentDetailId);
    return new PendingReturns(db, borrowerKey, rows);
  }

  /** The accounts with a return that is due by `today`. */
  accountsDue(today: PlainDate): string[] {
    return this.#rows.filter(({ returnsOn }) => returnsOn <= today).map(({ accountId }) => accountId);
  }

  /** Notes a payment that is being posted to an account whose groups were `before`. */
  note(payment: PostedPayment, posting: Posting, before: readonly GroupRow[]): void {
    const { borrowerKey, accountId, paymentDetailId, bankAccountNumber } = payment;
    const added: LaterPosting = { ...posting, paymentDetailId };
    this.#rows = this.#rows.map((row) =>
      row.accountId === accountId ? { ...row, later: [...row.later, added] } : row,
    );
    if (!isReturnedFrom(bankAccountNumber)) return;
    const returnsOn = returnDayOf(posting.effectiveDate);
    this.#rows.push({ borrowerKey, accountId, paymentDetailId, returnsOn, before: beforeOf(before), later: [] });
  }

  /** Notes the changes that an application makes to groups of an account, which were `before`. */
  async noteChanges(accountId: string, changes: readonly LaterChange[], before: readonly GroupRow[]): Promise<void> {
    this.#rows = this.#rows.map((row) =>
      row.accountId === accountId
        ? { ...row, before: withTerms(row.before, before), later: [...row.later, ...changes] }
        : row,
    );
    await this.#store();
  }

  /**
   * Returns the payments that are due by `today`, whose history must be stored. `groups` are the groups of their
   * accounts, by account id. Returns the groups that have changed.
   */
  async settle(groups: ReadonlyMap<string, readonly GroupRow[]>, today: PlainDate): Promise<GroupRow[]> {
    const due = this.#rows.filter(({ returnsOn }) => returnsOn <= today);
    const now = new Map<string, readonly GroupRow[]>();
    const returned: ReturnedPart[] = [];
    for (const { paymentDetailId } of due) {
      // Earlier returns may have changed the row.
      const row = this.#rows.find((each) => each.paymentDetailId === paymentDetailId);
      if (row === undefined) continue;
      this.#rows = this.#rows
        .filter((each) => each !== row)
        .map((each) => ({ ...each, later: each.later.filter((one) => !isPosting(one, paymentDetailId)) }));
      now.set(
        row.accountId,
        await this.#withoutPayment(row, now.get(row.accountId) ?? groups.get(row.accountId) ?? []),
      );
      returned.push(await this.#markReturned(row));
    }
    await this.#store();
    await announceReturns(this.#db, returned);
    return [...now.values()].flat();
  }

  /** Repeats the payments and changes after the returned payment. The history of the payments changes with them. */
  async #withoutPayment(row: ReturnRow, groups: readonly GroupRow[]): Promise<readonly GroupRow[]> {
    let now: readonly GroupRow[] = restored(groups, row.before);
    for (const later of row.later) {
      now = isChange(later)
        ? await this.#changeAgain(row, now, later)
        : await this.#postAgain(row.borrowerKey, now, later);
    }
    return now;
  }

  async #postAgain(borrowerKey: string, groups: readonly GroupRow[], later: LaterPosting): Promise<GroupRow[]> {
    const { paymentDetailId, ...posting } = later;
    const before = beforeOf(groups);
    this.#rows = this.#rows.map((each) => {
      if (each.paymentDetailId !== paymentDetailId) return each;
      return { ...each, before: each.later.some(isChange) ? withTerms(before, groups) : before };
    });
    const { paid, left, groups: after } = applyPosting<LoanRow, GroupRow>(groups, posting);
    await this.#db
      .update(paymentHistory)
      .set({
        ...paid.map(({ applied }) => applied).reduce(addParts, NOTHING),
        ...refundOf(left, posting.effectiveDate),
        groups: paid.map(({ group, applied }) => ({ groupId: group.groupId, total: wholeOf(applied), ...applied })),
      })
      .where(isOfPayment(borrowerKey, paymentDetailId));
    return after;
  }

  async #changeAgain(
    { borrowerKey, accountId }: ReturnRow,
    groups: readonly GroupRow[],
    { groupId, confirmationNumber, change, on }: LaterChange,
  ): Promise<GroupRow[]> {
    const after: GroupRow[] = [];
    for (const group of groups) {
      if (group.groupId !== groupId) {
        after.push(group);
        continue;
      }
      const changed = applyChange<LoanRow, GroupRow>(group, change, on);
      after.push(changed.group);
      for (const { loanId, accrued, capitalized } of changed.results) {
        const p = loanPostponements;
        await this.#db
          .update(loanPostponements)
          .set({ accrued, capitalized })
          .where(
            and(
              eq(p.borrowerKey, borrowerKey),
              eq(p.accountId, accountId),
              eq(p.loanId, loanId),
              eq(p.confirmationNumber, confirmationNumber),
            ),
          );
      }
    }
    return after;
  }

  /** Marks a payment as returned. Returns it as it was posted. */
  async #markReturned({ borrowerKey, paymentDetailId, returnsOn }: ReturnRow): Promise<ReturnedPart> {
    const isOwn = isOfPayment(borrowerKey, paymentDetailId);
    const [posted] = await this.#db.select().from(paymentHistory).where(isOwn);
    if (posted === undefined) throw new Error('A returned payment is not in the history');
    await this.#db
      .update(paymentHistory)
      .set({ description: RETURNED, closedAt: instantOfReturn(returnsOn) })
      .where(isOwn);
    return { ...posted, returnedOn: returnsOn };
  }

  /** Stores the returns that are still to come, and deletes the others. */
  async #store(): Promise<void> {
    const present = new Set(this.#rows.map(({ paymentDetailId }) => paymentDetailId));
    for (const row of this.#rows) {
      await this.#db
        .insert(paymentReturns)
        .values(row)
        .onConflictDoUpdate({
          target: [paymentReturns.borrowerKey, paymentReturns.paymentDetailId],
          set: { before: row.before, later: row.later },
        });
    }
    const gone = [...this.#stored].filter((paymentDetailId) => !present.has(paymentDetailId));
    if (gone.length === 0) return;
    await this.#db
      .delete(paymentReturns)
      .where(and(isOwnReturn(this.#borrowerKey), inArray(paymentReturns.paymentDetailId, gone)));
  }
}

const isOfPayment = (borrowerKey: string, paymentDetailId: string) =>
  and(eq(paymentHistory.borrowerKey, borrowerKey), eq(paymentHistory.paymentDetailId, paymentDetailId));
