/** The Other amount of a payment (Y §5.1, rulings 38, 42, 56): format, maximum and warnings. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTyped, parseTyped, toCents } from '#domain/money.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import type { ScheduleValues } from '#domain/payments/submission-shapes.ts';
import { textFrom } from '#test/support/texts.ts';
import {
  ODD_AMOUNTS,
  accountWith,
  choosing,
  factsWith,
  groupWith,
  toSentence,
  toSentences,
  scheduledOn,
} from './payment-samples.ts';

const REQUIRED = 'Payment amount is required.';
const FORMAT = 'Payment amount must be a valid dollar amount.';
const ABOVE = 'Payment cannot exceed your account payoff amount of $5,000.00.';

describe('an Other amount as typed', () => {
  const payoff = toCents(5_000_00);

  it.each([
    ['', REQUIRED],
    ['   ', REQUIRED],
    ['-5', FORMAT],
    ['-0', FORMAT],
    ['(5)', FORMAT],
    ['10,50', FORMAT],
    ['1,00,000', FORMAT],
    ['1.234', FORMAT],
    ['0.001', FORMAT],
    ['ten', FORMAT],
    ['5 000', FORMAT],
    ['€5', FORMAT],
    ['.', FORMAT],
    ['$', FORMAT],
    ['5000.01', ABOVE],
    ['$5,000.01', ABOVE],
    ['1000000', ABOVE],
    ['99999999999999999999', ABOVE],
    ['$70,368,744,177,664.01', ABOVE],
    ['9'.repeat(400), ABOVE],
  ])('"%s" is rejected with "%s"', (typed, message) => {
    expect(toSentence(rules.validateOtherAmount(typed, payoff))).toBe(message);
  });

  it.each(['5000', '5,000.00', '$5,000.00', '5000.', '4999.99', '.01', '10.5', '.50', '0', '10.', ' 7 ', '1,234'])(
    'may be "%s"',
    (typed) => {
      expect(rules.validateOtherAmount(typed, payoff)).toBeUndefined();
    },
  );

  it('may equal the payoff, but not exceed it by a cent (ruling 42)', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_00), (cents) => {
        expect(rules.validateOtherAmount((cents / 100).toFixed(2), toCents(cents))).toBeUndefined();
        expect(rules.validateOtherAmount(((cents + 1) / 100).toFixed(2), toCents(cents))).toEqual({
          code: 'amount.exceedsPayoff',
          payoff: cents,
        });
      }),
    );
  });

  it('is rejected with the formatted payoff', () => {
    expect(toSentence(rules.validateOtherAmount('1234568', toCents(1_234_567_80)))).toBe(
      'Payment cannot exceed your account payoff amount of $1,234,567.80.',
    );
    expect(toSentence(rules.validateOtherAmount('.01', toCents(0)))).toBe(
      'Payment cannot exceed your account payoff amount of $0.00.',
    );
  });
});

describe('an Other amount after its field has lost focus', () => {
  it.each([
    ['10.5', '10.50'],
    ['.5', '0.50'],
    ['.50', '0.50'],
    ['10.', '10.00'],
    ['0', '0.00'],
    ['007', '7.00'],
    ['$1,234.5', '1234.50'],
    ['1,234,567', '1234567.00'],
    [' 7 ', '7.00'],
    ['10,50', '10,50'],
    ['1.234', '1.234'],
    ['-5', '-5'],
    ['', ''],
    [' ', ' '],
    ['ten', 'ten'],
  ])('"%s" becomes "%s"', (typed, normalized) => {
    expect(scheduleForm.normalizeAmount(typed)).toBe(normalized);
  });

  it('has the same value and is not changed again', () => {
    fc.assert(
      fc.property(textFrom('0123456789.,$- '), (typed) => {
        const normalized = scheduleForm.normalizeAmount(typed);
        expect(parseTyped(normalized)).toBe(parseTyped(typed));
        expect(scheduleForm.normalizeAmount(normalized)).toBe(normalized);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the same value in any notation', () => {
    const written = (cents: number) => {
      const plain = formatTyped(toCents(cents));
      const [whole = '', decimals = ''] = plain.split('.');
      const grouped = `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${decimals}`;
      return [
        plain,
        grouped,
        `$${plain}`,
        `$${grouped}`,
        ` ${plain} `,
        plain.replace(/0$/, ''),
        plain.replace(/^0\./, '.'),
      ];
    };
    expect(written(1_234_50)).toEqual(expect.arrayContaining(['1234.50', '1,234.50', '$1,234.50', '1234.5']));
    fc.assert(
      fc.property(fc.nat(100_000_000_00), (cents) => {
        for (const typed of written(cents)) {
          expect(parseTyped(typed)).toBe(cents);
          expect(scheduleForm.normalizeAmount(typed)).toBe((cents / 100).toFixed(2));
        }
      }),
    );
  });

  it('is what these tests assume', () => {
    for (const [typed, cents] of Object.entries(ODD_AMOUNTS)) expect(parseTyped(typed) ?? 0).toBe(cents);
  });
});

/** Three groups: A with $30.00 past due, B with nothing past due, C with nothing due. */
const groups = [
  groupWith('A', { totalDue: 100_00, pastDueAmt: 30_00 }),
  groupWith('B', { totalDue: 70_00 }),
  groupWith('C', { totalDue: 0 }),
];
const account = accountWith({
  totalDue: 170_00,
  pastDueAmt: 30_00,
  isGroupLevelPayment: true,
  currentPayoff: 500_00,
  groups,
});
const facts = factsWith(account);
const listSaid = (values: ScheduleValues, given = facts) =>
  toSentences(scheduleForm.scheduleSchema(given, values), values);

/** Returns the schedule with these Other amounts. The other groups keep their initial option. */
const typing = (typed: Readonly<Partial<Record<'A' | 'B' | 'C', string>>>) => {
  let values = schedule.startingSchedule(facts);
  for (const [id, text] of Object.entries(typed)) {
    values = { ...values, [`option.one.${id}`]: 'OtherAmount', [`otherAmount.one.${id}`]: text };
  }
  return values;
};

describe('Other amounts of several groups', () => {
  const OVER = 'Payment cannot exceed your account payoff amount of $500.00.';

  it('may add up to the payoff of the account, but not exceed it by a cent', () => {
    expect(listSaid(typing({ A: '300', B: '150', C: '50' }))).toEqual([]);
    expect(listSaid(typing({ A: '300', B: '150', C: '50.01' }))).toEqual([
      ['otherAmount.one.A', OVER],
      ['otherAmount.one.B', OVER],
      ['otherAmount.one.C', OVER],
    ]);
  });

  it('count together with the fixed options of other groups', () => {
    // B keeps its $70.00.
    expect(listSaid(typing({ A: '430' }))).toEqual([]);
    expect(listSaid(typing({ A: '430.01' }))).toEqual([['otherAmount.one.A', OVER]]);
  });

  it('are each validated individually first', () => {
    expect(listSaid(typing({ A: '500.01', B: 'ten', C: '' }))).toEqual([
      ['otherAmount.one.A', OVER],
      ['otherAmount.one.B', FORMAT],
      ['otherAmount.one.C', REQUIRED],
    ]);
  });

  it('do not count while the borrower pays the account as a whole', () => {
    const hidden: ScheduleValues = { ...typing({ A: '499', B: '499', C: 'ten' }), 'level.one': 'account' };
    expect(listSaid(hidden)).toEqual([]);
    expect(schedule.computeTotal(hidden, facts.payment)).toBe(170_00);
  });

  it('do not count toward another account', () => {
    const two = accountWith({ accountId: 'two', accountNumber: 'D000000002', currentPayoff: 500_00 });
    const both = factsWith(account, two);
    const values = choosing(both, {
      'option.one.A': 'OtherAmount',
      'otherAmount.one.A': '430',
      'option.two': 'OtherAmount',
      'otherAmount.two': '500',
    });
    expect(listSaid(values, both)).toEqual([]);
  });
});

describe('the warning for an Other amount (Y §5.1, ruling 17)', () => {
  const [A, B] = rules.groupPayables(account);
  const whole = rules.accountPayable(account);
  if (A === undefined || B === undefined) throw new Error('The account has no groups');
  const within = (range: number) => ({ ...facts, nearPayoffRange: toCents(range) });
  const NEAR = 'This amount is close to your payoff amount of $500.00. To pay the account in full, enter $500.00.';
  const SHORT = 'This payment will not fully cover the past due amount for this group.';

  /** The schedule with this Other amount for the account as a whole. */
  const asWhole = (typed: string): ScheduleValues =>
    choosing(facts, { 'level.one': 'account', 'option.one': 'OtherAmount', 'otherAmount.one': typed });

  it.each<[string, string | undefined, string]>([
    ['474.99', undefined, 'a cent farther than the range'],
    ['475', NEAR, 'exactly the range'],
    ['475.01', NEAR, 'within the range'],
    ['499.99', NEAR, 'a cent below the payoff'],
    ['500', undefined, 'the payoff itself'],
    ['500.01', undefined, 'above the payoff, which is an error'],
    ['ten', undefined, 'no amount'],
    ['', undefined, 'nothing typed'],
    ['0', 'This leaves $30.00 past due on Direct Loans · E000000001.', 'nothing for an account that is past due'],
    ['29.99', 'This leaves $0.01 past due on Direct Loans · E000000001.', 'a cent below what is past due'],
    ['30', undefined, 'exactly what is past due'],
  ])('at %s for the whole account is %s (%s)', (typed, sentence) => {
    expect(toSentence(schedule.warningForAmount(asWhole(typed), whole, facts))).toBe(sentence);
  });

  it('counts scheduled payments toward the past due amount of an account', () => {
    const upcoming = [scheduledOn(account, 20_00)];
    const said = (typed: string) =>
      toSentence(schedule.warningForAmount(asWhole(typed), whole, { ...facts, upcoming }));
    expect(said('0')).toBe('This leaves $10.00 past due on Direct Loans · E000000001.');
    expect(said('10')).toBeUndefined();
  });

  it('measures against the payoff less payments under way (ruling 90)', () => {
    const upcoming = [scheduledOn(account, 200_00)];
    const warned = (typed: string) =>
      toSentence(schedule.warningForAmount(asWhole(typed), whole, { ...facts, upcoming }));
    expect(warned('299.99')).toBe(
      'This amount is close to your payoff amount of $300.00. To pay the account in full, enter $300.00.',
    );
    expect(warned('300')).toBeUndefined();
    expect(warned('499.99')).toBeUndefined();
  });

  it('uses the range of the configuration; with a range of zero it never appears', () => {
    expect(schedule.warningForAmount(asWhole('499.99'), whole, within(0))).toBeUndefined();
    expect(toSentence(schedule.warningForAmount(asWhole('100'), whole, within(400_00)))).toBe(NEAR);
    expect(schedule.warningForAmount(asWhole('99.99'), whole, within(400_00))).toBeUndefined();
  });

  it('appears only for Other amounts', () => {
    const fixed = choosing(facts, { 'level.one': 'account', 'otherAmount.one': '499.99' });
    expect(schedule.warningForAmount(fixed, whole, facts)).toBeUndefined();
    const due = factsWith({ ...account, currentPayoff: toCents(171_00) });
    const [dueAccount] = due.payment.borrowerAccountPayments;
    if (dueAccount === undefined) throw new Error('The account is missing');
    const atDue = choosing(due, { 'level.one': 'account' });
    expect(schedule.chosenAmount(atDue, rules.accountPayable(dueAccount))).toBe(170_00);
    expect(schedule.warningForAmount(atDue, rules.accountPayable(dueAccount), facts)).toBeUndefined();
  });

  it('about the payoff appears for a group only if the borrower pays no other group', () => {
    const alone = typing({ A: '499.99', B: '0' });
    expect(toSentence(schedule.warningForAmount(alone, A, facts))).toBe(NEAR);
    expect(schedule.warningForAmount(alone, B, facts)).toBeUndefined();
    expect(schedule.warningForAmount(typing({ A: '499.99', B: '.01' }), A, facts)).toBeUndefined();
    // B keeps its $70.00.
    expect(schedule.warningForAmount(typing({ A: '429.99' }), A, facts)).toBeUndefined();
  });

  it.each<[string, string | undefined]>([
    ['29.99', SHORT],
    ['.01', SHORT],
    ['0', SHORT],
    ['30', undefined],
    ['30.01', undefined],
    ['ten', undefined],
    ['', undefined],
  ])('at %s for a group with $30.00 past due is %s', (typed, sentence) => {
    expect(toSentence(schedule.warningForAmount(typing({ A: typed }), A, facts))).toBe(sentence);
  });

  it('about the past due amount does not appear for a group without one', () => {
    expect(schedule.warningForAmount(typing({ B: '.01' }), B, facts)).toBeUndefined();
    expect(schedule.warningForAmount(typing({ B: '0' }), B, facts)).toBeUndefined();
  });

  it('is not an error: the amount may be paid', () => {
    expect(listSaid(asWhole('499.99'))).toEqual([]);
    expect(listSaid(typing({ A: '29.99' }))).toEqual([]);
  });
});
