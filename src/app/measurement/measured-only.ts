/** Excludes employees who impersonate a borrower from the measurement. */
import type { SessionParts } from '../session/use-session.ts';

/** The states of the session in which the person is not known yet. */
const STATES_OF_UNKNOWN = ['arriving', 'renewingSilently', 'finishingSignIn'] as const;

/**
 * Returns a function that runs work once it is known who uses the portal, and in order. It drops the work if that is an
 * impersonator, also after their session has ended: the page that they leave still stops its flows.
 */
export function createMeasuredOnly(session: SessionParts['session']): (work: () => void) => void {
  let isExcluded = false;
  let waiting: readonly (() => void)[] = [];

  function settle(): void {
    const state = session.getSnapshot();
    if (STATES_OF_UNKNOWN.some((name) => state.matches(name))) return;
    isExcluded ||= state.context.person?.isImpersonator === true;
    const ready = waiting;
    waiting = [];
    if (!isExcluded) ready.forEach((work) => work());
  }

  session.subscribe(settle);
  return (work) => {
    waiting = [...waiting, work];
    settle();
  };
}
