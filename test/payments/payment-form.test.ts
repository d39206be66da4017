/** The form of the schedule step: visibility of errors and dependencies between fields. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { startingSchedule } from '#domain/payments/schedule.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import { getMessage } from '#domain/issue.ts';
import { scheduleForm } from '#machines/payments/payment-schedule/payment-schedule.machine.ts';
import { TODAY, accountWith, anySchedule, factsWith, groupWith } from './payment-samples.ts';

describe('the schedule step’s form (Y §4.1, §4.2, §5.1)', () => {
  const account = accountWith({
    accountNumber: 'D000000001',
    pastDueAmt: 30_00,
    groups: [groupWith('A', { pastDueAmt: 30_00 }), groupWith('B')],
  });
  const facts = factsWith(account);
  const begun = scheduleForm.start(startingSchedule(facts), facts);
  const chose = (form: typeof begun, field: string, value: string | boolean, given = facts) =>
    scheduleForm.changed(form, { type: 'field.changed', field, value }, given);
  const went = (form: typeof begun, field: string) => scheduleForm.left(form, { type: 'field.left', field }, facts);
  const listSentences = (form: typeof begun) =>
    Object.fromEntries(
      Object.entries(form.errors).map(([field, issue]) => [field, getMessage(paymentMessages, issue)]),
    );
  const typing = (id: string, typed: string, form = begun) =>
    chose(chose(form, `option.${id}`, 'OtherAmount'), `otherAmount.${id}`, typed);

  it.each(['one', 'one.A'])('formats the amount of %s to two decimals when its field loses focus', (id) => {
    const field = `otherAmount.${id}` as const;
    const typed = typing(id, '$1,234.5', chose(begun, 'level.one', id === 'one' ? 'account' : 'group'));
    expect(typed.values[field]).toBe('$1,234.5');
    expect(went(typed, field).values[field]).toBe('1234.50');
    expect(went(chose(typed, field, '10,50'), field).values[field]).toBe('10,50');
  });

  it('formats no other field', () => {
    expect(went(chose(begun, 'paymentDate', '10.5'), 'paymentDate').values.paymentDate).toBe('10.5');
    const ticked = chose(typing('one', '500'), 'keepDueDate.one', true);
    expect(went(ticked, 'keepDueDate.one').values['keepDueDate.one']).toBe(true);
  });

  it('shows the error of an amount after its field has lost focus', () => {
    const other = chose(begun, 'option.one', 'OtherAmount');
    expect(listSentences(other)).toEqual({});
    expect(listSentences(typing('one', '6000'))).toEqual({});
    expect(listSentences(went(typing('one', '6000'), 'otherAmount.one'))).toEqual({
      'otherAmount.one': 'Payment cannot exceed your account payoff amount of $5,000.00.',
    });
  });

  it('clears the Other amount and its error when the borrower chooses a fixed option', () => {
    const wrongAmount = went(typing('one', 'ten'), 'otherAmount.one');
    expect(listSentences(wrongAmount)).toEqual({ 'otherAmount.one': 'Payment amount must be a valid dollar amount.' });
    const fixed = chose(wrongAmount, 'option.one', 'PastPayment');
    expect(fixed.values['otherAmount.one']).toBe('');
    expect(fixed.touched).toEqual([]);
    expect(listSentences(fixed)).toEqual({});
    expect(listSentences(chose(fixed, 'option.one', 'OtherAmount'))).toEqual({});
  });

  it('shows the allocation error at both groups, and lists both in the panel after Continue', () => {
    const byGroups = typing('one.B', '70.01', typing('one.A', '29.99', chose(begun, 'level.one', 'group')));
    const HERE =
      'In order to pay extra on another loan group, you must pay at least the past due amount on this loan group.';
    const ELSEWHERE =
      'In order to pay extra on this loan group, you must pay at least the past due amount on your other loan group(s).';
    expect(listSentences(went(byGroups, 'otherAmount.one.A'))).toEqual({ 'otherAmount.one.A': HERE });
    const attempted = scheduleForm.attempted(byGroups, facts);
    expect(listSentences(attempted)).toEqual({ 'otherAmount.one.A': HERE, 'otherAmount.one.B': ELSEWHERE });
    expect(attempted.panel.map(({ field }) => field)).toEqual(['otherAmount.one.A', 'otherAmount.one.B']);
    expect(chose(attempted, 'otherAmount.one.A', '30').panel).toEqual([]);
    expect(chose(attempted, 'level.one', 'account').panel).toEqual([]);
  });

  it('clears the checkbox "do not advance the due date" when it disappears', () => {
    // $150.00 is due, $30.00 of it past due, and $120.00 is scheduled next.
    const ticked = chose(typing('one', '270'), 'keepDueDate.one', true);
    expect(ticked.values['keepDueDate.one']).toBe(true);
    expect(chose(ticked, 'otherAmount.one', '269.99').values['keepDueDate.one']).toBe(false);
    expect(chose(ticked, 'option.one', 'MonthlyPayment').values['keepDueDate.one']).toBe(false);
    const items = [{ accountNumber: 'D000000001', outstandingBalance: toCents(269_99), groupPayments: [] }];
    const known = { ...facts, cutoff: { items, accrualEnd: TODAY } };
    expect(chose(ticked, 'paymentDate', '12/01/2026').values['keepDueDate.one']).toBe(true);
    expect(chose(ticked, 'paymentDate', '12/01/2026', known).values['keepDueDate.one']).toBe(false);
  });

  it('shows an error caused by the balances after the cutoff if the amount was touched', () => {
    const later = chose(went(typing('one', '4000'), 'otherAmount.one'), 'paymentDate', '12/01/2026');
    expect(listSentences(later)).toEqual({});
    const items = [{ accountNumber: 'D000000001', outstandingBalance: toCents(3_999_99), groupPayments: [] }];
    const known = { ...facts, cutoff: { items, accrualEnd: TODAY } };
    expect(listSentences(scheduleForm.revalidated(later, later.values, known))).toEqual({
      'otherAmount.one': 'Payment cannot exceed your account payoff amount of $3,999.99.',
    });
  });

  it('shows the error for a total of zero only after Continue', () => {
    const nothing = typing('one', '0');
    expect(listSentences(went(nothing, 'otherAmount.one'))).toEqual({});
    expect(listSentences(scheduleForm.attempted(nothing, facts))).toEqual({
      total: 'Total Payment amount must be greater than $0.',
    });
  });

  it('handles any values', () => {
    fc.assert(
      fc.property(anySchedule, ({ facts: given, values }) => {
        const form = scheduleForm.attempted(scheduleForm.start(values, given), given);
        expect(form.problems.every(({ issue }) => getMessage(paymentMessages, issue) !== issue.code)).toBe(true);
        expect(form.panel).toEqual(form.problems);
      }),
    );
  });
});
