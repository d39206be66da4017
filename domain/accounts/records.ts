/**
 * The records of an account: bills, terms, dated entries and pauses. What happened is recorded with its date and is never
 * changed; figures of any day are computed from it (`bills.ts`, `ledger.ts`, `replay.ts`).
 */
import * as v from 'valibot';
import { type PlainDate, PlainDateFromWire } from '../calendar.ts';
import { type Cents, MoneyFromWire, ZERO } from '../money.ts';
import { Postponement } from '../postponement-kinds.ts';
import type { Plan } from '../plan-names.ts';
import { BILL_KINDS } from './shapes.ts';

/** The causes of new terms; `exit` is a plan that began when the payment for leaving IBR was paid (ruling 99). */
export const TERM_CAUSES = ['start', 'plan', 'exit', 'pauseEnd', 'recertification', 'waiver'] as const;

/**
 * The kinds of dated entries of a loan: its state when the records begin, interest that was added to the principal
 * (ruling 92), a refund that is owed again because the bank returned its payment after it was sent, a time in which
 * the government pays the interest, and the end of a month on RAP. Disbursements and rates are dated in the loan itself.
 */
export const ENTRY_KINDS = ['opening', 'capitalized', 'refundOwed', 'subsidy', 'rapMonth'] as const;

/** The causes of interest that is added to the principal (ruling 92). */
export const ENTRY_CAUSES = ['pause', 'leavingIbr'] as const;

/** A bill of a group of loans (ruling 87). Amounts are in cents. */
export const BillRecord = v.object({
  dueDate: PlainDateFromWire,
  kind: v.picklist(BILL_KINDS),
  amount: MoneyFromWire,
  issuedOn: PlainDateFromWire,
  /** The day on which a pause that covers its due date was granted, or an exit bill fell away. Null if the bill is valid. */
  cancelledOn: v.nullable(PlainDateFromWire),
  /** The sum of the parts of payments that paid it. */
  paid: MoneyFromWire,
  /** Whether it belongs to a month that is paid in advance, so that nothing is due on it. */
  isAhead: v.boolean(),
});
export type BillRecord = Readonly<v.InferOutput<typeof BillRecord>>;

/** The fields of a bill that has just been issued and is not paid ahead. */
export const NEW_BILL = { cancelledOn: null, paid: ZERO, isAhead: false } as const;

/** A later monthly payment of a graduated plan: of the installments that are due on `from` or after. */
export const PaymentStep = v.object({ from: PlainDateFromWire, payment: MoneyFromWire });
export type PaymentStep = Readonly<v.InferOutput<typeof PaymentStep>>;

/** The terms of a group from a day on. A bill takes the terms that are in force on its day of issue. */
export interface TermsRecord {
  readonly fromDay: PlainDate;
  readonly plan: Plan;
  readonly monthlyPayment: Cents;
  readonly paymentSteps: readonly PaymentStep[] | null;
  /** The part of each loan in the monthly payment, by loan id. */
  readonly loanPayments: Readonly<Record<string, Cents>>;
  readonly cause: (typeof TERM_CAUSES)[number];
  /** The cap of IBR: the 10-year standard amount of the day on which it was entered. Omitted if the terms do not set it. */
  readonly ibrCap?: Cents | null;
}

/** Returns whether an application put a plan in force with these terms. */
export const isNewPlan = ({ cause }: Pick<TermsRecord, 'cause'>): boolean => cause === 'plan' || cause === 'exit';

/** Interest in millionths of a cent: a whole number, as a text. */
export const MicrosText = v.pipe(v.string(), v.regex(/^\d{1,24}$/));

/** The present month of a group on RAP (`rap.ts`): the amounts that determine its subsidies. In cents. */
export const RapMonth = v.object({
  /** The due date of its bill. If it is in a pause, the first due date after the pause. */
  dueDate: PlainDateFromWire,
  /** The day on which it began. */
  from: PlainDateFromWire,
  /** The unpaid interest of each loan when the month began, by loan id. Null if the month can earn no subsidy. */
  unpaidBefore: v.nullable(v.record(v.string(), MicrosText)),
  /** The amounts paid on its bill in time, and too late. */
  inTime: MoneyFromWire,
  late: MoneyFromWire,
  /** The amount paid on the bill after it. */
  next: MoneyFromWire,
  /** The amount paid in the month beyond bills. */
  beyond: MoneyFromWire,
  /** The interest and the principal that payments of the month have paid, also those for older bills. */
  interest: MoneyFromWire,
  principal: MoneyFromWire,
});
export type RapMonth = Readonly<v.InferOutput<typeof RapMonth>>;

/** A pause of payments. `end` is the first day after it (ruling 75). */
export const PauseRecord = v.object({
  /** Null if it is not known. */
  kind: v.nullable(Postponement),
  start: PlainDateFromWire,
  end: PlainDateFromWire,
  /** The day of the decision, on which bills that are due in the pause were canceled. */
  grantedOn: PlainDateFromWire,
  /** Whether its end was executed. */
  isClosed: v.boolean(),
});
export type PauseRecord = Readonly<v.InferOutput<typeof PauseRecord>>;

/** A dated entry of a loan. Amounts are in cents, except `interest`. */
export interface EntryRecord {
  readonly loanId: string;
  readonly kind: (typeof ENTRY_KINDS)[number];
  readonly onDay: PlainDate;
  /**
   * The principal of an opening, or the interest or refund that was added to the principal. For a month on RAP, the
   * principal that the government paid.
   */
  readonly principal: Cents;
  /** Unpaid interest of an opening, or the interest that was waived for a month on RAP, in millionths of a cent. */
  readonly interest: bigint;
  /** Fees of an opening. */
  readonly fees: Cents;
  /**
   * The first day after a time in which the government pays the interest. Of a month on RAP, the due date of its bill; null
   * where the first month begins.
   */
  readonly until: PlainDate | null;
  /** Why interest was added to the principal: the end of a pause on that day, or leaving IBR. */
  readonly cause: (typeof ENTRY_CAUSES)[number] | null;
  /** True if the opening contains the entry already: it was computed from the sums of an older database. */
  readonly isReconstructed?: boolean | undefined;
}

/** The fields of an entry that has no amounts, end or cause. */
export const NO_AMOUNTS = { principal: ZERO, interest: 0n, fees: ZERO, until: null, cause: null } as const;
