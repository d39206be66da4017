/** Restoring a payment draft (Y §4.2): valid choices remain, others return to their defaults. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import { PaymentDraft, type ScheduleValues } from '#domain/payments/submission-shapes.ts';
import {
  METHOD,
  TODAY,
  accountWith,
  choosing,
  datesFrom,
  factsWith,
  groupWith,
  someSchedule,
} from './payment-samples.ts';

const one = accountWith({ accountId: 'one', accountNumber: 'E000000001', currentPayoff: 500_00 });
const two = accountWith({
  accountId: 'two',
  accountNumber: 'D000000002',
  totalDue: 80_00,
  pastDueAmt: 30_00,
  currentPayoff: 500_00,
  isGroupLevelPayment: true,
  groups: [groupWith('A', { totalDue: 80_00, pastDueAmt: 30_00 }), groupWith('B', { totalDue: 0 })],
});
const facts = factsWith(one, two);
const start = schedule.startingSchedule(facts);

describe('valid choices', () => {
  it('are restored: date, levels, options, amounts and checkboxes', () => {
    const stored = choosing(facts, {
      paymentDate: '12/01/2026',
      'level.one': 'account',
      'option.one': 'OtherAmount',
      'otherAmount.one': '330.00',
      'keepDueDate.one': true,
      'level.two': 'account',
      'option.two': 'PastPayment',
      'option.two.A': 'OtherAmount',
      'otherAmount.two.A': '0.00',
    });
    expect(scheduleForm.restoredSchedule(facts, { ...stored })).toEqual(stored);
  });

  it('are restored as typed, even if they have errors', () => {
    const stored = choosing(facts, { paymentDate: '13/01', 'option.one': 'OtherAmount', 'otherAmount.one': 'ten' });
    expect(scheduleForm.restoredSchedule(facts, { ...stored })).toEqual(stored);
  });

  it('are restored to equal values if the facts have not changed', () => {
    fc.assert(
      fc.property(someSchedule, ({ facts: given, values }) => {
        expect(scheduleForm.restoredSchedule(given, { ...values })).toEqual(values);
        const settled = scheduleForm.settledSchedule(values, given.payment);
        expect(scheduleForm.restoredSchedule(given, { ...settled })).toEqual(settled);
      }),
      { numRuns: 500 },
    );
  });
});

describe('choices that are no longer valid', () => {
  it('return to the default: an option that is not offered, and the amount of that option', () => {
    const current = factsWith(one, {
      ...two,
      pastDueAmt: toCents(0),
      borrowerGroupPayments: [groupWith('A', { totalDue: 0 }), groupWith('B')],
    });
    const stored = {
      'option.one': 'MonthlyPayment',
      'otherAmount.one': '33.00',
      'option.two': 'PastPayment',
      'otherAmount.two': '44.00',
      'option.two.A': 'MonthlyPayment',
      'option.two.B': 'NoPayment',
    };
    expect(scheduleForm.restoredSchedule(current, stored)).toEqual(schedule.startingSchedule(current));
  });

  it.each<[string, Record<string, string | boolean>]>([
    ['of another account', { 'option.gone': 'OtherAmount', 'otherAmount.gone': '55.00', 'level.gone': 'group' }],
    ['of another group', { 'option.two.C': 'OtherAmount', 'otherAmount.two.C': '55.00', 'keepDueDate.two.C': true }],
    ['of no option', { 'option.one': 'FreeMoney', 'option.two': '', 'option.two.A': true }],
    ['of no level', { 'level.one': 'loan', 'level.two': false }],
    ['of names that every object has', { 'option.toString': 'OtherAmount', constructor: 'x', somethingElse: 'x' }],
    ['of no text', { paymentDate: true }],
    ['of nothing', {}],
  ])('%s are ignored', (_, stored) => {
    expect(scheduleForm.restoredSchedule(facts, stored)).toEqual(start);
  });

  it('lose an Other amount that is not a text', () => {
    expect(scheduleForm.restoredSchedule(facts, { 'option.one': 'OtherAmount', 'otherAmount.one': true })).toEqual(
      choosing(facts, { 'option.one': 'OtherAmount' }),
    );
  });

  it('include a payment date that has passed, so that the step is incomplete', () => {
    const later = { ...facts, dates: datesFrom(day('2026-12-02')), today: day('2026-12-02') };
    const restored = scheduleForm.restoredSchedule(later, { ...start });
    expect(restored.paymentDate).toBe('11/20/2026');
    expect(scheduleForm.isScheduleComplete(later, restored)).toBe(false);
    expect(scheduleForm.isScheduleComplete(facts, scheduleForm.restoredSchedule(facts, { ...start }))).toBe(true);
  });
});

describe('the checkbox "do not advance the due date"', () => {
  const ticked = { 'option.one': 'OtherAmount', 'otherAmount.one': '300.00', 'keepDueDate.one': true };
  const after = (stored: Record<string, string | boolean>, given = facts) =>
    scheduleForm.restoredSchedule(given, stored)['keepDueDate.one'];

  it('stays checked while it is offered', () => {
    expect(after(ticked)).toBe(true);
    expect(after({ ...ticked, 'keepDueDate.one': false })).toBe(false);
    expect(after({ ...ticked, 'keepDueDate.one': 'true' })).toBe(false);
  });

  it('is cleared if it is no longer offered: another option, a smaller amount, more due, less owed', () => {
    expect(after({ ...ticked, 'option.one': 'MonthlyPayment' })).toBe(false);
    expect(after({ ...ticked, 'otherAmount.one': '239.99' })).toBe(false);
    expect(after({ ...ticked, 'otherAmount.one': '240.00' })).toBe(true);
    expect(after(ticked, factsWith({ ...one, amountDue: toCents(180_01) }, two))).toBe(false);
    expect(after(ticked, factsWith({ ...one, currentPayoff: toCents(299_99) }, two))).toBe(false);
  });

  it('depends on the balances of the restored payment date', () => {
    const lender = accountWith({ accountNumber: 'D000000001', currentPayoff: 500_00 });
    const items = [{ accountNumber: 'D000000001', outstandingBalance: toCents(299_99), groupPayments: [] }];
    const known = { ...factsWith(lender), cutoff: { items, accrualEnd: TODAY } };
    expect(after({ ...ticked, paymentDate: '11/20/2026' }, known)).toBe(true);
    expect(after({ ...ticked, paymentDate: '12/01/2026' }, known)).toBe(false);
  });
});

describe('for any saved values', () => {
  it('the restored schedule has all fields, only offered options, and does not change when restored again', () => {
    const stored = fc.dictionary(
      fc.constantFrom(
        'paymentDate',
        ...[0, 1]
          .flatMap((id) => [`account-${id}`, `account-${id}.A`])
          .flatMap((id) => ['level', 'option', 'otherAmount', 'keepDueDate'].map((name) => `${name}.${id}`)),
      ),
      fc.oneof(
        fc.boolean(),
        fc.constantFrom(
          'NoPayment',
          'MonthlyPayment',
          'PastPayment',
          'OtherAmount',
          'group',
          'account',
          '',
          '400',
          'x',
        ),
      ),
    );
    fc.assert(
      fc.property(someSchedule, stored, ({ facts: given }, draft) => {
        const restored = scheduleForm.restoredSchedule(given, draft);
        expect(Object.keys(restored).sort()).toEqual(Object.keys(schedule.startingSchedule(given)).sort());
        for (const account of schedule.accountsFor(given, restored)) {
          for (const payable of [rules.accountPayable(account), ...rules.groupPayables(account)]) {
            expect(rules.offeredOptions(payable.due)).toContain(restored[`option.${payable.id}`]);
            if (schedule.keepsDueDate(restored, payable))
              expect(schedule.offersToKeepDueDate(restored, payable)).toBe(true);
            if (restored[`option.${payable.id}`] !== 'OtherAmount') {
              expect(restored[`otherAmount.${payable.id}`]).toBe('');
            }
          }
        }
        expect(scheduleForm.restoredSchedule(given, { ...restored })).toEqual(restored);
      }),
    );
  });

  it.each([
    [[], true],
    [['schedule'], true],
    [['schedule', 'method'], true],
    [['method'], false],
    [['method', 'schedule'], false],
    [['schedule', 'schedule'], false],
  ])('completed steps in a draft: %j is valid: %s', (completed, isValid) => {
    const draft = { version: 1, values: {}, methodId: '', completed, submission: null };
    expect(v.is(PaymentDraft, draft)).toBe(isValid);
  });

  it('the draft contains no account numbers', () => {
    const values: ScheduleValues = { ...start, 'keepDueDate.one': true };
    const draft = v.parse(PaymentDraft, {
      version: 1,
      values: { ...values },
      methodId: METHOD.profileId,
      completed: ['schedule'],
      submission: null,
    });
    expect(draft.values).toEqual(values);
    for (const { accountNumber } of facts.payment.borrowerAccountPayments) {
      expect(JSON.stringify(draft)).not.toContain(accountNumber.slice(1));
    }
  });
});
