/** The last step: the payment was taken (Y §2.1, §4.5). The only view with words of success. */
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { Button, ButtonRow, Card, Content, Notice, SummaryList } from '../../ui/index.ts';
import { PaymentSummary, Step } from './Steps.tsx';

export function Receipt({ state, send }: ViewProps<typeof payflow>) {
  const { answer, record } = state.context;
  const confirmation = answer?.paymentConfirmation;
  if (record === null || !confirmation) return null;
  return (
    <Step current={3} sidebar={false}>
      <Notice kind="success" heading="Thank you. Your payment has been submitted.">
        <Content section="payments" name="receipt-thank-you" />
      </Notice>
      <Card heading="Payment Details">
        <SummaryList
          rows={[{ label: 'Confirmation Number', value: <strong>{confirmation.confirmationNumber}</strong> }]}
        />
        <PaymentSummary
          accounts={record.accounts}
          total={record.total}
          date={record.effectiveDate}
          method={{ name: record.methodName, accountNumber: record.methodAccountNumber }}
        />
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
