/** Step 4: the payment was accepted (Y §2.1, §4.5). Only this view reports success. */
import { coverageLabels } from '#domain/accounts/messages.ts';
import { isolated } from '#domain/isolated-text.ts';
import { accountName } from '#domain/account-name.ts';
import { formatUsDate, formatUsInstant } from '#domain/calendar.ts';
import { draftNotes } from '#domain/payments/draft-notes.ts';
import { type LeftToPay, leftToPay, pastDueWarnings } from '#domain/payments/under-way.ts';
import { isCancelable } from '#domain/payments/progress.ts';
import { recordedLines } from '#domain/payments/record.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payments/payflow/payflow.machine.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  Card,
  Content,
  Money,
  Notice,
  PhoneLink,
  PrintTitle,
  SummaryList,
  TextLink,
  usePages,
} from '../../../ui/index.ts';
import { DraftNotes } from './DraftNotes.tsx';
import { PaymentSummary, methodRow } from './PaymentSummary.tsx';
import { Step } from './Steps.tsx';

const ACTIVITY = '/payments/payment-activity';

/** Where the payment can be canceled and until when, if possible (Y §4.6, ruling 20). */
function HowToCancel({ isPossible }: { isPossible: boolean }) {
  const hasPage = usePages();
  if (!isPossible) {
    return (
      <Card heading="How to cancel">
        <p>
          A payment dated the day it's submitted is processed at once and can't be canceled. If something is wrong with
          it, call us at <PhoneLink /> and have your confirmation number ready.
        </p>
      </Card>
    );
  }
  return (
    <Card heading="How to cancel">
      <p>
        This payment can be canceled through the day before its payment date. {hasPage(ACTIVITY) ? 'Cancel it in ' : ''}
        {hasPage(ACTIVITY) && <TextLink href={ACTIVITY}>Payment Activity</TextLink>}
        {hasPage(ACTIVITY) ? ', or call' : 'Call'} us at <PhoneLink /> and have your confirmation number ready.
      </p>
    </Card>
  );
}

/** Maximum number of accounts with separate remaining amounts. With more accounts, only the total appears. */
const LISTED = 5;

/** Amounts that remain to be paid by the due dates (ruling 83). */
function StillToPay({ left }: { readonly left: LeftToPay }) {
  const { accounts, total, isTooLate } = left;
  if (total === 0) {
    return (
      <Card heading={coverageLabels.left}>
        <p>With your scheduled payments, you have nothing left to pay right now.</p>
      </Card>
    );
  }
  const listed = accounts.length > LISTED ? [] : accounts;
  return (
    <Card heading={coverageLabels.left}>
      <SummaryList
        rows={[
          ...listed.map(({ account, left: amount }) => ({
            label: accountName(account),
            note: account.paymentDueDate === null ? undefined : `Due ${formatUsDate(account.paymentDueDate)}`,
            value: <Money amount={amount} />,
            money: true,
          })),
          { label: coverageLabels.left, value: <Money amount={total} />, money: true, total: true },
        ]}
      />
      {isTooLate && <p>This payment is dated after your due date, so it doesn't lower the total due by that date.</p>}
    </Card>
  );
}

/** The page after the receipt. Payers have no dashboard (ruling 7). */
const pagesAfter = {
  borrower: { href: '/dashboard', name: 'Back to My Accounts' },
  payer: { href: ACTIVITY, name: 'View Payment Activity' },
} as const;

export function Receipt({ state, send }: ViewProps<typeof payflow>) {
  const { result, record, person, facts } = state.context;
  const answer = result?.result === 'accepted' ? result.answer : null;
  const confirmation = answer?.paymentConfirmation;
  if (!answer || !confirmation) return null;
  const accounts = facts?.payment.borrowerAccountPayments ?? [];
  const lines = record === null ? [] : recordedLines(record);
  // After a reload the submitted payment is unknown, but the pending payments loaded after it include it.
  const paid = { lines, isScheduled: state.context.isSentBefore };
  const next = pagesAfter[person.role];
  const { authorizationDate } = answer;
  const submittedAt = authorizationDate === null ? null : new Date(authorizationDate);
  const isCancelableStill = record !== null && submittedAt !== null && isCancelable(record.effectiveDate, submittedAt);
  return (
    <Step current={3} sidebar={<HowToCancel isPossible={isCancelableStill} />}>
      <PrintTitle>Payment receipt</PrintTitle>
      <Notice kind="success" isOutcome heading="Thank you. Your payment has been submitted.">
        <Content
          section="payments"
          name="receipt-thank-you"
          fallback={<p>We&apos;ll take the payment from your bank on the date shown below.</p>}
        />
      </Notice>
      <Card heading="Payment Details">
        <SummaryList
          rows={[
            { label: 'Confirmation Number', value: <strong>{confirmation.confirmationNumber}</strong> },
            ...(submittedAt === null ? [] : [{ label: 'Submitted on', value: formatUsInstant(submittedAt) }]),
            { label: 'Submitted by', value: isolated(`${person.givenName} ${person.familyName}`) },
            ...(record === null ? [] : [methodRow(record.methodName, record.methodAccountNumber)]),
          ]}
        />
        {record !== null && (
          <PaymentSummary
            lines={lines}
            accounts={accounts}
            pastDue={facts ? pastDueWarnings(accounts, paid, facts) : undefined}
            total={record.total}
            date={record.effectiveDate}
          />
        )}
        {facts && record && person.role === 'borrower' && (
          <DraftNotes
            accounts={accounts}
            notes={draftNotes(accounts, {
              ...paid,
              day: record.effectiveDate,
              today: facts.today,
              upcoming: facts.upcoming,
            })}
          />
        )}
      </Card>
      {facts && record && (
        <StillToPay left={leftToPay(accounts, { ...paid, day: record.effectiveDate }, facts.upcoming)} />
      )}
      <ButtonRow>
        <ButtonLink href={next.href}>{next.name}</ButtonLink>
        <Button variant="secondary" onClick={() => send({ type: 'anotherPayment.requested' })}>
          Make Another Payment
        </Button>
        <Button variant="secondary" icon="print" onClick={() => window.print()}>
          Print
        </Button>
      </ButtonRow>
    </Step>
  );
}
