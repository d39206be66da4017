/** The timeline of an application: the events that happened and the steps that are expected. */
import { type PlainDate, businessDate } from '../../calendar.ts';
import { lastDayOfPause } from '../../pause-end.ts';
import { hasEnd, isGranted, isInProcess, getLastDay } from './rules.ts';
import type { ApplicationStatus, NextEvent } from '../../applications/shapes.ts';
import type { Application, ApplicationEvent } from './shapes.ts';

/** A step of the timeline. `endAnnounced` is a message and not a step. */
export type ApplicationStep = Exclude<ApplicationEvent, 'endAnnounced'> | NextEvent['event'];

/**
 * A step of an application with its state and its day. The day of a step that is ahead is the expected one; that of an
 * end is the last day of the period.
 */
export interface TimelineStep {
  readonly step: ApplicationStep;
  readonly state: 'complete' | 'current' | 'ahead';
  /** Null if the day is unknown. */
  readonly date: PlainDate | null;
}

interface DatedEvent {
  readonly event: ApplicationEvent;
  readonly date: PlainDate | null;
}

const toDay = (instant: string): PlainDate => businessDate(new Date(instant));

/** Returns the steps with the days for display: a period ended on its last day, not on the day after (ruling 106). */
const shown = (application: Application, steps: readonly TimelineStep[]): readonly TimelineStep[] =>
  steps.map((each) =>
    each.step === 'ended' && each.date !== null
      ? { ...each, date: getLastDay(application) ?? lastDayOfPause(each.date) }
      : each,
  );

/** Returns the decision that a status implies. */
const toDecision = (status: ApplicationStatus): 'approved' | 'denied' | null => {
  if (status === 'denied') return 'denied';
  return isGranted({ status }) ? 'approved' : null;
};

/** Returns the events of an application without recorded events, from its instants. */
function eventsFromInstants(application: Application): readonly DatedEvent[] {
  const { status, receivedDateTime, reviewStartedDateTime, decidedDateTime } = application;
  const decision = toDecision(status);
  const hasReview = status !== 'received';
  return [
    { event: 'received', date: toDay(receivedDateTime) },
    ...(hasReview
      ? [
          {
            event: 'reviewStarted' as const,
            date: reviewStartedDateTime === null ? null : toDay(reviewStartedDateTime),
          },
        ]
      : []),
    ...(decision === null ? [] : [{ event: decision, date: decidedDateTime === null ? null : toDay(decidedDateTime) }]),
  ];
}

/** Returns the events of an application. Those before its first recorded event follow from its instants. */
function listEvents(application: Application): readonly DatedEvent[] {
  const { events = [] } = application;
  const [first] = events;
  if (first === undefined) return eventsFromInstants(application);
  const isEarlier = ({ event, date }: DatedEvent): boolean =>
    date !== null && date <= first.date && !events.some((each) => each.event === event);
  return [...eventsFromInstants(application).filter(isEarlier), ...events];
}

/** Returns the steps that can still follow, in order. */
function stepsAhead(application: Application): readonly NextEvent['event'][] {
  const { status, kind } = application;
  const afterDecision: readonly NextEvent['event'][] = hasEnd(kind) ? ['inEffect', 'ended'] : ['inEffect'];
  switch (status) {
    case 'received':
      return ['reviewStarted', 'decided', ...afterDecision];
    case 'documentsNeeded':
      return ['documentDue', 'decided', ...afterDecision];
    case 'inReview':
      return ['decided', ...afterDecision];
    case 'approved':
      return afterDecision;
    case 'exitPaymentDue':
      return ['exitPaymentDue', 'inEffect'];
    case 'inEffect':
      return hasEnd(kind) ? ['ended'] : [];
    case 'denied':
    case 'incomplete':
    case 'withdrawn':
    case 'lapsed':
    case 'ended':
      return [];
  }
}

/** Returns whether the server executes the steps of an application. It does not for applications by mail or phone. */
const isAutomatic = ({ events = [] }: Application): boolean => events.length > 0;

/** Returns the steps of an application, in order. */
export function buildApplicationTimeline(application: Application): readonly TimelineStep[] {
  const past = listEvents(application).flatMap(({ event, date }) =>
    event === 'endAnnounced' ? [] : [{ step: event, date }],
  );
  const { next = null } = application;
  const ahead = stepsAhead(application)
    // An application by mail or phone is followed only to its decision.
    .filter((step) => isAutomatic(application) || step === 'reviewStarted' || step === 'decided')
    .map((step): TimelineStep => ({ step, state: 'ahead', date: next?.event === step ? next.date : null }));
  const isOpen = isInProcess(application) || application.status === 'inEffect';
  return shown(application, [
    ...past.map((each, index): TimelineStep => {
      const isLast = index === past.length - 1;
      return { ...each, state: isLast && isOpen ? 'current' : 'complete' };
    }),
    ...ahead,
  ]);
}
