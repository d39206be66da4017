/** The checkbox "do not advance the due date" (Y §4.1): when it is offered and when it is cleared. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { type Cutoff } from '#domain/payments/cutoff.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import type { ScheduleValues } from '#domain/payments/submission-shapes.ts';
import { TODAY, accountWith, anySchedule, choosing, factsWith, groupWith } from './payment-samples.ts';

/**
 * The account's due date advances from $160.25: $120.00 due and $40.25 scheduled next. The group's advances from
 * $90.00.
 */
const account = accountWith({
  totalDue: 120_00,
  nextPaymentScheduleAmount: 40_25,
  currentPayoff: 500_00,
  accountNumber: 'D000000001',
  groups: [groupWith('A', { totalDue: 0, nextPaymentAmountDue: 90_00 })],
});
const facts = factsWith(account);
const payable = rules.accountPayable(account);
const [group] = rules.groupPayables(account);
if (group === undefined) throw new Error('The account has no group');

const typing = (typed: string): ScheduleValues =>
  choosing(facts, { 'option.one': 'OtherAmount', 'otherAmount.one': typed });
const typingForGroup = (typed: string): ScheduleValues =>
  choosing(facts, { 'level.one': 'group', 'option.one.A': 'OtherAmount', 'otherAmount.one.A': typed });

describe('the checkbox is offered', () => {
  it.each<[string, boolean, string]>([
    ['160.24', false, 'a cent below the threshold'],
    ['160.25', true, 'exactly the threshold'],
    ['160.26', true, 'a cent above it'],
    ['$160.25', true, 'written otherwise'],
    ['500', true, 'the payoff'],
    ['500.01', false, 'a cent above the payoff: not valid'],
    ['160.255', false, 'no amount'],
    ['ten', false, 'no amount'],
    ['-200', false, 'no amount'],
    ['', false, 'nothing typed'],
    ['0', false, 'nothing to pay'],
  ])('for "%s": %s (%s)', (typed, isOffered) => {
    expect(schedule.offersToKeepDueDate(typing(typed), payable)).toBe(isOffered);
  });

  it.each([
    ['89.99', false],
    ['90', true],
    ['500', true],
    ['500.01', false],
  ])('for "%s" on a group with nothing due now: %s', (typed, isOffered) => {
    expect(schedule.offersToKeepDueDate(typingForGroup(typed), group)).toBe(isOffered);
  });

  it.each(['NoPayment', 'MonthlyPayment', 'PastPayment'] as const)('but not for %s', (option) => {
    expect(schedule.offersToKeepDueDate({ ...typing('200'), 'option.one': option }, payable)).toBe(false);
    const rich = rules.accountPayable(accountWith({ nextPaymentScheduleAmount: 0 }));
    expect(rules.wouldAdvance(toCents(120_00), rich.due)).toBe(true);
    expect(schedule.offersToKeepDueDate({ ...typing(''), 'option.one': option }, rich)).toBe(false);
  });

  it('from a single cent on if the threshold is zero', () => {
    const free = rules.accountPayable(accountWith({ totalDue: 0, nextPaymentAmountDue: 0 }));
    expect(schedule.offersToKeepDueDate(typing('.01'), free)).toBe(true);
    expect(schedule.offersToKeepDueDate(typing('0'), free)).toBe(false);
  });
});

describe('the checkbox', () => {
  const ticked: ScheduleValues = { ...typing('200'), 'keepDueDate.one': true };
  const after = (field: string, value: string | boolean, before = ticked) =>
    schedule.keepsDueDate(scheduleForm.deriveOnChange(field, { ...before, [field]: value }, before, facts), payable);

  it('can be checked and unchecked', () => {
    expect(after('keepDueDate.one', true, typing('200'))).toBe(true);
    expect(after('keepDueDate.one', false)).toBe(false);
  });

  it.each(['160.25', '300', '$160.25', '500'])('stays checked while it is offered, with the amount "%s"', (typed) => {
    expect(after('otherAmount.one', typed)).toBe(true);
  });

  it('stays checked while another field changes', () => {
    expect(after('paymentDate', '12/01/2026')).toBe(true);
    expect(after('option.one.A', 'OtherAmount')).toBe(true);
  });

  it.each([
    ['otherAmount.one', '160.24'],
    ['otherAmount.one', '500.01'],
    ['otherAmount.one', '200.000'],
    ['otherAmount.one', ''],
    ['option.one', 'MonthlyPayment'],
  ])('is cleared when it is no longer offered, because of %s "%s"', (field, value) => {
    expect(after(field, value)).toBe(false);
  });

  it('stays cleared when it is offered again', () => {
    const gone = scheduleForm.deriveOnChange('otherAmount.one', { ...ticked, 'otherAmount.one': '1' }, ticked, facts);
    const back = scheduleForm.deriveOnChange('otherAmount.one', { ...gone, 'otherAmount.one': '200' }, gone, facts);
    expect(schedule.offersToKeepDueDate(back, payable)).toBe(true);
    expect(schedule.keepsDueDate(back, payable)).toBe(false);
    expect(schedule.keepsDueDate(typing('200'), payable)).toBe(false);
  });

  it('is cleared when it is first offered, even if an old value is checked', () => {
    const stale: ScheduleValues = { ...typing('100'), 'keepDueDate.one': true };
    expect(after('otherAmount.one', '200', stale)).toBe(false);
  });

  it('has no effect while it is not offered', () => {
    expect(after('keepDueDate.one', true, typing('100'))).toBe(false);
    expect(after('keepDueDate.one', true, schedule.startingSchedule(facts))).toBe(false);
  });

  it('is cleared when the borrower switches between account and groups, and stays cleared', () => {
    const byGroup = scheduleForm.deriveOnChange('level.one', { ...ticked, 'level.one': 'group' }, ticked, facts);
    const again = scheduleForm.deriveOnChange('level.one', { ...byGroup, 'level.one': 'account' }, byGroup, facts);
    expect([byGroup, again].map((values) => schedule.keepsDueDate(values, payable))).toEqual([false, false]);
    expect(schedule.offersToKeepDueDate(again, payable)).toBe(true);
  });

  it('is independent for each group', () => {
    const both: ScheduleValues = {
      ...typing('200'),
      'level.one': 'group',
      'option.one.A': 'OtherAmount',
      'otherAmount.one.A': '90',
      'keepDueDate.one.A': true,
    };
    const values = scheduleForm.deriveOnChange(
      'otherAmount.one.A',
      { ...both, 'otherAmount.one.A': '89' },
      both,
      facts,
    );
    expect([schedule.keepsDueDate(both, group), schedule.keepsDueDate(values, group)]).toEqual([true, false]);
  });
});

describe('the checkbox and the balances after the cutoff (Y §4.2)', () => {
  const createCutoff = (balance: number): Cutoff => ({
    items: [{ accountNumber: 'D000000001', outstandingBalance: toCents(balance), groupPayments: [] }],
    accrualEnd: TODAY,
  });
  const ticked: ScheduleValues = { ...typing('490'), 'keepDueDate.one': true };
  const chooseDay = (paymentDate: string, given: schedule.ScheduleInput, before = ticked) =>
    scheduleForm.deriveOnChange('paymentDate', { ...before, paymentDate }, before, given);

  it('is cleared if a later date makes the amount exceed the balance', () => {
    expect(chooseDay('12/01/2026', { ...facts, cutoff: createCutoff(489_99) })['keepDueDate.one']).toBe(false);
    expect(chooseDay('12/01/2026', { ...facts, cutoff: createCutoff(490_00) })['keepDueDate.one']).toBe(true);
  });

  it('is cleared if a later date makes the amount valid, so that the checkbox appears', () => {
    const tooMuch: ScheduleValues = { ...typing('510'), 'keepDueDate.one': true };
    expect(chooseDay('12/01/2026', { ...facts, cutoff: createCutoff(510_00) }, tooMuch)['keepDueDate.one']).toBe(false);
  });

  it('is cleared if returning to today makes the amount exceed the balance', () => {
    const later: ScheduleValues = { ...typing('510'), paymentDate: '12/01/2026', 'keepDueDate.one': true };
    const given = { ...facts, cutoff: createCutoff(600_00) };
    expect(chooseDay('12/02/2026', given, later)['keepDueDate.one']).toBe(true);
    expect(chooseDay('11/20/2026', given, later)['keepDueDate.one']).toBe(false);
    expect(chooseDay('', given, later)['keepDueDate.one']).toBe(false);
  });

  it('is cleared if the balances arrive after the date was chosen', () => {
    const chosen: ScheduleValues = { ...ticked, paymentDate: '12/01/2026' };
    const arrive = (balance: number) => {
      const given = { ...facts, cutoff: createCutoff(balance) };
      return scheduleForm.deriveValues(chosen, given, facts)['keepDueDate.one'];
    };
    expect(arrive(489_99)).toBe(false);
    expect(arrive(490_00)).toBe(true);
    expect(arrive(600_00)).toBe(true);
  });
});

describe('for any sequence of changes', () => {
  it('the checkbox is checked only while it is offered and was checked before', () => {
    const value = fc.constantFrom(
      'OtherAmount',
      'MonthlyPayment',
      '0',
      '90',
      '160.25',
      '5000',
      '12/01/2026',
      'account',
    );
    fc.assert(
      fc.property(
        anySchedule,
        fc.array(fc.tuple(fc.nat(), value), { maxLength: 12 }),
        ({ facts: given, values }, steps) => {
          let current = values;
          const fields = Object.keys(values);
          for (const [at, entered] of steps) {
            const field = fields[at % fields.length] ?? 'paymentDate';
            const before = current;
            const isBox = field.startsWith('keepDueDate.');
            current = scheduleForm.deriveOnChange(field, { ...current, [field]: isBox || entered }, before, given);
            const [now, then] = [schedule.accountsFor(given, current), schedule.accountsFor(given, before)];
            for (const [index, each] of now.entries()) {
              const was = then[index] ?? each;
              const earlier = [rules.accountPayable(was), ...rules.groupPayables(was)];
              for (const [place, here] of [rules.accountPayable(each), ...rules.groupPayables(each)].entries()) {
                if (!schedule.keepsDueDate(current, here)) continue;
                expect(schedule.offersToKeepDueDate(current, here)).toBe(true);
                expect(schedule.offersToKeepDueDate(before, earlier[place] ?? here)).toBe(true);
              }
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
