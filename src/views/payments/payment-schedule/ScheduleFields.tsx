/** The amounts for each account or group, the date (Y §2.1) and the totals, for use in any form. */
import { type PlainDate, parseUsDate } from '#domain/calendar.ts';
import { warningForDay } from '#domain/payments/rules.ts';
import { accountsFor, computeTotal, chosenLines } from '#domain/payments/schedule.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import type { AccountPayment, SpecialPaymentInstruction } from '#domain/payments/shapes.ts';
import { getMessage } from '#domain/issue.ts';
import type { Running } from '#machines/kit/view.ts';
import type { paymentSchedule } from '#machines/payments/payment-schedule/payment-schedule.machine.ts';
import { Card, DateField, Money, Notice, Stack } from '../../../ui/index.ts';
import { PaymentSummary } from '../payflow/PaymentSummary.tsx';
import { AccountList, type AccountListProps } from './AccountList.tsx';
import { scheduleForm } from './ScheduleMessages.tsx';

export interface ScheduleFieldsProps
  extends Running<typeof paymentSchedule>, Pick<AccountListProps, 'sought' | 'onSeek'> {
  /** The borrower's standing instructions on the accounts. */
  readonly instructions: readonly SpecialPaymentInstruction[];
  /** Whether to show the notes on auto debit. */
  readonly tellsDrafts: boolean;
}

/** Returns the days on which an account or one of its groups is due. */
const getDueDates = (accounts: readonly AccountPayment[]): PlainDate[] =>
  accounts
    .flatMap((account) => [account, ...account.borrowerGroupPayments])
    .flatMap(({ paymentDueDate }) => (paymentDueDate === null ? [] : [paymentDueDate]));

export function ScheduleFields({ instructions, tellsDrafts, sought, onSeek, ...running }: ScheduleFieldsProps) {
  const { state } = running;
  const fields = scheduleForm(running);
  const { form, today, upcoming, nearPayoffRange, account } = state.context;
  return (
    <>
      <AccountList
        accounts={accountsFor(state.context, form.values)}
        selected={account}
        shared={{ form, today, upcoming, nearPayoffRange, fields, instructions, tellsDrafts }}
        sought={sought}
        onSeek={onSeek}
      />
      {state.matches({ choosingAmounts: 'withoutLaterBalances' }) && (
        <Notice kind="warning">
          <p>
            We couldn&apos;t load the balances for a payment after today. You see today&apos;s balances and payoff
            amounts.
          </p>
        </Notice>
      )}
    </>
  );
}

/** The payment date, with the warning that it is late. */
function PaymentDate(running: Running<typeof paymentSchedule>) {
  const { form, payment, dates, today } = running.state.context;
  const { values, errors, touched } = form;
  const day = parseUsDate(values.paymentDate);
  const isValidated = touched.includes('paymentDate') && errors['paymentDate'] === undefined;
  const warning = isValidated && day !== undefined ? warningForDay(day, payment) : undefined;
  return (
    <DateField
      {...scheduleForm(running).text('paymentDate')}
      availableDates={dates.availablePaymentDates}
      today={today}
      dueDates={getDueDates(payment.borrowerAccountPayments)}
      warning={warning && getMessage(paymentMessages, warning)}
    />
  );
}

/** The payment date and the total. */
export function ScheduleSummary(running: Running<typeof paymentSchedule>) {
  const { form, payment } = running.state.context;
  const fields = scheduleForm(running);
  return (
    <Card heading="Payment Summary" tone="quiet">
      <Stack>
        <PaymentDate {...running} />
        {/* If the total is the only problem, focus is on the first amount and not on the error panel (Y §4.2). */}
        <div aria-live={form.panel.length === 1 ? 'polite' : 'off'}>
          {form.errors['total'] !== undefined && (
            <Notice kind="error" id="field-total">
              <p>{fields.findError('total')}</p>
            </Notice>
          )}
        </div>
        <PaymentSummary
          lines={chosenLines(form.values, payment)}
          accounts={payment.borrowerAccountPayments}
          foldsMany
          total={computeTotal(form.values, payment)}
          date={parseUsDate(form.values.paymentDate)}
        />
      </Stack>
    </Card>
  );
}

/** The only figure that is always visible. */
export function ScheduleTotal({ state: { context } }: Running<typeof paymentSchedule>) {
  return (
    <>
      Total <Money amount={computeTotal(context.form.values, context.payment)} />
    </>
  );
}
