/** The amounts on each account or group, the day and what they come to (Y §2.1), to stand in whatever form sends them. */
import { parseUsDate } from '#domain/calendar.ts';
import { chosenLines } from '#domain/payments/record.ts';
import { warningForDay } from '#domain/payments/rules.ts';
import { accountsFor, totalOf } from '#domain/payments/schedule.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import { messageOf } from '#domain/issue.ts';
import type { Running } from '#machines/kit/view.ts';
import type { paymentSchedule } from '#machines/payment-schedule/payment-schedule.machine.ts';
import { Card, DateField, Notice, Stack } from '../../ui/index.ts';
import { PaymentSummary } from '../payflow/PaymentSummary.tsx';
import { AccountToPay } from './AccountToPay.tsx';
import { scheduleForm } from './ScheduleMessages.tsx';

export function ScheduleFields(running: Running<typeof paymentSchedule>) {
  const { state } = running;
  const fields = scheduleForm(running);
  const { form, payment, dates, today, nearPayoffRange } = state.context;
  const { values, errors, touched } = form;
  const day = parseUsDate(values.paymentDate);
  const isValidated = touched.includes('paymentDate') && errors['paymentDate'] === undefined;
  const warning = isValidated && day !== undefined ? warningForDay(day, payment) : undefined;
  return (
    <>
      {accountsFor(state.context, values).map((account) => (
        <AccountToPay
          key={account.accountId}
          account={account}
          form={form}
          today={today}
          nearPayoffRange={nearPayoffRange}
          fields={fields}
        />
      ))}
      <DateField
        {...fields.text('paymentDate')}
        availableDates={dates.availablePaymentDates}
        warning={warning && messageOf(paymentMessages, warning)}
      />
      {state.matches({ choosingAmounts: 'withoutLaterBalances' }) && (
        <Notice kind="warning">
          <p>
            The balances for a payment after today could not be loaded. The balances and payoff amounts shown are those
            of today.
          </p>
        </Notice>
      )}
      <Card heading="Payment Summary" tone="quiet">
        <Stack>
          {errors['total'] !== undefined && (
            // The error panel says it, and its link to the total leads here: it is not announced twice.
            <Notice kind="error" id="field-total" isSaidElsewhere>
              <p>{fields.errorOf('total')}</p>
            </Notice>
          )}
          <PaymentSummary lines={chosenLines(values, payment)} total={totalOf(values, payment)} date={day} />
        </Stack>
      </Card>
    </>
  );
}
