/** The deferments and forbearances that are active on an account, with the first payment after each. */
import { type GrantedPause, endPause } from '#domain/accounts/pauses.ts';
import { groupStatus } from '#domain/accounts/rules.ts';
import type { CallSent } from '#domain/call.ts';
import type { accounts as accountCalls } from '#domain/accounts/calls.ts';
import { type PlainDate, addDays, earliestOf } from '#domain/calendar.ts';
import { type Cents, dollarsFromCents, minCents, sumCents } from '#domain/money.ts';
import { isOwnedByEducation } from '#domain/postponement/coverage.ts';
import { wholeOf } from '#domain/accounts/ledger.ts';
import { groupFactsOf } from './group-facts.ts';
import { type AccountOnDay, type GroupOnDay, type HeldGroup, type HeldLoan, byKey } from './portfolio.ts';

type SentPauses = NonNullable<CallSent<typeof accountCalls.list>['federalAccounts'][number]['pauses']>;

/** Returns the pause of a group as it was granted; undefined if its start or its kind is unknown. */
function grantedPause({
  postponedBy: kind,
  postponedFrom: start,
  postponedThrough,
}: HeldGroup): GrantedPause | undefined {
  if (kind === null || start === null || postponedThrough === null) return undefined;
  return { kind, start, end: addDays(postponedThrough, 1) };
}

/** Returns the payment after the pause, with the interest that it capitalizes if nothing is paid before. */
function paymentAfter({ accountNumber }: AccountOnDay, { held, due, owed }: GroupOnDay): Cents {
  const pause = grantedPause(held);
  if (pause === undefined) return due.next;
  const { group } = endPause<HeldLoan, HeldGroup>(held, pause, { isFfelp: !isOwnedByEducation({ accountNumber }) });
  return minCents(group.monthlyPayment, wholeOf(owed));
}

/** Returns the active pauses of an account, the earliest last day first. */
export function activePausesOf(account: AccountOnDay, today: PlainDate): SentPauses {
  const paused = account.groups.flatMap((group) => {
    const status = groupStatus(groupFactsOf(account.kind, group), today);
    return 'until' in status ? [{ group, status: status.code, lastDay: addDays(status.until, -1) }] : [];
  });
  return [...byKey(paused, ({ status, lastDay }) => `${lastDay} ${status}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => {
      const [first] = same;
      if (first === undefined) return [];
      const date = earliestOf(same.map(({ group }) => group.bill.paymentDueDate));
      const next = same.filter(({ group }) => group.bill.paymentDueDate === date);
      const amount = sumCents(next.map(({ group }) => paymentAfter(account, group)));
      const firstPayment = date === null ? null : { date, amount: dollarsFromCents(amount) };
      return [{ status: first.status, lastDay: first.lastDay, firstPayment }];
    });
}
