/** The total paid to date (Y §4.8). */
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { totalPaid } from '#machines/payments/total-paid/total-paid.machine.ts';
import { Button, Card, Content, FieldError, Money, Stack, SummaryList, fieldId } from '../../../ui/index.ts';

type Props = Pick<ViewProps<typeof totalPaid>, 'state' | 'send'>;

const HEADING = 'Total Paid to Date';

/** One view for all states with the button, so that it keeps the focus. */
function Offer({ state, send }: Props) {
  return (
    <Card heading={HEADING}>
      <Stack gap="small">
        <p>See how much you have paid, and how much of it went to principal, interest and fees.</p>
        <div>
          <Button
            variant="secondary"
            busy={state.matches('calculating')}
            busyText="Calculating…"
            onClick={() => send({ type: 'calculate.pressed' })}
          >
            Calculate My Total Amount Paid to Date
          </Button>
        </div>
        <div aria-live="polite">
          <FieldError
            name="total-paid-error"
            error={
              state.matches('couldNotCalculate') ? "We couldn't calculate your total. Please try again." : undefined
            }
          />
        </div>
      </Stack>
    </Card>
  );
}

function Totals({ state }: Props) {
  const { totals } = state.context;
  if (totals === null) return null;
  const toRow = (label: string, amount: typeof totals.totalAmountPaid, total = false) => ({
    label,
    value: <Money amount={amount} />,
    money: true,
    total,
  });
  return (
    <Card heading={HEADING}>
      <div id={fieldId('total-paid')} tabIndex={-1}>
        <SummaryList
          rows={[
            toRow('Principal', totals.totalPrincipleApplied),
            toRow('Interest', totals.totalInterestApplied),
            toRow('Fees', totals.totalFeesApplied),
            toRow('Total paid', totals.totalAmountPaid, true),
          ]}
        />
      </div>
    </Card>
  );
}

const NothingPaid = () => (
  <Card heading={HEADING}>
    <div id={fieldId('total-paid')} tabIndex={-1}>
      <Content section="payments" name="no-payments-totals" fallback={<p>You haven&apos;t paid anything to date.</p>} />
    </div>
  </Card>
);

export const totalPaidViews = {
  notRequested: Offer,
  calculating: Offer,
  couldNotCalculate: Offer,
  showingTotals: Totals,
  nothingPaid: NothingPaid,
} satisfies ViewsOf<typeof totalPaid>;
