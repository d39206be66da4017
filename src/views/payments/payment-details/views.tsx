/** One payment in full: the amounts for each group of loans, and its status (Y §2.2). */
import type { ContextFrom } from 'xstate';
import { accountName } from '#domain/account-name.ts';
import { businessDate, formatUsDate, formatUsInstant } from '#domain/calendar.ts';
import { type Cents, ZERO } from '#domain/money.ts';
import { isRefundedInFull } from '#domain/payments/history.ts';
import { refundText } from '#domain/payments/messages.ts';
import { CANCELED, RETURNED } from '#domain/payments/payment-types.ts';
import type {
  GroupLevelPaymentHistory,
  PaymentHistoryDetails,
  PredictedPayment,
} from '#domain/payments/history-shapes.ts';
import type { paymentDetails } from '#machines/payments/payment-details/payment-details.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  type Column,
  DataTable,
  Money,
  Notice,
  PrintTitle,
  Stack,
  SummaryList,
} from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';
import { PaymentType } from '../payment-history/PaymentType.tsx';

type Context = ContextFrom<typeof paymentDetails>;

/** The note on a payment that was canceled, returned, or refunded in full or in part. */
function Outcome({ details }: { details: PaymentHistoryDetails }) {
  const { description, closedAt, effectiveDate, refund } = details;
  const when = closedAt === null ? '' : ` on ${formatUsInstant(new Date(closedAt))}`;
  if (description === CANCELED) {
    return (
      <Notice kind="warning" heading="This payment was canceled">
        <p>It was canceled{when}. No money was taken from the bank account.</p>
      </Notice>
    );
  }
  if (description === RETURNED) {
    const on = closedAt === null ? '' : ` on ${formatUsDate(businessDate(new Date(closedAt)))}`;
    return (
      <Notice kind="warning" heading="This payment was returned">
        <p>
          The payment date was {formatUsDate(effectiveDate)}. The bank returned it{on}. Your balance and due date are as
          if it hadn't been made. The amounts below are what it had paid.
        </p>
      </Notice>
    );
  }
  if (refund === null) return null;
  return (
    <Notice kind="info" heading={refundText(refund)}>
      <p>
        {isRefundedInFull(details)
          ? 'You owed nothing on this account, so the whole payment goes back to your bank account.'
          : 'You paid more than you owed on this account. The rest goes back to your bank account.'}
      </p>
    </Notice>
  );
}

const amount = (key: string, header: string, of: (group: GroupLevelPaymentHistory) => Cents) => ({
  key,
  header,
  align: 'end' as const,
  cell: (group: GroupLevelPaymentHistory) => <Money amount={of(group)} />,
});

const COLUMNS: readonly Column<GroupLevelPaymentHistory>[] = [
  { key: 'group', header: 'Group', names: true, cell: ({ groupId }) => `Group ${groupId}` },
  amount('principal', 'Principal', ({ principalApplied }) => principalApplied),
  amount('interest', 'Interest', ({ interestApplied }) => interestApplied),
  amount('fees', 'Fees', ({ feesApplied }) => feesApplied),
  amount('total', 'Total', ({ totalAmount }) => totalAmount),
];

const money = (label: string, value: Cents, total = false) => ({
  label,
  value: <Money amount={value} />,
  money: true,
  total,
});

/** The amounts paid beside the prediction at submission. */
interface Compared {
  readonly part: string;
  readonly predicted: Cents;
  readonly posted: Cents;
}

const COMPARED: readonly Column<Compared>[] = [
  { key: 'part', header: 'Applied to', names: true, cell: ({ part }) => part },
  { key: 'predicted', header: 'Predicted', align: 'end', cell: ({ predicted }) => <Money amount={predicted} /> },
  { key: 'posted', header: 'Posted', align: 'end', cell: ({ posted }) => <Money amount={posted} /> },
];

function PredictedAndPosted({ data, predicted }: { data: PaymentHistoryDetails; predicted: PredictedPayment }) {
  const refund = data.refund?.amount ?? ZERO;
  const rows: Compared[] = [
    { part: 'Principal', predicted: predicted.sumOfPrincipal, posted: data.sumOfPrincipal },
    { part: 'Interest', predicted: predicted.sumOfInterest, posted: data.sumOfInterest },
    { part: 'Fees', predicted: predicted.sumOfFees, posted: data.sumOfFees },
    { part: 'Refund: more than you owed', predicted: predicted.refundedAmount, posted: refund },
  ];
  const isSame = rows.every((row) => row.predicted === row.posted);
  return (
    <Stack gap="small">
      <DataTable
        caption="Predicted when you submitted the payment, and posted"
        captionHidden
        columns={COMPARED}
        rows={rows.filter((row) => row.predicted > 0 || row.posted > 0)}
        rowKey={({ part }) => part}
      />
      {!isSame && (
        <p>The amounts differ because something else changed on this account before the payment was posted.</p>
      )}
      <SummaryList rows={[money('Payment amount', data.sumOfPaymentAmount, true)]} />
    </Stack>
  );
}

function Details({ data }: ShownProps<Context>) {
  const { groupLevelPaymentHistories: groups, refund, paymentMethod } = data;
  const isRefunded = isRefundedInFull(data);
  const account = { loanType: data.loanType, accountNumber: data.borrowerAccountNumber };
  return (
    <Stack gap="large">
      <PrintTitle>{`Payment of ${formatUsDate(data.effectiveDate)}`}</PrintTitle>
      <Outcome details={data} />
      <Card heading="Payment">
        <SummaryList
          layout="columns"
          rows={[
            { label: 'Payment date', value: formatUsDate(data.effectiveDate) },
            { label: 'Account', value: accountName(account) },
            { label: 'Type', value: <PaymentType type={data.description} reader="borrower" /> },
            ...(paymentMethod === null ? [] : [{ label: 'Payment method', value: paymentMethod }]),
          ]}
        />
      </Card>
      {data.description !== CANCELED && (
        <Card heading="How it was applied">
          {data.predicted === null ? (
            <SummaryList
              rows={[
                ...(isRefunded
                  ? []
                  : [
                      money('Principal', data.sumOfPrincipal),
                      money('Interest', data.sumOfInterest),
                      money('Fees', data.sumOfFees),
                    ]),
                ...(refund === null ? [] : [money('Refund: more than you owed', refund.amount)]),
                money('Payment amount', data.sumOfPaymentAmount, true),
              ]}
            />
          ) : (
            <PredictedAndPosted data={data} predicted={data.predicted} />
          )}
        </Card>
      )}
      {data.description === CANCELED && (
        <Card heading="Amount">
          <SummaryList rows={[money('Canceled payment amount', data.sumOfPaymentAmount, true)]} />
        </Card>
      )}
      {groups.length > 0 && data.description !== CANCELED && (
        <Card heading="By loan group">
          <DataTable
            caption="What the payment did in each loan group"
            captionHidden
            columns={COLUMNS}
            rows={groups}
            rowKey={({ groupId }) => groupId}
          />
        </Card>
      )}
      <ButtonRow>
        <Button variant="secondary" icon="print" onClick={() => window.print()}>
          Print
        </Button>
      </ButtonRow>
    </Stack>
  );
}

const NotFound = () => (
  <Notice kind="warning" id="notice" heading="We can’t find this payment">
    <p>It isn’t in your payment history. Check the address, or look for the payment in your list.</p>
  </Notice>
);

export const paymentDetailsViews = resourceViews<Context>({ Showing: Details, Empty: NotFound });
