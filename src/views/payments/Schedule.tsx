/** The first step: when, and how much on each account (Y §2.1, §4.1, §5.1). */
import { formatUsDate, parseUsDate } from '#domain/calendar.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import {
  amountOf,
  chosenAmount,
  offeredOptions,
  optionField,
  optionOf,
  otherAmountField,
  remarkOnDay,
  totalOf,
} from '#domain/payments/rules.ts';
import type { AccountPayment, PaymentOption } from '#domain/payments/shapes.ts';
import { optionWords, paymentWords } from '#domain/payments/words.ts';
import { type Verdict, say } from '#domain/verdict.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  Content,
  DateField,
  ErrorPanel,
  Form,
  Money,
  Notice,
  RadioGroup,
  Stack,
  TextField,
} from '../../ui/index.ts';
import { PaymentSummary, Step } from './Steps.tsx';

type Send = ViewProps<typeof payflow>['send'];

const words = (verdict: Verdict | undefined) => (verdict === undefined ? undefined : say(paymentWords, verdict));

/** What a field is called in the error panel. */
function labelOf(field: string, accounts: readonly AccountPayment[]): string {
  if (field === 'paymentDate') return 'Payment Date';
  const account = accounts.find((each) => otherAmountField(each) === field);
  return account === undefined ? 'Total Payment' : `Other amount for account ${account.accountNumber}`;
}

interface AmountProps {
  readonly account: AccountPayment;
  readonly option: PaymentOption;
  readonly typed: string;
  readonly error: Verdict | undefined;
  readonly send: Send;
}

function Amount({ account, option, typed, error, send }: AmountProps) {
  const field = otherAmountField(account);
  const fixed = (offered: PaymentOption): Cents | undefined =>
    offered === 'OtherAmount' ? undefined : amountOf(offered, account, '');
  const otherAmount = (
    <TextField
      name={field}
      label="Other amount"
      hint={`Up to your payoff amount of ${formatUsd(account.currentPayoff)}`}
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      width="short"
      value={typed}
      error={words(error)}
      onChange={(value) => send({ type: 'field.entered', field, value })}
      onLeave={() => send({ type: 'field.left', field })}
    />
  );
  return (
    <RadioGroup
      name={optionField(account)}
      legend={`Amount to pay on account ${account.accountNumber}`}
      legendHidden
      variant="card"
      value={option}
      onChange={(value) => send({ type: 'field.entered', field: optionField(account), value })}
      options={offeredOptions(account).map((offered) => {
        const amount = fixed(offered);
        return {
          value: offered,
          label: optionWords[offered],
          aside: amount === undefined ? undefined : <Money amount={amount} />,
          slot: offered === 'OtherAmount' && option === 'OtherAmount' ? otherAmount : undefined,
        };
      })}
    />
  );
}

export function Schedule({ state, send }: ViewProps<typeof payflow>) {
  const { schedule, payment, dates, remark: said } = state.context;
  if (schedule === null || payment === null || dates === null) return null;
  const { values, errors, panel, touched } = schedule;
  const day = parseUsDate(values.paymentDate);
  const isJudged = touched.includes('paymentDate') && errors['paymentDate'] === undefined;
  const remark = isJudged && day !== undefined ? words(remarkOnDay(day, payment)) : undefined;
  const accounts = payment.borrowerAccountPayments;
  const paying = accounts.map((account) => ({
    accountNumber: account.accountNumber,
    paymentAmount: chosenAmount(values, account),
  }));
  return (
    <Step current={0}>
      {said === 'nothingWasPaid' && <NothingWasPaid />}
      <ErrorPanel
        errors={panel.map(({ field, verdict }) => ({
          field,
          label: labelOf(field, accounts),
          message: words(verdict),
        }))}
      />
      <Content section="payments" name="schedule-intro" />
      <Card tone="accent" heading="Total current amount due">
        <Money size="large" amount={payment.totalDue} />
      </Card>
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        {accounts.map((account) => (
          <Card
            key={account.accountId}
            heading={`Account ${account.accountNumber}`}
            tone={account.pastDueAmt > 0 ? 'attention' : 'plain'}
            aside={account.paymentDueDate === null ? account.loanType : `Due ${formatUsDate(account.paymentDueDate)}`}
          >
            <Amount
              account={account}
              option={optionOf(values, account)}
              typed={values[otherAmountField(account)] ?? ''}
              error={errors[otherAmountField(account)]}
              send={send}
            />
          </Card>
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
        <Card heading="Payment Summary" tone="quiet">
          <Stack>
            {errors['total'] !== undefined && (
              // The error panel's link to the total leads here.
              <Notice kind="error" id="field-total">
                <p>{words(errors['total'])}</p>
              </Notice>
            )}
            <PaymentSummary
              accounts={paying.filter(({ paymentAmount }) => paymentAmount > 0)}
              total={totalOf(values, payment)}
              date={day}
            />
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
