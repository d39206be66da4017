/** The coming events of accounts. */
import { type PlainDate, addMonths, findLatest } from '#domain/calendar.ts';
import { toDraftDay, toLastChangeDay } from '#domain/timeline/draft-days.ts';
import { type Agreements, type ComingDraft, type ComingEvent, projectTimeline } from '#domain/timeline/timeline.ts';
import type { AccountOnDay } from './portfolio.ts';

/** How far events are announced, in months. The later horizons are for accounts without a payment in the first. */
const HORIZONS = [3, 18, 120] as const;

/** Returns the coming events of an account through a day. `agreements` can differ from those of the account. */
export const comingThrough = (
  { groups, agreements: own }: Pick<AccountOnDay, 'groups' | 'agreements'>,
  days: { readonly today: PlainDate; readonly through: PlainDate },
  agreements: Agreements = own,
): readonly ComingEvent[] =>
  projectTimeline(
    groups.map(({ held }) => held),
    agreements,
    days,
  ).events;

/** Returns the coming events of an account, at least through the next payment of each group that owes something. */
export function comingOn(account: AccountOnDay, today: PlainDate): readonly ComingEvent[] {
  const owing = account.groups.filter(({ held }) => held.nextDue !== null).map(({ groupId }) => groupId);
  let events: readonly ComingEvent[] = [];
  for (const months of HORIZONS) {
    events = comingThrough(account, { today, through: addMonths(today, months) });
    const bills = events.filter((event) => event.kind === 'bill').filter(({ left, drawn }) => left > 0 || drawn > 0);
    if (owing.every((groupId) => bills.some((bill) => bill.groupId === groupId))) return events;
  }
  return events;
}

/**
 * Returns the next draft of an account under its agreements, or under others, and the drafts before it in which nothing is
 * drawn. The next one is null if nothing will be drawn; then `paidInFullOn` is the day on which payments under way pay the
 * account in full, or null if there is another reason.
 */
export function nextDraftsOn(account: AccountOnDay, today: PlainDate, agreements?: Agreements) {
  const owing = account.groups.filter(({ held }) => held.nextDue !== null).length;
  let empty: readonly ComingDraft[] | undefined;
  let paidInFullOn: PlainDate | null = null;
  for (const months of HORIZONS) {
    const events = comingThrough(account, { today, through: addMonths(today, months) }, agreements);
    const drafts = events.filter((event) => event.kind === 'draft');
    const next = drafts.find(({ amount }) => amount > 0) ?? null;
    // Those of the first horizon: bills of 0.00 can continue for years.
    empty ??= drafts.filter(({ amount, day }) => amount === 0 && (next === null || day < next.day));
    if (next !== null) return { next, empty, paidInFullOn: null };
    const paid = events.filter((event) => event.kind === 'paidInFull');
    if (paid.length === owing) paidInFullOn ??= findLatest(paid.map(({ day }) => day));
  }
  return { next: null, empty: empty ?? [], paidInFullOn };
}

/** Returns the next draft of an account as pages announce it; null without auto debit. */
export function announcedDraft(account: AccountOnDay, today: PlainDate) {
  const next = account.agreements.autoDebit === null ? null : nextDraftsOn(account, today).next;
  return next && sentDraft(next);
}

/** Returns a draft as it is sent. The amounts of a second attempt were fixed before the first one. */
export const sentDraft = ({ day: draftDate, dueDate, amount }: ComingDraft) => ({
  draftDate,
  dueDate,
  amount,
  lastChangeDate: toLastChangeDay(toDraftDay(dueDate)),
});
