/** The last step: the application was received, with the resulting amounts and the next steps (R §2; ruling 74). */
import { useContext } from 'react';
import { type ApplicationDays, applicationDays } from '#domain/repayment/application-clock.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import {
  exitPaymentAmount,
  exitPaymentChoices,
  isWaitingForProof,
  startingTermApplication,
} from '#domain/repayment/term/application.ts';
import { termTotalAmount } from '#domain/repayment/term/selection.ts';
import type { termRepayment } from '#machines/repayment/term-repayment/term-repayment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Card, Content, Notice, Timeline } from '../../../ui/index.ts';
import { ReceivedApplication } from '../postponement/ReceivedApplication.tsx';
import { ApplicationDurationsContext } from '../postponement/durations.ts';
import { ToRepaymentOptions } from '../postponement/ToRepaymentOptions.tsx';
import { TermRepaymentStep } from './Steps.tsx';

/** The text for a payment that could not be estimated. */
const NOT_KNOWN = "an amount that we tell you before it's due";

interface NextStepsProps extends ApplicationDays {
  /** Whether the decision waits for proof of the loans elsewhere (ruling 103). */
  readonly needsProof: boolean;
  readonly bankingDaysToDecision: number;
}

const NextSteps = ({ sentOn, reviewStartsOn, decidedOn, needsProof, bankingDaysToDecision }: NextStepsProps) => (
  <Card heading="What happens next">
    <Timeline
      label="The steps of your application"
      entries={[
        { title: 'You applied', note: formatUsDate(sentOn), state: 'complete' },
        { title: 'We start our review', note: formatUsDate(reviewStartsOn), state: 'ahead' },
        ...(needsProof
          ? [
              {
                title: 'You send us proof of your other loans',
                note: 'Send a page from your other servicer that shows what you owe. You can upload it under Repayment Options.',
                state: 'ahead',
              } as const,
            ]
          : []),
        {
          title: 'We tell you what we decided',
          note: needsProof
            ? `Within ${bankingDaysToDecision} business days after we get your proof`
            : `By ${formatUsDate(decidedOn)}`,
          state: 'ahead',
        },
      ]}
    />
  </Card>
);

export function Receipt({ state: { context } }: ViewProps<typeof termRepayment>) {
  const durations = useContext(ApplicationDurationsContext);
  const { estimates, selection, otherLoans, application, received } = context;
  if (estimates === null || received === null) return null;
  const choices = exitPaymentChoices(estimates, selection);
  const exit = exitPaymentAmount(choices, application?.values ?? startingTermApplication);
  const total = termTotalAmount(estimates, selection);
  const PaymentAmount = total === null ? NOT_KNOWN : formatUsd(total);
  return (
    <TermRepaymentStep step="Receipt">
      <Notice kind="success" isOutcome heading="Your application has been submitted.">
        {choices.length > 0 ? (
          <Content
            section="repayoptions"
            name="IBR-Receipt"
            values={{ PaymentAmount, ForbPayment: formatUsd(exit) }}
            fallbackWhileLoading
            fallback={
              <p>
                Your one-time payment to leave IBR is {formatUsd(exit)}. After that, your estimated monthly payment is{' '}
                {PaymentAmount}.
              </p>
            }
          />
        ) : (
          <Content
            section="repayoptions"
            name="Receipt"
            values={{ PaymentAmount }}
            fallbackWhileLoading
            fallback={<p>Your estimated monthly payment is {PaymentAmount}.</p>}
          />
        )}
      </Notice>
      <ReceivedApplication name={applicationKindNames.term} received={received} />
      <NextSteps
        {...applicationDays(received.receivedDateTime, durations)}
        {...durations}
        needsProof={isWaitingForProof({ estimates, selection, hasOtherLoans: otherLoans.hasOtherLoans })}
      />
      <ToRepaymentOptions />
    </TermRepaymentStep>
  );
}
