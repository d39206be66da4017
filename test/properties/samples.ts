/** A borrower's facts for the tests of rules: ordinary ones, and random ones. */
import * as fc from 'fast-check';
import { type PlainDate, addDays, daysBetween, formatUsDate, isBankingDay, plainDateOf } from '#domain/calendar.ts';
import { formatTyped, sumCents, toCents } from '#domain/money.ts';
import type { ScheduleFacts } from '#domain/payments/rules.ts';
import type {
  AccountPayment,
  AvailableDates,
  BorrowerPayment,
  PaymentMethodProfile,
  PaymentOption,
  ScheduleValues,
} from '#domain/payments/shapes.ts';

/** A Friday; the business day of these tests. */
export const TODAY = plainDateOf('2026-11-20');
const WINDOW = 90;

/** The window from today for 90 days, banking days only. */
export function datesFrom(first: PlainDate, given: Partial<AvailableDates> = {}): AvailableDates {
  const last = addDays(first, WINDOW);
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
  return {
    earliestPaymentDate: first,
    latestPaymentDate: last,
    availablePaymentDates: days.filter(isBankingDay),
    paymentRange: WINDOW,
    excludeWeekends: true,
    ...given,
  };
}

type AccountFigures = { readonly [K in 'totalDue' | 'pastDueAmt' | 'currentPayoff']?: number } & {
  readonly accountId?: string;
  readonly accountNumber?: string;
};

/** An account with $120.00 due and $5,000.00 owed, unless told otherwise. */
export function accountWith(figures: AccountFigures = {}): AccountPayment {
  const { accountId = 'one', accountNumber = 'E000000001' } = figures;
  const totalDue = toCents(figures.totalDue ?? 120_00);
  const pastDueAmt = toCents(figures.pastDueAmt ?? 0);
  return {
    accountId,
    accountNumber,
    loanType: 'Direct',
    totalDue,
    amountDue: toCents(totalDue - pastDueAmt),
    pastDueAmt,
    currentPayoff: toCents(figures.currentPayoff ?? 5_000_00),
    currentBalance: toCents(4_900_00),
    accruedInterest: toCents(100_00),
    lastBumpDate: null,
    paymentDueDate: plainDateOf('2026-12-15'),
    nextPaymentAmountDue: toCents(120_00),
    nextPaymentScheduleAmount: toCents(120_00),
    monthlyPaymentAmount: toCents(120_00),
    adjustedInterestRate: 5,
    advanceDueDate: false,
    isGroupLevelPayment: false,
    disclosedPaymentAmounts: [],
    borrowerGroupPayments: [],
  };
}

export const paymentOf = (accounts: readonly AccountPayment[]): BorrowerPayment => ({
  email: 'avery@example.com',
  totalDue: sumCents(accounts.map(({ totalDue }) => totalDue)),
  effectiveDate: TODAY,
  formattedEffectiveDate: formatUsDate(TODAY),
  advanceDueDate: false,
  borrowerAccountPayments: [...accounts],
});

export const factsWith = (...accounts: readonly AccountPayment[]): ScheduleFacts => ({
  payment: paymentOf(accounts),
  dates: datesFrom(TODAY),
});

export const METHOD: PaymentMethodProfile = {
  profileId: 'method-1',
  profileName: 'Household',
  bankName: 'Wells Fargo',
  accountTypeId: 1,
  accountNumber: '*****6789',
  routingNumber: '*****0248',
  accountHolder: 'Avery Quill',
  clientId: 1,
  createdDate: plainDateOf('2025-01-02'),
  lastUsedDate: null,
  updatedDate: null,
  webAccountId: 'web-1',
};

const OPTIONS: readonly PaymentOption[] = ['NoPayment', 'MonthlyPayment', 'PastPayment', 'OtherAmount'];

/** Texts of these signs. */
export const textOf = (signs: string) => fc.string({ unit: fc.constantFrom(...signs.split('')) });

/** What is typed into an amount: amounts, and things that are none. */
const typed = fc.oneof(
  fc.nat(900_000).map((cents) => formatTyped(toCents(cents))),
  fc.constantFrom('', '0', '.5', '10.', '$1,234.56', '10,50', '-5', 'ten', '1.234'),
);

/** Up to six accounts with random figures, and random choices on each of them. */
export const someSchedule: fc.Arbitrary<{ facts: ScheduleFacts; values: ScheduleValues }> = fc
  .array(
    fc.record({
      totalDue: fc.integer({ min: -10_000, max: 50_000 }),
      pastDueAmt: fc.integer({ min: -10_000, max: 50_000 }),
      currentPayoff: fc.nat(1_000_000),
      option: fc.constantFrom(...OPTIONS),
      typed,
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((given) => {
    const accounts = given.map((figures, index) =>
      accountWith({ ...figures, accountId: `account-${index}`, accountNumber: `E00000000${index}` }),
    );
    const facts = factsWith(...accounts);
    const choices = given.map(({ option, typed: text }, index) => ({
      [`option.account-${index}`]: option,
      [`otherAmount.account-${index}`]: text,
    }));
    const values: ScheduleValues = Object.assign({ paymentDate: formatUsDate(TODAY) }, ...choices);
    return { facts, values };
  });
