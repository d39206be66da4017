/** The first step: when, and how much on each account or group (Y §2.1, §4.1, §5.1). */
import { parseUsDate } from '#domain/calendar.ts';
import { chosenLines } from '#domain/payments/payload.ts';
import {
  accountsFor,
  groupPayables,
  isAllocation,
  otherAmountField,
  remarkOnDay,
  scheduleFacts,
  totalOf,
} from '#domain/payments/rules.ts';
import type { AccountPayment } from '#domain/payments/shapes.ts';
import { allocationSummary, paymentWords } from '#domain/payments/words.ts';
import { type Verdict, say } from '#domain/verdict.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { Button, ButtonRow, Card, Content, DateField, ErrorPanel, Form, Money, Notice, Stack } from '../../ui/index.ts';
import { AccountToPay } from './AccountToPay.tsx';
import { SpecialInstructions, UpcomingPayments } from './Notices.tsx';
import { PaymentSummary, Step } from './Steps.tsx';

const words = (verdict: Verdict | undefined) => (verdict === undefined ? undefined : say(paymentWords, verdict));

/** What a field is called in the error panel. */
function labelOf(field: string, accounts: readonly AccountPayment[]): string {
  if (field === 'paymentDate') return 'Payment Date';
  for (const account of accounts) {
    const at = `Other amount for account ${account.accountNumber}`;
    if (field === otherAmountField({ id: account.accountId })) return at;
    const group = groupPayables(account).find((each) => otherAmountField(each) === field);
    if (group !== undefined) return `${at}, group ${group.group.groupId}`;
  }
  return 'Total Payment';
}

export function Schedule({ state, send }: ViewProps<typeof payflow>) {
  const { context } = state;
  const { schedule, person, instructions, upcoming } = context;
  const facts = scheduleFacts(context);
  if (schedule === null || facts === undefined) return null;
  const { values, errors, panel, touched } = schedule;
  const { payment, dates } = facts;
  const accounts = accountsFor(facts, values);
  const day = parseUsDate(values.paymentDate);
  const isJudged = touched.includes('paymentDate') && errors['paymentDate'] === undefined;
  const remark = isJudged && day !== undefined ? words(remarkOnDay(day, payment)) : undefined;
  return (
    <Step current={0} context={context}>
      {context.remark === 'nothingWasPaid' && <NothingWasPaid />}
      <ErrorPanel
        errors={panel.map(({ field, verdict }) => ({
          field,
          label: labelOf(field, accounts),
          message: words(verdict),
        }))}
        notes={panel.some(isAllocation) ? [allocationSummary] : []}
      />
      <Content section="payments" name="schedule-intro" />
      <Card tone="accent" heading="Total current amount due">
        <Money size="large" amount={payment.totalDue} />
      </Card>
      <UpcomingPayments upcoming={upcoming} role={person.role} />
      <SpecialInstructions instructions={instructions} />
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        {accounts.map((account) => (
          <AccountToPay
            key={account.accountId}
            account={account}
            form={schedule}
            today={facts.today}
            nearPayoffRange={facts.nearPayoffRange}
            send={send}
          />
        ))}
        <DateField
          name="paymentDate"
          label="Payment Date"
          availableDates={dates.availablePaymentDates}
          value={values.paymentDate}
          error={words(errors['paymentDate'])}
          warning={remark}
          onChange={(value) => send({ type: 'field.entered', field: 'paymentDate', value })}
          onLeave={() => send({ type: 'field.left', field: 'paymentDate' })}
        />
        {state.matches({ choosingAmounts: 'withoutLaterBalances' }) && (
          <Notice kind="warning">
            <p>
              The balances for a payment after today could not be loaded. The balances and payoff amounts shown are
              those of today.
            </p>
          </Notice>
        )}
        <Card heading="Payment Summary" tone="quiet">
          <Stack>
            {errors['total'] !== undefined && (
              // The error panel's link to the total leads here.
              <Notice kind="error" id="field-total">
                <p>{words(errors['total'])}</p>
              </Notice>
            )}
            <PaymentSummary lines={chosenLines(values, payment)} total={totalOf(values, payment)} date={day} />
          </Stack>
        </Card>
        <ButtonRow align="end">
          <Button type="submit">Continue</Button>
        </ButtonRow>
      </Form>
    </Step>
  );
}

/** Said when a submission without an answer turned out never to have arrived. */
export function NothingWasPaid() {
  return (
    <Notice kind="info" id="notice" heading="Your payment was not submitted">
      <p>Your last attempt did not reach us, and nothing was paid. Please review your payment and submit it again.</p>
    </Notice>
  );
}
