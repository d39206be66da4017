/**
 * The dates of an application's review and decision (ruling 74). A separate module, because it depends on the banking
 * days.
 */
import { type PlainDate, businessDate } from './calendar.ts';
import { nextBankingDay } from './banking-days.ts';

/** The number of banking days between a complete application and the decision. */
const BANKING_DAYS_TO_DECISION = 5;

/** The dates in the life of an application. */
export interface ApplicationDays {
  /** The calendar day of submission, regardless of the hour. */
  readonly sentOn: PlainDate;
  /** The next banking day. */
  readonly reviewStartsOn: PlainDate;
  readonly decidedOn: PlainDate;
}

/** Returns the dates of an application that needs no document, received at this instant (ISO 8601). */
export function applicationDays(receivedDateTime: string): ApplicationDays {
  const sentOn = businessDate(new Date(receivedDateTime));
  const reviewStartsOn = nextBankingDay(sentOn);
  let decidedOn = sentOn;
  for (let days = 0; days < BANKING_DAYS_TO_DECISION; days += 1) decidedOn = nextBankingDay(decidedOn);
  return { sentOn, reviewStartsOn, decidedOn };
}
