/**
 * The business clock: what day it is for payments, due dates and deadlines. It can start at another instant and runs on
 * from there. Tokens and sessions never look at it; they keep real time.
 */
export interface BusinessClock {
  now(): Date;
  /** Moves the clock; it runs on from `instant`. */
  set(instant: Date): void;
}

/** A clock that starts at `start`, or at the real time. `real` gives the real time in milliseconds. */
export function createClock(start?: Date, real: () => number = Date.now): BusinessClock {
  let ahead = start === undefined ? 0 : start.getTime() - real();
  return {
    now: () => new Date(real() + ahead),
    set: (instant) => {
      ahead = instant.getTime() - real();
    },
  };
}
