/** Bills whose due dates have passed and that payments under way pay (ruling 88). They are in no amount due. */
import { beingPaidText } from '#domain/accounts/messages.ts';
import type { BillBeingPaid } from '#domain/accounts/shapes.ts';
import { Notice } from '../../../ui/index.ts';

interface BillsProps {
  /** Undefined from older servers. */
  readonly bills: readonly BillBeingPaid[] | undefined;
}

/** Renders a line for each bill; renders nothing if no bill is being paid. */
export const BillsBeingPaid = ({ bills = [] }: BillsProps) =>
  bills.length === 0 ? null : (
    <Notice kind="info">
      {bills.map((bill) => (
        <p key={bill.dueDate}>{beingPaidText(bill)}</p>
      ))}
    </Notice>
  );

/** The same lines in a cell of a table. */
export const BillsBeingPaidNotes = ({ bills = [] }: BillsProps) =>
  bills.map((bill) => (
    <span key={bill.dueDate} className="ui-table__note">
      {beingPaidText(bill)}
    </span>
  ));
