/** The steps of a payment (Y §2.1): completion, access, and initial values. */
import * as v from 'valibot';
import { refuse } from '../issue.ts';
import { type PaymentIssue, findMethod } from './rules.ts';
import { isScheduleComplete } from './schedule-form.ts';
import type { ScheduleInput } from './schedule.ts';
import type { SavedMethod } from './shapes.ts';
import type { PaymentDraft, ScheduleValues } from './submission-shapes.ts';

/** The completed steps of the flow, in order: steps cannot be skipped (Y §2.1). */
export type CompletedSteps = PaymentDraft['completed'];

/** Returns whether the method step is accessible: only after the schedule step. */
export const canChooseMethod = ([schedule]: CompletedSteps): boolean => schedule !== undefined;

/** Returns whether the review is accessible: schedule and method are completed. */
export const canReview = ([, method]: CompletedSteps): boolean => method !== undefined;

/** Returns the steps that remain completed when the method is removed or changed. */
export const withoutMethod = (completed: CompletedSteps): CompletedSteps =>
  canChooseMethod(completed) ? ['schedule'] : [];

/**
 * Returns the draft if the flow resumes it; null if the flow starts without it. A payment that has been sent is always
 * resumed. Otherwise, the flow does not resume an untouched draft, or a draft for an account other than `account`, the one
 * in the URL (ruling 70).
 */
export function resumedDraft(draft: PaymentDraft | null, account: string | null): PaymentDraft | null {
  if (draft === null || draft.submission?.sent === true) return draft;
  if (draft.isUntouched) return null;
  return account === null || draft.account === account ? draft : null;
}

/**
 * Returns the steps completed before a reload that are still complete. Stored values that have become invalid were
 * replaced (`values`), so the borrower has to see that step again and continue from there. A new bank account is not
 * stored, so its step has to be repeated.
 */
export function stillCompleted(
  draft: PaymentDraft,
  now: { readonly facts: ScheduleInput; readonly values: ScheduleValues; readonly methodId: string },
): CompletedSteps {
  const isUnchanged = Object.entries(now.values).every(([field, value]) => draft.values[field] === value);
  if (!isUnchanged || !isScheduleComplete(now.facts, now.values)) return [];
  return now.methodId !== '' && now.methodId === draft.methodId ? draft.completed : withoutMethod(draft.completed);
}

/**
 * Returns the initial method of the step: the previous choice, otherwise the first saved method (Y §4.3). An empty id
 * means a new bank account, either chosen or because no method is saved. Null means no previous choice.
 */
export const startingMethod = (methods: readonly SavedMethod[], chosen: string | null): string =>
  chosen === '' ? '' : ((findMethod(methods, chosen) ?? methods[0])?.profileId ?? '');

/** Returns whether a verified new bank account must be entered again: its numbers were in memory only. */
export const mustReenterAccount = ({ methodId, completed }: PaymentDraft): boolean =>
  methodId === '' && canReview(completed);

/** The schema of the review step (Y §5.3). */
export const reviewSchema = v.object({
  terms: v.literal(true, refuse({ code: 'terms.required' } satisfies PaymentIssue)),
});
