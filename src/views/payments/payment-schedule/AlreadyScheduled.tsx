/** The amounts already scheduled on an account, and the amounts left to pay (rulings 69, 83). */
import { coverageLabels } from '#domain/accounts/messages.ts';
import { type AccountDue, coverageOfAll } from '#domain/payments/coverage.ts';
import { underWayMessage } from '#domain/payments/messages.ts';
import type { AccountPayment, ScheduledPayment } from '#domain/payments/shapes.ts';
import { type UnderWayWarning, coverageWarning } from '#domain/payments/under-way.ts';
import { Money, Notice, SummaryList } from '../../../ui/index.ts';

/** The scheduled and remaining amounts of accounts with an amount due. Renders nothing if no payment counts. */
export function LeftToPay({
  accounts,
  upcoming,
}: {
  readonly accounts: readonly AccountDue[];
  readonly upcoming: readonly ScheduledPayment[];
}) {
  const due = accounts.filter(({ totalDue }) => totalDue > 0);
  const { scheduled, left } = coverageOfAll(due, upcoming);
  if (scheduled === 0) return null;
  return (
    <SummaryList
      layout="columns"
      rows={[
        { label: coverageLabels.scheduled, value: <Money amount={scheduled} /> },
        { label: coverageLabels.left, value: <Money amount={left} /> },
      ]}
    />
  );
}

const isPart = ({ issue: { code } }: UnderWayWarning): boolean =>
  code === 'underWay.coversPastDue' || code === 'underWay.coversPart';

/** The same for one account, with a note if its scheduled payments already cover the amount due, or a part of it. */
export function AlreadyScheduled({
  account,
  upcoming,
}: {
  readonly account: AccountPayment;
  readonly upcoming: readonly ScheduledPayment[];
}) {
  const warning = coverageWarning(account, upcoming);
  return (
    <>
      <LeftToPay accounts={[account]} upcoming={upcoming} />
      {warning && (
        <Notice kind={isPart(warning) ? 'info' : 'warning'}>
          <p>{underWayMessage(warning)}</p>
        </Notice>
      )}
    </>
  );
}
