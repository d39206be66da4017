/** How the submission of a privacy form ended, and what is said of one that was not received (rulings 3 and 4). */
import type { SubmissionResult } from '../submission.ts';
import { isTooOften } from './rules.ts';
import type { PrivacyAnswer, PrivacyRecord } from './shapes.ts';

export type PrivacyResult = SubmissionResult<PrivacyAnswer, PrivacyRecord>;

/** Said above a form that stays with everything that was entered. */
export type PrivacyNotice = 'couldNotSend' | 'notAccepted' | 'tooOften' | 'neverArrived';

/** What is said of a form that was not received; null where it was. */
export function noticeOf(result: PrivacyResult): PrivacyNotice | null {
  if (result.result === 'accepted') return null;
  if (result.result === 'neverArrived') return 'neverArrived';
  return result.failure === null || isTooOften(result.failure) ? 'tooOften' : 'notAccepted';
}

/** The number of a form that was received; null where it was not. */
export const confirmationNumberOf = (result: PrivacyResult): string | null =>
  result.result === 'accepted' && result.answer.outcome === 'received' ? result.answer.confirmationNumber : null;
