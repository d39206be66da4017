/** Auto debit of one account: its terms, its next draft, and the history of changes. */
import { accountName } from '#domain/account-name.ts';
import { throughText } from '#domain/pause-end.ts';
import { isolated } from '#domain/isolated-text.ts';
import {
  changeKinds,
  emptyDraftRow,
  failedDraftNotice,
  noDraftRow,
  savingText,
} from '#domain/payments/auto-debit/messages.ts';
import type { AutoDebitAccount, AutoDebitEvent } from '#domain/payments/auto-debit/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import type { PaymentMethodProfile } from '#domain/payments/shapes.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  Card,
  type Column,
  Content,
  DataTable,
  Disclosure,
  Money,
  Notice,
  Stack,
  SummaryList,
  type SummaryRow,
  Tag,
} from '../../../ui/index.ts';

const STATUS = {
  on: { text: 'Auto debit is on', tone: 'success' },
  off: { text: 'Auto debit is off', tone: 'neutral' },
  suspended: { text: 'Auto debit is suspended', tone: 'error' },
} as const;

const PAID_IN_FULL = { text: 'Paid in full', tone: 'neutral' } as const;

/** Returns whether nothing is owed on an account, and no payment is left to be drawn. */
const isOwedNothing = ({ status, payoff }: AutoDebitAccount): boolean => status !== 'on' && payoff === 0;

/** Returns the name of a saved bank account: its nickname, bank and masked number. */
export const methodName = ({
  profileName,
  bankName,
  accountNumber,
}: Pick<PaymentMethodProfile, 'profileName' | 'bankName' | 'accountNumber'>): string =>
  `${isolated(profileName)} (${bankName} ${accountNumber})`;

/** The maximum number of drafts without an amount to list before the next draft. */
const LISTED_EMPTY = 3;

function toRows(account: AutoDebitAccount, methods: readonly PaymentMethodProfile[]): SummaryRow[] {
  const { status, profileId, extraAmount, dueDays, next, emptyDrafts } = account;
  const method = methods.find((each) => each.profileId === profileId);
  const isOn = status === 'on';
  const rows: SummaryRow[] = [];
  if (method !== undefined) rows.push({ label: 'Payment method', value: methodName(method) });
  if (dueDays.length > 0) rows.push({ label: 'Due on day', value: `${dueDays.join(' and ')} of each month` });
  if (isOn && extraAmount > 0)
    rows.push({ label: 'Extra each month', value: <Money amount={extraAmount} />, money: true });
  if (isOn) rows.push(...emptyDrafts.slice(0, LISTED_EMPTY).map(emptyDraftRow));
  if (next !== null) {
    const { draftDate, dueDate, amount, lastChangeDate } = next;
    rows.push({
      label: isOn
        ? `Next auto debit payment, ${formatUsDate(draftDate)}`
        : `If you sign up today, your first auto debit payment is on ${formatUsDate(draftDate)}`,
      value: <Money amount={amount} />,
      money: true,
      note: draftDate === dueDate ? undefined : `Banks are closed on the due date, ${formatUsDate(dueDate)}`,
    });
    if (isOn) rows.push({ label: 'Last day to change this payment', value: formatUsDate(lastChangeDate) });
  } else if (isOn) {
    rows.push(noDraftRow(account));
  }
  const saving = savingText(account);
  return saving === undefined ? rows : [...rows, saving];
}

/** The notice about a failed draft, with the next steps. */
function FailedDraftNotice({ accountId, failed, status }: AutoDebitAccount) {
  if (failed === null) return null;
  const { heading, paragraphs } = failedDraftNotice(failed, status === 'suspended');
  return (
    <Notice
      kind="warning"
      heading={heading}
      action={
        failed.isPastDue && failed.retry === null ? (
          <ButtonLink href={`/payments/payflow/schedule?account=${accountId}`}>Make a Payment</ButtonLink>
        ) : undefined
      }
    >
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}

/** Says that auto debit stops during a pause, and the day on which it draws again. Renders nothing for other accounts. */
function Resting({ account: { status, restsThrough, next } }: Pick<AccountCardProps, 'account'>) {
  if (status !== 'on' || restsThrough === null) return null;
  const again = next === null ? '' : ` It draws again on ${formatUsDate(next.draftDate)}.`;
  return <p>{`Your payments are paused ${throughText(restsThrough)}, so auto debit rests.${again}`}</p>;
}

const columns: readonly Column<AutoDebitEvent & { readonly id: number }>[] = [
  { key: 'date', header: 'Date', names: true, cell: ({ changedOn }) => formatUsDate(changedOn) },
  { key: 'kind', header: 'Change', cell: ({ kind }) => changeKinds[kind] },
  { key: 'method', header: 'Payment method', cell: ({ paymentMethod }) => paymentMethod ?? 'None' },
  { key: 'extra', header: 'Extra amount', align: 'end', cell: ({ extraAmount }) => <Money amount={extraAmount} /> },
  { key: 'by', header: 'Made by', cell: ({ by }) => (by === 'borrower' ? 'You' : 'Us') },
];

export interface AccountCardProps {
  readonly account: AutoDebitAccount;
  readonly methods: readonly PaymentMethodProfile[];
  readonly isBusy: boolean;
  readonly onEnroll: () => void;
  readonly onStop: () => void;
}

export function AccountCard({ account, methods, isBusy, onEnroll, onStop }: AccountCardProps) {
  const { status, underWay, failed, next, history } = account;
  const isPaidInFull = isOwedNothing(account);
  const { text, tone } = isPaidInFull ? PAID_IN_FULL : STATUS[status];
  const isOn = status === 'on';
  const name = accountName(account);
  return (
    <Card heading={name} aside={<Tag tone={tone}>{text}</Tag>}>
      <Stack>
        <FailedDraftNotice {...account} />
        {underWay !== null && (failed === null || failed.retry === null) && (
          <Notice kind="info">
            <Content
              section="payments"
              name="auto-debit-under-way"
              fallback={
                <p>
                  Your next auto debit payment is already under way. Changes to auto debit apply to the payment after
                  it.
                </p>
              }
            />
            <p>{`${formatUsd(underWay.amount)} on ${formatUsDate(underWay.effectiveDate)}.`}</p>
          </Notice>
        )}
        <Resting account={account} />
        {isPaidInFull ? <p>There is nothing to draw.</p> : <SummaryList rows={toRows(account, methods)} />}
        <ButtonRow>
          {isPaidInFull ? null : methods.length === 0 ? (
            <ButtonLink href="/payments/payment-methods" context={`for ${name}`}>
              Add a payment method to sign up
            </ButtonLink>
          ) : (
            (isOn || next !== null) && (
              <Button variant={isOn ? 'secondary' : 'primary'} disabled={isBusy} context={name} onClick={onEnroll}>
                {isOn ? 'Change' : 'Sign up'}
              </Button>
            )
          )}
          {isOn && (
            <Button variant="secondary" disabled={isBusy} context={name} onClick={onStop}>
              Stop
            </Button>
          )}
        </ButtonRow>
        {history.length > 0 && (
          <Disclosure summary={`Changes to auto debit: ${name}`}>
            <DataTable
              caption={`Changes to auto debit: ${name}`}
              captionHidden
              columns={columns}
              rows={history.map((event, id) => ({ ...event, id }))}
              rowKey={({ id }) => String(id)}
            />
          </Disclosure>
        )}
      </Stack>
    </Card>
  );
}
