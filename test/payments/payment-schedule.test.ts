/** The schedule step (Y §4.1, §4.2, §5.1): initial values, errors, dependent changes, and leaving the step. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { ZERO, toCents } from '#domain/money.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import { knownPayLink, formatPayLink, parsePayLink } from '#domain/payments/pay-link.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import type { PaymentOption, ScheduleValues } from '#domain/payments/submission-shapes.ts';
import { findProblems } from '#domain/issue.ts';
import {
  ODD_AMOUNTS,
  accountWith,
  anySchedule,
  choosing,
  datesFrom,
  factsWith,
  groupWith,
  scheduledOn,
  toSentences,
  someSchedule,
} from './payment-samples.ts';

const NOTHING = 'Total Payment amount must be greater than $0.';

/** Account one is paid as a whole. Account two is paid by groups: A with $30.00 past due, B with nothing due. */
const one = accountWith({ accountId: 'one', accountNumber: 'E000000001' });
const two = accountWith({
  accountId: 'two',
  accountNumber: 'D000000002',
  totalDue: 80_00,
  pastDueAmt: 30_00,
  isGroupLevelPayment: true,
  groups: [groupWith('A', { totalDue: 80_00, pastDueAmt: 30_00 }), groupWith('B', { totalDue: 0 })],
});
const facts = factsWith(one, two);
const start = schedule.startingSchedule(facts);
const problems = (values: ScheduleValues, given = facts) =>
  findProblems(scheduleForm.scheduleSchema(given, values), values);
const listMessages = (values: ScheduleValues, given = facts) =>
  toSentences(scheduleForm.scheduleSchema(given, values), values);
const getTotal = (values: ScheduleValues, given = facts) => schedule.computeTotal(values, given.payment);

describe('the initial schedule (Y §4.1)', () => {
  it('has the first offered date, the level of each account, and all defaults', () => {
    expect(start).toEqual({
      paymentDate: '11/20/2026',
      'level.one': 'account',
      'option.one': 'MonthlyPayment',
      'otherAmount.one': '',
      'keepDueDate.one': false,
      'level.two': 'group',
      'option.two': 'MonthlyPayment',
      'otherAmount.two': '',
      'keepDueDate.two': false,
      'option.two.A': 'MonthlyPayment',
      'otherAmount.two.A': '',
      'keepDueDate.two.A': false,
      'option.two.B': 'NoPayment',
      'otherAmount.two.B': '',
      'keepDueDate.two.B': false,
    });
    expect(problems(start)).toEqual([]);
    expect(scheduleForm.isScheduleComplete(facts, start)).toBe(true);
    expect(getTotal(start)).toBe(200_00);
  });

  it('has the first banking day if today is not one, and the first day of the window if no day is offered', () => {
    const saturday = { ...facts, dates: datesFrom(day('2026-11-21')) };
    expect(schedule.startingSchedule(saturday).paymentDate).toBe('11/23/2026');
    const none = { ...facts, dates: datesFrom(day('2026-11-21'), { availablePaymentDates: [] }) };
    expect(schedule.startingSchedule(none).paymentDate).toBe('11/21/2026');
  });
});

describe('the initial schedule with scheduled payments (rulings 69, 83)', () => {
  const startWith = (upcoming: readonly ScheduledPayment[]) => schedule.startingSchedule({ ...facts, upcoming });

  it('has an Other amount of 0.00 for an account whose amount due is covered, and for its groups', () => {
    expect(startWith([scheduledOn(two, 80_00)])).toEqual({
      ...start,
      'option.two': 'OtherAmount',
      'otherAmount.two': '0.00',
      'option.two.A': 'OtherAmount',
      'otherAmount.two.A': '0.00',
      'option.two.B': 'OtherAmount',
      'otherAmount.two.B': '0.00',
    });
  });

  it('presets Other amount to the remaining amount if payments cover only a part (ruling 113)', () => {
    expect(startWith([scheduledOn(one, 119_99)])).toEqual({
      ...start,
      'option.one': 'OtherAmount',
      'otherAmount.one': '0.01',
    });
  });

  const shared = accountWith({
    accountId: 'one',
    totalDue: 170_00,
    pastDueAmt: 50_00,
    isGroupLevelPayment: true,
    groups: [
      groupWith('A', { totalDue: 60_00, pastDueAmt: 0, monthlyPaymentAmount: 60_00 }),
      groupWith('B', { totalDue: 80_00, pastDueAmt: 20_00, pastDueSince: '2026-10-05', monthlyPaymentAmount: 60_00 }),
      groupWith('C', { totalDue: 30_00, pastDueAmt: 30_00, pastDueSince: '2026-09-05' }),
    ],
  });

  it.each([
    // The longest past due comes first, then the other one.
    { paid: 40_00, A: '60.00', B: '70.00', C: '0.00' },
    // The amount beyond the past-due amounts is shared in proportion to the monthly payments.
    { paid: 70_00, A: '50.00', B: '50.00', C: '0.00' },
  ])('shares a payment of $paid cents for the whole account among its groups as it will be posted', (each) => {
    const covered = { ...factsWith(shared), upcoming: [scheduledOn(shared, each.paid)] };
    const values = schedule.startingSchedule(covered);
    expect(values).toMatchObject({
      'otherAmount.one.A': each.A,
      'otherAmount.one.B': each.B,
      'otherAmount.one.C': each.C,
    });
    expect(getTotal(values, covered)).toBe(170_00 - each.paid);
    expect(problems(values, covered)).toEqual([]);
  });

  it('does not say that a group stays past due if a scheduled payment covers the rest', () => {
    const upcoming = [scheduledOn(shared, 20_00, { groupId: 'C' })];
    const covered = { ...factsWith(shared), upcoming };
    const warningOn = (typed: string) => {
      const values = { ...schedule.startingSchedule(covered), 'otherAmount.one.C': typed };
      const group = rules.groupPayables(shared)[2];
      return group && schedule.warningForAmount(values, group, covered);
    };
    expect(schedule.startingSchedule(covered)['otherAmount.one.C']).toBe('10.00');
    expect(warningOn('10.00')).toBeUndefined();
    expect(warningOn('9.99')).toEqual({ code: 'amount.belowPastDue' });
  });

  it.each([
    ['the payment is dated after the due date', scheduledOn(one, 120_00, { effectiveDate: day('2026-12-16') })],
    ['the payment was canceled', scheduledOn(one, 120_00, { description: 'Cancelled' })],
  ])('has the default if %s', (_, payment) => {
    expect(startWith([payment])).toEqual(start);
  });
});

describe('the initial schedule for one account (ruling 70)', () => {
  const NOTHING_ON_ONE = { 'option.one': 'OtherAmount', 'otherAmount.one': '0.00' };
  const NOTHING_ON_TWO = {
    'option.two': 'OtherAmount',
    'otherAmount.two': '0.00',
    'option.two.A': 'OtherAmount',
    'otherAmount.two.A': '0.00',
    'option.two.B': 'OtherAmount',
    'otherAmount.two.B': '0.00',
  };
  const startFor = (accountId: string, isExtra = false) => schedule.startingSchedule(facts, { accountId, isExtra });

  it('has the default for that account and an Other amount of 0.00 for every other one', () => {
    expect(startFor('one')).toEqual({ ...start, ...NOTHING_ON_TWO });
    expect(getTotal(startFor('one'))).toBe(120_00);
    expect(startFor('two')).toEqual({ ...start, ...NOTHING_ON_ONE });
    expect(getTotal(startFor('two'))).toBe(80_00);
  });

  it('has an empty, focused Other amount for the whole account for an extra payment', () => {
    const extra = startFor('two', true);
    expect(extra).toEqual({ ...start, ...NOTHING_ON_ONE, 'level.two': 'account', 'option.two': 'OtherAmount' });
    const focused = (values: ScheduleValues, isExtra = true) =>
      schedule.extraAmountField(values, facts.payment, { accountId: 'two', isExtra });
    expect(focused(extra)).toBe('otherAmount.two');
    expect(focused(extra, false)).toBeUndefined();
    expect(focused({ ...extra, 'level.two': 'group' })).toBeUndefined();
    expect(focused({ ...extra, 'option.two': 'MonthlyPayment' })).toBeUndefined();
    expect(schedule.extraAmountField(extra, facts.payment, { accountId: 'nine', isExtra: true })).toBeUndefined();
    expect(schedule.extraAmountField(extra, facts.payment, null)).toBeUndefined();
  });

  it("is requested by a URL that contains the account's opaque id", () => {
    const link = { accountId: 'acct-1 & more', isExtra: false };
    expect(formatPayLink(link)).toBe('/payments/payflow/schedule?account=acct-1+%26+more');
    for (const each of [link, { ...link, isExtra: true }]) {
      expect(parsePayLink(new URL(formatPayLink(each), 'https://portal.test').search)).toEqual(each);
    }
    expect(parsePayLink('')).toBeNull();
    expect(parsePayLink('?amount=other')).toBeNull();
    const { borrowerAccountPayments: accounts } = facts.payment;
    expect(knownPayLink({ accountId: 'two', isExtra: true }, accounts)).toEqual({ accountId: 'two', isExtra: true });
    expect(knownPayLink({ accountId: 'E000000001', isExtra: false }, accounts)).toBeNull();
    expect(knownPayLink(null, accounts)).toBeNull();
  });
});

describe('a total of zero (ruling 16)', () => {
  it.each<[string, schedule.ScheduleInput, ScheduleValues]>([
    ['no payment on all accounts', facts, { ...start, 'option.one': 'NoPayment', 'option.two.A': 'NoPayment' }],
    [
      'Other amounts of nothing',
      facts,
      {
        ...start,
        'option.one': 'OtherAmount',
        'otherAmount.one': '0',
        'option.two.A': 'OtherAmount',
        'otherAmount.two.A': '0.00',
      },
    ],
    [
      'amounts only in hidden fields',
      facts,
      { ...start, 'option.one': 'NoPayment', 'level.two': 'account', 'option.two': 'NoPayment' },
    ],
    ['nothing due', factsWith(accountWith({ totalDue: 0 })), { paymentDate: '11/20/2026' }],
    ['a credit', factsWith(accountWith({ totalDue: -5_00 })), { paymentDate: '11/20/2026' }],
    ['no account', factsWith(), { paymentDate: '11/20/2026' }],
  ])('is rejected: %s', (_, given, values) => {
    expect(listMessages(values, given)).toEqual([['total', NOTHING]]);
    expect(scheduleForm.isScheduleComplete(given, values)).toBe(false);
  });

  it('is fixed by a single cent on an account or group', () => {
    const nothing: ScheduleValues = { ...start, 'option.one': 'NoPayment', 'option.two.A': 'NoPayment' };
    expect(problems({ ...nothing, 'option.one': 'OtherAmount', 'otherAmount.one': '.01' })).toEqual([]);
    expect(problems({ ...nothing, 'option.two.B': 'OtherAmount', 'otherAmount.two.B': '.01' })).toEqual([]);
  });
});

describe('an error', () => {
  it('is reported for an Other amount only if it is chosen and visible', () => {
    const hidden: ScheduleValues = {
      ...start,
      'otherAmount.one': 'ten',
      'option.two': 'OtherAmount',
      'otherAmount.two': '999999999',
    };
    expect(problems(hidden)).toEqual([]);
    expect(getTotal(hidden)).toBe(200_00);
    expect(listMessages({ ...hidden, 'option.one': 'OtherAmount' })).toEqual([
      ['otherAmount.one', 'Payment amount must be a valid dollar amount.'],
    ]);
    expect(listMessages({ ...hidden, 'level.two': 'account' })).toEqual([
      ['otherAmount.two', 'Payment cannot exceed your account payoff amount of $5,000.00.'],
    ]);
  });

  it('depends on each account’s own payoff', () => {
    const poor = factsWith(one, { ...two, currentPayoff: toCents(10_00) });
    const values: ScheduleValues = {
      ...start,
      'option.one': 'OtherAmount',
      'otherAmount.one': '10.01',
      'option.two.A': 'OtherAmount',
      'otherAmount.two.A': '10.01',
    };
    expect(listMessages(values, poor)).toEqual([
      ['otherAmount.two.A', 'Payment cannot exceed your account payoff amount of $10.00.'],
    ]);
  });

  it('counts payments under way, but not future drafts (ruling 90)', () => {
    const given = (upcoming: readonly ScheduledPayment[]) => ({ ...facts, upcoming });
    const typing = (typed: string) => ({ ...start, 'option.one': 'OtherAmount' as const, 'otherAmount.one': typed });
    const scheduled = given([scheduledOn(one, 4_000_00)]);
    expect(listMessages(typing('1000.00'), scheduled)).toEqual([]);
    expect(listMessages(typing('1000.01'), scheduled)).toEqual([
      ['otherAmount.one', 'Payment cannot exceed your account payoff amount of $1,000.00.'],
    ]);
    // A draft that waits for Monday, and the same draft after it was drawn.
    const monday = { effectiveDate: day('2026-11-23'), description: 'Processing' } as const;
    const draft = given([scheduledOn(one, 4_000_00, monday)]);
    expect(listMessages(typing('5000.00'), draft)).toEqual([]);
    expect(listMessages(typing('5000.00'), { ...draft, today: monday.effectiveDate })).toHaveLength(1);
  });

  it('appears on an amount due if payments under way leave less to pay', () => {
    const late = scheduledOn(one, 4_900_00, { effectiveDate: day('2026-12-21') });
    const given = { ...facts, upcoming: [late] };
    expect(listMessages(schedule.startingSchedule(given), given)).toEqual([
      ['option.one', 'Payment cannot exceed your account payoff amount of $100.00.'],
    ]);
  });

  it('appears in the panel in this order: total, amounts by account and group, payment date', () => {
    const wrong: ScheduleValues = {
      paymentDate: '',
      'otherAmount.two.B': '',
      'option.two.B': 'OtherAmount',
      'otherAmount.two.A': '-1',
      'option.two.A': 'OtherAmount',
      'otherAmount.one': 'ten',
      'option.one': 'OtherAmount',
      'level.two': 'group',
    };
    expect(listMessages(wrong)).toEqual([
      ['total', NOTHING],
      ['otherAmount.one', 'Payment amount must be a valid dollar amount.'],
      ['otherAmount.two.A', 'Payment amount must be a valid dollar amount.'],
      ['otherAmount.two.B', 'Payment amount is required.'],
      ['paymentDate', 'Payment date is required.'],
    ]);
  });
});

describe('the paid amount', () => {
  it('is that of the account or of its groups, depending on the level', () => {
    const values: ScheduleValues = { ...start, 'option.two': 'PastPayment' };
    expect(schedule.accountAmount(values, two)).toBe(80_00);
    expect(schedule.accountAmount({ ...values, 'level.two': 'account' }, two)).toBe(30_00);
    expect(schedule.getPayables(values, two).map(({ id }) => id)).toEqual(['two.A', 'two.B']);
    expect(schedule.getPayables({ ...values, 'level.two': 'account' }, two).map(({ id }) => id)).toEqual(['two']);
  });

  it("has the account's own level if none was chosen", () => {
    const nothing: ScheduleValues = { paymentDate: '' };
    expect(schedule.getLevel(nothing, one)).toBe('account');
    expect(schedule.getLevel(nothing, two)).toBe('group');
    expect(schedule.getLevel({ ...nothing, 'level.two': 'account' }, two)).toBe('account');
    expect(getTotal(nothing)).toBe(200_00);
  });

  it('is exactly the sum of the visible amounts, for any choices', () => {
    const cents = (text = '') => ODD_AMOUNTS[text] ?? Number(text.replace('.', ''));
    fc.assert(
      fc.property(anySchedule, ({ facts: given, values }) => {
        let sum = 0;
        for (const account of given.payment.borrowerAccountPayments) {
          const { accountId, borrowerGroupPayments } = account;
          const shown =
            values[`level.${accountId}`] === 'group'
              ? borrowerGroupPayments.map((group) => ({ id: `${accountId}.${group.groupId}`, due: group }))
              : [{ id: accountId, due: account }];
          for (const { id, due } of shown) {
            const option = values[`option.${id}`];
            if (option === 'MonthlyPayment') sum += Math.max(due.totalDue, 0);
            if (option === 'PastPayment') sum += Math.max(due.pastDueAmt, 0);
            if (option === 'OtherAmount') sum += cents(values[`otherAmount.${id}`]);
          }
        }
        expect(getTotal(values, given)).toBe(sum);
        expect(problems(values, given).some(({ field }) => field === 'total')).toBe(sum === 0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a choice (Y §4.1)', () => {
  const typed: ScheduleValues = { ...start, 'otherAmount.two.A': '7.00', 'otherAmount.one': '8.00' };
  const follow = (field: string, value: string) =>
    scheduleForm.deriveOnChange(field, { ...typed, [field]: value }, typed, facts);

  it.each<PaymentOption>(['NoPayment', 'MonthlyPayment', 'PastPayment'])(
    'of %s clears only the Other amount next to it',
    (option) => {
      expect(follow('option.two.A', option)).toEqual({ ...typed, 'option.two.A': option, 'otherAmount.two.A': '' });
      expect(follow('option.one', option)).toEqual({ ...typed, 'option.one': option, 'otherAmount.one': '' });
      expect(follow('option.two', option)).toEqual({ ...typed, 'option.two': option });
    },
  );

  it.each([
    ['option.two.A', 'OtherAmount'],
    ['otherAmount.one', '9'],
    ['paymentDate', '12/01/2026'],
    ['level.two', 'account'],
  ])('%s at %s clears nothing', (field, value) => {
    expect(follow(field, value)).toEqual({ ...typed, [field]: value });
  });
});

describe('leaving the step (Y §4.2)', () => {
  const chosen = choosing(facts, {
    'option.one': 'OtherAmount',
    'otherAmount.one': '8.00',
    'keepDueDate.one': true,
    'option.two.A': 'OtherAmount',
    'otherAmount.two.A': '400.00',
    'keepDueDate.two.A': true,
    'otherAmount.two.B': 'left over',
  });

  it('resets the hidden values of an account paid as a whole: 0 for a chosen Other amount, otherwise empty', () => {
    const whole: ScheduleValues = { ...chosen, 'level.two': 'account', 'keepDueDate.two.A': false };
    expect(scheduleForm.settledSchedule(whole, facts.payment)).toEqual({
      ...whole,
      'otherAmount.two.A': '0.00',
      'otherAmount.two.B': '',
    });
  });

  it('resets the hidden values of an account paid by groups', () => {
    const byGroups: ScheduleValues = {
      ...chosen,
      'option.two': 'OtherAmount',
      'otherAmount.two': '5.00',
    };
    expect(scheduleForm.settledSchedule(byGroups, facts.payment)).toEqual({
      ...byGroups,
      'otherAmount.two': '0.00',
    });
  });

  it('keeps the visible choices and normalizes the visible amounts', () => {
    expect(scheduleForm.settledSchedule(chosen, facts.payment)).toEqual(chosen);
    const untidy: ScheduleValues = { ...chosen, 'otherAmount.one': ' $8 ', 'otherAmount.two.A': '400.' };
    expect(scheduleForm.settledSchedule(untidy, facts.payment)).toEqual(chosen);
    const wrong: ScheduleValues = { ...chosen, 'otherAmount.one': '10,50' };
    expect(scheduleForm.settledSchedule(wrong, facts.payment)).toEqual(wrong);
  });

  it('changes neither total nor errors, leaves no hidden amount, and is idempotent', () => {
    fc.assert(
      fc.property(anySchedule, ({ facts: given, values }) => {
        const settled = scheduleForm.settledSchedule(values, given.payment);
        expect(getTotal(settled, given)).toBe(getTotal(values, given));
        expect(problems(settled, given)).toEqual(problems(values, given));
        expect(scheduleForm.settledSchedule(settled, given.payment)).toEqual(settled);
        for (const account of given.payment.borrowerAccountPayments) {
          const shown = schedule.getPayables(settled, account);
          const all = [rules.accountPayable(account), ...rules.groupPayables(account)];
          for (const hidden of all.filter(({ id }) => !shown.some((each) => each.id === id))) {
            const isOther = settled[`option.${hidden.id}`] === 'OtherAmount';
            expect(settled[`otherAmount.${hidden.id}`]).toBe(isOther ? '0.00' : '');
          }
        }
      }),
    );
  });
});

it('the generated schedules are often complete and often incomplete', () => {
  const found = { complete: 0, wrong: 0, groups: 0, ticked: 0 };
  for (const { facts: given, values } of fc.sample(someSchedule, { numRuns: 1_000, seed: 1 })) {
    found[scheduleForm.isScheduleComplete(given, values) ? 'complete' : 'wrong'] += 1;
    if (Object.values(values).includes('group')) found.groups += 1;
    if (Object.values(values).includes(true)) found.ticked += 1;
    expect(getTotal(values, given)).toBeGreaterThanOrEqual(ZERO);
  }
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(50);
});
