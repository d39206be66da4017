/** What the flow log needs of an inspection event. In a separate file, since it is needed before the log is loaded. */
import type { AnyActorRef, InspectionEvent } from 'xstate';
import { isStart } from './xstate-internals.ts';

export interface Observation {
  readonly seen: InspectionEvent;
  readonly time: Date;
  /** The snapshot of an actor that starts; other events contain theirs. */
  readonly initial?: unknown;
}

export const toObservation = (seen: InspectionEvent, time: Date): Observation => ({
  seen,
  time,
  ...(isStart(seen) && { initial: (seen.actorRef as AnyActorRef).getSnapshot() as unknown }),
});
