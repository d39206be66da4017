/** Electronic correspondence, which people know as paperless (Y §3). */
import * as v from 'valibot';

/** Whether somebody gets letters in the inbox instead of by mail. */
export const PaperlessStatus = v.object({ enrolled: v.boolean() });
export type PaperlessStatus = v.InferOutput<typeof PaperlessStatus>;

/** Whether somebody may not enroll, so that only a message says so (Y §2.3). */
export const ClaimsStatus = v.object({ shouldShowMessage: v.boolean() });
export type ClaimsStatus = v.InferOutput<typeof ClaimsStatus>;

/** Whether an enrollment, or its end, was accepted (Y §3). */
export const PaperlessAnswer = v.object({ result: v.boolean() });
export type PaperlessAnswer = v.InferOutput<typeof PaperlessAnswer>;

/** What is filled in to enroll. */
export interface PaperlessValues {
  readonly terms: boolean;
}
