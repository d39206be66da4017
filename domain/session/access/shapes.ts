/** The facts that determine which pages a person may open (P §3, §5.1). */
import * as v from 'valibot';
import { MoneyFromWire } from '../../money.ts';

/** The name of an action that a person must complete before anything else (P §5.1), such as `agreements`. */
export const ActionName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));

/** The actions that a person completes by reading a page or agreeing on it. Other actions have their own calls. */
export const READ_ACTIONS: readonly string[] = ['direct-splash', 'email-disclaimer', 'agreements'];

/** The pending actions, in order of priority. */
export const BorrowerActions = v.array(ActionName);
export type BorrowerActions = v.InferOutput<typeof BorrowerActions>;

/**
 * The reason why the borrower's loans do not allow a postponement (R §3): all loans that it could cover are paid ahead,
 * or it covers none.
 */
const IneligibleReason = v.picklist(['PaidAhead', 'NoEligLoans']);

/** Whether the borrower's loans allow a postponement. The reason is null for an eligible borrower. */
export const PostponementEligibility = v.object({
  isEligible: v.boolean(),
  ineligibleReason: v.nullable(IneligibleReason),
});
export type PostponementEligibility = v.InferOutput<typeof PostponementEligibility>;

/**
 * The facts of the access check (P §3, §7). A server omits the optional facts that it does not know. Pages that depend on
 * an unknown fact respond with "not found"; unknown never counts as false.
 */
export const AccessData = v.object({
  /** Whether the oldest unpaid installment is at least {@link VERY_DELINQUENT_DAYS} past due (domain/session/access/rules). */
  isVeryDelinquent: v.boolean(),
  borrowerActions: BorrowerActions,
  hasFederalAccount: v.boolean(),
  /** The amount due on all accounts including past due. In cents here, in dollars on the wire. */
  totalDue: MoneyFromWire,
  /** The number of unread inbox messages, for the menu. The access check does not use it. Omitted for payers, who have no inbox. */
  unreadMessages: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The servicer's borrower type (R §2). */
  borrowerType: v.optional(v.number()),
  isEligible: v.optional(v.boolean()),
  /** Whether all federal loans with a balance are in default (ruling 97). For texts; not for the access check. */
  isInDefault: v.optional(v.boolean()),
  /** On which loans nothing is owed: on any, or on the federal ones only. Null if federal loans are owed. For texts. */
  paidInFull: v.optional(v.nullable(v.picklist(['all', 'federal']))),
  isInSchoolOrGrace: v.optional(v.boolean()),
  /** Whether all loans stay in school or grace for more than 90 days. For the guides; not for the access check (ruling 67). */
  isFarFromRepayment: v.optional(v.boolean()),
  /** Whether no income-driven plan covers any of the loans. For the guides; not for the access check (ruling 67). */
  ineligibleForIdr: v.optional(v.boolean()),
  hasDefermentForbearanceApplicationInProcess: v.optional(v.boolean()),
  forbearanceHardshipSummary: v.optional(v.object({ hasApplicationInProcess: v.boolean() })),
  idrApplicationSubmitted: v.optional(v.boolean()),
  termBasedApplicationSubmitted: v.optional(v.boolean()),
  /** Whether the borrower's loans allow each kind of postponement. For the guides; not for the access check (ruling 67). */
  postponements: v.optional(v.record(v.string(), PostponementEligibility)),
});
export type AccessData = v.InferOutput<typeof AccessData>;

/** The reason why a borrower may not start an application. */
export type EntryIssue =
  | 'noFederalAccount'
  | 'notForType'
  | 'inProcess'
  | 'nothingDue'
  | 'tooEarly'
  | 'notEligible'
  | 'inDefault'
  | 'paidInFull'
  | 'paidAhead'
  | 'noLoansToPostpone';

/**
 * Whether a borrower may start an application: open, open only for benefits that postpone nothing, unknown, or the reason
 * why not.
 */
export type Entry = 'open' | 'benefitsOnly' | 'unknown' | EntryIssue;

/** The reason for a redirect from an application to the repayment options (P §5.1). */
export type SentBecause = 'inProcess' | 'notEligible';

/** The agreements on the agreements page (P §2.1), each with its own checkbox. */
export const AGREEMENTS = ['termsOfUse', 'electronicCommunications'] as const;
export type Agreement = (typeof AGREEMENTS)[number];
