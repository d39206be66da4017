/** The only module that writes to the console. It logs failures, never a person's entries or tokens. */
import { toFailure } from '#domain/call.ts';

/** Logs a failure. */
export function logFailure(message: string, cause: unknown): void {
  const failure = toFailure(cause);
  // oxlint-disable-next-line no-console -- this is the log
  console.error(message, failure.kind === 'refused' ? `refused with ${failure.status}` : JSON.stringify(failure));
}
