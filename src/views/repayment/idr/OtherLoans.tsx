/** The loans that count in the estimates and are not with us: the borrower's own, and those of a spouse (R §2). */
import { loanOwnerNames } from '#domain/repayment/idr/messages.ts';
import { MAX_OTHER_LOANS, type OtherLoan } from '#domain/repayment/idr/shapes.ts';
import { parseTyped } from '#domain/money.ts';
import { Button, ButtonRow, Card, type Column, DataTable, Money, Stack, fieldId } from '../../../ui/index.ts';

export interface OtherLoansProps {
  readonly loans: readonly OtherLoan[];
  readonly isMarriedJointly: boolean;
  readonly disabled: boolean;
  readonly onAdd: () => void;
  readonly onRemove: (at: number) => void;
}

interface Row {
  readonly loan: OtherLoan;
  readonly at: number;
}

const Balance = ({ typed }: { typed: string }) => {
  const amount = parseTyped(typed);
  return amount === undefined ? typed : <Money amount={amount} />;
};

const columnsWith = (onRemove: (at: number) => void, disabled: boolean): readonly Column<Row>[] => [
  { key: 'type', header: 'Loan Type', names: true, cell: ({ loan }) => loan.loanType },
  { key: 'program', header: 'Program', cell: ({ loan }) => loan.loanProgram },
  { key: 'borrower', header: 'Borrower', cell: ({ loan }) => loanOwnerNames[loan.borrower] },
  { key: 'balance', header: 'Balance', align: 'end', cell: ({ loan }) => <Balance typed={loan.balance} /> },
  {
    key: 'remove',
    header: 'Remove',
    headerHidden: true,
    align: 'end',
    cell: ({ loan, at }) => (
      <Button
        variant="quiet"
        disabled={disabled}
        onClick={() => onRemove(at)}
        context={`loan ${at + 1}: ${loan.loanType}`}
      >
        Remove
      </Button>
    ),
  },
];

export const OtherLoans = ({ loans, isMarriedJointly, disabled, onAdd, onRemove }: OtherLoansProps) => (
  <Card
    heading={
      // Receives focus after a loan was removed together with its button.
      <span id={fieldId('otherLoans')} tabIndex={-1}>
        Other Loans
      </span>
    }
  >
    <Stack>
      <p>
        Do you have federal student loans with another servicer? Add them here.
        {isMarriedJointly && " Add your spouse's federal student loans, too."} Your payment to us is then only a share
        of the whole.
      </p>
      {loans.length > 0 && (
        <DataTable
          caption="Loans that you have added"
          captionHidden
          columns={columnsWith(onRemove, disabled)}
          rows={loans.map((loan, at) => ({ loan, at }))}
          rowKey={({ at }) => String(at)}
        />
      )}
      {loans.length < MAX_OTHER_LOANS && (
        <ButtonRow>
          <Button variant="secondary" icon="add" disabled={disabled} onClick={onAdd}>
            Add Loan
          </Button>
        </ButtonRow>
      )}
    </Stack>
  </Card>
);
