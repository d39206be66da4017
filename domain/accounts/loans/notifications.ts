/** Reminders on the accounts: recertify income in time, and resume payments. */
import { type AccountNames, groupName } from '../../account-name.ts';
import { type PlainDate, addDays, daysBetween, formatUsDate } from '../../calendar.ts';
import { startAgainText, throughText } from '../../pause-end.ts';
import type { Notification } from './shapes.ts';

/** The facts of a group on which notifications depend. */
export interface NotifiedGroup {
  readonly account: AccountNames;
  readonly groupId: string;
  readonly recertifyBy: PlainDate | null;
  readonly postponedThrough: PlainDate | null;
}

/** The number of days before a date from which the reminder is shown. */
const RECERTIFICATION_DAYS = 90;
const RESTART_DAYS = 60;

const isWithin = (date: PlainDate, days: number, today: PlainDate): boolean => {
  const ahead = daysBetween(today, date);
  return ahead >= 0 && ahead <= days;
};

/** Returns the notifications, the earliest date first. */
export function accountNotifications(groups: readonly NotifiedGroup[], today: PlainDate): readonly Notification[] {
  const told: { readonly date: PlainDate; readonly notification: Notification }[] = [];
  for (const { account, groupId, recertifyBy, postponedThrough } of groups) {
    const name = groupName(account, groupId);
    if (recertifyBy !== null && isWithin(recertifyBy, RECERTIFICATION_DAYS, today)) {
      const date = formatUsDate(recertifyBy);
      const message = `Send us proof of your income by ${date} to keep your income-driven payment on ${name}.`;
      const headline = `Recertify your income by ${date}`;
      told.push({ date: recertifyBy, notification: { headline, message, type: 'warning' } });
    }
    if (postponedThrough !== null && isWithin(postponedThrough, RESTART_DAYS - 1, today)) {
      const restart = addDays(postponedThrough, 1);
      const message = `Your payments on ${name} are postponed ${throughText(postponedThrough)}.`;
      const headline = `Your ${startAgainText(restart)}`;
      told.push({ date: restart, notification: { headline, message, type: 'info' } });
    }
  }
  return told
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(({ notification }) => notification);
}
