/**
 * The payment for leaving IBR (ruling 99). The new plan of a group begins on the effective date of the payment that pays its
 * exit bill in full. If it is not paid by its due date, the bill lapses, and the group stays on IBR.
 */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { getOpenAmount } from '#domain/accounts/bills.ts';
import { isInTime } from '#domain/timeline/pending.ts';
import { listPending } from '#domain/timeline/timeline.ts';
import { computePostingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, findLatest, later } from '#domain/calendar.ts';
import {
  EXIT_LAPSED_LETTER,
  type AwaitedExit,
  type GrantedPlan,
  type WithExit,
  toApprovedPlans,
  awaitedExit,
  exitReturnedLetter,
  isAwaited,
  planBegunLetter,
} from '#domain/repayment/postponement/approved-plans.ts';
import type { Database } from '../../db/database.ts';
import { applications, bills, paymentHistory } from '../../db/schema/index.ts';
import { type GroupRow, readAccountGroups } from '../portfolio/groups.ts';
import { readAgreements, changeAfterExit } from '../portfolio/agreements.ts';
import { issueSchedules } from '../loan-documents/derived-documents.ts';
import { replayAccount } from '../portfolio/replay.ts';
import { addLetter } from '../messages/letters.ts';
import type { Scope } from '../scope.ts';
import { applyAll } from './application-effects.ts';
import { recordEvents } from './application-events.ts';

type ExitScope = Pick<Scope, 'db' | 'borrowerKey'>;
type Row = Pick<typeof applications.$inferSelect, 'borrowerKey' | 'confirmationNumber' | 'plans'>;
const isPaid = (plan: GrantedPlan): plan is WithExit => plan.exit?.state === 'paid';

/** Returns the group of a plan with its exit bill, also if that is paid. */
const readGroup = async (
  { db, borrowerKey }: ExitScope,
  { accountId, groupId, exit }: WithExit,
): Promise<GroupRow | undefined> =>
  (await readAccountGroups({ db, borrowerKey }, [accountId], exit.dueDate))
    .get(accountId)
    ?.find((group) => group.groupId === groupId);

async function readBill({ db, borrowerKey }: ExitScope, { accountId, groupId, exit }: WithExit) {
  const b = bills;
  const isMatch = and(eq(b.borrowerKey, borrowerKey), eq(b.accountId, accountId), eq(b.groupId, groupId));
  const [bill] = await db
    .select()
    .from(b)
    .where(and(isMatch, eq(b.dueDate, exit.dueDate)));
  return bill;
}

/** Returns the day on which an exit bill was paid in full: at the earliest its day of issue. Null if it is not paid. */
async function paidOn(scope: ExitScope, plan: WithExit): Promise<PlainDate | null> {
  const { db, borrowerKey } = scope;
  const { accountId, groupId, exit } = plan;
  const bill = await readBill(scope, plan);
  if (bill === undefined || bill.cancelledOn !== null || bill.paid < bill.amount) return null;
  const h = paymentHistory;
  const part = JSON.stringify([{ groupId, bills: [{ dueDate: exit.dueDate }] }]);
  const [last] = await db
    .select({ day: sql<PlainDate | null>`max(${h.effectiveDate})::text` })
    .from(h)
    .where(
      and(
        eq(h.borrowerKey, borrowerKey),
        eq(h.accountId, accountId),
        isNotNull(h.postedOn),
        isNull(h.closedAt),
        sql`${h.groups} @> ${part}::jsonb`,
      ),
    );
  return later(bill.issuedOn, last?.day ?? bill.issuedOn);
}

/** Returns the state of an application after some of its exit payments were paid or have lapsed. */
const getStatus = (plans: readonly GrantedPlan[]): 'exitPaymentDue' | 'inEffect' | 'lapsed' => {
  if (awaitedExit(plans) !== null) return 'exitPaymentDue';
  return plans.some(({ exit }) => exit?.state !== 'lapsed') ? 'inEffect' : 'lapsed';
};

/** Returns the plans, with a new state of the exit payment on some of them. */
const withState = (
  plans: readonly GrantedPlan[],
  changed: readonly WithExit[],
  state: AwaitedExit['state'],
): readonly GrantedPlan[] =>
  plans.map((plan) => {
    const own = changed.find((each) => each === plan);
    return own === undefined ? plan : { ...own, exit: { ...own.exit, state } };
  });

/**
 * Begins the plans of a borrower whose exit payment has been posted on `day`. Each begins on the effective date of that
 * payment; its account is computed again from that day on.
 */
export async function beginPaidPlans(db: Database, borrowerKey: string, day: PlainDate): Promise<void> {
  const a = applications;
  const waiting = await db
    .select({ borrowerKey: a.borrowerKey, confirmationNumber: a.confirmationNumber, plans: a.plans })
    .from(a)
    .where(and(eq(a.borrowerKey, borrowerKey), eq(a.status, 'exitPaymentDue')));
  for (const row of waiting) await beginPlans({ db, borrowerKey }, row, day);
}

async function beginPlans(scope: ExitScope, row: Row, day: PlainDate): Promise<void> {
  const { db, borrowerKey } = scope;
  const { confirmationNumber } = row;
  const plans = row.plans ?? [];
  const begun: WithExit[] = [];
  let first: PlainDate | undefined;
  for (const plan of plans.filter(isAwaited)) {
    const paid = await paidOn(scope, plan);
    const group = paid === null ? undefined : await readGroup(scope, plan);
    if (paid === null || group === undefined) continue;
    // Not before any newer terms.
    const on = later(paid, group.termsInForce.fromDay);
    await applyAll(scope, confirmationNumber, [{ group, change: changeAfterExit(plan) }], on);
    await replayAccount(db, { borrowerKey, accountId: plan.accountId }, { day, cause: 'late' });
    await issueSchedules(scope, [plan.accountId], day);
    begun.push(plan);
    first = first === undefined || first < on ? on : first;
  }
  if (first === undefined) return;
  const after = withState(plans, begun, 'paid');
  await storeOutcome(scope, row, after, first);
  await addLetter(db, {
    borrowerKey,
    documentId: `${confirmationNumber}-planBegan-${day}`,
    isDirect: false,
    ...toText(planBegunLetter(toApprovedPlans(begun))),
    receivedOn: day,
  });
}

const toText = ({ subject, paragraphs }: typeof EXIT_LAPSED_LETTER) => ({ subject, text: paragraphs.join('\n\n') });

/** Stores plans with the state of their exit payments, and records the event when no exit payment is awaited. */
async function storeOutcome(scope: ExitScope, row: Row, plans: readonly GrantedPlan[], on: PlainDate): Promise<void> {
  const { db, borrowerKey } = scope;
  const status = getStatus(plans);
  const nextStepOn = awaitedExit(plans)?.checkOn ?? null;
  const a = applications;
  await db
    .update(a)
    .set({ plans, status, nextStepOn })
    .where(and(eq(a.borrowerKey, borrowerKey), eq(a.confirmationNumber, row.confirmationNumber)));
  if (status !== 'exitPaymentDue') await recordEvents(scope, row, [{ event: status, on }]);
}

/**
 * Notifies the borrower of exit bills that are open again after a payment was returned on `day`. The plan that began with it
 * stays.
 */
export async function tellReturnedExits(db: Database, borrowerKey: string, day: PlainDate): Promise<void> {
  const scope = { db, borrowerKey };
  const a = applications;
  const rows = await db
    .select({ confirmationNumber: a.confirmationNumber, plans: a.plans })
    .from(a)
    .where(and(eq(a.borrowerKey, borrowerKey), isNotNull(a.plans)));
  for (const { confirmationNumber, plans } of rows) {
    const open: WithExit[] = [];
    for (const plan of (plans ?? []).filter(isPaid)) {
      const bill = await readBill(scope, plan);
      if (bill !== undefined && getOpenAmount(bill) > 0) open.push(plan);
    }
    const [first] = open;
    if (first === undefined) continue;
    await db
      .update(a)
      .set({ plans: withState(plans ?? [], open, 'returned') })
      .where(and(eq(a.borrowerKey, borrowerKey), eq(a.confirmationNumber, confirmationNumber)));
    await addLetter(db, {
      borrowerKey,
      documentId: `${confirmationNumber}-exitReturned-${day}`,
      isDirect: false,
      ...toText(exitReturnedLetter(first.exit.dueDate)),
      receivedOn: day,
    });
  }
}

/**
 * Returns the day until which an exit payment can still turn out to be in time (ruling 88); null if none is under way: a
 * payment that is dated by the due date, or the draft of the bill, which waits for a banking day.
 */
async function underWayUntil({ db, borrowerKey }: ExitScope, { accountId, groupId, exit }: WithExit) {
  const agreements = (await readAgreements({ db, borrowerKey }))(accountId);
  const inTime = listPending(agreements).filter((payment) => isInTime(payment, exit.dueDate, groupId));
  return findLatest(inTime.map(({ effectiveDate }) => computePostingDay(effectiveDate)));
}

/**
 * Ends the wait for exit payments whose due date has passed on `on`, unless a payment in time is under way. Returns the
 * changes of the application.
 */
export async function checkExits(scope: ExitScope, row: Row, on: PlainDate) {
  const { db, borrowerKey } = scope;
  const { confirmationNumber } = row;
  let plans: readonly GrantedPlan[] = row.plans ?? [];
  const lapsed: WithExit[] = [];
  for (const plan of plans.filter(isAwaited)) {
    if (plan.exit.checkOn > on) continue;
    const until = await underWayUntil(scope, plan);
    if (until !== null) {
      const exit = { ...plan.exit, checkOn: addDays(until, 1) };
      plans = plans.map((each) => (each === plan ? { ...plan, exit } : each));
      continue;
    }
    lapsed.push(plan);
    const group = await readGroup(scope, plan);
    if (group === undefined) continue;
    await applyAll(
      scope,
      confirmationNumber,
      [{ group, change: { kind: 'lapseExit', dueDate: plan.exit.dueDate } }],
      on,
    );
  }
  plans = withState(plans, lapsed, 'lapsed');
  if (lapsed.length > 0) {
    await addLetter(db, {
      borrowerKey,
      documentId: `${confirmationNumber}-exitLapsed-${on}`,
      isDirect: false,
      ...toText(EXIT_LAPSED_LETTER),
      receivedOn: on,
    });
  }
  const status = getStatus(plans);
  return { changed: { status, plans }, events: status === 'exitPaymentDue' ? [] : [status] };
}
