/** The API types of the military deferment and related benefits (R §3, §7). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { DecisionTranscript } from '../decision-tree.ts';
import { StoredSubmission } from '../../submission.ts';
import { Benefit } from '../../military-benefits.ts';
import { militaryTree } from './questions.ts';

/** The longest time without interest for duty in hostile areas (HEA 455(o)), in months. */
export const HOSTILE_PAY_MONTHS = 60;

/** The earliest start and latest end of a deferment. */
export const MilitaryDates = v.object({
  militaryDefermentStartDate: PlainDateFromWire,
  militaryDefermentEndDate: PlainDateFromWire,
});
export type MilitaryDates = v.InferOutput<typeof MilitaryDates>;

/** The latest disbursement date of a Direct loan; null without Direct loans. */
export const LoanInfo = v.object({
  loanInfo: v.object({ mostRecentDisbursementDateDirect: v.nullable(PlainDateFromWire) }),
  /** The months without interest in hostile areas that the borrower has left (ours). Older servers omit it. */
  hostilePayMonthsLeft: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type LoanInfo = v.InferOutput<typeof LoanInfo>;

/**
 * The dates on which income must be recertified. `permStandFlag` is `True` for loans on the permanent standard amount.
 */
export const RepaymentRecertifications = v.object({
  repaymentRecertifications: v.array(v.object({ date: PlainDateFromWire, permStandFlag: v.string() })),
});
export type RepaymentRecertifications = v.InferOutput<typeof RepaymentRecertifications>;

/** The questions with an answer in the request body. */
export const sentQuestions = militaryTree.filter((question) => 'sentAs' in question);

/** The answers in the request body: true for yes, false for no or a question that was not asked. */
export const SentAnswers = v.object(
  v.entriesFromList(
    sentQuestions.map(({ sentAs }) => sentAs),
    v.boolean(),
  ),
);

/**
 * The body of an application (R §3, Military submission payload; ruling 33). Dates are null if the form did not ask for
 * them. A start date without an end date is the first day of active duty for SCRA (ruling 107).
 */
export const MilitarySubmission = v.strictObject({
  ...SentAnswers.entries,
  /** The war, operation or emergency, as typed; empty if active duty is not connected with one. */
  militarySelectionText: v.string(),
  militaryDefermentStartDate: v.nullable(PlainDateFromWire),
  militaryDefermentEndDate: v.nullable(PlainDateFromWire),
  applyingForScra: v.boolean(),
  applyingForMilitaryDeferment: v.boolean(),
  applyingForTwelveMonthDeferment: v.boolean(),
  applyingForHeroWaiverAct: v.boolean(),
  applyingForHostileDuty: v.boolean(),
  applyingForMandatoryForbearance: v.boolean(),
});
export type MilitarySubmission = v.InferOutput<typeof MilitarySubmission>;

/** The questions with an answer in the stored application. */
export const storedQuestions = militaryTree.filter((question) => 'storedAs' in question);

/**
 * The answers in the stored application. An answer is null if the question was not asked, or did not exist when the
 * application was stored.
 */
export const StoredAnswers = v.object(
  v.entriesFromList(
    storedQuestions.map(({ storedAs }) => storedAs),
    v.optional(v.nullable(v.boolean()), null),
  ),
);

/** The fields of the form, as typed: a draft accepts any text. The rules reject values that are too long. */
export const MilitaryValues = v.object({ operation: v.string(), startDate: v.string(), endDate: v.string() });
export type MilitaryValues = v.InferOutput<typeof MilitaryValues>;

/** The data that dates are validated against. */
export const DateLimits = v.object({
  /** The business day. */
  today: PlainDateFromWire,
  /** The earliest start and the latest end of a deferment. */
  earliestStart: PlainDateFromWire,
  latestEnd: PlainDateFromWire,
});
export type DateLimits = v.InferOutput<typeof DateLimits>;

/** Whether each benefit is checked. */
export type BenefitValues = Readonly<Record<Benefit, boolean>>;

/** The benefits form, with the first day of active duty as typed for SCRA. */
export interface BenefitsForm extends BenefitValues {
  readonly dutyStart: string;
}

/** The saved draft of an application. Contains no account, bank or Social Security numbers. */
export const MilitaryDraft = v.object({
  version: v.literal(1),
  transcript: DecisionTranscript,
  values: MilitaryValues,
  /** The checked benefits. */
  chosen: v.pipe(v.array(Benefit), v.readonly()),
  /** The first day of active duty, as typed for SCRA. Drafts of earlier versions have none. */
  dutyStart: v.optional(v.string(), ''),
  /** The current step. */
  step: v.picklist(['qualification', 'selectBenefit']),
  /** The idempotency key, and whether the request was sent. */
  submission: StoredSubmission,
});
export type MilitaryDraft = v.InferOutput<typeof MilitaryDraft>;
