/** The result of submitting a privacy form, and the notice if it was not received (rulings 3 and 4). */
import type { SubmissionResult } from '../../submission.ts';
import { isTooOften } from './rules.ts';
import type { PrivacyResponse, PrivacyRecord } from './shapes.ts';

export type PrivacyResult = SubmissionResult<PrivacyResponse, PrivacyRecord>;

/** The notice above a form that was not received. The form keeps its entries. */
export type PrivacyNotice = 'couldNotSend' | 'notAccepted' | 'tooOften' | 'neverArrived';

/** Returns the notice for a form that was not received; null if it was received. */
export function toPrivacyNotice(result: PrivacyResult): PrivacyNotice | null {
  if (result.result === 'accepted') return null;
  if (result.result === 'neverArrived') return 'neverArrived';
  return result.failure === null || isTooOften(result.failure) ? 'tooOften' : 'notAccepted';
}

/** Returns the confirmation number of a received form; otherwise null. */
export const getConfirmationNumber = (result: PrivacyResult): string | null =>
  result.result === 'accepted' && result.answer.outcome === 'received' ? result.answer.confirmationNumber : null;
