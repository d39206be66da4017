/** The API types of the three deferments that the borrower chooses by type (R §3, §7). */
import * as v from 'valibot';
import { type PlainDate, PlainDateFromWire } from '../../calendar.ts';
import { DecisionTranscript } from '../decision-tree.ts';
import { MoneyFromWire } from '../../money.ts';
import { accountLoanType, ineligibleEntries } from '../postponement/shapes.ts';
import { StoredSubmission } from '../../submission.ts';
import type { TermsValues } from '../../terms.ts';

/** The deferment types, in display order (R §4). */
export const DEFERMENT_TYPES = ['unemployment', 'rehabilitation', 'economicHardship'] as const;
export type DefermentType = (typeof DEFERMENT_TYPES)[number];

/** The numeric codes of the types on the wire (R §3). */
export const DEFERMENT_TYPE_NUMBERS = {
  economicHardship: 0,
  rehabilitation: 1,
  unemployment: 2,
} as const satisfies Record<DefermentType, number>;

/** The result of the qualification questions (R §3). A borrower who is not eligible has no option. */
export const DefermentOption = v.picklist([
  'UnemploymentBenefits',
  'Unemployment',
  'PeaceCorps',
  'PublicAssistance',
  'AnotherServicer',
  'Poverty',
  'RehabilitationTraining',
]);
export type DefermentOption = v.InferOutput<typeof DefermentOption>;

/** The deferments that a borrower may apply for. */
export const DefermentEligibility = v.object({
  hasDefermentForbearanceApplicationInProcess: v.boolean(),
  isDefermentEconomicHardshipEligible: v.boolean(),
  isDefermentRehabEligible: v.boolean(),
  isDefermentUnemploymentEligible: v.boolean(),
  isDefermentInSchoolEligible: v.boolean(),
  /** Whether all federal loans with a balance are in default (ruling 97). Not part of R §3; older servers omit it. */
  isInDefault: v.optional(v.boolean()),
  /**
   * The highest monthly income that qualifies for economic hardship, by the size of the family, from one person up, at the
   * borrower's address. Not part of R §3; older servers omit it.
   */
  monthlyIncomeLimits: v.optional(v.array(MoneyFromWire)),
});
export type DefermentEligibility = v.InferOutput<typeof DefermentEligibility>;

/** A loan group in an application. Amounts are in cents here, in dollars on the wire. */
export const DefermentGroup = v.object({
  accountNumber: v.string(),
  groupId: v.string(),
  loanType: v.string(),
  accountLoanType,
  currentPrincipalBalance: MoneyFromWire,
  outstandingPrincipal: MoneyFromWire,
});
export type DefermentGroup = v.InferOutput<typeof DefermentGroup>;

/** The loan groups that a deferment would and would not cover. */
export const DefermentGroups = v.object({
  eligibleGroups: v.array(DefermentGroup),
  ineligibleGroups: v.array(v.object({ ...DefermentGroup.entries, ...ineligibleEntries })),
});
export type DefermentGroups = v.InferOutput<typeof DefermentGroups>;

/** Whether family size and income allow an economic hardship deferment. */
export const EconomicHardshipCheck = v.object({ isEconomicHardshipEligible: v.boolean() });

/** The fields of the Poverty option, as typed. */
export interface IncomeValues {
  readonly familySize: string;
  readonly monthlyIncome: string;
}

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));
const wholeOrNull = v.nullable(wholeNumber);

/**
 * The result of the first step (R §3, Deferment application model). Family size (including the borrower) and monthly
 * income (whole dollars before taxes) are null unless the option is Poverty.
 */
export const DefermentQualification = v.object({
  defermentType: v.picklist(DEFERMENT_TYPES),
  defermentOption: DefermentOption,
  decisionTranscript: DecisionTranscript,
  familySize: wholeOrNull,
  monthlyIncome: wholeOrNull,
});
export type DefermentQualification = v.InferOutput<typeof DefermentQualification>;

/** The body of an economic hardship application. Family size and income are 0 by default; only Poverty has them. */
export const EconomicHardshipApplication = v.strictObject({
  selectedPlan: v.picklist(['PeaceCorps', 'PublicAssistance', 'AnotherServicer', 'Poverty']),
  startDate: PlainDateFromWire,
  familySize: v.optional(wholeNumber, 0),
  monthlyIncome: v.optional(wholeNumber, 0),
});

/**
 * The body of an unemployment application. `unemploymentBenefits`: whether the borrower receives unemployment benefits.
 */
export const UnemploymentApplication = v.strictObject({
  unemploymentDate: PlainDateFromWire,
  unemploymentBenefits: v.boolean(),
});

/** The schools of a borrower (R §3). `clearingHouseFlag`: whether the school reports enrollment. */
export const CurrentSchool = v.object({
  currentSchoolList: v.array(v.object({ school: v.string(), clearingHouseFlag: v.boolean() })),
});
export type CurrentSchool = v.InferOutput<typeof CurrentSchool>;

/** The allowed start dates of a deferment, inclusive (R §5). */
export interface StartBounds {
  readonly min: PlainDate;
  readonly max: PlainDate;
}

/** The fields of the application form, as typed. */
export interface ApplicationValues extends TermsValues {
  readonly startDate: string;
}

/** Returns whether a draft is at the first step, before its application was sent. */
const isAtFirstStep = ({
  step,
  submission,
}: {
  readonly step: string;
  readonly submission: StoredSubmission;
}): boolean => step === 'qualification' && submission?.sent !== true;

/** The saved draft of an application. Contains no account, bank or Social Security numbers. */
export const DefermentDraft = v.pipe(
  v.object({
    version: v.literal(1),
    type: v.nullable(v.picklist(DEFERMENT_TYPES)),
    transcript: DecisionTranscript,
    familySize: v.string(),
    monthlyIncome: v.string(),
    /** The result of the first step; null until it is complete. */
    qualification: v.nullable(DefermentQualification),
    /** The current step. */
    step: v.picklist(['qualification', 'plan', 'application']),
    startDate: v.string(),
    /** The idempotency key, and whether the request was sent. */
    submission: StoredSubmission,
  }),
  v.check((draft) => draft.qualification !== null || isAtFirstStep(draft), 'A later step has no qualification'),
);
export type DefermentDraft = v.InferOutput<typeof DefermentDraft>;

/** The result of the questions about school. A borrower who is not enrolled has no result. */
export const InSchoolResult = v.picklist(['EnrolledAndAttending', 'Enrolled']);
export type InSchoolResult = v.InferOutput<typeof InSchoolResult>;

/**
 * The result of the first step of an in-school deferment (R §3, In-school application). A borrower who is not enrolled has
 * none.
 */
export const InSchoolAnswers = v.object({ isCurrentlyEnrolled: v.literal(true), isCurrentlyAttending: v.boolean() });
export type InSchoolAnswers = v.InferOutput<typeof InSchoolAnswers>;

/** The saved draft of an in-school application. Contains no account, bank or Social Security numbers. */
export const InSchoolDraft = v.pipe(
  v.object({
    version: v.literal(1),
    transcript: DecisionTranscript,
    /** The result of the first step; null until it is complete. */
    answers: v.nullable(InSchoolAnswers),
    /** The current step. */
    step: v.picklist(['qualification', 'application']),
    /** The idempotency key, and whether the request was sent. */
    submission: StoredSubmission,
  }),
  v.check((draft) => draft.answers !== null || isAtFirstStep(draft), 'A later step has no answers'),
);
export type InSchoolDraft = v.InferOutput<typeof InSchoolDraft>;
