/** Borrower with round amounts, so that tests can state the expected results. */
import { sql } from 'drizzle-orm';
import type { StandingInstruction } from '#domain/accounts/ledger.ts';
import { effectiveDateOf, formatUsDate, plainDateOf } from '#domain/calendar.ts';
import { type Cents, toCents } from '#domain/money.ts';
import type { SubmitV1Wire, SubmitV2Wire } from '#domain/payments/submission-shapes.ts';
import type { Database } from '#server/db/database.ts';
import {
  accounts,
  autoDebitChanges,
  autoDebits,
  borrowers,
  inboxMessages,
  issuedDocuments,
  loanGroups,
  loans,
  paymentHistory,
  paymentInstructionChanges,
  paymentInstructions,
  paymentMethods,
  paymentReturns,
  scheduledPayments,
  submissions,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { TODAY } from './database.ts';
import { onWire } from './on-wire.ts';
import { payer } from './payer.ts';

/** Pat's account, and the key of its rows. */
export const ACCOUNT = 'E900000001';
export const OWN_ACCOUNT = { borrowerKey: 'pat', accountId: 'account-1' };

export const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));

/**
 * Values of a group that override the defaults of {@link storeBorrower}. Amounts in dollars, rates in thousandths of a
 * percent.
 */
export interface GroupOverrides {
  readonly monthly?: number;
  readonly pastDue?: number;
  readonly amountDue?: number;
  readonly dueDate?: string;
  readonly plan?: 'STANDARD' | 'IBR';
  readonly loans?: readonly {
    readonly principal: number;
    readonly rate?: number;
    readonly since?: string;
    readonly interest?: number;
    readonly fees?: number;
  }[];
}

/** Deletes the rows of all borrowers. */
export async function clearBorrowers(db: Database): Promise<void> {
  const tables = [
    borrowers,
    accounts,
    loanGroups,
    loans,
    paymentInstructions,
    paymentInstructionChanges,
    paymentMethods,
    paymentHistory,
    paymentReturns,
    inboxMessages,
    issuedDocuments,
    submissions,
    scheduledPayments,
    autoDebits,
    autoDebitChanges,
  ];
  await db.execute(sql`truncate ${sql.join(tables, sql`, `)}`);
}

/**
 * Stores Pat with one account and the saved method `method-1`. By default, each group has $100.00 due on 9 December and
 * owes $10,000.00 without interest.
 */
export async function storeBorrower(
  db: Database,
  groups: Readonly<Record<string, GroupOverrides>>,
  more: { readonly instruction?: StandingInstruction | undefined; readonly accountNumber?: string } = {},
): Promise<void> {
  const { instruction, accountNumber = ACCOUNT } = more;
  const pat = { borrowerKey: OWN_ACCOUNT.borrowerKey };
  await db.insert(borrowers).values({
    ...pat,
    givenName: 'Pat',
    familyName: 'Marsh',
    email: 'pat@example.com',
    autoDebit: false,
    taxFormsFrom: 2026,
    taxFormsOn: plainDateOf('2027-02-01'),
  });
  await db.insert(accounts).values({ ...OWN_ACCOUNT, accountNumber, kind: 'federal', loanType: 'Direct' });
  if (instruction !== undefined) await db.insert(paymentInstructions).values({ ...OWN_ACCOUNT, ...instruction });
  await db.insert(paymentMethods).values(
    seals.paymentMethods.seal({
      ...pat,
      profileId: 'method-1',
      profileName: 'Everyday',
      bankName: 'Frost Bank',
      accountTypeId: 1,
      accountNumber: '778204519',
      routingNumber: '114000093',
      accountHolder: 'Pat Marsh',
      webAccountId: 'web-pat',
      createdDate: TODAY,
      lastUsedDate: null,
      updatedDate: null,
    }),
  );
  for (const [groupId, { monthly = 100, pastDue = 0, amountDue = 100, ...given }] of Object.entries(groups)) {
    await db.insert(loanGroups).values({
      ...OWN_ACCOUNT,
      groupId,
      loanType: 'Direct Unsubsidized',
      plan: given.plan ?? 'STANDARD',
      monthlyPayment: dollars(monthly),
      dueDay: Number((given.dueDate ?? '2026-12-09').slice(-2)),
      paymentDueDate: plainDateOf(given.dueDate ?? '2026-12-09'),
      amountDue: dollars(amountDue),
      pastDue: dollars(pastDue),
      lastBumpDate: null,
      billedThrough: TODAY,
    });
    for (const [index, loan] of (given.loans ?? [{ principal: 10_000 }]).entries()) {
      await db.insert(loans).values({
        ...OWN_ACCOUNT,
        groupId,
        loanId: `${groupId}0${index + 1}`,
        disbursedOn: plainDateOf('2020-01-01'),
        disbursed: dollars(loan.principal),
        rate: loan.rate ?? 0,
        monthlyPayment: dollars(monthly),
        principal: dollars(loan.principal),
        accruedInterest: BigInt(Math.round((loan.interest ?? 0) * 100)) * 1_000_000n,
        fees: dollars(loan.fees ?? 0),
        interestThrough: plainDateOf(loan.since ?? TODAY),
      });
    }
  }
}

/**
 * Payment of Pat on an account, in dollars, for {@link payloadOf}. `isTicked` is the checkbox that keeps the due date.
 */
export interface Paid {
  readonly amount: number;
  readonly on?: string;
  readonly accountNumber?: string;
  readonly isTicked?: boolean;
  /** Payments on individual groups. */
  readonly groups?: readonly { readonly groupId: string; readonly amount: number; readonly isTicked?: boolean }[];
}

/** Returns a payment of Pat in wire format, version 2. */
export function payloadOf({
  amount,
  on = TODAY,
  accountNumber = ACCOUNT,
  isTicked = false,
  groups,
}: Paid): SubmitV2Wire {
  return {
    effectiveDate: effectiveDateOf(plainDateOf(on)),
    paymentAmountControlTotal: onWire(amount),
    advanceDueDate: isTicked,
    borrowerPaymentV2: {
      borrowerAccountPaymentsV2: [
        {
          accountNumber,
          paymentAmount: onWire(amount),
          borrowerGroupPaymentsV2: (groups ?? []).map((group) => ({
            accountNumber,
            groupId: group.groupId,
            paymentAmount: onWire(group.amount),
            advanceDueDate: group.isTicked ?? false,
          })),
          isGroupLevelPayment: groups !== undefined,
          advanceDueDate: isTicked,
        },
      ],
    },
    ...payer(),
  };
}

/** Returns the same payment in version 1. Its due amounts are arbitrary, because the server uses its own. */
export function payloadV1Of({
  amount,
  on = TODAY,
  accountNumber = ACCOUNT,
  isTicked = false,
  groups,
}: Paid): SubmitV1Wire {
  const isByGroup = groups !== undefined;
  const chosen = (paid: number, keeps: boolean) => ({
    SelectedRadio: paid === 0 ? ('NoPayment' as const) : ('OtherAmount' as const),
    HasOtherSelected: paid !== 0,
    PaymentAmount: onWire(paid),
    GroupTotal: onWire(isByGroup ? amount : 0),
    CanProgressNextDueDate: !keeps,
    ShowAccountview: !isByGroup,
  });
  const due = { totalDue: onWire(1), disclosedPaymentAmounts: [], monthlyPaymentAmount: onWire(1) };
  return {
    borrowerPayment: {
      totalDue: onWire(1),
      effectiveDate: effectiveDateOf(plainDateOf(on)),
      formattedEffectiveDate: formatUsDate(plainDateOf(on)),
      advanceDueDate: isTicked,
      borrowerAccountPayments: [
        {
          ...due,
          accountNumber,
          displayName: 'Direct',
          currentPayoff: onWire(1),
          advanceDueDate: isTicked,
          isGroupLevelPayment: isByGroup,
          showAccountView: !isByGroup,
          paymentOption: chosen(isByGroup ? 0 : amount, isTicked),
          borrowerGroupPayments: (groups ?? []).map((group) => ({
            ...due,
            groupId: group.groupId,
            amountDue: onWire(1),
            pastDueAmt: onWire(0),
            paymentDueDate: null,
            outstandingBalance: onWire(0),
            advanceDueDate: group.isTicked ?? false,
            paymentOption: chosen(group.amount, group.isTicked ?? false),
          })),
        },
      ],
    },
    ...payer(),
    methodPreserved: false,
    institutionName: 'Frost Bank',
  };
}
