/** The one place that writes to the console: what went wrong, never what a person entered or a token. */
import { failureOf } from '#domain/call.ts';

/** Logs a failure. */
export function logFailure(message: string, cause: unknown): void {
  const failure = failureOf(cause);
  // oxlint-disable-next-line no-console -- this is the log
  console.error(message, failure.kind === 'refused' ? `refused with ${failure.status}` : JSON.stringify(failure));
}
