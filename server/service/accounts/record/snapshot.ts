/** The borrower's loans as of today, as JSON and as the blocks of a PDF. */
import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { accountName, groupName } from '#domain/account-name.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { addressBlock, facts, heading, paragraph, table } from '#domain/accounts/loan-documents/blocks.ts';
import type { DocumentBlock } from '#domain/accounts/loan-documents/shapes.ts';
import { AccountDetails } from '#domain/accounts/loans/shapes.ts';
import { dueAmounts } from '#domain/accounts/messages.ts';
import { formatUsd } from '#domain/money.ts';
import { payments } from '#domain/payments/calls.ts';
import { formatRate } from '#domain/accounts/rate.ts';
import { contactFor } from '../../../credentials/contact.ts';
import { printedAddress } from '../../../demographics.ts';
import { accountSummary } from '../loans.ts';
import { methodsFor } from '../../payments/methods.ts';
import { portfolioIn } from '../../portfolio/portfolio.ts';
import { listScheduled } from '../../payments/scheduled.ts';
import type { Scope } from '../../scope.ts';
import { getWireFormat } from '../../../wire-format.ts';

/** Returns loans, contact information and payment methods, masked as in the portal, in wire format. */
export async function readSnapshot(scope: Scope) {
  const { borrower, accounts } = await portfolioIn(scope);
  const details = [];
  for (const { accountId } of accounts) {
    // The terms of many loans are computed for seconds: other requests have their turn in between.
    await setImmediate();
    details.push(getWireFormat(AccountDetails).encode(await accountSummary(scope, { params: { accountId } })));
  }
  return {
    asOf: scope.today,
    servicer: scope.servicer.name,
    name: `${borrower.givenName} ${borrower.familyName}`,
    contactInformation: await contactFor(scope),
    paymentMethods: getWireFormat(payments.methods.response).encode(await methodsFor(scope)),
    scheduledPayments: getWireFormat(payments.scheduled.response).encode(await listScheduled(scope, {})),
    accounts: details,
  };
}
export type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;

const day = (date: Parameters<typeof formatUsDate>[0] | null): string => (date === null ? '–' : formatUsDate(date));

function blocksOfAccount(sent: Snapshot['accounts'][number]): DocumentBlock[] {
  const account = v.parse(AccountDetails, sent);
  const { accountPayment: payment, groups } = account;
  return [
    heading(accountName(account)),
    facts(accountName(account), [
      ['Payoff amount', formatUsd(payment.currentBalance)],
      ['Unpaid interest', formatUsd(payment.accruedInterest)],
      ['Monthly payment', formatUsd(payment.monthlyPaymentAmount)],
      ...dueAmounts(payment).map(({ label, amount }) => [label, formatUsd(amount)] as const),
      ['Next due date', day(payment.paymentDueDate)],
      ['Auto debit', account.isEnrolledInAutoDebit ? 'On' : 'Off'],
    ]),
    ...groups.flatMap((group) => [
      heading(groupName(account, group.groupId)),
      paragraph(
        `${group.statusDesc}. Plan: ${group.repaymentPlan}. Payoff amount: ${formatUsd(group.currentBalance)}.`,
      ),
      table(
        groupName(account, group.groupId),
        { texts: ['Loan', 'First disbursed'], amounts: ['Rate', 'Disbursed', 'Principal', 'Interest'] },
        group.loans.map((loan) => [
          loan.loanNumber,
          day(loan.disbursedLoans[0]?.disbursements[0]?.disbursementDate ?? null),
          formatRate(loan.interestRate),
          ...[loan.totalAmountDisbursed, loan.currentPrincipalBalance, loan.currentInterest].map(formatUsd),
        ]),
      ),
    ]),
  ];
}

/** Returns the blocks of the PDF. */
export async function snapshotBlocks({ name, asOf, contactInformation, accounts }: Snapshot): Promise<DocumentBlock[]> {
  return [
    addressBlock({ name, address: await printedAddress(contactInformation) }),
    paragraph(`All amounts are as of ${formatUsDate(asOf)}.`),
    ...(accounts.length === 0 ? [paragraph('You have no loan accounts.')] : accounts.flatMap(blocksOfAccount)),
  ];
}
