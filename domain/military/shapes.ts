/** What passes between portal and server about the military deferment and the benefits beside it (R §3, §7). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { DecisionTranscript } from '../decision-tree.ts';
import { KeptSubmission } from '../submission.ts';

/** What somebody on active duty may apply for, in the order in which it is offered (R §4 Military). */
export const BENEFITS = [
  'scra',
  'militaryDeferment',
  'twelveMonthDeferment',
  'heroesAct',
  'hostileDuty',
  'mandatoryForbearance',
] as const;
export const Benefit = v.picklist(BENEFITS);
export type Benefit = v.InferOutput<typeof Benefit>;

/** The days between which a deferment may lie. */
export const MilitaryDates = v.object({
  militaryDefermentStartDate: PlainDateFromWire,
  militaryDefermentEndDate: PlainDateFromWire,
});
export type MilitaryDates = v.InferOutput<typeof MilitaryDates>;

/** When a Direct loan was last disbursed; null for somebody without Direct loans. */
export const LoanInfo = v.object({
  loanInfo: v.object({ mostRecentDisbursementDateDirect: v.nullable(PlainDateFromWire) }),
});
export type LoanInfo = v.InferOutput<typeof LoanInfo>;

/** When income has to be recertified. `permStandFlag` is `True` for loans on the permanent standard amount. */
export const RepaymentRecertifications = v.object({
  repaymentRecertifications: v.array(v.object({ date: PlainDateFromWire, permStandFlag: v.string() })),
});
export type RepaymentRecertifications = v.InferOutput<typeof RepaymentRecertifications>;

/** The body of an application (R §3, Military submission payload; ruling 33). Dates are null where they are not asked for. */
export const MilitarySubmission = v.strictObject({
  activeDuty: v.boolean(),
  /** The war, operation or emergency, as typed; empty where active duty has no connection with one. */
  militarySelectionText: v.string(),
  sendOrders: v.boolean(),
  performingService: v.boolean(),
  nationalGuard: v.boolean(),
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

const shortText = v.pipe(v.string(), v.maxLength(1000));

/** The fields beside the questions, as typed. */
export const MilitaryValues = v.object({ operation: shortText, startDate: shortText, endDate: shortText });
export type MilitaryValues = v.InferOutput<typeof MilitaryValues>;

/** What the dates are validated against. */
export const DateFacts = v.object({
  /** The business day. */
  today: PlainDateFromWire,
  /** The first day on which a deferment may begin, and the last on which it may end. */
  earliestStart: PlainDateFromWire,
  latestEnd: PlainDateFromWire,
});
export type DateFacts = v.InferOutput<typeof DateFacts>;

/** Which benefits are applied for, as ticked. */
export type BenefitValues = Readonly<Record<Benefit, boolean>>;

/** What is kept of an application that is not submitted yet: answers and entries, no number of a person's. */
export const MilitaryDraft = v.object({
  version: v.literal(1),
  transcript: DecisionTranscript,
  values: MilitaryValues,
  /** The benefits that are ticked. */
  chosen: v.pipe(v.array(Benefit), v.readonly()),
  /** The step that has been come to. */
  step: v.picklist(['qualification', 'selectBenefit']),
  /** The key of the submission, and whether it has been sent. */
  submission: KeptSubmission,
});
export type MilitaryDraft = v.InferOutput<typeof MilitaryDraft>;
