/** Step 3: the selections, the terms, and the submit button (Y §4.4). */
import { parseUsDate } from '#domain/calendar.ts';
import { draftNotes } from '#domain/payments/draft-notes.ts';
import { pastDueWarnings, warningsUnderWay } from '#domain/payments/under-way.ts';
import { accountsFor, chosenLines, computeTotal } from '#domain/payments/schedule.ts';
import { chosenSource } from '#domain/payments/source.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payments/payflow/payflow.machine.ts';
import { Button, ButtonRow, Card, Checkbox, Form, useTextsToAgree } from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { DraftNotes } from './DraftNotes.tsx';
import { Forecast, type ForecastProps } from './Forecast.tsx';
import { NothingWasPaid, PaymentAdded } from './Notices.tsx';
import { MethodSummary, PaymentSummary } from './PaymentSummary.tsx';
import { Step } from './Steps.tsx';
import { Refusal } from './Refusal.tsx';
import { paymentSubmissionMessages } from './messages.ts';

interface UnderReviewProps extends Pick<ViewProps<typeof payflow>, 'state' | 'send'> {
  /** Whether the borrower can change the payment now. */
  readonly canChange: boolean;
}

/**
 * The amounts under review with warnings about pending payments. The borrower can change each part; the button goes
 * back to the part's step, as Previous does.
 */
function UnderReview({ state, send, canChange }: UnderReviewProps) {
  const { schedule, method, facts, nearPayoffRange, person } = state.context;
  if (schedule === null || method === null || facts === null) return null;
  const { values } = schedule.form;
  const { payment, methods, upcoming, today } = facts;
  const chosen = chosenSource(method, methods);
  const lines = chosenLines(values, payment);
  const day = parseUsDate(values.paymentDate);
  const accounts = accountsFor({ ...facts, nearPayoffRange, cutoff: schedule.cutoff }, values);
  /** Sends `previous.pressed` once for each step. */
  const change = (part: string, steps: 1 | 2) =>
    canChange && (
      <Button
        variant="quiet"
        context={part}
        onClick={() => {
          for (let step = 0; step < steps; step += 1) send({ type: 'previous.pressed' });
        }}
      >
        Change
      </Button>
    );
  return (
    <>
      <Card heading="Payment Details" aside={change('amounts and date', 2)}>
        <PaymentSummary
          lines={lines}
          accounts={accounts}
          warnings={day === undefined ? [] : warningsUnderWay(lines, { day, today, accounts, upcoming })}
          pastDue={pastDueWarnings(accounts, { lines, isScheduled: false }, facts)}
          total={computeTotal(values, payment)}
          date={day}
          email={payment.email}
        />
        {person.role === 'borrower' && (
          <DraftNotes accounts={accounts} notes={draftNotes(accounts, { lines, day, today, upcoming })} />
        )}
      </Card>
      {chosen && (
        <Card heading="Bank Account" aside={change('bank account', 1)}>
          <MethodSummary name={chosen.name} source={chosen.source} />
        </Card>
      )}
    </>
  );
}

/** The effect of the payment under review, while its machine runs. */
function ForecastUnderReview({ state, running }: Pick<UnderReviewProps, 'state'> & Pick<ForecastProps, 'running'>) {
  const { schedule, facts } = state.context;
  if (schedule === null || facts === null) return null;
  const { values } = schedule.form;
  return (
    <Forecast running={running} lines={chosenLines(values, facts.payment)} day={parseUsDate(values.paymentDate)} />
  );
}

/**
 * The review, which remains visible during the submission and below the refusal dialog. If the server does not respond,
 * the status of the submission replaces the form, so that the borrower does not pay twice.
 */
export function Review({
  state,
  send,
  children: { submitPayment: submission, getForecast },
}: ViewProps<typeof payflow>) {
  const { review, notice } = state.context;
  const terms = useTextsToAgree('payments', ['payment-authorization', 'insufficient-funds']);
  const isSubmitting = state.matches({ reviewing: 'checkingAgain' }) || state.matches('submittingPayment');
  const isRefused = state.matches('paymentRefused');
  const fields = formFields({ form: review, send, labels: { terms: 'Terms Checkbox' }, messages: paymentMessages });
  if (isOutcomeUnknown(submission)) {
    return (
      <Step current={2} context={state.context}>
        <OutcomeUnknown submission={submission} messages={paymentSubmissionMessages} />
        <UnderReview state={state} send={send} canChange={false} />
      </Step>
    );
  }
  return (
    <Step current={2} context={state.context}>
      {notice === 'nothingWasPaid' && <NothingWasPaid />}
      {notice === 'paymentAdded' && <PaymentAdded />}
      {terms.missing === null && fields.panel}
      <UnderReview state={state} send={send} canChange={state.matches({ reviewing: 'readingTerms' })} />
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading="Payment Authorization and Insufficient Funds Statement" tone="quiet">
          {terms.missing ?? terms.shown}
        </Card>
        {terms.missing === null && (
          <Checkbox
            required
            {...fields.tick('terms')}
            label="I agree to the terms of the Payment Authorization and Insufficient Funds Statement"
            disabled={isSubmitting || isRefused || !terms.isReadable}
          />
        )}
        <ButtonRow>
          {terms.missing === null && (
            <Button type="submit" busy={isSubmitting} busyText={paymentSubmissionMessages.sending}>
              Submit Payment
            </Button>
          )}
          <Button
            variant="secondary"
            disabled={isSubmitting || isRefused}
            onClick={() => send({ type: 'previous.pressed' })}
          >
            Previous
          </Button>
        </ButtonRow>
      </Form>
      {getForecast && <ForecastUnderReview state={state} running={getForecast} />}
      {isRefused && <Refusal state={state} send={send} />}
    </Step>
  );
}
