/** The API types of postponements, applications and the cost of pausing payments (R §1, §2; rulings 23, 60). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { MoneyFromWire } from '../../money.ts';
import { ApplicationKind, ApplicationStatus, NextEvent } from '../../applications/shapes.ts';

/** The events in the life of an application, as recorded. */
export const ApplicationEvent = v.picklist([
  'received',
  'reviewStarted',
  'documentsNeeded',
  'documentReminder',
  'documentReceived',
  'incomplete',
  'approved',
  'denied',
  'withdrawn',
  'lapsed',
  'inEffect',
  'endAnnounced',
  'ended',
]);
export type ApplicationEvent = v.InferOutput<typeof ApplicationEvent>;

/** The reason for a denial: the same conditions that decide on eligibility before sending. */
export const DenialReason = v.picklist([
  'noLoans',
  'inDefault',
  'paidAhead',
  'incomeAboveLimit',
  'planNotOffered',
  'hostilePayLimit',
]);
export type DenialReason = v.InferOutput<typeof DenialReason>;

const Instant = v.pipe(v.string(), v.isoTimestamp());

/** The document that an application needs, and its uploads. */
export const ApplicationDocument = v.object({
  documentTypeId: v.number(),
  name: v.string(),
  /** The uploads for this application, newest first. */
  uploads: v.array(
    v.object({
      documentId: v.string(),
      fileName: v.string(),
      uploadedDateTime: Instant,
      /** The confirmation number of the upload's receipt. */
      receiptNumber: v.optional(v.string()),
      /** The SHA-256 of the content in hexadecimal; null if the document predates its recording. */
      sha256: v.optional(v.nullable(v.string())),
    }),
  ),
});
export type ApplicationDocument = v.InferOutput<typeof ApplicationDocument>;

/** A plan that was approved for some loans. Amounts are in dollars on the wire. */
export const ApprovedPlan = v.object({
  /** The name of the plan in the catalogue. */
  plan: v.string(),
  /** The first monthly payment, and its due date; null if it is not known. */
  payment: MoneyFromWire,
  firstDueDate: v.nullable(PlainDateFromWire),
  /** The payment for leaving IBR, with which the plan begins; null without one (ruling 99). */
  exitPayment: v.nullable(v.object({ amount: MoneyFromWire, dueDate: PlainDateFromWire })),
});
export type ApprovedPlan = v.InferOutput<typeof ApprovedPlan>;

/** An application in the list of applications. */
export const Application = v.object({
  confirmationNumber: v.string(),
  kind: ApplicationKind,
  status: ApplicationStatus,
  receivedDateTime: Instant,
  /** The start of the review; null before it. */
  reviewStartedDateTime: v.nullable(Instant),
  /** The instant of the decision; null before it. */
  decidedDateTime: v.nullable(Instant),
  /** The requested start date; null if the application named none. */
  startDate: v.nullable(PlainDateFromWire),
  /**
   * The first day after the granted or requested period (ruling 75), or the typed last day of active duty until the
   * decision (`getLastDay`); null or omitted if unknown.
   */
  endDate: v.optional(v.nullable(PlainDateFromWire)),
  /** Null or omitted if the application needs no document. */
  document: v.optional(v.nullable(ApplicationDocument)),
  /** The recorded events, oldest first. Omitted by older servers; empty for applications by mail or phone. */
  events: v.optional(v.array(v.object({ event: ApplicationEvent, date: PlainDateFromWire }))),
  /** Null if nothing is expected, or if the server does not decide on the application by itself. */
  next: v.optional(v.nullable(NextEvent)),
  /** The reason for a denial. */
  reason: v.optional(v.nullable(DenialReason)),
  /** The approved plans; absent for other kinds, and before an approval. */
  plans: v.optional(v.array(ApprovedPlan)),
});
export type Application = v.InferOutput<typeof Application>;

/** A loan group that an application covers, with the interest of the pause after its end. */
export const GrantedGroup = v.object({
  accountNumber: v.string(),
  groupId: v.string(),
  loanType: v.string(),
  accountLoanType: v.string(),
  /** The unpaid interest of the pause, and the part that was added to the principal. Null until the pause has ended. */
  interest: v.nullable(MoneyFromWire),
  capitalized: v.nullable(MoneyFromWire),
});
export type GrantedGroup = v.InferOutput<typeof GrantedGroup>;

/** One application with everything that its page shows. */
export const ApplicationDetails = v.object({
  ...Application.entries,
  /** The covered groups. Empty before an approval, and for a new plan. */
  groups: v.array(GrantedGroup),
  /** Payments that were scheduled before the decision and are still made, in the time that it changes. */
  keptPayments: v.optional(
    v.array(v.object({ accountNumber: v.string(), effectiveDate: PlainDateFromWire, amount: MoneyFromWire })),
    [],
  ),
});
export type ApplicationDetails = v.InferOutput<typeof ApplicationDetails>;

/** A confirmation number as an address has it. */
export const ApplicationNumber = v.pipe(v.string(), v.regex(/^[\dA-Z-]{1,40}$/));

/** The response to an application. Repeating the call with the same key returns the same response. */
export const ApplicationResponse = v.object({
  outcome: v.literal('received'),
  confirmationNumber: v.string(),
  receivedDateTime: Instant,
});
export type ApplicationResponse = v.InferOutput<typeof ApplicationResponse>;

/** The record of an application that settling its key returns. */
export const ApplicationRecord = v.object({ kind: ApplicationKind });
export type ApplicationRecord = v.InferOutput<typeof ApplicationRecord>;

/** The reason why a postponement does not cover a loan group. */
export const CoverageReason = v.picklist([
  'commercial',
  'paidInFull',
  'inDefault',
  'inSchoolOrGrace',
  'postponed',
  'paidAhead',
  'madeTooLate',
  'limitReached',
]);
export type CoverageReason = v.InferOutput<typeof CoverageReason>;

/** Additional fields of a group that is not covered. Not part of R §3; older servers omit them. */
export const ineligibleEntries = { reason: v.optional(CoverageReason) };

/** The program of the account's loans, for the account's display name. Older servers omit it. */
export const accountLoanType = v.optional(v.string());

const coveredEntries = {
  accountNumber: v.string(),
  groupID: v.string(),
  loanType: v.string(),
  accountLoanType,
  outstandingPrincipal: MoneyFromWire,
};

/** Renames `groupID`, the wire name (R §3), to `groupId`. */
const withGroupId = <Group extends { readonly groupID: string }>({ groupID, ...group }: Group) => ({
  ...group,
  groupId: groupID,
});

/** A covered loan group. The amount is in dollars on the wire. */
export const CoveredGroup = v.pipe(v.object(coveredEntries), v.transform(withGroupId));
export type CoveredGroup = v.InferOutput<typeof CoveredGroup>;

/** A loan group that is not covered, with the reason. */
export const IneligibleGroup = v.pipe(v.object({ ...coveredEntries, ...ineligibleEntries }), v.transform(withGroupId));
export type IneligibleGroup = v.InferOutput<typeof IneligibleGroup>;

/** The loan groups that a postponement would and would not cover. */
export const CoveredGroups = v.object({
  eligibleGroups: v.array(CoveredGroup),
  ineligibleGroups: v.array(IneligibleGroup),
});
export type CoveredGroups = v.InferOutput<typeof CoveredGroups>;

/** A loan in the cost of a pause. Amounts are in cents here, in dollars on the wire. */
export const PausedLoan = v.object({
  principal: MoneyFromWire,
  /** In thousandths of a percent per year: 6530 is 6.53 %. */
  rate: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The rates of the days, in order, if military benefits change them. `rate` is the first. Omitted by older servers. */
  rates: v.optional(
    v.array(
      v.object({
        days: v.pipe(v.number(), v.integer(), v.minValue(0)),
        rate: v.pipe(v.number(), v.integer(), v.minValue(0)),
      }),
    ),
  ),
  /** Whether the government pays the loan's interest during a deferment. */
  isSubsidized: v.boolean(),
  /** The interest that accrues during the pause. */
  interest: MoneyFromWire,
});
export type PausedLoan = v.InferOutput<typeof PausedLoan>;

/** The cost of a pause for a loan group. Amounts are in cents here, in dollars on the wire. */
export const PausedGroup = v.object({
  accountNumber: v.string(),
  groupId: v.string(),
  loanType: v.string(),
  accountLoanType,
  /**
   * The first day whose interest counts: later than that of the cost while no payment would be due. Omitted by older
   * servers.
   */
  countedFrom: v.optional(PlainDateFromWire),
  loans: v.array(PausedLoan),
  /** The interest of all its loans. */
  interestAdded: MoneyFromWire,
  /** Whether unpaid interest is capitalized at the end of the pause. */
  isCapitalized: v.boolean(),
  /**
   * The unpaid interest that is capitalized if nothing is paid: all since the start of the pause. Omitted by older
   * servers.
   */
  capitalized: v.optional(MoneyFromWire),
  /** The monthly payment before and after the pause. */
  paymentNow: MoneyFromWire,
  paymentAfter: MoneyFromWire,
});
export type PausedGroup = v.InferOutput<typeof PausedGroup>;

/** The cost of pausing payments from `startDate` until the day before `endDate`. */
export const PauseCost = v.object({
  startDate: PlainDateFromWire,
  endDate: PlainDateFromWire,
  /** The later of `startDate` and today. Interest from before today is already part of the balance (ruling 68). */
  countedFrom: PlainDateFromWire,
  /** The number of days from `countedFrom` to `endDate` (ruling 75). */
  days: v.pipe(v.number(), v.integer(), v.minValue(0)),
  groups: v.array(PausedGroup),
  interestAdded: MoneyFromWire,
});
export type PauseCost = v.InferOutput<typeof PauseCost>;
