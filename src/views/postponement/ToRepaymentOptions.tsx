/** The way on from the last step: the repayment options say how far an application is. */
import { ButtonLink, ButtonRow } from '../../ui/index.ts';

export const ToRepaymentOptions = () => (
  <ButtonRow>
    <ButtonLink href="/repayment-options" variant="secondary">
      Repayment Options
    </ButtonLink>
  </ButtonRow>
);
