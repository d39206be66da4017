import { ButtonLink, ButtonRow } from '../../ui/index.ts';

/** Leads back to the list as it was left. In a new tab it leads to the list as it is first shown. */
export const BackToActivity = ({ onFollow }: { onFollow: () => void }) => (
  <ButtonRow>
    <ButtonLink variant="quiet" icon="arrow-back" href="/payments/payment-activity" onFollow={onFollow}>
      Back to Payment Activity
    </ButtonLink>
  </ButtonRow>
);
