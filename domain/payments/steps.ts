/** The steps of a payment (Y §2.1): which are completed, which may be entered, and with what they start. */
import * as v from 'valibot';
import { refuse } from '../issue.ts';
import { type PaymentIssue, methodOf } from './rules.ts';
import { isScheduleComplete } from './schedule-form.ts';
import type { ScheduleFacts } from './schedule.ts';
import type { PaymentDraft, SavedMethod, ScheduleValues } from './shapes.ts';

/** The steps of the flow that ask something, in their order. */
export type PaymentStep = PaymentDraft['completed'][number];

/** What stays completed once the method is taken back or changed. */
export const withoutMethod = (completed: readonly PaymentStep[]): PaymentStep[] =>
  completed.filter((step) => step !== 'method');

/** Whether the method step may be entered: the schedule was completed (nobody reaches a step ahead, Y §2.1). */
export const canChooseMethod = (completed: readonly PaymentStep[]): boolean => completed.includes('schedule');

/** Whether the review may be entered: schedule and method were completed. */
export const canReview = (completed: readonly PaymentStep[]): boolean =>
  canChooseMethod(completed) && completed.includes('method');

/**
 * Returns the draft if the flow resumes it; null if the flow starts without it. A payment that has been sent is always resumed.
 * Otherwise an untouched draft is not, nor one that was begun for another account than `account`, for which the address asks
 * (ruling 70).
 */
export function resumedDraft(draft: PaymentDraft | null, account: string | null): PaymentDraft | null {
  if (draft === null || draft.submission?.sent === true) return draft;
  if (draft.isUntouched) return null;
  return account === null || draft.account === account ? draft : null;
}

/**
 * Which of the steps that were completed before a reload still are. What was kept and does not hold any more was replaced
 * (`values`), so the person has to see it and go on anew; a new bank account is not kept, so its step is taken again.
 */
export function stillCompleted(
  draft: PaymentDraft,
  now: { readonly facts: ScheduleFacts; readonly values: ScheduleValues; readonly methodId: string },
): PaymentStep[] {
  const isAsKept = Object.entries(now.values).every(([field, value]) => draft.values[field] === value);
  if (!isAsKept || !isScheduleComplete(now.facts, now.values)) return [];
  return now.methodId !== '' && now.methodId === draft.methodId ? draft.completed : withoutMethod(draft.completed);
}

/**
 * The method with which the step starts: the one chosen before, otherwise the first that is saved (Y §4.3). An empty id stands
 * for a new bank account: where that was chosen, and where none is saved. Null where nothing was chosen.
 */
export const startingMethod = (methods: readonly SavedMethod[], chosen: string | null): string =>
  chosen === '' ? '' : ((methodOf(methods, chosen) ?? methods[0])?.profileId ?? '');

/**
 * Whether a new bank account had been verified, of which nothing was kept: its numbers are in memory only, so it has to be
 * entered again.
 */
export const mustReenterAccount = ({ methodId, completed }: PaymentDraft): boolean =>
  methodId === '' && completed.includes('method');

/** The schema of the review step (Y §5.3). */
export const reviewSchema = v.object({
  terms: v.literal(true, refuse({ code: 'terms.required' } satisfies PaymentIssue)),
});
