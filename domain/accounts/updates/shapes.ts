/** The next dates and the changes since the last visit, for the dashboard. */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { MoneyFromWire } from '../../money.ts';
import { ApplicationKind, ApplicationStatus } from '../../applications/shapes.ts';

/** The kinds of dates, in the order in which dates of the same day are listed. */
export const DATE_KINDS = [
  'bill',
  'exitBill',
  'billScheduled',
  'draft',
  'recertification',
  'defermentEnds',
  'forbearanceEnds',
  'pauseEnds',
  'documentDue',
  'decision',
] as const;
export const DateKind = v.picklist(DATE_KINDS);
export type DateKind = v.InferOutput<typeof DateKind>;

/** A date that concerns one or more accounts. One of an application names the application, and no account. */
export const NextDate = v.object({
  kind: DateKind,
  date: PlainDateFromWire,
  /** The opaque ids of the accounts. */
  accountIds: v.array(v.string()),
  /** Their display names, or that of the application. */
  accountNames: v.array(v.string()),
});
export type NextDate = v.InferOutput<typeof NextDate>;

/** The changes since the borrower's previous log-in. */
export const SinceLastVisit = v.object({
  /** The day of the previous log-in. */
  lastVisit: PlainDateFromWire,
  /** The payments that were posted. */
  payments: v.object({ count: v.number(), total: MoneyFromWire }),
  /** The interest that has accrued on all loans. */
  interestAdded: MoneyFromWire,
  /** The letters and messages that arrived. */
  letters: v.number(),
  /** The applications whose status changed, the latest first. */
  statusChanges: v.array(v.object({ kind: ApplicationKind, status: ApplicationStatus })),
});
export type SinceLastVisit = v.InferOutput<typeof SinceLastVisit>;

export const Updates = v.object({
  /** The next three dates. */
  nextDates: v.array(NextDate),
  /** Null at the first visit. */
  sinceLastVisit: v.nullable(SinceLastVisit),
  /** The number of unread messages in the inbox. Omitted by older servers. */
  unreadMessages: v.optional(v.number(), 0),
});
export type Updates = v.InferOutput<typeof Updates>;
