/** The progress of an application. */
import { isInProcess } from './rules.ts';
import type { Application, ApplicationStatus } from './shapes.ts';

/** The steps of an application, in order. */
export const APPLICATION_STEPS = ['received', 'inReview', 'decided'] as const;
export type ApplicationStep = (typeof APPLICATION_STEPS)[number];

/** The number of steps that have begun, by status. */
const BEGUN: Readonly<Record<ApplicationStatus, number>> = { received: 1, inReview: 2, approved: 3, denied: 3 };

/** A step of an application with its state and, if known, the instant at which it began. */
export interface TimelineStep {
  readonly step: ApplicationStep;
  readonly state: 'complete' | 'current' | 'ahead';
  readonly at: string | null;
}

/** Returns the steps of an application, in order. After the decision, all steps are complete. */
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
