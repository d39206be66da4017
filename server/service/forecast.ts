/**
 * Predicts the effect of payments by the rules that post them, including earlier payments that are still to be posted.
 */
import { and, eq, lte } from 'drizzle-orm';
import { type AccountForecast, forecastPayment } from '#domain/accounts/forecast.ts';
import { NOTHING, addParts, wholeOf } from '#domain/accounts/ledger.ts';
import type { Posting } from '#domain/accounts/posting.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { Cents } from '#domain/money.ts';
import { type PredictedSplit, scheduledPayments } from '../db/schema.ts';
import { instructionsOf } from './instructions.ts';
import type { Holdings } from './portfolio.ts';
import { inOrder } from './posting.ts';
import type { Scope } from './scope.ts';

/** The amount for an account, or for one of its groups. */
export interface ForecastShare {
  readonly accountNumber: string;
  readonly groupId: string | null;
  readonly amount: Cents;
  readonly keepsDueDate: boolean;
}

/**
 * Predicts each share of a payment of one day, after the payments that are scheduled up to that day. Shares of one
 * account count in the order in which they are posted: by group.
 */
export async function forecastShares<S extends ForecastShare>(
  { db, borrowerKey }: Pick<Scope, 'db' | 'borrowerKey'>,
  { accounts }: Holdings,
  effectiveDate: PlainDate,
  shares: readonly S[],
): Promise<ReadonlyMap<S, AccountForecast>> {
  const rows = await db
    .select()
    .from(scheduledPayments)
    .where(and(eq(scheduledPayments.borrowerKey, borrowerKey), lte(scheduledPayments.effectiveDate, effectiveDate)));
  const instructions = await instructionsOf(db, borrowerKey);
  const found = new Map<S, AccountForecast>();
  for (const { accountId, accountNumber, groups } of accounts) {
    const earlier: Posting[] = rows
      .filter((row) => row.accountId === accountId)
      .toSorted(inOrder)
      .map((row) => ({
        amount: row.amount,
        groupId: row.groupId,
        effectiveDate: row.effectiveDate,
        keepsDueDate: row.keepsDueDate,
        instruction: instructions.on(accountId, row.effectiveDate),
      }));
    const own = shares
      .filter((share) => share.accountNumber === accountNumber)
      .toSorted((a, b) => ((a.groupId ?? '') < (b.groupId ?? '') ? -1 : 1));
    const instruction = instructions.on(accountId, effectiveDate);
    for (const share of own) {
      const { amount, groupId, keepsDueDate } = share;
      const posting: Posting = { amount, groupId, effectiveDate, keepsDueDate, instruction };
      found.set(share, forecastPayment(groups, earlier, [posting]));
      earlier.push(posting);
    }
  }
  return found;
}

/** A forecast as it is stored with the payment. */
export const predictedOf = ({ groups, refunded }: AccountForecast): PredictedSplit => ({
  ...groups.map(({ applied }) => applied).reduce(addParts, NOTHING),
  refunded,
  groups: groups.map(({ groupId, applied }) => ({ groupId, total: wholeOf(applied), ...applied })),
});
