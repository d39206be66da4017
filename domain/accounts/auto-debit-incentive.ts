/** The benefit of a loan that has the lower rate of auto debit (ruling 101), as the other benefits are recorded. */
import type { PlainDate } from '../calendar.ts';
import { type RatedLoan, rateChanges } from '../interest.ts';
import { formatRate } from './rate.ts';
import { autoDebitRateOn, reducedSince } from './auto-debit-rate.ts';
import { type Incentive, NO_FACTS } from './loans/shapes.ts';
import { autoDebitBenefit } from './messages.ts';

/** Returns the benefit of auto debit on a day; none for a loan without it. */
export function autoDebitIncentives(loan: RatedLoan, today: PlainDate): Incentive[] {
  const since = reducedSince(loan);
  if (since === null || since > today) return [];
  const reductionOn = (day: PlainDate): number => loan.rate - autoDebitRateOn(loan, day);
  const next = rateChanges(loan).find((day) => day > today && reductionOn(day) !== reductionOn(today));
  const benefit: Incentive = {
    ...NO_FACTS,
    incentiveDescription: autoDebitBenefit.description,
    incentiveStatusDescription: 'Awarded',
    statusDescription: 'Awarded',
    incentiveDate: since,
    awardedAmount: formatRate(reductionOn(today)),
    awardedDisclaimer: autoDebitBenefit.disclaimer(next && { from: next, reduction: reductionOn(next) }),
    incentiveCreateDate: since,
  };
  return [benefit];
}
