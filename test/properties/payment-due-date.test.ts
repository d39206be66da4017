/** The box "do not advance the due date" (Y §4.1): where it is offered, and when a tick in it goes. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { type Cutoff } from '#domain/payments/cutoff.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import type { ScheduleValues } from '#domain/payments/shapes.ts';
import { TODAY, accountWith, anySchedule, choosing, factsWith, groupWith } from './payment-samples.ts';

/** $160.25 and more move the account's due date: $120.00 due and $40.25 scheduled next. The group's: $90.00 and more. */
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
if (group === undefined) throw new Error('The account has a group');

const typing = (typed: string): ScheduleValues =>
  choosing(facts, { 'option.one': 'OtherAmount', 'otherAmount.one': typed });
const typingForGroup = (typed: string): ScheduleValues =>
  choosing(facts, { 'level.one': 'group', 'option.one.A': 'OtherAmount', 'otherAmount.one.A': typed });

describe('the box is offered', () => {
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
  ])('on "%s": %s (%s)', (typed, isOffered) => {
    expect(schedule.offersToKeepDueDate(typing(typed), payable)).toBe(isOffered);
  });

  it.each([
    ['89.99', false],
    ['90', true],
    ['500', true],
    ['500.01', false],
  ])('on "%s" for a group on which nothing is due now: %s', (typed, isOffered) => {
    expect(schedule.offersToKeepDueDate(typingForGroup(typed), group)).toBe(isOffered);
  });

  it.each(['NoPayment', 'MonthlyPayment', 'PastPayment'] as const)('not for %s', (option) => {
    expect(schedule.offersToKeepDueDate({ ...typing('200'), 'option.one': option }, payable)).toBe(false);
    const rich = rules.accountPayable(accountWith({ nextPaymentScheduleAmount: 0 }));
    expect(rules.wouldAdvance(toCents(120_00), rich.due)).toBe(true);
    expect(schedule.offersToKeepDueDate({ ...typing(''), 'option.one': option }, rich)).toBe(false);
  });

  it('from a single cent on where the threshold is nothing', () => {
    const free = rules.accountPayable(accountWith({ totalDue: 0, nextPaymentAmountDue: 0 }));
    expect(schedule.offersToKeepDueDate(typing('.01'), free)).toBe(true);
    expect(schedule.offersToKeepDueDate(typing('0'), free)).toBe(false);
  });
});

describe('a tick in it', () => {
  const ticked: ScheduleValues = { ...typing('200'), 'keepDueDate.one': true };
  const after = (field: string, value: string | boolean, before = ticked) =>
    schedule.keepsDueDate(scheduleForm.deriveOnChange(field, { ...before, [field]: value }, before, facts), payable);

  it('is put there and taken away', () => {
    expect(after('keepDueDate.one', true, typing('200'))).toBe(true);
    expect(after('keepDueDate.one', false)).toBe(false);
  });

  it.each(['160.25', '300', '$160.25', '500'])('stays while the box does: "%s" typed', (typed) => {
    expect(after('otherAmount.one', typed)).toBe(true);
  });

  it('stays while another field changes', () => {
    expect(after('paymentDate', '12/01/2026')).toBe(true);
    expect(after('option.one.A', 'OtherAmount')).toBe(true);
  });

  it.each([
    ['otherAmount.one', '160.24'],
    ['otherAmount.one', '500.01'],
    ['otherAmount.one', '200.000'],
    ['otherAmount.one', ''],
    ['option.one', 'MonthlyPayment'],
  ])('goes when the box does: %s at "%s"', (field, value) => {
    expect(after(field, value)).toBe(false);
  });

  it('does not come back with the box', () => {
    const gone = scheduleForm.deriveOnChange('otherAmount.one', { ...ticked, 'otherAmount.one': '1' }, ticked, facts);
    const back = scheduleForm.deriveOnChange('otherAmount.one', { ...gone, 'otherAmount.one': '200' }, gone, facts);
    expect(schedule.offersToKeepDueDate(back, payable)).toBe(true);
    expect(schedule.keepsDueDate(back, payable)).toBe(false);
    expect(schedule.keepsDueDate(typing('200'), payable)).toBe(false);
  });

  it('goes when the box appears, though it was left behind from before', () => {
    const stale: ScheduleValues = { ...typing('100'), 'keepDueDate.one': true };
    expect(after('otherAmount.one', '200', stale)).toBe(false);
  });

  it('has no effect where the box is not', () => {
    expect(after('keepDueDate.one', true, typing('100'))).toBe(false);
    expect(after('keepDueDate.one', true, schedule.startingSchedule(facts))).toBe(false);
  });

  it('goes with the account or groups when they are paid the other way, and does not come back', () => {
    const byGroup = scheduleForm.deriveOnChange('level.one', { ...ticked, 'level.one': 'group' }, ticked, facts);
    const again = scheduleForm.deriveOnChange('level.one', { ...byGroup, 'level.one': 'account' }, byGroup, facts);
    expect([byGroup, again].map((values) => schedule.keepsDueDate(values, payable))).toEqual([false, false]);
    expect(schedule.offersToKeepDueDate(again, payable)).toBe(true);
  });

  it('is of one group, and goes by itself', () => {
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

describe('a tick and the balances after the cutoff (Y §4.2)', () => {
  const cutoffOf = (balance: number): Cutoff => ({
    items: [{ accountNumber: 'D000000001', outstandingBalance: toCents(balance), groupPayments: [] }],
    accrualEnd: TODAY,
  });
  const ticked: ScheduleValues = { ...typing('490'), 'keepDueDate.one': true };
  const chooseDay = (paymentDate: string, given: schedule.ScheduleFacts, before = ticked) =>
    scheduleForm.deriveOnChange('paymentDate', { ...before, paymentDate }, before, given);

  it('goes when a later day makes the amount more than is owed', () => {
    expect(chooseDay('12/01/2026', { ...facts, cutoff: cutoffOf(489_99) })['keepDueDate.one']).toBe(false);
    expect(chooseDay('12/01/2026', { ...facts, cutoff: cutoffOf(490_00) })['keepDueDate.one']).toBe(true);
  });

  it('goes when a later day makes the amount one that may be paid, so that the box appears', () => {
    const tooMuch: ScheduleValues = { ...typing('510'), 'keepDueDate.one': true };
    expect(chooseDay('12/01/2026', { ...facts, cutoff: cutoffOf(510_00) }, tooMuch)['keepDueDate.one']).toBe(false);
  });

  it('goes when going back to today makes the amount more than is owed', () => {
    const later: ScheduleValues = { ...typing('510'), paymentDate: '12/01/2026', 'keepDueDate.one': true };
    const given = { ...facts, cutoff: cutoffOf(600_00) };
    expect(chooseDay('12/02/2026', given, later)['keepDueDate.one']).toBe(true);
    expect(chooseDay('11/20/2026', given, later)['keepDueDate.one']).toBe(false);
    expect(chooseDay('', given, later)['keepDueDate.one']).toBe(false);
  });

  it('goes when the balances arrive after the day was chosen', () => {
    const chosen: ScheduleValues = { ...ticked, paymentDate: '12/01/2026' };
    const arrive = (balance: number) => {
      const given = { ...facts, cutoff: cutoffOf(balance) };
      return scheduleForm.deriveFromFacts(chosen, given, facts)['keepDueDate.one'];
    };
    expect(arrive(489_99)).toBe(false);
    expect(arrive(490_00)).toBe(true);
    expect(arrive(600_00)).toBe(true);
  });
});

describe('whatever is typed, chosen and ticked', () => {
  it('a tick stands only where the box is offered, and only where it was before', () => {
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
