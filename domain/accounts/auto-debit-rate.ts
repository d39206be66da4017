/**
 * The lower interest rate of auto debit (ruling 101; reference §8): dated entries of a loan's reduced rates, from the
 * first draft that posts until auto debit stops or is suspended. They follow from the changes of auto debit and the
 * posted drafts, so they are computed again whenever one of these changes. Interest is not corrected for that: nothing has
 * accrued beyond the day of a stop, and a draft that is dated before interest was counted is posted by a replay.
 */
import { type PlainDate, earlier, later, toPlainDate } from '../calendar.ts';
import { type RatedLoan, type ReducedRate, rateChanges, rateOn } from '../interest.ts';
import type { Cents } from '../money.ts';
import { type Incentive, NO_FACTS } from './loans/shapes.ts';
import { autoDebitBenefit } from './messages.ts';
import { formatRate } from './rate.ts';

/** The choices of a borrower for auto debit on one account. */
export interface DraftTerms {
  readonly profileId: string;
  readonly extraAmount: Cents;
}

/** An entry of the change history. `terms` is null if it ended auto debit. */
export interface DraftChange {
  readonly changedOn: PlainDate;
  /** Whether it applies at once, to a draft under way too: a suspension. */
  readonly isImmediate: boolean;
  readonly terms: DraftTerms | null;
}

/** The reduction in thousandths of a percent. */
const REDUCTION = 250;

/** The higher reduction, before the day `until`: for loans made since 2012 if auto debit was set up in time. */
const TEMPORARY = {
  reduction: 1_000,
  from: toPlainDate('2026-07-01'),
  until: toPlainDate('2028-07-01'),
  enrolledBy: toPlainDate('2026-09-30'),
  disbursedSince: toPlainDate('2012-07-01'),
} as const;

/** A time in which auto debit is on. */
export interface Enrollment {
  readonly enrolledOn: PlainDate;
  /** The day on which it stopped, was suspended or ended. Null while it is on. */
  readonly until: PlainDate | null;
}

/** Returns the times in which auto debit is on, from its changes, the oldest first. */
export function toEnrollments(changes: readonly Pick<DraftChange, 'changedOn' | 'terms'>[]): Enrollment[] {
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
 * Returns the rate of a loan on a day with auto debit's reduction alone. Estimates of plans use it: they assume that this
 * rate stays, while the benefits for active duty end with the service.
 */
export const autoDebitRateOn = ({ rate, reducedRates = [] }: RatedLoan, day: PlainDate): number =>
  rateOn({ rate, reducedRates: reducedRates.filter(isOfAutoDebit) }, day);

/** Returns a loan with these lower rates of auto debit in place of the present ones. */
export const withAutoDebitRates = <L extends RatedLoan>(loan: L, rates: readonly ReducedRate[]): L => ({
  ...loan,
  reducedRates: [...(loan.reducedRates ?? []).filter((each) => !isOfAutoDebit(each)), ...rates],
});

/** Returns the reduction that auto debit makes, or would make, on a day from which the lower rate is charged. */
export const reductionOn = (
  loan: ReducibleLoan & Pick<RatedLoan, 'reducedRates'>,
  { enrolledOn, day }: { readonly enrolledOn: PlainDate; readonly day: PlainDate },
): number =>
  rateOn(withAutoDebitRates(loan, []), day) -
  rateOn(withAutoDebitRates(loan, autoDebitRates(loan, [{ enrolledOn, from: day, until: null }])), day);

/** Returns the benefit of a loan with the lower rate on a day, as the other benefits are recorded; none for a loan without it. */
export function autoDebitIncentives(loan: RatedLoan, today: PlainDate): Incentive[] {
  const since = reducedSince(loan);
  if (since === null || since > today) return [];
  const reducedBy = (day: PlainDate): number => loan.rate - autoDebitRateOn(loan, day);
  const next = rateChanges(loan).find((day) => day > today && reducedBy(day) !== reducedBy(today));
  const benefit: Incentive = {
    ...NO_FACTS,
    incentiveDescription: autoDebitBenefit.description,
    incentiveStatusDescription: 'Awarded',
    statusDescription: 'Awarded',
    incentiveDate: since,
    awardedAmount: formatRate(reducedBy(today)),
    awardedDisclaimer: autoDebitBenefit.disclaimer(next && { from: next, reduction: reducedBy(next) }),
    incentiveCreateDate: since,
  };
  return [benefit];
}
