/** The next dates and the reminders of the borrower, from coming events. */
import { type PlainDate, daysBetween } from '../calendar.ts';
import { DATE_KINDS, type DateKind, type NextDate } from '../accounts/updates/shapes.ts';
import { type Alert, LEAD_DAYS } from '../messages/text-alerts/shapes.ts';
import { isUndecided } from '../repayment/postponement/rules.ts';
import type { Application } from '../repayment/postponement/shapes.ts';
import { applicationKindNames } from '../repayment/postponement/status-names.ts';
import { isForbearance } from '../postponement-kinds.ts';
import type { ComingBill, ComingEvent, ComingPause } from './timeline.ts';

/** How many dates are listed. */
export const LISTED_DATES = 3;

/** An account with its coming events, in the order of their days. */
export interface ComingAccount {
  readonly accountId: string;
  readonly accountName: string;
  readonly events: readonly ComingEvent[];
}

interface OneDate {
  readonly kind: DateKind;
  readonly date: PlainDate;
}

function toEndKind({ by }: ComingPause): DateKind {
  if (by === null) return 'pauseEnds';
  return isForbearance(by) ? 'forbearanceEnds' : 'defermentEnds';
}

/** Returns whether the borrower has to pay something of a bill, so that it is the next payment. */
const isToPay = ({ left }: ComingBill): boolean => left > 0;

/** Returns the bills of a group through the first one that is to be paid, or that auto debit draws. */
function nextBills(bills: readonly ComingBill[]): readonly ComingBill[] {
  const next = bills.findIndex((bill) => isToPay(bill) || bill.drawn > 0);
  return next === -1 ? bills : bills.slice(0, next + 1);
}

function dateOfBill({ day: date, left, billKind }: ComingBill): OneDate {
  if (left === 0) return { kind: 'billScheduled', date };
  return { kind: billKind === 'exit' ? 'exitBill' : 'bill', date };
}

/** Returns all dates of an account. To add a kind of date, add it here and in `updates/messages.ts`. */
function listDates({ events }: ComingAccount): OneDate[] {
  const bills = events.filter((event) => event.kind === 'bill');
  const groupIds = [...new Set(bills.map(({ groupId }) => groupId))];
  const next = groupIds.flatMap((groupId) => nextBills(bills.filter((bill) => bill.groupId === groupId)));
  const draft = events.find((event) => event.kind === 'draft' && event.amount > 0);
  return [
    // A bill that auto debit draws in whole is announced by its draft.
    ...next.filter((bill) => isToPay(bill) || bill.drawn === 0).map(dateOfBill),
    ...(draft === undefined ? [] : [{ kind: 'draft', date: draft.day } as const]),
    ...events.flatMap((event): OneDate[] => {
      if (event.kind === 'recertification') return [{ kind: 'recertification', date: event.day }];
      return event.kind === 'pauseEnds' ? [{ kind: toEndKind(event), date: event.day }] : [];
    }),
  ];
}

/** Returns the next dates, the earliest first. Accounts with the same kind and day share one date. */
export function listNextDates(accounts: readonly ComingAccount[]): NextDate[] {
  const found = new Map<string, NextDate>();
  for (const account of accounts) {
    for (const { kind, date } of listDates(account)) {
      const key = toRank({ kind, date });
      const { accountIds = [], accountNames = [] } = found.get(key) ?? {};
      if (accountIds.includes(account.accountId)) continue;
      found.set(key, {
        kind,
        date,
        accountIds: [...accountIds, account.accountId],
        accountNames: [...accountNames, account.accountName],
      });
    }
  }
  return inOrder([...found.values()]);
}

const toRank = ({ date, kind }: OneDate): string => `${date} ${String(DATE_KINDS.indexOf(kind)).padStart(2, '0')}`;

/** Returns the first {@link LISTED_DATES} dates in order. */
const inOrder = (dates: readonly NextDate[]): NextDate[] =>
  dates.toSorted((a, b) => (toRank(a) < toRank(b) ? -1 : 1)).slice(0, LISTED_DATES);

/** An application as it matters for dates. */
type DatedApplication = Pick<Application, 'kind' | 'status' | 'next'>;

/** Returns the next dates with those of applications in process: the last day for a document, or that of the decision. */
export function withApplications(dates: readonly NextDate[], applications: readonly DatedApplication[]): NextDate[] {
  const own = applications.filter(isUndecided).flatMap(({ kind, next }): NextDate[] => {
    if (next?.event !== 'documentDue' && next?.event !== 'decided') return [];
    const what = next.event === 'decided' ? 'decision' : 'documentDue';
    return [{ kind: what, date: next.date, accountIds: [], accountNames: [applicationKindNames[kind]] }];
  });
  return inOrder([...dates, ...own]);
}

/** A reminder of a payment or a draft. */
export interface Reminder {
  readonly alert: Extract<Alert, 'paymentDue' | 'draftComing'>;
  readonly date: PlainDate;
}

/**
 * Returns the reminders for the next {@link LEAD_DAYS} days: of bills that payments under way and auto debit do not cover,
 * and of drafts. Events of the same day share one.
 */
export function remindersOn(events: readonly ComingEvent[], today: PlainDate): Reminder[] {
  const found = new Map<string, Reminder>();
  for (const event of events) {
    if (event.kind !== 'bill' && event.kind !== 'draft') continue;
    if (event.kind === 'bill' ? !isToPay(event) : event.amount === 0) continue;
    const reminder: Reminder = { alert: event.kind === 'bill' ? 'paymentDue' : 'draftComing', date: event.day };
    if (daysBetween(today, event.day) <= LEAD_DAYS) found.set(`${reminder.alert} ${reminder.date}`, reminder);
  }
  return [...found.values()];
}
