/**
 * The rules of deferments that the borrower chooses by type: messages and boundaries from the specification (R §4, §5,
 * §9).
 */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { addDays, formatUsDate, toPlainDate } from '#domain/calendar.ts';
import { defermentMessages } from '#domain/repayment/deferment/messages.ts';
import { unemploymentRequest } from '#domain/repayment/deferment/requests.ts';
import * as rules from '#domain/repayment/deferment/rules.ts';
import { DefermentDraft, type DefermentEligibility, type DefermentType } from '#domain/repayment/deferment/shapes.ts';
import { getMessage, findProblems } from '#domain/issue.ts';

const facts = { minDependents: 0, maxDependents: 20, idrAgiMaxAmount: 1_000_000 };
const today = toPlainDate('2026-11-20');

/** Returns the messages of a form by field. */
const said = (schema: Parameters<typeof findProblems>[0], values: object) =>
  Object.fromEntries(
    findProblems(schema, values).map(({ field, issue }) => [field, getMessage(defermentMessages, issue)]),
  );

test('the types are offered in the order unemployment, rehabilitation, economic hardship', () => {
  const none: DefermentEligibility = {
    hasDefermentForbearanceApplicationInProcess: false,
    isDefermentEconomicHardshipEligible: false,
    isDefermentRehabEligible: false,
    isDefermentUnemploymentEligible: false,
    isDefermentInSchoolEligible: true,
  };
  expect(rules.eligibleTypes(none)).toEqual([]);
  expect(rules.eligibleTypes({ ...none, isDefermentRehabEligible: true })).toEqual(['rehabilitation']);
  expect(rules.eligibleTypes({ ...none, isDefermentUnemploymentEligible: true })).toEqual(['unemployment']);
  expect(rules.eligibleTypes({ ...none, isDefermentEconomicHardshipEligible: true })).toEqual(['economicHardship']);
  expect(
    rules.eligibleTypes({
      ...none,
      isDefermentEconomicHardshipEligible: true,
      isDefermentRehabEligible: true,
      isDefermentUnemploymentEligible: true,
    }),
  ).toEqual(['unemployment', 'rehabilitation', 'economicHardship']);
});

describe('the income form', () => {
  const of = (familySize: string, monthlyIncome: string) =>
    said(rules.incomeSchema(facts), { familySize, monthlyIncome });

  test.each(['1', '21', ' 3 '])('accepts a family of %j', (size) => expect(of(size, '1')).toEqual({}));

  test.each(['', '0', '22', '2.5', '-1', 'two', '1e1', '9999'])('rejects a family of %j', (size) =>
    expect(of(size, '1')).toEqual({ familySize: 'Family Size must be between 1 and 21.' }),
  );

  test('requires an income', () => {
    expect(of('1', '')).toEqual({ monthlyIncome: 'Gross Monthly Income is required.' });
    expect(of('1', '  ')).toEqual({ monthlyIncome: 'Gross Monthly Income is required.' });
  });

  test.each(['abc', '-5', '1,00', '1.234', '$'])('rejects %j as an amount', (income) =>
    expect(of('1', income)).toEqual({ monthlyIncome: 'Gross Monthly Income must be a valid dollar amount.' }),
  );

  test('accepts incomes up to a twelfth of the highest yearly income, in whole dollars', () => {
    expect(rules.highestMonthlyIncome(facts)).toBe(83_333);
    for (const income of ['0', '$1,995.00', '83333', '83,333.49']) expect(of('1', income)).toEqual({});
    for (const income of ['83,333.50', '83334', '1000000'])
      expect(of('1', income)).toEqual({ monthlyIncome: 'Monthly Gross Income must be less than $83,333.' });
  });

  test('formats a positive income as a whole number without separators and leaves other text unchanged', () => {
    const left = rules.normalizeMonthlyIncome;
    expect(left('$2,400.50')).toBe('2401');
    expect(left('2,400.49')).toBe('2400');
    expect(left('1995')).toBe('1995');
    expect(left('0.50')).toBe('1');
    // Positive, although it rounds to 0.
    expect(left('0.49')).toBe('0');
    for (const typed of ['', '0', '0.00', 'abc', '-3']) expect(left(typed)).toBe(typed);
  });

  test('normalizes an income to an equal value, and that value to itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 9_000_000 }), (cents) => {
        const typed = (cents / 100).toFixed(2);
        const once = rules.normalizeMonthlyIncome(typed);
        expect(once).toBe(String(Math.round(cents / 100)));
        expect(rules.parseMonthlyIncome(once)).toBe(rules.parseMonthlyIncome(typed));
        expect(rules.normalizeMonthlyIncome(once)).toBe(once);
      }),
    );
  });
});

describe('the application form', () => {
  const ranges = {
    unemployment: { monthsBefore: 6, daysAfter: 60 },
    economicHardship: { notBefore: toPlainDate('2026-09-01'), daysAfter: 0 },
  };
  const getBounds = (type: DefermentType, day = today) => rules.startBounds(type, { today: day, ranges });
  const bounds = getBounds('unemployment');
  const of = (startDate: string, terms = true) => said(rules.applicationSchema(bounds), { startDate, terms });

  test('accepts a start up to six months before and sixty days after today', () => {
    expect(bounds).toEqual({ min: '2026-05-20', max: '2027-01-19' });
    for (const day of ['05/20/2026', '11/20/2026', '01/19/2027']) expect(of(day)).toEqual({});
    expect(of('05/19/2026')).toEqual({ startDate: 'Date (MM/DD/YYYY) cannot be before 05/20/2026.' });
    expect(of('01/20/2027')).toEqual({ startDate: 'Date (MM/DD/YYYY) cannot be after 01/19/2027.' });
  });

  test('accepts a start from a configured fixed day', () => {
    expect(getBounds('economicHardship')).toEqual({ min: '2026-09-01', max: '2026-11-20' });
  });

  test('uses the last day of a shorter month six months ago', () => {
    expect(getBounds('unemployment', toPlainDate('2026-08-31'))?.min).toBe('2026-02-28');
  });

  test('requires a valid date', () => {
    expect(of('')).toEqual({ startDate: 'Date is required (MM/DD/YYYY).' });
    for (const typed of ['1/1/2026', '02/30/2026', '2026-11-20', 'soon'])
      expect(of(typed)).toEqual({ startDate: 'Enter in a valid date (MM/DD/YYYY).' });
  });

  test('requires agreement to the terms', () => {
    expect(of('11/20/2026', false)).toEqual({ terms: 'You are required to agree to the terms and conditions.' });
  });

  test('has no date for rehabilitation training', () => {
    expect(getBounds('rehabilitation')).toBeUndefined();
    expect(said(rules.applicationSchema(undefined), { startDate: '', terms: true })).toEqual({});
  });

  test('accepts exactly the days between the bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
        const day = addDays(today, days);
        const isWithin = bounds !== undefined && day >= bounds.min && day <= bounds.max;
        expect(Object.keys(of(formatUsDate(day)))).toEqual(isWithin ? [] : ['startDate']);
      }),
    );
  });
});

test('receiving unemployment benefits uses the plan texts of unemployment', () => {
  expect(rules.toContentOption('UnemploymentBenefits')).toBe('Unemployment');
  for (const option of ['Unemployment', 'PeaceCorps', 'Poverty', 'RehabilitationTraining'] as const)
    expect(rules.toContentOption(option)).toBe(option);
});

test('a draft is accepted without a qualification only at the first step, before its application was sent', () => {
  const sent = { key: '3f2b8c1e-7a54-4d09-9c1b-52f6f0a7d301', sent: true };
  const draft = {
    version: 1,
    type: 'unemployment',
    transcript: [{ question: 'unemploymentBenefits', answer: 'yes' }],
    familySize: '',
    monthlyIncome: '',
    qualification: null,
    step: 'qualification',
    startDate: '',
    submission: null,
  };
  expect(v.is(DefermentDraft, draft)).toBe(true);
  for (const wrong of [{ step: 'plan' }, { step: 'application' }, { submission: sent }])
    expect(v.is(DefermentDraft, { ...draft, ...wrong })).toBe(false);
  const qualification = {
    defermentType: 'unemployment',
    defermentOption: 'UnemploymentBenefits',
    decisionTranscript: draft.transcript,
    familySize: null,
    monthlyIncome: null,
  };
  for (const right of [{ step: 'plan' }, { step: 'application', submission: sent }])
    expect(v.is(DefermentDraft, { ...draft, qualification, ...right })).toBe(true);
});

test('the application for unemployment contains the start date and whether the borrower receives benefits', () => {
  const since = toPlainDate('2026-10-01');
  const answers = {
    defermentType: 'unemployment',
    decisionTranscript: [],
    familySize: null,
    monthlyIncome: null,
  } as const;
  const request = (defermentOption: 'UnemploymentBenefits' | 'Unemployment') =>
    unemploymentRequest({ ...answers, defermentOption }, since);
  expect(request('UnemploymentBenefits')).toEqual({ unemploymentDate: since, unemploymentBenefits: true });
  expect(request('Unemployment')).toEqual({ unemploymentDate: since, unemploymentBenefits: false });
});
