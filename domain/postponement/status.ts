/** Rules on the status of an application: how far it has come. */
import { isInProcess } from './rules.ts';
import type { Application, ApplicationStatus } from './shapes.ts';

/** What happens to an application, first to last. */
export const APPLICATION_STEPS = ['received', 'inReview', 'decided'] as const;
export type ApplicationStep = (typeof APPLICATION_STEPS)[number];

/** How many of the steps an application has begun. */
const BEGUN: Readonly<Record<ApplicationStatus, number>> = { received: 1, inReview: 2, approved: 3, denied: 3 };

/** One step of an application: how far it is, and the instant at which it began, where that is known. */
export interface TimelineStep {
  readonly step: ApplicationStep;
  readonly state: 'complete' | 'current' | 'ahead';
  readonly at: string | null;
}

/** The steps of an application, first to last. Where it has been decided, all are complete. */
export function timelineOf(application: Application): readonly TimelineStep[] {
  const begun = BEGUN[application.status];
  const instants: Readonly<Record<ApplicationStep, string | null>> = {
    received: application.receivedDateTime,
    inReview: application.reviewStartedDateTime,
    decided: application.decidedDateTime,
  };
  return APPLICATION_STEPS.map((step, index) => {
    const isLast = index === begun - 1 && isInProcess(application);
    const state = index >= begun ? 'ahead' : isLast ? 'current' : 'complete';
    return { step, state, at: state === 'ahead' ? null : instants[step] };
  });
}
