import { ButtonLink, ButtonRow } from '../../../ui/index.ts';

/** A link back to the list as the borrower left it; in a new tab, to the list in its default view. */
export const BackToActivity = ({ onFollow }: { onFollow: () => void }) => (
  <ButtonRow>
    <ButtonLink variant="quiet" icon="arrow-back" href="/payments/payment-activity" onFollow={onFollow}>
      Back to Payment Activity
    </ButtonLink>
  </ButtonRow>
);
