/** Auto debit of a borrower's accounts: its terms, the next draft, and its changes (Y §2.2; rulings 52 and 76). */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { findPause } from '#domain/accounts/rules.ts';
import { reducedSince, reductionOn } from '#domain/accounts/auto-debit-rate.ts';
import { autoDebit } from '#domain/payments/auto-debit/calls.ts';
import { autoDebitMessages } from '#domain/payments/auto-debit/messages.ts';
import { autoDebitSchema } from '#domain/payments/auto-debit/rules.ts';
import type { AutoDebitChange } from '#domain/payments/auto-debit/shapes.ts';
import type { CallSent } from '#domain/call.ts';
import { type PlainDate, addDays, findEarliest, later } from '#domain/calendar.ts';
import { findProblems } from '#domain/issue.ts';
import { type Cents, ZERO, formatTyped, roundToCents, sumCents } from '#domain/money.ts';
import { RETURNED } from '#domain/payments/payment-types.ts';
import { toRetryDay } from '#domain/timeline/draft-days.ts';
import { draftTotal, isEnrolled } from '#domain/timeline/drafts.ts';
import type { Agreements, ComingDraft } from '#domain/timeline/timeline.ts';
import {
  autoDebitChanges,
  autoDebitDrafts,
  autoDebits,
  paymentHistory,
  paymentMethods,
} from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { type AccountAgreements, type PendingRow, isDraft } from '../portfolio/agreements.ts';
import { type ChangeRow, readChanges, changesOfAccount, toDraftChange } from '../portfolio/auto-debit-changes.ts';
import { groupsAtAutoDebitRates, storeIsOn } from './auto-debit-state.ts';
import { nextActionOn } from './auto-debit-drafts.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import { drawnOnName } from './banks.ts';
import { isMethod, methodsFor } from './methods.ts';
import { nextDraftsOn, sentDraft } from '../portfolio/coming.ts';
import { ofAccount } from '../portfolio/groups.ts';
import { addChangeNotice } from '../messages/letters.ts';
import { byAccount, groupBy } from '../group-by.ts';
import {
  type AccountOnDay,
  type Portfolio,
  toGroupInput,
  readHoldings,
  portfolioIn,
  portfolioOn,
} from '../portfolio/portfolio.ts';
import { recordEvent } from '../../security-events.ts';
import { type Handler, type Scope, toActor, toEventData, refusedFields } from '../scope.ts';
import { type Own, ownRows } from '../own-rows.ts';
import { Submissions, toChangeDecision } from '../submissions.ts';

type SentAccount = CallSent<typeof autoDebit.read>['accounts'][number];

/** The submissions of this call, and their outcomes. */
export const autoDebitSubmissions = new Submissions({
  submit: autoDebit.change,
  settle: autoDebit.settle,
  noun: 'change',
});

/** Returns the monthly saving from the lower rate on these loans, at today's principal. */
function monthlyReduction(account: AccountOnDay, enrolledOn: PlainDate, today: PlainDate): Cents {
  const yearly = account.groups
    .flatMap(({ held }) => (held.reducible === null ? [] : held.loans))
    .reduce((sum, loan) => sum + BigInt(loan.principal) * BigInt(reductionOn(loan, { enrolledOn, day: today })), 0n);
  return roundToCents(yearly, 100_000n * 12n);
}

/** Returns payments under way, one for each submission, the earliest first. */
function together(rows: readonly PendingRow[]) {
  return groupBy(rows, ({ paymentId }) => paymentId).map((parts) => ({
    effectiveDate: parts[0].effectiveDate,
    amount: sumCents(parts.map(({ amount }) => amount)),
  }));
}

/** Returns the due date through which nothing is drafted if an account is enrolled on `today`, based on earlier drafts. */
const draftedBefore = (
  today: PlainDate,
  former: { readonly draftedThrough: PlainDate } | null | undefined,
): PlainDate => later(addDays(today, -1), former?.draftedThrough ?? addDays(today, -1));

/** Returns the agreements of an account as if the borrower enrolled it on `today`. */
const enrolledToday = ({ autoDebit: former, ...agreements }: AccountAgreements, today: PlainDate): Agreements => ({
  ...agreements,
  autoDebit: {
    fixed: former?.fixed ?? [],
    draftedThrough: draftedBefore(today, former),
    changes: [{ changedOn: today, isImmediate: false, terms: { profileId: '', extraAmount: ZERO } }],
  },
});

/** Returns the agreements without the second attempts of refused drafts, which neither a stop nor a change affects. */
const firstAttempts = ({ autoDebit: own, ...agreements }: AccountAgreements): Agreements => ({
  ...agreements,
  autoDebit: own && { ...own, fixed: own.fixed.filter(({ isSecondAttempt }) => !isSecondAttempt) },
});

/** Returns the last day of a pause of all groups that owe something; null if one of them has payments due. */
function restsThrough({ kind, groups }: AccountOnDay, today: PlainDate): PlainDate | null {
  const lastDays = groups
    .filter(({ dueDate }) => dueDate !== null)
    .map((group) => findPause(toGroupInput(kind, group), today)?.lastDay ?? null);
  return lastDays.includes(null) ? null : findEarliest(lastDays);
}

/** A failed draft in the payment history, with the amount of all its parts. */
type FailedRow = typeof paymentHistory.$inferSelect;

/** Reads the failed drafts of a borrower, the newest first. A payment that was never posted is a refused draft. */
function readFailedDrafts(own: Own): Promise<FailedRow[]> {
  const h = paymentHistory;
  const isDrafted = or(isNull(h.postedOn), isNotNull(h.billDueDate), eq(h.isExtra, true));
  const isFailed = and(eq(h.description, RETURNED), isNull(h.partOf), isNotNull(h.drawnOn), isDrafted);
  return ownRows(own, h, isFailed, desc(h.effectiveDate));
}

/** Returns the last failed draft of an account; null if there is none, or if it has no further consequences. */
function findFailed({ agreements, groups }: AccountOnDay, rows: readonly FailedRow[], isSuspended: boolean) {
  const [last] = rows;
  const drawnOn = last && seals.paymentHistory.open(last).drawnOn;
  if (last === undefined || drawnOn == null) return null;
  const { effectiveDate: draftDate, amount, otherParts, postedOn } = last;
  const again = agreements.autoDebit?.fixed.find(({ isSecondAttempt }) => isSecondAttempt);
  const isPastDue = groups.some(({ pastDueSince }) => pastDueSince !== null && pastDueSince <= draftDate);
  if (again === undefined && !isPastDue && !isSuspended) return null;
  const isSecond = rows.some(({ effectiveDate }) => toRetryDay(effectiveDate) === draftDate);
  return {
    draftDate,
    amount: sumCents([amount, otherParts]),
    paymentMethod: drawnOnName(drawnOn),
    kind: postedOn !== null ? ('returned' as const) : isSecond ? ('refusedAgain' as const) : ('refused' as const),
    retry: again === undefined ? null : { effectiveDate: again.drawnOn, amount: draftTotal(again.parts) },
    isPastDue,
  };
}

/** Returns auto debit of an account with its changes (`made`), the oldest first, and its failed drafts. */
function toAccount(
  account: AccountOnDay,
  { made, failed }: { readonly made: readonly ChangeRow[]; readonly failed: readonly FailedRow[] },
  today: PlainDate,
): SentAccount {
  const { agreements } = account;
  const last = made.at(-1);
  const terms = last === undefined ? null : toDraftChange(last).terms;
  const owing = account.groups.filter(({ dueDate }) => dueDate !== null);
  const { fixed: waiting = [] } = agreements.autoDebit ?? {};
  const isGoingOn = terms !== null || waiting.length > 0;
  const drafts = nextDraftsOn(account, today, isGoingOn ? firstAttempts(agreements) : enrolledToday(agreements, today));
  const { next } = drafts;
  const manual = agreements.payments.filter(
    (payment) => !isDraft(payment) && next !== null && payment.effectiveDate <= next.day,
  );
  const [started] = together(agreements.payments.filter(isDraft));
  const [fixed] = waiting;
  const enrolledOn = terms === null ? today : (made.findLast(({ kind }) => kind === 'enrolled')?.changedOn ?? today);
  return {
    ...account,
    status: terms !== null ? 'on' : last?.kind === 'suspended' ? 'suspended' : 'off',
    profileId: terms?.profileId ?? null,
    extraAmount: terms?.extraAmount ?? ZERO,
    dueDays: [...new Set(owing.map(({ held }) => held.dueDay))].toSorted((a, b) => a - b),
    next: next && sentDraft(next),
    failed: findFailed(account, failed, last?.kind === 'suspended'),
    underWay: started ?? (fixed ? { effectiveDate: fixed.drawnOn, amount: draftTotal(fixed.parts) } : null),
    monthlyReduction: monthlyReduction(account, enrolledOn, today),
    emptyDrafts: drafts.empty.map(({ day, dueDate }) => ({ draftDate: day, dueDate })),
    paidInFullOn: drafts.paidInFullOn,
    restsThrough: restsThrough(account, today),
    reducedSince: findEarliest(account.groups.flatMap(({ held }) => held.loans.map(reducedSince))),
    sameBill: together(manual),
    history: made.toReversed().map((change) => ({
      ...change,
      by: change.actorIsImpersonator === false ? ('borrower' as const) : ('servicer' as const),
    })),
  };
}

/** Returns the next draft of each account with auto debit, if nothing is paid or changed before. */
export const listNextDrafts = ({ accounts, day }: Pick<Portfolio, 'accounts' | 'day'>): ComingDraft[] =>
  accounts
    .filter((account) => account.autoDebit && account.agreements.autoDebit !== null)
    .flatMap((account) => nextDraftsOn(account, day).next ?? []);

export const readAutoDebit: Handler<typeof autoDebit.read> = async (scope) => {
  const { today } = scope;
  const { accounts } = await portfolioIn(scope);
  const made = byAccount(await readChanges(scope));
  const failed = byAccount(made.size === 0 ? [] : await readFailedDrafts(scope));
  return {
    accounts: accounts.map((account) => {
      const stored = { made: made.get(account.accountId) ?? [], failed: failed.get(account.accountId) ?? [] };
      return toAccount(account, stored, today);
    }),
    methods: await methodsFor(scope),
  };
};

/** Throws 422 with the invalid fields if the rules of the form refuse an enrollment. */
function refuseInvalid(
  { profileId, extraAmount, terms }: Extract<AutoDebitChange, { change: 'enroll' }>,
  facts: Parameters<typeof autoDebitSchema>[0],
): void {
  const values = { profileId, extraAmount: formatTyped(extraAmount), terms };
  const problems = findProblems(autoDebitSchema(facts), values);
  if (problems.length > 0) throw refusedFields("Auto debit wasn't changed.", problems, autoDebitMessages);
}

/** Requires the password before auto debit draws from a bank account that was saved without it, in Make a Payment. */
async function confirmMethod(scope: Scope, profileId: string): Promise<void> {
  const { db, borrowerKey } = scope;
  const isNew = and(isMethod(borrowerKey, profileId), eq(paymentMethods.isConfirmed, false));
  if ((await db.$count(paymentMethods, isNew)) === 0) return;
  await requireConfirmation(scope);
  await db.update(paymentMethods).set({ isConfirmed: true }).where(isNew);
}

/** Makes a change. Returns its id, or null if it is no longer possible. */
async function make(scope: Scope, change: AutoDebitChange): Promise<string | null> {
  const { db, borrowerKey, today, now } = scope;
  await lockBorrower(db, borrowerKey);
  const { accountId } = change;
  const { accounts } = portfolioOn(await readHoldings(db, borrowerKey), today);
  const account = accounts.find((each) => each.accountId === accountId);
  if (account === undefined) return null;
  const made = await changesOfAccount(db, { borrowerKey, accountId });
  const wasOn = isEnrolled(made.map(toDraftChange));
  if (change.change === 'stop' && !wasOn) return null;

  const changeId = randomUUID();
  const common = { borrowerKey, changeId, accountId, changedOn: today, changedAt: now, ...toActor(scope) };
  if (change.change === 'stop') {
    await db.insert(autoDebitChanges).values({ ...common, kind: 'stopped', extraAmount: ZERO });
    await groupsAtAutoDebitRates(scope, [accountId]);
    await addChangeNotice(scope, 'autoDebitOff');
  } else {
    const methods = await methodsFor(scope);
    refuseInvalid(change, { profileIds: methods.map(({ profileId }) => profileId), payoff: account.payoff });
    if (account.payoff === 0) return null;
    const method = methods.find(({ profileId }) => profileId === change.profileId);
    if (method === undefined) throw new Error('A valid payment method was not saved');
    const { profileId, bankName, accountNumber } = method;
    await confirmMethod(scope, profileId);
    await db.insert(autoDebitChanges).values({
      ...common,
      kind: wasOn ? 'changed' : 'enrolled',
      profileId,
      paymentMethod: `${bankName} ${accountNumber}`,
      extraAmount: change.extraAmount,
    });
    await schedule(scope, account);
    await addChangeNotice(scope, wasOn ? 'autoDebitChanged' : 'autoDebitOn');
  }
  await storeIsOn(db, borrowerKey, accountId, change.change === 'enroll');
  return changeId;
}

/** Sets the day of the first draft after an enrollment, unless drafts are scheduled already. */
async function schedule({ db, borrowerKey, today }: Scope, { accountId, groups }: AccountOnDay): Promise<void> {
  const isOwn = ofAccount(autoDebits, { borrowerKey, accountId });
  const [known] = await db.select().from(autoDebits).where(isOwn);
  if (known !== undefined && known.actionOn !== null) return;
  const draftedThrough = draftedBefore(today, known);
  const actionOn = nextActionOn(
    groups.map(({ held }) => held),
    draftedThrough,
  );
  const set = { draftedThrough, actionOn };
  await db
    .insert(autoDebits)
    .values({ borrowerKey, accountId, ...set })
    .onConflictDoUpdate({ target: [autoDebits.borrowerKey, autoDebits.accountId], set });
}

/** Enrolls an account, changes its terms or stops auto debit, once. */
export const changeAutoDebit: Handler<typeof autoDebit.change> = (scope, { idempotencyKey, body }) =>
  autoDebitSubmissions.submitOnce(scope, { idempotencyKey, body }, async (within) => {
    const id = await make(within, body);
    if (id !== null) await recordEvent(within.db, { kind: 'autoDebitChanged', ...toEventData(scope) });
    return toChangeDecision(body, id);
  });

/** Returns the saved bank accounts that auto debit uses, with the loan accounts that use each. */
export async function methodsInUse(own: Own) {
  const made = byAccount(await readChanges(own));
  const d = autoDebitDrafts;
  const fixed = await ownRows(own, d, isNotNull(d.actionOn));
  const used = new Map<string, Set<string>>();
  const add = (profileId: string | null, accountId: string) => {
    if (profileId !== null) used.set(profileId, (used.get(profileId) ?? new Set()).add(accountId));
  };
  for (const [accountId, changes] of made) add(changes.at(-1)?.profileId ?? null, accountId);
  // A draft that is fixed keeps the terms from before a change.
  for (const { profileId, accountId } of fixed) add(profileId, accountId);
  return used;
}
