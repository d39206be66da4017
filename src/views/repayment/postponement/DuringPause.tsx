/** Effect of a pause on amounts that are already past due and on auto debit. */
import { ContentCard } from '../../../ui/index.ts';

export const DuringPause = () => (
  <ContentCard section="repayoptions" name="during-a-pause" heading="Past-due amounts and auto debit" tone="quiet" />
);
