/**
 * Accrual of interest, level payments, and application of payments to loans. Exact integer arithmetic: interest is in
 * millionths of a cent and is rounded to cents once, when it is posted (ruling 19).
 */
import { NOTHING, type Parts, addParts, sumAllParts } from '../parts.ts';
import { type PlainDate, addDays } from '../calendar.ts';
import { type LedgerLoan, MICROS_IN_CENT, RATE_WHOLE, accrueTo, centsOfMicros, rateOn } from '../interest.ts';
import { type Plan, paysInterestFirst } from '../plan-names.ts';
import { type StandingInstruction } from './shapes.ts';
import { type Cents, ZERO, subtractCents, maxCents, minCents, roundToCents, sumCents, toCents } from '../money.ts';
import { longestPastDueFirst, shareUpTo } from '../share.ts';

/** A group of loans with the amounts due on it, in cents. */
export interface LedgerGroup<L extends LedgerLoan = LedgerLoan> {
  readonly groupId: string;
  readonly plan: Plan;
  readonly monthlyPayment: Cents;
  readonly amountDue: Cents;
  readonly pastDue: Cents;
  /** Due date of the oldest installment that is not paid in full. */
  readonly pastDueSince: PlainDate | null;
  readonly loans: readonly L[];
}

export const NO_INSTRUCTION: StandingInstruction = { code: 'STANDARD', groupId: null };

/** The target of a payment: an account (`groupId` is null) or one group, and the destination of the rest. */
export interface Purpose {
  readonly groupId: string | null;
  readonly instruction: StandingInstruction;
}

const WHOLE_ACCOUNT: Purpose = { groupId: null, instruction: NO_INSTRUCTION };

/** Returns the amounts owed on a loan on `day`, in cents: fees, interest accrued through that day, principal. */
export const owedOn = (loan: LedgerLoan, day: PlainDate, daysInYear?: number): Parts => ({
  fees: loan.fees,
  interest: centsOfMicros(accrueTo(loan, day, daysInYear).accruedInterest),
  principal: loan.principal,
});

/** Returns the whole amount that is owed on some loans on a day. */
export const computePayoff = (loans: readonly LedgerLoan[], day: PlainDate): Cents =>
  sumCents(loans.map((loan) => sumAllParts(owedOn(loan, day))));

/**
 * Returns the interest that the ledger adds to a loan on the day after `day`, in millionths of a cent (ruling 94). The
 * loan must be as of `day`, with the pauses and rates that have begun by then.
 */
export const interestOfDay = (loan: LedgerLoan, day: PlainDate): bigint =>
  accrueTo(loan, addDays(day, 1)).accruedInterest - accrueTo(loan, day).accruedInterest;

/**
 * Returns the level monthly payment that repays `principal` in `months`, in cents. Schedules round it up, so that the
 * last installment is the smallest; estimates round to the nearest cent (ruling 41). Throws if `months` is not a
 * positive integer.
 */
export function levelPayment(principal: Cents, rate: number, months: number, rounding: 'up' | 'nearest'): Cents {
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError(`Not a number of months: ${months}`);
  const monthly = BigInt(rate);
  const one = RATE_WHOLE * 12n;
  const grown = (one + monthly) ** BigInt(months);
  const numerator = rate === 0 ? BigInt(principal) : BigInt(principal) * monthly * grown;
  const denominator = rate === 0 ? BigInt(months) : one * (grown - one ** BigInt(months));
  if (rounding === 'nearest') return roundToCents(numerator, denominator);
  return toCents(Number((numerator + denominator - 1n) / denominator));
}

/** The number of months of the standard plan. */
const STANDARD_MONTHS = 120;

/** Returns the level payment of each loan that repays its balance of a day in ten years (ruling 96, 100). */
export const standardAmounts = (loans: readonly LedgerLoan[], day: PlainDate): Cents[] =>
  loans.map((loan) => levelPayment(sumAllParts(owedOn(loan, day)), loan.rate, STANDARD_MONTHS, 'up'));

/** Returns the 10-year standard amount of some loans on a day. */
export const standardAmount = (loans: readonly LedgerLoan[], day: PlainDate): Cents =>
  sumCents(standardAmounts(loans, day));

/** Applies `amount` to a loan in this order: fees, interest, principal; on IBR and PAYE interest before fees (ruling 20). */
export function applyWithinLoan(amount: Cents, owed: Parts, plan: Plan): { applied: Parts; left: Cents } {
  const applied = { ...NOTHING };
  let left = amount;
  const charges = paysInterestFirst(plan) ? (['interest', 'fees'] as const) : (['fees', 'interest'] as const);
  for (const part of [...charges, 'principal' as const]) {
    applied[part] = minCents(left, owed[part]);
    left = subtractCents(left, applied[part]);
  }
  return { applied, left };
}

/** Posts `amount` to a loan on `day`: accrues interest, rounds it to cents, then pays fees, interest and principal. */
export function postToLoan<L extends LedgerLoan>(
  loan: L,
  amount: Cents,
  day: PlainDate,
  plan: Plan,
): { loan: L; applied: Parts; left: Cents } {
  const accrued = accrueTo(loan, day);
  const owed = owedOn(accrued, day);
  const { applied, left } = applyWithinLoan(amount, owed, plan);
  const posted: L = {
    ...accrued,
    fees: subtractCents(owed.fees, applied.fees),
    accruedInterest: BigInt(owed.interest - applied.interest) * MICROS_IN_CENT,
    principal: subtractCents(owed.principal, applied.principal),
  };
  return { loan: posted, applied, left };
}

/** The position of a loan: the index of its group, and its index in the group. */
interface LoanPosition {
  readonly group: number;
  readonly loan: number;
}

/** Returns the loans of some groups in the order in which they get money beyond the amount due. The sort is stable. */
function placesInOrder(
  groups: readonly LedgerGroup[],
  among: readonly number[],
  { code, groupId }: StandingInstruction,
  { owed, day }: { readonly owed: readonly (readonly Cents[])[]; readonly day: PlainDate },
): LoanPosition[] {
  const byRate = among
    .flatMap((group) => (groups[group]?.loans ?? []).map((own, loan) => ({ group, loan, rate: rateOn(own, day) })))
    .sort((a, b) => b.rate - a.rate);
  const owedAt = ({ group, loan }: LoanPosition): Cents => owed[group]?.[loan] ?? ZERO;
  const isElsewhere = ({ group }: LoanPosition): number => Number(groups[group]?.groupId !== groupId);
  if (code === 'LOWEST_BALANCE') return byRate.sort((a, b) => owedAt(a) - owedAt(b));
  return code === 'GROUP' ? byRate.sort((a, b) => isElsewhere(a) - isElsewhere(b)) : byRate;
}

/**
 * Distributes an amount over the groups of an account (ruling 20): first to past-due groups, longest past due first; then to
 * amounts due, in proportion to the monthly amounts; the rest by the standing instruction, by default to the highest rate.
 * Within a group, its share of past due and due is divided between its loans in proportion to their principal (ruling 78).
 * An amount for one group goes to that group by the same rules; only the excess over its balance goes to the others. No loan
 * receives more than is owed on it on `day`.
 */
export function distribute(
  amount: Cents,
  groups: readonly LedgerGroup[],
  day: PlainDate,
  { groupId, instruction }: Purpose = WHOLE_ACCOUNT,
): { readonly shares: readonly (readonly Cents[])[]; readonly left: Cents } {
  const owed = groups.map((group) => group.loans.map((loan) => sumAllParts(owedOn(loan, day))));
  const room = owed.map((caps) => [...caps]);
  const shares = room.map((caps) => caps.map(() => ZERO));
  let left = amount;
  const add = ({ group, loan }: LoanPosition, share: Cents): void => {
    const [given, caps] = [shares[group], room[group]];
    if (given === undefined || caps === undefined) return;
    given[loan] = sumCents([given[loan] ?? ZERO, share]);
    caps[loan] = subtractCents(caps[loan] ?? ZERO, share);
    left = subtractCents(left, share);
  };
  const give = (group: number, requested: Cents): void => {
    const weights = groups[group]?.loans.map((loan) => loan.principal) ?? [];
    for (const [loan, share] of shareUpTo(requested, weights, room[group] ?? []).entries()) add({ group, loan }, share);
  };
  const roomIn = (index: number): Cents => sumCents(room[index] ?? []);
  const shareAmong = (among: readonly number[]): void => {
    const past = new Map<number, Cents>();
    let beyondPast = left;
    for (const index of longestPastDueFirst(groups, among)) {
      const share = minCents(beyondPast, minCents(maxCents(groups[index]?.pastDue ?? ZERO, ZERO), roomIn(index)));
      past.set(index, share);
      beyondPast = subtractCents(beyondPast, share);
    }
    const getPast = (index: number): Cents => past.get(index) ?? ZERO;
    const due = among.map((index) =>
      minCents(maxCents(groups[index]?.amountDue ?? ZERO, ZERO), subtractCents(roomIn(index), getPast(index))),
    );
    const weights = among.map((index) => groups[index]?.monthlyPayment ?? ZERO);
    // Past due and due are divided between the loans together, so that leftover cents are assigned once.
    for (const [at, share] of shareUpTo(beyondPast, weights, due).entries()) {
      const index = among[at] ?? -1;
      give(index, sumCents([getPast(index), share]));
    }
    if (left === 0) return;
    for (const place of placesInOrder(groups, among, instruction, { owed, day })) {
      add(place, minCents(left, room[place.group]?.[place.loan] ?? ZERO));
    }
  };

  const all = groups.map((_, index) => index);
  const isMeant = (index: number): boolean => groupId === null || groups[index]?.groupId === groupId;
  shareAmong(all.filter(isMeant));
  shareAmong(all.filter((index) => !isMeant(index)));
  return { shares, left };
}

/**
 * Posts an amount to the groups of an account on `day`. It does not change the amounts due on the groups; `bills.ts`
 * updates them. A loan that receives nothing does not change, so that its interest is rounded only when it is paid.
 * `left` is the amount that no loan could take.
 */
export function postToGroups<G extends LedgerGroup>(
  amount: Cents,
  groups: readonly G[],
  day: PlainDate,
  purpose?: Purpose,
) {
  const { shares, left } = distribute(amount, groups, day, purpose);
  const posted = groups.map((group, index) => {
    let applied = NOTHING;
    const loans = group.loans.map((loan, at) => {
      const share = shares[index]?.[at] ?? ZERO;
      if (share === 0) return loan;
      const result = postToLoan(loan, share, day, group.plan);
      applied = addParts(applied, result.applied);
      return result.loan;
    });
    return { group: { ...group, loans }, applied };
  });
  return { posted, left };
}
