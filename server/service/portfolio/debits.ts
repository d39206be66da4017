/**
 * Debits of several parts: one for each group of loans that the payment is for, and the extra amount of auto debit. Each
 * part is posted on its own, and all parts on an account are one payment in the history (ruling 105): the first part
 * lists the debit, and the others refer to it (`partOf`).
 */
import { and, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { compare, findLatest } from '#domain/calendar.ts';
import { type Cents, ZERO, sumCents } from '#domain/money.ts';
import { type Parts, NOTHING, sumParts } from '#domain/parts.ts';
import { NOT_PAID } from '#domain/payments/history.ts';
import type { StoredRefund } from '#domain/payments/returns.ts';
import {
  type DrawnOn,
  type GroupSplit,
  type PredictedSplit,
  type scheduledPayments,
  paymentHistory as rows,
} from '../../db/schema/index.ts';
import { byKey, groupBy } from '../group-by.ts';
import { type Own, ownRows } from '../own-rows.ts';

/** Returns the id of a part. Ids sort by payment, then by `index`, so that each list has the same order. */
export const toPartId = (paymentId: string, index: number): string =>
  `${paymentId}-${String(index + 1).padStart(4, '0')}`;

type Ordered = Pick<
  typeof scheduledPayments.$inferSelect,
  'effectiveDate' | 'authorizedAt' | 'paymentId' | 'groupId' | 'paymentDetailId'
>;

/**
 * Payments are posted by effective date, then as they were authorized, then in one order that any instance finds. Within a
 * payment, groups come before the extra amount, which is for the whole account.
 */
export const inOrder = (a: Ordered, b: Ordered): number =>
  compare(a.effectiveDate, b.effectiveDate) ||
  a.authorizedAt.getTime() - b.authorizedAt.getTime() ||
  compare(toKey(a), toKey(b));

const toKey = (row: Ordered): string => `${row.paymentId}/${row.groupId ?? '~'}/${row.paymentDetailId}`;

/** Returns the bank account that a payment is drawn on. */
export const toDrawnOn = ({ routingNumber, bankAccountNumber, accountTypeId, accountHolder }: DrawnOn): DrawnOn => ({
  routingNumber,
  bankAccountNumber,
  accountTypeId,
  accountHolder,
});

/** Returns the split in the history of a payment that was not applied to the loans. */
export const nothingApplied = ({ groupId, amount }: { readonly groupId: string | null; readonly amount: Cents }) => ({
  ...NOTHING,
  groups: groupId === null ? [] : [{ groupId, total: amount, ...NOTHING }],
});

/** A part of a debit. Payments that predate the portal have one part and no id. */
interface Part {
  readonly accountId: string;
  readonly paymentId?: string | null | undefined;
  readonly paymentDetailId: string;
}

/** Returns the key of the payment that a part belongs to. */
export const getPaymentId = ({ paymentId, paymentDetailId }: Part): string => paymentId ?? paymentDetailId;

/** Returns rows that are to be stored with the references to the first part of their debit on the account. */
export const joinParts = <P extends Part & { readonly amount: Cents }>(parts: readonly P[]) =>
  groupBy(parts, (part) => `${getPaymentId(part)} ${part.accountId}`).flatMap(([first, ...others]) => [
    { ...first, partOf: null, otherParts: sumCents(others.map(({ amount }) => amount)) },
    ...others.map((part) => ({ ...part, partOf: first.paymentDetailId, otherParts: ZERO })),
  ]);

/** Returns the id of the first part of a row's debit; {@link firstPartId} in a query. */
export const getFirstPart = (row: Pick<typeof rows.$inferSelect, 'partOf' | 'paymentDetailId'>) =>
  row.partOf ?? row.paymentDetailId;

export const firstPartId = sql<string>`coalesce(${rows.partOf}, ${rows.paymentDetailId})`;

/** The amount of a whole debit, in the row of its first part. The index `payment_history_by_amount` has this expression. */
export const debitAmount = sql`(${rows.amount} + ${rows.otherParts})`.mapWith(rows.amount);

/** The amounts of a part, which add up. */
interface PartAmounts extends Parts, StoredRefund {
  readonly amount: Cents;
  readonly groups: readonly GroupSplit[];
  readonly predicted: PredictedSplit | null;
}

/** The other parts of debits, by the id of the first part. */
type OtherParts = ReadonlyMap<string, readonly PartAmounts[]>;

/** Reads the other parts of debits whose first parts have been read. */
export async function readOtherParts(
  own: Own,
  firsts: readonly { readonly paymentDetailId: string; readonly otherParts: Cents }[],
): Promise<OtherParts> {
  const ids = firsts.filter(({ otherParts }) => otherParts > 0).map(({ paymentDetailId }) => paymentDetailId);
  if (ids.length === 0) return new Map();
  const found = await ownRows(own, rows, inArray(rows.partOf, ids), rows.paymentDetailId);
  return byKey(found, (part) => part.partOf ?? '');
}

/** Adds up the splits of each group, in the order of the groups. */
const mergeSplits = (splits: readonly GroupSplit[]): GroupSplit[] =>
  groupBy(splits, ({ groupId }) => groupId)
    .map((own) => ({
      groupId: own[0].groupId,
      total: sumCents(own.map(({ total }) => total)),
      ...sumParts(own),
    }))
    .toSorted((a, b) => (a.groupId < b.groupId ? -1 : 1));

type First = Omit<PartAmounts, 'predicted'> & { readonly paymentDetailId: string };

/** Returns the row of the first part with the amounts of the whole debit. */
export function wholeDebit<Row extends First>(first: Row, others: OtherParts) {
  const parts = [first, ...(others.get(first.paymentDetailId) ?? [])];
  return {
    ...first,
    ...sumParts(parts),
    amount: sumCents(parts.map(({ amount }) => amount)),
    refunded: sumCents(parts.map(({ refunded }) => refunded)),
    refundedOn: findLatest(parts.map(({ refundedOn }) => refundedOn)),
    groups: mergeSplits(parts.flatMap(({ groups }) => groups)),
  };
}

/** Returns the prediction for the whole debit; null if it was not made in the portal. */
export function wholePrediction(
  first: Pick<PartAmounts, 'predicted'> & Pick<First, 'paymentDetailId'>,
  others: OtherParts,
): PredictedSplit | null {
  const parts = [first, ...(others.get(first.paymentDetailId) ?? [])];
  const predictions = parts.map(({ predicted }) => predicted).filter((each) => each !== null);
  if (predictions.length < parts.length) return null;
  return {
    ...sumParts(predictions),
    refunded: sumCents(predictions.map(({ refunded }) => refunded)),
    groups: mergeSplits(predictions.flatMap(({ groups }) => groups)),
  };
}

/** Condition that excludes canceled and returned payments, as `isPaid` of the domain does. */
export const isPaymentRow = notInArray(rows.description, [...NOT_PAID]);

/** Condition that also excludes payments that are refunded in full (ruling 95). */
export const isPaidRow = and(isPaymentRow, lt(rows.refunded, rows.amount));
