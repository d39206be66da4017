/** The overlay with the details of a plan: what it costs, for how long, and its pros and cons (R §2). */
import { UNKNOWN, planEntry, preferredNameOf } from '#domain/plans/catalogue.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import { termPlanOf } from '#domain/term/selection.ts';
import type { ProgramPlan } from '#machines/term-plans/term-plans.machine.ts';
import { Button, ButtonRow, Content, Dialog, Stack, SummaryList } from '../../ui/index.ts';
import { PerMonth } from '../idr/Amounts.tsx';

export interface PlanDetailsProps {
  readonly estimates: PlanEstimates;
  readonly details: ProgramPlan;
  readonly onClose: () => void;
}

export function PlanDetails({ estimates, details: { program, planName }, onClose }: PlanDetailsProps) {
  const plan = termPlanOf(estimates, program, planName);
  const entry = planEntry(planName);
  return (
    <Dialog
      title={preferredNameOf(planName)}
      onDismiss={onClose}
      actions={
        <ButtonRow align="end">
          <Button onClick={onClose}>Return to Plans</Button>
        </ButtonRow>
      }
    >
      <Stack gap="large">
        {entry && <p>{entry.note}</p>}
        <SummaryList
          rows={[
            { label: 'Monthly Payment', value: <PerMonth amount={plan?.total ?? null} /> },
            { label: 'Payments', value: entry?.payments ?? UNKNOWN },
            { label: 'Term', value: entry?.term ?? UNKNOWN },
          ]}
        />
        {entry && <Content section="repayoptions" name={entry.igxKey} fallback={null} />}
      </Stack>
    </Dialog>
  );
}
