/** Auto debit of a borrower's accounts: its terms, the next draft, and its changes (Y §2.2; rulings 52 and 76). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import {
  type DraftTerms,
  type NextDraft,
  draftDayOf,
  draftTotal,
  lastChangeDayOf,
  nextDraft,
  retryFor,
  termsOn,
} from '#domain/accounts/drafts.ts';
import { reducedSince, reductionOn } from '#domain/accounts/auto-debit-rate.ts';
import { autoDebit } from '#domain/payments/auto-debit/calls.ts';
import { autoDebitMessages } from '#domain/payments/auto-debit/messages.ts';
import { autoDebitSchema } from '#domain/payments/auto-debit/rules.ts';
import type { AutoDebitChange } from '#domain/payments/auto-debit/shapes.ts';
import type { CallSent } from '#domain/call.ts';
import { type PlainDate, addDays, earliestOf } from '#domain/calendar.ts';
import { messageOf, problemsOf } from '#domain/issue.ts';
import { type Cents, ZERO, formatTyped, roundToCents, sumCents } from '#domain/money.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { isDirect } from '#domain/repayment/postponement/coverage.ts';
import type { Database } from '../../db/database.ts';
import { autoDebitChanges, autoDebits, scheduledPayments } from '../../db/schema/index.ts';
import { changesOf, draftChangeOf, isOn, storeIsOn } from './auto-debit-changes.ts';
import { nextActionOn } from './auto-debit-drafts.ts';
import { groupsAtAutoDebitRates } from './auto-debit-rates.ts';
import { newConfirmationNumber } from '../confirmation-number.ts';
import { lockBorrower } from '../lock-borrower.ts';
import { methodsFor } from './methods.ts';
import { type GroupRow } from '../accounts/groups.ts';
import { byKey } from '../group-by.ts';
import { type AccountOnDay, type GroupOnDay, holdingsOf, portfolioOn } from '../accounts/portfolio.ts';
import { type Handler, type Scope, ServiceProblem, actorOf } from '../scope.ts';
import { Submissions } from '../submissions.ts';

type SentAccount = CallSent<typeof autoDebit.read>['accounts'][number];
type ChangeRow = typeof autoDebitChanges.$inferSelect;

const changes = new Submissions({ submit: autoDebit.change, settle: autoDebit.settle, noun: 'change' });

type Progress = typeof autoDebits.$inferSelect;

/** Returns the progress of auto debit by account id. */
async function progressOf(db: Database, borrowerKey: string): Promise<ReadonlyMap<string, Progress>> {
  const rows = await db.select().from(autoDebits).where(eq(autoDebits.borrowerKey, borrowerKey));
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** Returns the second attempt of a refused draft, which neither a stop nor a change affects. Null if there is none. */
function retryOf({ refused, actionOn }: Progress, groups: readonly GroupRow[]): NextDraft | null {
  if (refused === null || actionOn === null) return null;
  const amount = draftTotal(retryFor(refused.parts, groups, refused.dueDate, actionOn));
  return amount > 0 ? { dueDate: refused.dueDate, draftDay: actionOn, amount } : null;
}

interface AccountFacts {
  readonly today: PlainDate;
  /** Undefined if the account never had auto debit. */
  readonly progress: Progress | undefined;
  /** The changes of the account, the oldest first. */
  readonly made: readonly ChangeRow[];
  readonly payments: readonly (typeof scheduledPayments.$inferSelect)[];
}

/** Returns the groups of an account whose rates auto debit lowers: those of Direct loans. */
const reducibleGroups = ({ kind, loanType: accountLoanType, groups }: AccountOnDay): GroupOnDay[] =>
  kind === 'federal' ? groups.filter(({ loanType }) => isDirect({ loanType, accountLoanType })) : [];

/** Returns the monthly saving from the lower rate on these loans, at today's principal. */
function monthlyReduction(account: AccountOnDay, enrolledOn: PlainDate, today: PlainDate): Cents {
  const yearly = reducibleGroups(account)
    .flatMap(({ held }) => held.loans)
    .reduce((sum, loan) => sum + BigInt(loan.principal) * BigInt(reductionOn(loan, { enrolledOn, day: today })), 0n);
  return roundToCents(yearly, 100_000n * 12n);
}

/** Returns the payments on a day or before it, one for each submission. */
function together(rows: AccountFacts['payments']) {
  return [...byKey(rows, ({ paymentId }) => paymentId).values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [
          {
            effectiveDate: first.effectiveDate,
            amount: sumCents([first, ...more].map(({ amount }) => amount)),
          },
        ],
  );
}

function accountOf(account: AccountOnDay, { today, progress, made, payments }: AccountFacts): SentAccount {
  const last = made.at(-1);
  const terms: DraftTerms | null =
    last?.profileId == null ? null : { profileId: last.profileId, extraAmount: last.extraAmount };
  const history = made.map(draftChangeOf);
  const groups = account.groups.map(({ held }) => held);
  const owing = account.groups.filter(({ dueDate }) => dueDate !== null);
  // Without auto debit, the first draft of an enrollment today.
  const next = nextDraft(groups, progress?.draftedThrough ?? addDays(today, -1), (draftDay) => {
    if (terms !== null || termsOn(history, draftDay) !== null) return termsOn(history, draftDay)?.extraAmount ?? null;
    return today <= lastChangeDayOf(draftDay) ? ZERO : null;
  });
  const drafts = payments.filter(({ paymentType }) => paymentType === AUTO_DEBIT);
  const manual = payments.filter(
    ({ paymentType, effectiveDate }) => paymentType !== AUTO_DEBIT && next !== null && effectiveDate <= next.draftDay,
  );
  const isLocked = next !== null && lastChangeDayOf(next.draftDay) < today && termsOn(history, next.draftDay) !== null;
  const [started] = together(drafts);
  const fixed = (progress && retryOf(progress, groups)) ?? (isLocked ? next : null);
  const enrolledOn = terms === null ? today : (made.findLast(({ kind }) => kind === 'enrolled')?.changedOn ?? today);
  return {
    accountId: account.accountId,
    accountNumber: account.accountNumber,
    loanType: account.loanType,
    status: terms !== null ? 'on' : last?.kind === 'suspended' ? 'suspended' : 'off',
    profileId: terms?.profileId ?? null,
    extraAmount: terms?.extraAmount ?? ZERO,
    dueDays: [...new Set(owing.map(({ held }) => held.dueDay))].toSorted((a, b) => a - b),
    next: next && {
      draftDate: next.draftDay,
      dueDate: next.dueDate,
      amount: next.amount,
      lastChangeDate: lastChangeDayOf(next.draftDay),
    },
    underWay: started ?? (fixed && { effectiveDate: fixed.draftDay, amount: fixed.amount }),
    monthlyReduction: monthlyReduction(account, enrolledOn, today),
    reducedSince: earliestOf(groups.flatMap(({ loans }) => loans.map(reducedSince))),
    payoff: account.payoff,
    sameBill: together(manual),
    history: made
      .map(({ kind, changedOn, paymentMethod, extraAmount, actorIsImpersonator }) => ({
        kind,
        changedOn,
        paymentMethod,
        extraAmount,
        by: actorIsImpersonator === false ? ('borrower' as const) : ('servicer' as const),
      }))
      .toReversed(),
  };
}

/**
 * Returns the next draft or retry of each account with auto debit, if nothing is paid or changed before. Queries nothing
 * without auto debit.
 */
export async function nextDraftsOf(
  { db, borrowerKey }: Pick<Scope, 'db' | 'borrowerKey'>,
  accounts: readonly AccountOnDay[],
): Promise<NextDraft[]> {
  const enrolled = accounts.filter(({ autoDebit: isEnrolled }) => isEnrolled);
  if (enrolled.length === 0) return [];
  const progress = await progressOf(db, borrowerKey);
  const made = byKey(await changesOf(db, borrowerKey), ({ accountId }) => accountId);
  return enrolled.flatMap(({ accountId, groups }): NextDraft[] => {
    const row = progress.get(accountId);
    if (row === undefined || row.actionOn === null) return [];
    const held = groups.map((group) => group.held);
    const history = (made.get(accountId) ?? []).map(draftChangeOf);
    const next =
      retryOf(row, held) ??
      nextDraft(held, row.draftedThrough, (draftDay) => termsOn(history, draftDay)?.extraAmount ?? null);
    return next === null ? [] : [next];
  });
}

export const readAutoDebit: Handler<typeof autoDebit.read> = async (scope) => {
  const { db, borrowerKey, today } = scope;
  const { accounts } = portfolioOn(await holdingsOf(db, borrowerKey), today);
  const progress = await progressOf(db, borrowerKey);
  const made = byKey(await changesOf(db, borrowerKey), ({ accountId }) => accountId);
  const rows = await db
    .select()
    .from(scheduledPayments)
    .where(eq(scheduledPayments.borrowerKey, borrowerKey))
    .orderBy(scheduledPayments.effectiveDate);
  const payments = byKey(rows, ({ accountId }) => accountId);
  return {
    accounts: accounts.map((account) =>
      accountOf(account, {
        today,
        progress: progress.get(account.accountId),
        made: made.get(account.accountId) ?? [],
        payments: payments.get(account.accountId) ?? [],
      }),
    ),
    methods: await methodsFor(scope),
  };
};

/** Throws 422 with the invalid fields if the rules of the form refuse an enrollment. */
function refuseInvalid(
  { profileId, extraAmount, terms }: Extract<AutoDebitChange, { change: 'enroll' }>,
  facts: Parameters<typeof autoDebitSchema>[0],
): void {
  const values = { profileId, extraAmount: formatTyped(extraAmount), terms };
  const fields = problemsOf(autoDebitSchema(facts), values).map(({ field, issue }) => ({
    field,
    code: issue.code,
    message: messageOf(autoDebitMessages, issue),
  }));
  const [first] = fields;
  if (first !== undefined) throw new ServiceProblem(422, 'Auto debit was not changed.', first.message, fields);
}

/** Makes a change. Returns its id, or null if it is no longer possible. */
async function make(scope: Scope, wanted: AutoDebitChange): Promise<string | null> {
  const { db, borrowerKey, today, now } = scope;
  await lockBorrower(db, borrowerKey);
  const { accountId } = wanted;
  const { accounts } = portfolioOn(await holdingsOf(db, borrowerKey), today);
  const account = accounts.find((each) => each.accountId === accountId);
  if (account === undefined) return null;
  const made = (await changesOf(db, borrowerKey)).filter((change) => change.accountId === accountId);
  const wasOn = isOn(made);
  if (wanted.change === 'stop' && !wasOn) return null;

  const changeId = randomUUID();
  const common = { borrowerKey, changeId, accountId, changedOn: today, changedAt: now, ...actorOf(scope) };
  if (wanted.change === 'stop') {
    await db.insert(autoDebitChanges).values({ ...common, kind: 'stopped', extraAmount: ZERO });
    await groupsAtAutoDebitRates(db, borrowerKey, [accountId]);
  } else {
    const methods = await methodsFor(scope);
    refuseInvalid(wanted, { profileIds: methods.map(({ profileId }) => profileId), payoff: account.payoff });
    if (account.payoff === 0) return null;
    const method = methods.find(({ profileId }) => profileId === wanted.profileId);
    if (method === undefined) throw new Error('A valid payment method was not saved');
    const { profileId, bankName, accountNumber } = method;
    await db.insert(autoDebitChanges).values({
      ...common,
      kind: wasOn ? 'changed' : 'enrolled',
      profileId,
      paymentMethod: `${bankName} ${accountNumber}`,
      extraAmount: wanted.extraAmount,
    });
    await schedule(scope, account);
  }
  await storeIsOn(db, borrowerKey, accountId, wanted.change === 'enroll');
  return changeId;
}

/** Sets the day of the first draft after an enrollment, unless drafts are scheduled already. */
async function schedule({ db, borrowerKey, today }: Scope, { accountId, groups }: AccountOnDay): Promise<void> {
  const [known] = await db
    .select()
    .from(autoDebits)
    .where(and(eq(autoDebits.borrowerKey, borrowerKey), eq(autoDebits.accountId, accountId)));
  if (known !== undefined && known.actionOn !== null) return;
  const yesterday = addDays(today, -1);
  const draftedThrough = known === undefined || known.draftedThrough < yesterday ? yesterday : known.draftedThrough;
  const actionOn = nextActionOn(
    groups.map(({ held }) => held),
    draftedThrough,
  );
  const set = { draftedThrough, actionOn, refused: null };
  await db
    .insert(autoDebits)
    .values({ borrowerKey, accountId, ...set })
    .onConflictDoUpdate({ target: [autoDebits.borrowerKey, autoDebits.accountId], set });
}

/** Enrolls an account, changes its terms or stops auto debit, once. */
export const changeAutoDebit: Handler<typeof autoDebit.change> = (scope, { idempotencyKey, body }) =>
  changes.submitOnce(scope, { idempotencyKey, body }, async (within) => {
    const id = await make(within, body);
    if (id === null) return { answer: { result: false }, record: body };
    return { answer: { result: true }, record: body, created: { id, confirmationNumber: newConfirmationNumber() } };
  });

export const settleAutoDebit: Handler<typeof autoDebit.settle> = changes.settle;

/** Returns the saved bank accounts that auto debit uses, with the loan accounts that use each. */
export async function methodsInUse({ db, borrowerKey, today }: Pick<Scope, 'db' | 'borrowerKey' | 'today'>) {
  const made = byKey(await changesOf(db, borrowerKey), ({ accountId }) => accountId);
  const used = new Map<string, Set<string>>();
  for (const { accountId, actionOn, refused } of (await progressOf(db, borrowerKey)).values()) {
    const own = made.get(accountId) ?? [];
    const atPresent = own.at(-1)?.profileId ?? null;
    // A draft under way keeps the terms from before a change, and its second attempt has the terms of the first.
    const next = actionOn !== null && actionOn < today ? today : actionOn;
    const draftDay = refused === null ? next : draftDayOf(refused.dueDate);
    const upcoming = draftDay === null ? null : termsOn(own.map(draftChangeOf), draftDay);
    for (const profileId of [atPresent, upcoming?.profileId ?? null]) {
      if (profileId !== null) used.set(profileId, (used.get(profileId) ?? new Set()).add(accountId));
    }
  }
  return used;
}
