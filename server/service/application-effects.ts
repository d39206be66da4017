/** Stores the effects of an approved application on loans and bills, within the transaction of its steps. */
import { and, eq } from 'drizzle-orm';
import { STORED_PLANS, type Plan } from '#domain/accounts/shapes.ts';
import {
  type GrantedPause,
  beginPause,
  changePlan,
  dutyRate,
  endPause,
  grantPause,
  withRate,
} from '#domain/accounts/pauses.ts';
import { accrueTo } from '#domain/accounts/ledger.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO, allocate, toCents } from '#domain/money.ts';
import { submitCodeOf } from '#domain/plans/catalogue.ts';
import { type PlanEstimates } from '#domain/plans/shapes.ts';
import { isIbr } from '#domain/plans/names.ts';
import { type PostponableGroup, isOwnedByEducation } from '#domain/postponement/coverage.ts';
import { isPostponement } from '#domain/postponement/rules.ts';
import type { AskedFor } from '#domain/postponement/shapes.ts';
import { differentPlans, termPrograms } from '#domain/term/selection.ts';
import { insertMany, updateMany } from '../db/bulk.ts';
import { accounts, loanGroups, loanPostponements, loans } from '../db/schema.ts';
import { type GroupRow, type LoanRow, changeLoansVersion, groupsOf } from './groups.ts';
import type { Scope } from './scope.ts';

type EffectScope = Pick<Scope, 'db' | 'borrowerKey' | 'hostilePaySince'>;
type PeriodRow = typeof loanPostponements.$inferSelect;

/** The fields of an application that its effects depend on. */
export interface EffectiveApplication {
  readonly confirmationNumber: string;
  readonly kind: AskedFor['kind'];
  readonly asked: AskedFor;
}

/** Stores all columns of groups and loans that an application can change. */
async function store({ db, borrowerKey }: EffectScope, groups: readonly GroupRow[]): Promise<void> {
  const g = loanGroups;
  await updateMany(
    db,
    loanGroups,
    {
      keys: [g.borrowerKey, g.accountId, g.groupId],
      changed: [
        g.plan,
        g.monthlyPayment,
        g.paymentDueDate,
        g.amountDue,
        g.pastDue,
        g.lastBumpDate,
        g.billedThrough,
        g.postponedFrom,
        g.postponedThrough,
        g.postponedBy,
        g.recertifyBy,
      ],
      within: eq(g.borrowerKey, borrowerKey),
    },
    groups,
  );
  const l = loans;
  await updateMany(
    db,
    loans,
    {
      keys: [l.borrowerKey, l.accountId, l.loanId],
      changed: [
        l.rate,
        l.monthlyPayment,
        l.capitalizedInterest,
        l.principal,
        l.accruedInterest,
        l.fees,
        l.interestThrough,
      ],
      within: eq(l.borrowerKey, borrowerKey),
    },
    groups.flatMap((group) => group.loans),
  );
  await changeLoansVersion(db, borrowerKey);
}

const accountsOf = ({ db, borrowerKey }: EffectScope) =>
  db.select().from(accounts).where(eq(accounts.borrowerKey, borrowerKey));

/** The granted period, and the groups that it covers. */
export interface Grant {
  readonly startsOn: PlainDate;
  readonly endsOn: PlainDate;
  readonly groups: readonly PostponableGroup[];
}

const benefitsOf = (asked: AskedFor) => ('benefits' in asked ? asked.benefits : []);

/** Returns whether an application reduces interest rates. */
const reducesRates = (asked: AskedFor): boolean =>
  benefitsOf(asked).some((benefit) => benefit === 'scra' || benefit === 'hostileDuty');

/**
 * Stores a grant on the day of the decision: the period of each loan, and the bills of covered groups, which are zero
 * during a pause. Rates are reduced on all federal loans, whether or not they are paused.
 */
export async function storeGrant(
  scope: EffectScope,
  { confirmationNumber, kind, asked }: EffectiveApplication,
  { startsOn, endsOn, groups: covered }: Grant,
  on: PlainDate,
): Promise<void> {
  const { db, borrowerKey } = scope;
  const held = await accountsOf(scope);
  const byAccount = await groupsOf(
    db,
    borrowerKey,
    held.map(({ accountId }) => accountId),
  );
  const isCovered = (accountNumber: string, groupId: string) =>
    covered.some((group) => group.accountNumber === accountNumber && group.groupId === groupId);
  const paused: GroupRow[] = [];
  const periods: PeriodRow[] = [];
  for (const { accountId, accountNumber, kind: accountKind } of held) {
    for (const group of byAccount.get(accountId) ?? []) {
      const covers = isCovered(accountNumber, group.groupId);
      if (!covers && !(accountKind === 'federal' && reducesRates(asked))) continue;
      const periodKind = covers ? kind : 'militaryBenefits';
      if (isPostponement(periodKind)) {
        const pause = { kind: periodKind, start: startsOn, end: endsOn };
        paused.push({ ...grantPause<LoanRow, GroupRow>(group, pause, on), postponedBy: periodKind });
      }
      for (const { loanId, groupId } of group.loans) {
        const period = { borrowerKey, accountId, loanId, groupId, confirmationNumber, kind: periodKind };
        const open = { rateBefore: null, accrued: null, capitalized: null };
        periods.push({ ...period, startDate: startsOn, endDate: endsOn, ...open });
      }
    }
  }
  await insertMany(db, loanPostponements, periods);
  await store(scope, paused);
}

/** Returns the stored periods of an application with the present rows of their groups. */
async function grantedGroups(scope: EffectScope, confirmationNumber: string) {
  const { db, borrowerKey } = scope;
  const periods = await db
    .select()
    .from(loanPostponements)
    .where(
      and(eq(loanPostponements.borrowerKey, borrowerKey), eq(loanPostponements.confirmationNumber, confirmationNumber)),
    );
  const held = (await accountsOf(scope)).filter(({ accountId }) =>
    periods.some((period) => period.accountId === accountId),
  );
  const byAccount = await groupsOf(
    db,
    borrowerKey,
    held.map(({ accountId }) => accountId),
  );
  const groups = held.flatMap(({ accountId, accountNumber, loanType: ofAccount }) =>
    (byAccount.get(accountId) ?? []).flatMap((group) => {
      const own = periods.filter((period) => period.accountId === accountId && period.groupId === group.groupId);
      const [period] = own;
      if (period === undefined) return [];
      const isDirect = group.loanType.startsWith('Direct') || ofAccount === 'Direct';
      return [{ group, period, own, isDirect, isFfelp: !isOwnedByEducation({ accountNumber }) }];
    }),
  );
  return { periods, groups };
}

const pauseOf = ({ kind, startDate, endDate }: PeriodRow): GrantedPause | undefined =>
  isPostponement(kind) ? { kind, start: startDate, end: endDate } : undefined;

/** Stores what begins on the day on which a grant takes effect: interest that the government pays, and reduced rates. */
export async function beginGrant(
  scope: EffectScope,
  { confirmationNumber, asked }: EffectiveApplication,
  on: PlainDate,
): Promise<void> {
  const { db, borrowerKey, hostilePaySince } = scope;
  const { groups } = await grantedGroups(scope, confirmationNumber);
  const benefits = benefitsOf(asked);
  const begun: GroupRow[] = [];
  for (const { group, period, isDirect } of groups) {
    const start = period.startDate;
    const reduced = new Map<string, number>();
    const loanRows = group.loans.map((loan) => {
      const rate = dutyRate(loan, { benefits, start, isDirect, hostilePaySince });
      if (rate === undefined) return loan;
      reduced.set(loan.loanId, loan.rate);
      return withRate(loan, rate, { start, today: on });
    });
    const pause = pauseOf(period);
    const after = { ...group, loans: loanRows };
    const isWaived = benefits.includes('heroesAct') && group.recertifyBy !== null && group.recertifyBy < period.endDate;
    const paused = pause === undefined ? after : beginPause<LoanRow, GroupRow>(after, pause, on);
    begun.push(isWaived ? { ...paused, recertifyBy: period.endDate } : paused);
    for (const [loanId, rateBefore] of reduced) {
      await db
        .update(loanPostponements)
        .set({ rateBefore })
        .where(
          and(
            eq(loanPostponements.borrowerKey, borrowerKey),
            eq(loanPostponements.confirmationNumber, confirmationNumber),
            eq(loanPostponements.accountId, group.accountId),
            eq(loanPostponements.loanId, loanId),
          ),
        );
    }
  }
  await store(scope, begun);
}

/** Stores what happens at the end of a grant: capitalization, the payment after it, and the regular rates. */
export async function endGrant(
  scope: EffectScope,
  { confirmationNumber }: Pick<EffectiveApplication, 'confirmationNumber'>,
): Promise<void> {
  const { db } = scope;
  const { groups } = await grantedGroups(scope, confirmationNumber);
  const ended: GroupRow[] = [];
  const closed: PeriodRow[] = [];
  for (const { group, period, own, isFfelp } of groups) {
    const pause = pauseOf(period);
    const { group: after, results } =
      pause === undefined ? { group, results: [] } : endPause<LoanRow, GroupRow>(group, pause, { isFfelp });
    const rates = new Map(own.map(({ loanId, rateBefore }) => [loanId, rateBefore]));
    const loanRows = after.loans.map((loan) => {
      const rate = rates.get(loan.loanId) ?? null;
      return rate === null ? loan : { ...accrueTo(loan, period.endDate), rate };
    });
    ended.push({ ...after, loans: loanRows });
    for (const row of own) {
      const result = results.find(({ loanId }) => loanId === row.loanId);
      if (result !== undefined) closed.push({ ...row, accrued: result.accrued, capitalized: result.capitalized });
    }
  }
  await store(scope, ended);
  const p = loanPostponements;
  await updateMany(
    db,
    loanPostponements,
    {
      keys: [p.borrowerKey, p.accountId, p.loanId, p.confirmationNumber],
      changed: [p.accrued, p.capitalized],
      within: eq(p.borrowerKey, scope.borrowerKey),
    },
    closed,
  );
}

const isPlan = (name: string): name is Plan => STORED_PLANS.some((each) => each === name);

/** Returns the new payment of each loan by plan, from the estimates for the chosen plans. */
export function chosenPlans(estimates: PlanEstimates, asked: Extract<AskedFor, { kind: 'term' }>) {
  return asked.plans.map(({ program, planType }) => {
    const own = termPrograms(estimates).find((each) => each.program === program);
    return own && differentPlans(own.estimates).find(({ planName }) => submitCodeOf(planName) === planType);
  });
}

/** Stores the new plans. The payment for leaving IBR is shared by the groups that leave it, by their monthly payments. */
export async function storePlans(
  scope: EffectScope,
  asked: Extract<AskedFor, { kind: 'term' }>,
  estimates: PlanEstimates,
  on: PlainDate,
): Promise<void> {
  const held = await accountsOf(scope);
  const byAccount = await groupsOf(
    scope.db,
    scope.borrowerKey,
    held.map(({ accountId }) => accountId),
  );
  const changes: { group: GroupRow; plan: Plan; payments: Map<string, Cents> }[] = [];
  for (const chosen of chosenPlans(estimates, asked)) {
    if (chosen === undefined || !isPlan(chosen.planName)) throw new Error('An approved plan is not offered');
    for (const { accountId, accountNumber } of held) {
      for (const group of byAccount.get(accountId) ?? []) {
        const own = chosen.eligibleLoans.filter(
          (loan) => loan.accountNumber === accountNumber && loan.groupId === group.groupId,
        );
        if (own.length === 0) continue;
        const payments = new Map(own.map((loan) => [loan.loanNumber, loan.newEstimatedAmount ?? loan.currentAmount]));
        changes.push({ group, plan: chosen.planName, payments });
      }
    }
  }
  const leaving = changes.filter(({ group }) => isIbr(group.plan));
  const weights = leaving.map(({ group }) => group.monthlyPayment);
  const shares = leaving.length === 0 ? [] : allocate(toCents(asked.extraAmount), weights);
  const exitOf = new Map(leaving.map(({ group }, index) => [group, shares[index] ?? ZERO]));
  await store(
    scope,
    changes.map(({ group, plan, payments }) =>
      changePlan<LoanRow, GroupRow>(group, { plan, payments, exitPayment: exitOf.get(group) ?? ZERO }, on),
    ),
  );
}
