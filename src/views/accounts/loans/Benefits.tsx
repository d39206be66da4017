/** The benefits of a loan in a dialog: a table of benefit and status (P §2.12, §4; ruling 82). */
import { useState } from 'react';
import { NO_BENEFITS, type ShownIncentive, shownIncentives } from '#domain/accounts/loans/incentives.ts';
import type { LoanDetails } from '#domain/accounts/loans/shapes.ts';
import { Button, type Column, DataTable, MessageDialog, Stack } from '../../../ui/index.ts';

const COLUMNS: readonly Column<ShownIncentive & { readonly key: string }>[] = [
  { key: 'benefit', header: 'Benefit', cell: ({ description }) => description, names: true },
  {
    key: 'status',
    header: 'Status',
    cell: ({ statusText, details }) => (
      <Stack gap="small">
        <span>{statusText}</span>
        {details.map(({ label, value }) => (
          <span key={label}>
            {label}: {value}
          </span>
        ))}
      </Stack>
    ),
  },
];

export interface BenefitsProps {
  readonly loan: Pick<LoanDetails, 'loanNumber' | 'incentives'>;
  /** The group of the loan. */
  readonly groupId: string;
}

export function Benefits({ loan: { loanNumber, incentives }, groupId }: BenefitsProps) {
  const [isOpen, setOpen] = useState(false);
  const name = `group ${groupId}, loan ${loanNumber}`;
  const shown = shownIncentives(incentives).map((incentive, index) => ({ ...incentive, key: `${index}` }));
  return (
    <>
      <Button variant="secondary" context={`of ${name}`} onClick={() => setOpen(true)}>
        View Benefit Details
      </Button>
      {isOpen && (
        <MessageDialog title={`Benefits of ${name}`} onClose={() => setOpen(false)}>
          {shown.length === 0 ? (
            <p>{NO_BENEFITS}</p>
          ) : (
            <DataTable caption="Benefits" captionHidden columns={COLUMNS} rows={shown} rowKey={({ key }) => key} />
          )}
        </MessageDialog>
      )}
    </>
  );
}
