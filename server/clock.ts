/**
 * The business clock, which determines the date for payments, due dates and deadlines. It can be set to any instant and
 * advances in real time from there. Tokens and sessions use real time instead.
 */
export interface BusinessClock {
  now(): Date;
  /** Sets the clock, which advances from `instant`. */
  set(instant: Date): void;
}

/** Creates a clock that starts at `start`, or at the real time. `real` returns the real time in milliseconds. */
export function createClock(start?: Date, real: () => number = Date.now): BusinessClock {
  let ahead = start === undefined ? 0 : start.getTime() - real();
  return {
    now: () => new Date(real() + ahead),
    set: (instant) => {
      ahead = instant.getTime() - real();
    },
  };
}
