/** The overlay with the details of a plan: cost, duration, pros and cons (R §2). */
import { UNKNOWN, planEntry } from '#domain/repayment/plans/catalogue.ts';
import type { PlanEstimates, ProgramPlan } from '#domain/repayment/plans/shapes.ts';
import { termPlanOf } from '#domain/repayment/term/selection.ts';
import { PerMonth } from '../plans/Amounts.tsx';
import { PlanDialog } from '../plans/PlanDialog.tsx';

export interface PlanDetailsProps {
  readonly estimates: PlanEstimates;
  readonly details: ProgramPlan;
  readonly onClose: () => void;
}

export function PlanDetails({ estimates, details: { program, planName }, onClose }: PlanDetailsProps) {
  const plan = termPlanOf(estimates, program, planName);
  const entry = planEntry(planName);
  return (
    <PlanDialog
      planName={planName}
      onClose={onClose}
      rows={[
        { label: 'Monthly Payment', value: <PerMonth amount={plan?.total ?? null} /> },
        { label: 'Payments', value: entry?.payments ?? UNKNOWN },
        { label: 'Term', value: entry?.term ?? UNKNOWN },
      ]}
      fallback={null}
    />
  );
}
