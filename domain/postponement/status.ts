/** Rules on the status of an application: whether it is in process, and how far it has come. */
import type { Application, ApplicationKind, ApplicationStatus } from './shapes.ts';

/** Whether an application has not been decided yet. */
export const isInProcess = ({ status }: Pick<Application, 'status'>): boolean =>
  status === 'received' || status === 'inReview';

/** Whether what is applied for postpones payments; otherwise it is another plan. */
export const isPostponement = (kind: ApplicationKind): boolean => kind !== 'idr' && kind !== 'term';

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
