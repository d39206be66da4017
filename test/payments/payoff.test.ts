/** Payoff quotes: days, amounts, and the payment that follows a quote (ruling 79). */
import type { BilledGroup } from '#domain/accounts/bills.ts';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { LedgerLoan } from '#domain/interest.ts';
import { NO_INSTRUCTION, owedOn } from '#domain/accounts/ledger.ts';
import { sumAllParts } from '#domain/parts.ts';
import { applyPosting } from '#domain/accounts/posting.ts';
import { type PlainDate, addDays, daysBetween, dueDateFrom, formatUsDate, toPlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO, formatTyped, subtractCents, sumCents, toCents } from '#domain/money.ts';
import { formatPayLink, parsePayLink } from '#domain/payments/pay-link.ts';
import { sampleDates, samplePayment, sampleUpcoming } from '#domain/payments/samples.ts';
import { isScheduleComplete } from '#domain/payments/schedule-form.ts';
import { startingSchedule } from '#domain/payments/schedule.ts';
import {
  defaultPayoffDate,
  quotableDays,
  quotedAmounts,
  validateTypedPayoffDay,
} from '#domain/payments/payoff/rules.ts';
import { DEFAULT_PAYOFF_QUOTE_DAYS, PayoffQuoteDays } from '#domain/portal/shapes.ts';
import { type GroupSums, billedGroup, sumsOn } from '#test/support/billed-group.ts';

const TODAY = toPlainDate('2026-11-20');

const loan = fc.record({
  loanId: fc.constant('A01'),
  rate: fc.integer({ min: 0, max: 12_000 }),
  monthlyPayment: fc.integer({ min: 0, max: 100_000 }).map(toCents),
  principal: fc.integer({ min: 1, max: 10_000_000 }).map(toCents),
  accruedInterest: fc.bigInt({ min: 0n, max: 500_000_000_000n }),
  fees: fc.integer({ min: 0, max: 5_000 }).map(toCents),
  interestThrough: fc.integer({ min: 0, max: 60 }).map((days) => addDays(TODAY, -days)),
});
const group = fc.record({
  plan: fc.constantFrom('STANDARD' as const, 'IBR' as const),
  dueDay: fc.integer({ min: 1, max: 31 }),
  amountDue: fc.integer({ min: 0, max: 50_000 }).map(toCents),
  pastDue: fc.integer({ min: 0, max: 50_000 }).map(toCents),
  loans: fc.array(loan, { minLength: 1, maxLength: 4 }),
});
const account = fc.array(group, { minLength: 1, maxLength: 3 }).map((groups) =>
  groups.map(({ loans, ...parts }, index) =>
    billedGroup<LedgerLoan, GroupSums<LedgerLoan>>({
      ...parts,
      groupId: `G${index}`,
      monthlyPayment: toCents(15_000),
      paymentDueDate: dueDateFrom(TODAY, parts.dueDay),
      billedThrough: TODAY,
      loans: loans.map((each, at): LedgerLoan => ({ ...each, loanId: `G${index}-${at}` })),
    }),
  ),
);
const owedOnAll = (groups: readonly BilledGroup[], date: PlainDate) =>
  groups.flatMap(({ loans }) => loans.map((each) => owedOn(each, date)));

describe('a payoff quote', () => {
  it('is the payment that leaves exactly 0.00 when it is posted on its day', () => {
    fc.assert(
      fc.property(account, fc.integer({ min: 0, max: 30 }), (groups, ahead) => {
        const effectiveDate = addDays(TODAY, ahead);
        const { principal, interest, fees, total } = quotedAmounts(owedOnAll(groups, effectiveDate));
        expect(sumCents([principal, interest, fees])).toBe(total);
        const pay = (amount: Cents) =>
          applyPosting(groups, {
            amount,
            effectiveDate,
            keepsDueDate: false,
            groupId: null,
            instruction: NO_INSTRUCTION,
          });
        const paid = pay(total);
        expect(paid.left).toBe(0);
        for (const day of [effectiveDate, addDays(effectiveDate, 400)]) {
          expect(owedOnAll(paid.groups, day).map(sumAllParts)).toEqual(owedOnAll(groups, day).map(() => 0));
        }
        for (const each of paid.groups) {
          expect(sumsOn(each, effectiveDate)).toMatchObject({ paymentDueDate: null, amountDue: 0, pastDue: 0 });
        }
        // One cent less leaves one cent.
        const short = pay(subtractCents(total, toCents(1)));
        expect(sumCents(owedOnAll(short.groups, effectiveDate).map(sumAllParts))).toBe(1);
      }),
    );
  });
});

describe('the day of a quote', () => {
  it('is by default the first banking day on or after day 10', () => {
    expect(defaultPayoffDate(toPlainDate('2026-11-20'), DEFAULT_PAYOFF_QUOTE_DAYS)).toBe('2026-11-30');
    // Day 10 is Saturday 12/05.
    expect(defaultPayoffDate(toPlainDate('2026-11-25'), DEFAULT_PAYOFF_QUOTE_DAYS)).toBe('2026-12-07');
    // Day 10 is Christmas Day, a Friday.
    expect(defaultPayoffDate(toPlainDate('2026-12-15'), DEFAULT_PAYOFF_QUOTE_DAYS)).toBe('2026-12-28');
  });

  it('is as far from today as the configuration says', () => {
    const days = v.parse(PayoffQuoteDays, { default: 3, max: 6 });
    expect(defaultPayoffDate(toPlainDate('2026-11-20'), days)).toBe('2026-11-23');
    expect(validateTypedPayoffDay('11/26/2026', quotableDays(TODAY, days))).toBeUndefined();
    const issue = validateTypedPayoffDay('11/27/2026', quotableDays(TODAY, days));
    expect(issue).toEqual({ code: 'payoffDate.tooLate', latest: '2026-11-26', days: 6 });
    expect(v.is(PayoffQuoteDays, { default: 3, max: 5 })).toBe(false);
    expect(v.is(PayoffQuoteDays, { default: 3, max: 6, maximum: 7 })).toBe(false);
  });

  it.each([
    ['', 'payoffDate.required'],
    ['02/30/2027', 'payoffDate.format'],
    ['2026-11-30', 'payoffDate.format'],
    ['11/19/2026', 'payoffDate.past'],
    ['11/20/2026', undefined],
    // A Saturday can be quoted.
    ['11/28/2026', undefined],
    ['12/20/2026', undefined],
    ['12/21/2026', 'payoffDate.tooLate'],
  ])('%j: %s', (typed, code) => {
    expect(validateTypedPayoffDay(typed, quotableDays(TODAY, DEFAULT_PAYOFF_QUOTE_DAYS))?.code).toBe(code);
  });
});

describe('paying a quote', () => {
  const [first] = samplePayment.borrowerAccountPayments;
  if (first === undefined) throw new Error('The sample has no account');
  const { accountId, currentPayoff } = first;
  const day = sampleDates.availablePaymentDates.at(-1) ?? TODAY;
  const today = sampleDates.earliestPaymentDate;
  const ahead = daysBetween(today, day);
  const payoffByDay = Array.from({ length: 31 }, (_, at) => sumCents([currentPayoff, toCents(300 * at)]));
  const payment = {
    ...samplePayment,
    borrowerAccountPayments: samplePayment.borrowerAccountPayments.map((each) =>
      each.accountId === accountId ? { ...each, payoffByDay } : each,
    ),
  };
  const facts = { payment, dates: sampleDates, today, upcoming: [], cutoff: null, nearPayoffRange: ZERO };
  const link = { accountId, isExtra: false, payoffDate: day };
  const amount = sumCents([currentPayoff, toCents(300 * ahead)]);

  it('has a link with the account and the day, and without the account number', () => {
    const address = formatPayLink(link);
    expect(parsePayLink(address.slice(address.indexOf('?')))).toEqual(link);
    expect(address).not.toContain(first.accountNumber.slice(-9));
    expect(parsePayLink(`?account=${accountId}&payoff=soon`)).toEqual({ accountId, isExtra: false });
  });

  it('starts with the date and the amount, which exceeds the current payoff', () => {
    const values = startingSchedule(facts, link);
    expect(ahead).toBeGreaterThan(0);
    expect(values.paymentDate).toBe(formatUsDate(day));
    expect(values[`otherAmount.${accountId}`]).toBe(formatTyped(amount));
    expect(isScheduleComplete(facts, values)).toBe(true);
    // Any other amount above the current payoff is refused, and so is the quote of another day.
    const another = { ...values, [`otherAmount.${accountId}`]: formatTyped(subtractCents(amount, toCents(1))) };
    expect(isScheduleComplete(facts, another)).toBe(false);
    expect(isScheduleComplete(facts, { ...values, paymentDate: formatUsDate(today) })).toBe(false);
  });

  it('starts with the rest of the quote after payments under way, and does not start if nothing remains', () => {
    const [paid] = sampleUpcoming.map((each) => ({ ...each, sumOfPaymentAmount: toCents(150_00) }));
    if (paid === undefined) throw new Error('The sample has no payment');
    const partly = { ...facts, upcoming: [paid] };
    const values = startingSchedule(partly, link);
    expect(values[`otherAmount.${accountId}`]).toBe(formatTyped(subtractCents(amount, toCents(150_00))));
    expect(isScheduleComplete(partly, values)).toBe(true);
    expect(isScheduleComplete(partly, startingSchedule(facts, link))).toBe(false);
    const whole = { ...facts, upcoming: [{ ...paid, sumOfPaymentAmount: amount }] };
    expect(startingSchedule(whole, link)).toEqual(startingSchedule(whole, { accountId, isExtra: false }));
  });

  it('starts as usual if the day accepts no payments', () => {
    const usual = startingSchedule(facts, { accountId, isExtra: false });
    expect(startingSchedule(facts, { ...link, payoffDate: toPlainDate('2026-11-21') }).paymentDate).toBe(
      usual.paymentDate,
    );
  });
});
