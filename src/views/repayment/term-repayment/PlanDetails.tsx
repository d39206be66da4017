/** The overlay with the details of a plan: cost, duration, pros and cons (R §2). */
import { UNKNOWN, planEntry } from '#domain/plans/catalogue.ts';
import { computeOffer } from '#domain/plans/estimates.ts';
import { paymentSteps } from '#domain/plans/explain.ts';
import { isGraduated } from '#domain/plan-names.ts';
import type { PlanEstimates, PlanData, ProgramPlan } from '#domain/plans/shapes.ts';
import { toTermEstimate } from '#domain/repayment/term/estimate.ts';
import { findTermPlan } from '#domain/repayment/term/selection.ts';
import type { OtherLoansValues } from '#domain/repayment/term/shapes.ts';
import type { SummaryRow } from '../../../ui/index.ts';
import { PerMonth } from '../plans/Amounts.tsx';
import { PlanDialog } from '../plans/PlanDialog.tsx';

export interface PlanDetailsProps {
  readonly estimates: PlanEstimates;
  /** The loans; null while they are not loaded. The steps of a graduated plan are computed from them. */
  readonly facts: PlanData | null;
  readonly otherLoans: OtherLoansValues;
  readonly details: ProgramPlan;
  readonly onClose: () => void;
}

/** Returns the payments of a graduated plan, a row for each step; none for other plans. */
function stepRows({ facts, otherLoans, details: { program, planName } }: PlanDetailsProps): SummaryRow[] {
  if (facts === null || !isGraduated(planName)) return [];
  const estimate = toTermEstimate(facts, otherLoans);
  const offer = computeOffer(planName, program, estimate);
  const steps = offer === undefined ? [] : paymentSteps(offer, estimate);
  return steps.map(({ text, value }) => ({ label: text, value, money: true }));
}

export function PlanDetails(props: PlanDetailsProps) {
  const { estimates, details, onClose } = props;
  const { program, planName } = details;
  const plan = findTermPlan(estimates, program, planName);
  const entry = planEntry(planName);
  return (
    <PlanDialog
      planName={planName}
      onClose={onClose}
      rows={[
        { label: 'Monthly Payment', value: <PerMonth amount={plan?.total ?? null} /> },
        { label: 'Payments', value: entry?.payments ?? UNKNOWN },
        { label: 'Term', value: entry?.term ?? UNKNOWN },
        ...stepRows(props),
      ]}
      fallback={null}
    />
  );
}
