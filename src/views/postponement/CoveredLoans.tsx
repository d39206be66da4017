/** The groups of loans that a postponement would cover, and those that it would not (R §2, §3). */
import type { DefermentGroup } from '#domain/deferment/shapes.ts';
import { type Column, DataTable, Disclosure, Money, Stack } from '../../ui/index.ts';

type Group = Pick<DefermentGroup, 'accountNumber' | 'groupId' | 'loanType' | 'outstandingPrincipal'>;

export interface CoveredLoansProps {
  readonly covered: readonly Group[];
  readonly notCovered: readonly Group[];
}

const columns: readonly Column<Group>[] = [
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

const keyOf = ({ accountNumber, groupId }: Group) => `${accountNumber}/${groupId}`;

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
