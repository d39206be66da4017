/** The deferments and forbearances that are active on an account, with the first payment after each. */
import { findPause } from '#domain/accounts/rules.ts';
import type { CallSent } from '#domain/call.ts';
import type { accounts as accountCalls } from '#domain/accounts/calls.ts';
import { type PlainDate, findEarliest } from '#domain/calendar.ts';
import { sumCents } from '#domain/money.ts';
import { byKey } from '../group-by.ts';
import { type AccountOnDay, toGroupInput } from '../portfolio/portfolio.ts';

type SentPauses = NonNullable<CallSent<typeof accountCalls.list>['federalAccounts'][number]['pauses']>;

/** Returns the active pauses of an account, the earliest last day first. */
export function listActivePauses(account: AccountOnDay, today: PlainDate): SentPauses {
  const paused = account.groups.flatMap((group) => {
    const pause = findPause(toGroupInput(account.kind, group), today);
    return pause === null ? [] : [{ group, status: pause.code, lastDay: pause.lastDay }];
  });
  return [...byKey(paused, ({ status, lastDay }) => `${lastDay} ${status}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => {
      const [first] = same;
      if (first === undefined) return [];
      const date = findEarliest(same.map(({ group }) => group.dueDate));
      const next = same.filter(({ group }) => group.dueDate === date);
      const amount = sumCents(next.map(({ group }) => group.due.next));
      const firstPayment = date === null ? null : { date, amount };
      return [{ status: first.status, lastDay: first.lastDay, firstPayment }];
    });
}
