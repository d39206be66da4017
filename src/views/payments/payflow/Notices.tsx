/**
 * Notices above the steps: pending payments, special instructions (Y §2.1), and a payment that the server did not
 * receive.
 */
import { type AccountNames, accountName, accountNameAmong } from '#domain/account-name.ts';
import { type UpcomingPayment, toUpcomingPayments } from '#domain/payments/upcoming.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import { paysAmountsDue } from '#domain/payments/coverage.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import type { ScheduledPayment, SpecialPaymentInstruction } from '#domain/payments/shapes.ts';
import { Content, Disclosure, Notice, TextLink, usePages } from '../../../ui/index.ts';
import { PaymentType } from '../payment-history/PaymentType.tsx';

/** Maximum number of listed payments. The notice reports how many more there are. */
const LISTED = 5;

/**
 * Links to the pages where the borrower can see and change pending payments. Payers get no link to auto debit (ruling
 * 36).
 */
function Links({ role }: { role: Person['role'] }) {
  const hasPage = usePages();
  const links = [
    { path: '/payments/payment-activity', name: 'Payment Activity', isShown: true },
    { path: '/payments/payment-auto-debit', name: 'Auto Debit', isShown: role === 'borrower' },
  ].filter(({ path, isShown }) => isShown && hasPage(path));
  if (links.length === 0) return null;
  return (
    <ul className="ui-plain-list">
      {links.map(({ path, name }) => (
        <li key={path}>
          <TextLink href={path}>{name}</TextLink>
        </li>
      ))}
    </ul>
  );
}

export interface UpcomingPaymentsProps {
  readonly upcoming: readonly ScheduledPayment[];
  readonly role: Person['role'];
  /** The borrower's accounts, for the names of the payments. */
  readonly accounts: readonly AccountNames[];
}

/** Returns the name of the account or group that a part of a payment is for. */
function formatName({ accountNumber, groupId }: ScheduledPayment, accounts: readonly AccountNames[]): string {
  const name = accountNameAmong(accounts, accountNumber);
  return groupId === null ? name : `${name}, group ${groupId}`;
}

interface PaymentItemProps {
  readonly payment: UpcomingPayment;
  readonly accounts: readonly AccountNames[];
  readonly role: Person['role'];
}

/** A payment with its parts, if it has several. */
function PaymentItem({ payment: { amount, date, type, parts }, accounts, role }: PaymentItemProps) {
  const [first, ...others] = parts;
  const isDivided = others.length > 0;
  return (
    <li>
      {formatUsd(amount)} on {formatUsDate(date)}
      {isDivided || first === undefined ? '' : ` for ${formatName(first, accounts)}`} (
      <PaymentType type={type} reader={role} />)
      {isDivided && (
        <ul>
          {parts.map((part) => (
            <li key={part.paymentDetailId}>
              {formatUsd(part.sumOfPaymentAmount)} for {formatName(part, accounts)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Lists the pending payments. A payment is one item, even if it is divided among several accounts and groups. */
export function UpcomingPayments({ upcoming, role, accounts }: UpcomingPaymentsProps) {
  const payments = toUpcomingPayments(upcoming);
  if (payments.length === 0) return null;
  const more = payments.length - LISTED;
  return (
    <Disclosure variant="row" summary={<h3>You have upcoming payments</h3>} aside={payments.length}>
      <p>
        These payments are already scheduled.
        {paysAmountsDue(upcoming) && " The amounts due below don't include them yet."}
      </p>
      <ul>
        {payments.slice(0, LISTED).map((payment) => (
          <PaymentItem key={payment.paymentId} payment={payment} accounts={accounts} role={role} />
        ))}
      </ul>
      {more > 0 && <p>{more === 1 ? 'There is one more.' : `There are ${more} more.`}</p>}
      <Links role={role} />
    </Disclosure>
  );
}

const toContentName = (code: string): string => `special-instructions-${code.toLowerCase().replaceAll('_', '-')}`;

export interface SpecialInstructionsProps {
  readonly account: AccountNames;
  readonly instructions: readonly SpecialPaymentInstruction[];
}

/** Instructions for extra payments on an account. Payers have none (Y §6). */
export function SpecialInstructions({ account, instructions }: SpecialInstructionsProps) {
  const own = instructions.find(({ borrowerAccountNumber }) => borrowerAccountNumber === account.accountNumber);
  if (own === undefined) return null;
  return (
    <Disclosure variant="row" summary={<h3>Extra payments on {accountName(account)}: where they go</h3>} open>
      <Content
        section="payments"
        name={toContentName(own.specialPaymentInstructionsCode)}
        fallback={<p>If you pay more than is due, the extra goes where you asked us to send it.</p>}
      />
    </Disclosure>
  );
}

/** Notice that the server did not receive a submission, shown after a submission without a response. */
export function NothingWasPaid() {
  return (
    <Notice kind="error" id="notice" heading="Your payment wasn't submitted">
      <p>Your last attempt didn't reach us, and nothing was paid. Please review your payment and submit it again.</p>
    </Notice>
  );
}

/** Notice that the amounts or the dates have changed since the payment began (ruling 90). */
export function AmountsChanged() {
  return (
    <Notice kind="warning" id="notice" heading="Your amounts or payment dates have changed">
      <p>
        They changed after you opened this page. A payment may have been posted, or a new day may have begun. Nothing
        was paid here. Please check the date and the amounts, and continue.
      </p>
    </Notice>
  );
}

/** Notice about a payment made elsewhere since the review opened (ruling 90). */
export function PaymentAdded() {
  return (
    <Notice kind="warning" id="notice" heading="Another payment was made on this account">
      <p>
        It was made after you opened this page, in another window or by somebody else. Nothing was paid here. Submit
        this payment only if you want to make both.
      </p>
    </Notice>
  );
}
