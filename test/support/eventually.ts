import { vi } from 'vitest';

/** Repeats a check until it passes. Fails after ten seconds, for a machine under load. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 10_000 });
