/**
 * The life of an application after it is sent (rulings 74, 84): a pure function of its dates. The server executes each
 * step on its day, or later as of that day, so that the result does not depend on when the server runs.
 */
import { type PlainDate, addDays } from '../../calendar.ts';
import { nextBankingDay } from '../../banking-days.ts';
import type { ApplicationStatus, NextEvent } from '../../applications/shapes.ts';
import type { ApplicationDurations } from '../../application-durations.ts';

/** The facts that determine the next step of an application. */
export interface ApplicationLife {
  readonly status: ApplicationStatus;
  /** The calendar day of sending, at any hour. */
  readonly sentOn: PlainDate;
  /** Whether the application requires a document, and the day of its first upload. */
  readonly needsDocument: boolean;
  readonly documentOn: PlainDate | null;
  /** Null before the review. */
  readonly reviewStartedOn: PlainDate | null;
  readonly isReminded: boolean;
  /** Null before the decision. */
  readonly decidedOn: PlainDate | null;
  /** The granted period. `endsOn` is the first day after it (ruling 75); null if the grant has no end. */
  readonly startsOn: PlainDate | null;
  readonly endsOn: PlainDate | null;
  readonly isEndAnnounced: boolean;
  /**
   * The payment for leaving IBR that is awaited: its due date, and the day on which the application ends if it is not made.
   * Null without one.
   */
  readonly exit: { readonly dueOn: PlainDate; readonly checkOn: PlainDate } | null;
}

/** The steps that the server executes. */
export type LifeStep =
  | 'startReview'
  | 'resumeReview'
  | 'remind'
  | 'close'
  | 'decide'
  | 'takeEffect'
  | 'checkExit'
  | 'announceEnd'
  | 'end';

/** A step and the day on which it is due. */
export interface DueStep {
  readonly step: LifeStep;
  readonly on: PlainDate;
}

const getLater = (one: PlainDate, other: PlainDate | null): PlainDate => (other !== null && other > one ? other : one);

/** Returns the banking day that is `count` banking days after `day`. */
export function addBankingDays(day: PlainDate, count: number): PlainDate {
  let result = day;
  for (let passed = 0; passed < count; passed += 1) result = nextBankingDay(result);
  return result;
}

/** Returns the day of the decision, if no document is missing. */
export function decisionDay(
  { sentOn, needsDocument, documentOn }: Pick<ApplicationLife, 'sentOn' | 'needsDocument' | 'documentOn'>,
  { bankingDaysToDecision }: ApplicationDurations,
): PlainDate {
  const completeOn = needsDocument ? getLater(sentOn, documentOn) : sentOn;
  return addBankingDays(completeOn, bankingDaysToDecision);
}

/** Returns the last day on which a missing document is accepted. */
export const documentDueOn = (reviewStartedOn: PlainDate, { daysToSendDocument }: ApplicationDurations): PlainDate =>
  addDays(reviewStartedOn, daysToSendDocument);

function stepForDocument(life: ApplicationLife, reviewStartedOn: PlainDate, durations: ApplicationDurations): DueStep {
  if (life.documentOn !== null) return { step: 'resumeReview', on: getLater(reviewStartedOn, life.documentOn) };
  if (!life.isReminded) return { step: 'remind', on: addDays(reviewStartedOn, durations.daysToReminder) };
  return { step: 'close', on: addDays(documentDueOn(reviewStartedOn, durations), 1) };
}

function stepInEffect(life: ApplicationLife, beganOn: PlainDate, { daysBeforeEnd }: ApplicationDurations) {
  const { endsOn, isEndAnnounced } = life;
  if (endsOn === null) return null;
  const announcedOn = getLater(beganOn, addDays(endsOn, -daysBeforeEnd));
  if (!isEndAnnounced && announcedOn < endsOn) return { step: 'announceEnd', on: announcedOn } as const;
  return { step: 'end', on: getLater(beganOn, endsOn) } as const;
}

/** Returns the next step of an application and its day; null if no step follows. */
export function nextStep(life: ApplicationLife, durations: ApplicationDurations): DueStep | null {
  const { status, sentOn, needsDocument, documentOn, reviewStartedOn, decidedOn, startsOn } = life;
  const reviewOn = reviewStartedOn ?? addBankingDays(sentOn, durations.bankingDaysToReview);
  const beganOn = getLater(decidedOn ?? sentOn, startsOn);
  switch (status) {
    case 'received':
      return { step: 'startReview', on: reviewOn };
    case 'documentsNeeded':
      return stepForDocument(life, reviewOn, durations);
    case 'inReview':
      return { step: 'decide', on: getLater(reviewOn, decisionDay({ sentOn, needsDocument, documentOn }, durations)) };
    case 'approved':
      return { step: 'takeEffect', on: beganOn };
    case 'exitPaymentDue':
      return life.exit && { step: 'checkExit', on: life.exit.checkOn };
    case 'inEffect':
      return stepInEffect(life, beganOn, durations);
    case 'denied':
    case 'incomplete':
    case 'withdrawn':
    case 'lapsed':
    case 'ended':
      return null;
  }
}

/** Returns the status after the start of the review. */
export const statusInReview = ({
  needsDocument,
  documentOn,
}: Pick<ApplicationLife, 'needsDocument' | 'documentOn'>): 'inReview' | 'documentsNeeded' =>
  needsDocument && documentOn === null ? 'documentsNeeded' : 'inReview';

/**
 * Returns the event that the borrower can expect next, with its day; null if none is expected. While a document is
 * missing, this is the last day for sending it.
 */
export function expectedNext(life: ApplicationLife, durations: ApplicationDurations): NextEvent | null {
  const next = nextStep(life, durations);
  if (next === null) return null;
  switch (next.step) {
    case 'startReview':
      return { event: 'reviewStarted', date: next.on };
    case 'remind':
    case 'close':
      return { event: 'documentDue', date: documentDueOn(life.reviewStartedOn ?? next.on, durations) };
    case 'resumeReview':
      return { event: 'decided', date: decisionDay(life, durations) };
    case 'decide':
      return { event: 'decided', date: next.on };
    case 'takeEffect':
      return { event: 'inEffect', date: next.on };
    case 'checkExit':
      return life.exit && { event: 'exitPaymentDue', date: life.exit.dueOn };
    case 'announceEnd':
    case 'end':
      return life.endsOn === null ? null : { event: 'ended', date: life.endsOn };
  }
}
