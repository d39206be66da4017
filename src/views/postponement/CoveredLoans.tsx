/** The groups of loans that a postponement would cover, and those that it would not (R §2, §3). */
import type { CoveredGroup } from '#domain/postponement/shapes.ts';
import { type Column, DataTable, Disclosure, Money, Stack } from '../../ui/index.ts';

export interface CoveredLoansProps {
  readonly covered: readonly CoveredGroup[];
  readonly notCovered: readonly CoveredGroup[];
}

const columns: readonly Column<CoveredGroup>[] = [
  { key: 'account', header: 'Account', names: true, cell: ({ accountNumber }) => accountNumber },
  { key: 'group', header: 'Group ID', cell: ({ groupId }) => groupId },
  { key: 'type', header: 'Loan Type', cell: ({ loanType }) => loanType },
  {
    key: 'principal',
    header: 'Current Principal Balance',
    align: 'end',
    cell: ({ outstandingPrincipal }) => <Money amount={outstandingPrincipal} />,
  },
];

const keyOf = ({ accountNumber, groupId }: CoveredGroup) => `${accountNumber}/${groupId}`;

export function CoveredLoans({ covered, notCovered }: CoveredLoansProps) {
  return (
    <Stack>
      {covered.length > 0 ? (
        <DataTable caption="Loans that would be postponed" columns={columns} rows={covered} rowKey={keyOf} />
      ) : (
        <p>None of your loans would be postponed now.</p>
      )}
      {notCovered.length > 0 && (
        <Disclosure summary={`Loans that would not be postponed (${notCovered.length})`} open>
          <DataTable
            caption="Loans that would not be postponed"
            captionHidden
            columns={columns}
            rows={notCovered}
            rowKey={keyOf}
          />
        </Disclosure>
      )}
    </Stack>
  );
}
