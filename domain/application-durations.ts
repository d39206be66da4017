/** The durations of the stages of an application. They are part of the configuration, which every page loads. */
import * as v from 'valibot';

const dayCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365));

/** The durations of an application's stages (ruling 74). */
export const ApplicationDurations = v.strictObject({
  /** From the day of sending to the start of the review. */
  bankingDaysToReview: v.pipe(dayCount, v.minValue(1)),
  /** From the day on which nothing is missing to the decision. */
  bankingDaysToDecision: v.pipe(dayCount, v.minValue(1)),
  /** From the start of the review to the reminder of a missing document, in calendar days. */
  daysToReminder: dayCount,
  /** From the start of the review to the last day on which the document is accepted, in calendar days. */
  daysToSendDocument: dayCount,
  /** From the message about the end of a grant to its end, in calendar days. */
  daysBeforeEnd: dayCount,
});
export type ApplicationDurations = v.InferOutput<typeof ApplicationDurations>;

/** The durations of ruling 74. */
export const DEFAULT_DURATIONS: ApplicationDurations = {
  bankingDaysToReview: 1,
  bankingDaysToDecision: 5,
  daysToReminder: 10,
  daysToSendDocument: 30,
  daysBeforeEnd: 30,
};
