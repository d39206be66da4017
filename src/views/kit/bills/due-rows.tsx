/** The amounts due on an account or a group, as rows of a list. */
import { type AmountsDue, dueAmounts } from '#domain/accounts/messages.ts';
import { Money, type SummaryRow } from '../../../ui/index.ts';

export const dueRows = (due: AmountsDue): SummaryRow[] =>
  dueAmounts(due).map(({ label, amount }) => ({ label, value: <Money amount={amount} />, money: true }));
