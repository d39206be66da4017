/** The rules of the term-based wizard (R §4, §5, §7; rulings 30, 31, 38, 56). */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { applicationDays } from '#domain/repayment/application-clock.ts';
import { toPlainDate } from '#domain/calendar.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import { ZERO, toCents } from '#domain/money.ts';
import { EstimatesRequest, type PlanEstimates } from '#domain/plans/shapes.ts';
import {
  exitPaymentAmount,
  exitPaymentChoices,
  termApplicationSchema,
  termSubmission,
} from '#domain/repayment/term/application.ts';
import { termMessages } from '#domain/repayment/term/messages.ts';
import {
  formatBalance,
  isQuestionShown,
  otherLoansSchema,
  programBalances,
  termEstimatesRequest,
  toThreshold,
} from '#domain/repayment/term/qualification.ts';
import { type SampleProgram, sampleProgram, sampleTermEstimates } from '#domain/repayment/term/samples.ts';
import {
  changingPrograms,
  currentSelection,
  differentPlans,
  restoredSelection,
  selectionSchema,
  termTotalAmount,
  warningFor,
} from '#domain/repayment/term/selection.ts';
import type { PlanSelection } from '#domain/repayment/term/shapes.ts';

const cents = (dollars: number) => toCents(Math.round(dollars * 100));

describe('the question about other loans', () => {
  const threshold = toThreshold(30_000);
  const BALANCES = [0, 0.01, 29_999.99, 30_000, 30_000.01, 80_000];
  const below = [0.01, 29_999.99];
  it.each(BALANCES.flatMap((direct) => BALANCES.map((ffel) => [direct, ffel] as const)))(
    'with %d Direct and %d FFEL',
    (direct, ffel) => {
      const isShown = below.includes(direct) || below.includes(ffel);
      expect(isQuestionShown({ direct: cents(direct), ffel: cents(ffel) }, threshold)).toBe(isShown);
    },
  );

  it('never adds the programs together, but adds the groups of one', () => {
    const group = (loanType: 'Direct' | 'FFELP', dollars: number) => ({ loanType, currentBalance: cents(dollars) });
    const info = {
      borrowerAccountPayments: [
        { borrowerGroupPayments: [group('Direct', 20_000), group('Direct', 10_000)] },
        { borrowerGroupPayments: [group('FFELP', 5000)] },
      ],
      hasApplicationInProcess: false,
    };
    expect(programBalances(info)).toEqual({ direct: cents(30_000), ffel: cents(5000) });
  });
});

describe('other loans', () => {
  const said = (hasOtherLoans: '' | 'yes' | 'no', directLoanBalance: string, ffelLoanBalance: string) => {
    const values = { hasOtherLoans, directLoanBalance, ffelLoanBalance };
    return Object.fromEntries(
      findProblems(otherLoansSchema(values), values).map(({ field, issue }) => [
        field,
        getMessage(termMessages, issue),
      ]),
    );
  };
  const INVALID = 'Balance must be a valid dollar amount.';
  const NEGATIVE = 'Amount must be greater than zero.';
  const NONE = 'At least one program must be greater than zero.';

  it('needs an answer, and no balances after No', () => {
    expect(said('', '', '')).toEqual({ hasOtherLoans: 'Select an option.' });
    expect(said('no', 'x', '-1')).toEqual({});
  });

  it.each([
    ['5,000', '', {}],
    ['', '$0.01', {}],
    ['0', '.50', {}],
    ['10.', '1,234,567.8', {}],
    ['', '', { ffelLoanBalance: NONE }],
    ['0.00', '0', { ffelLoanBalance: NONE }],
    ['-0', '$0', { ffelLoanBalance: NONE }],
    ['-1', '', { directLoanBalance: NEGATIVE }],
    ['100', '-$5.00', { ffelLoanBalance: NEGATIVE }],
    ['10,50', '1', { directLoanBalance: INVALID }],
    ['1', '1.234', { ffelLoanBalance: INVALID }],
    ['abc', '1 000', { directLoanBalance: INVALID, ffelLoanBalance: INVALID }],
    ['--1', '1', { directLoanBalance: INVALID }],
    ['1,000,000,000', '1,000,000,000.01', { ffelLoanBalance: INVALID }],
  ])('with %j and %j', (direct, ffel, problems) => {
    expect(said('yes', direct, ffel)).toEqual(problems);
  });

  it.each([
    ['1234567.5', '1,234,567.50'],
    ['$12', '12.00'],
    ['.5', '0.50'],
    ['-1234', '-1,234.00'],
    ['', ''],
    ['12,5', '12,5'],
  ])('shows %j as %j after leaving the field', (typed, shown) => {
    expect(formatBalance(typed)).toBe(shown);
  });

  it('are in the request of estimates, with both programs; nothing after No', () => {
    const profile = (program: string, balance: number) => ({
      balance,
      owner: 'Borrower',
      program,
      loanType: program,
      interestRate: 5,
    });
    const request = (balances: object[]) => ({
      adjustedGrossIncome: 0,
      numberOfChildDependents: 0,
      numberOfOtherDependents: 0,
      maritalStatus: 1,
      planType: 'Term',
      externalLoanProfiles: balances,
    });
    const entered = { directLoanBalance: '18,000.01', ffelLoanBalance: '' };
    const estimates = termEstimatesRequest({ hasOtherLoans: 'yes', ...entered });
    expect(estimates).toEqual(request([profile('Direct', 18_000.01), profile('FFEL', 0)]));
    expect(v.is(EstimatesRequest, estimates)).toBe(true);
    for (const hasOtherLoans of ['', 'no'] as const) {
      expect(termEstimatesRequest({ hasOtherLoans, ...entered })).toEqual(
        request([profile('Direct', 0), profile('FFEL', 0)]),
      );
    }
  });
});

const standard: SampleProgram = { current: 'STANDARD', pays: 132.15 };
const onIbr: SampleProgram = { current: 'IBR_15', pays: 142.6, ibr: true };
const ffelOnIbr: SampleProgram = { current: 'IBR_15', pays: 38.15, ibr: true, offers: { STANDARD: 60, GRADUATED: 34 } };
const onPaye: SampleProgram = { current: 'PAYE', pays: 90, idr: true };

const select = (selectedPlanDirect: string, selectedPlanFfel = ''): PlanSelection => ({
  selectedPlanDirect,
  selectedPlanFfel,
});

describe('the selection', () => {
  const both = sampleTermEstimates(onIbr, standard);

  it('starts with the present plans, which are no different plans', () => {
    expect(currentSelection(both)).toEqual(select('IBR_15', 'STANDARD'));
    expect(currentSelection(sampleTermEstimates(null, standard))).toEqual(select('', 'STANDARD'));
    expect(differentPlans(sampleProgram(standard)).map(({ planName }) => planName)).toEqual(['GRADUATED']);
  });

  it('keeps the part that is still offered', () => {
    expect(restoredSelection(both, select('GRADUATED', 'EXTENDED_FIXED'))).toEqual(select('GRADUATED', 'STANDARD'));
  });

  it('must change at least one program', () => {
    const problems = (selection: PlanSelection) => findProblems(selectionSchema(both, selection), selection);
    expect(problems(select('IBR_15', 'STANDARD'))).toEqual([
      { field: 'selectedPlanDirect', issue: { code: 'plan.unchanged' } },
    ]);
    expect(problems(select('IBR_15', 'GRADUATED'))).toEqual([]);
    expect(changingPrograms(both, select('IBR_15', 'GRADUATED')).map(({ program }) => program)).toEqual(['FFELP']);
  });
});

describe('the warning', () => {
  it.each<[string, PlanEstimates, PlanSelection, 'ibr' | 'idr' | undefined]>([
    ['IBR to graduated', sampleTermEstimates(onIbr, null), select('GRADUATED'), 'ibr'],
    ['IBR to standard', sampleTermEstimates(onIbr, null), select('STANDARD'), undefined],
    ['IBR kept', sampleTermEstimates(onIbr, standard), select('IBR_15', 'GRADUATED'), undefined],
    ['PAYE to graduated', sampleTermEstimates(onPaye, null), select('GRADUATED'), 'idr'],
    ['PAYE to standard', sampleTermEstimates(onPaye, null), select('STANDARD'), 'idr'],
    ['PAYE kept', sampleTermEstimates(onPaye, standard), select('PAYE', 'GRADUATED'), undefined],
    ['standard to graduated', sampleTermEstimates(standard, null), select('GRADUATED'), undefined],
    ['PAYE and IBR', sampleTermEstimates(onPaye, ffelOnIbr), select('GRADUATED', 'GRADUATED'), 'ibr'],
    ['PAYE, with IBR to standard', sampleTermEstimates(onPaye, ffelOnIbr), select('GRADUATED', 'STANDARD'), 'idr'],
    ['FFEL IBR', sampleTermEstimates(standard, ffelOnIbr), select('STANDARD', 'GRADUATED'), 'ibr'],
  ])('%s', (_, estimates, selection, warning) => {
    expect(warningFor(estimates, selection)).toBe(warning);
  });
});

describe('the exit payment', () => {
  const both = sampleTermEstimates(onIbr, ffelOnIbr);
  const amounts = (estimates: PlanEstimates, selection: PlanSelection) =>
    exitPaymentChoices(estimates, selection).map(({ amount }) => amount / 100);

  it.each<[string, PlanEstimates, PlanSelection, number[]]>([
    ['both programs leave IBR', both, select('GRADUATED', 'GRADUATED'), [5, 180.75]],
    ['one leaves, the other stays', both, select('GRADUATED', 'IBR_15'), [5, 180.75]],
    ['one leaves, the other goes to standard', both, select('STANDARD', 'GRADUATED'), [5, 180.75]],
    ['only to standard', both, select('STANDARD', 'STANDARD'), []],
    ['nothing is left', sampleTermEstimates(standard, null), select('GRADUATED'), []],
    ['IBR costs nothing now', sampleTermEstimates({ ...onIbr, pays: 0 }, null), select('GRADUATED'), [5]],
    ['IBR costs 5.00 now', sampleTermEstimates({ ...onIbr, pays: 5 }, null), select('GRADUATED'), [5]],
    ['one program is on IBR', sampleTermEstimates(onIbr, standard), select('GRADUATED', 'STANDARD'), [5, 142.6]],
  ])('%s', (_, estimates, selection, expected) => {
    expect(amounts(estimates, selection)).toEqual(expected);
  });

  it('counts the loans on IBR only, where a program has loans on several plans', () => {
    const loan = (currentPlanName: string, dollars: number) => ({
      accountNumber: 'E1',
      groupId: 'A',
      loanNumber: '1',
      loanTypeGroup: 'Direct',
      currentPlanName,
      newEstimatedAmount: null,
      currentAmount: cents(dollars),
    });
    const direct = { ...sampleProgram(onIbr), currentLoans: [loan('IBR_15', 20), loan('STANDARD', 50)] };
    const mixed = { ...sampleTermEstimates(onIbr, null), directLoans: direct };
    expect(amounts(mixed, select('GRADUATED'))).toEqual([5, 20]);
    // A plan that does not cover a loan leaves its payment as it is.
    const [plan, ...others] = direct.eligibleRepaymentPlans;
    if (plan === undefined) throw new Error('no plan');
    const partly = {
      ...direct,
      eligibleRepaymentPlans: [{ ...plan, ineligibleLoans: [loan('STANDARD', 50)] }, ...others],
    };
    expect(termTotalAmount({ ...mixed, directLoans: partly }, select('STANDARD'))).toBe(cents(182.15));
    expect(termTotalAmount(mixed, select('IBR_15'))).toBe(cents(70));
  });

  it('is required where there is one, beside the terms', () => {
    const codes = (choices: Parameters<typeof termApplicationSchema>[0], values: object) =>
      findProblems(termApplicationSchema(choices), values).map(({ issue }) => issue.code);
    const choices = exitPaymentChoices(both, select('GRADUATED', 'GRADUATED'));
    expect(codes(choices, { exitPayment: '', terms: false })).toEqual(['exitPayment.required', 'terms.required']);
    expect(codes(choices, { exitPayment: 'minimum', terms: true })).toEqual([]);
    expect(codes([], { exitPayment: '', terms: true })).toEqual([]);
    expect(exitPaymentAmount(choices, { exitPayment: 'currentIbr' })).toBe(cents(180.75));
    expect(exitPaymentAmount([], { exitPayment: 'minimum' })).toBe(ZERO);
  });
});

describe('the submitted application', () => {
  const today = toPlainDate('2026-11-20');
  const estimates = sampleTermEstimates(onIbr, { ...standard, offers: { GRADUATED: 76.2, INCOME_SENSITIVE: 40 } });
  const sent = (selection: PlanSelection, exitPayment: '' | 'minimum' | 'currentIbr' = '', hasOtherLoans = 'no') =>
    termSubmission(
      {
        estimates,
        selection,
        hasOtherLoans: hasOtherLoans === 'yes' ? 'yes' : 'no',
        values: { exitPayment, terms: true },
      },
      today,
    );

  it('names the programs that change, with the codes of their plans', () => {
    expect(sent(select('GRADUATED', 'INCOME_SENSITIVE'), 'minimum', 'yes')).toEqual({
      eligibleLoans: [
        { loanProgramGroupType: 'Direct', planType: 2 },
        { loanProgramGroupType: 'FFELP', planType: 99 },
      ],
      hasExternalLoans: true,
      esignDate: '2026-11-20',
      extraAmount: 5,
    });
    // An answer from before the selection was changed does not count.
    expect(sent(select('IBR_15', 'GRADUATED'), 'currentIbr')).toEqual({
      eligibleLoans: [{ loanProgramGroupType: 'FFELP', planType: 2 }],
      hasExternalLoans: false,
      esignDate: '2026-11-20',
      extraAmount: 0,
    });
  });

  it.each<[PlanSelection, number | null]>([
    [select('GRADUATED', 'GRADUATED'), 152.4],
    // The present amount of the program that stays (ruling 31).
    [select('IBR_15', 'GRADUATED'), 218.8],
    [select('GRADUATED', 'STANDARD'), 208.35],
  ])('totals %j', (selection, total) => {
    expect(termTotalAmount(estimates, selection)).toBe(total === null ? null : cents(total));
  });
});

describe('the days of an application (ruling 74)', () => {
  it.each([
    // A Friday; Thanksgiving is on Thursday the 26th.
    ['2026-11-20T15:00:00.000Z', '2026-11-20', '2026-11-23', '2026-11-30'],
    // Late in the evening in New York still counts.
    ['2026-11-21T03:59:00.000Z', '2026-11-20', '2026-11-23', '2026-11-30'],
    // A Saturday.
    ['2026-11-21T15:00:00.000Z', '2026-11-21', '2026-11-23', '2026-11-30'],
    ['2026-12-18T15:00:00.000Z', '2026-12-18', '2026-12-21', '2026-12-28'],
  ])('received at %s', (received, sentOn, reviewStartsOn, decidedOn) => {
    expect(applicationDays(received)).toEqual({ sentOn, reviewStartsOn, decidedOn });
  });
});
