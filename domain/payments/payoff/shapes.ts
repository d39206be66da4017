/** Payoff quotes: the amount that pays an account in full on a day (ruling 79). */
import * as v from 'valibot';
import { AccountDraft } from '../../accounts/shapes.ts';
import { PlainDateFromWire } from '../../calendar.ts';
import { MoneyFromWire } from '../../money.ts';

/** A day as MM/DD/YYYY, and the id of the account. */
export interface PayoffValues {
  readonly account: string;
  readonly date: string;
}

/** The amount that pays an account in full on `date`, if no other payment is posted before. */
export const PayoffQuote = v.object({
  /** Opaque (ruling 46). */
  accountId: v.string(),
  /** Display name with the account number. */
  accountName: v.string(),
  date: PlainDateFromWire,
  principal: MoneyFromWire,
  /** Accrued and unpaid through `date`. */
  interest: MoneyFromWire,
  fees: MoneyFromWire,
  /** Accrues on the day after `date` (ruling 94). */
  interestPerDay: MoneyFromWire,
  total: MoneyFromWire,
  /** Whether `date` is a possible payment date. */
  isPayable: v.boolean(),
  /** The first possible payment date on or after `date`. */
  payableOn: PlainDateFromWire,
  /** The sum of payments on the account that are scheduled through `date`. The quote does not subtract them. */
  scheduled: MoneyFromWire,
  /** The next draft of auto debit (ruling 89). Null without one, absent on older servers. */
  draft: v.optional(v.nullable(AccountDraft)),
});
export type PayoffQuote = v.InferOutput<typeof PayoffQuote>;

/** The accounts with a balance, the range of days, and a quote. */
export const PayoffAnswer = v.object({
  accounts: v.array(v.object({ accountId: v.string(), accountName: v.string() })),
  earliest: PlainDateFromWire,
  latest: PlainDateFromWire,
  /** Null if nothing is owed on any account. */
  quote: v.nullable(PayoffQuote),
});
export type PayoffAnswer = v.InferOutput<typeof PayoffAnswer>;
