/** What a payment adds to those that are under way for the same accounts and groups: warned about, row by row. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, plainDateOf } from '#domain/calendar.ts';
import { sumCents, toCents } from '#domain/money.ts';
import { underWayMessage } from '#domain/payments/messages.ts';
import type { PaymentLine } from '#domain/payments/record.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { type UnderWayFacts, coverageWarning, warningsUnderWay } from '#domain/payments/under-way.ts';
import { TODAY, accountWith, scheduledOn } from './payment-samples.ts';

const [FIRST, SECOND] = ['E100000001', 'J100000002'];
const LATER = plainDateOf('2026-11-25');

const line = (groupId: string | null, amount: number, accountNumber = FIRST): PaymentLine => ({
  accountNumber,
  groupId,
  amount: toCents(amount),
  keepsDueDate: false,
});

const underWay = (given: Partial<ScheduledPayment> = {}): ScheduledPayment => ({
  paymentId: 'payment-1',
  paymentDetailId: 'detail-1',
  effectiveDate: LATER,
  sumOfPaymentAmount: toCents(50_00),
  paymentMethod: 'JPMorgan Chase *****6789',
  paymentType: 'Online Payment',
  accountNumber: FIRST,
  groupId: null,
  description: 'Scheduled',
  ...given,
});

const facts = (upcoming: readonly ScheduledPayment[], given: Partial<UnderWayFacts> = {}): UnderWayFacts => ({
  day: TODAY,
  accounts: [
    { accountNumber: FIRST, currentPayoff: toCents(100_00) },
    { accountNumber: SECOND, currentPayoff: toCents(100_00) },
  ],
  upcoming,
  ...given,
});

/** The codes on each line. */
const codesOf = (lines: readonly PaymentLine[], against: UnderWayFacts) =>
  warningsUnderWay(lines, against).map((warnings) => warnings.map(({ issue }) => issue.code));

const EXCEEDS = 'underWay.exceedsPayoff';
const SAME_DATE = 'underWay.sameDate';

describe('a payment that exceeds the payoff with what is under way', () => {
  it.each([
    [50_00, []],
    [50_01, [EXCEEDS]],
  ])('counts to the cent: %i cents with $50.00 under way', (amount, codes) => {
    expect(codesOf([line(null, amount)], facts([underWay()]))).toEqual([codes]);
  });

  it('counts all that is paid on the account, whichever group it is for, and warns on each of its rows', () => {
    const upcoming = [underWay({ groupId: 'A' }), underWay({ groupId: 'B', sumOfPaymentAmount: toCents(20_00) })];
    const lines = [line('A', 15_00), line('C', 15_01), line(null, 90_00, SECOND)];
    expect(codesOf(lines, facts(upcoming))).toEqual([[EXCEEDS], [EXCEEDS], []]);
    expect(codesOf([line('A', 15_00), line('C', 15_00)], facts(upcoming))).toEqual([[], []]);
  });

  it('counts what is scheduled, processing and pending, and not what was cancelled', () => {
    const codes = (description: ScheduledPayment['description']) =>
      codesOf([line(null, 60_00)], facts([underWay({ description })]));
    expect([codes('Scheduled'), codes('Processing'), codes('Pending')]).toEqual([
      [[EXCEEDS]],
      [[EXCEEDS]],
      [[EXCEEDS]],
    ]);
    expect(codes('Cancelled')).toEqual([[]]);
  });

  it('says the payoff, and the amount and the date of each that is under way', () => {
    const upcoming = [
      underWay(),
      underWay({ effectiveDate: TODAY, sumOfPaymentAmount: toCents(1_234_56), groupId: 'A' }),
    ];
    const [[warning] = []] = warningsUnderWay([line('B', 1)], facts(upcoming));
    expect(warning && underWayMessage(warning)).toBe(
      'With the payments you have already scheduled, you would pay more than the payoff amount of $100.00 on this account. Already scheduled: $50.00 on 11/25/2026; $1,234.56 on 11/20/2026 for group A.',
    );
  });
});

describe('a payment with the date of one that is under way', () => {
  const sameDay = { day: LATER };

  it.each<[string | null, string | null, string[]]>([
    [null, null, [SAME_DATE]],
    ['A', 'A', [SAME_DATE]],
    ['A', 'B', []],
    // A payment for the whole account is for each of its groups as well.
    [null, 'A', [SAME_DATE]],
    ['A', null, [SAME_DATE]],
  ])('for group %s, with one for group %s: %j', (paid, other, codes) => {
    expect(codesOf([line(paid, 1)], facts([underWay({ groupId: other })], sameDay))).toEqual([codes]);
  });

  it('is not said of another day, another account, or one that was cancelled', () => {
    expect(codesOf([line(null, 1)], facts([underWay()]))).toEqual([[]]);
    expect(codesOf([line(null, 1, SECOND)], facts([underWay()], sameDay))).toEqual([[]]);
    expect(codesOf([line(null, 1)], facts([underWay({ description: 'Cancelled' })], sameDay))).toEqual([[]]);
  });

  it('names only those of that day', () => {
    const upcoming = [underWay({ effectiveDate: TODAY }), underWay({ sumOfPaymentAmount: toCents(7_00) })];
    const [warnings = []] = warningsUnderWay([line(null, 1)], facts(upcoming, sameDay));
    expect(warnings.map(underWayMessage)).toEqual(['You already have a $7.00 payment scheduled for 11/25/2026.']);
  });

  it('names the group of a payment for one group, and lists several payments', () => {
    const upcoming = [underWay({ groupId: 'A', sumOfPaymentAmount: toCents(80_00) }), underWay()];
    const messages = (...payments: ScheduledPayment[]) =>
      warningsUnderWay([line(null, 1)], facts(payments, sameDay))
        .flat()
        .map(underWayMessage);
    expect(messages(...upcoming.slice(0, 1))).toEqual([
      'You already have an $80.00 payment for group A scheduled for 11/25/2026.',
    ]);
    expect(messages(...upcoming)[1]).toBe(
      'You already have payments scheduled for 11/25/2026: $80.00 for group A; $50.00.',
    );
  });
});

describe('whatever is paid and under way', () => {
  const accountNumber = fc.constantFrom(FIRST, SECOND);
  const groupId = fc.constantFrom(null, 'A', 'B');
  const amount = fc.integer({ min: 1, max: 200_00 }).map(toCents);
  const someLines = fc.uniqueArray(fc.record({ accountNumber, groupId, amount, keepsDueDate: fc.boolean() }), {
    selector: (each) => `${each.accountNumber} ${each.groupId}`,
    maxLength: 6,
  });
  const some = fc.array(
    fc
      .record({
        accountNumber,
        groupId,
        sumOfPaymentAmount: amount,
        effectiveDate: fc.integer({ min: 0, max: 3 }).map((days) => addDays(TODAY, days)),
        description: fc.constantFrom(
          'Scheduled' as const,
          'Processing' as const,
          'Pending' as const,
          'Cancelled' as const,
        ),
      })
      .map(underWay),
    { maxLength: 6 },
  );
  const payoff = fc.integer({ min: 0, max: 500_00 }).map(toCents);

  it('there is a list for each row, nothing is said without something under way there, and nothing of a cancelled one', () => {
    fc.assert(
      fc.property(someLines, some, payoff, (lines, upcoming, currentPayoff) => {
        const accounts = [FIRST, SECOND].map((number) => ({ accountNumber: number, currentPayoff }));
        const all = warningsUnderWay(lines, { day: TODAY, accounts, upcoming });
        expect(all).toHaveLength(lines.length);
        for (const [index, { accountNumber: number }] of lines.entries()) {
          for (const { issue, payments } of all[index] ?? []) {
            expect(payments.length).toBeGreaterThan(0);
            expect(payments.every((each) => each.accountNumber === number && each.description !== 'Cancelled')).toBe(
              true,
            );
            if (issue.code === SAME_DATE) expect(payments.every((each) => each.effectiveDate === TODAY)).toBe(true);
          }
        }
      }),
    );
  });

  it('the payoff is exceeded exactly where what is owed does not cover both, and all rows of an account agree', () => {
    fc.assert(
      fc.property(someLines, some, payoff, (lines, upcoming, currentPayoff) => {
        const accounts = [FIRST, SECOND].map((number) => ({ accountNumber: number, currentPayoff }));
        const all = codesOf(lines, { day: TODAY, accounts, upcoming });
        for (const number of [FIRST, SECOND]) {
          const there = upcoming.filter((each) => each.accountNumber === number && each.description !== 'Cancelled');
          const mine = lines.filter((each) => each.accountNumber === number);
          const left = currentPayoff - sumCents(mine.map((each) => each.amount));
          const isMore = sumCents(there.map((each) => each.sumOfPaymentAmount)) > left;
          const said = all.filter((_, index) => lines[index]?.accountNumber === number);
          expect(said.map((codes) => codes.includes(EXCEEDS))).toEqual(mine.map(() => there.length > 0 && isMore));
        }
      }),
    );
  });
});

describe('payments under way that cover what is due (rulings 69, 83)', () => {
  const account = accountWith({ totalDue: 100_00, pastDueAmt: 40_00, paymentDueDate: '2026-12-15' });
  const said = (...upcoming: ScheduledPayment[]) => {
    const warning = coverageWarning(account, upcoming);
    return warning && underWayMessage(warning);
  };
  const late = { effectiveDate: plainDateOf('2026-12-16') };

  it('are warned about, with each of them', () => {
    expect(said(scheduledOn(account, 40_00), scheduledOn(account, 60_00))).toBe(
      "Your scheduled payments cover the amount due on this account. You don't need to pay it again. Already scheduled: $40.00 on 11/23/2026; $60.00 on 11/23/2026.",
    );
  });

  it('are warned about after the due date too', () => {
    expect(said(scheduledOn(account, 99_99), scheduledOn(account, 1, late))).toBe(
      'Your scheduled payments would cover the amount due on this account, but not by the due date. Already scheduled: $99.99 on 11/23/2026; $0.01 on 12/16/2026.',
    );
  });

  it('are mentioned where they cover only what is past due', () => {
    expect(said(scheduledOn(account, 40_00))).toBe(
      'Your scheduled payments cover the past due amount on this account. Already scheduled: $40.00 on 11/23/2026.',
    );
  });

  it.each([
    ['there are none', []],
    ['they are a cent less than what is past due', [scheduledOn(account, 39_99)]],
    ['they cover only what is past due, after the due date', [scheduledOn(account, 40_00, late)]],
    ['they are for another account', [scheduledOn({ accountNumber: SECOND }, 100_00)]],
  ])('are not mentioned where %s', (_, upcoming) => {
    expect(said(...upcoming)).toBeUndefined();
  });
});
