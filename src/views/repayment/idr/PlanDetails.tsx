/** The dialog with the details of a plan: cost, duration, loans, pros and cons (R §2). */
import { getEstimates, loansUnder, planCards } from '#domain/repayment/idr/plans.ts';
import { getForgivenAfter, planEntry, getRecertification } from '#domain/plans/catalogue.ts';
import { FORGIVEN_IS_INCOME } from '#domain/plans/forgiveness.ts';
import type { PlanEstimates, ProgramPlan } from '#domain/plans/shapes.ts';
import { PhoneLink } from '../../../ui/index.ts';
import { PerMonth } from '../plans/Amounts.tsx';
import { PlanDialog } from '../plans/PlanDialog.tsx';

export interface PlanDetailsProps {
  readonly estimates: PlanEstimates;
  readonly details: ProgramPlan;
  readonly onClose: () => void;
}

/** Returns the number of groups in words: `2 of your 3 groups of loans`. */
const coverage = (covered: number, all: number): string =>
  covered === all ? 'All of your loans in this program' : `${covered} of your ${all} groups of loans in this program`;

export function PlanDetails({ estimates, details: { program, planName }, onClose }: PlanDetailsProps) {
  const own = getEstimates(estimates, program);
  const card = own && planCards(own).find((each) => each.planName === planName);
  if (own === null || card == null) return null;
  const { covered, notCovered } = loansUnder(own, planName);
  return (
    <PlanDialog
      planName={planName}
      onClose={onClose}
      rows={[
        {
          label: card.isEstimate ? 'Estimated monthly payment' : 'Current monthly payment',
          value: <PerMonth amount={card.total} />,
        },
        { label: 'Recertify your income', value: getRecertification(planName) },
        {
          label: 'Balance forgiven after',
          value: getForgivenAfter(planName),
          ...(planEntry(planName)?.forgivenAfterMonths != null && { note: FORGIVEN_IS_INCOME }),
        },
        { label: 'Covers', value: coverage(covered.length, covered.length + notCovered.length) },
      ]}
      fallback={
        <p>
          To find out more, call us at <PhoneLink />.
        </p>
      }
    />
  );
}
