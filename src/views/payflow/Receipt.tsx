/** The last step: the payment was accepted (Y §2.1, §4.5). The only view with words of success. */
import { recordedLines } from '#domain/payments/record.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { Button, ButtonRow, Card, Content, Notice, SummaryList } from '../../ui/index.ts';
import { PaymentSummary } from './PaymentSummary.tsx';
import { Step } from './Steps.tsx';

export function Receipt({ state, send }: ViewProps<typeof payflow>) {
  const { result, record } = state.context;
  const confirmation = result?.result === 'accepted' ? result.answer.paymentConfirmation : null;
  if (!confirmation) return null;
  return (
    <Step current={3}>
      <Notice kind="success" heading="Thank you. Your payment has been submitted.">
        <Content
          section="payments"
          name="receipt-thank-you"
          fallback={<p>We will draw the payment on the date shown below.</p>}
        />
      </Notice>
      <Card heading="Payment Details">
        <SummaryList
          rows={[{ label: 'Confirmation Number', value: <strong>{confirmation.confirmationNumber}</strong> }]}
        />
        {record !== null && (
          <PaymentSummary
            lines={recordedLines(record)}
            total={record.total}
            date={record.effectiveDate}
            method={{ name: record.methodName, accountNumber: record.methodAccountNumber }}
          />
        )}
      </Card>
      <ButtonRow>
        <Button variant="secondary" icon="print" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={() => send({ type: 'anotherPayment.wanted' })}>Make Another Payment</Button>
      </ButtonRow>
    </Step>
  );
}
