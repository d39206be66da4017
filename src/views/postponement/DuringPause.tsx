/** What happens during a pause to amounts that are past due already, and to auto debit. */
import { ContentCard } from '../../ui/index.ts';

export const DuringPause = () => (
  <ContentCard section="repayoptions" name="during-a-pause" heading="Past-due amounts and auto debit" tone="quiet" />
);
