/** The dates of an application's review and decision (ruling 74), as a receipt shows them. */
import { type PlainDate, businessDate } from '../calendar.ts';
import { addBankingDays, decisionDay } from './postponement/life.ts';
import { DEFAULT_DURATIONS } from '../application-durations.ts';

/** The dates in the life of an application. */
export interface ApplicationDays {
  /** The calendar day of submission, regardless of the hour. */
  readonly sentOn: PlainDate;
  /** The next banking day. */
  readonly reviewStartsOn: PlainDate;
  readonly decidedOn: PlainDate;
}

/** Returns the dates of an application that needs no document, received at this instant (ISO 8601). */
export function applicationDays(receivedDateTime: string, durations = DEFAULT_DURATIONS): ApplicationDays {
  const sentOn = businessDate(new Date(receivedDateTime));
  return {
    sentOn,
    reviewStartsOn: addBankingDays(sentOn, durations.bankingDaysToReview),
    decidedOn: decisionDay({ sentOn, needsDocument: false, documentOn: null }, durations),
  };
}
