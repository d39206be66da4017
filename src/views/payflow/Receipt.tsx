/** The last step: the payment was accepted (Y §2.1, §4.5). The only view with words of success. */
import { formatUsInstant } from '#domain/calendar.ts';
import { isCancelable } from '#domain/payments/progress.ts';
import { recordedLines } from '#domain/payments/record.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  Content,
  Notice,
  PhoneLink,
  PrintTitle,
  SummaryList,
  TextLink,
  usePages,
} from '../../ui/index.ts';
import { PaymentSummary, methodRow } from './PaymentSummary.tsx';
import { Step } from './Steps.tsx';

const ACTIVITY = '/payments/payment-activity';

/** Until when and where this payment can be canceled, if at all (Y §4.6, ruling 20). */
function HowToCancel({ isPossible }: { isPossible: boolean }) {
  const hasPage = usePages();
  if (!isPossible) {
    return (
      <Card heading="How to cancel">
        <p>
          A payment dated the day it is submitted is processed at once and cannot be canceled. If something is wrong
          with it, call us at <PhoneLink /> and have your confirmation number ready.
        </p>
      </Card>
    );
  }
  return (
    <Card heading="How to cancel">
      <p>
        This payment can be canceled through the day before its payment date. {hasPage(ACTIVITY) ? 'Cancel it in ' : ''}
        {hasPage(ACTIVITY) && <TextLink href={ACTIVITY}>Payment Activity</TextLink>}
        {hasPage(ACTIVITY) ? ', or call' : 'Call'} us at <PhoneLink /> and have your confirmation number ready.
      </p>
    </Card>
  );
}

export function Receipt({ state, send }: ViewProps<typeof payflow>) {
  const { result, record, person, facts } = state.context;
  const answer = result?.result === 'accepted' ? result.answer : null;
  const confirmation = answer?.paymentConfirmation;
  if (!answer || !confirmation) return null;
  const { authorizationDate } = answer;
  const submittedAt = authorizationDate === null ? null : new Date(authorizationDate);
  const isCancelableStill = record !== null && submittedAt !== null && isCancelable(record.effectiveDate, submittedAt);
  return (
    <Step current={3} sidebar={<HowToCancel isPossible={isCancelableStill} />}>
      <PrintTitle>Payment receipt</PrintTitle>
      <Notice kind="success" isOutcome heading="Thank you. Your payment has been submitted.">
        <Content
          section="payments"
          name="receipt-thank-you"
          fallback={<p>We will draw the payment on the date shown below.</p>}
        />
      </Notice>
      <Card heading="Payment Details">
        <SummaryList
          rows={[
            { label: 'Confirmation Number', value: <strong>{confirmation.confirmationNumber}</strong> },
            ...(submittedAt === null ? [] : [{ label: 'Submitted on', value: formatUsInstant(submittedAt) }]),
            { label: 'Submitted by', value: `${person.givenName} ${person.familyName}` },
            ...(record === null ? [] : [methodRow(record.methodName, record.methodAccountNumber)]),
          ]}
        />
        {record !== null && (
          <PaymentSummary
            lines={recordedLines(record)}
            accounts={facts?.payment.borrowerAccountPayments ?? []}
            total={record.total}
            date={record.effectiveDate}
          />
        )}
      </Card>
      <ButtonRow>
        <Button onClick={() => send({ type: 'anotherPayment.wanted' })}>Make Another Payment</Button>
        <Button variant="secondary" icon="print" onClick={() => window.print()}>
          Print
        </Button>
      </ButtonRow>
    </Step>
  );
}
