/** Step 3: the application was received, or the borrower does not qualify (R §2). */
import type { hardshipForbearance } from '#machines/repayment/hardship-forbearance/hardship-forbearance.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import { Button, ButtonLink, ButtonRow, Content, Notice } from '../../../ui/index.ts';
import { ReceivedApplication } from '../postponement/ReceivedApplication.tsx';
import { ToRepaymentOptions } from '../postponement/ToRepaymentOptions.tsx';
import { HardshipForbearanceStep } from './Steps.tsx';

export function Receipt({ state, send }: ViewProps<typeof hardshipForbearance>) {
  const { received } = state.context;
  if (received === null) {
    return (
      <HardshipForbearanceStep current={2}>
        <Notice kind="info">
          <Content
            section="forbearance"
            name="receipt-not-eligible"
            fallbackWhileLoading
            fallback={<p>Based on your answer, you don't qualify for a hardship forbearance. Nothing was sent.</p>}
          />
        </Notice>
        <ButtonRow>
          <ButtonLink href="/repayment-options">Repayment Options</ButtonLink>
          <Button variant="secondary" onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
        </ButtonRow>
      </HardshipForbearanceStep>
    );
  }
  return (
    <HardshipForbearanceStep current={2}>
      <Notice kind="success" isOutcome heading="Your application has been submitted.">
        <Content
          section="forbearance"
          name="receipt-thank-you"
          fallbackWhileLoading
          fallback={<p>Thank you. We have received your application for hardship forbearance.</p>}
        />
      </Notice>
      <ReceivedApplication name={applicationKindNames.hardship} received={received} />
      <ToRepaymentOptions />
    </HardshipForbearanceStep>
  );
}
