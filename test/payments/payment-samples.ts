/** Fixtures and generators for tests of the payment rules. */
import * as fc from 'fast-check';
import { isBankingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, daysBetween, formatUsDate, toPlainDate } from '#domain/calendar.ts';
import { formatTyped, sumCents, toCents } from '#domain/money.ts';
import type { PaymentSubmissionInput } from '#domain/payments/payload.ts';
import { type Cutoff } from '#domain/payments/cutoff.ts';
import { type Payable, accountPayable, groupPayables } from '#domain/payments/rules.ts';
import { type ScheduleInput, accountsFor, offersToKeepDueDate, startingSchedule } from '#domain/payments/schedule.ts';
import type {
  AccountPayment,
  AvailableDates,
  BorrowerPayment,
  DisclosedAmount,
  GroupPayment,
  ScheduledPayment,
} from '#domain/payments/shapes.ts';
import type { PaymentOption, ScheduleValues } from '#domain/payments/submission-shapes.ts';
import { sampleMethods } from '#domain/payments/samples.ts';
import { sampleToday } from '#domain/samples.ts';
import { required } from '#machines/kit/failures.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import { payer } from '#test/support/payer.ts';
import { withMessages } from '#test/support/issues.ts';

/** The business day of these tests, a Friday. */
export const TODAY = sampleToday;
const WINDOW = 90;

/** Returns a payment window of 90 days with banking days only. */
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

/** The messages of payment issues. */
export const { toSentence, toSentences } = withMessages(paymentMessages);

/** Amounts in cents and dates as text. */
interface Figures {
  readonly totalDue?: number;
  readonly pastDueAmt?: number;
  readonly amountDue?: number;
  readonly nextPaymentAmountDue?: number;
  readonly nextPaymentScheduleAmount?: number;
  readonly monthlyPaymentAmount?: number;
  readonly paymentDueDate?: string | null;
  readonly pastDueSince?: string;
  readonly disclosedPaymentAmounts?: readonly DisclosedAmount[];
}

const readFigures = (figures: Figures, usual: number) => {
  const { pastDueAmt = 0, paymentDueDate = '2026-12-15' } = figures;
  const totalDue = figures.totalDue ?? usual + pastDueAmt;
  return {
    totalDue: toCents(totalDue),
    ...(figures.pastDueSince !== undefined && { pastDueSince: toPlainDate(figures.pastDueSince) }),
    amountDue: toCents(figures.amountDue ?? totalDue - pastDueAmt),
    pastDueAmt: toCents(pastDueAmt),
    paymentDueDate: paymentDueDate === null ? null : toPlainDate(paymentDueDate),
    nextPaymentAmountDue: toCents(figures.nextPaymentAmountDue ?? usual),
    nextPaymentScheduleAmount: toCents(figures.nextPaymentScheduleAmount ?? usual),
    monthlyPaymentAmount: toCents(figures.monthlyPaymentAmount ?? usual),
    disclosedPaymentAmounts: [...(figures.disclosedPaymentAmounts ?? [])],
    advanceDueDate: false,
  };
};

/** Returns a group, by default with $70.00 due per month. */
export const groupWith = (groupId: string, figures: Figures = {}): GroupPayment => ({
  ...readFigures(figures, 70_00),
  groupId,
  loanType: 'Direct Subsidized',
  outstandingBalance: toCents(50_00),
});

/** Returns an account, by default with $120.00 due per month and a balance of $5,000.00. */
export function accountWith(
  figures: Figures & {
    readonly accountId?: string;
    readonly accountNumber?: string;
    readonly currentPayoff?: number;
    readonly isGroupLevelPayment?: boolean;
    readonly groups?: readonly GroupPayment[];
  } = {},
): AccountPayment {
  const { accountId = 'one', accountNumber = 'E000000001', isGroupLevelPayment = false, groups = [] } = figures;
  return {
    ...readFigures(figures, 120_00),
    accountId,
    accountNumber,
    loanType: 'Direct',
    currentPayoff: toCents(figures.currentPayoff ?? 5_000_00),
    currentBalance: toCents(4_900_00),
    accruedInterest: toCents(100_00),
    lastBumpDate: null,
    adjustedInterestRate: 5,
    isGroupLevelPayment,
    borrowerGroupPayments: [...groups],
  };
}

export const createPayment = (accounts: readonly AccountPayment[]): BorrowerPayment => ({
  email: 'avery@example.com',
  totalDue: sumCents(accounts.map(({ totalDue }) => totalDue)),
  effectiveDate: TODAY,
  formattedEffectiveDate: formatUsDate(TODAY),
  advanceDueDate: false,
  borrowerAccountPayments: [...accounts],
});

/**
 * Returns facts without scheduled payments and balances after the cutoff. The payoff warning starts $25.00 below the
 * payoff.
 */
export const factsWith = (...accounts: readonly AccountPayment[]): ScheduleInput => ({
  payment: createPayment(accounts),
  dates: datesFrom(TODAY),
  today: TODAY,
  upcoming: [],
  cutoff: null,
  nearPayoffRange: toCents(25_00),
});

/** Returns a scheduled payment on an account, by default for the next banking day. */
export const scheduledOn = (
  { accountNumber }: Pick<AccountPayment, 'accountNumber'>,
  cents: number,
  given: Partial<ScheduledPayment> = {},
): ScheduledPayment => ({
  paymentId: 'payment-1',
  paymentDetailId: 'detail-1',
  effectiveDate: toPlainDate('2026-11-23'),
  sumOfPaymentAmount: toCents(cents),
  paymentMethod: 'JPMorgan Chase *****6789',
  paymentType: 'Online Payment',
  accountNumber,
  groupId: null,
  description: 'Scheduled',
  ...given,
});

type Choices = Omit<ScheduleValues, 'paymentDate'> & { readonly paymentDate?: string };

/** Returns the initial schedule with the given choices. */
export const choosing = (facts: ScheduleInput, choices: Choices): ScheduleValues => ({
  ...startingSchedule(facts),
  ...choices,
});

/** A saved bank account. */
export const METHOD = required(sampleMethods[0], 'a saved bank account');

/** The payer with that bank account on the wire, as {@link createSubmission} produces it in both versions. */
export const AVERY = payer({
  name: 'Avery Quist',
  accountHolder: 'Avery Quist',
  accountNickname: 'Everyday Checking',
  routingNumber: '*****0021',
  accountNumber: '*****6789',
  paymentSourceTypeId: 7,
  email: 'avery@example.com',
  paymentSourceRawDetails: 'A browser',
});

/** Returns the data that a payload with the saved method is built from. */
export const createSubmission = (facts: ScheduleInput, values: ScheduleValues): PaymentSubmissionInput => ({
  ...facts,
  values,
  source: {
    methodId: 'method-1',
    accountHolder: 'Avery Quist',
    accountNickname: 'Everyday Checking',
    routingNumber: '*****0021',
    accountNumber: '*****6789',
    institutionName: 'JPMorgan Chase',
    accountTypeId: 1,
    savePaymentMethod: false,
  },
  methodPreserved: false,
  payerName: 'Avery Quist',
  payerRoleId: 1,
  paymentSourceTypeId: 7,
  userAgent: 'A browser',
});

const OPTIONS: readonly PaymentOption[] = ['NoPayment', 'MonthlyPayment', 'PastPayment', 'OtherAmount'];

/** Unusual texts for an amount with their value in cents; zero for invalid ones. */
export const ODD_AMOUNTS: Readonly<Record<string, number>> = {
  '': 0,
  '0': 0,
  '.5': 50,
  '10.': 10_00,
  '$1,234.56': 1_234_56,
  '10,50': 0,
  '-5': 0,
  ten: 0,
  '1.234': 0,
};

/** A typed text: literal, or an amount relative to a figure of its account. */
const typed = fc.oneof(
  fc.record({ text: fc.constantFrom(...Object.keys(ODD_AMOUNTS)) }),
  fc.record({
    from: fc.constantFrom('nothing' as const, 'totalDue' as const, 'pastDueAmt' as const, 'payoff' as const),
    more: fc.oneof(fc.constantFrom(-1, 0, 0, 1), fc.nat(60_000)),
  }),
);

const drawnDue = fc
  .record({
    pastDueAmt: fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 30_000 })),
    amountDue: fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 50_000 })),
    nextPaymentAmountDue: fc.nat(30_000),
    nextPaymentScheduleAmount: fc.nat(30_000),
  })
  // The past due amount is part of the amount due, and a credit appears only if nothing is past due.
  .map((due) => ({
    ...due,
    totalDue: due.pastDueAmt > 0 ? due.pastDueAmt + Math.max(due.amountDue, 0) : due.amountDue,
  }));
const drawnChoice = fc.record({ option: fc.nat(11), typed, isTicked: fc.boolean() });

const drawnAccount = fc.record({
  due: drawnDue,
  groups: fc.array(drawnDue, { maxLength: 3 }),
  choices: fc.array(drawnChoice, { minLength: 4, maxLength: 4 }),
  level: fc.constantFrom('account' as const, 'group' as const),
  isGroupLevelPayment: fc.boolean(),
  left: fc.nat(90_000),
  leftLater: fc.nat(90_000),
  prefix: fc.constantFrom('E', 'D', 'J'),
});
type DrawnAccount = typeof drawnAccount extends fc.Arbitrary<infer T> ? T : never;

/** Generates an account with balances now and after the cutoff that are at least the amount due. */
function accountDrawn({ due, groups, left, leftLater, prefix, isGroupLevelPayment }: DrawnAccount, index: number) {
  const positive = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + Math.max(each, 0), 0);
  const least = Math.max(positive([due.totalDue]), positive(groups.map(({ totalDue }) => totalDue)));
  const account = accountWith({
    ...due,
    accountId: `account-${index}`,
    accountNumber: `${prefix}00000000${index}`,
    currentPayoff: least + left,
    isGroupLevelPayment,
    groups: groups.map((figures, at) => groupWith('ABC'.charAt(at), figures)),
  });
  const later = {
    accountNumber: `E00000000${index}`,
    outstandingBalance: toCents(least + leftLater),
    groupPayments: [],
  };
  return { account, later };
}

/** Returns the options offered for an account or group (Y §4.1). */
function optionsBeside({ totalDue, pastDueAmt }: Payable['due']): PaymentOption[] {
  if (totalDue <= 0 && pastDueAmt <= 0) return ['NoPayment', 'OtherAmount'];
  return OPTIONS.filter(
    (option) =>
      option === 'OtherAmount' ||
      (option === 'MonthlyPayment' && totalDue > 0) ||
      (option === 'PastPayment' && pastDueAmt > 0),
  );
}

function textDrawn(drawn: typeof typed extends fc.Arbitrary<infer T> ? T : never, { due, account }: Payable): string {
  if ('text' in drawn) return drawn.text;
  const figure = { ...due, payoff: account.currentPayoff, nothing: 0 }[drawn.from];
  return formatTyped(toCents(Math.max(figure + drawn.more, 0)));
}

interface Schedule {
  readonly facts: ScheduleInput;
  readonly values: ScheduleValues;
}

function schedules(isAnything: boolean): fc.Arbitrary<Schedule> {
  return fc
    .record({
      drawn: fc.array(drawnAccount, { minLength: 1, maxLength: 4 }),
      isLater: fc.boolean(),
      isCutoffKnown: fc.boolean(),
    })
    .map(({ drawn, isLater, isCutoffKnown }) => {
      const accounts = drawn.map(accountDrawn);
      const cutoff: Cutoff = { items: accounts.map(({ later }) => later), accrualEnd: TODAY };
      const facts = { ...factsWith(...accounts.map(({ account }) => account)), cutoff: isCutoffKnown ? cutoff : null };
      let values: ScheduleValues = { paymentDate: isLater ? '12/01/2026' : formatUsDate(TODAY) };
      for (const [index, { account }] of accounts.entries()) {
        const { level = 'account', choices = [] } = drawn[index] ?? {};
        values = { ...values, [`level.${account.accountId}`]: level };
        const standing = accountsFor(facts, values)[index] ?? account;
        for (const [at, payable] of [accountPayable(standing), ...groupPayables(standing)].entries()) {
          const choice = choices[at];
          if (choice === undefined) continue;
          const beside = isAnything ? OPTIONS : optionsBeside(payable.due);
          const option = beside[choice.option % beside.length] ?? 'OtherAmount';
          const text = isAnything || option === 'OtherAmount' ? textDrawn(choice.typed, payable) : '';
          const chosen = { ...values, [`option.${payable.id}`]: option, [`otherAmount.${payable.id}`]: text };
          const isShown = (payable.group !== null) === (level === 'group');
          const isTicked = choice.isTicked && (isAnything || (isShown && offersToKeepDueDate(chosen, payable)));
          values = { ...chosen, [`keepDueDate.${payable.id}`]: isTicked };
        }
      }
      return { facts, values };
    });
}

/** Generates up to four accounts with up to three groups each, random amounts, and offered choices. */
export const someSchedule = schedules(false);

/**
 * Like {@link someSchedule}, but with any choices: options that are not offered, amounts next to fixed options, hidden
 * checkboxes.
 */
export const anySchedule = schedules(true);
