/** What decides who may open which page (P §3, §5.1), as the server knows it of the person who asks. */
import * as v from 'valibot';
import { MoneyFromWire } from '../money.ts';

/** The name of something that a person has to do before anything else (P §5.1): `agreements`. */
export const ActionName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));

/** The actions that are done by reading a page, or by agreeing there. Others are done by a call of their own. */
export const READ_ACTIONS: readonly string[] = ['direct-splash', 'email-disclaimer', 'agreements'];

/** What is still to be done, first things first. */
export const BorrowerActions = v.array(ActionName);
export type BorrowerActions = v.InferOutput<typeof BorrowerActions>;

/** Why the borrower's loans don't allow a postponement (R §3): all loans it could cover are paid ahead, or it covers none. */
const IneligibleReason = v.picklist(['PaidAhead', 'NoEligLoans']);

/** Whether the borrower's loans allow a postponement, and why not; the reason is null for an eligible borrower. */
export const PostponementEligibility = v.object({
  isEligible: v.boolean(),
  ineligibleReason: v.nullable(IneligibleReason),
});
export type PostponementEligibility = v.InferOutput<typeof PostponementEligibility>;

/**
 * The facts that guards ask (P §3, §7). What may be left out is left out by a server that does not know it; pages that
 * depend on it are then not found. No answer is ever taken for a no.
 */
export const AccessFacts = v.object({
  /** Whether the oldest unpaid instalment has been due for very long (domain/access/rules). */
  isVeryDelinquent: v.boolean(),
  borrowerActions: BorrowerActions,
  hasFederalAccount: v.boolean(),
  /** Due on all accounts together, past due included. Cents here, dollars on the wire. */
  totalDue: MoneyFromWire,
  /** How many messages in the inbox are unread; left out for payers, who have none. No guard asks it: the menu shows it. */
  unreadMessages: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The servicer's type of borrower (R §2). */
  borrowerType: v.optional(v.number()),
  isEligible: v.optional(v.boolean()),
  isInSchoolOrGrace: v.optional(v.boolean()),
  /** Whether all loans are in school or grace for more than 90 days. No guard asks it: the guides show it (ruling 67). */
  isFarFromRepayment: v.optional(v.boolean()),
  hasDefermentForbearanceApplicationInProcess: v.optional(v.boolean()),
  forbearanceHardshipSummary: v.optional(v.object({ hasApplicationInProcess: v.boolean() })),
  idrApplicationSubmitted: v.optional(v.boolean()),
  termBasedApplicationSubmitted: v.optional(v.boolean()),
  /** Whether the borrower's loans allow each postponement, by its kind (ruling 67). No guard asks it: the guides show it. */
  postponements: v.optional(v.record(v.string(), PostponementEligibility)),
});
export type AccessFacts = v.InferOutput<typeof AccessFacts>;

/** The borrower type that is sent away from income-driven plans (R §2, ruling 62). */
export const TYPE_WITHOUT_IDR = 3;

/** For which application somebody has to be eligible to open its pages (P §5.1); the rules say what each asks of a borrower. */
export type Eligibility = 'deferment' | 'hardship' | 'idr' | 'term';

/** What keeps a borrower from entering an application. */
export type EntryIssue =
  | 'noFederalAccount'
  | 'notForType'
  | 'inProcess'
  | 'nothingDue'
  | 'tooEarly'
  | 'notEligible'
  | 'paidAhead'
  | 'noLoansToPostpone';

/** Whether a borrower may enter an application: yes, no and why, or nobody can say. */
export type Entry = 'open' | 'unknown' | EntryIssue;

/** Why somebody was sent to the repayment options instead of an application (P §5.1). */
export type SentBecause = 'inProcess' | 'notEligible';

/** What is agreed to on the page of agreements (P §2.1), each on its own. */
export const AGREEMENTS = ['termsOfUse', 'electronicCommunications'] as const;
export type Agreement = (typeof AGREEMENTS)[number];
