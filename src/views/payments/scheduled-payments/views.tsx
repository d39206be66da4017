/** Scheduled and pending payments (Y §2.2, §4.6). */
import { accountName, groupName } from '#domain/account-name.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import { cancellationMessages, unchangedPaymentText } from '#domain/payments/messages.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { scheduledPayments } from '#machines/payments/scheduled-payments/scheduled-payments.machine.ts';
import {
  Busy,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  Content,
  DataTable,
  EmptyState,
  Money,
  Notice,
  Stack,
  Tag,
} from '../../../ui/index.ts';
import { PaymentType } from '../payment-history/PaymentType.tsx';
import { couldNotLoad } from '../../kit/loading/messages.ts';
import { OutcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { cancellationSubmissionMessages } from './messages.ts';

type Props = ViewProps<typeof scheduledPayments>;

const HEADING = 'Scheduled Payments';

/** Returns the purpose of a payment: one group, or the whole account. */
const formatPurpose = ({ groupId, ...account }: ScheduledPayment): string =>
  groupId === null ? accountName(account) : groupName(account, groupId);

function createColumns({ state, send }: Props): Column<ScheduledPayment>[] {
  const { role } = state.context;
  const isListing = state.matches('listing') || state.matches('refreshing');
  return [
    { key: 'date', header: 'Date', names: true, cell: ({ effectiveDate }) => formatUsDate(effectiveDate) },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: ({ sumOfPaymentAmount }) => <Money amount={sumOfPaymentAmount} />,
    },
    { key: 'method', header: 'Payment method', cell: ({ paymentMethod }) => paymentMethod },
    {
      key: 'type',
      header: 'Type',
      cell: ({ paymentType, description }) => (
        <PaymentType type={description === 'Cancelled' ? description : paymentType} reader={role} />
      ),
    },
    { key: 'group', header: 'Account', cell: formatPurpose },
    {
      key: 'status',
      header: 'Status',
      cell: ({ description }) => <Tag tone={description === 'Scheduled' ? 'info' : 'neutral'}>{description}</Tag>,
    },
    {
      key: 'cancel',
      header: 'Action',
      headerHidden: true,
      cell: (payment) =>
        payment.description === 'Scheduled' ? (
          <Button
            variant="quiet"
            disabled={!isListing}
            context={`payment of ${formatUsd(payment.sumOfPaymentAmount)} on ${formatUsDate(payment.effectiveDate)}`}
            onClick={() => send({ type: 'cancel.pressed', payment })}
          >
            Cancel
          </Button>
        ) : null,
    },
  ];
}

/** The note that the next auto debit payment can no longer be changed (ruling 52). */
function DraftUnderWay({ payments }: { payments: readonly ScheduledPayment[] }) {
  if (!payments.some(({ paymentType }) => paymentType === AUTO_DEBIT)) return null;
  return (
    <Notice kind="info">
      <Content
        section="payments"
        name="auto-debit-under-way"
        fallback={
          <p>Your next auto debit payment is already under way. Changes to auto debit apply to the payment after it.</p>
        }
      />
    </Notice>
  );
}

/** The payments that are still made although payments are postponed or the plan has changed. */
function UnchangedPayments({ payments }: { payments: readonly ScheduledPayment[] }) {
  const stored = payments.flatMap((payment) =>
    payment.keptDespite == null ? [] : [{ payment, text: unchangedPaymentText(payment, payment.keptDespite) }],
  );
  if (stored.length === 0) return null;
  return (
    <Notice kind="info">
      {stored.map(({ payment, text }) => (
        <p key={payment.paymentDetailId}>{text}</p>
      ))}
      <p>If you don't want to make a payment, cancel it before its date.</p>
    </Notice>
  );
}

/** The outcome of the last cancellation, or that it is being checked. */
function CancellationNotice({ state, send, children }: Props) {
  const { notice, selected } = state.context;
  const { cancelPayment } = children;
  if (isOutcomeUnknown(cancelPayment)) {
    return <OutcomeUnknown submission={cancelPayment} messages={cancellationSubmissionMessages} />;
  }
  if (state.matches('outcomeCheckFailed')) {
    return (
      <OutcomeCheckFailed onRetry={() => send({ type: 'retry.requested' })} messages={cancellationSubmissionMessages} />
    );
  }
  if (notice === null || selected === null) return null;
  return (
    <Notice kind={notice === 'canceled' ? 'success' : 'error'} id="notice">
      <p>{cancellationMessages[notice](selected)}</p>
    </Notice>
  );
}

/** Confirms the cancellation of a payment, and remains open while the cancellation is in flight. */
function CancelDialog({ state, send, children }: Props) {
  const { selected } = state.context;
  const isCanceling = state.matches('canceling');
  const isOpen = state.matches('confirming') || (isCanceling && !isOutcomeUnknown(children.cancelPayment));
  if (!isOpen || selected === null) return null;
  return (
    <ConfirmDialog
      title="Cancel this payment?"
      confirmLabel="Yes, cancel this payment"
      cancelLabel="No, keep this payment"
      busy={isCanceling}
      busyText={cancellationSubmissionMessages.sending}
      danger
      onConfirm={() => send({ type: 'cancel.confirmed' })}
      onCancel={() => send({ type: 'cancel.dismissed' })}
    >
      <p>{cancellationMessages.confirm(selected)}</p>
      {selected.leftIfCancelled != null && <p>{cancellationMessages.leftOpen(selected.leftIfCancelled)}</p>}
    </ConfirmDialog>
  );
}

/** One view for all states with a list, so that the list and its focus stay. */
function Scheduled(props: Props) {
  const { payments: listed, role } = props.state.context;
  const payments = listed ?? [];
  return (
    <Card heading={HEADING}>
      <Stack>
        <CancellationNotice {...props} />
        {/* Payers do not see the types of payments (Y §6). */}
        {role === 'borrower' && <DraftUnderWay payments={payments} />}
        <UnchangedPayments payments={payments} />
        {payments.length === 0 ? (
          <EmptyState icon="schedule">
            <Content
              section="payments"
              name="no-pending-payments"
              fallback={<p>You don&apos;t have any pending payments at this time.</p>}
            />
          </EmptyState>
        ) : (
          <DataTable
            caption={HEADING}
            captionHidden
            columns={createColumns(props)}
            rows={payments}
            rowKey={({ paymentDetailId }) => paymentDetailId}
          />
        )}
        <CancelDialog {...props} />
      </Stack>
    </Card>
  );
}

const Loading = () => (
  <Card heading={HEADING}>
    <Busy text="Loading…" />
  </Card>
);

const CouldNotLoad = ({ send }: Props) => (
  <Card heading={HEADING}>
    <Notice kind="error" action={<Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>}>
      <p>{couldNotLoad}</p>
      <p>Your scheduled payments will still be made.</p>
    </Notice>
  </Card>
);

export const scheduledPaymentsViews = {
  loadingPayments: Loading,
  couldNotLoad: CouldNotLoad,
  listing: Scheduled,
  confirming: Scheduled,
  canceling: Scheduled,
  refreshing: Scheduled,
  outcomeCheckFailed: Scheduled,
} satisfies ViewsOf<typeof scheduledPayments>;
