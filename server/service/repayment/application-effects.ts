/** Stores the effects of an approved application on loans and bills, within the transaction of its steps. */
import { and, eq, gt, gte, isNull, lt, or } from 'drizzle-orm';
import { programName } from '#domain/account-name.ts';
import { type Plan, STORED_PLANS } from '#domain/plan-names.ts';
import { type PaymentRun } from '#domain/accounts/shapes.ts';
import { awaitsExit, daysPastDueOn, nextUnbilled } from '#domain/accounts/bills.ts';
import { type GroupChange, applyChange } from '#domain/accounts/changes.ts';
import { type Changed, isLeavingIbr, toTermsRecord } from '#domain/accounts/pauses.ts';
import { type PlainDate, addDays } from '#domain/calendar.ts';
import { isInDefault } from '#domain/loan-default.ts';
import { type DutyPeriod, type GrantedPause, dutyRates } from '#domain/pause-effects.ts';
import { type Cents, ZERO, allocate, sumCents, toCents } from '#domain/money.ts';
import { getSubmitCode } from '#domain/plans/catalogue.ts';
import { type PlanEstimates } from '#domain/plans/shapes.ts';
import type { GrantedPlan } from '#domain/repayment/postponement/approved-plans.ts';
import { type PostponableGroup, isDirect, isOwnedByEducation } from '#domain/repayment/postponement/coverage.ts';
import { isPostponement } from '#domain/repayment/postponement/rules.ts';
import type { ApplicationContent } from '#domain/repayment/postponement/content.ts';
import type { StageData } from '#domain/repayment/postponement/stage-messages.ts';
import { differentPlans, termPrograms } from '#domain/repayment/term/selection.ts';
import { insertMany, updateMany } from '../../db/bulk.ts';
import {
  accounts,
  bills,
  loanGroups,
  loanPostponements,
  loans as loanRows,
  scheduledPayments,
} from '../../db/schema/index.ts';
import { type GroupRow, readAccountGroups, storeChanges } from '../portfolio/groups.ts';
import { issueSchedules } from '../loan-documents/derived-documents.ts';
import { reducedByLoan } from '../portfolio/portfolio.ts';
import { replayAccount } from '../portfolio/replay.ts';
import type { Own } from '../own-rows.ts';
import type { Scope } from '../scope.ts';
import type { GraduatedRuns } from './term-estimates.ts';

type EffectScope = Pick<Scope, 'db' | 'borrowerKey' | 'hostilePaySince'>;
type PeriodRow = typeof loanPostponements.$inferSelect;

/** The fields of an application that its effects depend on. */
export interface EffectiveApplication {
  readonly confirmationNumber: string;
  readonly kind: ApplicationContent['kind'];
  readonly asked: ApplicationContent;
}

/** A change of one group. */
interface Planned {
  readonly group: GroupRow;
  readonly change: GroupChange;
  /** The date to which the recertification of income is postponed, if it is. */
  readonly recertifyBy?: PlainDate | undefined;
}

/** Applies changes as of `on` and stores the groups. Returns the changes by group. */
export async function applyAll(
  { db, borrowerKey }: Pick<Scope, 'db' | 'borrowerKey'>,
  confirmationNumber: string,
  planned: readonly Planned[],
  on: PlainDate,
): Promise<Map<GroupRow, Changed<GroupRow>>> {
  const changed = planned.map(({ group, change, recertifyBy }) => {
    const applied = applyChange(group, change, on);
    if (recertifyBy === undefined) return applied;
    return { ...applied, group: { ...applied.group, recertifyBy }, terms: toTermsRecord(applied.group, on, 'waiver') };
  });
  await storeChanges({ db, borrowerKey }, changed, confirmationNumber);
  await issueSchedules(
    { db, borrowerKey },
    // After an exit payment, the account is computed again first.
    changed.flatMap(({ group, terms }) =>
      terms !== null && (terms.cause === 'plan' || terms.cause === 'pauseEnd') ? [group.accountId] : [],
    ),
    on,
  );
  return new Map(planned.flatMap(({ group }, index) => changed.slice(index, index + 1).map((each) => [group, each])));
}

/** Records the application on the scheduled payments of groups that it changes. They stay scheduled. */
async function markPayments(
  { db, borrowerKey }: EffectScope,
  confirmationNumber: string,
  changed: readonly GroupRow[],
  { from, before }: { readonly from: PlainDate; readonly before: PlainDate | null },
): Promise<void> {
  const p = scheduledPayments;
  for (const { accountId, groupId } of changed) {
    await db
      .update(scheduledPayments)
      .set({ keptByApplication: confirmationNumber })
      .where(
        and(
          eq(p.borrowerKey, borrowerKey),
          eq(p.accountId, accountId),
          or(isNull(p.groupId), eq(p.groupId, groupId)),
          gte(p.effectiveDate, from),
          before === null ? undefined : lt(p.effectiveDate, before),
        ),
      );
  }
}

const readAccounts = ({ db, borrowerKey }: EffectScope) =>
  db.select().from(accounts).where(eq(accounts.borrowerKey, borrowerKey));

/** The granted period, and the groups that it covers. */
export interface Grant {
  readonly startsOn: PlainDate;
  readonly endsOn: PlainDate;
  readonly duty: DutyPeriod;
  readonly groups: readonly PostponableGroup[];
}

const listBenefits = (asked: ApplicationContent) => ('benefits' in asked ? asked.benefits : []);

/** Returns whether an application reduces interest rates. */
const reducesRates = (asked: ApplicationContent): boolean =>
  listBenefits(asked).some((benefit) => benefit === 'scra' || benefit === 'hostileDuty');

/**
 * Stores a grant on the day of the decision: the period of each loan, and the bills of covered groups, which are zero
 * during a pause. Rates are reduced on all federal loans, whether or not they are paused.
 */
export async function storeGrant(
  scope: EffectScope,
  { confirmationNumber, kind, asked }: EffectiveApplication,
  { startsOn, endsOn, duty, groups: covered }: Grant,
  on: PlainDate,
): Promise<void> {
  const { db, borrowerKey, hostilePaySince } = scope;
  const benefits = listBenefits(asked);
  const held = await readAccounts(scope);
  const byAccount = await readAccountGroups(
    { db, borrowerKey },
    held.map(({ accountId }) => accountId),
    // Bills in the pause are canceled, also paid ones.
    startsOn,
  );
  const isCovered = (accountNumber: string, groupId: string) =>
    covered.some((group) => group.accountNumber === accountNumber && group.groupId === groupId);
  const paused: Planned[] = [];
  const periods: PeriodRow[] = [];
  for (const { accountId, accountNumber, kind: accountKind, loanType: accountLoanType } of held) {
    for (const group of byAccount.get(accountId) ?? []) {
      const covers = isCovered(accountNumber, group.groupId);
      if (!covers && !(accountKind === 'federal' && reducesRates(asked))) continue;
      const periodKind = covers ? kind : 'militaryBenefits';
      if (isPostponement(periodKind)) {
        const pause = { kind: periodKind, start: startsOn, end: endsOn };
        paused.push({ group, change: { kind: 'grantPause', pause } });
      }
      const facts = { ...duty, benefits, isDirect: isDirect({ ...group, accountLoanType }), hostilePaySince };
      for (const loan of group.loans) {
        const { loanId, groupId } = loan;
        const reducedRates = accountKind === 'federal' ? dutyRates(loan, facts) : [];
        const period = { borrowerKey, accountId, loanId, groupId, confirmationNumber, kind: periodKind, reducedRates };
        periods.push({
          ...period,
          grantedOn: on,
          startDate: startsOn,
          endDate: endsOn,
          accrued: null,
          capitalized: null,
        });
      }
    }
  }
  await insertMany(db, loanPostponements, periods);
  await applyAll(scope, confirmationNumber, paused, on);
  await markPayments(
    scope,
    confirmationNumber,
    paused.map(({ group }) => group),
    { from: startsOn, before: endsOn },
  );
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
  const held = (await readAccounts(scope)).filter(({ accountId }) =>
    periods.some((period) => period.accountId === accountId),
  );
  const byAccount = await readAccountGroups(
    { db, borrowerKey },
    held.map(({ accountId }) => accountId),
  );
  const groups = held.flatMap(({ accountId, accountNumber }) =>
    (byAccount.get(accountId) ?? []).flatMap((group) => {
      const own = periods.filter((period) => period.accountId === accountId && period.groupId === group.groupId);
      const [period] = own;
      if (period === undefined) return [];
      return [{ group, period, own, isFfelp: !isOwnedByEducation({ accountNumber }) }];
    }),
  );
  return { periods, groups };
}

/** Returns whether the borrower owes private loans. */
async function owesPrivateLoans({ db, borrowerKey }: Own): Promise<boolean> {
  const [a, l] = [accounts, loanRows];
  const [owed] = await db
    .select({ loanId: l.loanId })
    .from(l)
    .innerJoin(a, and(eq(a.borrowerKey, l.borrowerKey), eq(a.accountId, l.accountId)))
    .where(and(eq(l.borrowerKey, borrowerKey), eq(a.kind, 'commercial'), gt(l.principal, ZERO)))
    .limit(1);
  return owed !== undefined;
}

/**
 * Returns the data about benefits of active duty for a message about an application: for each, the days on which it reduces
 * interest, and the loans.
 */
export async function decidedBenefits(
  { db, borrowerKey }: Own,
  { confirmationNumber, asked }: { readonly confirmationNumber: string; readonly asked: ApplicationContent | null },
): Promise<Pick<StageData, 'benefits' | 'isDutyStartOpen' | 'hasPrivateLoans'>> {
  if (asked === null || !('benefits' in asked)) return {};
  const [p, a, g] = [loanPostponements, accounts, loanGroups];
  const rows = await db
    .select({ groupId: p.groupId, reducedRates: p.reducedRates, program: a.loanType, loanType: g.loanType })
    .from(p)
    .innerJoin(a, and(eq(a.borrowerKey, p.borrowerKey), eq(a.accountId, p.accountId)))
    .innerJoin(g, and(eq(g.borrowerKey, p.borrowerKey), eq(g.accountId, p.accountId), eq(g.groupId, p.groupId)))
    .where(and(eq(p.borrowerKey, borrowerKey), eq(p.confirmationNumber, confirmationNumber)))
    .orderBy(a.accountNumber, p.groupId, p.loanId);
  return {
    benefits: asked.benefits.map((benefit) => {
      const reduced = rows.flatMap(({ reducedRates, ...loan }) =>
        reducedRates.filter((each) => each.benefit === benefit).map((period) => ({ ...loan, period })),
      );
      const names = reduced.map(
        ({ program, groupId, loanType }) => `${programName(program)}, group ${groupId}: ${loanType}`,
      );
      return { benefit, period: reduced[0]?.period ?? null, loans: [...new Set(names)] };
    }),
    isDutyStartOpen: asked.endDate === null && (asked.dutyStart ?? null) === null,
    hasPrivateLoans: await owesPrivateLoans({ db, borrowerKey }),
  };
}

const toPause = ({ kind, startDate, endDate }: PeriodRow): GrantedPause | undefined =>
  kind !== null && isPostponement(kind) ? { kind, start: startDate, end: endDate } : undefined;

/** The loans that a pause does not cover because they are in default on its first day. */
export interface DefaultedPause {
  readonly groups: readonly GroupRow[];
  /** Whether the pause covers no other loans. */
  readonly isWhole: boolean;
  /** Whether the application also lowers rates, which a default does not prevent. */
  readonly lowersRates: boolean;
}

/**
 * Takes the loans that are in default on `on`, its first day, out of a granted pause (ruling 97). Lower rates for active
 * duty stay. Bills that were canceled for it are valid again with their amounts and dates, and the accounts are computed
 * again without it.
 */
export async function takeDefaultedOut(
  scope: EffectScope,
  { confirmationNumber, asked }: EffectiveApplication,
  on: PlainDate,
): Promise<DefaultedPause> {
  const { db, borrowerKey } = scope;
  const paused = (await grantedGroups(scope, confirmationNumber)).groups.filter(({ period }) => toPause(period));
  // Only federal loans are paused.
  const groups = paused
    .map(({ group }) => group)
    .filter((group) => isInDefault({ isFederal: true, daysPastDue: daysPastDueOn(group, on) }));
  const isWhole = groups.length > 0 && groups.length === paused.length;
  const [p, b, s] = [loanPostponements, bills, scheduledPayments];
  for (const { accountId, groupId } of groups) {
    const isMatch = (table: typeof p | typeof b | typeof s) =>
      and(eq(table.borrowerKey, borrowerKey), eq(table.accountId, accountId), eq(table.groupId, groupId));
    const own = and(isMatch(p), eq(p.confirmationNumber, confirmationNumber));
    if (reducesRates(asked)) await db.update(p).set({ kind: 'militaryBenefits' }).where(own);
    else await db.delete(p).where(own);
    const isCanceled = and(isMatch(b), eq(b.cancelledBy, confirmationNumber));
    await db.update(b).set({ cancelledOn: null, cancelledBy: null }).where(isCanceled);
    const isMarked = and(
      isWhole ? eq(s.borrowerKey, borrowerKey) : isMatch(s),
      eq(s.keptByApplication, confirmationNumber),
    );
    await db.update(s).set({ keptByApplication: null }).where(isMarked);
  }
  for (const accountId of new Set(groups.map((group) => group.accountId))) {
    await replayAccount(db, { borrowerKey, accountId }, { day: on, cause: 'late' });
  }
  return { groups, isWhole, lowersRates: reducesRates(asked) };
}

/** Stores the effects of the start of a grant: interest that the government pays, and reduced rates. */
export async function beginGrant(
  scope: EffectScope,
  { confirmationNumber, asked }: EffectiveApplication,
  on: PlainDate,
): Promise<void> {
  const { groups } = await grantedGroups(scope, confirmationNumber);
  const benefits = listBenefits(asked);
  const begun = groups.map(({ group, period, own }): Planned => {
    const [start, pause, reduced] = [period.startDate, toPause(period) ?? null, reducedByLoan(own)];
    const isWaived = benefits.includes('heroesAct') && group.recertifyBy !== null && group.recertifyBy < period.endDate;
    return {
      group,
      change: { kind: 'beginGrant', start, pause, reduced },
      ...(isWaived && { recertifyBy: period.endDate }),
    };
  });
  await applyAll(scope, confirmationNumber, begun, on);
}

/** Stores the effects of the end of a grant: capitalization, and the payment after it. */
export async function endGrant(
  scope: EffectScope,
  { confirmationNumber }: Pick<EffectiveApplication, 'confirmationNumber'>,
): Promise<void> {
  const { db } = scope;
  const { groups } = await grantedGroups(scope, confirmationNumber);
  const [first] = groups;
  if (first === undefined) return;
  const ending = groups.map(({ group, period, isFfelp }): Planned => {
    const [end, pause] = [period.endDate, toPause(period) ?? null];
    return { group, change: { kind: 'endGrant', end, pause, isFfelp } };
  });
  const results = await applyAll(scope, confirmationNumber, ending, first.period.endDate);
  // Without a pause, no interest is counted.
  const closed = groups.flatMap(({ group, own }) =>
    own.map((row) => {
      const result = results.get(group)?.results.find(({ loanId }) => loanId === row.loanId);
      return { ...row, accrued: result?.accrued ?? ZERO, capitalized: result?.capitalized ?? ZERO };
    }),
  );
  const p = loanPostponements;
  await updateMany(db, p, [p.accrued, p.capitalized], closed);
}

const isPlan = (name: string): name is Plan => STORED_PLANS.some((each) => each === name);

/** Returns the new payment of each loan by plan, from the estimates for the chosen plans. */
export function chosenPlans(estimates: PlanEstimates, asked: Extract<ApplicationContent, { kind: 'term' }>) {
  return asked.plans.map(({ program, planType }) => {
    const own = termPrograms(estimates).find((each) => each.program === program);
    return own && differentPlans(own.estimates).find(({ planName }) => getSubmitCode(planName) === planType);
  });
}

/** Returns the shares of the payment for leaving IBR, by the monthly payments of the groups that leave it (ruling 99). */
function exitShares(changes: readonly { readonly group: GroupRow; readonly plan: Plan }[], whole: Cents) {
  const leaving = changes.filter(
    ({ group, plan }) => isLeavingIbr(group.plan, plan) && plan !== 'STANDARD' && group.nextDue !== null,
  );
  const weights = leaving.map(({ group }) => group.monthlyPayment);
  const shares = leaving.length === 0 ? [] : allocate(whole, weights);
  return new Map(leaving.map(({ group }, index) => [group, shares[index] ?? ZERO]));
}

/**
 * Grants the new plans of an application. A group that leaves IBR gets the bill for leaving it, and stays on IBR until
 * that is paid (ruling 99); the plans of the others begin at once.
 */
export async function grantPlans(
  scope: EffectScope,
  confirmationNumber: string,
  asked: Extract<ApplicationContent, { kind: 'term' }>,
  { estimates, getRuns }: { readonly estimates: PlanEstimates; readonly getRuns: GraduatedRuns },
  on: PlainDate,
): Promise<GrantedPlan[]> {
  const held = await readAccounts(scope);
  const byAccount = await readAccountGroups(
    scope,
    held.map(({ accountId }) => accountId),
  );
  const changes: { group: GroupRow; plan: Plan; payments: Record<string, Cents>; runs: readonly PaymentRun[] }[] = [];
  for (const chosen of chosenPlans(estimates, asked)) {
    if (chosen === undefined || !isPlan(chosen.planName)) throw new Error('An approved plan is not offered');
    for (const { accountId, accountNumber } of held) {
      for (const group of byAccount.get(accountId) ?? []) {
        const own = chosen.eligibleLoans.filter(
          (loan) => loan.accountNumber === accountNumber && loan.groupId === group.groupId,
        );
        if (own.length === 0) continue;
        const payments = Object.fromEntries(
          own.map((loan) => [loan.loanNumber, loan.newEstimatedAmount ?? loan.currentAmount]),
        );
        const runs = getRuns(chosen.planName, accountNumber, group.groupId);
        changes.push({ group, plan: chosen.planName, payments, runs });
      }
    }
  }
  const exitPayments = exitShares(changes, toCents(asked.extraAmount));
  const planned = changes.map(({ group, plan, payments, runs }) => {
    const exitPayment = exitPayments.get(group) ?? ZERO;
    const change: GroupChange =
      exitPayment > 0 ? { kind: 'issueExit', amount: exitPayment } : { kind: 'changePlan', plan, payments, runs };
    return { group, change };
  });
  const after = await applyAll(scope, confirmationNumber, planned, on);
  await markPayments(
    scope,
    confirmationNumber,
    changes.map(({ group }) => group),
    { from: on, before: null },
  );
  return changes.map(({ group: before, plan, payments, runs }): GrantedPlan => {
    const { accountId, groupId, loans } = before;
    const group = after.get(before)?.group ?? before;
    const bill = exitPayments.has(before) && awaitsExit(group) ? group.bills.at(-1) : undefined;
    const monthly = sumCents(loans.map((loan) => payments[loan.loanId] ?? loan.monthlyPayment));
    return {
      accountId,
      groupId,
      plan,
      payments,
      runs,
      payment: runs[0]?.payment ?? monthly,
      firstDueDate: nextUnbilled(group),
      exit:
        bill === undefined
          ? null
          : { amount: bill.amount, dueDate: bill.dueDate, checkOn: addDays(bill.dueDate, 1), state: 'awaited' },
    };
  });
}
