/** The loan groups that a postponement would cover, and the others with the reason (R §2, §3). */
import { accountName } from '#domain/account-name.ts';
import { coverageMessages } from '#domain/repayment/postponement/messages.ts';
import type { CoveredGroup, IneligibleGroup } from '#domain/repayment/postponement/shapes.ts';
import { type Column, DataTable, Disclosure, Money, PhoneLink, Stack } from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';

export interface CoveredLoansProps {
  readonly covered: readonly CoveredGroup[];
  readonly notCovered: readonly IneligibleGroup[];
}

const columns = [
  {
    key: 'account',
    header: 'Account',
    names: true,
    cell: ({ accountNumber, accountLoanType }) => accountName({ accountNumber, loanType: accountLoanType }),
  },
  { key: 'group', header: 'Group ID', cell: ({ groupId }) => groupId },
  { key: 'type', header: 'Loan Type', cell: ({ loanType }) => loanType },
  {
    key: 'principal',
    header: 'Current Principal Balance',
    align: 'end',
    cell: ({ outstandingPrincipal }) => <Money amount={outstandingPrincipal} />,
  },
] as const satisfies readonly Column<CoveredGroup>[];

const Reason = ({ reason }: Pick<IneligibleGroup, 'reason'>) =>
  reason === undefined ? (
    <>
      Please call us at <PhoneLink />.
    </>
  ) : (
    <>
      {coverageMessages[reason]} {reason === 'inDefault' && <CallAboutDefault />}
    </>
  );

const columnsWithReason: readonly Column<IneligibleGroup>[] = [
  ...columns,
  { key: 'reason', header: 'Why not', cell: (group) => <Reason {...group} /> },
];

const toKey = ({ accountNumber, groupId }: CoveredGroup) => `${accountNumber}/${groupId}`;

export function CoveredLoans({ covered, notCovered }: CoveredLoansProps) {
  return (
    <Stack>
      {covered.length > 0 ? (
        <DataTable
          caption="Loans that would be paused"
          columns={columns}
          rows={covered}
          rowKey={toKey}
          stacksByWindow
        />
      ) : (
        <p>None of your loans would be paused now.</p>
      )}
      {notCovered.length > 0 && (
        <Disclosure summary={`Loans that wouldn't be paused (${notCovered.length})`} open>
          <DataTable
            caption="Loans that wouldn't be paused"
            captionHidden
            columns={columnsWithReason}
            rows={notCovered}
            rowKey={toKey}
          />
        </Disclosure>
      )}
    </Stack>
  );
}
