/** Borrower with round amounts, so that tests can state the expected results. */
import { sql } from 'drizzle-orm';
import { nextBillOn } from '#domain/accounts/bills.ts';
import { type FormerSums, billsOfSums } from '#server/service/conversion/former-sums.ts';
import type { Plan } from '#domain/plan-names.ts';
import type { StandingInstruction } from '#domain/accounts/shapes.ts';
import { toEffectiveDate, formatUsDate, toPlainDate } from '#domain/calendar.ts';
import { allocate, type Cents, toCents, ZERO } from '#domain/money.ts';
import { planParameters } from '#domain/plans/parameters/parameters.ts';
import type { SubmitV1Wire, SubmitV2Wire } from '#domain/payments/submission-shapes.ts';
import { insertMany } from '#server/db/bulk.ts';
import type { Database } from '#server/db/database.ts';
import {
  accounts,
  autoDebitChanges,
  autoDebitDrafts,
  autoDebits,
  bills,
  borrowers,
  groupTerms,
  inboxMessages,
  issuedDocuments,
  loanEntries,
  loanGroups,
  loanPostponements,
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

/** Pat's bank account, as a scheduled payment stores it. */
export const OWN_BANK = {
  routingNumber: '114000093',
  bankAccountNumber: '778204519',
  accountTypeId: 1,
  accountHolder: 'Pat Marsh',
  paymentMethod: 'Frost Bank *****4519',
  paymentType: 'Online Payment',
} as const;

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
  readonly plan?: 'EXTENDED_FIXED' | 'IBR' | 'STANDARD' | 'RAP';
  readonly loans?: readonly {
    readonly principal: number;
    readonly rate?: number;
    readonly since?: string;
    readonly interest?: number;
    readonly fees?: number;
  }[];
}

/** A group to store: its terms, and the amounts of today. */
export interface StoredSums extends Omit<FormerSums, 'pauses'> {
  readonly plan: Plan;
  readonly loanPayments: Readonly<Record<string, Cents>>;
}

/** Stores a group with the bills that have these amounts today. Its records begin today. */
export async function storeSums(
  db: Database,
  group: Pick<typeof loanGroups.$inferInsert, 'borrowerKey' | 'accountId' | 'groupId' | 'loanType'>,
  { plan, loanPayments, ...sums }: StoredSums,
): Promise<void> {
  const { borrowerKey, accountId, groupId } = group;
  const converted = billsOfSums({ ...sums, pauses: [] });
  const { dueDay, monthlyPayment, paymentSteps = null } = sums;
  const { nextDue, paidAheadTo } = converted;
  const nextBill = nextBillOn({ nextDue, dueDay, pauses: [] });
  const rapMonthOn = plan === 'RAP' ? planParameters().dates.rapFrom : null;
  const caches = { nextDue, paidAheadTo, nextBillOn: nextBill, rapMonthOn };
  await db.insert(loanGroups).values({ ...group, dueDay, opening: converted, ...caches });
  await db.insert(groupTerms).values({
    borrowerKey,
    accountId,
    groupId,
    fromDay: TODAY,
    cause: 'start',
    plan,
    monthlyPayment,
    paymentSteps,
    loanPayments,
  });
  await insertMany(
    db,
    bills,
    converted.bills.map((bill) => ({ borrowerKey, accountId, groupId, ...bill })),
  );
}

/** Deletes the rows of all borrowers. */
export async function clearBorrowers(db: Database): Promise<void> {
  const tables = [
    borrowers,
    accounts,
    loanGroups,
    loans,
    bills,
    groupTerms,
    loanEntries,
    loanPostponements,
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
    autoDebitDrafts,
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
    taxFormsOn: toPlainDate('2027-02-01'),
  });
  await db.insert(accounts).values({
    ...OWN_ACCOUNT,
    accountNumber,
    kind: 'federal',
    loanType: 'Direct',
    recordsSince: TODAY,
    statementsFrom: TODAY,
  });
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
    const owed = given.loans ?? [{ principal: 10_000 }];
    const weights = owed.map(() => 1);
    const parts = owed.length === 0 ? [] : allocate(dollars(monthly), weights);
    await storeSums(
      db,
      { ...OWN_ACCOUNT, groupId, loanType: 'Direct Unsubsidized' },
      {
        plan: given.plan ?? 'STANDARD',
        monthlyPayment: dollars(monthly),
        dueDay: Number((given.dueDate ?? '2026-12-09').slice(-2)),
        paymentDueDate: toPlainDate(given.dueDate ?? '2026-12-09'),
        amountDue: dollars(amountDue),
        pastDue: dollars(pastDue),
        billedThrough: TODAY,
        loanPayments: Object.fromEntries(owed.map((_, index) => [`${groupId}0${index + 1}`, parts[index] ?? ZERO])),
      },
    );
    for (const [index, loan] of owed.entries()) {
      const loanId = `${groupId}0${index + 1}`;
      const [principal, fees] = [dollars(loan.principal), dollars(loan.fees ?? 0)];
      const interest = BigInt(Math.round((loan.interest ?? 0) * 100)) * 1_000_000n;
      const since = toPlainDate(loan.since ?? TODAY);
      await db.insert(loans).values({
        ...OWN_ACCOUNT,
        groupId,
        loanId,
        disbursedOn: toPlainDate('2020-01-01'),
        disbursed: principal,
        rate: loan.rate ?? 0,
        principal,
        accruedInterest: interest,
        fees,
        interestThrough: since,
      });
      const opening = { loanId, kind: 'opening', onDay: since, principal, interest, fees } as const;
      await db.insert(loanEntries).values({ ...OWN_ACCOUNT, entryId: 'opening', ...opening });
    }
  }
}

/**
 * Payment of Pat on an account, in dollars, for {@link createPayload}. `isTicked` is the checkbox that keeps the due date.
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
export function createPayload({
  amount,
  on = TODAY,
  accountNumber = ACCOUNT,
  isTicked = false,
  groups,
}: Paid): SubmitV2Wire {
  return {
    effectiveDate: toEffectiveDate(toPlainDate(on)),
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
export function createPayloadV1({
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
      effectiveDate: toEffectiveDate(toPlainDate(on)),
      formattedEffectiveDate: formatUsDate(toPlainDate(on)),
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
