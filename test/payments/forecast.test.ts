/** The prediction of a payment equals its posting, to the cent; the next three bills (ruling 77). */
import type { BilledGroup } from '#domain/accounts/bills.ts';
import type { PausedLedgerLoan } from '#domain/pause-effects.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastPayment } from '#domain/timeline/forecast.ts';
import { postInOrder } from '#domain/timeline/pending.ts';
import { NO_INSTRUCTION, owedOn } from '#domain/accounts/ledger.ts';
import { INSTRUCTION_CODES } from '#domain/accounts/shapes.ts';
import { NOTHING, addParts, sumAllParts } from '#domain/parts.ts';
import { type Posting, postToAccount } from '#domain/accounts/posting.ts';
import { addDays, dueDateFrom, toPlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import { type GroupSums, billedGroup } from '#test/support/billed-group.ts';

type Group = BilledGroup<PausedLedgerLoan>;
type Sums = GroupSums<PausedLedgerLoan>;

const DAY = toPlainDate('2026-11-20');
const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));
const createLoan = (parts: Partial<PausedLedgerLoan> = {}): PausedLedgerLoan => ({
  loanId: 'A01',
  rate: 0,
  monthlyPayment: dollars(100),
  principal: dollars(10_000),
  accruedInterest: 0n,
  fees: ZERO,
  interestThrough: DAY,
  isSubsidized: false,
  ...parts,
});
/** A group with $100.00 due on 9 December by default. */
const createGroup = (groupId: string, parts: Partial<Sums> = {}): Group =>
  billedGroup<PausedLedgerLoan, Sums>({
    groupId,
    plan: 'STANDARD',
    monthlyPayment: dollars(100),
    dueDay: 9,
    paymentDueDate: toPlainDate('2026-12-09'),
    amountDue: dollars(100),
    pastDue: ZERO,
    billedThrough: DAY,
    loans: [createLoan()],
    ...parts,
  });
const createPosting = (amount: number, parts: Partial<Posting> = {}): Posting => ({
  amount: dollars(amount),
  effectiveDate: DAY,
  keepsDueDate: false,
  groupId: null,
  instruction: NO_INSTRUCTION,
  ...parts,
});
const bills = (of: readonly { dueDate: string; amount: number }[] | undefined) =>
  (of ?? []).map(({ dueDate, amount }) => `${dueDate} ${(amount / 100).toFixed(2)}`);

describe('the next three bills', () => {
  const after = (amount: number, group = createGroup('A'), effectiveDate = DAY) => {
    const [predicted] = forecastPayment([group], [createPosting(amount, { effectiveDate })]).groups;
    return { advanced: bills(predicted?.billsAdvanced), unchanged: bills(predicted?.billsKept) };
  };

  it('begin at the next due date after a payment of the amount due', () => {
    expect(after(100)).toEqual({
      advanced: ['2027-01-09 100.00', '2027-02-09 100.00', '2027-03-09 100.00'],
      unchanged: ['2026-12-09 0.00', '2027-01-09 100.00', '2027-02-09 100.00'],
    });
  });

  it('move on by the whole months that are paid ahead, and by no part of one', () => {
    expect(after(350)).toEqual({
      advanced: ['2027-03-09 100.00', '2027-04-09 100.00', '2027-05-09 100.00'],
      unchanged: ['2026-12-09 0.00', '2027-01-09 100.00', '2027-02-09 100.00'],
    });
  });

  it('are the same if the payment does not cover the amount due', () => {
    const same = ['2026-12-09 60.00', '2027-01-09 100.00', '2027-02-09 100.00'];
    expect(after(40)).toEqual({ advanced: same, unchanged: same });
  });

  it('begin at the unchanged due date, even if the payment posts after the next bill is issued (ruling 87)', () => {
    // Dated Wednesday 12/09, it posts on 12/11; the bill of 01/09 is issued on 12/10.
    expect(after(150, createGroup('A'), toPlainDate('2026-12-09'))).toEqual({
      advanced: ['2027-01-09 50.00', '2027-02-09 100.00', '2027-03-09 100.00'],
      unchanged: ['2026-12-09 0.00', '2027-01-09 100.00', '2027-02-09 100.00'],
    });
    // The next bill is paid as well, and a month ahead.
    expect(after(300, createGroup('A'), toPlainDate('2026-12-09')).advanced).toEqual([
      '2027-03-09 100.00',
      '2027-04-09 100.00',
      '2027-05-09 100.00',
    ]);
  });

  it('end when nothing is owed', () => {
    const small = createGroup('A', { loans: [createLoan({ principal: dollars(250) })] });
    expect(after(100, small)).toEqual({
      advanced: ['2027-01-09 100.00', '2027-02-09 50.00'],
      unchanged: ['2026-12-09 0.00', '2027-01-09 100.00', '2027-02-09 50.00'],
    });
    expect(after(250, small)).toEqual({ advanced: [], unchanged: [] });
  });

  it('leave a past-due amount beside them', () => {
    const { groups } = forecastPayment([createGroup('A', { pastDue: dollars(150) })], [createPosting(50)]);
    expect(groups[0]).toMatchObject({ pastDueAfter: dollars(100) });
    expect(bills(groups[0]?.billsAdvanced)[0]).toBe('2026-12-09 100.00');
  });
});

it('foretells each loan: $150.00 on $15,000.00 at 6.8 % after 15 days (reference 3.5)', () => {
  const loan = createLoan({ rate: 6800, principal: dollars(15_000), interestThrough: toPlainDate('2026-11-05') });
  const { groups, refunded } = forecastPayment([createGroup('A', { loans: [loan] })], [createPosting(150)]);
  expect(refunded).toBe(0);
  expect(groups[0]?.loans).toEqual([
    {
      loanId: 'A01',
      rate: 6800,
      applied: { fees: 0, interest: dollars(41.89), principal: dollars(108.11) },
      balanceAfter: dollars(14_891.89),
    },
  ]);
});

describe('for any loans, dates and amounts', () => {
  const loans = fc.array(
    fc.record({
      rate: fc.integer({ min: 0, max: 12_000 }),
      principal: fc.integer({ min: 0, max: 3_000_000 }),
      interest: fc.bigInt({ min: 0n, max: 90_000_000_000n }),
      fees: fc.integer({ min: 0, max: 5_000 }),
      days: fc.integer({ min: 0, max: 400 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const groups = fc
    .array(
      fc.record({
        loans,
        plan: fc.constantFrom('STANDARD', 'IBR', 'PAYE'),
        monthly: fc.integer({ min: 1_000, max: 50_000 }),
        pastDue: fc.integer({ min: 0, max: 80_000 }),
        amountDue: fc.integer({ min: 0, max: 50_000 }),
        dueDay: fc.integer({ min: 1, max: 31 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((all) =>
      all.map(({ loans: own, monthly, pastDue, amountDue, dueDay, plan }, index) =>
        createGroup(String.fromCodePoint(65 + index), {
          plan,
          monthlyPayment: toCents(monthly),
          pastDue: toCents(pastDue),
          amountDue: toCents(amountDue),
          dueDay,
          paymentDueDate: dueDateFrom(DAY, dueDay),
          loans: own.map(({ rate, principal, interest, fees, days }, at) =>
            createLoan({
              loanId: `${index}-${at}`,
              rate,
              principal: toCents(principal),
              accruedInterest: interest,
              fees: toCents(fees),
              interestThrough: addDays(DAY, -days),
            }),
          ),
        }),
      ),
    );
  const postings = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 4_000_000 }),
      days: fc.integer({ min: 0, max: 90 }),
      group: fc.constantFrom(null, 'A', 'B'),
      keepsDueDate: fc.boolean(),
      code: fc.constantFrom(...INSTRUCTION_CODES.filter((code) => code !== 'GROUP')),
    }),
    { minLength: 1, maxLength: 3 },
  );

  it('prediction and posting agree to the cent, with other payments posted before', () => {
    fc.assert(
      fc.property(groups, postings, (all, given) => {
        const sorted = given
          .map(({ amount, days, group, keepsDueDate, code }) => ({
            amount: toCents(amount),
            effectiveDate: addDays(DAY, days),
            groupId: group,
            keepsDueDate,
            instruction: { code, groupId: null },
          }))
          .toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));
        const last = sorted.at(-1);
        if (last === undefined) return;
        const predicted = forecastPayment(postInOrder(all, sorted.slice(0, -1), last.effectiveDate).groups, [last]);

        let now: readonly Group[] = all;
        let posted = postToAccount(now, { ...last, amount: ZERO });
        for (const posting of sorted) {
          posted = postToAccount(now, posting);
          const after = new Map(posted.paid.map(({ group }) => [group.groupId, group]));
          now = now.map((group) => after.get(group.groupId) ?? group);
        }
        expect(predicted.refunded).toBe(posted.left);
        expect(predicted.groups.map(({ groupId, applied }) => [groupId, applied])).toEqual(
          posted.paid.map(({ group, applied }) => [group.groupId, applied]),
        );
        for (const { groupId, applied, loans: each } of predicted.groups) {
          const group = now.find((one) => one.groupId === groupId);
          expect(each.map(({ balanceAfter }) => balanceAfter)).toEqual(
            group?.loans.map((loan) => sumAllParts(owedOn(loan, last.effectiveDate))),
          );
          expect(each.map((loan) => loan.applied).reduce(addParts, NOTHING)).toEqual(applied);
        }
        // Nothing is lost: every cent is applied or refunded.
        const whole = sumCents([...predicted.groups.map(({ applied }) => sumAllParts(applied)), predicted.refunded]);
        expect(whole).toBe(last.amount);
      }),
      { numRuns: 500 },
    );
  });
});
