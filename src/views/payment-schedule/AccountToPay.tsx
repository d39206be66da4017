/** One account on the schedule step: paid as a whole or by its groups, each with its options (Y §2.1, §4.1). */
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import {
  type Payable,
  accountPayable,
  amountOf,
  groupPayables,
  monthlyAmountOf,
  offeredOptions,
} from '#domain/payments/rules.ts';
import {
  keepDueDateField,
  levelField,
  levelOf,
  offersToKeepDueDate,
  optionField,
  optionOf,
  otherAmountField,
  warningForAmount,
} from '#domain/payments/schedule.ts';
import type { AccountPayment, PaymentOption, ScheduleValues } from '#domain/payments/shapes.ts';
import { levelLabels, optionLabels, paymentMessages } from '#domain/payments/messages.ts';
import { messageOf } from '#domain/issue.ts';
import type { Form } from '#machines/kit/form.ts';
import {
  Card,
  Checkbox,
  Content,
  Money,
  RadioGroup,
  Stack,
  SummaryList,
  type SummaryRow,
  Tabs,
  TextField,
} from '../../ui/index.ts';
import type { FormFields } from '../form/form-fields.tsx';

interface Shared {
  readonly form: Form<ScheduleValues>;
  /** The business day. */
  readonly today: PlainDate;
  /** In cents. */
  readonly nearPayoffRange: Cents;
  readonly fields: FormFields<ScheduleValues>;
}

const nameOf = ({ account, group }: Payable): string =>
  group === null ? `account ${account.accountNumber}` : `account ${account.accountNumber}, group ${group.groupId}`;

const money = (label: string, amount: Cents): SummaryRow => ({ label, value: <Money amount={amount} /> });

/** What is owed and due on an account or group. */
function Facts({ payable, today }: { payable: Payable; today: PlainDate }) {
  const { account, group, due } = payable;
  const late = due.pastDueAmt > 0 ? [money('Past due', due.pastDueAmt)] : [];
  const owed =
    group === null
      ? [money('Current balance', account.currentBalance), money('Accrued interest', account.accruedInterest)]
      : [money('Accrued interest', group.outstandingBalance)];
  const rows = [...late, money('Monthly payment amount', monthlyAmountOf(payable, today)), ...owed];
  return <SummaryList layout="columns" rows={rows} />;
}

/** The warning on an Other amount: near the payoff, or not enough for what is past due. */
function AmountWarning({
  payable,
  form,
  nearPayoffRange,
}: Pick<Shared, 'form' | 'nearPayoffRange'> & { payable: Payable }) {
  const issue = warningForAmount(form.values, payable, nearPayoffRange);
  if (issue === undefined) return null;
  const sentence = messageOf(paymentMessages, issue);
  if (issue.code !== 'amount.nearPayoff') return sentence;
  const amount = formatUsd(issue.payoff);
  return <Content section="payments" name="near-payoff-warning" inline values={{ amount }} fallback={sentence} />;
}

function OtherAmount({ payable, form, nearPayoffRange, fields }: Omit<Shared, 'today'> & { payable: Payable }) {
  const { values, errors } = form;
  const field = otherAmountField(payable);
  const hasWarning = errors[field] === undefined && warningForAmount(values, payable, nearPayoffRange) !== undefined;
  return (
    <Stack>
      <TextField
        {...fields.text(field)}
        label="Other amount"
        hint={`Up to your payoff amount of ${formatUsd(payable.account.currentPayoff)}`}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        width="short"
        value={values[field] ?? ''}
        warning={hasWarning && <AmountWarning payable={payable} form={form} nearPayoffRange={nearPayoffRange} />}
      />
      {offersToKeepDueDate(values, payable) && (
        <Checkbox
          {...fields.tick(keepDueDateField(payable))}
          label="Do not advance my due date"
          description="The amount covers more than what is due. Unless you tick this, your next due date moves on."
        />
      )}
    </Stack>
  );
}

/** The options of an account or group, and its Other amount where that is chosen. */
function Options({ payable, ...shared }: Omit<Shared, 'today'> & { payable: Payable }) {
  const { form, fields } = shared;
  const option = optionOf(form.values, payable);
  const aside = (offered: PaymentOption) =>
    offered === 'OtherAmount' ? undefined : <Money amount={amountOf(offered, payable.due, '')} />;
  return (
    <RadioGroup
      name={optionField(payable)}
      legend={`Amount to pay on ${nameOf(payable)}`}
      legendHidden
      variant="card"
      value={option}
      onChange={fields.onChange(optionField(payable))}
      options={offeredOptions(payable.due).map((offered) => ({
        value: offered,
        label: optionLabels[offered],
        description:
          offered === 'MonthlyPayment' && payable.due.pastDueAmt > 0
            ? `Includes the past due amount of ${formatUsd(payable.due.pastDueAmt)}`
            : undefined,
        aside: aside(offered),
        slot:
          offered === 'OtherAmount' && option === 'OtherAmount' ? (
            <OtherAmount payable={payable} {...shared} />
          ) : undefined,
      }))}
    />
  );
}

function Group({ payable, ...shared }: Shared & { payable: ReturnType<typeof groupPayables>[number] }) {
  const { groupId, loanType, paymentDueDate, pastDueAmt } = payable.group;
  return (
    <Card
      headingLevel={3}
      heading={`Group ${groupId}: ${loanType}`}
      tone={pastDueAmt > 0 ? 'attention' : 'plain'}
      aside={paymentDueDate === null ? undefined : `Due ${formatUsDate(paymentDueDate)}`}
    >
      <Stack>
        <Facts payable={payable} today={shared.today} />
        <Options payable={payable} {...shared} />
      </Stack>
    </Card>
  );
}

export function AccountToPay({ account, ...shared }: Shared & { account: AccountPayment }) {
  const { form, today, fields } = shared;
  const level = levelOf(form.values, account);
  const payable = accountPayable(account);
  return (
    <Card
      heading={`Account ${account.accountNumber}`}
      tone={account.pastDueAmt > 0 ? 'attention' : 'plain'}
      aside={account.paymentDueDate === null ? account.loanType : `Due ${formatUsDate(account.paymentDueDate)}`}
    >
      <Tabs
        label={`How to pay account ${account.accountNumber}`}
        tabs={[
          { id: 'account', label: levelLabels.account },
          { id: 'group', label: levelLabels.group },
        ]}
        selected={level}
        onSelect={fields.onChange(levelField(account))}
      >
        <Stack>
          {level === 'account' ? (
            <>
              <Facts payable={payable} today={today} />
              <Options payable={payable} {...shared} />
            </>
          ) : (
            groupPayables(account).map((group) => <Group key={group.id} payable={group} {...shared} />)
          )}
        </Stack>
      </Tabs>
    </Card>
  );
}
