/** Rules on applications to postpone payments. */
import type { CallFailure } from '../call.ts';
import type { ApplicationAnswer } from './shapes.ts';

/** Whether an answer says that an application was received; a refusal has no answer, but a problem. */
export const isApplicationReceived = ({ outcome }: ApplicationAnswer): boolean => outcome === 'received';

/**
 * Why the server has refused an application, as sentences: of each field at fault its rule's own, otherwise what the problem
 * says as a whole. None where the server has given no reason.
 */
export function refusalReasons(failure: CallFailure | null): readonly string[] {
  if (failure?.kind !== 'refused' || failure.problem === undefined) return [];
  const { fields = [], title, detail } = failure.problem;
  if (fields.length > 0) return [...new Set(fields.map(({ message }) => message))];
  return [detail ?? title];
}
