/** The payments until loans are paid off: simple daily interest between due dates, as it is posted (ruling 80). */
import type { PausedLedgerLoan } from '#domain/pause-effects.ts';
import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BilledGroup, issueTo, settle } from '#domain/accounts/bills.ts';
import { NO_INSTRUCTION, levelPayment } from '#domain/accounts/ledger.ts';
import { sumAllParts } from '#domain/parts.ts';
import {
  computeExtraEffect,
  mostExtra,
  pastPoints,
  projectRepayment,
  remainingPrincipal,
} from '#domain/timeline/progress.ts';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { type PlainDate, daysBetween, toPlainDate as day } from '#domain/calendar.ts';
import { centsOfMicros, interestFor } from '#domain/interest.ts';
import { extraEndText, extraText } from '#domain/timeline/progress-messages.ts';
import {
  allRepaid,
  neverPaidOff,
  repaidByIncome,
  repaymentFacts,
} from '#machines/accounts/loan-progress/loan-progress.samples.ts';
import { ZERO, sumCents, toCents as cents } from '#domain/money.ts';
import { type GroupSums, billedGroup } from '#test/support/billed-group.ts';

const TODAY = day('2026-11-20');

/** A group whose first installment is due on 20 December by default. */
function createGroup(
  principal: number,
  rate: number,
  months: number,
  changes: Partial<GroupSums<PausedLedgerLoan>> = {},
): BilledGroup<PausedLedgerLoan> {
  const monthlyPayment = levelPayment(cents(principal), rate, months, 'up');
  const loan: PausedLedgerLoan = {
    loanId: 'A01',
    rate,
    monthlyPayment,
    principal: cents(principal),
    accruedInterest: 0n,
    fees: ZERO,
    interestThrough: TODAY,
    isSubsidized: false,
  };
  return billedGroup<PausedLedgerLoan, GroupSums<PausedLedgerLoan>>({
    groupId: 'A',
    plan: 'STANDARD',
    monthlyPayment,
    dueDay: 20,
    paymentDueDate: day('2026-12-20'),
    amountDue: ZERO,
    pastDue: ZERO,
    billedThrough: TODAY,
    loans: [loan],
    ...changes,
  });
}

describe('a level payment', () => {
  it('follows the ledger by hand for the first two payments', () => {
    const { installments } = computeRepayment([createGroup(1_000_000, 6000, 120)], TODAY);
    // 111.03 a month. 30 days at 6 % on 10,000.00: 49.28 (reference 3.5); then 31 days on 9,938.25: 50.61.
    expect(installments[0]).toEqual({
      date: '2026-12-20',
      payment: 11_103,
      parts: { fees: 0, interest: 4_928, principal: 6_175 },
      balance: 993_825,
    });
    expect(installments[1]?.parts).toEqual({ fees: 0, interest: 5_061, principal: 6_042 });
  });

  it('pays off every loan: each payment is the amount due, the last one only the rest, and the sums agree', () => {
    assert(
      property(
        integer({ min: 1_000_00, max: 90_000_00 }),
        integer({ min: 0, max: 12_000 }),
        integer({ min: 1, max: 300 }),
        (principal, rate, months) => {
          const group = createGroup(principal, rate, months);
          const { installments, end, total } = computeRepayment([group], TODAY);
          expect(end).toBe('paidOff');
          expect(total.principal).toBe(principal);
          expect(sumAllParts(total)).toBe(sumCents(installments.map(({ payment }) => payment)));
          for (const { payment } of installments.slice(0, -1)) expect(payment).toBe(group.monthlyPayment);
          expect(installments.at(-1)?.payment).toBeLessThanOrEqual(group.monthlyPayment);
          expect(Math.abs(installments.length - months)).toBeLessThanOrEqual(2);
          let before: { date: PlainDate; principal: number } = { date: TODAY, principal };
          for (const { date, parts } of installments) {
            const days = daysBetween(before.date, date);
            expect(parts.interest).toBe(centsOfMicros(interestFor(cents(before.principal), rate, days)));
            before = { date, principal: before.principal - parts.principal };
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the amount due', () => {
  it('includes the past-due amount in the first payment', () => {
    // The bill of 20 November is past due from the day after it.
    const [on, pastDue] = [day('2026-11-21'), cents(11_103)];
    const { installments } = computeRepayment([createGroup(1_000_000, 6000, 120, { pastDue })], on);
    expect(installments.slice(0, 2).map(({ payment }) => payment)).toEqual([22_206, 11_103]);
  });

  it('starts at the due date of loans that are paid ahead', () => {
    const { group } = settle(issueTo(createGroup(1_000_000, 6000, 120), TODAY), {
      amount: cents(55_515),
      effectiveDate: TODAY,
      stillOwed: cents(900_000),
      keepsDueDate: false,
    });
    expect(computeRepayment([group], TODAY).installments[0]?.date).toBe('2027-05-20');
  });

  it('continues at the next due date if a bill was paid and its due date kept', () => {
    const paid = createGroup(1_000_000, 6000, 120, { billedThrough: day('2026-11-21') });
    const { installments, end } = computeRepayment([paid], day('2026-11-21'));
    expect([installments[0]?.date, end]).toEqual(['2027-01-20', 'paidOff']);
  });

  it('puts groups that are due on one day into one payment', () => {
    const [first, second] = [createGroup(1_000_000, 6000, 120), { ...createGroup(500_000, 4000, 60), groupId: 'B' }];
    const together = computeRepayment([first, second], TODAY);
    const apart = [computeRepayment([first], TODAY), computeRepayment([second], TODAY)];
    expect(together.installments[0]?.payment).toBe(first.monthlyPayment + second.monthlyPayment);
    expect(sumAllParts(together.total)).toBe(sumCents(apart.map(({ total }) => sumAllParts(total))));
    expect(together.installments).toHaveLength(apart[0]?.installments.length ?? 0);
  });

  it('ends without paying off where the amount covers less than the interest, and is nothing where nothing is owed', () => {
    const group = createGroup(1_000_000, 6000, 120);
    const tooLittle = computeRepayment([{ ...group, monthlyPayment: cents(1_000) }], TODAY);
    expect([tooLittle.end, tooLittle.installments.length]).toEqual([null, 600]);
    const loans = group.loans.map((loan) => ({ ...loan, principal: ZERO }));
    const over = createGroup(1_000_000, 6000, 120, { paymentDueDate: null, loans });
    expect(computeRepayment([over], TODAY)).toEqual({
      installments: [],
      forgiven: [],
      end: null,
      total: { fees: 0, interest: 0, principal: 0 },
    });
  });
});

describe('an extra amount each month', () => {
  it('shortens the repayment and saves interest, the more the larger it is', () => {
    const groups = [createGroup(1_000_000, 6000, 120), { ...createGroup(500_000, 8000, 120), groupId: 'B' }];
    const of = (amount: number) =>
      computeRepayment(groups, TODAY, { amount: cents(amount), instruction: NO_INSTRUCTION });
    const [none, some, more] = [of(0), of(5_000), of(20_000)];
    expect(none).toEqual(computeRepayment(groups, TODAY));
    expect(some.installments.length).toBeLessThan(none.installments.length);
    expect(more.installments.length).toBeLessThan(some.installments.length);
    expect(some.total.interest).toBeLessThan(none.total.interest);
    expect(more.total.interest).toBeLessThan(some.total.interest);
    expect(more.total.principal).toBe(1_500_000);
    // The loan with the highest rate gets it first (ruling 20).
    expect(some.installments[0]?.payment).toBe((none.installments[0]?.payment ?? 0) + 5_000);
  });
});

describe('the projection of an account', () => {
  it('ends at the payoff with nothing owed, and counts the remaining payments', () => {
    const { lastPayment, payments, points, total, interest } = projectRepayment(repaymentFacts);
    expect([lastPayment, payments, points.length]).toEqual(['2036-11-20', 120, 121]);
    expect([points[0], points.at(-1)]).toEqual([
      { date: '2026-11-20', owed: 1_000_000 },
      { date: '2036-11-20', owed: 0 },
    ]);
    expect(total).toBe(1_000_000 + interest);
  });

  it('includes unpaid interest and fees in the balance before and after today', () => {
    const groups = repaymentFacts.groups.map((group) => ({
      ...group,
      monthlyPayment: cents(1_000),
      loans: group.loans.map((loan) => ({ ...loan, accruedInterest: '2500000000', fees: cents(300) })),
    }));
    const facts = { ...repaymentFacts, groups };
    // $10,000.00, with $25.00 of interest and $3.00 of fees.
    expect(pastPoints(facts).map(({ owed }) => owed)).toEqual([1_205_918, 1_001_807, 1_002_800]);
    // 30 days at 6 % are $49.28; $10.00 pay a part of it.
    expect(
      projectRepayment(facts)
        .points.slice(0, 2)
        .map(({ owed }) => owed),
    ).toEqual([1_002_800, 1_006_728]);
  });

  it('saves payments and interest with an extra amount: exactly the difference of two repayments', () => {
    const [now, extra] = [projectRepayment(repaymentFacts), projectRepayment(repaymentFacts, cents(10_000))];
    // 10,000.00 at 6 % a year and 211.03 a month: 55 payments.
    const effect = { kind: 'saves', payments: 65, interest: cents(now.interest - extra.interest) } as const;
    expect([extra.payments, computeExtraEffect(now, extra)]).toEqual([55, effect]);
    expect(extraText(cents(10_000), effect)).toMatch(
      /^With \$100\.00 more each month, you make 65 fewer payments and save \$[\d,]+\.\d\d in interest\.$/,
    );
    expect(extraText(cents(10_000), { ...effect, payments: 1 })).toContain('1 fewer payment and');
    expect(extraText(ZERO, null)).toBe('Move the slider to see what an extra amount each month changes.');
    expect(extraEndText(extra)).toBe('Your loans are paid off on 06/20/2031.');
  });

  it('counts no saving where the present payment never pays the loans off', () => {
    const [now, extra] = [projectRepayment(neverPaidOff), projectRepayment(neverPaidOff, cents(20_000))];
    expect([now.lastPayment, computeExtraEffect(now, extra)]).toEqual([null, null]);
    expect(extra.lastPayment).not.toBeNull();
    expect(extraText(cents(500), null)).toContain("can't say");
  });

  it('offers three monthly payments as the largest extra amount, in whole steps, and $50 at least', () => {
    expect(mostExtra(repaymentFacts)).toBe(33_500);
    expect(mostExtra({ groups: [] })).toBe(5_000);
    expect(remainingPrincipal(allRepaid)).toBe(0);
    expect(projectRepayment(allRepaid)).toMatchObject({ lastPayment: null, payments: 0, interest: 0 });
  });
});

describe('a payment by income (ruling 96)', () => {
  const forgiveness = { on: day('2027-02-20'), countedFrom: day('2002-03-20'), payments: 300 };

  it('of 0.00 counts, and the balance after the last payment is forgiven', () => {
    const group = { ...createGroup(1_000_000, 6000, 120), plan: 'IBR' as const, monthlyPayment: ZERO, forgiveness };
    const { installments, forgiven, end, total } = computeRepayment([group], TODAY);
    // 92 days at 6 % on 10,000.00: 151.13.
    const rest = { date: '2027-02-20', parts: { fees: 0, interest: 15_113, principal: 1_000_000 } };
    expect({ forgiven, end, total }).toEqual({
      forgiven: [rest],
      end: 'forgiven',
      total: { fees: 0, interest: 0, principal: 0 },
    });
    expect(installments.map(({ date, payment }) => [date, payment])).toEqual([
      ['2026-12-20', 0],
      ['2027-01-20', 0],
      ['2027-02-20', 0],
    ]);
    expect(installments.at(-1)?.balance).toBe(1_015_113);
  });

  it('forgives one group, and the account ends when the other is paid off', () => {
    const byIncome = { ...createGroup(1_000_000, 6000, 120), monthlyPayment: cents(1_000), forgiveness };
    const level = { ...createGroup(500_000, 4000, 60), groupId: 'B' };
    const { installments, forgiven, end } = computeRepayment([byIncome, level], TODAY);
    expect([forgiven.map(({ date }) => date), end, installments.at(-1)?.balance]).toEqual([
      ['2027-02-20'],
      'paidOff',
      0,
    ]);
    expect(installments[3]?.payment).toBe(level.monthlyPayment);
  });

  it('has no forgiveness where an extra amount pays the loans off before', () => {
    const [now, extra] = [projectRepayment(repaidByIncome), projectRepayment(repaidByIncome, cents(10_000))];
    expect([now.lastPayment, now.payments, now.forgiven.map(({ date }) => date)]).toEqual([
      '2048-09-20',
      262,
      ['2048-09-20'],
    ]);
    expect(now.points.at(-1)?.owed).toBe(0);
    expect(extra.forgiven).toEqual([]);
    expect(extra.lastPayment).toBe('2034-04-20');
    const effect = computeExtraEffect(now, extra);
    expect(effect).toEqual({ kind: 'changesTotal', without: now.total, withExtra: extra.total });
    // 262 payments of 40.00.
    expect(extraText(cents(10_000), effect)).toMatch(/ you pay a total of \$[\d,.]+ instead of \$10,480\.00\.$/);
    expect(extraEndText(now)).toMatch(/^On 09\/20\/2048, \$[\d,.]+ is forgiven\.$/);
  });
});
