/** Handlers for the facts that decide which pages a person may open (P §5.1). */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { access } from '#domain/session/access/calls.ts';
import { READ_ACTIONS } from '#domain/session/access/shapes.ts';
import { areAllInDefault } from '#domain/loan-default.ts';
import { isVeryDelinquent, mayChangePlan, paidInFull } from '#domain/session/access/rules.ts';
import { sumCents } from '#domain/money.ts';
import {
  areFarFromRepayment,
  areInSchoolOrGrace,
  dueForEntry,
  postponementEligibility,
} from '#domain/repayment/postponement/coverage.ts';
import { inProcessFlags, isPostponement } from '#domain/repayment/postponement/rules.ts';
import { guideKinds } from '#domain/repayment/postponement/guides.ts';
import type { ApplicationKind } from '#domain/applications/shapes.ts';
import type { Database } from '../../db/database.ts';
import { preparedOnce } from '../../db/prepared.ts';
import { borrowers, pendingActions } from '../../db/schema/index.ts';
import { selectKindsInProcess } from '../portfolio/applications-in-process.ts';
import { selectUnread } from '../messages/inbox.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';
import { isIneligibleForIdrIn } from '../portfolio/plan-loans.ts';
import { readCoverageInput } from '../portfolio/coverage.ts';
import { portfolioIn } from '../portfolio/portfolio.ts';
import { type Handler, type Scope, toActor } from '../scope.ts';

const selectPending = (db: Database) =>
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
    .orderBy(asc(pendingActions.position), asc(pendingActions.action));

const pending = preparedOnce((db) => selectPending(db).prepare(''));

/** Returns the pending actions of the signed-in person, in order. */
async function readActions({ db, borrowerKey, webAccountId }: Scope): Promise<string[]> {
  const rows = await pending(db).execute({ borrowerKey, webAccountId });
  return rows.map(({ action }) => action);
}

const state = preparedOnce((db) =>
  db
    .select({
      borrowerActions: sql<string[]>`array(${selectPending(db)})`,
      kinds: sql<ApplicationKind[]>`array(${selectKindsInProcess(db)})`,
      unreadMessages: sql`(${selectUnread(db)})`.mapWith(Number),
    })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, sql.placeholder('borrowerKey')))
    .prepare(''),
);

/** Returns the borrower's pending actions, applications in process and number of unread messages, in one query. */
async function readState({ db, borrowerKey, webAccountId }: Scope) {
  const [found] = await state(db).execute({ borrowerKey, webAccountId });
  if (found === undefined) throw new Error('The web account has no borrower');
  return found;
}

/** Facts derived from the loans alone. */
const readLoanAccess = cachedPerLoansVersion(async (scope) => {
  const { today } = scope;
  const { accounts, borrower } = await portfolioIn(scope);
  const coverage = await readCoverageInput(scope);
  const groups = accounts.flatMap((account) => account.groups);
  return {
    ofEverybody: {
      isVeryDelinquent: groups.some(({ daysPastDue }) => isVeryDelinquent(daysPastDue)),
      hasFederalAccount: accounts.some(({ kind }) => kind === 'federal'),
      totalDue: sumCents(coverage.groups.map((group) => dueForEntry(group, today))),
    },
    ofBorrowers: {
      borrowerType: borrower.borrowerType,
      isEligible: mayChangePlan(coverage.groups),
      isInDefault: areAllInDefault(coverage.groups),
      paidInFull: paidInFull(accounts),
      isInSchoolOrGrace: areInSchoolOrGrace(coverage.groups, today),
      isFarFromRepayment: areFarFromRepayment(coverage.groups, today),
      ineligibleForIdr: await isIneligibleForIdrIn(scope),
      postponements: Object.fromEntries(
        guideKinds.postpone.flatMap((kind) =>
          isPostponement(kind) ? [[kind, postponementEligibility(kind, coverage)]] : [],
        ),
      ),
    },
  };
});

/**
 * Returns the access facts. Authorized payers do not receive facts about postponements, plans and messages, because those
 * pages are not open to them.
 */
export const readAccess: Handler<typeof access.facts> = async (scope) => {
  const { ofEverybody, ofBorrowers } = await readLoanAccess(scope);
  if (scope.person.role === 'payer') return { ...ofEverybody, borrowerActions: await readActions(scope) };
  const { borrowerActions, kinds, unreadMessages } = await readState(scope);
  return {
    ...ofEverybody,
    ...ofBorrowers,
    ...inProcessFlags(kinds),
    borrowerActions,
    unreadMessages,
  };
};

/** Marks a pending action of the signed-in person as done. Does nothing if it is done already. */
export async function markDone(scope: Scope, action: string): Promise<void> {
  const { db, borrowerKey, webAccountId, now } = scope;
  await db
    .update(pendingActions)
    .set({ doneAt: now, ...toActor(scope) })
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
  return { borrowerActions: await readActions(scope) };
};
