/**
 * Computes the state of an account from its records. Two orders matter: interest, capitalization and plans follow the
 * effective dates of payments; bills and grants are as they were on the day of posting. Events (amounts ordered, bills,
 * days) come from the records; their results (splits, parts of bills, capitalized amounts) are computed.
 */
import {
  type PlainDate,
  addDays,
  compare,
  dueDateAfter,
  dueDateFrom,
  earlier,
  findEarliest,
  findLatest,
  monthEnd,
} from '../calendar.ts';
import { type Cents, ZERO, sumCents } from '../money.ts';
import { type Parts, sumParts } from '../parts.ts';
import { type BilledGroup, lapseExit, reopen, withPause } from './bills.ts';
import { accrueTo } from '../interest.ts';
import { owedOn } from './ledger.ts';
import {
  type GrantedPause,
  type PausedLedgerLoan,
  type PauseResult,
  beginForLoan,
  endForLoan,
  withReducedRates,
} from '../pause-effects.ts';
import { capitalize, toTermsRecord, withPaymentsAfter } from './pauses.ts';
import { type PaidGroup, type Posting, applyPosting } from './posting.ts';
import { closeMonth, monthOnPlan, openMonth } from './rap.ts';
import {
  type BillRecord,
  type EntryRecord,
  NEW_BILL,
  type PauseRecord,
  type TermsRecord,
  isNewPlan,
} from './records.ts';

/** A loan with its disbursements. */
export interface ReplayedLoan extends PausedLedgerLoan {
  readonly disbursements: readonly { readonly date: PlainDate; readonly amount: Cents }[];
}

/** The bills of a group when its records begin. */
export interface GroupOpening {
  readonly nextDue: PlainDate | null;
  readonly paidAheadTo: PlainDate | null;
  /** The bills issued before the records begin, with the amounts paid on them by then. Omitted if there are none. */
  readonly bills?: readonly BillRecord[] | undefined;
  /** The effective date of the payment that last moved the due date. Omitted if it is not known. */
  readonly lastBumpDate?: PlainDate | null | undefined;
}

/** The records of a group of loans. The state in `group` is not read, only what never changes. */
export interface GroupRecords<G> {
  readonly group: G;
  readonly opening: GroupOpening;
  readonly terms: readonly TermsRecord[];
  readonly bills: readonly BillRecord[];
  readonly pauses: readonly PauseRecord[];
  readonly entries: readonly EntryRecord[];
}

/** A payment that was posted and not returned, or its part for one group if the payer divided it. */
export interface PaymentRecord extends Posting {
  readonly paymentDetailId: string;
  readonly postedOn: PlainDate;
}

/** The records of an account. Payments are in the order in which they were posted. */
export interface AccountRecords<G> {
  readonly groups: readonly GroupRecords<G>[];
  readonly payments: readonly PaymentRecord[];
}

/** The split of a payment. */
export interface AppliedPayment<G> {
  readonly paid: readonly PaidGroup<G>[];
  readonly left: Cents;
}

/** The amounts that are owed on an account at the end of a day, in cents. */
export interface OwedOnDay extends Parts {
  readonly date: PlainDate;
}

/** A step of the replay and its effect on the groups of the account. */
interface ReplayStep<G> {
  readonly day: PlainDate;
  /** The order of steps of the same day. */
  readonly order: number;
  readonly run: (groups: readonly G[]) => readonly G[];
}

/** A plan that begins by an exit payment follows the payments of its day. */
const ORDER = {
  disbursement: 0,
  pauseEnd: 1,
  rapPause: 2,
  capitalization: 3,
  rates: 4,
  subsidy: 5,
  terms: 6,
  grant: 7,
  bill: 8,
  exitCapitalization: 9,
  exitTerms: 10,
  rapMonth: 11,
  observation: 12,
};

const inOrder = <G>(a: ReplayStep<G>, b: ReplayStep<G>): number => compare(a.day, b.day) || a.order - b.order;

/** Returns a group as it was before its first record. */
function atStart<G extends BilledGroup<ReplayedLoan>>({ group, opening, terms, entries }: GroupRecords<G>): G {
  const loans = group.loans.map((loan) => {
    const entry = entries.find(({ loanId, kind }) => loanId === loan.loanId && kind === 'opening');
    const reducedRates = (loan.reducedRates ?? []).filter(({ recordedOn }) => recordedOn === undefined);
    return {
      ...loan,
      reducedRates,
      principal: entry?.principal ?? ZERO,
      accruedInterest: entry?.interest ?? 0n,
      fees: entry?.fees ?? ZERO,
      interestThrough: entry?.onDay ?? loan.disbursements[0]?.date ?? loan.interestThrough,
    };
  });
  const { nextDue, paidAheadTo, bills = [], lastBumpDate = null } = opening;
  const before = {
    ...group,
    planSince: null,
    nextDue,
    paidAheadTo,
    bills,
    lastBumpDate,
    rapMonth: null,
    pauses: [],
    loans,
  };
  const [first] = terms;
  return first === undefined ? before : withTerms(before, first);
}

function withTerms<G extends BilledGroup>(group: G, terms: TermsRecord): G {
  const { plan, monthlyPayment, paymentSteps, loanPayments } = terms;
  const loans = group.loans.map((loan) => ({ ...loan, monthlyPayment: loanPayments[loan.loanId] ?? ZERO }));
  return {
    ...group,
    plan,
    planSince: isNewPlan(terms) ? terms.fromDay : group.planSince,
    rapMonth: monthOnPlan(group, plan, terms.fromDay),
    monthlyPayment,
    paymentSteps,
    loans,
  };
}

/** Returns the change that adds an amount to the principal of a loan on a day. */
const addsPrincipal = (amount: Cents, day: PlainDate) => (loan: ReplayedLoan) => ({
  ...accrueTo(loan, day),
  principal: sumCents([loan.principal, amount]),
});

const isGranted = (pause: PauseRecord): pause is PauseRecord & GrantedPause => pause.kind !== null;

/** Issues a bill as it was issued. One that was issued late may have been paid already. Whether it is ahead follows. */
function issued<G extends BilledGroup>(group: G, { dueDate, kind, amount, issuedOn }: BillRecord): G {
  if (group.bills.some((bill) => bill.dueDate === dueDate)) {
    const bills = group.bills.map((bill) => (bill.dueDate === dueDate ? { ...bill, amount, issuedOn } : bill));
    return { ...group, bills };
  }
  const isAhead = kind === 'installment' && group.paidAheadTo !== null && dueDate < group.paidAheadTo;
  const nextDue = group.nextDue === null ? null : dueDateAfter(dueDate, group.dueDay, 1);
  return { ...group, bills: [...group.bills, { ...NEW_BILL, dueDate, kind, amount, issuedOn, isAhead }], nextDue };
}

interface OfGroup {
  readonly groupId: string;
}

/**
 * Replays the records of an account. Returns its groups, and the results of its payments, pauses and capitalizations. Bills
 * that the records lack, because a payoff prevented them, are issued: the caller dates them. `observed` are the days for
 * which to return the amounts owed at the end of the day.
 */
export function replay<G extends BilledGroup<ReplayedLoan>>(
  records: AccountRecords<G>,
  observed: readonly PlainDate[] = [],
) {
  const owed: OwedOnDay[] = [];
  /** The interest of loans in pauses that have ended. */
  const pauses: (OfGroup & PauseResult & Pick<PauseRecord, 'start' | 'end'>)[] = [];
  /** Interest that was added to the principal of loans. */
  const capitalized: (OfGroup & { readonly entry: EntryRecord; readonly amount: Cents })[] = [];
  /** What RAP did not charge on loans. */
  const rapMonths: ({ readonly entry: EntryRecord } & Pick<EntryRecord, 'principal' | 'interest'>)[] = [];
  /** The terms after pauses, whose payments depend on that interest. */
  const replayedTerms: (OfGroup & { readonly terms: TermsRecord })[] = [];
  const applied = new Map<string, AppliedPayment<G>>();

  /** The steps by effective date, and those by the day on which the server executed them. */
  const ofLoans = observed.map((day): ReplayStep<G> => ({
    day,
    order: ORDER.observation,
    run: (groups) => {
      owed.push({ date: day, ...sumParts(groups.flatMap(({ loans }) => loans.map((loan) => owedOn(loan, day)))) });
      return groups;
    },
  }));
  const ofBills: ReplayStep<G>[] = [];
  for (const [index, { group, opening, terms, bills, pauses: granted, entries }] of records.groups.entries()) {
    const { groupId } = group;
    const step = (day: PlainDate, order: number, change: (own: G) => G): ReplayStep<G> => ({
      day,
      order,
      run: (groups) => groups.map((own, at) => (at === index ? change(own) : own)),
    });
    const loanStep = (day: PlainDate, order: number, loanId: string, change: (loan: ReplayedLoan) => ReplayedLoan) =>
      step(day, order, (own) => ({
        ...own,
        loans: own.loans.map((loan) => (loan.loanId === loanId ? change(loan) : loan)),
      }));
    // What happened before the opening of a loan is contained in it.
    const openings = entries.filter(({ kind }) => kind === 'opening');
    const openedOn = new Map(openings.map(({ loanId, onDay }) => [loanId, onDay]));
    const isBefore = (loanId: string, day: PlainDate): boolean => day < (openedOn.get(loanId) ?? day);
    for (const { loanId, disbursements, reducedRates = [] } of group.loans) {
      for (const { date, amount } of openedOn.has(loanId) ? [] : disbursements) {
        ofLoans.push(loanStep(date, ORDER.disbursement, loanId, addsPrincipal(amount, date)));
      }
      for (const rate of reducedRates) {
        const { recordedOn } = rate;
        if (recordedOn === undefined) continue;
        ofLoans.push(loanStep(recordedOn, ORDER.rates, loanId, (loan) => withReducedRates(loan, [rate], recordedOn)));
      }
    }
    const monthEnds = new Map<PlainDate, EntryRecord[]>();
    for (const entry of entries.filter(({ kind }) => kind === 'rapMonth')) {
      const { loanId, onDay } = entry;
      if (!isBefore(loanId, onDay)) monthEnds.set(onDay, [...(monthEnds.get(onDay) ?? []), entry]);
    }
    for (const [onDay, own] of monthEnds) {
      const dueDate = own[0]?.until ?? null;
      const end = (before: G): G => {
        if (dueDate === null) return openMonth(before, onDay, dueDateFrom(addDays(onDay, 1), before.dueDay));
        const { group: after, results } = closeMonth(before, dueDate, onDay);
        for (const entry of own) {
          const result = results.find(({ loanId }) => loanId === entry.loanId);
          rapMonths.push({ entry, principal: result?.matched ?? ZERO, interest: result?.waived ?? 0n });
        }
        return after;
      };
      ofLoans.push(step(onDay, ORDER.rapMonth, end));
    }
    const exits = new Set(terms.flatMap(({ cause, fromDay }) => (cause === 'exit' ? [fromDay] : [])));
    for (const entry of entries) {
      const { loanId, kind, onDay, until, cause } = entry;
      if (isBefore(loanId, onDay)) continue;
      if (kind === 'subsidy' && until !== null) {
        const pause = granted.find(({ end }) => end === until);
        const begin = (loan: ReplayedLoan): ReplayedLoan =>
          pause !== undefined && isGranted(pause) && openedOn.get(loanId) !== onDay
            ? beginForLoan(loan, pause, onDay)
            : { ...accrueTo(loan, onDay), interestThrough: until };
        ofLoans.push(loanStep(onDay, ORDER.subsidy, loanId, begin));
      }
      if (kind === 'refundOwed') {
        ofLoans.push(loanStep(onDay, ORDER.disbursement, loanId, addsPrincipal(entry.principal, onDay)));
        ofBills.push(step(onDay, ORDER.grant, (own) => reopen(own, onDay)));
      }
      if (kind === 'capitalized' && cause === 'leavingIbr') {
        const add = (loan: ReplayedLoan): ReplayedLoan => {
          const after = capitalize(loan, onDay);
          capitalized.push({ groupId, entry, amount: after.amount });
          return after.loan;
        };
        const order = exits.has(onDay) ? ORDER.exitCapitalization : ORDER.capitalization;
        ofLoans.push(loanStep(onDay, order, loanId, add));
      }
    }
    for (const each of terms.slice(1)) {
      const pause = granted.filter(isGranted).find(({ end }) => each.cause === 'pauseEnd' && end === each.fromDay);
      if (pause === undefined) {
        const order = each.cause === 'exit' ? ORDER.exitTerms : ORDER.terms;
        ofLoans.push(step(each.fromDay, order, (own) => withTerms(own, each)));
        continue;
      }
      let atEnd: G = group;
      const setAtEnd = (own: G): G => (atEnd = own);
      const change = (own: G): G => {
        const ended = pauses.filter((result) => result.groupId === groupId && result.end === pause.end);
        const added = sumCents(ended.map((result) => result.capitalized));
        const after = toTermsRecord(withPaymentsAfter(atEnd, pause, added), each.fromDay, each.cause);
        replayedTerms.push({ groupId, terms: after });
        return withTerms(own, after);
      };
      ofLoans.push(step(pause.end, ORDER.pauseEnd, setAtEnd), step(each.fromDay, ORDER.terms, change));
    }
    for (const pause of granted.filter(isGranted)) {
      if (pause.isClosed && group.loans.every(({ loanId }) => !isBefore(loanId, pause.end)))
        ofLoans.push(
          step(pause.end, ORDER.rapPause, (own) => openMonth(own, pause.end, dueDateFrom(pause.end, own.dueDay))),
        );
      for (const { loanId } of group.loans) {
        const entry = entries.find(
          ({ kind, cause, onDay, loanId: of }) =>
            kind === 'capitalized' && cause === 'pause' && onDay === pause.end && of === loanId,
        );
        const close = (loan: ReplayedLoan): ReplayedLoan => {
          const ended = endForLoan(loan, pause, entry !== undefined);
          pauses.push({ groupId, ...ended.result, start: pause.start, end: pause.end });
          if (entry !== undefined) capitalized.push({ groupId, entry, amount: ended.result.capitalized });
          return ended.loan;
        };
        if (pause.isClosed && !isBefore(loanId, pause.end) && entry?.isReconstructed !== true)
          ofLoans.push(loanStep(pause.end, ORDER.pauseEnd, loanId, close));
      }
    }
    for (const pause of granted) ofBills.push(step(pause.grantedOn, ORDER.grant, (own) => withPause(own, pause)));
    for (const bill of bills) {
      if (opening.bills?.some(({ dueDate }) => dueDate === bill.dueDate) === true) continue;
      ofBills.push(step(bill.issuedOn, ORDER.bill, (own) => issued(own, bill)));
      const { kind, dueDate, cancelledOn } = bill;
      if (kind !== 'exit' || cancelledOn === null) continue;
      ofBills.push(step(cancelledOn, ORDER.grant, (own) => lapseExit(own, dueDate, cancelledOn)));
    }
  }

  ofLoans.sort(inOrder);
  ofBills.sort(inOrder);
  let groups: readonly G[] = records.groups.map((each) => atStart(each));
  const runUntil = (steps: ReplayStep<G>[], isBefore: (step: ReplayStep<G>) => boolean): void => {
    for (let next = steps[0]; next !== undefined && isBefore(next); next = steps[0]) {
      steps.shift();
      groups = next.run(groups);
    }
  };
  for (const { paymentDetailId, ...posting } of records.payments) {
    const { postedOn } = posting;
    const isEarlier = ({ day, order }: ReplayStep<G>): boolean =>
      day < posting.effectiveDate || (day === posting.effectiveDate && order < ORDER.exitCapitalization);
    runUntil(ofLoans, isEarlier);
    runUntil(ofBills, ({ day, order }) => day < postedOn || (day === postedOn && order === ORDER.grant));
    const { paid, left, groups: after } = applyPosting(groups, posting);
    const before = applied.get(paymentDetailId) ?? { paid: [], left: ZERO };
    applied.set(paymentDetailId, { paid: [...before.paid, ...paid], left: sumCents([before.left, left]) });
    groups = after;
  }
  runUntil(ofLoans, () => true);
  runUntil(ofBills, () => true);
  return { groups, applied, pauses, capitalized, rapMonths, terms: replayedTerms, owed };
}

/**
 * Returns the day on which the records of an account begin: its first disbursement, or the day on which this servicer took
 * it over.
 */
function firstDay<G extends BilledGroup<ReplayedLoan>>({ groups }: AccountRecords<G>): PlainDate | null {
  const openings = groups.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'opening'));
  const disbursed = groups.flatMap(({ group }) => group.loans.flatMap(({ disbursements }) => disbursements));
  return findLatest(openings.map(({ onDay }) => onDay)) ?? findEarliest(disbursed.map(({ date }) => date));
}

/** Returns the balance of an account at the end of each month since its records begin, and today's. */
export function owedByMonth<G extends BilledGroup<ReplayedLoan>>(
  records: AccountRecords<G>,
  today: PlainDate,
): readonly OwedOnDay[] {
  const days: PlainDate[] = [];
  let day = firstDay(records);
  while (day !== null && day <= today) {
    const end = monthEnd(day);
    days.push(earlier(end, today));
    day = addDays(end, 1);
  }
  return replay(records, days).owed;
}
