/** The details of a plan in a dialog, and the button that opens it; the flows of income-driven and term-based plans use both (R §2). */
import type { ReactNode } from 'react';
import { planEntry, getPreferredName } from '#domain/plans/catalogue.ts';
import { Button, ButtonRow, Content, Dialog, Stack, SummaryList, type SummaryRow } from '../../../ui/index.ts';

/** The button of a plan's card. */
export const ViewDetails = ({ planName, onOpen }: { readonly planName: string; readonly onOpen: () => void }) => (
  <Button variant="quiet" onClick={onOpen} context={`of ${getPreferredName(planName)}`}>
    View Details
  </Button>
);

export interface PlanDialogProps {
  readonly planName: string;
  readonly rows: readonly SummaryRow[];
  /** Replaces the pros and cons of the plan if they fail to load. */
  readonly fallback: ReactNode;
  readonly onClose: () => void;
}

export function PlanDialog({ planName, rows, fallback, onClose }: PlanDialogProps) {
  const entry = planEntry(planName);
  return (
    <Dialog
      title={getPreferredName(planName)}
      onDismiss={onClose}
      actions={
        <ButtonRow align="end">
          <Button onClick={onClose}>Return to Plans</Button>
        </ButtonRow>
      }
    >
      <Stack gap="large">
        {entry && <p>{entry.note}</p>}
        <SummaryList rows={rows} />
        {entry && <Content section="repayoptions" name={entry.igxKey} fallback={fallback} />}
      </Stack>
    </Dialog>
  );
}
