/** The rules of making a payment (Y §4 and §5): what is offered, what is refused and in which words, what is sent. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { BankAccountValues } from '#domain/banking/shapes.ts';
import { type CallFailure, failureOf } from '#domain/call.ts';
import {
  type PlainDate,
  addDays,
  addMonths,
  formatUsDate,
  isBankHoliday,
  isBankingDay,
  plainDateOf,
} from '#domain/calendar.ts';
import { parseTyped, sumCents, toCents } from '#domain/money.ts';
import * as rules from '#domain/payments/rules.ts';
import {
  type AvailableDates,
  PaymentDraft,
  type PaymentOption,
  type ScheduleValues,
  type SubmissionOutcome,
  SubmitV2,
} from '#domain/payments/shapes.ts';
import { paymentWords } from '#domain/payments/words.ts';
import { type Verdict, problemsOf, say } from '#domain/verdict.ts';
import { METHOD, TODAY, accountWith, datesFrom, factsWith, someSchedule, textOf } from './samples.ts';

const day = plainDateOf;
const said = (verdict: Verdict | undefined) => verdict && say(paymentWords, verdict);
const due = (totalDue: number, pastDueAmt: number) => ({
  totalDue: toCents(totalDue),
  pastDueAmt: toCents(pastDueAmt),
});

describe('the options of an account (Y §4.1, rulings 32 and 53)', () => {
  const N = 'NoPayment';
  const M = 'MonthlyPayment';
  const P = 'PastPayment';
  const O = 'OtherAmount';
  const cases: [number, number, PaymentOption[], PaymentOption][] = [
    [0, 0, [N, O], N],
    [120_00, 0, [M, O], M],
    [120_00, 50_00, [M, P, O], M],
    [0, 50_00, [P, O], P],
    [1, 0, [M, O], M],
    [0, 1, [P, O], P],
    [-5_00, 0, [N, O], N],
    [0, -5_00, [N, O], N],
    [-5_00, -5_00, [N, O], N],
    [-5_00, 50_00, [P, O], P],
    [120_00, -5_00, [M, O], M],
  ];

  it.each(cases)('with %i due and %i past due are %j, and it starts at %s', (totalDue, pastDueAmt, offered, start) => {
    expect(rules.offeredOptions(due(totalDue, pastDueAmt))).toEqual(offered);
    expect(rules.defaultOption(due(totalDue, pastDueAmt))).toBe(start);
  });

  it('always include another amount and the one it starts at, and never pay nothing where something is due', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (totalDue, pastDueAmt) => {
        const facts = due(totalDue, pastDueAmt);
        const offered = rules.offeredOptions(facts);
        expect(offered).toContain('OtherAmount');
        expect(offered).toContain(rules.defaultOption(facts));
        expect(rules.defaultOption(facts)).not.toBe('OtherAmount');
        expect(offered.includes('NoPayment')).toBe(totalDue <= 0 && pastDueAmt <= 0);
        expect(offered.includes('MonthlyPayment')).toBe(totalDue > 0);
        expect(offered.includes('PastPayment')).toBe(pastDueAmt > 0);
      }),
    );
  });

  it.each<[PaymentOption, number]>([
    ['NoPayment', 0],
    ['MonthlyPayment', 120_00],
    ['PastPayment', 50_00],
    ['OtherAmount', 75_50],
  ])('%s stands for %i cents', (option, amount) => {
    expect(rules.amountOf(option, due(120_00, 50_00), '75.5')).toBe(amount);
  });

  it('stand for nothing where the amount due is negative or the amount typed is none', () => {
    expect(rules.amountOf('MonthlyPayment', due(-5_00, -5_00), '')).toBe(0);
    expect(rules.amountOf('PastPayment', due(-5_00, -5_00), '')).toBe(0);
    for (const typed of ['', '-5', '10,50', 'ten']) expect(rules.amountOf('OtherAmount', due(1, 1), typed)).toBe(0);
  });
});

describe('the day of a payment (Y §5.1)', () => {
  const dates = datesFrom(TODAY);
  const last = day('2027-02-18');
  const notOffered = datesFrom(TODAY, {
    availablePaymentDates: dates.availablePaymentDates.filter((each) => each !== '2026-12-01'),
  });
  const withWeekends = (given: Partial<AvailableDates> = {}): AvailableDates => ({
    ...dates,
    excludeWeekends: false,
    availablePaymentDates: Array.from({ length: 91 }, (_, days) => addDays(TODAY, days)),
    ...given,
  });

  it.each([TODAY, last, '2026-11-23', '2026-12-24'])('may be %s', (date) => {
    expect(rules.judgeDay(day(date), dates)).toBeUndefined();
  });

  it.each([
    ['2026-11-19', 'Payment date must be on or after 11/20/2026.', 'the day before the first'],
    ['2020-01-01', 'Payment date must be on or after 11/20/2026.', 'years ago, and a holiday'],
    ['2027-02-19', 'Payment must be in the next 90 days.', 'the day after the last'],
    ['2027-12-25', 'Payment must be in the next 90 days.', 'next year, and a weekend'],
    ['2026-11-21', 'Payment date must not be on a weekend or holiday.', 'a Saturday'],
    ['2026-11-22', 'Payment date must not be on a weekend or holiday.', 'a Sunday'],
    ['2026-11-26', 'Payment date must not be on a weekend or holiday.', 'Thanksgiving'],
    ['2026-12-25', 'Payment date must not be on a weekend or holiday.', 'Christmas Day'],
    ['2027-01-18', 'Payment date must not be on a weekend or holiday.', 'Martin Luther King Jr. Day'],
  ])('is not %s: "%s" (%s)', (date, message) => {
    expect(said(rules.judgeDay(day(date), dates))).toBe(message);
  });

  it('must be among the days that are offered', () => {
    expect(said(rules.judgeDay(day('2026-12-01'), notOffered))).toBe('Payment must be in the next 90 days.');
    expect(rules.judgeDay(day('2026-12-01'), dates)).toBeUndefined();
  });

  it('names the length of the window and the first day that the server gives', () => {
    const other = datesFrom(day('2027-03-01'), { paymentRange: 30 });
    expect(said(rules.judgeDay(day('2028-01-03'), other))).toBe('Payment must be in the next 30 days.');
    expect(said(rules.judgeDay(day('2027-02-26'), other))).toBe('Payment date must be on or after 03/01/2027.');
  });

  it('may be on a weekend where weekends are not excluded, but on no holiday', () => {
    const weekends = withWeekends();
    expect(rules.judgeDay(day('2026-11-21'), weekends)).toBeUndefined();
    expect(rules.judgeDay(day('2026-11-22'), weekends)).toBeUndefined();
    expect(said(rules.judgeDay(day('2026-11-26'), weekends))).toBe('Payment date must not be on a weekend or holiday.');
  });

  it('is no holiday even where the holiday is on a Saturday and weekends are not excluded', () => {
    const saturday = day('2026-07-04');
    const around = withWeekends({
      earliestPaymentDate: day('2026-07-01'),
      latestPaymentDate: day('2026-07-31'),
      availablePaymentDates: [saturday, day('2026-07-11')],
    });
    expect(rules.judgeDay(saturday, around)).toEqual({ code: 'date.notBankingDay' });
    expect(rules.judgeDay(day('2026-07-11'), around)).toBeUndefined();
  });

  it('is accepted exactly on the banking days of the window', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 400 }), (days) => {
        const date = addDays(TODAY, days);
        const isFine = days >= 0 && days <= 90 && isBankingDay(date);
        expect(rules.judgeDay(date, dates) === undefined).toBe(isFine);
      }),
    );
  });

  it.each([
    ['', 'Payment date is required.'],
    ['   ', 'Payment date is required.'],
    ['11/20/26', 'Incorrect format. Please use MM/DD/YYYY.'],
    ['1/5/2027', 'Incorrect format. Please use MM/DD/YYYY.'],
    ['2026-11-20', 'Incorrect format. Please use MM/DD/YYYY.'],
    ['tomorrow', 'Incorrect format. Please use MM/DD/YYYY.'],
    ['02/30/2027', 'Incorrect format. Please use MM/DD/YYYY.'],
    ['13/01/2026', 'Incorrect format. Please use MM/DD/YYYY.'],
    ['11/19/2026', 'Payment date must be on or after 11/20/2026.'],
    ['02/19/2027', 'Payment must be in the next 90 days.'],
    ['11/21/2026', 'Payment date must not be on a weekend or holiday.'],
  ])('typed as "%s" says "%s"', (typed, message) => {
    expect(said(rules.judgeTypedDate(typed, dates))).toBe(message);
  });

  it.each(['11/20/2026', '02/18/2027', ' 11/23/2026 '])('may be typed as "%s"', (typed) => {
    expect(rules.judgeTypedDate(typed, dates)).toBeUndefined();
  });

  it('typed is judged as the day itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 400 }), (days) => {
        const date = addDays(TODAY, days);
        expect(rules.judgeTypedDate(formatUsDate(date), dates)).toEqual(rules.judgeDay(date, dates));
      }),
    );
  });
});

describe('an Other amount (Y §5.1)', () => {
  const payoff = toCents(5_000_00);

  it.each([
    ['', 'Payment amount is required.'],
    ['   ', 'Payment amount is required.'],
    ['-5', 'Payment amount must be a valid dollar amount.'],
    ['10,50', 'Payment amount must be a valid dollar amount.'],
    ['1.234', 'Payment amount must be a valid dollar amount.'],
    ['ten', 'Payment amount must be a valid dollar amount.'],
    ['.', 'Payment amount must be a valid dollar amount.'],
    ['5000.01', 'Payment cannot exceed your account payoff amount of $5,000.00.'],
    ['$5,000.01', 'Payment cannot exceed your account payoff amount of $5,000.00.'],
    ['1000000', 'Payment cannot exceed your account payoff amount of $5,000.00.'],
  ])('"%s" says "%s"', (typed, message) => {
    expect(said(rules.judgeOtherAmount(typed, payoff))).toBe(message);
  });

  it.each(['5000', '5,000.00', '$5,000.00', '4999.99', '.01', '0', '10.'])('may be "%s"', (typed) => {
    expect(rules.judgeOtherAmount(typed, payoff)).toBeUndefined();
  });

  it('may be the payoff to the cent, and not a cent above (ruling 42)', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_00), (cents) => {
        const typed = (amount: number) => rules.tidyAmount((amount / 100).toFixed(2));
        expect(rules.judgeOtherAmount(typed(cents), toCents(cents))).toBeUndefined();
        expect(rules.judgeOtherAmount(typed(cents + 1), toCents(cents))).toEqual({
          code: 'amount.exceedsPayoff',
          payoff: cents,
        });
      }),
    );
  });

  it.each([
    ['10.5', '10.50'],
    ['.5', '0.50'],
    ['10.', '10.00'],
    ['$1,234.5', '1234.50'],
    [' 7 ', '7.00'],
    ['10,50', '10,50'],
    ['-5', '-5'],
    ['', ''],
    ['ten', 'ten'],
  ])('"%s" stands as "%s" after leaving its field', (typed, tidied) => {
    expect(rules.tidyAmount(typed)).toBe(tidied);
  });

  it('means the same after leaving its field, and is not written anew again', () => {
    fc.assert(
      fc.property(textOf('0123456789.,$- '), (typed) => {
        const tidied = rules.tidyAmount(typed);
        expect(parseTyped(tidied)).toBe(parseTyped(typed));
        expect(rules.tidyAmount(tidied)).toBe(tidied);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the schedule step (Y §4.2 and §5.1)', () => {
  const one = accountWith({ accountId: 'one', accountNumber: 'E000000001' });
  const two = accountWith({ accountId: 'two', accountNumber: 'D000000002', totalDue: 80_00, pastDueAmt: 30_00 });
  const facts = factsWith(one, two);
  const start = rules.startingSchedule(facts);
  const problems = (values: ScheduleValues, given = facts) => problemsOf(rules.scheduleSchema(given, values), values);
  const saidOf = (values: ScheduleValues, given = facts) =>
    problems(values, given).map(({ field, verdict }) => [field, say(paymentWords, verdict)]);

  it('starts at each account’s default and the first day that is offered', () => {
    expect(start).toEqual({
      paymentDate: '11/20/2026',
      'option.one': 'MonthlyPayment',
      'otherAmount.one': '',
      'option.two': 'MonthlyPayment',
      'otherAmount.two': '',
    });
    expect(problems(start)).toEqual([]);
    expect(rules.isScheduleComplete(facts, start)).toBe(true);
    expect(rules.totalOf(start, facts.payment)).toBe(200_00);
  });

  it('starts at the first banking day where today is none', () => {
    const saturday = { ...facts, dates: datesFrom(day('2026-11-21')) };
    expect(rules.startingSchedule(saturday).paymentDate).toBe('11/23/2026');
  });

  it('a total of nothing says "Total Payment amount must be greater than $0." (ruling 16)', () => {
    const nothing: [ScheduleValues, rules.ScheduleFacts][] = [
      [{ ...start, 'option.one': 'NoPayment', 'option.two': 'NoPayment' }, facts],
      [
        {
          ...start,
          'option.one': 'OtherAmount',
          'otherAmount.one': '0',
          'option.two': 'OtherAmount',
          'otherAmount.two': '0.00',
        },
        facts,
      ],
    ];
    for (const [values, given] of nothing) {
      expect(saidOf(values, given)).toEqual([['total', 'Total Payment amount must be greater than $0.']]);
      expect(rules.isScheduleComplete(given, values)).toBe(false);
    }
    const paidAhead = factsWith(accountWith({ totalDue: 0 }));
    expect(saidOf(rules.startingSchedule(paidAhead), paidAhead)).toEqual([
      ['total', 'Total Payment amount must be greater than $0.'],
    ]);
  });

  it('a single cent on one account is enough', () => {
    const cent: ScheduleValues = {
      ...start,
      'option.one': 'OtherAmount',
      'otherAmount.one': '.01',
      'option.two': 'NoPayment',
    };
    expect(problems(cent)).toEqual([]);
  });

  it('judges an Other amount only where it is chosen', () => {
    const hidden: ScheduleValues = { ...start, 'otherAmount.one': 'ten', 'otherAmount.two': '999999999' };
    expect(problems(hidden)).toEqual([]);
    expect(rules.totalOf(hidden, facts.payment)).toBe(200_00);
    expect(saidOf({ ...hidden, 'option.one': 'OtherAmount' })).toEqual([
      ['otherAmount.one', 'Payment amount must be a valid dollar amount.'],
    ]);
  });

  it('judges each account by its own payoff', () => {
    const rich = factsWith(one, { ...two, currentPayoff: toCents(10_00) });
    const same: ScheduleValues = {
      ...start,
      'option.one': 'OtherAmount',
      'otherAmount.one': '10.01',
      'option.two': 'OtherAmount',
      'otherAmount.two': '10.01',
    };
    expect(saidOf(same, rich)).toEqual([
      ['otherAmount.two', 'Payment cannot exceed your account payoff amount of $10.00.'],
    ]);
  });

  it('lists the total, then the amounts by account, then the payment date', () => {
    const wrong: ScheduleValues = {
      paymentDate: '',
      'option.two': 'OtherAmount',
      'otherAmount.two': '-1',
      'option.one': 'OtherAmount',
      'otherAmount.one': '',
    };
    expect(saidOf(wrong)).toEqual([
      ['total', 'Total Payment amount must be greater than $0.'],
      ['otherAmount.one', 'Payment amount is required.'],
      ['otherAmount.two', 'Payment amount must be a valid dollar amount.'],
      ['paymentDate', 'Payment date is required.'],
    ]);
  });

  it.each<PaymentOption>(['NoPayment', 'MonthlyPayment', 'PastPayment'])(
    'clears the Other amount beside %s, and no other',
    (option) => {
      const values: ScheduleValues = {
        ...start,
        'option.two': option,
        'otherAmount.two': '7.00',
        'otherAmount.one': '8.00',
      };
      expect(rules.followOption('option.two', values)).toEqual({ ...values, 'otherAmount.two': '' });
    },
  );

  it('keeps the Other amount where it is chosen, and where another field changed', () => {
    const values: ScheduleValues = { ...start, 'option.two': 'OtherAmount', 'otherAmount.two': '7.00' };
    expect(rules.followOption('option.two', values)).toEqual(values);
    expect(rules.followOption('otherAmount.one', values)).toEqual(values);
    expect(rules.followOption('paymentDate', values)).toEqual(values);
  });

  it.each([
    ['option.one', 'OtherAmount', true],
    ['option.one', 'MonthlyPayment', false],
    ['otherAmount.one', 'OtherAmount', false],
    ['paymentDate', 'OtherAmount', false],
    ['option.one', true, false],
  ])('with %s at %s, an amount is to be typed: %s', (field, value, isIt) => {
    expect(rules.isOtherAmountChosen(field, value)).toBe(isIt);
  });

  it('takes choices up again that still hold', () => {
    const kept = {
      paymentDate: '12/01/2026',
      'option.one': 'OtherAmount',
      'otherAmount.one': '33.00',
      'option.two': 'PastPayment',
      'otherAmount.two': '',
    };
    expect(rules.restoredSchedule(facts, kept)).toEqual(kept);
  });

  it('drops choices that hold no more: an option that is not offered, an amount without its option, another account', () => {
    const current = factsWith(one, { ...two, pastDueAmt: toCents(0) });
    const kept = {
      'option.one': 'MonthlyPayment',
      'otherAmount.one': '33.00',
      'option.two': 'PastPayment',
      'otherAmount.two': '44.00',
      'option.gone': 'OtherAmount',
      'otherAmount.gone': '55.00',
      'option.toString': 'OtherAmount',
      somethingElse: 'x',
    };
    expect(rules.restoredSchedule(current, kept)).toEqual(start);
    expect(rules.restoredSchedule(current, { 'option.one': 'FreeMoney' })).toEqual(start);
    expect(rules.restoredSchedule(current, {})).toEqual(start);
  });

  it('is not complete with a day that has passed since', () => {
    const later = { ...facts, dates: datesFrom(day('2026-12-02')) };
    expect(rules.isScheduleComplete(later, rules.restoredSchedule(later, { ...start }))).toBe(false);
    expect(rules.isScheduleComplete(facts, rules.restoredSchedule(facts, { ...start }))).toBe(true);
  });

  it('offers what it restores, and restores what it restored, whatever was kept', () => {
    const words = fc.constantFrom('NoPayment', 'MonthlyPayment', 'PastPayment', 'OtherAmount', '', '10.00', 'x');
    const fields = fc.constantFrom(...[0, 1, 2].flatMap((id) => [`option.account-${id}`, `otherAmount.account-${id}`]));
    fc.assert(
      fc.property(someSchedule, fc.dictionary(fields, words), (given, kept) => {
        const restored = rules.restoredSchedule(given.facts, kept);
        expect(Object.keys(restored).sort()).toEqual(Object.keys(rules.startingSchedule(given.facts)).sort());
        for (const account of given.facts.payment.borrowerAccountPayments) {
          expect(rules.offeredOptions(account)).toContain(rules.optionOf(restored, account));
        }
        expect(rules.restoredSchedule(given.facts, { ...restored })).toEqual(restored);
      }),
    );
  });

  it('is kept without any number of an account', () => {
    const draft = v.parse(PaymentDraft, {
      version: 1,
      values: { ...start },
      methodId: METHOD.profileId,
      completed: ['schedule'],
      submission: null,
    });
    for (const { accountNumber } of facts.payment.borrowerAccountPayments) {
      expect(JSON.stringify(draft)).not.toContain(accountNumber);
    }
  });
});

describe('which steps may be entered (Y §2.1)', () => {
  it.each<[rules.PaymentStep[], boolean, boolean]>([
    [[], false, false],
    [['method'], false, false],
    [['schedule'], true, false],
    [['schedule', 'method'], true, true],
    [['method', 'schedule'], true, true],
  ])('after %j: the method %s, the review %s', (completed, method, review) => {
    expect(rules.canChooseMethod(completed)).toBe(method);
    expect(rules.canReview(completed)).toBe(review);
  });
});

describe('the payment method (Y §4.3)', () => {
  const other = { ...METHOD, profileId: 'method-2', profileName: 'Savings' };
  const methods = [METHOD, other];

  it.each([
    ['method-2', 'method-2', 'the one chosen before'],
    ['method-1', 'method-1', 'the one chosen before'],
    ['', 'method-1', 'the first that is saved'],
    ['deleted', 'method-1', 'the first that is saved, where the one chosen before is gone'],
  ])('after "%s" starts at %s: %s', (chosen, start) => {
    expect(rules.startingMethod(methods, chosen)).toBe(start);
  });

  it('starts at none where none is saved', () => {
    expect(rules.startingMethod([], 'method-1')).toBe('');
    expect(rules.methodOf([], 'method-1')).toBeUndefined();
    expect(rules.methodOf(methods, null)).toBeUndefined();
  });

  it('has to be one that is saved', () => {
    const said1 = (methodId: string) =>
      problemsOf(rules.methodSchema(methods), { methodId }).map(({ verdict }) => say(paymentWords, verdict));
    expect(said1('method-2')).toEqual([]);
    expect(said1('')).toEqual(['Choose a payment method.']);
    expect(said1('deleted')).toEqual(['Choose a payment method.']);
  });
});

describe('the terms (Y §5.3)', () => {
  const SENTENCE =
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.';
  it.each([[false], [undefined], ['true'], [1], [null]])('%j is no agreement', (terms) => {
    expect(problemsOf(rules.reviewSchema, { terms }).map(({ verdict }) => say(paymentWords, verdict))).toEqual([
      SENTENCE,
    ]);
  });
  it('only a tick is', () => {
    expect(problemsOf(rules.reviewSchema, { terms: true })).toEqual([]);
  });
});

const submissionFacts = (given: { facts: rules.ScheduleFacts; values: ScheduleValues }): rules.SubmissionFacts => ({
  ...given.facts,
  values: given.values,
  source: rules.sourceOfProfile(METHOD),
  payerName: 'Avery Quill',
  payerRoleId: 1,
  paymentSourceTypeId: 1,
  userAgent: 'A browser',
});

describe('the payload, version 2 (Y §3)', () => {
  const accounts = [
    accountWith({ accountId: 'one', accountNumber: 'E000000001', totalDue: 120_00 }),
    accountWith({ accountId: 'two', accountNumber: 'D000000002', totalDue: 80_00, pastDueAmt: 30_00 }),
    accountWith({ accountId: 'three', accountNumber: 'J000000003', totalDue: 0 }),
  ];
  const facts = factsWith(...accounts);
  const values: ScheduleValues = {
    ...rules.startingSchedule(facts),
    paymentDate: '12/01/2026',
    'option.one': 'OtherAmount',
    'otherAmount.one': '1,033.10',
    'option.two': 'PastPayment',
  };
  const payload = rules.submitV2Of(submissionFacts({ facts, values }));

  it('names the day, the total, the accounts that are paid, and the bank account', () => {
    expect(payload).toEqual({
      effectiveDate: '2026-12-01T00:00:00.000Z',
      paymentAmountControlTotal: 1063.1,
      advanceDueDate: false,
      borrowerPaymentV2: {
        borrowerAccountPaymentsV2: [
          {
            accountNumber: 'E000000001',
            paymentAmount: 1033.1,
            borrowerGroupPaymentsV2: [],
            isGroupLevelPayment: false,
            advanceDueDate: false,
          },
          {
            accountNumber: 'D000000002',
            paymentAmount: 30,
            borrowerGroupPaymentsV2: [],
            isGroupLevelPayment: false,
            advanceDueDate: false,
          },
        ],
      },
      payerRoleId: 1,
      methodId: 'method-1',
      name: 'Avery Quill',
      accountHolder: 'Avery Quill',
      accountNickname: 'Household',
      routingNumber: '*****0248',
      accountNumber: '*****6789',
      paymentAccountTypeId: 1,
      savePaymentMethod: false,
      paymentSourceTypeId: 1,
      email: 'avery@example.com',
      paymentSourceRawDetails: 'A browser',
    });
  });

  it('carries no more of the browser’s name than fits', () => {
    const long = rules.submitV2Of({ ...submissionFacts({ facts, values }), userAgent: 'x'.repeat(2_000) });
    expect(v.parse(SubmitV2, long).paymentSourceRawDetails).toHaveLength(500);
  });

  it.each(['', '02/30/2027', 'tomorrow'])('is not made for the day "%s"', (paymentDate) => {
    expect(() => rules.submitV2Of(submissionFacts({ facts, values: { ...values, paymentDate } }))).toThrow(RangeError);
  });

  it('adds up, whatever was chosen: the parts, the control total and the total that was shown are the same cents', () => {
    fc.assert(
      fc.property(someSchedule, (given) => {
        const total = rules.totalOf(given.values, given.facts.payment);
        fc.pre(total > 0);
        const wire: unknown = JSON.parse(JSON.stringify(rules.submitV2Of(submissionFacts(given))));
        const received = v.parse(SubmitV2, wire);
        const shares = received.borrowerPaymentV2.borrowerAccountPaymentsV2;
        expect(received.paymentAmountControlTotal).toBe(total);
        expect(sumCents(shares.map(({ paymentAmount }) => paymentAmount))).toBe(total);
        expect(shares.every(({ paymentAmount }) => paymentAmount > 0)).toBe(true);
        const paid = given.facts.payment.borrowerAccountPayments
          .filter((account) => rules.chosenAmount(given.values, account) > 0)
          .map(({ accountNumber }) => accountNumber);
        expect(shares.map(({ accountNumber }) => accountNumber)).toEqual(paid);
        expect(received.effectiveDate).toBe(TODAY);
      }),
    );
  });

  it('is taken by the server’s judgement whenever the schedule is complete', () => {
    fc.assert(
      fc.property(someSchedule, (given) => {
        const { payment } = given.facts;
        // What is due never exceeds the payoff; only an amount that was typed may.
        fc.pre(payment.borrowerAccountPayments.every((each) => each.totalDue <= each.currentPayoff));
        fc.pre(payment.borrowerAccountPayments.every((each) => each.pastDueAmt <= each.currentPayoff));
        fc.pre(rules.isScheduleComplete(given.facts, given.values));
        const received = v.parse(SubmitV2, rules.submitV2Of(submissionFacts(given)));
        expect(rules.judgeSubmission(received, { ...given.facts, methods: [METHOD] })).toBeUndefined();
      }),
    );
  });

  it('becomes the record that the receipt shows', () => {
    const method = { name: 'Household', accountNumber: '*****6789' };
    expect(rules.recordOf(v.parse(SubmitV2, payload), method)).toEqual({
      effectiveDate: '2026-12-01',
      total: 1_063_10,
      accounts: [
        { accountNumber: 'E000000001', paymentAmount: 1_033_10 },
        { accountNumber: 'D000000002', paymentAmount: 30_00 },
      ],
      methodName: 'Household',
      methodAccountNumber: '*****6789',
    });
  });

  it('refuses what the schema does not know, and numbers that are none of an account', () => {
    expect(v.safeParse(SubmitV2, payload).success).toBe(true);
    expect(v.safeParse(SubmitV2, { ...payload, extra: 1 }).success).toBe(false);
    expect(v.safeParse(SubmitV2, { ...payload, effectiveDate: '2026-12-01' }).success).toBe(false);
    expect(v.safeParse(SubmitV2, { ...payload, paymentAmountControlTotal: 0.001 }).success).toBe(false);
    expect(v.safeParse(SubmitV2, { ...payload, paymentAccountTypeId: 3 }).success).toBe(false);
    expect(v.safeParse(SubmitV2, { ...payload, borrowerPaymentV2: { borrowerAccountPaymentsV2: [] } }).success).toBe(
      false,
    );
  });
});

describe('a payment that arrives (Y §5.1)', () => {
  const one = accountWith({ accountId: 'one', accountNumber: 'E000000001', currentPayoff: 500_00 });
  const two = accountWith({ accountId: 'two', accountNumber: 'D000000002', totalDue: 80_00 });
  const facts = { ...factsWith(one, two), methods: [METHOD] };

  type Share = readonly [accountNumber: string, cents: number];
  interface Arriving {
    readonly shares?: readonly Share[];
    readonly total?: number;
    readonly date?: PlainDate;
    readonly methodId?: string | null;
  }
  function judged({ shares = [['E000000001', 120_00]], total, date = TODAY, methodId = METHOD.profileId }: Arriving) {
    const sent = rules.submitV2Of(submissionFacts({ facts, values: rules.startingSchedule(facts) }));
    const submission: SubmitV2 = {
      ...v.parse(SubmitV2, sent),
      effectiveDate: date,
      methodId,
      paymentAmountControlTotal: toCents(total ?? shares.reduce((sum, [, cents]) => sum + cents, 0)),
      borrowerPaymentV2: {
        borrowerAccountPaymentsV2: shares.map(([accountNumber, cents]) => ({
          accountNumber,
          paymentAmount: toCents(cents),
          borrowerGroupPaymentsV2: [],
          isGroupLevelPayment: false,
          advanceDueDate: false,
        })),
      },
    };
    const problem = rules.judgeSubmission(submission, facts);
    return problem && [problem.field, say(paymentWords, problem.verdict)];
  }
  const amountOf = (index: number) => `borrowerPaymentV2.borrowerAccountPaymentsV2.${index}.paymentAmount`;

  it.each<[string, Arriving]>([
    ['one account', {}],
    [
      'two accounts',
      {
        shares: [
          ['E000000001', 1],
          ['D000000002', 80_00],
        ],
      },
    ],
    ['exactly the payoff', { shares: [['E000000001', 500_00]] }],
    ['the last day', { date: day('2027-02-18') }],
    [
      'an account on which nothing is paid',
      {
        shares: [
          ['E000000001', 0],
          ['D000000002', 1],
        ],
      },
    ],
  ])('may be for %s', (_, arriving) => {
    expect(judged(arriving)).toBeUndefined();
  });

  it.each<[string, Arriving, string, string]>([
    ['yesterday', { date: day('2026-11-19') }, 'effectiveDate', 'Payment date must be on or after 11/20/2026.'],
    ['after the window', { date: day('2027-02-19') }, 'effectiveDate', 'Payment must be in the next 90 days.'],
    ['Thanksgiving', { date: day('2026-11-26') }, 'effectiveDate', 'Payment date must not be on a weekend or holiday.'],
    [
      'the same account twice',
      {
        shares: [
          ['E000000001', 1_00],
          ['E000000001', 2_00],
        ],
      },
      amountOf(1),
      'A payment names an account twice, or one that takes no payments.',
    ],
    [
      'an account that is not there',
      {
        shares: [
          ['E000000001', 1_00],
          ['E999999999', 2_00],
        ],
      },
      amountOf(1),
      'A payment names an account twice, or one that takes no payments.',
    ],
    [
      'a negative amount that another one makes up for',
      {
        shares: [
          ['E000000001', 100_00],
          ['D000000002', -50_00],
        ],
      },
      amountOf(1),
      'Payment amount must be a valid dollar amount.',
    ],
    [
      'a cent above the payoff',
      { shares: [['E000000001', 500_01]] },
      amountOf(0),
      'Payment cannot exceed your account payoff amount of $500.00.',
    ],
    [
      'nothing',
      { shares: [['E000000001', 0]] },
      'paymentAmountControlTotal',
      'Total Payment amount must be greater than $0.',
    ],
    [
      'a cent more than its parts',
      { total: 120_01 },
      'paymentAmountControlTotal',
      'The amounts do not add up to the total that was authorized.',
    ],
    [
      'a cent less than its parts',
      { total: 119_99 },
      'paymentAmountControlTotal',
      'The amounts do not add up to the total that was authorized.',
    ],
    [
      'a method that is not saved',
      { methodId: 'deleted' },
      'methodId',
      'This payment method is no longer saved. Choose another one.',
    ],
    ['no method', { methodId: null }, 'methodId', 'This payment method is no longer saved. Choose another one.'],
  ])('is not taken for %s', (_, arriving, field, message) => {
    expect(judged(arriving)).toEqual([field, message]);
  });

  it('is judged by the server’s facts: what was complete when it was sent may be refused when it arrives', () => {
    const values = rules.startingSchedule(facts);
    const received = v.parse(SubmitV2, rules.submitV2Of(submissionFacts({ facts, values })));
    expect(rules.judgeSubmission(received, facts)).toBeUndefined();
    const later = { ...facts, dates: datesFrom(addMonths(TODAY, 1)) };
    expect(rules.judgeSubmission(received, later)?.verdict.code).toBe('date.tooEarly');
    const paidOff = { ...facts, ...factsWith({ ...one, currentPayoff: toCents(0) }, two), methods: [METHOD] };
    expect(rules.judgeSubmission(received, paidOff)?.verdict.code).toBe('amount.exceedsPayoff');
    const closed = { ...facts, payment: { ...facts.payment, borrowerAccountPayments: [two] } };
    expect(rules.judgeSubmission(received, closed)?.verdict.code).toBe('account.unknown');
  });
});

describe('a new bank account as the source of a payment (Y §4.3)', () => {
  const typed: BankAccountValues = {
    routingNumber: '121000248',
    accountNumber: '123456789',
    accountHolder: ' Avery Quill ',
    accountTypeId: '2',
    savePaymentMethod: false,
    accountNickname: ' Rainy Days ',
  };
  const source = {
    methodId: null,
    accountHolder: 'Avery Quill',
    accountNickname: '',
    routingNumber: '121000248',
    accountNumber: '123456789',
    accountTypeId: 2,
    savePaymentMethod: false,
  };

  it('is sent by its numbers, and has a nickname only when it is saved', () => {
    expect(rules.sourceOfBankAccount(typed, null)).toEqual(source);
    expect(rules.sourceOfBankAccount({ ...typed, savePaymentMethod: true, accountTypeId: '1' }, null)).toEqual({
      ...source,
      accountTypeId: 1,
      accountNickname: 'Rainy Days',
      savePaymentMethod: true,
    });
  });

  it('is sent by its id once it is saved, and its numbers no more', () => {
    const saved = rules.sourceOfBankAccount({ ...typed, savePaymentMethod: true }, 'method-9');
    expect(saved).toMatchObject({ methodId: 'method-9', routingNumber: '*****0248', accountNumber: '*****6789' });
  });

  it('is shown as five asterisks and the last four digits (Y §2.1)', () => {
    expect(rules.maskedNumber('123456789')).toBe('*****6789');
    expect(rules.maskedNumber('1234')).toBe('*****1234');
    expect(rules.maskedNumber('*****6789')).toBe('*****6789');
  });

  const facts = { ...factsWith(accountWith()), methods: [METHOD] };
  const values = rules.startingSchedule(facts);
  const sent = rules.submitV2Of({
    ...submissionFacts({ facts, values }),
    source: rules.sourceOfBankAccount(typed, null),
  });

  it('is judged where no saved one is named, and only there', () => {
    const wrong = { field: 'routingNumber', verdict: { code: 'routing.notFound' } };
    const received = v.parse(SubmitV2, sent);
    expect(rules.judgeSubmission(received, { ...facts, newAccount: null })).toBeUndefined();
    expect(rules.judgeSubmission(received, { ...facts, newAccount: wrong })).toEqual(wrong);
    expect(rules.judgeSubmission(received, facts)?.verdict.code).toBe('method.unknown');
    const saved = { ...received, methodId: METHOD.profileId };
    expect(rules.judgeSubmission(saved, { ...facts, newAccount: wrong })).toBeUndefined();
    const deleted = { ...received, methodId: 'deleted' };
    expect(rules.judgeSubmission(deleted, { ...facts, newAccount: null })?.verdict.code).toBe('method.unknown');
  });
});

describe('what became of a submission (ruling 4)', () => {
  const refused = (status: number): CallFailure => ({ kind: 'refused', status });

  it.each<[string, CallFailure, boolean]>([
    ['400', refused(400), true],
    ['401', refused(401), true],
    ['403', refused(403), true],
    ['404', refused(404), true],
    ['422', refused(422), true],
    ['429', refused(429), true],
    ['499', refused(499), true],
    ['409, settled elsewhere', refused(409), false],
    ['399', refused(399), false],
    ['500', refused(500), false],
    ['502', refused(502), false],
    ['503', refused(503), false],
    ['504', refused(504), false],
    ['no answer in time', { kind: 'noAnswer' }, false],
    ['an answer that nobody can read', { kind: 'unreadable', detail: 'payments.submit' }, false],
    ['the end of the session', { kind: 'signedOut' }, false],
  ])('after %s it was certainly not taken: %s', (_, failure, isCertain) => {
    expect(rules.isCertainlyNotTaken(failure)).toBe(isCertain);
  });

  it('is open after anything that is no failure of a call', () => {
    for (const thrown of [new Error('Oops'), undefined, null, 'refused', { kind: 'refused' }, { status: 400 }]) {
      expect(failureOf(thrown).kind).toBe('unreadable');
      expect(rules.isCertainlyNotTaken(failureOf(thrown))).toBe(false);
    }
  });

  const answered = (statusCode: number): SubmissionOutcome => ({
    outcome: 'recorded',
    answer: { statusCode, statusResultMessage: '', paymentConfirmation: null, authorizationDate: null },
    payment: { effectiveDate: TODAY, total: toCents(1), accounts: [], methodName: '', methodAccountNumber: '' },
  });

  it.each<[string, SubmissionOutcome, boolean, boolean]>([
    ['status 0', answered(0), true, false],
    ['status 1', answered(1), false, true],
    ['status -1', answered(-1), false, true],
    ['status 200', answered(200), false, true],
    ['a closed key', { outcome: 'closed' }, false, false],
  ])('with %s: taken %s, refused %s', (_, outcome, isTaken, isRefused) => {
    expect(rules.isRecordedAsTaken(outcome)).toBe(isTaken);
    expect(rules.isRecordedAsRefused(outcome)).toBe(isRefused);
  });
});

it('the days that these tests stand on are what they say', () => {
  expect(isBankingDay(TODAY)).toBe(true);
  expect(isBankHoliday(plainDateOf('2026-07-04'))).toBe(true);
  expect(datesFrom(TODAY).latestPaymentDate).toBe('2027-02-18');
});

describe('the remark on a late day (Y §5.1)', () => {
  const remark = (chosen: string, paymentDueDate: string | null, pastDueAmt = 0) => {
    const account = accountWith({ pastDueAmt });
    const dated = { ...account, paymentDueDate: paymentDueDate === null ? null : day(paymentDueDate) };
    return said(rules.remarkOnDay(day(chosen), factsWith(dated).payment));
  };
  const LATE = 'You have scheduled your payment for after your next due date. This will result in a late payment.';

  it('comes on the day after the due date, not on the due date itself', () => {
    expect(remark('2026-12-07', '2026-12-04')).toBe(LATE);
    expect(remark('2026-12-04', '2026-12-04')).toBeUndefined();
  });

  it('does not come where something is past due already, or nothing is due', () => {
    expect(remark('2026-12-07', '2026-12-04', 1)).toBeUndefined();
    expect(remark('2026-12-07', null)).toBeUndefined();
  });
});
