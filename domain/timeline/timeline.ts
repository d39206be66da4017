/**
 * The future events of an account, from its present records through a day: bills, payments and drafts with their amounts,
 * pauses, lower rates, changes of the monthly payment, and recertification. The server executes them with the same
 * functions on their days.
 */
import type { GrantedPause } from '../pause-effects.ts';
import { computePostingDay } from '../banking-days.ts';
import {
  type PlainDate,
  addDays,
  compare,
  dueDateAfter,
  dueDateFrom,
  earlier,
  findEarliest,
  later,
  findLatest,
} from '../calendar.ts';
import { type DraftChange, autoDebitRates, toEnrollments, reducedSince } from '../accounts/auto-debit-rate.ts';
import {
  awaitsExit,
  daysPastDueOn,
  issueTo,
  lapseExit,
  monthlyPaymentOn,
  nextBillOn,
  openBills,
  getOpenAmount,
  paymentOn,
} from '../accounts/bills.ts';
import { type ChangePlan, applyChange, projectTo } from '../accounts/changes.ts';
import type { DatedInstruction } from '../accounts/instructions.ts';
import { isInDefault } from '../loan-default.ts';
import { closeMonthsBefore, rapMonthEnd } from '../accounts/rap.ts';
import type { BillRecord, PauseRecord } from '../accounts/records.ts';
import { type Recertified, withPermanentStandard } from '../accounts/recertification.ts';
import { type Cents, ZERO, minCents, subtractCents, sumCents } from '../money.ts';
import { toDraftDay } from './draft-days.ts';
import {
  type DraftPart,
  type FixedDraft,
  type ProjectedDraft,
  draftTotal,
  getFixDay,
  fixDraft,
  isEnrolled,
  isPayingOn,
  nextDueDate,
  paymentsOfDraft,
  termsOn,
} from './drafts.ts';
import { type PendingPayment, postInOrder } from './pending.ts';

/** Auto debit of an account. */
export interface AutoDebitAgreement {
  /** The oldest first. */
  readonly changes: readonly DraftChange[];
  /** The last due date whose draft is fixed, or left out. */
  readonly draftedThrough: PlainDate;
  /** The drafts that are fixed and not made yet. */
  readonly fixed: readonly FixedDraft[];
}

/** The agreements about the payments of an account. */
export interface Agreements {
  /** Payments that are authorized and not posted, in the order in which they are posted. */
  readonly payments: readonly PendingPayment[];
  /** Null if the account never had auto debit. */
  readonly autoDebit: AutoDebitAgreement | null;
  /** The changes of the standing instruction, the oldest first. */
  readonly instructions: readonly DatedInstruction[];
  /** The plans that begin when the exit bill of a group is paid in full (ruling 99), by group id. Omitted without any. */
  readonly exitPlans?: Readonly<Record<string, ChangePlan>> | undefined;
}

/** Sorts steps of the same day: drafts follow payments, which were authorized before. */
const inOrder = (payments: readonly PendingPayment[]): readonly PendingPayment[] =>
  payments.toSorted((a, b) => compare(a.effectiveDate, b.effectiveDate));

/** Returns the payments under way of an account, including fixed drafts that are not drawn yet, in the order of posting. */
export const listPending = ({ payments, autoDebit, instructions }: Agreements): readonly PendingPayment[] =>
  inOrder([...payments, ...(autoDebit?.fixed ?? []).flatMap((draft) => paymentsOfDraft(draft, instructions))]);

/** A group whose coming events are announced. */
export type TimelineGroup = ProjectedDraft &
  Partial<Recertified> & {
    readonly ibrCap?: Cents | null | undefined;
    readonly missedPayment?: Cents | null | undefined;
    /** The disbursement days of the loans whose rate auto debit lowers, by loan id. Omitted or null if there are none. */
    readonly reducible?: Readonly<Record<string, PlainDate>> | null | undefined;
  };

/** A bill that becomes due. */
export interface ComingBill {
  readonly kind: 'bill';
  /** Its due date. */
  readonly day: PlainDate;
  readonly groupId: string;
  readonly billKind: BillRecord['kind'];
  /** The open amount now, or when it is issued. */
  readonly amount: Cents;
  /** The open amount on its due date after pending payments and the draft. */
  readonly left: Cents;
  /** The part that the draft of its due date pays. */
  readonly drawn: Cents;
}

/** A draft of auto debit. Without parts, nothing is drawn, because the bills are paid. */
export interface ComingDraft {
  readonly kind: 'draft';
  /** The day on which it is drawn. */
  readonly day: PlainDate;
  readonly dueDate: PlainDate;
  readonly parts: readonly DraftPart[];
  readonly amount: Cents;
  /** Whether its amount no longer changes. */
  readonly isFixed: boolean;
  readonly isSecondAttempt: boolean;
}

/** A payment that is scheduled. */
export interface ComingPayment {
  readonly kind: 'payment';
  /** Its effective date. */
  readonly day: PlainDate;
  readonly amount: Cents;
}

/** The first or the last day of a pause. */
export interface ComingPause {
  readonly kind: 'pauseBegins' | 'pauseEnds';
  readonly day: PlainDate;
  readonly groupId: string;
  readonly by: PauseRecord['kind'];
}

/** Another event of a group on a day. `lowerRatesEnd` is the last day of a lower rate. */
export interface ComingTurn {
  readonly kind: 'lowerRatesEnd' | 'recertification' | 'exitLapses' | 'paidInFull';
  readonly day: PlainDate;
  readonly groupId: string;
}

/** Another monthly payment, from the bill of a due date on. */
export interface ComingTerms {
  readonly kind: 'paymentChanges';
  readonly day: PlainDate;
  readonly groupId: string;
  readonly amount: Cents;
}

export type ComingEvent = ComingBill | ComingDraft | ComingPayment | ComingPause | ComingTurn | ComingTerms;

/** The events of an account, and its groups on the last day. */
export interface Timeline<G> {
  /** In the order of their days. */
  readonly events: readonly ComingEvent[];
  readonly groups: readonly G[];
  /** The applied payments, including future drafts, in the order of posting. */
  readonly payments: readonly PendingPayment[];
}

/** The kinds of steps, in their order on a day; the same order as in the server's queue of work. */
const STEPS = ['change', 'recertify', 'payment', 'rapMonth', 'bill', 'fix', 'due'] as const;

type Due = Readonly<Record<(typeof STEPS)[number], PlainDate | null>>;

/** Returns whether the bill of a due date has been issued. It can be paid, so that it is no longer listed. */
const hasBill = (group: ProjectedDraft, dueDate: PlainDate): boolean =>
  isPayingOn(group, dueDate) && group.nextDue !== null && dueDate < group.nextDue;

/** A bill when it was first found, with its open amount at that time. */
interface SeenBill {
  readonly groupId: string;
  readonly dueDate: PlainDate;
  readonly kind: BillRecord['kind'];
  readonly amount: Cents;
}

/** Goes through the days of an account, one step at a time. */
class Walk<G extends TimelineGroup> {
  groups: readonly G[];
  events: ComingEvent[] = [];
  readonly payments: PendingPayment[] = [];
  #pending: readonly PendingPayment[];
  #draftedThrough: PlainDate;
  /** The bills that are open now, or when they are issued, and not announced yet. */
  #bills: SeenBill[] = [];
  readonly #seen = new Set<string>();
  readonly #monthly = new Map<string, Cents>();

  readonly agreements: Agreements;
  readonly today: PlainDate;

  constructor(groups: readonly G[], agreements: Agreements, today: PlainDate) {
    this.agreements = agreements;
    this.today = today;
    const { payments, autoDebit } = agreements;
    this.groups = groups.map((group) => issueTo(projectTo(group, today), today));
    this.#draftedThrough = autoDebit?.draftedThrough ?? today;
    const fixed = autoDebit?.fixed ?? [];
    this.#pending = listPending(agreements);
    for (const draft of fixed) this.#announceDraft(draft, true);
    for (const payment of payments) {
      const { effectiveDate: day, amount } = payment;
      if (day > today && payment.billDueDate === null && payment.isExtra !== true)
        this.events.push({ kind: 'payment', day, amount });
    }
    for (const { groupId, pauses, loans, recertifyBy, isPermanentStandard = false } of groups) {
      for (const { start, end, kind: by } of pauses) {
        if (start > today) this.events.push({ kind: 'pauseBegins', day: start, groupId, by });
        if (end > today) this.events.push({ kind: 'pauseEnds', day: addDays(end, -1), groupId, by });
      }
      const ends = loans.flatMap(({ reducedRates = [] }) => reducedRates.map(({ until }) => until));
      for (const until of new Set(ends)) {
        if (until !== null && until > today)
          this.events.push({ kind: 'lowerRatesEnd', day: addDays(until, -1), groupId });
      }
      if (recertifyBy != null && recertifyBy >= today && !isPermanentStandard)
        this.events.push({ kind: 'recertification', day: recertifyBy, groupId });
    }
    for (const group of this.groups) this.#monthly.set(group.groupId, monthlyPaymentOn(group, today));
    this.#note();
  }

  /** The first day of each kind of step. */
  #due(): Due {
    const { groups } = this;
    const [dueDate, monthEnd] = [this.#nextToFix(), findEarliest(groups.map(rapMonthEnd))];
    return {
      change: findEarliest(groups.map(({ coming = [] }) => coming[0]?.on ?? null)),
      recertify: findEarliest(
        groups.map(({ recertifyBy, isPermanentStandard = false }) =>
          recertifyBy == null || isPermanentStandard || recertifyBy < this.today ? null : addDays(recertifyBy, 1),
        ),
      ),
      payment: this.#pending[0] === undefined ? null : later(this.#pending[0].effectiveDate, this.today),
      rapMonth: monthEnd === null ? null : later(monthEnd, this.today),
      bill: findEarliest(groups.map(nextBillOn)),
      fix: dueDate === null ? null : later(getFixDay(groups, dueDate), this.today),
      due: findEarliest(this.#bills.map((bill) => bill.dueDate)),
    };
  }

  #nextToFix(): PlainDate | null {
    return this.agreements.autoDebit === null ? null : nextDueDate(this.groups, this.#draftedThrough);
  }

  /** Records newly issued bills, and announces monthly payments that have changed. */
  #note(): void {
    for (const group of this.groups) {
      const { groupId } = group;
      for (const bill of openBills(group)) {
        const { dueDate, kind } = bill;
        const key = `${groupId} ${dueDate}`;
        if (dueDate < this.today || this.#seen.has(key)) continue;
        this.#seen.add(key);
        this.#bills.push({ groupId, dueDate, kind, amount: getOpenAmount(bill) });
        const monthly = paymentOn(group, dueDate);
        if (kind !== 'installment' || bill.amount !== monthly) continue;
        const before = this.#monthly.get(groupId) ?? monthly;
        if (before !== monthly) this.events.push({ kind: 'paymentChanges', day: dueDate, groupId, amount: monthly });
        this.#monthly.set(groupId, monthly);
      }
    }
  }

  /** Executes steps until the last one that is due by `through`. */
  to(through: PlainDate): void {
    for (;;) {
      const due = this.#due();
      let next: { readonly kind: (typeof STEPS)[number]; readonly day: PlainDate } | undefined;
      for (const kind of STEPS) {
        const day = due[kind];
        if (day !== null && day <= through && (next === undefined || day < next.day)) next = { kind, day };
      }
      if (next === undefined) return;
      this.#step(next.kind, next.day);
    }
  }

  #step(kind: (typeof STEPS)[number], day: PlainDate): void {
    switch (kind) {
      case 'change':
        this.groups = this.groups.map((group) => this.#stopDefaulted(group, day));
        this.groups = this.groups.map((group) => projectTo(group, day));
        break;
      case 'recertify':
        this.groups = this.groups.map((group) => recertified(group, day));
        break;
      case 'payment':
        this.#post(day);
        break;
      case 'rapMonth':
        this.#follow(
          this.groups.map((group) => closeMonthsBefore(group, addDays(day, 1))),
          day,
        );
        break;
      case 'bill':
        this.groups = this.groups.map((group) => issueTo(group, day));
        break;
      case 'fix':
        this.#fix();
        break;
      case 'due':
        this.#fallDue(day);
        break;
    }
    this.#note();
  }

  /** Drops a pause that begins on a day on which its group is in default (ruling 97), as the server does. */
  #stopDefaulted(group: G, day: PlainDate): G {
    const after = withoutDefaultedPause(group, day);
    if (after === group) return group;
    const dropped = group.pauses.filter((pause) => !after.pauses.includes(pause));
    const days = new Set(dropped.flatMap(({ start, end }) => [start, addDays(end, -1)]));
    const isDropped = (event: ComingEvent): boolean =>
      (event.kind === 'pauseBegins' || event.kind === 'pauseEnds') &&
      event.groupId === group.groupId &&
      days.has(event.day);
    this.events = this.events.filter((event) => !isDropped(event));
    return after;
  }

  /** Applies the payments that are dated up to a day. */
  #post(day: PlainDate): void {
    const due = this.#pending.filter(({ effectiveDate }) => effectiveDate <= day);
    this.#pending = this.#pending.slice(due.length);
    this.payments.push(...due);
    this.#lowerRates(due);
    this.#follow(
      postInOrder(this.groups, due).groups.map((group) => this.#leaveIbr(group, day)),
      day,
    );
  }

  /** Replaces the groups, and announces those that are paid in full now. */
  #follow(groups: readonly G[], day: PlainDate): void {
    const owing = new Set(this.groups.filter(({ nextDue }) => nextDue !== null).map(({ groupId }) => groupId));
    this.groups = groups;
    for (const { groupId, nextDue } of groups) {
      if (nextDue === null && owing.has(groupId)) this.events.push({ kind: 'paidInFull', day, groupId });
    }
  }

  /** Begins the plan of a group whose exit bill is paid in full. It has no recertification. */
  #leaveIbr(group: G, day: PlainDate): G {
    const { groupId, bills, nextDue } = group;
    const plan = this.agreements.exitPlans?.[groupId];
    const exit = bills.at(-1);
    if (plan === undefined || nextDue === null || !awaitsExit(group) || exit === undefined || getOpenAmount(exit) > 0)
      return group;
    this.events = this.events.filter((event) => event.kind !== 'recertification' || event.groupId !== groupId);
    const { group: after } = applyChange(group, plan, later(day, exit.issuedOn));
    return { ...after, recertifyBy: null };
  }

  /** Begins the lower rate of auto debit with the first draft after an enrollment (ruling 101). */
  #lowerRates(due: readonly PendingPayment[]): void {
    const draft = due.find(({ billDueDate, isExtra = false }) => billDueDate !== null || isExtra);
    const enrollment = toEnrollments(this.agreements.autoDebit?.changes ?? []).at(-1);
    if (draft === undefined || enrollment === undefined || enrollment.until !== null) return;
    const { effectiveDate: from } = draft;
    if (from < enrollment.enrolledOn) return;
    // The rate is stored when the draft posts, after the bills that are issued before that day.
    const before = addDays(computePostingDay(from), -1);
    this.groups = this.groups.map((group) => ({
      ...issueTo(group, before),
      loans: group.loans.map((loan) => {
        const disbursedOn = group.reducible?.[loan.loanId];
        if (disbursedOn === undefined || reducedSince(loan) !== null) return loan;
        const rates = autoDebitRates({ rate: loan.rate, disbursedOn }, [{ ...enrollment, from }]);
        return { ...loan, reducedRates: [...(loan.reducedRates ?? []), ...rates] };
      }),
    }));
  }

  /** Returns the groups after the payments of a day that are authorized already. Drafts of that day come later. */
  groupsOn(day: PlainDate): readonly G[] {
    const due = this.#pending.filter(
      (payment) => payment.effectiveDate <= day && this.agreements.payments.includes(payment),
    );
    this.#lowerRates(due);
    return postInOrder(this.groups, due, day).groups;
  }

  /** Fixes the next draft. */
  #fix(): void {
    const dueDate = this.#nextToFix();
    if (dueDate === null) return;
    this.#draftedThrough = dueDate;
    const draftDay = toDraftDay(dueDate);
    const { autoDebit, instructions } = this.agreements;
    const terms = termsOn(autoDebit?.changes ?? [], draftDay);
    if (terms === null) return;
    const parts = fixDraft(this.groups, this.#pending, { dueDate, extra: terms.extraAmount });
    if (parts.length === 0 && !this.groups.some((group) => hasBill(group, dueDate))) return;
    const draft: FixedDraft = { dueDate, drawnOn: draftDay, isSecondAttempt: false, parts };
    this.#announceDraft(draft, false);
    const drawn = paymentsOfDraft(draft, instructions);
    this.#pending = inOrder([...this.#pending, ...drawn]);
  }

  #announceDraft({ dueDate, drawnOn, parts, isSecondAttempt }: FixedDraft, isFixed: boolean): void {
    const amount = draftTotal(parts);
    this.events.push({ kind: 'draft', day: drawnOn, dueDate, parts, amount, isFixed, isSecondAttempt });
  }

  /** Announces the bills of a due date, after the payments of that day. An unpaid exit bill lapses. */
  #fallDue(dueDate: PlainDate): void {
    const due = this.#bills.filter((bill) => bill.dueDate === dueDate);
    this.#bills = this.#bills.filter((bill) => bill.dueDate !== dueDate);
    const day = addDays(dueDate, 1);
    for (const { groupId, kind: billKind, amount } of due) {
      const group = this.groups.find((each) => each.groupId === groupId);
      const bill = group?.bills.find((each) => each.dueDate === dueDate);
      if (group === undefined || bill === undefined || bill.cancelledOn !== null) continue;
      const open = group.nextDue === null ? ZERO : getOpenAmount(bill);
      const ofDraft = (payments: readonly PendingPayment[]): Cents =>
        sumCents(
          payments
            .filter((each) => each.billDueDate === dueDate && each.groupId === groupId)
            .map((payment) => payment.amount),
        );
      const waiting = minCents(ofDraft(this.#pending), open);
      const left = subtractCents(open, waiting);
      const drawn = minCents(sumCents([waiting, ofDraft(this.payments)]), amount);
      this.events.push({ kind: 'bill', day: dueDate, groupId, billKind, amount, left, drawn });
      if (billKind !== 'exit' || left === 0) continue;
      this.events.push({ kind: 'exitLapses', day: dueDate, groupId });
      const after = issueTo(lapseExit(group, dueDate, day), day, day);
      this.groups = this.groups.map((each) => (each === group ? after : each));
    }
  }
}

/**
 * Returns a group without the pauses that begin on `day` if it is then in default (ruling 97): lower rates of the same grant
 * stay, and the bills that the pauses had canceled are valid again. Other groups do not change.
 */
function withoutDefaultedPause<G extends TimelineGroup>(group: G, day: PlainDate): G {
  const { coming = [], pauses, bills, nextDue, dueDay } = group;
  const begins = coming.filter(({ on, change }) => on === day && change.kind === 'beginGrant' && change.pause !== null);
  // Only federal loans are paused.
  if (begins.length === 0 || !isInDefault({ isFederal: true, daysPastDue: daysPastDueOn(group, day) })) return group;
  const stopped = pauses.filter(({ start }) => start === day);
  const isStopped = (pause: GrantedPause | null): boolean =>
    pause !== null && stopped.some(({ start, end }) => start === pause.start && end === pause.end);
  const isValidAgain = ({ dueDate, cancelledOn }: BillRecord): boolean =>
    stopped.some(({ start, end, grantedOn }) => cancelledOn === grantedOn && dueDate >= start && dueDate < end);
  const last = findLatest(bills.map(({ dueDate }) => dueDate));
  const first = dueDateFrom(day, dueDay);
  const unbilled = last !== null && last >= first ? dueDateAfter(last, dueDay, 1) : first;
  return {
    ...group,
    nextDue: nextDue && earlier(nextDue, unbilled),
    pauses: pauses.filter((pause) => !stopped.includes(pause)),
    bills: bills.map((bill) => (isValidAgain(bill) ? { ...bill, cancelledOn: null } : bill)),
    coming: coming.map(({ on, change }) => ({
      on,
      change: isStopped(change.pause) ? { ...change, pause: null } : change,
    })),
  };
}

/** Returns a group after its recertification was missed, from the day after it on (ruling 100). */
function recertified<G extends TimelineGroup>(group: G, day: PlainDate): G {
  const { recertifyBy, isPermanentStandard = false, ibrCap = null, missedPayment = null } = group;
  if (recertifyBy == null || isPermanentStandard || recertifyBy >= day) return group;
  if (group.nextDue === null || awaitsExit(group)) return { ...group, isPermanentStandard: true };
  return withPermanentStandard({ ...group, recertifyBy, isPermanentStandard, ibrCap, missedPayment }, day).group;
}

/** Returns the events of an account after `today`, through a day. `groups` are as they are stored. */
export function projectTimeline<G extends TimelineGroup>(
  groups: readonly G[],
  agreements: Agreements,
  { today, through }: { readonly today: PlainDate; readonly through: PlainDate },
): Timeline<G> {
  const walk = new Walk<G>(groups, agreements, today);
  walk.to(through);
  return {
    events: walk.events.filter(({ day }) => day <= through).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    groups: walk.groups,
    payments: walk.payments,
  };
}

/** The open amount of the bills of a due date, in cents. */
export interface LeftOpen {
  readonly dueDate: PlainDate;
  readonly amount: Cents;
}

const leftOn = (bills: readonly ComingBill[], dueDate: PlainDate): Cents =>
  sumCents(bills.filter(({ day }) => day === dueDate).map(({ left }) => left));

/**
 * Returns a function that computes the open amount of bills if a payment is canceled, because the draft for them can no
 * longer change (ruling 89). It returns null if nothing stays open.
 */
export function leftWithout(
  groups: readonly TimelineGroup[],
  agreements: Agreements,
  today: PlainDate,
): (payment: PendingPayment) => LeftOpen | null {
  const { autoDebit } = agreements;
  if (autoDebit === null || !isEnrolled(autoDebit.changes) || autoDebit.draftedThrough < today) return () => null;
  const through = autoDebit.draftedThrough;
  const billsWith = (payments: Agreements['payments']): ComingBill[] =>
    projectTimeline(groups, { ...agreements, payments }, { today, through }).events.filter(
      (event) => event.kind === 'bill',
    );
  const before = billsWith(agreements.payments);
  return (payment) => {
    const after = billsWith(agreements.payments.filter((each) => each !== payment));
    for (const { day: dueDate } of after) {
      const amount = subtractCents(leftOn(after, dueDate), leftOn(before, dueDate));
      if (amount > 0) return { dueDate, amount };
    }
    return null;
  };
}

/**
 * Returns the groups of an account before a payment that is authorized now for `day`: after the payments under way, and the
 * future drafts that are drawn before that day.
 */
export function groupsBefore<G extends TimelineGroup>(
  groups: readonly G[],
  agreements: Agreements,
  { today, day }: { readonly today: PlainDate; readonly day: PlainDate },
): readonly G[] {
  const walk = new Walk<G>(groups, agreements, today);
  walk.to(addDays(day, -1));
  return walk.groupsOn(day);
}
