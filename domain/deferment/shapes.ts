/** What passes between portal and server about the three deferments that are chosen by type (R §3, §7). */
import * as v from 'valibot';
import { type PlainDate, PlainDateFromWire } from '../calendar.ts';
import { DecisionTranscript } from '../decision-tree.ts';
import { MoneyFromWire } from '../money.ts';
import { accountLoanType, ineligibleEntries } from '../postponement/shapes.ts';
import { KeptSubmission } from '../submission.ts';
import type { TermsValues } from '../terms.ts';

/** The types, in the order in which they are offered (R §4). */
export const DEFERMENT_TYPES = ['unemployment', 'rehabilitation', 'economicHardship'] as const;
export type DefermentType = (typeof DEFERMENT_TYPES)[number];

/** The numbers by which the types are named on the wire (R §3). */
export const DEFERMENT_TYPE_NUMBERS = {
  economicHardship: 0,
  rehabilitation: 1,
  unemployment: 2,
} as const satisfies Record<DefermentType, number>;

/** What the questions decide on (R §3); a borrower who is not eligible has no option. */
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

/** Which deferments a borrower may apply for. */
export const DefermentEligibility = v.object({
  hasDefermentForbearanceApplicationInProcess: v.boolean(),
  isDefermentEconomicHardshipEligible: v.boolean(),
  isDefermentRehabEligible: v.boolean(),
  isDefermentUnemploymentEligible: v.boolean(),
  isDefermentInSchoolEligible: v.boolean(),
});
export type DefermentEligibility = v.InferOutput<typeof DefermentEligibility>;

/** A group of loans as an application lists it. Cents here, dollars on the wire. */
export const DefermentGroup = v.object({
  accountNumber: v.string(),
  groupId: v.string(),
  loanType: v.string(),
  accountLoanType,
  currentPrincipalBalance: MoneyFromWire,
  outstandingPrincipal: MoneyFromWire,
});
export type DefermentGroup = v.InferOutput<typeof DefermentGroup>;

/** The groups that a deferment would cover, and those that it would not. */
export const DefermentGroups = v.object({
  eligibleGroups: v.array(DefermentGroup),
  ineligibleGroups: v.array(v.object({ ...DefermentGroup.entries, ...ineligibleEntries })),
});
export type DefermentGroups = v.InferOutput<typeof DefermentGroups>;

/** Whether family size and income allow an economic hardship deferment. */
export const EconomicHardshipCheck = v.object({ isEconomicHardshipEligible: v.boolean() });

/** What Poverty asks for, as typed. */
export interface IncomeValues {
  readonly familySize: string;
  readonly monthlyIncome: string;
}

const wholeOrNull = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)));

/**
 * What the first step has found out (R §3, Deferment application model). Family size (people, the borrower included) and
 * monthly income (whole dollars before taxes) are null unless the option is Poverty.
 */
export const DefermentQualification = v.object({
  defermentType: v.picklist(DEFERMENT_TYPES),
  defermentOption: DefermentOption,
  decisionTranscript: DecisionTranscript,
  familySize: wholeOrNull,
  monthlyIncome: wholeOrNull,
});
export type DefermentQualification = v.InferOutput<typeof DefermentQualification>;

/** What an economic hardship application says. Family size and income are 0 unless the option is Poverty. */
export const EconomicHardshipApplication = v.strictObject({
  selectedPlan: v.picklist(['PeaceCorps', 'PublicAssistance', 'AnotherServicer', 'Poverty']),
  startDate: PlainDateFromWire,
  familySize: v.pipe(v.number(), v.integer(), v.minValue(0)),
  monthlyIncome: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** What an unemployment application says; whether it is for somebody who receives benefits. */
export const UnemploymentApplication = v.strictObject({
  unemploymentDate: PlainDateFromWire,
  unemploymentBenefits: v.boolean(),
});

/** The schools of a borrower (R §3). `clearingHouseFlag` says that the school reports its enrollments. */
export const CurrentSchool = v.object({
  currentSchoolList: v.array(v.object({ school: v.string(), clearingHouseFlag: v.boolean() })),
});
export type CurrentSchool = v.InferOutput<typeof CurrentSchool>;

/** The days on which a deferment may begin; none where the date is not asked for (R §5). */
export interface StartBounds {
  readonly min: PlainDate;
  readonly max: PlainDate;
}

/** The form of the application, as typed. */
export interface ApplicationValues extends TermsValues {
  readonly startDate: string;
}

/** What is kept of an application that is not submitted yet: answers and entries, no number of a person's. */
export const DefermentDraft = v.object({
  version: v.literal(1),
  type: v.nullable(v.picklist(DEFERMENT_TYPES)),
  transcript: DecisionTranscript,
  familySize: v.string(),
  monthlyIncome: v.string(),
  /** What the first step has found out; null while it is not complete. */
  qualification: v.nullable(DefermentQualification),
  /** The step that has been come to. */
  step: v.picklist(['qualification', 'plan', 'application']),
  startDate: v.string(),
  /** The key of the submission, and whether it has been sent. */
  submission: KeptSubmission,
});
export type DefermentDraft = v.InferOutput<typeof DefermentDraft>;

/** What the questions about school decide on; a borrower who is not enrolled has no result. */
export const InSchoolResult = v.picklist(['EnrolledAndAttending', 'Enrolled']);
export type InSchoolResult = v.InferOutput<typeof InSchoolResult>;

/** What the first step of an in-school deferment has found out (R §3, In-school application). */
export const InSchoolAnswers = v.object({ isCurrentlyEnrolled: v.boolean(), isCurrentlyAttending: v.boolean() });
export type InSchoolAnswers = v.InferOutput<typeof InSchoolAnswers>;

/** What is kept of an in-school application that is not submitted yet: answers, no number of a person's. */
export const InSchoolDraft = v.object({
  version: v.literal(1),
  transcript: DecisionTranscript,
  /** What the first step has found out; null while it is not complete. */
  answers: v.nullable(InSchoolAnswers),
  /** The step that has been come to. */
  step: v.picklist(['qualification', 'application']),
  /** The key of the submission, and whether it has been sent. */
  submission: KeptSubmission,
});
export type InSchoolDraft = v.InferOutput<typeof InSchoolDraft>;
