/** One account on the schedule step: paid as a whole or by its groups, each with its options (Y §2.1, §4.1). */
import type { ReactNode } from 'react';
import { balanceLabel, exitDueLabel, includedPastDue, sinceText } from '#domain/accounts/messages.ts';
import { accountName, groupName } from '#domain/account-name.ts';
import { type PlainDate, formatUsDate, parseUsDate } from '#domain/calendar.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { computePaymentCoverage } from '#domain/payments/coverage.ts';
import { draftNotes } from '#domain/payments/draft-notes.ts';
import { payableOn } from '#domain/payments/cutoff.ts';
import {
  type Payable,
  type PaymentIssue,
  accountPayable,
  getOptionAmount,
  groupPayables,
  getMonthlyAmount,
  offeredOptions,
} from '#domain/payments/rules.ts';
import {
  dueDateChoiceField,
  accountAmount,
  levelField,
  getLevel,
  offersToKeepDueDate,
  optionField,
  getOption,
  otherAmountField,
  warningForAmount,
} from '#domain/payments/schedule.ts';
import type { AccountPayment, ScheduledPayment, SpecialPaymentInstruction } from '#domain/payments/shapes.ts';
import type { PaymentOption, ScheduleValues } from '#domain/payments/submission-shapes.ts';
import { levelLabels, optionLabels, payableHint, paymentMessages } from '#domain/payments/messages.ts';
import { getMessage } from '#domain/issue.ts';
import type { Form } from '#machines/kit/form.ts';
import {
  Card,
  Checkbox,
  Content,
  Disclosure,
  Money,
  RadioGroup,
  Stack,
  SummaryList,
  type SummaryRow,
  Tabs,
  Tag,
  TextField,
} from '../../../ui/index.ts';
import { DraftNotes } from '../payflow/DraftNotes.tsx';
import { SpecialInstructions } from '../payflow/Notices.tsx';
import { BillsBeingPaid } from '../../kit/bills/BillsBeingPaid.tsx';
import { dueRows } from '../../kit/bills/due-rows.tsx';
import type { FormFields } from '../../kit/form/form-fields.tsx';
import { AlreadyScheduled } from './AlreadyScheduled.tsx';

interface Shared {
  readonly form: Form<ScheduleValues>;
  /** The business day. */
  readonly today: PlainDate;
  /** Payments that have been authorized and not posted. */
  readonly upcoming: readonly ScheduledPayment[];
  /** In cents. */
  readonly nearPayoffRange: Cents;
  readonly fields: FormFields<ScheduleValues>;
}

const formatName = ({ account, group }: Payable): string =>
  group === null ? accountName(account) : groupName(account, group.groupId);

const money = (label: string, amount: Cents): SummaryRow => ({ label, value: <Money amount={amount} /> });

/** The amounts owed and due on an account or group. */
function Facts({ payable, today }: { payable: Payable; today: PlainDate }) {
  const { account, group, due } = payable;
  const owed =
    group === null
      ? [
          money(balanceLabel(account.balanceDate), account.currentBalance),
          money('Accrued interest', account.accruedInterest),
        ]
      : [money('Accrued interest', group.outstandingBalance)];
  const { exitDue } = account;
  const exit = exitDue == null || group !== null ? [] : [money(exitDueLabel(exitDue), exitDue.amount)];
  const rows = [...dueRows(due), ...exit, money('Monthly payment amount', getMonthlyAmount(payable, today)), ...owed];
  return <SummaryList layout="columns" rows={rows} />;
}

/** The warning on an Other amount: near the payoff, or less than the past-due amount. */
function AmountWarning({ issue }: { readonly issue: PaymentIssue }) {
  const sentence = getMessage(paymentMessages, issue);
  if (issue.code !== 'amount.nearPayoff') return sentence;
  const amount = formatUsd(issue.payoff);
  return <Content section="payments" name="near-payoff-warning" inline values={{ amount }} fallback={sentence} />;
}

function OtherAmount({ payable, form, fields, ...facts }: Shared & { payable: Payable }) {
  const { values, errors } = form;
  const field = otherAmountField(payable);
  const warning = errors[field] === undefined ? warningForAmount(values, payable, facts) : undefined;
  const { most, underWay } = payableOn(payable.account, undefined, facts);
  return (
    <Stack>
      <TextField
        {...fields.text(field)}
        label="Other amount"
        hint={payableHint(most, underWay)}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        width="short"
        value={values[field] ?? ''}
        warning={warning && <AmountWarning issue={warning} />}
      />
      {offersToKeepDueDate(values, payable) && (
        <Checkbox
          {...fields.tick(dueDateChoiceField(payable))}
          label="Don't advance my due date"
          description="This amount covers more than what is due. Unless you check this box, your next due date moves forward."
        />
      )}
    </Stack>
  );
}

/** Returns the description of an option whose label does not explain it. */
function describe(option: PaymentOption, { due, group }: Payable, isNoPaymentOffered: boolean): string | undefined {
  if (option === 'MonthlyPayment' && due.pastDueAmt > 0) return includedPastDue(due.pastDueAmt, null);
  if (option === 'OtherAmount' && !isNoPaymentOffered)
    return `Enter 0 to leave this ${group === null ? 'account' : 'group'} out.`;
  return undefined;
}

/** The options of an account or group, with the Other amount field if that option is chosen. */
function Options({ payable, ...shared }: Shared & { payable: Payable }) {
  const { form, fields } = shared;
  const option = getOption(form.values, payable);
  const aside = (offered: PaymentOption) =>
    offered === 'OtherAmount' ? undefined : <Money amount={getOptionAmount(offered, payable.due, '')} />;
  const offeredHere = offeredOptions(payable.due);
  return (
    <RadioGroup
      name={optionField(payable)}
      legend={`Amount to pay on ${formatName(payable)}`}
      legendHidden
      variant="card"
      error={fields.findError(optionField(payable))}
      value={option}
      onChange={fields.onChange(optionField(payable))}
      options={offeredHere.map((offered) => ({
        value: offered,
        label: optionLabels[offered],
        description: describe(offered, payable, offeredHere.includes('NoPayment')),
        aside: aside(offered),
        slot:
          offered === 'OtherAmount' && option === 'OtherAmount' ? (
            <OtherAmount payable={payable} {...shared} />
          ) : undefined,
      }))}
    />
  );
}

/** The due date of an account or group, and since when it is late. */
function DueStatus({ due, children }: { readonly due: DueDates; readonly children?: ReactNode }) {
  const { pastDueAmt, pastDueSince, paymentDueDate } = due;
  return (
    <span className="ui-due">
      {pastDueAmt > 0 && (
        <Tag tone="warning">
          Past due
          {sinceText(pastDueSince)}
        </Tag>
      )}
      {paymentDueDate !== null && <span>Due {formatUsDate(paymentDueDate)}</span>}
      {children}
    </span>
  );
}

type DueDates = Pick<AccountPayment, 'pastDueAmt' | 'pastDueSince' | 'paymentDueDate'>;

function Group({ payable, ...shared }: Shared & { payable: ReturnType<typeof groupPayables>[number] }) {
  const { groupId, loanType, pastDueAmt } = payable.group;
  return (
    <Card
      headingLevel={3}
      heading={`Group ${groupId}: ${loanType}`}
      tone={pastDueAmt > 0 ? 'attention' : 'plain'}
      aside={<DueStatus due={payable.group} />}
    >
      <Stack>
        <Options payable={payable} {...shared} />
        <Facts payable={payable} today={shared.today} />
      </Stack>
    </Card>
  );
}

export interface AccountToPayProps extends Shared {
  readonly account: AccountPayment;
  /** The borrower's standing instructions on the accounts (Y §2.1). */
  readonly instructions: readonly SpecialPaymentInstruction[];
  /** Whether to show the notes on auto debit, which payers do not see (Y §6). */
  readonly tellsDrafts: boolean;
}

/** Notes on how auto debit reacts to the chosen payment of the account. */
function OwnDraftNotes({ account, form, today, upcoming }: Omit<AccountToPayProps, 'instructions' | 'tellsDrafts'>) {
  const { accountNumber } = account;
  const lines = [{ accountNumber, amount: accountAmount(form.values, account) }];
  const day = parseUsDate(form.values.paymentDate);
  return <DraftNotes accounts={[account]} notes={draftNotes([account], { lines, day, today, upcoming })} />;
}

/** How an account is paid: as a whole or by its groups. */
function Choices({ account, instructions, tellsDrafts, ...shared }: AccountToPayProps) {
  const { form, today, fields } = shared;
  const level = getLevel(form.values, account);
  const payable = accountPayable(account);
  return (
    <>
      <BillsBeingPaid bills={account.beingPaid} />
      <AlreadyScheduled account={account} upcoming={shared.upcoming} />
      {tellsDrafts && <OwnDraftNotes account={account} {...shared} />}
      <Tabs
        label={`How to pay ${accountName(account)}`}
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
              <Options payable={payable} {...shared} />
              <Facts payable={payable} today={today} />
            </>
          ) : (
            groupPayables(account).map((group) => <Group key={group.id} payable={group} {...shared} />)
          )}
        </Stack>
      </Tabs>
      <SpecialInstructions account={account} instructions={instructions} />
    </>
  );
}

/** An account with visible choices. */
export const AccountToPay = (props: AccountToPayProps) => (
  <Card
    divided
    heading={accountName(props.account)}
    tone={props.account.pastDueAmt > 0 ? 'attention' : 'plain'}
    aside={<DueStatus due={props.account} />}
  >
    <Choices {...props} />
  </Card>
);

/** An account as a row with its payment; its choices are collapsed unless `isOpen`. */
export const AccountRow = ({ isOpen, ...props }: AccountToPayProps & { readonly isOpen: boolean }) => (
  <Disclosure
    variant="row"
    open={isOpen}
    summary={<h3>{accountName(props.account)}</h3>}
    aside={
      <>
        <DueStatus due={props.account}>
          {computePaymentCoverage(props.account, props.upcoming).coversTotalDue && <Tag tone="success">Scheduled</Tag>}
        </DueStatus>{' '}
        <Money amount={accountAmount(props.form.values, props.account)} />
      </>
    }
  >
    <Choices {...props} />
  </Disclosure>
);
