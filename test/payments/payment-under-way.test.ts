/** The warnings about payments already in progress for the same accounts and groups, for each line of a payment. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, toPlainDate } from '#domain/calendar.ts';
import { sumCents, toCents } from '#domain/money.ts';
import { underWayMessage } from '#domain/payments/messages.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import type { PaymentLine } from '#domain/payments/lines.ts';
import { type UnderWayInput, coverageWarning, warningsUnderWay } from '#domain/payments/under-way.ts';
import { TODAY, accountWith, scheduledOn } from './payment-samples.ts';

const [FIRST, SECOND] = ['E100000001', 'J100000002'];
const LATER = toPlainDate('2026-11-25');

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

const facts = (upcoming: readonly ScheduledPayment[], given: Partial<UnderWayInput> = {}): UnderWayInput => ({
  day: TODAY,
  today: TODAY,
  accounts: [
    { accountNumber: FIRST, currentPayoff: toCents(100_00) },
    { accountNumber: SECOND, currentPayoff: toCents(100_00) },
  ],
  upcoming,
  ...given,
});

/** Returns the warning codes of each line. */
const listCodes = (lines: readonly PaymentLine[], against: UnderWayInput) =>
  warningsUnderWay(lines, against).map((warnings) => warnings.map(({ issue }) => issue.code));

const EXCEEDS = 'underWay.exceedsPayoff';
const SAME_DATE = 'underWay.sameDate';

describe('a payment that exceeds the payoff together with payments in progress', () => {
  it.each([
    [50_00, []],
    [50_01, [EXCEEDS]],
  ])('is detected to the cent: %i cents with $50.00 in progress', (amount, codes) => {
    expect(listCodes([line(null, amount)], facts([underWay()]))).toEqual([codes]);
  });

  it("does not match a payment of the rest of its day's quote", () => {
    const payoffByDay = [100_00, 100_30, 100_60, 100_90, 101_20, 101_50].map(toCents);
    const accounts = [{ accountNumber: FIRST, currentPayoff: toCents(100_00), payoffByDay }];
    expect(listCodes([line(null, 51_50)], facts([underWay()], { day: LATER, accounts }))).toEqual([[SAME_DATE]]);
    expect(listCodes([line(null, 51_51)], facts([underWay()], { day: LATER, accounts }))).toEqual([
      [EXCEEDS, SAME_DATE],
    ]);
  });

  it('includes all payments on the account for any group, with a warning on each of its lines', () => {
    const upcoming = [underWay({ groupId: 'A' }), underWay({ groupId: 'B', sumOfPaymentAmount: toCents(20_00) })];
    const lines = [line('A', 15_00), line('C', 15_01), line(null, 90_00, SECOND)];
    expect(listCodes(lines, facts(upcoming))).toEqual([[EXCEEDS], [EXCEEDS], []]);
    expect(listCodes([line('A', 15_00), line('C', 15_00)], facts(upcoming))).toEqual([[], []]);
  });

  it('includes scheduled, processing and pending payments, but not canceled ones', () => {
    const codes = (description: ScheduledPayment['description']) =>
      listCodes([line(null, 60_00)], facts([underWay({ description })]));
    expect([codes('Scheduled'), codes('Processing'), codes('Pending')]).toEqual([
      [[EXCEEDS]],
      [[EXCEEDS]],
      [[EXCEEDS]],
    ]);
    expect(codes('Cancelled')).toEqual([[]]);
  });

  it('has a warning with the payoff and the amount and date of each payment in progress', () => {
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

describe('a payment with the same date as one in progress', () => {
  const sameDay = { day: LATER };

  it.each<[string | null, string | null, string[]]>([
    [null, null, [SAME_DATE]],
    ['A', 'A', [SAME_DATE]],
    ['A', 'B', []],
    // A payment for the whole account also counts for each of its groups.
    [null, 'A', [SAME_DATE]],
    ['A', null, [SAME_DATE]],
  ])('for group %s, with one for group %s, has the warnings %j', (paid, other, codes) => {
    expect(listCodes([line(paid, 1)], facts([underWay({ groupId: other })], sameDay))).toEqual([codes]);
  });

  it('has no warning about another date, another account or a canceled payment', () => {
    expect(listCodes([line(null, 1)], facts([underWay()]))).toEqual([[]]);
    expect(listCodes([line(null, 1, SECOND)], facts([underWay()], sameDay))).toEqual([[]]);
    expect(listCodes([line(null, 1)], facts([underWay({ description: 'Cancelled' })], sameDay))).toEqual([[]]);
  });

  it('has a warning that lists only the payments of that date', () => {
    const upcoming = [underWay({ effectiveDate: TODAY }), underWay({ sumOfPaymentAmount: toCents(7_00) })];
    const [warnings = []] = warningsUnderWay([line(null, 1)], facts(upcoming, sameDay));
    expect(warnings.map(underWayMessage)).toEqual(['You already have a $7.00 payment scheduled for 11/25/2026.']);
  });

  it('has a warning that names the group of a group payment and lists several payments', () => {
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

describe('for any payment and payments in progress', () => {
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

  it('each line has a list of warnings, which is empty without active payments in progress', () => {
    fc.assert(
      fc.property(someLines, some, payoff, (lines, upcoming, currentPayoff) => {
        const accounts = [FIRST, SECOND].map((number) => ({ accountNumber: number, currentPayoff }));
        const all = warningsUnderWay(lines, { day: TODAY, today: TODAY, accounts, upcoming });
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

  it('the payoff is exceeded exactly if the balance does not cover both, with equal warnings on all lines of an account', () => {
    fc.assert(
      fc.property(someLines, some, payoff, (lines, upcoming, currentPayoff) => {
        const accounts = [FIRST, SECOND].map((number) => ({ accountNumber: number, currentPayoff }));
        const all = listCodes(lines, { day: TODAY, today: TODAY, accounts, upcoming });
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

describe('payments in progress that cover the amount due (rulings 69, 83)', () => {
  const account = accountWith({ totalDue: 100_00, pastDueAmt: 40_00, paymentDueDate: '2026-12-15' });
  const said = (...upcoming: ScheduledPayment[]) => {
    const warning = coverageWarning(account, upcoming);
    return warning && underWayMessage(warning);
  };
  const late = { effectiveDate: toPlainDate('2026-12-16') };

  it('cause a warning that lists them', () => {
    expect(said(scheduledOn(account, 40_00), scheduledOn(account, 60_00))).toBe(
      "Your scheduled payments cover the total due on this account. You don't need to pay it again. Already scheduled: $40.00 on 11/23/2026; $60.00 on 11/23/2026.",
    );
  });

  it('cause a warning even after the due date', () => {
    expect(said(scheduledOn(account, 99_99), scheduledOn(account, 1, late))).toBe(
      'Your scheduled payments would cover the total due on this account, but not by the due date. Already scheduled: $99.99 on 11/23/2026; $0.01 on 12/16/2026.',
    );
  });

  it('are mentioned if they cover only the past due amount', () => {
    expect(said(scheduledOn(account, 40_00))).toBe(
      'Your scheduled payments cover the past-due amount on this account. Already scheduled: $40.00 on 11/23/2026.',
    );
  });

  it('are mentioned with the remaining amount if they cover another part (ruling 113)', () => {
    expect(said(scheduledOn(account, 39_99))).toBe(
      'Your scheduled payments cover part of the total due on this account. $60.01 is left to pay. Already scheduled: $39.99 on 11/23/2026.',
    );
  });

  it.each([
    ['there are none', []],
    ['they cover only the past due amount, after the due date', [scheduledOn(account, 40_00, late)]],
    ['they are for another account', [scheduledOn({ accountNumber: SECOND }, 100_00)]],
  ])('are not mentioned if %s', (_, upcoming) => {
    expect(said(...upcoming)).toBeUndefined();
  });
});
