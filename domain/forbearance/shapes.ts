/** What passes between portal and server about hardship forbearance (R §3). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { PostponementEligibility } from '../access/shapes.ts';
import { CoveredGroup, IneligibleGroup } from '../postponement/shapes.ts';
import { KeptSubmission } from '../submission.ts';

/** What a hardship forbearance would be for a borrower. */
export const HardshipSummary = v.object({
  ...PostponementEligibility.entries,
  eligibleGroups: v.array(CoveredGroup),
  /** Beside the fields of R §3, and left out by a server that does not know them. */
  ineligibleGroups: v.optional(v.array(IneligibleGroup), []),
  /** The day on which it is estimated to begin, and its last day; null where the borrower may not apply. */
  nextCycleDate: v.nullable(PlainDateFromWire),
  endCycleDate: v.nullable(PlainDateFromWire),
  /** Whether an application for one has not been decided yet. */
  hasApplicationInProcess: v.boolean(),
});
export type HardshipSummary = v.InferOutput<typeof HardshipSummary>;

/** The answer of the call. */
export const HardshipSummaryAnswer = v.object({ forbearanceHardshipSummary: HardshipSummary });

/** What is kept of an application that is not submitted yet: the answer, and how far it has come. */
export const HardshipDraft = v.object({
  version: v.literal(1),
  /** Whether the borrower has answered the question with Yes (R §3, Hardship model). */
  qualificationAgreement: v.boolean(),
  /** The step that has been come to. */
  step: v.picklist(['qualification', 'application']),
  /** The key of the submission, and whether it has been sent. */
  submission: KeptSubmission,
});
export type HardshipDraft = v.InferOutput<typeof HardshipDraft>;
