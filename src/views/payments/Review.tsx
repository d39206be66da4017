/** The third step: what was chosen, the terms, and the button that pays (Y §4.4). */
import { nameOfBankAccount } from '#domain/banking/rules.ts';
import { parseUsDate } from '#domain/calendar.ts';
import { chosenLines, maskedNumber } from '#domain/payments/payload.ts';
import { methodOf, totalOf } from '#domain/payments/rules.ts';
import { paymentWords } from '#domain/payments/words.ts';
import { say } from '#domain/verdict.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { Button, ButtonRow, Card, Checkbox, Content, ErrorPanel, Form } from '../../ui/index.ts';
import { OutcomeUnknown } from '../submission/OutcomeUnknown.tsx';
import { NothingWasPaid } from './Schedule.tsx';
import { PaymentSummary, Step } from './Steps.tsx';
import { paymentSubmissionWords } from './words.ts';

type Context = ViewProps<typeof payflow>['state']['context'];

/** The bank account that is drawn on: the saved one, or the one that was entered. */
function chosenAccount({ method, methods, verifiedAccount }: Context) {
  const saved = methodOf(methods, method?.values.methodId ?? '');
  if (saved !== undefined) return { name: saved.profileName, accountNumber: saved.accountNumber };
  if (verifiedAccount === null) return undefined;
  const { values, bank } = verifiedAccount;
  return { name: nameOfBankAccount(values, bank), accountNumber: maskedNumber(values.accountNumber) };
}

/** The payment that is under review, in figures. */
export function UnderReview({ state }: Pick<ViewProps<typeof payflow>, 'state'>) {
  const { schedule, payment } = state.context;
  if (schedule === null || payment === null) return null;
  const chosen = chosenAccount(state.context);
  return (
    <Card heading="Payment Details">
      <PaymentSummary
        lines={chosenLines(schedule.values, payment)}
        total={totalOf(schedule.values, payment)}
        date={parseUsDate(schedule.values.paymentDate)}
        email={payment.email}
        {...(chosen && { method: chosen })}
      />
    </Card>
  );
}

/**
 * The review, which stays in sight while the payment is under way. Where no answer comes, what is known stands in place of
 * the form: nobody is to submit twice.
 */
export function Review({ state, send, children }: ViewProps<typeof payflow>) {
  const { review, remark } = state.context;
  const isSubmitting = state.matches('submittingPayment');
  const error = review.errors['terms'];
  const submission = children.submitPayment ?? children.submitPaymentV1 ?? children.settlePayment;
  if (submission?.state.matches('outcomeUnknown') === true) {
    return (
      <Step current={2} context={state.context}>
        <OutcomeUnknown
          isWaiting={submission.state.matches({ outcomeUnknown: 'waitingToAskAgain' })}
          onAskAgain={() => submission.send({ type: 'outcome.askedAgain' })}
          words={paymentSubmissionWords}
        />
        <UnderReview state={state} />
      </Step>
    );
  }
  return (
    <Step current={2} context={state.context}>
      {remark === 'nothingWasPaid' && <NothingWasPaid />}
      <ErrorPanel
        errors={review.panel.map(({ field, verdict }) => ({
          field,
          label: 'Terms Checkbox',
          message: say(paymentWords, verdict),
        }))}
      />
      <UnderReview state={state} />
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading="Payment Authorization and Insufficient Funds Statement" tone="quiet">
          <Content section="payments" name="payment-authorization" />
          <Content section="payments" name="insufficient-funds" />
        </Card>
        <Checkbox
          name="terms"
          label="I agree to the terms of the Payment Authorization and Insufficient Funds Statement"
          checked={review.values.terms}
          disabled={isSubmitting}
          error={error === undefined ? undefined : say(paymentWords, error)}
          onChange={(value) => send({ type: 'field.entered', field: 'terms', value })}
        />
        <ButtonRow align="between">
          <Button variant="secondary" disabled={isSubmitting} onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
          <Button type="submit" busy={isSubmitting} busyText={paymentSubmissionWords.sending}>
            Submit Payment
          </Button>
        </ButtonRow>
      </Form>
    </Step>
  );
}
