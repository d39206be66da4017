/** The server's fixed waits, such as the minimum response time of a request for a code. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { vi } from 'vitest';

/** Makes the server's waits end at once, until {@link restoreWaits}. Other timers still wait. */
export function skipWaits(): void {
  vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
  syncBuiltinESMExports();
}

export function restoreWaits(): void {
  vi.mocked(timers.setTimeout).mockRestore();
  syncBuiltinESMExports();
}
