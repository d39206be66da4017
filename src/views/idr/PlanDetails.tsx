/** The dialog with the details of a plan: what it costs, how long, for which loans, and what speaks for and against it (R §2). */
import { estimatesOf, loansUnder, planCards } from '#domain/idr/plans.ts';
import { forgivenAfterOf, planEntry, preferredNameOf, recertifyOf } from '#domain/plans/catalogue.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import type { ProgramPlan } from '#machines/idr-plans/idr-plans.machine.ts';
import { Button, ButtonRow, Content, Dialog, PhoneLink, Stack, SummaryList } from '../../ui/index.ts';
import { PerMonth } from './Amounts.tsx';

export interface PlanDetailsProps {
  readonly estimates: PlanEstimates;
  readonly details: ProgramPlan;
  readonly onClose: () => void;
}

/** The number of groups in words: `2 of your 3 groups of loans`. */
const coverage = (covered: number, all: number): string =>
  covered === all ? 'All of your loans in this program' : `${covered} of your ${all} groups of loans in this program`;

export function PlanDetails({ estimates, details: { program, planName }, onClose }: PlanDetailsProps) {
  const own = estimatesOf(estimates, program);
  const card = own && planCards(own).find((each) => each.planName === planName);
  const entry = planEntry(planName);
  if (own === null || card == null) return null;
  const { covered, notCovered } = loansUnder(own, planName);
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
            {
              label: card.isEstimate ? 'Estimated monthly payment' : 'Current monthly payment',
              value: <PerMonth amount={card.total} />,
            },
            { label: 'Recertify your income', value: recertifyOf(planName) },
            { label: 'Balance forgiven after', value: forgivenAfterOf(planName) },
            { label: 'Covers', value: coverage(covered.length, covered.length + notCovered.length) },
          ]}
        />
        {entry && (
          <Content
            section="repayoptions"
            name={entry.igxKey}
            fallback={
              <p>
                To find out more, call us at <PhoneLink />.
              </p>
            }
          />
        )}
      </Stack>
    </Dialog>
  );
}
