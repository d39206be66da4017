/** Posting a payment to an account: its distribution, the remaining balance, and its effect on the due dates. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePostingDay } from '#domain/banking-days.ts';
import { type BilledGroup, amountDueOn, dueDateOn, issueTo, pastDueOn } from '#domain/accounts/bills.ts';
import type { LedgerLoan } from '#domain/interest.ts';
import { NO_INSTRUCTION, owedOn } from '#domain/accounts/ledger.ts';
import { INSTRUCTION_CODES } from '#domain/accounts/shapes.ts';
import { sumAllParts } from '#domain/parts.ts';
import { type Posting, postToAccount } from '#domain/accounts/posting.ts';
import { type PlainDate, addDays, toPlainDate } from '#domain/calendar.ts';
import { type Cents, ZERO, sumCents, toCents } from '#domain/money.ts';
import { type GroupSums, billedGroup, sumsOn } from '#test/support/billed-group.ts';

const DAY = toPlainDate('2026-11-20');
const dollars = (amount: number): Cents => toCents(Math.round(amount * 100));

const createLoan = (parts: Partial<LedgerLoan> = {}): LedgerLoan => ({
  loanId: 'A01',
  rate: 0,
  monthlyPayment: dollars(100),
  principal: dollars(10_000),
  accruedInterest: 0n,
  fees: ZERO,
  interestThrough: DAY,
  ...parts,
});
const billed = (sums: GroupSums<LedgerLoan>): BilledGroup => billedGroup<LedgerLoan, GroupSums<LedgerLoan>>(sums);
/** A group with $100.00 due on 9 December by default. */
const createGroup = (groupId: string, parts: Partial<GroupSums<LedgerLoan>> = {}): BilledGroup =>
  billed({
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
/** What each group that is paid gets, in dollars. */
const paidIn = (groups: readonly BilledGroup[], posting: Posting): Record<string, number> =>
  Object.fromEntries(
    postToAccount(groups, posting).paid.map(({ group, applied }) => [group.groupId, sumAllParts(applied) / 100]),
  );

describe('a payment posted to an account', () => {
  it('pays interest to its effective date, whenever it is posted', () => {
    const loan = createLoan({ rate: 6800, principal: dollars(15_000), interestThrough: toPlainDate('2026-11-05') });
    const { paid } = postToAccount([createGroup('A', { loans: [loan] })], createPosting(150));
    expect(paid).toHaveLength(1);
    expect(paid[0]?.applied).toEqual({ fees: 0, interest: dollars(41.89), principal: dollars(108.11) });
    expect(paid[0]?.group.loans[0]).toMatchObject({ principal: dollars(14_891.89), interestThrough: DAY });
  });

  it('moves the due date of each group by what that group got', () => {
    const groups = [createGroup('A'), createGroup('B', { monthlyPayment: dollars(300), amountDue: dollars(300) })];
    const { paid } = postToAccount(groups, createPosting(400));
    expect(paid.map(({ group }) => [group.groupId, dueDateOn(group, DAY), amountDueOn(group, DAY)])).toEqual([
      ['A', '2027-01-09', 0],
      ['B', '2027-01-09', 0],
    ]);
  });

  it('is for past-due groups first, the longest past due first, then in proportion to the monthly amounts', () => {
    const groups = [
      createGroup('A', { pastDue: dollars(200) }),
      createGroup('B', { pastDue: dollars(150), monthlyPayment: dollars(50), amountDue: dollars(50) }),
      createGroup('C', { monthlyPayment: dollars(300), amountDue: dollars(300) }),
    ];
    expect(paidIn(groups, createPosting(149.99))).toEqual({ B: 149.99 });
    expect(paidIn(groups, createPosting(250))).toEqual({ A: 100, B: 150 });
    expect(paidIn(groups, createPosting(390))).toEqual({ A: 208.89, B: 154.44, C: 26.67 });
    expect(paidIn(groups, createPosting(800))).toEqual({ A: 300, B: 200, C: 300 });
  });

  it('for one group goes to that group, and the excess over its balance to the others', () => {
    const groups = [
      createGroup('A', { loans: [createLoan({ principal: dollars(120) })] }),
      createGroup('B', { pastDue: dollars(100) }),
      createGroup('C', { pastDue: dollars(200) }),
    ];
    expect(paidIn(groups, createPosting(90, { groupId: 'A' }))).toEqual({ A: 90 });
    expect(paidIn(groups, createPosting(420, { groupId: 'A' }))).toEqual({ A: 120, B: 100, C: 200 });
    expect(paidIn(groups, createPosting(370, { groupId: 'A' }))).toEqual({ A: 120, B: 50, C: 200 });
  });

  it('returns the excess over the amount owed, and ends the bills', () => {
    const groups = [createGroup('A', { loans: [createLoan({ principal: dollars(120) })] })];
    const { paid, left } = postToAccount(groups, createPosting(150));
    expect(left).toBe(dollars(30));
    const [ended] = paid.map(({ group }) => sumsOn(group, DAY));
    expect(ended).toMatchObject({ paymentDueDate: null, amountDue: 0, pastDue: 0 });
    expect(postToAccount([], createPosting(150))).toEqual({ paid: [], left: dollars(150) });
  });

  it.each([
    ['STANDARD', null, { A01: 60, B01: 40 }],
    ['HIGHEST_RATE', null, { A01: 60, B01: 40 }],
    ['LOWEST_BALANCE', null, { A02: 50, A01: 50 }],
    ['GROUP', 'B', { B01: 100 }],
    ['GROUP', 'A', { A01: 60, A02: 40 }],
    ['GROUP', 'Z', { A01: 60, B01: 40 }],
  ] as const)('beyond the amount due follows instruction %s of %s', (code, groupId, expected) => {
    const nothingDue = { amountDue: ZERO, paymentDueDate: toPlainDate('2027-01-09') };
    const groups = [
      createGroup('A', {
        ...nothingDue,
        loans: [
          createLoan({ loanId: 'A01', rate: 7000, principal: dollars(60) }),
          createLoan({ loanId: 'A02', rate: 4000, principal: dollars(50) }),
        ],
      }),
      createGroup('B', {
        ...nothingDue,
        loans: [createLoan({ loanId: 'B01', rate: 5000, principal: dollars(9_000) })],
      }),
    ];
    const before = new Map(groups.flatMap(({ loans }) => loans).map((loan) => [loan.loanId, loan.principal]));
    const { paid } = postToAccount(groups, createPosting(100, { instruction: { code, groupId } }));
    const got = paid
      .flatMap(({ group }) => group.loans)
      .map((loan): [string, number] => [loan.loanId, ((before.get(loan.loanId) ?? 0) - loan.principal) / 100])
      .filter(([, amount]) => amount > 0);
    expect(Object.fromEntries(got)).toEqual(expected);
  });
});

const small = fc.integer({ min: 0, max: 60_000 }).map(toCents);
const anyLoan = fc.record({
  loanId: fc.constant('L'),
  rate: fc.integer({ min: 0, max: 12_000 }),
  monthlyPayment: small,
  principal: fc.integer({ min: 0, max: 2_000_000 }).map(toCents),
  accruedInterest: fc.bigInt({ min: 0n, max: 100_000_000_000n }),
  fees: small,
  interestThrough: fc.integer({ min: -400, max: 0 }).map((days) => addDays(DAY, days)),
});
const anySums = fc.record({
  groupId: fc.constantFrom('A', 'B', 'C'),
  plan: fc.constantFrom('STANDARD' as const, 'IBR' as const),
  monthlyPayment: fc.integer({ min: 1_000, max: 60_000 }).map(toCents),
  dueDay: fc.constant(9),
  billedThrough: fc.constant(DAY),
  loans: fc.array(anyLoan, { minLength: 1, maxLength: 4 }),
});
const owing = { paymentDueDate: fc.constant(toPlainDate('2026-12-09')), amountDue: small, pastDue: small };
const nothing = fc.constant(ZERO);
const paidAhead = { paymentDueDate: fc.constant(toPlainDate('2027-02-09')), amountDue: nothing, pastDue: nothing };
const anyGroup = fc
  .tuple(anySums, fc.oneof(fc.record(owing), fc.record(paidAhead)))
  .map(([sums, due]) => billed({ ...sums, ...due }));
const anyAccount = fc.uniqueArray(anyGroup, { minLength: 1, maxLength: 3, selector: ({ groupId }) => groupId });
const anyPosting = fc.record({
  amount: fc.integer({ min: 1, max: 3_000_000 }).map(toCents),
  effectiveDate: fc.integer({ min: 0, max: 120 }).map((days) => addDays(DAY, days)),
  keepsDueDate: fc.boolean(),
  groupId: fc.constantFrom(null, 'A', 'B'),
  instruction: fc.record({ code: fc.constantFrom(...INSTRUCTION_CODES), groupId: fc.constantFrom(null, 'A', 'C') }),
});
const owedIn = (group: BilledGroup, day: PlainDate): Cents =>
  sumCents(group.loans.map((loan) => sumAllParts(owedOn(loan, day))));

describe('whatever is paid on whatever account, for whatever purpose', () => {
  it('no cent is lost or created, and the balance of each group falls by the amount it received', () => {
    fc.assert(
      fc.property(anyAccount, anyPosting, (groups, posting) => {
        const { paid, left } = postToAccount(groups, posting);
        expect(sumCents([...paid.map(({ applied }) => sumAllParts(applied)), left])).toBe(posting.amount);
        const owed = sumCents(groups.map((group) => owedIn(group, posting.effectiveDate)));
        expect(left).toBe(Math.max(0, posting.amount - owed));
        for (const { group, applied } of paid) {
          const before = groups.find(({ groupId }) => groupId === group.groupId);
          if (before === undefined) throw new Error('A payment was applied to an unknown group');
          expect(owedIn(group, posting.effectiveDate)).toBe(
            owedIn(before, posting.effectiveDate) - sumAllParts(applied),
          );
        }
      }),
    );
  });

  it('the others get nothing of an amount for one group before that group is paid off', () => {
    fc.assert(
      fc.property(anyAccount, anyPosting, (groups, posting) => {
        const meant = groups.find(({ groupId }) => groupId === posting.groupId);
        if (meant === undefined) return;
        const { paid } = postToAccount(groups, posting);
        const got = (isMeant: boolean) =>
          sumCents(
            paid
              .filter(({ group }) => (group.groupId === posting.groupId) === isMeant)
              .map(({ applied }) => sumAllParts(applied)),
          );
        expect(got(true)).toBe(Math.min(posting.amount, owedIn(meant, posting.effectiveDate)));
        if (got(false) > 0) expect(got(true)).toBe(owedIn(meant, posting.effectiveDate));
      }),
    );
  });

  it('a due date that is to stay stays, and no due date moves back', () => {
    fc.assert(
      fc.property(anyAccount, anyPosting, (groups, posting) => {
        const day = computePostingDay(posting.effectiveDate);
        for (const { group } of postToAccount(groups, posting).paid) {
          const before = groups.find(({ groupId }) => groupId === group.groupId);
          if (before === undefined) throw new Error('A payment was applied to an unknown group');
          const stood = dueDateOn(issueTo(before, addDays(day, -1)), day);
          const dueDate = dueDateOn(group, day);
          if (dueDate === null) {
            expect(owedIn(group, posting.effectiveDate)).toBe(0);
          } else if (posting.keepsDueDate) {
            expect(dueDate).toBe(stood);
          } else {
            expect(dueDate >= (stood ?? '')).toBe(true);
          }
        }
      }),
    );
  });

  it('standing instructions only say where the rest goes: past due and due amounts are the same under each', () => {
    fc.assert(
      fc.property(anyAccount, anyPosting, (groups, posting) => {
        const due = sumCents(groups.flatMap((group) => [pastDueOn(group, DAY), amountDueOn(group, DAY)]));
        const within = {
          ...posting,
          effectiveDate: DAY,
          groupId: null,
          amount: toCents(Math.min(posting.amount, due)),
        };
        const roomy = groups.map((group) => ({
          ...group,
          loans: group.loans.map((loan) => ({ ...loan, principal: toCents(5_000_000) })),
        }));
        const plain = postToAccount(roomy, { ...within, instruction: NO_INSTRUCTION });
        expect(postToAccount(roomy, within)).toEqual(plain);
      }),
    );
  });
});
