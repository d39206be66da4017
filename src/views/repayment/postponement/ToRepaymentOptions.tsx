/** Link from the last step to the repayment options, which show the status of the application. */
import { ButtonLink, ButtonRow } from '../../../ui/index.ts';

export const ToRepaymentOptions = () => (
  <ButtonRow>
    <ButtonLink href="/repayment-options" variant="secondary">
      Repayment Options
    </ButtonLink>
  </ButtonRow>
);
