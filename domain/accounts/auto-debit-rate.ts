/**
 * The lower interest rate of auto debit (ruling 101; reference §8): dated entries of a loan's reduced rates, from the
 * first draft that posts until auto debit stops or is suspended. They follow from the changes of auto debit and the
 * posted drafts, so they are computed again whenever one of these changes.
 */
import { type PlainDate, addDays, earlier, later, plainDateOf } from '../calendar.ts';
import { type RatedLoan, type ReducedRate, interestBetween, rateChanges, rateOn } from '../interest.ts';
import { isInterestPaid } from '../pause.ts';
import type { Postponement } from '../postponement-kinds.ts';
import type { DraftChange } from './drafts.ts';
import type { LedgerLoan } from './ledger.ts';

/** The reduction in thousandths of a percent. */
const REDUCTION = 250;

/**
 * The higher reduction, which ends by itself: for loans made since 2012 if auto debit was set up in time. `until` is the
 * first day after it.
 */
const TEMPORARY = {
  reduction: 1_000,
  from: plainDateOf('2026-07-01'),
  until: plainDateOf('2028-07-01'),
  enrolledBy: plainDateOf('2026-09-30'),
  disbursedSince: plainDateOf('2012-07-01'),
} as const;

/** A time in which auto debit is on. */
export interface Enrollment {
  readonly enrolledOn: PlainDate;
  /** The day on which it stopped, was suspended or ended. Null while it is on. */
  readonly until: PlainDate | null;
}

/** Returns the times in which auto debit is on, from its changes, the oldest first. */
export function enrollmentsOf(changes: readonly Pick<DraftChange, 'changedOn' | 'terms'>[]): Enrollment[] {
  const found: Enrollment[] = [];
  for (const { changedOn, terms } of changes) {
    const last = found.at(-1);
    const isOn = last !== undefined && last.until === null;
    if (terms !== null && !isOn) found.push({ enrolledOn: changedOn, until: null });
    else if (terms === null && isOn) found[found.length - 1] = { ...last, until: changedOn };
  }
  return found;
}

/** A time in which the lower rate is charged. */
export interface ReducedTime extends Enrollment {
  /** The day of the first draft that was posted. */
  readonly from: PlainDate;
}

/** The fields of a loan that determine its lower rate. */
interface ReducibleLoan {
  readonly rate: number;
  readonly disbursedOn: PlainDate;
}

/** Returns the lower rates of a Direct loan in some times. The lowest one of a day counts. */
export const autoDebitRates = (
  { rate, disbursedOn }: ReducibleLoan,
  times: readonly ReducedTime[],
): (ReducedRate & { readonly benefit: 'autoDebit' })[] =>
  times
    .flatMap(({ enrolledOn, from, until }) => {
      const lasting = { from, until, reduction: REDUCTION };
      if (enrolledOn > TEMPORARY.enrolledBy || disbursedOn < TEMPORARY.disbursedSince) return [lasting];
      const temporary = {
        from: later(from, TEMPORARY.from),
        until: until === null ? TEMPORARY.until : earlier(until, TEMPORARY.until),
        reduction: TEMPORARY.reduction,
      };
      return [lasting, temporary];
    })
    .filter(({ from, until }) => rate > 0 && (until === null || from < until))
    .map(({ from, until, reduction }) => ({ benefit: 'autoDebit', from, until, rate: Math.max(rate - reduction, 0) }));

const isOfAutoDebit = ({ benefit }: ReducedRate): boolean => benefit === 'autoDebit';

/** Returns the day from which the loan has the lower rate of auto debit at present; null if it does not. */
export const reducedSince = ({ reducedRates = [] }: Pick<RatedLoan, 'reducedRates'>): PlainDate | null =>
  reducedRates.find((each) => isOfAutoDebit(each) && each.until === null)?.from ?? null;

/**
 * Returns the rate of a loan on a day with auto debit's reduction alone. Estimates of plans use it: they take for granted
 * that the rate stays, but the benefits for active duty end with the service.
 */
export const autoDebitRateOn = ({ rate, reducedRates = [] }: RatedLoan, day: PlainDate): number =>
  rateOn({ rate, reducedRates: reducedRates.filter(isOfAutoDebit) }, day);

/** Returns the loan with these lower rates of auto debit in place of the present ones. */
const replaced = <L extends RatedLoan>(loan: L, rates: readonly ReducedRate[]): L => ({
  ...loan,
  reducedRates: [...(loan.reducedRates ?? []).filter((each) => !isOfAutoDebit(each)), ...rates],
});

/** Returns the reduction that auto debit makes, or would make, on a day from which the lower rate is charged. */
export const reductionOn = (
  loan: ReducibleLoan & Pick<RatedLoan, 'reducedRates'>,
  { enrolledOn, day }: { readonly enrolledOn: PlainDate; readonly day: PlainDate },
): number =>
  rateOn(replaced(loan, []), day) -
  rateOn(replaced(loan, autoDebitRates(loan, [{ enrolledOn, from: day, until: null }])), day);

/** The fields of a group that determine on which days its loans accrue interest. */
interface AccruingGroup {
  readonly repaymentStarts?: PlainDate | null | undefined;
  readonly postponedFrom?: PlainDate | null | undefined;
  readonly postponedThrough?: PlainDate | null | undefined;
  readonly postponedBy?: Postponement | null | undefined;
}

/**
 * Returns the first day whose interest is not part of the accrued interest. It is before `interestThrough` if the
 * government pays the interest until that day; null if that time has no known start.
 */
function accruedUntil(
  { isSubsidized, interestThrough }: Pick<LedgerLoan, 'interestThrough'> & { readonly isSubsidized: boolean },
  { repaymentStarts, postponedFrom, postponedThrough, postponedBy }: AccruingGroup,
): PlainDate | null {
  const isInGrace = isSubsidized && repaymentStarts != null && interestThrough <= repaymentStarts;
  if (isInGrace) return null;
  const isDeferred =
    postponedBy != null &&
    postponedThrough != null &&
    isInterestPaid({ isSubsidized }, postponedBy) &&
    interestThrough === addDays(postponedThrough, 1);
  return isDeferred ? (postponedFrom ?? null) : interestThrough;
}

/**
 * Returns a loan with these lower rates of auto debit in place of the present ones. Interest that has accrued already on
 * days whose rate is now another one is corrected; no day before them changes.
 */
export function withAutoDebitRates<L extends LedgerLoan & { readonly isSubsidized: boolean }>(
  loan: L,
  rates: readonly ReducedRate[],
  group: AccruingGroup,
): L {
  const after = replaced(loan, rates);
  const changes = [...rateChanges(loan), ...rateChanges(after)].toSorted();
  const since = changes.find((day) => rateOn(loan, day) !== rateOn(after, day));
  const until = accruedUntil(loan, group);
  if (since === undefined || until === null) return after;
  const owed = loan.accruedInterest - interestBetween(loan, since, until) + interestBetween(after, since, until);
  return { ...after, accruedInterest: owed < 0n ? 0n : owed };
}
