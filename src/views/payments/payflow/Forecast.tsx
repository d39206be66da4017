/** The effect of the reviewed payment: its split, the balances afterwards, and the next bills (rulings 20, 77). */
import type { PaymentLine } from '#domain/payments/lines.ts';
import { accountName } from '#domain/account-name.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { type Cents, formatUsd, sumCents } from '#domain/money.ts';
import type {
  AccountForecast,
  BillForecast,
  GroupForecast,
  LoanForecast,
  PaymentForecast,
} from '#domain/payments/forecast-shapes.ts';
import type { Running } from '#machines/kit/view.ts';
import type { paymentForecast } from '#machines/payments/payflow/payment-forecast.machine.ts';
import {
  Busy,
  Button,
  Card,
  type Column,
  DataTable,
  Disclosure,
  Money,
  Notice,
  Stack,
  StackedBars,
} from '../../../ui/index.ts';

export interface ForecastProps {
  readonly running: Pick<Running<typeof paymentForecast>, 'state' | 'send'>;
  /** The lines of the reviewed payment, which say whether the borrower keeps the due date. */
  readonly lines: readonly PaymentLine[];
  /** The date of the payment. */
  readonly day: PlainDate | undefined;
}

type Parts = Pick<LoanForecast, 'principalApplied' | 'interestApplied' | 'feesApplied'>;

const PARTS = ['Principal', 'Interest', 'Fees'] as const;
const toParts = ({ principalApplied, interestApplied, feesApplied }: Parts): Cents[] => [
  principalApplied,
  interestApplied,
  feesApplied,
];

/** One line of the table: a loan, or a group whose loans are not shown to payers. */
interface Line extends Parts {
  readonly name: string;
  readonly balanceAfter: Cents;
}

const toLines = (group: GroupForecast): Line[] =>
  group.loans.length === 0
    ? [{ ...group, name: `Group ${group.groupId}` }]
    : group.loans.map((loan) => ({ ...loan, name: `Loan ${loan.loanId} · ${loan.rate}%` }));

const amount = (key: string, header: string, of: (line: Line) => Cents): Column<Line> => ({
  key,
  header,
  align: 'end',
  cell: (line) => <Money amount={of(line)} />,
});

const LINES: readonly Column<Line>[] = [
  { key: 'name', header: 'Loan', names: true, cell: ({ name }) => name },
  amount('fees', 'Fees', ({ feesApplied }) => feesApplied),
  amount('interest', 'Interest', ({ interestApplied }) => interestApplied),
  amount('principal', 'Principal', ({ principalApplied }) => principalApplied),
  amount('balance', 'Balance after', ({ balanceAfter }) => balanceAfter),
];

/** The bills of one position, with the due date advanced and not advanced. */
interface BillRow {
  readonly name: string;
  readonly advanced: BillForecast | undefined;
  readonly stored: BillForecast | undefined;
}

const POSITIONS = ['First bill', 'Second bill', 'Third bill'] as const;

const billText = (bill: BillForecast | undefined): string =>
  bill === undefined ? 'None' : `${formatUsDate(bill.dueDate)}: ${formatUsd(bill.amount)}`;

const toBillRows = ({ billsAdvanced, billsKept }: GroupForecast): BillRow[] =>
  POSITIONS.map((name, at) => ({ name, advanced: billsAdvanced[at], stored: billsKept[at] })).filter(
    ({ advanced, stored }) => advanced !== undefined || stored !== undefined,
  );

function Bills({ group, isStored }: { readonly group: GroupForecast; readonly isStored: boolean }) {
  const rows = toBillRows(group);
  if (rows.length === 0) return <p>Nothing is left to pay on this group.</p>;
  const isSame = rows.every(({ advanced, stored }) => billText(advanced) === billText(stored));
  const columns: readonly Column<BillRow>[] = [
    { key: 'name', header: 'Bill', names: true, cell: ({ name }) => name },
    ...(isSame
      ? [{ key: 'same', header: 'Due date and amount', cell: ({ stored }: BillRow) => billText(stored) }]
      : [
          {
            key: 'advanced',
            header: 'If we move your due date ahead',
            cell: ({ advanced }: BillRow) => billText(advanced),
          },
          {
            key: 'kept',
            // Keeping the due date is a choice; without the checkbox, the due date moves ahead.
            header: isStored ? 'If your due date stays (your choice)' : 'If your due date stays',
            cell: ({ stored }: BillRow) => billText(stored),
          },
        ]),
  ];
  return <DataTable caption="Your next bills" columns={columns} rows={rows} rowKey={({ name }) => name} />;
}

interface AccountProps {
  readonly account: AccountForecast;
  readonly lines: readonly PaymentLine[];
}

function Account({ account, lines }: AccountProps) {
  const { accountNumber, groups, refundedAmount } = account;
  const isStored = (groupId: string): boolean =>
    lines.some(
      (line) =>
        line.accountNumber === accountNumber &&
        (line.groupId === null || line.groupId === groupId) &&
        line.keepsDueDate,
    );
  return (
    <Stack gap="large">
      {groups.map((group) => (
        <Stack key={group.groupId} gap="small">
          <h3>
            {accountName(account)}, group {group.groupId}: {group.loanType}
          </h3>
          <DataTable
            caption={`What this payment does in group ${group.groupId}`}
            captionHidden
            columns={LINES}
            rows={toLines(group)}
            rowKey={({ name }) => name}
          />
          {group.pastDueAfter > 0 && <p>{formatUsd(group.pastDueAfter)} stays past due on this group.</p>}
          <Bills group={group} isStored={isStored(group.groupId)} />
        </Stack>
      ))}
      {refundedAmount > 0 && (
        <p>This is more than you&apos;ll owe on this account, so we&apos;ll refund {formatUsd(refundedAmount)}.</p>
      )}
    </Stack>
  );
}

/** The most groups that have a bar each; above that, one bar shows the whole payment. */
const MAX_BARS = 8;

const sumParts = (groups: readonly GroupForecast[]): Cents[] =>
  toParts({
    principalApplied: sumCents(groups.map(({ principalApplied }) => principalApplied)),
    interestApplied: sumCents(groups.map(({ interestApplied }) => interestApplied)),
    feesApplied: sumCents(groups.map(({ feesApplied }) => feesApplied)),
  });

/** Returns the bar of a group or of the whole payment. */
const toBar = (key: string, name: string, values: readonly Cents[]) => ({
  key,
  label: `${name}: ${formatUsd(sumCents(values))}`,
  values,
});

function Picture({ accounts }: Pick<PaymentForecast, 'accounts'>) {
  const groups = accounts.flatMap(({ groups: own, ...account }) => own.map((group) => ({ ...group, account })));
  const all = sumParts(groups);
  const [principal, interest, fees] = all.map(formatUsd);
  const whole = formatUsd(sumCents(all));
  const bars =
    groups.length > MAX_BARS
      ? [toBar('all', 'All accounts', all)]
      : groups.map((group) => {
          const name = `${accountName(group.account)}, group ${group.groupId}`;
          return toBar(name, name, toParts(group));
        });
  return (
    <>
      <p>
        Of {whole}, we&apos;ll apply {fees} to fees, {interest} to interest and {principal} to principal.
      </p>
      <StackedBars
        title="Where your payment goes"
        headingLevel={3}
        summary={`Of ${whole}, ${fees} goes to fees, ${interest} to interest and ${principal} to principal.`}
        parts={PARTS}
        bars={bars}
      />
    </>
  );
}

function Shown({ forecast: { accounts }, lines, day }: Omit<ForecastProps, 'running'> & { forecast: PaymentForecast }) {
  return (
    <Stack gap="large">
      <Picture accounts={accounts} />
      {accounts.length === 1
        ? accounts.map((account) => <Account key={account.accountNumber} account={account} lines={lines} />)
        : accounts.map((account, index) => (
            <Disclosure key={account.accountNumber} summary={accountName(account)} open={index === 0}>
              <Account account={account} lines={lines} />
            </Disclosure>
          ))}
      <p>
        We worked this out with the rules we use to post payments, as of{' '}
        {day === undefined ? 'the payment date' : formatUsDate(day)}, after the payments you have scheduled up to then.
        The bills assume that you pay each one in full when it&apos;s due. If something else changes on your account,
        the amounts can change.
      </p>
    </Stack>
  );
}

/** The section below the review. The submission does not depend on it, so a failure is announced without moving focus. */
export function Forecast({ running: { state, send }, lines, day }: ForecastProps) {
  const { data } = state.context;
  return (
    <Card heading="What this payment will do" divided>
      {state.matches('loading') && <Busy text="Working it out…" />}
      {state.matches('empty') && <p>This payment pays nothing.</p>}
      {state.matches('showing') && data !== null && <Shown forecast={data} lines={lines} day={day} />}
      <div aria-live="polite">
        {state.matches('couldNotLoad') && (
          <Notice
            kind="warning"
            action={
              <Button variant="secondary" onClick={() => send({ type: 'retry.requested' })}>
                Show Again
              </Button>
            }
          >
            <p>We can&apos;t show what this payment will do right now. You can submit it without this.</p>
          </Notice>
        )}
      </div>
    </Card>
  );
}
