/** The rules of hardship forbearance: eligibility with reasons, and the period (R §2, §3). */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { hardshipPeriod } from '#domain/repayment/postponement/hardship.ts';
import { CoveredGroup } from '#domain/repayment/postponement/shapes.ts';
import type { PostponableGroup } from '#domain/repayment/postponement/coverage.ts';
import {
  coverageIssue,
  computePostponementCoverage,
  loanIssue,
  postponementEligibility,
  findPostponementIneligibility,
} from '#domain/repayment/postponement/coverage.ts';
import { day, dollars, createInput, createGroup, createLoan, monthsUsed } from './postponement-samples.ts';

const paidAhead = createGroup({ totalDue: dollars(0) });
const paidInFull = createGroup({ payoff: dollars(0), totalDue: dollars(0) });
const defaulted = createGroup({ daysPastDue: 270 });
const commercial = createGroup({ isFederal: false });
const usedUp = createGroup({ monthsUsed: monthsUsed({ hardship: 36 }) });

describe('eligibility for hardship forbearance', () => {
  it.each<[string, readonly PostponableGroup[], 'PaidAhead' | 'NoEligLoans' | null]>([
    ['with a payment due', [createGroup()], null],
    ['with one group of several', [paidAhead, paidInFull, createGroup()], null],
    ['if paid ahead', [paidAhead], 'PaidAhead'],
    ['if all loans that could be covered are paid ahead', [paidInFull, commercial, usedUp, paidAhead], 'PaidAhead'],
    ['without loans that could be covered', [paidInFull, commercial], 'NoEligLoans'],
    ['without loans', [], 'NoEligLoans'],
    ['after 36 months', [usedUp], 'NoEligLoans'],
    // When a payment is due again, there are no months left.
    ['after 36 months, and paid ahead', [{ ...usedUp, totalDue: dollars(0) }], 'NoEligLoans'],
    ['after 35 months', [createGroup({ monthsUsed: monthsUsed({ hardship: 35 }) })], null],
    // Loans from July 2027 on only lose two deferments.
    ['with loans from July 2027 on', [createGroup({ loans: [createLoan({ disbursedOn: day('2027-07-01') })] })], null],
    ['after 36 months of deferments', [createGroup({ monthsUsed: monthsUsed({ economicHardship: 36 }) })], null],
  ])('%s', (_, groups, ineligibleReason) => {
    expect(postponementEligibility('hardship', createInput(...groups))).toEqual({
      isEligible: ineligibleReason === null,
      ineligibleReason,
    });
  });

  it.each([
    ['all federal loans in default', [defaulted, paidInFull, commercial], 'inDefault'],
    ['others paused', [defaulted, createGroup({ postponedThrough: day('2027-02-01') })], 'noLoans'],
    ['others paid ahead', [defaulted, paidAhead], 'paidAhead'],
    ['others with a payment due', [defaulted, createGroup()], undefined],
  ] as const)('with a group in default, and %s: %s', (_, groups, issue) => {
    expect(coverageIssue('hardship', createInput(...groups))).toBe(issue);
    expect(computePostponementCoverage('hardship', createInput(...groups)).ineligible[0]?.reason).toBe('inDefault');
    // Plans have no other conditions here; benefits that postpone nothing stay open.
    expect(loanIssue('term', createInput(...groups))).toBe(issue === 'inDefault' ? issue : undefined);
    expect(loanIssue('militaryBenefits', createInput(...groups))).toBeUndefined();
  });

  it('requires a payment due, unlike other postponements', () => {
    expect(coverageIssue('unemployment', createInput(paidAhead))).toBeUndefined();
    expect(coverageIssue('unemployment', createInput(paidInFull))).toBe('noLoans');
    expect(coverageIssue('hardship', createInput(paidAhead))).toBe('paidAhead');
    expect(findPostponementIneligibility(usedUp, 'hardship', createInput(usedUp))).toBe('limitReached');
  });
});

describe('the period', () => {
  it.each([
    // A due day tomorrow, today and, in the next month, yesterday.
    [21, '2026-11-21', '2027-11-21'],
    [20, '2026-12-20', '2027-12-20'],
    [19, '2026-12-19', '2027-12-19'],
    // November has no 31st.
    [31, '2026-11-30', '2027-11-30'],
  ])('starts on the first due date after today, with a due day of %s', (dueDay, nextCycleDate, endCycleDate) => {
    expect(hardshipPeriod(computePostponementCoverage('hardship', createInput(createGroup({ dueDay }))))).toEqual({
      nextCycleDate,
      endCycleDate,
    });
  });

  it('starts with the earliest covered group and ends when its remaining months are used', () => {
    const groups = [
      createGroup({ dueDay: 25 }),
      createGroup({ dueDay: 22, monthsUsed: monthsUsed({ hardship: 30 }) }),
      { ...paidAhead, dueDay: 21 },
    ];
    expect(hardshipPeriod(computePostponementCoverage('hardship', createInput(...groups)))).toEqual({
      nextCycleDate: '2026-11-22',
      endCycleDate: '2027-05-22',
    });
  });

  it('is at most 9 months if a covered group has a loan made on or after 1 July 2027', () => {
    const getEnd = (...groups: readonly PostponableGroup[]) =>
      hardshipPeriod(computePostponementCoverage('hardship', createInput(...groups))).endCycleDate;
    const made = (on: string, hardship = 0) =>
      createGroup({
        dueDay: 21,
        loans: [createLoan(), createLoan({ disbursedOn: day(on) })],
        monthsUsed: monthsUsed({ hardship }),
      });
    expect(getEnd(made('2027-06-30'))).toBe('2027-11-21');
    expect(getEnd(made('2027-07-01'))).toBe('2027-08-21');
    expect(getEnd(createGroup({ dueDay: 21 }), made('2027-07-01'))).toBe('2027-08-21');
    // 30 of 36 months are used.
    expect(getEnd(made('2027-07-01', 30))).toBe('2027-05-21');
    // A group that is not covered has no effect.
    expect(getEnd(createGroup({ dueDay: 21 }), { ...made('2027-07-01'), totalDue: dollars(0) })).toBe('2027-11-21');
  });

  it('is null if no group is covered', () => {
    expect(hardshipPeriod(computePostponementCoverage('hardship', createInput(paidAhead)))).toEqual({
      nextCycleDate: null,
      endCycleDate: null,
    });
  });
});

it('a covered group has groupID and dollars on the wire', () => {
  const group = { accountNumber: 'E100000001', loanType: 'Direct' };
  expect(v.parse(CoveredGroup, { ...group, groupID: 'A', outstandingPrincipal: 12.5 })).toEqual({
    ...group,
    groupId: 'A',
    outstandingPrincipal: 1250,
  });
  expect(v.is(CoveredGroup, { ...group, groupId: 'A', outstandingPrincipal: 12.5 })).toBe(false);
});
