/** The types of electronic correspondence ("paperless", Y §3). */
import * as v from 'valibot';

/** Whether the borrower receives letters in the inbox instead of by mail. */
export const PaperlessStatus = v.object({ enrolled: v.boolean() });
export type PaperlessStatus = v.InferOutput<typeof PaperlessStatus>;

/** Whether the borrower may not enroll and sees only a message (Y §2.3). */
export const ClaimsStatus = v.object({ shouldShowMessage: v.boolean() });
export type ClaimsStatus = v.InferOutput<typeof ClaimsStatus>;

/** Whether the server accepted an enrollment or its cancellation (Y §3). */
export const PaperlessResponse = v.object({ result: v.boolean() });
export type PaperlessResponse = v.InferOutput<typeof PaperlessResponse>;

/** The fields of the enrollment form. */
export interface PaperlessValues {
  readonly terms: boolean;
}
