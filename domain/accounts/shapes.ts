/** Loan accounts as the borrower sees them (P §3). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { type Cents, MoneyFromWire } from '../money.ts';

/** Some installments in a row with the same payment. */
export interface PaymentRun {
  readonly months: number;
  readonly payment: Cents;
}

/** The codes of a borrower's standing instruction for money beyond the amount due; `STANDARD` means no instruction. */
export const INSTRUCTION_CODES = ['STANDARD', 'HIGHEST_RATE', 'LOWEST_BALANCE', 'GROUP'] as const;

/**
 * The destination of payments beyond the amount due on an account (rulings 15, 20): the loan with the highest rate
 * (the default), the loan with the lowest balance, or the group `groupId`, which is null for all other codes.
 */
export const StandingInstruction = v.object({ code: v.picklist(INSTRUCTION_CODES), groupId: v.nullable(v.string()) });
export type StandingInstruction = Readonly<v.InferOutput<typeof StandingInstruction>>;

/** An id that an address may carry in place of an account number (ruling 46). */
export const AccountId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** The kinds of bills: an installment, or the payment for leaving IBR (ruling 99). */
export const BILL_KINDS = ['installment', 'exit'] as const;

/** An account number: any character (E, D: federal, J: commercial, ruling 11) and nine digits (ruling 61). */
export const AccountNumber = v.pipe(v.string(), v.regex(/^[^]\d{9}$/u));

/** From this many accounts on, a row for each is easier to read than a card. */
export const MANY_ACCOUNTS = 7;

/** The open amount of the exit bill for leaving IBR, and its due date (ruling 99). It is part of the amounts due. */
export const ExitDue = v.object({ date: PlainDateFromWire, amount: MoneyFromWire });
export type ExitDue = v.InferOutput<typeof ExitDue>;

/** The field for {@link ExitDue}: null or absent without an exit bill. */
export const exitDue = v.optional(v.nullable(ExitDue));

/** A past bill that payments under way pay, the last on `paidOn`, so that it is in no amount due (ruling 88). */
export const BillBeingPaid = v.object({
  dueDate: PlainDateFromWire,
  amount: MoneyFromWire,
  paidOn: PlainDateFromWire,
});
export type BillBeingPaid = v.InferOutput<typeof BillBeingPaid>;

/** The field for {@link BillBeingPaid}, the oldest first. Absent on older servers. */
export const beingPaid = v.optional(v.array(BillBeingPaid));

/**
 * A draft of auto debit on an account (ruling 89). `lastChangeDate` is the last day on which a change affects it: a payment
 * made through that day and dated up to `draftDate` reduces it; later payments do not.
 */
export const AccountDraft = v.object({
  draftDate: PlainDateFromWire,
  /** The due date of the bill that it pays. */
  dueDate: PlainDateFromWire,
  amount: MoneyFromWire,
  lastChangeDate: PlainDateFromWire,
});
export type AccountDraft = v.InferOutput<typeof AccountDraft>;

/** The amounts due on one group of an account. `totalDue` includes the past-due amount. */
const GroupDue = v.object({
  groupId: v.string(),
  totalDue: MoneyFromWire,
  pastDueAmt: MoneyFromWire,
  paymentDueDate: v.nullable(PlainDateFromWire),
});

/** A group of loans, as it decides on an income-driven plan (R §3, account list). */
const GroupInAccount = v.object({
  /** `inSchool`, `inGrace`, `inRepayment` and so on. */
  status: v.string(),
  /** The date on which each loan enters or entered repayment; null if unknown. */
  loans: v.array(v.object({ conversionToRepayDate: v.nullable(PlainDateFromWire) })),
});

/** A deferment or forbearance that is active on groups of an account. */
export const ActivePause = v.object({
  status: v.picklist(['deferred', 'inForbearance', 'postponed']),
  lastDay: PlainDateFromWire,
  /** The first payment after it, as it is if nothing is paid before; null if nothing is owed. */
  firstPayment: v.nullable(v.object({ date: PlainDateFromWire, amount: MoneyFromWire })),
});
export type ActivePause = v.InferOutput<typeof ActivePause>;

/** A payment that is not due yet. */
export const NextPayment = v.object({ date: PlainDateFromWire, amount: MoneyFromWire, isFirst: v.boolean() });
export type NextPayment = v.InferOutput<typeof NextPayment>;

/** The coverage of the amount due on one or several accounts by scheduled payments. */
export interface CoveredDue {
  /** The sum of the payments that count, which may exceed the amount due. */
  readonly scheduled: Cents;
  /** The remainder of the total due, and of the past-due amount. */
  readonly left: Cents;
  readonly pastDueLeft: Cents;
  /** Whether there is a past-due amount and the payments cover all of it. */
  readonly coversPastDue: boolean;
  /** Whether there is an amount due and the payments cover all of it. */
  readonly coversTotalDue: boolean;
}

/** The card of one account. */
export const LoanAccount = v.object({
  /** An opaque id for addresses, never the number (ruling 46). */
  accountId: v.string(),
  accountNumber: AccountNumber,
  /** The program of its loans, which names the account; left out by a server that does not send it. */
  loanType: v.optional(v.string()),
  /** The payoff of `balanceDate`: principal, interest and fees. */
  currentBalance: MoneyFromWire,
  balanceDate: v.optional(PlainDateFromWire),
  statusDesc: v.string(),
  latestPayment: v.nullable(v.object({ latestPaymentAmount: MoneyFromWire, latestPaymentDate: PlainDateFromWire })),
  pastDueAmt: MoneyFromWire,
  /** The due date of the oldest unpaid installment; null or absent if unknown. */
  pastDueSince: v.optional(v.nullable(PlainDateFromWire)),
  /** The days since then, without those in granted pauses (ruling 97); absent on older servers. */
  daysPastDue: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  paymentAmountIncludingPastDue: MoneyFromWire,
  paymentDueDate: v.nullable(PlainDateFromWire),
  /** The installment of `paymentDueDate`. */
  nextPaymentAmountDue: MoneyFromWire,
  /** Whether that is the first payment of these loans. */
  isFirstPayment: v.optional(v.boolean()),
  /**
   * The next payment (ours): that of `paymentDueDate`, or of the due date after it if the bill of `paymentDueDate` is
   * paid (77). Null if nothing is owed. Absent if unknown.
   */
  nextPayment: v.optional(v.nullable(NextPayment)),
  exitDue,
  beingPaid,
  isEnrolledInAutoDebit: v.boolean(),
  showNoPaymentDueBanner: v.boolean(),
  /** The amounts due on its groups: a scheduled payment for one group counts only toward that group. */
  groupsDue: v.optional(v.array(GroupDue)),
  borrowerGroupPayments: v.optional(v.array(GroupInAccount)),
  /** The pauses that are active on its groups, one for each status and last day. */
  pauses: v.optional(v.array(ActivePause)),
  /** The last day to recertify the income of its groups, from 90 days before it; null or absent without one. */
  recertifyBy: v.optional(v.nullable(PlainDateFromWire)),
});
export type LoanAccount = v.InferOutput<typeof LoanAccount>;

/** All accounts of a borrower, federal and commercial. */
export const LoanAccounts = v.object({
  /** The servicer's type of borrower (R §2); left out by a server that does not send it. */
  borrowerType: v.optional(v.number()),
  federalAccounts: v.array(LoanAccount),
  commercialAccounts: v.array(LoanAccount),
});
export type LoanAccounts = v.InferOutput<typeof LoanAccounts>;
