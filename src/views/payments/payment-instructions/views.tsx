/** Payment Instructions: the instruction of an account, an example for each choice, and earlier changes. */
import { formatUsDate, formatUsInstant } from '#domain/calendar.ts';
import { instructionLabel, instructionMessages, instructionNow } from '#domain/payments/instructions/messages.ts';
import { toInstructionChoice, latestInstruction } from '#domain/payments/instructions/rules.ts';
import type { AccountInstructions, Instruction, InstructionRecord } from '#domain/payments/instructions/shapes.ts';
import { ZERO, formatUsd } from '#domain/money.ts';
import type { paymentInstructions } from '#machines/payments/payment-instructions/payment-instructions.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  type Column,
  Content,
  DataTable,
  EmptyState,
  Form,
  Money,
  Notice,
  RadioGroup,
  Select,
  Stack,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { outcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { PAYMENT_INSTRUCTION_NOTICES, instructionSubmissionMessages } from './messages.ts';

type Props = Pick<ViewProps<typeof paymentInstructions>, 'state' | 'send' | 'children'>;

function describe({ code, groupId }: Instruction, { groups }: AccountInstructions): string {
  switch (code) {
    case 'STANDARD':
      return 'We use our standard rule: extra money goes to the loan with the highest interest rate.';
    case 'HIGHEST_RATE':
      return 'Extra money goes to the loan with the highest interest rate. This usually saves the most interest.';
    case 'LOWEST_BALANCE':
      return 'Extra money goes to the loan with the lowest balance. This pays off a loan soonest.';
    case 'GROUP':
      return `Extra money goes to your ${groups.find((group) => group.groupId === groupId)?.loanType ?? ''} loans in this group.`;
  }
}

type ExampleRow = AccountInstructions['example']['rows'][number];

const createColumn = (groupId: string): Column<ExampleRow> => ({
  key: groupId,
  header: `Group ${groupId}`,
  align: 'end',
  cell: ({ shares }) => <Money amount={shares.find((share) => share.groupId === groupId)?.amount ?? ZERO} />,
});

function Example({ account }: { account: AccountInstructions }) {
  const { example, groups } = account;
  const columns: Column<ExampleRow>[] = [
    { key: 'instruction', header: 'Where extra payments go', names: true, cell: (row) => instructionLabel(row) },
    ...groups.map(({ groupId }) => createColumn(groupId)),
  ];
  return (
    <Card heading="What your next payment would do">
      <Stack>
        <p>
          If you pay {formatUsd(example.amount)} on {formatUsDate(example.date)}, {formatUsd(example.extra)} of it is
          extra. This is how much of the payment each loan group would get.
        </p>
        <DataTable
          caption="Example of your next payment"
          captionHidden
          columns={columns}
          rows={example.rows}
          rowKey={toInstructionChoice}
        />
      </Stack>
    </Card>
  );
}

const HISTORY: readonly Column<InstructionRecord>[] = [
  { key: 'changed', header: 'Changed', names: true, cell: ({ changedAt }) => formatUsInstant(new Date(changedAt)) },
  { key: 'instruction', header: 'Where extra payments go', cell: (row) => instructionLabel(row) },
  { key: 'from', header: 'For payments from', cell: ({ effectiveFrom }) => formatUsDate(effectiveFrom) },
  { key: 'by', header: 'Changed by', cell: ({ changedBy }) => (changedBy === 'borrower' ? 'You' : 'Our employee') },
];

function Choosing({ state, send, children }: Props) {
  const { answer, form, notice } = state.context;
  const account = answer?.account;
  if (answer === null || account === null || account === undefined) return null;
  const { changeInstruction } = children;
  if (isOutcomeUnknown(changeInstruction)) {
    return <OutcomeUnknown submission={changeInstruction} messages={instructionSubmissionMessages} />;
  }
  const isBusy = state.hasTag('background');
  const fields = formFields({
    form,
    send,
    labels: { instruction: 'Where extra payments go' },
    messages: instructionMessages,
    disabled: isBusy,
  });
  const latest = latestInstruction(account);
  return (
    <Stack gap="large">
      {notice !== null && (
        <Notice kind={notice === 'changed' ? 'success' : 'error'} id="notice">
          <p>{PAYMENT_INSTRUCTION_NOTICES[notice]}</p>
        </Notice>
      )}
      <Content section="payments" name="payment-instructions-intro" />
      {fields.panel}
      {answer.accounts.length > 1 && (
        <Select
          name="account"
          label="Account"
          value={account.accountId}
          options={answer.accounts.map(({ accountId, accountName }) => ({ value: accountId, label: accountName }))}
          onChange={(chosen) => send({ type: 'account.chosen', account: chosen })}
          disabled={isBusy}
        />
      )}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading={account.accountName}>
          <Stack>
            <p>
              {account.next === null
                ? instructionNow(latest)
                : `Your instruction for payments before ${formatUsDate(account.next.effectiveFrom)}: ${instructionLabel(account.current)}. From then on: ${instructionLabel(latest)}.`}
            </p>
            <RadioGroup
              name="instruction"
              legend="Where extra payments go"
              value={form.values.instruction}
              error={fields.findError('instruction')}
              options={account.example.rows.map((row) => ({
                value: toInstructionChoice(row),
                label: instructionLabel(row),
                description: describe(row, account),
                disabled: isBusy,
              }))}
              onChange={fields.onChange('instruction')}
            />
            <p>
              A change made today applies to payments dated {formatUsDate(account.effectiveFrom)} or later, including
              payments that are already scheduled.
            </p>
            <ButtonRow>
              <Button type="submit" busy={isBusy} busyText={instructionSubmissionMessages.sending}>
                Save Choice
              </Button>
            </ButtonRow>
          </Stack>
        </Card>
      </Form>
      <Example account={account} />
      <Card heading="Earlier changes">
        {account.history.length === 0 ? (
          <p>You haven't changed this online.</p>
        ) : (
          <DataTable
            caption="Earlier changes"
            captionHidden
            columns={HISTORY}
            rows={account.history}
            rowKey={({ changedAt }) => changedAt}
          />
        )}
      </Card>
    </Stack>
  );
}

const NoAccount = () => <EmptyState>You don't owe anything, so there are no extra payments to make.</EmptyState>;

export const paymentInstructionsViews = {
  loadingInstructions: Loading,
  couldNotLoad: CouldNotLoad,
  noAccount: NoAccount,
  choosing: Choosing,
  changing: Choosing,
  outcomeCheckFailed: outcomeCheckFailed(instructionSubmissionMessages),
  loadingChanged: Loading,
} satisfies ViewsOf<typeof paymentInstructions>;
