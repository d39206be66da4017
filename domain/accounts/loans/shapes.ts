/** An account with its groups and loans, and its notifications (P §2.12, §3). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { MoneyFromWire, ZERO, dollarsFromCents } from '../../money.ts';
import { RateFromWire } from '../rate.ts';
import { Postponement } from '../../postponement-kinds.ts';
import { BillRecord, MicrosText, PauseRecord, PaymentStep, RapMonth } from '../records.ts';
import { STORED_PLANS } from '../../plan-names.ts';
import { AccountNumber, NextPayment, StandingInstruction, beingPaid, exitDue } from '../shapes.ts';

const text = v.nullable(v.string());
const date = v.nullable(PlainDateFromWire);

/** A benefit of a loan. Dates are strings: a date that does not exist makes the status invalid, not the whole response. */
export const Incentive = v.object({
  incentiveDescription: v.string(),
  /** The servicer's status; one of `INCENTIVE_STATUSES` unless its record is wrong. */
  incentiveStatusDescription: v.string(),
  /** Additional text about the status, from the servicer's record. */
  statusDescription: text,
  incentiveDate: text,
  /** A reduction of the rate or an amount, as the servicer words it: '0.25%' or '$150.00'. */
  awardedAmount: text,
  awardedDisclaimer: text,
  /** How many payments count toward it so far. */
  qualifyingCurrentCount: v.nullable(v.number()),
  disqualificationDate: text,
  disqualificationReason: text,
  incentiveCreateDate: text,
  incentiveChangeDate: text,
  benefitRequirements: text,
});
export type Incentive = v.InferOutput<typeof Incentive>;

/** The facts that a benefit can have. */
export const NO_FACTS = {
  statusDescription: null,
  incentiveDate: null,
  awardedAmount: null,
  awardedDisclaimer: null,
  qualifyingCurrentCount: null,
  disqualificationDate: null,
  disqualificationReason: null,
  incentiveCreateDate: null,
  incentiveChangeDate: null,
  benefitRequirements: null,
};
const rate = v.nullable(RateFromWire);
const months = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));

/** The statuses of a group, see `groupStatus`. */
export const GroupStatus = v.picklist([
  'paidInFull',
  'inDefault',
  'pastDue',
  'inSchool',
  'inGrace',
  'inSchoolOrGrace',
  'deferred',
  'inForbearance',
  'postponed',
  'inRepayment',
]);
export type GroupStatus = v.InferOutput<typeof GroupStatus>;

const Disbursement = v.object({ disbursementAmount: MoneyFromWire, disbursementDate: PlainDateFromWire });

/** A loan. Amounts are as of the day of the response. */
export const LoanDetails = v.object({
  loanNumber: v.string(),
  loanType: v.string(),
  loanStatusDescription: v.string(),
  /** 'Subsidized' or 'Unsubsidized'. */
  subsidizationEligibility: v.string(),
  lenderName: text,
  schoolName: text,
  /** The last four digits of the student's Social Security number; null if unknown. */
  loanStudentLastFourSSN: text,
  dueDate: date,
  interestRate: RateFromWire,
  /**
   * The number of payments until its group is paid off at the current monthly amount, or the rest is forgiven (ruling 96);
   * null if neither happens, 0 for a loan that is paid in full.
   */
  loanTermRemaining: months,
  currentPrincipalBalance: MoneyFromWire,
  /** When a payment last moved the due date. */
  lastBumpDate: date,
  /** Accrued and not paid. */
  currentInterest: MoneyFromWire,
  /** Accrues tomorrow, exactly (ruling 94). Not sent by older servers. */
  interestOfDay: v.optional(MicrosText),
  /** Added to the principal since it was disbursed. */
  capitalizedInterest: MoneyFromWire,
  /** The date on which the loan enters or entered repayment; null if unknown. */
  conversionToRepayDate: date,
  totalAmountDisbursed: MoneyFromWire,
  disbursedLoans: v.array(v.object({ disbursements: v.array(Disbursement) })),
  incentives: v.array(Incentive),
});
export type LoanDetails = v.InferOutput<typeof LoanDetails>;

/** The amounts of a group, and of an account. */
const amounts = {
  pastDueAmt: MoneyFromWire,
  amountDue: MoneyFromWire,
  /** Past-due amount included. */
  totalDue: MoneyFromWire,
  paymentDueDate: date,
  /** The installment of `paymentDueDate`. */
  nextPaymentAmountDue: MoneyFromWire,
  monthlyPaymentAmount: MoneyFromWire,
  /** The payoff of the day: principal, interest and fees. */
  currentBalance: MoneyFromWire,
  lastBumpDate: date,
  accruedInterest: MoneyFromWire,
};

/** Loans that are billed together. */
export const GroupDetails = v.object({
  groupId: v.string(),
  loanType: v.string(),
  status: GroupStatus,
  statusDesc: v.string(),
  repaymentPlan: v.string(),
  /** When income is to be recertified; null on plans that do not depend on it. */
  recertificationDate: date,
  ...amounts,
  exitDue,
  /** Null where its loans have different rates. */
  interestRate: rate,
  lastPaymentAmount: v.nullable(MoneyFromWire),
  lastPaymentDate: date,
  fees: MoneyFromWire,
  /** The principal that is still owed. */
  outstandingBalance: MoneyFromWire,
  /** '97 months'; null if the present amount never pays off the loans and nothing is forgiven. */
  displayLoanTerm: text,
  loans: v.array(LoanDetails),
});
export type GroupDetails = v.InferOutput<typeof GroupDetails>;

/** The account summary with its groups. */
export const AccountDetails = v.object({
  accountId: v.string(),
  accountNumber: AccountNumber,
  loanType: v.string(),
  /** The day of all amounts. */
  asOf: PlainDateFromWire,
  isEnrolledInAutoDebit: v.boolean(),
  accountPayment: v.object({
    ...amounts,
    pastDueSince: date,
    isFirstPayment: v.boolean(),
    /** As on the card of the account. */
    nextPayment: v.optional(v.nullable(NextPayment)),
    beingPaid,
    latestPayment: v.nullable(v.object({ latestPaymentAmount: MoneyFromWire, latestPaymentDate: PlainDateFromWire })),
  }),
  /** The other accounts of the borrower. */
  alternateAccounts: v.array(v.object({ accountId: v.string(), accountNumber: AccountNumber, loanType: v.string() })),
  groups: v.array(GroupDetails),
});
export type AccountDetails = v.InferOutput<typeof AccountDetails>;

const rates = { accountNumber: AccountNumber, groupID: v.string(), regulatoryInterestRate: rate };
const GroupRates = v.object({ ...rates, variableInterestRateIndicator: v.boolean(), interestRate: rate });
const LoanRates = v.object({ ...rates, loanNumber: v.string(), interestRate: RateFromWire });

/** The rates of a borrower's loans, before reductions as well: of federal loans (`edServicer`) and of the others (P §3). */
export const BorrowerWithAccounts = v.object({
  edServicerGroups: v.array(GroupRates),
  edServicerLoans: v.array(LoanRates),
  servicerGroups: v.array(GroupRates),
  servicerLoans: v.array(LoanRates),
});
export type BorrowerWithAccounts = v.InferOutput<typeof BorrowerWithAccounts>;

/** The account of a borrower with exactly one, and its rates; null with several accounts or none. */
export const OnlyAccount = v.object({
  account: v.nullable(AccountDetails),
  /** Not sent by older servers. */
  rates: v.optional(v.nullable(BorrowerWithAccounts), null),
});
export type OnlyAccount = v.InferOutput<typeof OnlyAccount>;

/** A message to the borrower above the accounts. `message` may begin with a prefix that the configuration names. */
export const Notification = v.object({
  headline: v.string(),
  message: v.string(),
  type: v.picklist(['info', 'warning']),
});
export type Notification = v.InferOutput<typeof Notification>;

export const NotificationList = v.object({ notificationList: v.array(Notification) });

/** `until` is the first day after the period; null while its end is not known. */
const ReducedRates = v.array(v.object({ from: PlainDateFromWire, until: date, rate: RateFromWire }));

/** A loan in the ledger's format. Interest runs on from `interestThrough`. */
const RepaidLoan = v.object({
  loanId: v.string(),
  rate: RateFromWire,
  /** Lower rates than `rate` in some periods; omitted by older servers. */
  reducedRates: v.optional(ReducedRates, []),
  monthlyPayment: MoneyFromWire,
  principal: MoneyFromWire,
  /** Accrued and not paid. */
  accruedInterest: MicrosText,
  fees: MoneyFromWire,
  interestThrough: PlainDateFromWire,
  /** Whether the government pays its interest during a deferment. */
  isSubsidized: v.optional(v.boolean(), false),
});

const PauseToCome = v.nullable(v.object({ kind: Postponement, start: PlainDateFromWire, end: PlainDateFromWire }));

/** The reduced rates that begin with a period, by loan id; omitted without any. */
const reduced = v.optional(v.record(v.string(), ReducedRates));

/** The begin or the end of a granted period, which changes the loans and the payment on its day. */
const ChangeToCome = v.object({
  on: PlainDateFromWire,
  change: v.variant('kind', [
    v.object({ kind: v.literal('beginGrant'), start: PlainDateFromWire, pause: PauseToCome, reduced }),
    v.object({ kind: v.literal('endGrant'), end: PlainDateFromWire, pause: PauseToCome, isFfelp: v.boolean() }),
  ]),
});

/** The forgiveness of a group's remaining balance (domain/plans/forgiveness). */
const ForgivenessToCome = v.object({
  on: PlainDateFromWire,
  countedFrom: PlainDateFromWire,
  payments: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** A group with its bills in the ledger's format (domain/accounts/bills). */
const RepaidGroup = v.object({
  groupId: v.string(),
  plan: v.picklist(STORED_PLANS),
  /** Omitted by older servers. */
  planSince: v.optional(date, null),
  monthlyPayment: MoneyFromWire,
  /** The later payments of a graduated plan; empty for a payment that stays. */
  paymentSteps: v.optional(v.array(PaymentStep), []),
  dueDay: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(31)),
  bills: v.array(BillRecord),
  nextDue: date,
  paidAheadTo: date,
  lastBumpDate: date,
  /** Null on other plans than RAP; omitted by older servers. */
  rapMonth: v.optional(v.nullable(RapMonth), null),
  pauses: v.array(PauseRecord),
  coming: v.optional(v.array(ChangeToCome), []),
  /** Null on plans that forgive nothing; omitted by older servers. */
  forgiveness: v.optional(v.nullable(ForgivenessToCome), null),
  loans: v.array(RepaidLoan),
});

const NotCharged = v.object({ interest: MoneyFromWire, principal: MoneyFromWire });

/** The repayment of an account: the amounts borrowed and paid, and the data for its projection. */
export const RepaymentData = v.object({
  accountId: v.string(),
  accountNumber: AccountNumber,
  loanType: v.string(),
  asOf: PlainDateFromWire,
  originalBalance: MoneyFromWire,
  paid: v.object({ principal: MoneyFromWire, interest: MoneyFromWire, fees: MoneyFromWire }),
  /** What RAP has not charged: interest that was waived, and principal that the government paid. Omitted by older servers. */
  notCharged: v.optional(NotCharged, { interest: dollarsFromCents(ZERO), principal: dollarsFromCents(ZERO) }),
  /** The balance at the end of each month since the records begin, and today's. Older servers send the principal. */
  history: v.array(
    v.object({
      date: PlainDateFromWire,
      principal: MoneyFromWire,
      interest: v.optional(MoneyFromWire, dollarsFromCents(ZERO)),
      fees: v.optional(MoneyFromWire, dollarsFromCents(ZERO)),
    }),
  ),
  instruction: StandingInstruction,
  groups: v.array(RepaidGroup),
});
export type RepaymentData = v.InferOutput<typeof RepaymentData>;
