/** Pauses of payments: their bills, interest, and limits in months, by hand and with random loans (reference §2, ruling 75). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BilledGroup,
  dueDateOn,
  computeDue,
  dueOnDate,
  issueTo,
  nextBillOn,
  nextInstallment,
  openBills,
  pastDueSinceOn,
  settle,
} from '#domain/accounts/bills.ts';
import { beginPause, changePlan, endPause } from '#domain/accounts/pauses.ts';
import {
  type GroupChange,
  type ProjectedGroup,
  applyChange,
  projectTo,
  comingChanges,
} from '#domain/accounts/changes.ts';
import { owedOn } from '#domain/accounts/ledger.ts';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { type PlainDate, addDays, addMonths, daysBetween } from '#domain/calendar.ts';
import { interestFor, rateOn, accrueTo } from '#domain/interest.ts';
import { type Cents, sumCents } from '#domain/money.ts';
import {
  type DutyRate,
  type PausedLedgerLoan,
  dutyPeriod,
  dutyRates,
  withReducedRates,
} from '#domain/pause-effects.ts';
import { endAfterService } from '#domain/pause-end.ts';
import { costOfPausing } from '#domain/repayment/postponement/cost.ts';
import {
  computePostponementCoverage,
  hostilePayMonthsLeft,
  monthsLeft,
} from '#domain/repayment/postponement/coverage.ts';
import { hardshipPeriod } from '#domain/repayment/postponement/hardship.ts';
import { generalForbearanceLeft, monthsBetween, countMonths } from '#domain/repayment/postponement/months.ts';
import { POSTPONEMENTS, type Postponement, isForbearance } from '#domain/postponement-kinds.ts';
import { type GroupSums, billedGroup, sumsOn } from '#test/support/billed-group.ts';
import { TODAY, day, dollars, createInput, createGroup, createLoan } from './postponement-samples.ts';

type Group = BilledGroup<PausedLedgerLoan>;
type Sums = GroupSums<PausedLedgerLoan>;

const ledgerLoan = (parts: Partial<PausedLedgerLoan> = {}): PausedLedgerLoan => ({
  loanId: 'A01',
  rate: 6000,
  monthlyPayment: dollars(100),
  principal: dollars(10_000),
  accruedInterest: 0n,
  fees: dollars(0),
  interestThrough: TODAY,
  isSubsidized: false,
  ...parts,
});
/** $100.00 a month, due on the 5th; the bill of 5 December is issued. */
const billed = (parts: Partial<Sums> = {}): Group =>
  billedGroup<PausedLedgerLoan, Sums>({
    groupId: 'A',
    plan: 'STANDARD',
    monthlyPayment: dollars(100),
    dueDay: 5,
    paymentDueDate: day('2026-12-05'),
    amountDue: dollars(100),
    pastDue: dollars(0),
    billedThrough: TODAY,
    loans: [ledgerLoan()],
    ...parts,
  });
const createPause = (start: string, end: string, kind: Postponement = 'unemployment') => ({
  kind,
  start: day(start),
  end: day(end),
});
const grant = (group: Group, pause: ReturnType<typeof createPause>, today: PlainDate = TODAY) =>
  applyChange(group, { kind: 'grantPause', pause }, today).group;
const sinceOn = (group: Group, on: string) => pastDueSinceOn(issueTo(group, day(on)), day(on));
const dueOn = (group: Group, on: string) => {
  const { paymentDueDate, amountDue, pastDue } = sumsOn(issueTo(group, day(on)), day(on));
  return [paymentDueDate, amountDue / 100, pastDue / 100];
};

describe('bills of a pause', () => {
  const paused = grant(billed(), createPause('2026-12-01', '2027-06-01'));

  it('that are due during it are zero, and the first one after it is issued at its end', () => {
    expect(dueOn(paused, '2026-11-20')).toEqual(['2027-06-05', 0, 0]);
    expect(dueOn(paused, '2027-05-31')).toEqual(['2027-06-05', 0, 0]);
    expect(dueOn(paused, '2027-06-01')).toEqual(['2027-06-05', 100, 0]);
    expect(dueOn(paused, '2027-06-06')).toEqual(['2027-07-05', 100, 100]);
  });

  it('stay due before it begins', () => {
    const later = grant(billed(), createPause('2026-12-20', '2027-03-20'));
    expect(dueOn(later, '2026-12-05')).toEqual(['2026-12-05', 100, 0]);
    expect(dueOn(later, '2026-12-06')).toEqual(['2027-04-05', 0, 100]);
    expect(dueOn(later, '2027-03-20')).toEqual(['2027-04-05', 100, 100]);
    expect(sinceOn(later, '2027-03-20')).toBe('2026-12-05');
  });

  it('that were missed since its start are no longer owed; older ones are', () => {
    const missed = billed({ pastDue: dollars(300) });
    // Past due since 5 September; the pause covers the bills of October and November.
    const after = grant(missed, createPause('2026-10-01', '2027-04-01'));
    expect(dueOn(after, '2026-11-20')).toEqual(['2027-04-05', 0, 100]);
    expect(sinceOn(after, TODAY)).toBe('2026-09-05');
  });

  it('are not drafted', () => {
    const drafted = (group: Group, on: string) => dueOnDate(issueTo(group, day(on)), day(on)).amount / 100;
    expect(drafted(billed(), '2026-12-05')).toBe(100);
    expect(drafted(billed(), '2026-12-04')).toBe(0);
    expect(drafted(paused, '2026-12-05')).toBe(0);
    expect(drafted(paused, '2027-06-05')).toBe(100);
    expect(drafted(billed({ amountDue: dollars(0), billedThrough: TODAY }), '2026-12-05')).toBe(0);
  });
});

describe('the interest of a pause', () => {
  const live = (kind: Postponement, loan: PausedLedgerLoan, { isFfelp = false } = {}) => {
    const pause = createPause('2026-11-20', '2027-05-20', kind);
    const begun = beginPause(grant(billed({ loans: [loan] }), pause), pause, TODAY);
    return endPause(begun.group, pause, { isFfelp });
  };

  it('is added to the principal after a deferment of unsubsidized loans', () => {
    // 10,000 x 6 % / 365.25 x 181 = 297.33; 100 x 10,297.33 / 10,000 = 102.9733, rounded up.
    const { group, results } = live('unemployment', ledgerLoan());
    expect(results).toEqual([{ loanId: 'A01', accrued: dollars(297.33), capitalized: dollars(297.33) }]);
    expect(group.loans[0]).toMatchObject({ principal: dollars(10_297.33), accruedInterest: 0n });
    expect(group.monthlyPayment).toBe(dollars(102.98));
  });

  it('is paid by the government on subsidized loans in a deferment, but not in a forbearance', () => {
    const subsidized = ledgerLoan({ isSubsidized: true });
    const deferred = live('unemployment', subsidized);
    expect(deferred.results).toEqual([{ loanId: 'A01', accrued: 0, capitalized: 0 }]);
    expect(deferred.group.loans[0]).toMatchObject({ principal: dollars(10_000), accruedInterest: 0n });
    expect(live('hardship', subsidized).results).toEqual([{ loanId: 'A01', accrued: dollars(297.33), capitalized: 0 }]);
  });

  it('is added to the principal after a forbearance of FFELP loans only', () => {
    expect(live('hardship', ledgerLoan(), { isFfelp: true }).results[0]?.capitalized).toBe(dollars(297.33));
    const direct = live('hardship', ledgerLoan());
    expect(direct.group.loans[0]?.principal).toBe(dollars(10_000));
    expect(direct.group.monthlyPayment).toBe(dollars(100));
  });

  it('leaves interest from before the pause as it is', () => {
    const { group } = live('unemployment', ledgerLoan({ accruedInterest: 5_000_000_000n }));
    expect(group.loans[0]).toMatchObject({ principal: dollars(10_297.33), accruedInterest: 5_000_000_000n });
  });

  it('is no longer owed on subsidized loans since a start in the past', () => {
    const pause = createPause('2026-11-20', '2027-05-20');
    const loan = ledgerLoan({ isSubsidized: true });
    const begun = beginPause(billed({ loans: [loan] }), pause, day('2026-12-02'));
    expect(begun.group.loans[0]).toMatchObject({ accruedInterest: 0n, interestThrough: '2027-05-20' });
  });

  it('equals the estimate before applying, for any loans, kind and period without payments', () => {
    const loans = fc.array(
      fc.record({
        principal: fc.integer({ min: 1, max: 20_000_000 }).map((cents) => dollars(cents / 100)),
        rate: fc.integer({ min: 0, max: 12_000 }),
        isSubsidized: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(
        loans,
        fc.constantFrom(...POSTPONEMENTS),
        fc.boolean(),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 400 }),
        (owned, kind, isFfelp, wait, length) => {
          const start = addDays(TODAY, wait);
          const facts = createInput(
            createGroup({
              accountNumber: isFfelp ? 'D100000001' : 'E100000001',
              loans: owned.map((loan) => createLoan(loan)),
            }),
          );
          const estimate = costOfPausing(kind, { startDate: start, endDate: addDays(start, length) }, facts);
          const pause = { kind, start: estimate.startDate, end: estimate.endDate };
          const held = billed({
            monthlyPayment: dollars(111.03),
            loans: owned.map((loan, index) => ledgerLoan({ ...loan, loanId: `A0${index}`, interestThrough: start })),
          });
          const begun = beginPause(grant(held, pause), pause, start);
          const { group, results } = endPause(begun.group, pause, { isFfelp });
          const [shown] = estimate.groups;
          expect(results.map(({ accrued }) => accrued)).toEqual(shown?.loans.map(({ interest }) => interest));
          expect(sumCents(results.map(({ capitalized }) => capitalized))).toBe(
            shown?.isCapitalized ? shown.interestAdded : 0,
          );
          expect(group.monthlyPayment).toBe(shown?.paymentAfter);
          expect(sumCents(group.loans.map(({ monthlyPayment }) => monthlyPayment))).toBe(
            group.monthlyPayment === dollars(111.03)
              ? sumCents(held.loans.map(({ monthlyPayment }) => monthlyPayment))
              : group.monthlyPayment,
          );
          expect(shown?.isCapitalized).toBe(!isForbearance(kind) || isFfelp);
        },
      ),
    );
  });
});

describe('the estimate with benefits, for a start before or after today', () => {
  it('equals the accrued and capitalized interest, for any loans, benefits and period without payments', () => {
    const anyLoans = fc.array(
      fc.record({
        principal: fc.integer({ min: 100_00, max: 40_000_00 }).map((amount) => dollars(amount / 100)),
        rate: fc.integer({ min: 0, max: 9_000 }),
        isSubsidized: fc.boolean(),
        disbursedOn: fc.constantFrom(day('2007-09-01'), day('2020-09-01'), day('2026-12-24')),
        accruedInterest: fc.integer({ min: 0, max: 900_00 }).map((amount) => BigInt(amount) * 1_000_000n),
        behind: fc.integer({ min: 0, max: 40 }),
      }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(
        anyLoans,
        fc.constantFrom(...POSTPONEMENTS),
        fc.boolean(),
        fc.subarray<'scra' | 'hostileDuty'>(['scra', 'hostileDuty']),
        fc.integer({ min: -170, max: 60 }),
        fc.integer({ min: 171, max: 300 }),
        (owned, kind, isFfelp, benefits, wait, length) => {
          const [start, hostilePaySince] = [addDays(TODAY, wait), day('2008-10-01')];
          const accruing = owned.map(({ behind, ...loan }) => ({ ...loan, interestThrough: addDays(TODAY, -behind) }));
          const program = isFfelp
            ? { accountNumber: 'D100000001', loanType: 'FFELP Stafford', accountLoanType: 'FFELP' }
            : { accountNumber: 'E100000001' };
          const facts = createInput(createGroup({ ...program, loans: accruing.map((loan) => createLoan(loan)) }));
          const lastDay = addDays(start, length);
          const estimate = costOfPausing(kind, { startDate: start, endDate: lastDay }, facts, {
            benefits,
            hostilePaySince,
          });
          const pause = { kind, start, end: estimate.endDate };
          const loans = accruing.map((loan, index) => ledgerLoan({ ...loan, loanId: `A0${index}` }));
          const duty = dutyPeriod(pause, lastDay, 60);
          const reduced = Object.fromEntries(
            owned.map((loan, index) => [
              `A0${index}`,
              dutyRates(loan, { ...duty, benefits, isDirect: !isFfelp, hostilePaySince }),
            ]),
          );
          const on = start > TODAY ? start : TODAY;
          const begun = applyChange(
            grant(billed({ monthlyPayment: dollars(111.03), loans }), pause),
            { kind: 'beginGrant', start, pause, reduced },
            on,
          ).group;
          const ended = { kind: 'endGrant', end: pause.end, pause, isFfelp } as const;
          const { group, results } = applyChange(begun, ended, pause.end);
          const [shown] = estimate.groups;
          expect(sumCents(results.map(({ capitalized }) => capitalized))).toBe(shown?.capitalized);
          expect(group.monthlyPayment).toBe(shown?.paymentAfter);
          // The shown interest accrues from the day of the estimate.
          const accrued = loans.map((_, index) => {
            const [at, to] = [begun.loans[index], group.loans[index]];
            if (at === undefined || to === undefined) throw new Error('No loan');
            const from = accrueTo(at, on);
            return to.principal - from.principal + Number(to.accruedInterest - from.accruedInterest) / 1_000_000;
          });
          for (const [index, { interest }] of (shown?.loans ?? []).entries()) {
            expect(Math.abs((accrued[index] ?? 0) - interest)).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a projection past a granted period', () => {
  const anyLoans = fc.array(
    fc.record({
      principal: fc.integer({ min: 100_00, max: 9_000_00 }).map((cents) => dollars(cents / 100)),
      rate: fc.integer({ min: 0, max: 9_000 }),
      // A lower rate, and the days from its end to the end of the period.
      reduced: fc.option(fc.tuple(fc.integer({ min: 0, max: 6_000 }), fc.nat({ max: 60 })), { nil: null }),
      isSubsidized: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  );

  it('equals that of the loans when it has ended, for any loans and any day before', () => {
    fc.assert(
      fc.property(
        anyLoans,
        fc.constantFrom(...POSTPONEMENTS),
        fc.boolean(),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 62, max: 400 }),
        fc.nat({ max: 61 }),
        (owned, kind, isFfelp, wait, length, ahead) => {
          const pause = { kind, start: addDays(TODAY, wait - 30), end: addDays(TODAY, length) };
          const reduced = Object.fromEntries(
            owned.map(({ reduced: own }, index) => [
              `A0${index}`,
              own === null
                ? []
                : [{ rate: own[0], from: pause.start, until: addDays(pause.end, -Math.min(own[1], length - wait)) }],
            ]),
          );
          const held = billed({
            monthlyPayment: dollars(1_000),
            // Nothing else is due before the end of the period.
            paymentDueDate: pause.start > day('2026-12-05') ? day('2027-02-05') : day('2026-12-05'),
            amountDue: dollars(0),
            loans: owned.map(({ principal, rate, isSubsidized }, index) =>
              ledgerLoan({ principal, rate, isSubsidized, loanId: `A0${index}` }),
            ),
          });
          const granted = grant(held, pause);
          const coming = comingChanges([{ startDate: pause.start, endDate: pause.end, pause, reduced }], { isFfelp });
          const today = pause.start > TODAY ? TODAY : addDays(TODAY, ahead);
          const now: ProjectedGroup = { ...granted, coming };
          const isStored = pause.start <= TODAY;
          const stored = isStored ? projectTo(now, TODAY) : now;
          const ended = projectTo(stored, pause.end);
          expect(ended.coming).toEqual([]);
          expect(ended.loans.map((loan) => rateOn(loan, pause.end))).toEqual(owned.map(({ rate }) => rate));
          expect(computeRepayment([stored], today)).toEqual(computeRepayment([ended], pause.end));
          // The begin is stored and still listed: it is not applied twice.
          expect(computeRepayment([{ ...stored, coming }], today)).toEqual(computeRepayment([ended], pause.end));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('pays the bills before the period, none in it, and the higher payment after it, by hand', () => {
    const pause = createPause('2026-12-20', '2027-03-20');
    const coming = comingChanges([{ startDate: pause.start, endDate: pause.end, pause }], { isFfelp: false });
    const { installments } = computeRepayment([{ ...grant(billed(), pause), coming }], TODAY);
    // After $100.00 on 5 December, 15 days of 6 % on $10,000.00 are $24.64: $9,924.64 are owed. 90 days of 6 % are $146.73.
    // $100.00 x (9,924.64 + 146.73) / 9,924.64 = $101.48.
    expect(installments.slice(0, 3).map(({ date, payment }) => [date, payment / 100])).toEqual([
      ['2026-12-05', 100],
      ['2027-04-05', 101.48],
      ['2027-05-05', 101.48],
    ]);
  });
});

describe('rates on active duty', () => {
  const period = { start: day('2026-11-20'), end: day('2027-11-20') };
  const facts = { ...dutyPeriod(period, null, 60), isDirect: true, hostilePaySince: day('2008-10-01') };
  const loan = { rate: 7000, disbursedOn: day('2020-09-01') };
  const found = (rates: readonly DutyRate[]) => rates.map(({ from, until, rate }) => [from, until, rate]);

  it('are at most 6 % on loans from before the service (50 USC 3937)', () => {
    expect(found(dutyRates(loan, { ...facts, benefits: ['scra'] }))).toEqual([['2026-11-20', '2027-11-20', 6000]]);
    expect(dutyRates({ ...loan, rate: 6000 }, { ...facts, benefits: ['scra'] })).toEqual([]);
    expect(dutyRates({ ...loan, disbursedOn: day('2026-12-01') }, { ...facts, benefits: ['scra'] })).toEqual([]);
  });

  it('are zero in a hostile area on Direct loans since October 2008 (HEA 455(o))', () => {
    const [hostile] = dutyRates(loan, { ...facts, benefits: ['hostileDuty'] });
    expect(hostile).toEqual({ benefit: 'hostileDuty', from: '2026-11-20', until: '2027-11-20', rate: 0 });
    expect(dutyRates({ ...loan, disbursedOn: day('2008-09-30') }, { ...facts, benefits: ['hostileDuty'] })).toEqual([]);
    expect(dutyRates(loan, { ...facts, isDirect: false, benefits: ['hostileDuty'] })).toEqual([]);
  });

  it('end with the service, 180 days before its deferment', () => {
    // 180 days after 20 February 2027 is 19 August 2027: 8 in February, 31 + 30 + 31 + 30 + 31, and 19.
    const end = endAfterService(day('2027-02-20'), period.end);
    expect(end).toBe('2027-08-20');
    const duty = dutyPeriod({ start: period.start, end }, day('2027-02-20'), 60);
    expect(found(dutyRates(loan, { ...facts, ...duty, benefits: ['scra'] }))).toEqual([
      ['2026-11-20', '2027-02-21', 6000],
    ]);
  });

  it('are zero only in the months that are left, and then the lower of the others', () => {
    const duty = dutyPeriod(period, null, 3);
    const rates = dutyRates(loan, { ...facts, ...duty, benefits: ['scra', 'hostileDuty'] });
    const reduced = withReducedRates(ledgerLoan({ rate: 7000 }), rates, TODAY);
    const onDays = ['2026-11-20', '2027-02-19', '2027-02-20', '2027-11-19', '2027-11-20'];
    expect(onDays.map((on) => rateOn(reduced, day(on)))).toEqual([0, 0, 6000, 6000, 7000]);
    // 273 days at 6 % and 1 day at 7 %.
    const interest = interestFor(reduced.principal, 6000, 273) + interestFor(reduced.principal, 7000, 1);
    expect(accrueTo(reduced, day('2027-11-21')).accruedInterest).toBe(interest);
    expect(dutyRates(loan, { ...facts, ...dutyPeriod(period, null, 0), benefits: ['hostileDuty'] })).toEqual([]);
  });

  it('also lower the unpaid interest since a start in the past', () => {
    // 30 days at 1 % less: 10,000 x 1 % / 365.25 x 30 = 8.21355.
    const rates = [{ from: TODAY, until: day('2027-11-20'), rate: 6000 }];
    const reduced = withReducedRates(ledgerLoan({ rate: 7000 }), rates, addDays(TODAY, 30));
    const exact = (10_000_00 * 0.06 * 30) / 365.25;
    expect(Math.abs(Number(reduced.accruedInterest) / 1_000_000 - exact)).toBeLessThan(0.001);
    expect(rateOn(reduced, addDays(TODAY, 30))).toBe(6000);
  });

  it('count no interest when they begin: a payment that is dated before can still be posted', () => {
    const [own, start] = [ledgerLoan({ rate: 7000 }), addDays(TODAY, 30)];
    const reduced = withReducedRates(own, [{ from: start, until: day('2027-11-20'), rate: 6000 }], start);
    expect(owedOn(reduced, addDays(TODAY, 29))).toEqual(owedOn(own, addDays(TODAY, 29)));
  });

  it('accrue the same interest in one step and day by day, for any reduced rates', () => {
    const anyRate = fc
      .tuple(fc.nat({ max: 90 }), fc.nat({ max: 90 }), fc.integer({ min: 0, max: 9_000 }))
      .map(([from, days, rate]) => ({ from: addDays(TODAY, from), until: addDays(TODAY, from + days), rate }));
    fc.assert(
      fc.property(fc.array(anyRate, { maxLength: 4 }), fc.integer({ min: 1, max: 200 }), (reducedRates, days) => {
        const held = ledgerLoan({ rate: 6_800, reducedRates });
        let daily = held;
        let exact = 0n;
        for (let passed = 0; passed < days; passed += 1) {
          const on = addDays(TODAY, passed);
          const rates = reducedRates.filter(({ from, until }) => from <= on && on < until).map(({ rate }) => rate);
          exact += BigInt(held.principal) * BigInt(Math.min(6_800, ...rates));
          daily = accrueTo(daily, addDays(on, 1));
        }
        const { accruedInterest } = accrueTo(held, addDays(TODAY, days));
        // Each step is rounded to a millionth of a cent.
        expect(Math.abs(Number(accruedInterest - daily.accruedInterest))).toBeLessThanOrEqual(days);
        expect(Math.abs(Number(accruedInterest - (exact * 100_000_000n) / (100_000n * 36_525n)))).toBeLessThanOrEqual(
          9,
        );
      }),
    );
  });
});

describe('a new plan', () => {
  it('applies from the next bill', () => {
    const payments = { A01: dollars(250) };
    const { group, terms } = changePlan(billed(), { plan: 'GRADUATED', payments, runs: [] }, TODAY);
    expect(group).toMatchObject({ plan: 'GRADUATED', monthlyPayment: dollars(250) });
    expect(terms).toEqual({
      fromDay: TODAY,
      plan: 'GRADUATED',
      monthlyPayment: dollars(250),
      paymentSteps: null,
      loanPayments: { A01: dollars(250) },
      cause: 'plan',
    });
    expect(dueOn(group, TODAY)).toEqual(['2026-12-05', 100, 0]);
    expect(dueOn(group, '2026-12-06')).toEqual(['2027-01-05', 250, 100]);
  });

  describe('with steps', () => {
    const runs = [
      { months: 2, payment: dollars(60) },
      { months: 2, payment: dollars(80) },
      { months: 2, payment: dollars(110) },
    ];
    const { group: stepped } = changePlan(billed(), { plan: 'GRADUATED', payments: { A01: dollars(60) }, runs }, TODAY);

    it('bills each payment from its day on, also if no day is computed in between', () => {
      expect(stepped.paymentSteps?.map(({ from }) => from)).toEqual(['2027-01-05', '2027-03-05', '2027-05-05']);
      // Nothing is paid: $100.00 + 2 x $60.00 + $80.00 are past due on 6 April.
      expect(dueOn(stepped, '2027-01-01')).toEqual(['2027-01-05', 60, 100]);
      expect(dueOn(stepped, '2027-02-06')).toEqual(['2027-03-05', 80, 220]);
      expect(dueOn(stepped, '2027-04-06')).toEqual(['2027-05-05', 110, 380]);
      let daily: Group = stepped;
      for (let on = TODAY; on <= '2027-04-06'; on = addDays(on, 1)) daily = issueTo(daily, on);
      expect(daily).toEqual(issueTo(stepped, day('2027-04-06')));
    });

    it('advances the due date by the installments that a payment covers, each with its payment', () => {
      const paid = (amount: Cents) => {
        const payment = { amount, effectiveDate: TODAY, stillOwed: dollars(9_000), keepsDueDate: false };
        return dueDateOn(settle(stepped, payment).group, TODAY);
      };
      // $100.00 for December, 2 x $60.00, $80.00, and $79.99 that do not cover the April bill.
      expect(paid(dollars(379.99))).toBe('2027-04-05');
      expect(paid(dollars(380))).toBe('2027-05-05');
    });

    it('projects each payment', () => {
      const { installments } = computeRepayment([stepped], TODAY);
      expect(installments.slice(0, 7).map(({ payment }) => payment / 100)).toEqual([100, 60, 60, 80, 80, 110, 110]);
    });

    it('comes later and grows by a pause, which uses up no installment', () => {
      const pause = createPause('2027-02-01', '2027-05-01');
      const { group, entries } = endPause(grant(stepped, pause, day('2027-01-20')), pause, {
        isFfelp: false,
      });
      const [capitalized = 0] = entries.map(({ principal }) => principal);
      expect(capitalized).toBeGreaterThan(0);
      // The bills of February, March and April are zero, so the third step is due from 5 August.
      expect(group.paymentSteps?.map(({ from }) => from)).toEqual(['2027-01-05', '2027-06-05', '2027-08-05']);
      expect(group.paymentSteps?.[1]?.payment).toBe(Math.ceil((8_000 * (1_000_000 + capitalized)) / 1_000_000));
      expect(group.monthlyPayment).toBe(Math.ceil((6_000 * (1_000_000 + capitalized)) / 1_000_000));
    });
  });

  it('has the 10-year standard amount of the day on which IBR is entered as its cap (ruling 96)', () => {
    const changeTo = (group: Group, plan: 'IBR' | 'ICR') =>
      changePlan(group, { plan, payments: {}, runs: [] }, TODAY).terms?.ibrCap;
    const owed = [ledgerLoan({ interestThrough: TODAY }), ledgerLoan({ loanId: 'A02', interestThrough: TODAY })];
    // $10,000.00 at 6 % in 120 payments: $111.0205 for each loan, rounded up.
    expect(changeTo(billed({ loans: owed }), 'IBR')).toBe(222_06);
    expect(changeTo(billed({ loans: owed, plan: 'IBR' }), 'IBR')).toBeUndefined();
    expect(changeTo(billed({ loans: owed }), 'ICR')).toBeUndefined();
  });

  describe('after IBR', () => {
    const ibr = billed({ plan: 'IBR', loans: [ledgerLoan({ accruedInterest: 12_345_600_000n })] });
    const exit = { kind: 'issueExit', amount: dollars(5) } as const;
    const change = {
      kind: 'changePlan',
      plan: 'GRADUATED',
      payments: { A01: dollars(250) },
      runs: [],
      cause: 'exit',
    } as const;
    const apply = (group: Group, next: GroupChange, on: string) => applyChange(group, next, day(on)).group;
    const listBills = (group: Group) =>
      openBills(group).map(({ dueDate, kind, amount, issuedOn }) => [dueDate, kind, amount / 100, issuedOn]);

    it('capitalizes unpaid interest', () => {
      const { group, entries, terms } = applyChange(ibr, change, TODAY);
      expect(group.loans[0]).toMatchObject({ principal: dollars(10_123.46), accruedInterest: 0n });
      expect(entries).toMatchObject([
        { loanId: 'A01', kind: 'capitalized', onDay: TODAY, principal: dollars(123.46), cause: 'leavingIbr' },
      ]);
      expect(terms).toMatchObject({ fromDay: TODAY, cause: 'exit', plan: 'GRADUATED' });
    });

    it('bills the exit payment for the first due date without a bill, and nothing else until it is paid or falls away', () => {
      const waiting = apply(ibr, exit, TODAY);
      expect(listBills(waiting)).toEqual([
        ['2026-12-05', 'installment', 100, '2026-11-06'],
        ['2027-01-05', 'exit', 5, TODAY],
      ]);
      expect(nextBillOn(waiting)).toBeNull();
      expect(issueTo(waiting, day('2027-02-20')).bills).toEqual(waiting.bills);
      expect(computeDue(waiting, dollars(10_000), TODAY)).toMatchObject({
        next: dollars(100),
        afterNext: dollars(5),
        totalDue: dollars(105),
      });
      expect(computeDue(waiting, dollars(102), TODAY)).toMatchObject({ next: dollars(100), afterNext: dollars(2) });
      expect(nextInstallment(waiting, dollars(10_000), TODAY)).toEqual({ date: '2026-12-05', amount: dollars(100) });
    });

    it('bills the new payment when the plan has begun, and the payment of IBR when the exit bill falls away', () => {
      const waiting = apply(ibr, exit, TODAY);
      const begun = issueTo(apply(waiting, change, '2026-12-20'), day('2027-01-06'));
      expect(listBills(begun).at(-1)).toEqual(['2027-02-05', 'installment', 250, '2027-01-06']);
      const lapsed = apply(waiting, { kind: 'lapseExit', dueDate: day('2027-01-05') }, '2027-01-09');
      expect(listBills(lapsed)).toEqual([
        ['2026-12-05', 'installment', 100, '2026-11-06'],
        ['2027-02-05', 'installment', 100, '2027-01-09'],
      ]);
    });

    it('moves money paid on a lapsed exit bill to the oldest open bill', () => {
      const waiting = apply(ibr, exit, TODAY);
      const bills = waiting.bills.map((bill) => (bill.kind === 'exit' ? { ...bill, paid: dollars(3) } : bill));
      const lapsed = apply({ ...waiting, bills }, { kind: 'lapseExit', dueDate: day('2027-01-05') }, '2027-01-06');
      expect(lapsed.bills.map(({ paid }) => paid / 100)).toEqual([3, 0, 0]);
    });
  });
});

describe('the months of deferment and forbearance', () => {
  const period = (kind: Postponement, start: string, months: number) => ({
    kind,
    startDate: day(start),
    endDate: addMonths(day(start), months),
  });

  it('count each month that has begun', () => {
    expect(monthsBetween(day('2026-11-20'), day('2027-05-20'))).toBe(6);
    expect(monthsBetween(day('2026-11-20'), day('2027-05-21'))).toBe(7);
    expect(monthsBetween(day('2026-08-31'), day('2027-02-28'))).toBe(6);
    expect(
      countMonths([period('hardship', '2026-01-05', 4), period('unemployment', '2025-01-05', 6)], 'hardship'),
    ).toBe(4);
  });

  it('limit hardship forbearance to 36 months in all, with those at other servicers', () => {
    const loan = createLoan({ periods: [period('hardship', '2025-01-05', 12)] });
    const used = createGroup({ monthsUsed: { unemployment: 0, economicHardship: 0, hardship: 20 }, loans: [loan] });
    expect(monthsLeft(used, 'hardship', createInput(used), TODAY)).toBe(4);
    expect(monthsLeft(used, 'unemployment', createInput(used), TODAY)).toBe(36);
  });

  it('limit the time without interest in hostile areas to 60 months of the borrower', () => {
    const hostile = (start: string, months: number) => {
      const [from, until] = [day(start), addMonths(day(start), months)];
      const rates = [
        { benefit: 'hostileDuty', from, until, rate: 0 },
        { benefit: 'scra', from, until: addMonths(until, 6), rate: 6000 },
      ] as const;
      return { kind: 'militaryBenefits', startDate: from, endDate: addMonths(until, 6), reducedRates: rates } as const;
    };
    const newer = createLoan({ periods: [hostile('2022-01-05', 12)] });
    const older = createLoan({ periods: [hostile('2018-01-05', 45), hostile('2022-01-05', 12)] });
    expect(hostilePayMonthsLeft(createInput(createGroup()))).toBe(60);
    expect(hostilePayMonthsLeft(createInput(createGroup({ loans: [newer] })))).toBe(48);
    const facts = createInput(createGroup({ loans: [newer] }), createGroup({ groupId: 'B', loans: [older] }));
    expect(hostilePayMonthsLeft(facts)).toBe(3);
    const cost = costOfPausing('military', { startDate: TODAY }, facts, {
      benefits: ['hostileDuty'],
      hostilePaySince: day('2008-10-01'),
    });
    // 3 of 12 months are without interest: 92 of 365 days.
    expect(cost.groups[0]?.loans).toMatchObject([
      {
        rate: 0,
        rates: [
          { days: 92, rate: 0 },
          { days: 273, rate: 6000 },
        ],
        interest: Math.round((60_000 / 365.25) * 273),
      },
    ]);
  });

  it('limit interest from the first day of active duty, on loans from before it only (ruling 107)', () => {
    const costFrom = (dutyStart?: string) =>
      costOfPausing(
        'military',
        { startDate: TODAY },
        createInput(createGroup({ loans: [createLoan({ rate: 7000, disbursedOn: day('2026-06-01') })] })),
        {
          benefits: ['scra'],
          hostilePaySince: day('2008-10-01'),
          dutyStart: dutyStart === undefined ? undefined : day(dutyStart),
        },
      ).groups[0]?.loans;
    expect(costFrom()).toMatchObject([{ rate: 6000 }]);
    expect(costFrom('2026-06-02')).toMatchObject([{ rate: 6000 }]);
    expect(costFrom('2026-06-01')).toMatchObject([{ rate: 7000 }]);
  });

  it('limit hardship forbearance of loans since July 2027 to 9 months in any 24', () => {
    expect(generalForbearanceLeft([], day('2028-01-05'))).toBe(9);
    expect(generalForbearanceLeft([period('hardship', '2027-09-05', 6)], day('2028-06-05'))).toBe(3);
    expect(generalForbearanceLeft([period('hardship', '2027-09-05', 9)], day('2028-06-05'))).toBe(0);
    // From 5 September 2029, all months of the earlier forbearance leave the window one by one.
    expect(generalForbearanceLeft([period('hardship', '2027-09-05', 9)], day('2029-09-05'))).toBe(9);
    const group = createGroup({
      loans: [createLoan({ disbursedOn: day('2027-08-01'), periods: [period('hardship', '2027-09-05', 6)] })],
    });
    const facts = { groups: [group], today: day('2028-05-20') };
    expect(monthsLeft(group, 'hardship', facts, day('2028-06-05'))).toBe(3);
    // The group is due on the 5th, so the next forbearance begins on 5 June.
    expect(hardshipPeriod(computePostponementCoverage('hardship', facts))).toEqual({
      nextCycleDate: '2028-06-05',
      endCycleDate: '2028-09-05',
    });
  });

  it('count in windows that end during the new forbearance, or begin during an earlier one', () => {
    const earlier = [period('hardship', '2027-09-05', 4), period('hardship', '2028-09-05', 4)];
    // Any window that has all 8 earlier months has at most 1 of the new ones until 5 September 2029.
    expect(generalForbearanceLeft(earlier, day('2029-03-05'))).toBe(1);
    // The first period has left the window that ends on 5 January 2030. Another month would be the tenth in its window.
    expect(generalForbearanceLeft(earlier, day('2029-08-05'))).toBe(5);
    // A period to come counts too: 4 + 5 months from 5 January to 5 December 2028.
    expect(generalForbearanceLeft([period('hardship', '2028-07-05', 5)], day('2028-01-05'))).toBe(4);
    expect(generalForbearanceLeft([period('unemployment', '2028-07-05', 5)], day('2028-01-05'))).toBe(9);
  });

  const anyGaps = fc.array(fc.tuple(fc.nat(14), fc.integer({ min: 1, max: 9 })), { maxLength: 8 });

  it('are the most that leave 9 in each window of 24, by counting each month of all windows', () => {
    const FIRST = day('2027-07-05');
    const toMonthStart = (index: number) => addMonths(FIRST, index);
    const isAllowed = (used: readonly boolean[]) =>
      used.every((_, first) => used.slice(first, first + 24).filter(Boolean).length <= 9);
    fc.assert(
      fc.property(anyGaps, fc.nat(120), (gaps, at) => {
        const used = Array.from({ length: 300 }, () => false);
        const periods: ReturnType<typeof period>[] = [];
        let next = 0;
        for (const [gap, requested] of gaps) {
          next += gap;
          let granted = 0;
          while (granted < requested && isAllowed(used.with(next + granted, true))) used[next + granted++] = true;
          if (granted > 0) periods.push(period('hardship', toMonthStart(next), granted));
          next += granted;
        }
        // Before, between or after the periods.
        if (used[at] === true) return;
        let most = 0;
        const trial = [...used];
        while (most < 9 && trial[at + most] === false && isAllowed(trial.with(at + most, true))) {
          trial[at + most] = true;
          most += 1;
        }
        // Without overlap with a period to come.
        if (used[at + most] === true) return;
        expect(generalForbearanceLeft(periods, toMonthStart(at))).toBe(most);
      }),
      { numRuns: 200 },
    );
  });

  it('never exceed 9 in any 24 from any day on, by counting days', () => {
    const anyDays = fc.array(fc.tuple(fc.nat(420), fc.integer({ min: 1, max: 9 })), { maxLength: 6 });
    // 9 months have 273 to 276 days.
    const [SHORTEST, LONGEST] = [273, 276];
    const listDays = (periods: readonly ReturnType<typeof period>[], from: PlainDate) => {
      const until = addMonths(from, 24);
      return periods.reduce((sum, { startDate, endDate }) => {
        const [first, last] = [startDate > from ? startDate : from, endDate < until ? endDate : until];
        return sum + Math.max(0, daysBetween(first, last < first ? first : last));
      }, 0);
    };
    const findMost = (periods: readonly ReturnType<typeof period>[]) => {
      let most = 0;
      for (let from = day('2025-07-01'); from < '2037-07-01'; from = addDays(from, 1)) {
        most = Math.max(most, listDays(periods, from));
      }
      return most;
    };
    fc.assert(
      fc.property(anyDays, (gaps) => {
        const periods: ReturnType<typeof period>[] = [];
        let start = day('2027-07-05');
        for (const [gap, requested] of gaps) {
          start = addDays(start, gap);
          const left = generalForbearanceLeft(periods, start);
          // One month more would be too much.
          if (left < requested)
            expect(findMost([...periods, period('hardship', start, left + 1)])).toBeGreaterThan(SHORTEST - 3);
          const months = Math.min(requested, left);
          if (months > 0) periods.push(period('hardship', start, months));
          start = addMonths(start, months);
        }
        expect(findMost(periods)).toBeLessThanOrEqual(LONGEST + 3);
      }),
      { numRuns: 15 },
    );
  });
});
