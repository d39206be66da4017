/** Answers what decides who may open which page (P §5.1). */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { access } from '#domain/access/calls.ts';
import { READ_ACTIONS } from '#domain/access/shapes.ts';
import { hardshipEligibility } from '#domain/postponement/hardship.ts';
import { isVeryDelinquent } from '#domain/access/rules.ts';
import { pastDueSince } from '#domain/accounts/billing.ts';
import { dollarsFromCents, sumCents } from '#domain/money.ts';
import { areInSchoolOrGrace } from '#domain/postponement/coverage.ts';
import { inProcessFlags } from '#domain/postponement/rules.ts';
import { preparedOnce } from '../db/prepared.ts';
import { pendingActions } from '../db/schema.ts';
import { kindsInProcess } from './applications.ts';
import { unreadFor } from './inbox.ts';
import { coverageFactsIn } from './postponable.ts';
import { holdingsIn, portfolioIn } from './portfolio.ts';
import { type Handler, type Scope, actorOf } from './scope.ts';

const pending = preparedOnce((db) =>
  db
    .select({ action: pendingActions.action })
    .from(pendingActions)
    .where(
      and(
        eq(pendingActions.borrowerKey, sql.placeholder('borrowerKey')),
        eq(pendingActions.webAccountId, sql.placeholder('webAccountId')),
        isNull(pendingActions.doneAt),
      ),
    )
    .orderBy(asc(pendingActions.position), asc(pendingActions.action))
    .prepare(''),
);

/** The actions that the person at the keyboard has not done yet, in their order. */
async function actionsOf({ db, borrowerKey, webAccountId }: Scope): Promise<string[]> {
  const rows = await pending(db).execute({ borrowerKey, webAccountId });
  return rows.map(({ action }) => action);
}

/**
 * What decides on postponements and plans; a payer, who may open none of their pages, is told nothing of it. Eligible for
 * another plan is whoever owes anything on a federal account.
 */
async function postponementFacts(scope: Scope) {
  if (scope.person.role === 'payer') return {};
  const [facts, { borrower }, kinds] = await Promise.all([
    coverageFactsIn(scope),
    holdingsIn(scope),
    kindsInProcess(scope),
  ]);
  const { groups, today } = facts;
  const flags = inProcessFlags(kinds);
  return {
    borrowerType: borrower.borrowerType,
    isEligible: groups.some(({ isFederal, payoff }) => isFederal && payoff > 0),
    isInSchoolOrGrace: areInSchoolOrGrace(groups, today),
    ...flags,
    forbearanceHardshipSummary: { ...flags.forbearanceHardshipSummary, ...hardshipEligibility(facts) },
  };
}

export const accessFacts: Handler<typeof access.facts> = async (scope) => {
  const { today } = scope;
  const { accounts } = await portfolioIn(scope);
  const groups = accounts.flatMap((account) => account.groups);
  const [borrowerActions, more, unreadMessages] = await Promise.all([
    actionsOf(scope),
    postponementFacts(scope),
    unreadFor(scope),
  ]);
  return {
    isVeryDelinquent: groups.some(({ bill }) => isVeryDelinquent(pastDueSince(bill), today)),
    borrowerActions,
    hasFederalAccount: accounts.some(({ kind }) => kind === 'federal'),
    totalDue: dollarsFromCents(sumCents(groups.map(({ due }) => due.totalDue))),
    ...more,
    ...(unreadMessages !== undefined && { unreadMessages }),
  };
};

/** Marks an action as done: the person's own, and only one that is pending. Again, it changes nothing. */
export async function markDone(scope: Scope, action: string): Promise<void> {
  const { db, borrowerKey, webAccountId, now } = scope;
  await db
    .update(pendingActions)
    .set({ doneAt: now, ...actorOf(scope) })
    .where(
      and(
        eq(pendingActions.borrowerKey, borrowerKey),
        eq(pendingActions.webAccountId, webAccountId),
        eq(pendingActions.action, action),
        isNull(pendingActions.doneAt),
      ),
    );
}

export const completeAction: Handler<typeof access.completeAction> = async (scope, { body }) => {
  if (READ_ACTIONS.includes(body.action)) await markDone(scope, body.action);
  return { borrowerActions: await actionsOf(scope) };
};
