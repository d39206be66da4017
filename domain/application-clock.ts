/** When an application is reviewed and decided (ruling 74). Apart from other rules, since it needs the banking days. */
import { type PlainDate, businessDate } from './calendar.ts';
import { nextBankingDay } from './banking-days.ts';

/** The banking days from the day on which nothing is missing to the decision. */
const BANKING_DAYS_TO_DECISION = 5;

/** The days on which something happens to an application. */
export interface ApplicationDays {
  /** The calendar day of sending, which counts at any hour. */
  readonly sentOn: PlainDate;
  /** The next banking day. */
  readonly reviewStartsOn: PlainDate;
  /** The day of the decision. */
  readonly decidedOn: PlainDate;
}

/** Returns the days of an application that needs no document, received at this instant (ISO 8601). */
export function applicationDays(receivedDateTime: string): ApplicationDays {
  const sentOn = businessDate(new Date(receivedDateTime));
  const reviewStartsOn = nextBankingDay(sentOn);
  let decidedOn = sentOn;
  for (let days = 0; days < BANKING_DAYS_TO_DECISION; days += 1) decidedOn = nextBankingDay(decidedOn);
  return { sentOn, reviewStartsOn, decidedOn };
}
