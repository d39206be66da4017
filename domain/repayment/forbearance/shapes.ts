/** The API types for hardship forbearance (R §3). */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { PostponementEligibility } from '../../session/access/shapes.ts';
import { CoveredGroup, IneligibleGroup } from '../postponement/shapes.ts';
import { StoredSubmission } from '../../submission.ts';

/** The eligibility for a hardship forbearance, with the covered loans and dates. */
export const HardshipSummary = v.object({
  ...PostponementEligibility.entries,
  eligibleGroups: v.array(CoveredGroup),
  /** Not part of R §3; older servers omit this field. */
  ineligibleGroups: v.optional(v.array(IneligibleGroup), []),
  /**
   * The estimated first day of the forbearance, and the first day after it (ruling 106); null if the borrower may not
   * apply.
   */
  nextCycleDate: v.nullable(PlainDateFromWire),
  endCycleDate: v.nullable(PlainDateFromWire),
  /** Whether the borrower has an undecided application for hardship forbearance. */
  hasApplicationInProcess: v.boolean(),
});
export type HardshipSummary = v.InferOutput<typeof HardshipSummary>;

export const HardshipSummaryResponse = v.object({ forbearanceHardshipSummary: HardshipSummary });

/** The saved draft of an application: the answer and the current step. */
export const HardshipDraft = v.object({
  version: v.literal(1),
  /** Whether the borrower has answered the question with Yes (R §3, Hardship model). */
  qualificationAgreement: v.boolean(),
  /** The current step. */
  step: v.picklist(['qualification', 'application']),
  /** The idempotency key, and whether the request was sent. */
  submission: StoredSubmission,
});
export type HardshipDraft = v.InferOutput<typeof HardshipDraft>;
