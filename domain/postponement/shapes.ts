/** Ways to postpone payments, applications for them, and what pausing costs (R §1, §2; rulings 23, 60). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { Benefit } from '../military/shapes.ts';
import { MoneyFromWire } from '../money.ts';

/** The ways to postpone payments: five deferments, and two types of forbearance. */
export const POSTPONEMENTS = [
  'unemployment',
  'rehabilitation',
  'economicHardship',
  'inSchool',
  'military',
  'mandatoryForbearance',
  'hardship',
] as const;
export const Postponement = v.picklist(POSTPONEMENTS);
export type Postponement = v.InferOutput<typeof Postponement>;

/** What an application is for: a postponement, military benefits that postpone nothing (ruling 68), or another plan. */
export const ApplicationKind = v.picklist([...POSTPONEMENTS, 'militaryBenefits', 'idr', 'term']);
export type ApplicationKind = v.InferOutput<typeof ApplicationKind>;

/** What the guides offer. Military benefits of every kind are applied for in the flow of the military deferment. */
export type GuideKind = Exclude<ApplicationKind, 'mandatoryForbearance' | 'militaryBenefits'>;

/** How far an application is. `received` and `inReview` are in process; the others are decided. */
export const ApplicationStatus = v.picklist(['received', 'inReview', 'approved', 'denied']);
export type ApplicationStatus = v.InferOutput<typeof ApplicationStatus>;

const Instant = v.pipe(v.string(), v.isoTimestamp());

/** The document that an application needs, and what has arrived of it. */
export const ApplicationDocument = v.object({
  documentTypeId: v.number(),
  name: v.string(),
  /** The uploads that belong to the application, newest first. */
  uploads: v.array(v.object({ documentId: v.string(), fileName: v.string(), uploadedDateTime: Instant })),
});
export type ApplicationDocument = v.InferOutput<typeof ApplicationDocument>;

/** An application as the list shows it. */
export const Application = v.object({
  confirmationNumber: v.string(),
  kind: ApplicationKind,
  status: ApplicationStatus,
  receivedDateTime: Instant,
  /** When somebody began to look at it; null before that. */
  reviewStartedDateTime: v.nullable(Instant),
  /** When it was decided; null before that. */
  decidedDateTime: v.nullable(Instant),
  /** The day on which what it asks for is to begin; null where none was named. */
  startDate: v.nullable(PlainDateFromWire),
  /** The day on which what was granted ends; left out, or null, if it is not known. */
  endDate: v.optional(v.nullable(PlainDateFromWire)),
  /** Left out, or null, if the application needs no document or has been decided. */
  document: v.optional(v.nullable(ApplicationDocument)),
});
export type Application = v.InferOutput<typeof Application>;

/** What answers an application that was received; the same again for the same key. */
export const ApplicationAnswer = v.object({
  outcome: v.literal('received'),
  confirmationNumber: v.string(),
  receivedDateTime: Instant,
});
export type ApplicationAnswer = v.InferOutput<typeof ApplicationAnswer>;

/** What an application asked for, as far as it is told to somebody who settles its key. */
export const ApplicationRecord = v.object({ kind: ApplicationKind });
export type ApplicationRecord = v.InferOutput<typeof ApplicationRecord>;

/** Why a postponement does not cover a group of loans. */
export const CoverageReason = v.picklist([
  'commercial',
  'paidInFull',
  'inSchoolOrGrace',
  'postponed',
  'paidAhead',
  'madeTooLate',
  'limitReached',
]);
export type CoverageReason = v.InferOutput<typeof CoverageReason>;

/** What is said of a group that is not covered, beside its fields of R §3; left out by a server that does not know it. */
export const ineligibleEntries = { reason: v.optional(CoverageReason) };

/** The program of the account's loans, which names the account; left out by a server that does not send it. */
export const accountLoanType = v.optional(v.string());

const coveredEntries = {
  accountNumber: v.string(),
  groupID: v.string(),
  loanType: v.string(),
  accountLoanType,
  outstandingPrincipal: MoneyFromWire,
};

/** On the wire a group is named by `groupID` (R §3). */
const withGroupId = <Group extends { readonly groupID: string }>({ groupID, ...group }: Group) => ({
  ...group,
  groupId: groupID,
});

/** A group of loans that is covered. Its amount is in dollars on the wire. */
export const CoveredGroup = v.pipe(v.object(coveredEntries), v.transform(withGroupId));
export type CoveredGroup = v.InferOutput<typeof CoveredGroup>;

/** A group of loans that is not covered, and why. */
export const IneligibleGroup = v.pipe(v.object({ ...coveredEntries, ...ineligibleEntries }), v.transform(withGroupId));
export type IneligibleGroup = v.InferOutput<typeof IneligibleGroup>;

/** The groups that a postponement would cover, and those that it would not. */
export const CoveredGroups = v.object({
  eligibleGroups: v.array(CoveredGroup),
  ineligibleGroups: v.array(IneligibleGroup),
});
export type CoveredGroups = v.InferOutput<typeof CoveredGroups>;

/** A loan in the computation of what a pause costs. Cents here, dollars on the wire. */
export const PausedLoan = v.object({
  principal: MoneyFromWire,
  /** Thousandths of a percent a year: 6530 is 6.53 %. */
  rate: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Whether the government pays its interest during a deferment. */
  isSubsidized: v.boolean(),
  /** Interest that is added while payments are paused. */
  interest: MoneyFromWire,
});
export type PausedLoan = v.InferOutput<typeof PausedLoan>;

/** What a pause costs on a group of loans. Cents here, dollars on the wire. */
export const PausedGroup = v.object({
  accountNumber: v.string(),
  groupId: v.string(),
  loanType: v.string(),
  accountLoanType,
  loans: v.array(PausedLoan),
  /** The interest that is added on all of its loans. */
  interestAdded: MoneyFromWire,
  /** Whether the interest that is unpaid at the end becomes principal. */
  isCapitalized: v.boolean(),
  /** A month's payment now, and after the pause. */
  paymentNow: MoneyFromWire,
  paymentAfter: MoneyFromWire,
});
export type PausedGroup = v.InferOutput<typeof PausedGroup>;

/** The cost of pausing payments from `startDate` to `endDate`. */
export const PauseCost = v.object({
  startDate: PlainDateFromWire,
  endDate: PlainDateFromWire,
  /** The start, or today if the pause starts earlier: interest from before today is part of the balance already (ruling 68). */
  countedFrom: PlainDateFromWire,
  /** The number of days from `countedFrom` to `endDate` (ruling 75). */
  days: v.pipe(v.number(), v.integer(), v.minValue(0)),
  groups: v.array(PausedGroup),
  interestAdded: MoneyFromWire,
});
export type PauseCost = v.InferOutput<typeof PauseCost>;

/** What somebody has applied for and said in it, as the server keeps it. */
export const AskedFor = v.variant('kind', [
  v.strictObject({ kind: v.literal('unemployment'), receivesBenefits: v.boolean() }),
  v.strictObject({ kind: v.literal('rehabilitation') }),
  v.strictObject({
    kind: v.literal('economicHardship'),
    selectedPlan: v.picklist(['PeaceCorps', 'PublicAssistance', 'AnotherServicer', 'Poverty']),
    /** The number of people in the family and whole dollars a month before taxes; null unless the plan is Poverty. */
    familySize: v.nullable(v.number()),
    monthlyIncome: v.nullable(v.number()),
  }),
  v.strictObject({ kind: v.literal('inSchool'), isReportedBySchool: v.boolean() }),
  v.strictObject({ kind: v.literal('hardship') }),
  v.strictObject({
    kind: v.picklist(['military', 'mandatoryForbearance', 'militaryBenefits']),
    /** The war, operation or emergency; null where active duty has no connection with one. */
    operation: v.nullable(v.string()),
    canSendOrders: v.nullable(v.boolean()),
    performingService: v.nullable(v.boolean()),
    nationalGuard: v.nullable(v.boolean()),
    /** The last day of active duty; null where no dates were asked for. */
    endDate: v.nullable(PlainDateFromWire),
    benefits: v.array(Benefit),
  }),
  v.strictObject({
    kind: v.literal('term'),
    /** The plans that change, with their numeric codes (R §9). */
    plans: v.array(v.strictObject({ program: v.picklist(['Direct', 'FFELP']), planType: v.number() })),
    hasExternalLoans: v.boolean(),
    /** The day on which the terms were agreed to. */
    esignDate: PlainDateFromWire,
    /** The one-time payment for leaving IBR, in cents; 0 where none is due. */
    extraAmount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
]);
export type AskedFor = v.InferOutput<typeof AskedFor>;
