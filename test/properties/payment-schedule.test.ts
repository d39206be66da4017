/** The schedule step (Y §4.1, §4.2, §5.1): how it starts, what it lists, what follows from a choice, and how it is left. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDateOf as day } from '#domain/calendar.ts';
import { ZERO, toCents } from '#domain/money.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import { knownPayLink, payAddressOf, payLinkOf } from '#domain/payments/pay-link.ts';
import type { PaymentOption, ScheduledPayment, ScheduleValues } from '#domain/payments/shapes.ts';
import { problemsOf } from '#domain/issue.ts';
import {
  ODD_AMOUNTS,
  accountWith,
  anySchedule,
  choosing,
  datesFrom,
  factsWith,
  groupWith,
  scheduledOn,
  sentencesOf,
  someSchedule,
} from './payment-samples.ts';

const NOTHING = 'Total Payment amount must be greater than $0.';

/** One is paid as a whole; two by its groups: A past due with $30.00, B with nothing due. */
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
  problemsOf(scheduleForm.scheduleSchema(given, values), values);
const sayingsOf = (values: ScheduleValues, given = facts) =>
  sentencesOf(scheduleForm.scheduleSchema(given, values), values);
const totalOf = (values: ScheduleValues, given = facts) => schedule.totalOf(values, given.payment);

describe('the start (Y §4.1)', () => {
  it('has the first day that is offered, each account as it is paid, and everything at its default', () => {
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
    expect(totalOf(start)).toBe(200_00);
  });

  it('has the first banking day where today is none, and the first of the window where none is offered', () => {
    const saturday = { ...facts, dates: datesFrom(day('2026-11-21')) };
    expect(schedule.startingSchedule(saturday).paymentDate).toBe('11/23/2026');
    const none = { ...facts, dates: datesFrom(day('2026-11-21'), { availablePaymentDates: [] }) };
    expect(schedule.startingSchedule(none).paymentDate).toBe('11/21/2026');
  });
});

describe('the start with scheduled payments (rulings 69, 83)', () => {
  const startWith = (upcoming: readonly ScheduledPayment[]) => schedule.startingSchedule({ ...facts, upcoming });

  it('has Other amount 0.00 on an account whose amount due they cover, as a whole and on its groups', () => {
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

  it.each([
    ['a cent is missing', scheduledOn(one, 119_99)],
    ['the payment is dated after the due date', scheduledOn(one, 120_00, { effectiveDate: day('2026-12-16') })],
    ['the payment was cancelled', scheduledOn(one, 120_00, { description: 'Cancelled' })],
  ])('has the default where %s', (_, payment) => {
    expect(startWith([payment])).toEqual(start);
  });
});

describe('the start for one account (ruling 70)', () => {
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

  it('has its default there, and Other amount 0.00 on every other account', () => {
    expect(startFor('one')).toEqual({ ...start, ...NOTHING_ON_TWO });
    expect(totalOf(startFor('one'))).toBe(120_00);
    expect(startFor('two')).toEqual({ ...start, ...NOTHING_ON_ONE });
    expect(totalOf(startFor('two'))).toBe(80_00);
  });

  it('has an empty Other amount for the whole account where extra is paid, and focus goes there', () => {
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

  it('is asked for by an address, which names the account by its opaque id', () => {
    const link = { accountId: 'acct-1 & more', isExtra: false };
    expect(payAddressOf(link)).toBe('/payments/payflow/schedule?account=acct-1+%26+more');
    for (const each of [link, { ...link, isExtra: true }]) {
      expect(payLinkOf(new URL(payAddressOf(each), 'https://portal.test').search)).toEqual(each);
    }
    expect(payLinkOf('')).toBeNull();
    expect(payLinkOf('?amount=other')).toBeNull();
    const { borrowerAccountPayments: accounts } = facts.payment;
    expect(knownPayLink({ accountId: 'two', isExtra: true }, accounts)).toEqual({ accountId: 'two', isExtra: true });
    expect(knownPayLink({ accountId: 'E000000001', isExtra: false }, accounts)).toBeNull();
    expect(knownPayLink(null, accounts)).toBeNull();
  });
});

describe('a total of nothing (ruling 16)', () => {
  it.each<[string, schedule.ScheduleFacts, ScheduleValues]>([
    ['no payment anywhere', facts, { ...start, 'option.one': 'NoPayment', 'option.two.A': 'NoPayment' }],
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
      'amounts only where they are not shown',
      facts,
      { ...start, 'option.one': 'NoPayment', 'level.two': 'account', 'option.two': 'NoPayment' },
    ],
    ['nothing due', factsWith(accountWith({ totalDue: 0 })), { paymentDate: '11/20/2026' }],
    ['a credit', factsWith(accountWith({ totalDue: -5_00 })), { paymentDate: '11/20/2026' }],
    ['no account', factsWith(), { paymentDate: '11/20/2026' }],
  ])('is refused: %s', (_, given, values) => {
    expect(sayingsOf(values, given)).toEqual([['total', NOTHING]]);
    expect(scheduleForm.isScheduleComplete(given, values)).toBe(false);
  });

  it('is mended by a single cent on one account, or on one group', () => {
    const nothing: ScheduleValues = { ...start, 'option.one': 'NoPayment', 'option.two.A': 'NoPayment' };
    expect(problems({ ...nothing, 'option.one': 'OtherAmount', 'otherAmount.one': '.01' })).toEqual([]);
    expect(problems({ ...nothing, 'option.two.B': 'OtherAmount', 'otherAmount.two.B': '.01' })).toEqual([]);
  });
});

describe('what is wrong', () => {
  it('is looked for in Other amounts only where they are chosen and shown', () => {
    const hidden: ScheduleValues = {
      ...start,
      'otherAmount.one': 'ten',
      'option.two': 'OtherAmount',
      'otherAmount.two': '999999999',
    };
    expect(problems(hidden)).toEqual([]);
    expect(totalOf(hidden)).toBe(200_00);
    expect(sayingsOf({ ...hidden, 'option.one': 'OtherAmount' })).toEqual([
      ['otherAmount.one', 'Payment amount must be a valid dollar amount.'],
    ]);
    expect(sayingsOf({ ...hidden, 'level.two': 'account' })).toEqual([
      ['otherAmount.two', 'Payment cannot exceed your account payoff amount of $5,000.00.'],
    ]);
  });

  it('is validated against each account’s own payoff', () => {
    const poor = factsWith(one, { ...two, currentPayoff: toCents(10_00) });
    const values: ScheduleValues = {
      ...start,
      'option.one': 'OtherAmount',
      'otherAmount.one': '10.01',
      'option.two.A': 'OtherAmount',
      'otherAmount.two.A': '10.01',
    };
    expect(sayingsOf(values, poor)).toEqual([
      ['otherAmount.two.A', 'Payment cannot exceed your account payoff amount of $10.00.'],
    ]);
  });

  it('is listed in the order of the panel: the total, the amounts by account and group, the payment date', () => {
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
    expect(sayingsOf(wrong)).toEqual([
      ['total', NOTHING],
      ['otherAmount.one', 'Payment amount must be a valid dollar amount.'],
      ['otherAmount.two.A', 'Payment amount must be a valid dollar amount.'],
      ['otherAmount.two.B', 'Payment amount is required.'],
      ['paymentDate', 'Payment date is required.'],
    ]);
  });
});

describe('what is paid', () => {
  it('is what stands at the account or at its groups, whichever is shown', () => {
    const values: ScheduleValues = { ...start, 'option.two': 'PastPayment' };
    expect(schedule.accountAmount(values, two)).toBe(80_00);
    expect(schedule.accountAmount({ ...values, 'level.two': 'account' }, two)).toBe(30_00);
    expect(schedule.payablesOf(values, two).map(({ id }) => id)).toEqual(['two.A', 'two.B']);
    expect(schedule.payablesOf({ ...values, 'level.two': 'account' }, two).map(({ id }) => id)).toEqual(['two']);
  });

  it('is shown as the account is paid, where nothing was chosen', () => {
    const nothing: ScheduleValues = { paymentDate: '' };
    expect(schedule.levelOf(nothing, one)).toBe('account');
    expect(schedule.levelOf(nothing, two)).toBe('group');
    expect(schedule.levelOf({ ...nothing, 'level.two': 'account' }, two)).toBe('account');
    expect(totalOf(nothing)).toBe(200_00);
  });

  it('is, to the cent, the sum of what is shown, whatever is chosen and hidden', () => {
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
        expect(totalOf(values, given)).toBe(sum);
        expect(problems(values, given).some(({ field }) => field === 'total')).toBe(sum === 0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('what follows from a choice (Y §4.1)', () => {
  const typed: ScheduleValues = { ...start, 'otherAmount.two.A': '7.00', 'otherAmount.one': '8.00' };
  const follow = (field: string, value: string) =>
    scheduleForm.deriveOnChange(field, { ...typed, [field]: value }, typed, facts);

  it.each<PaymentOption>(['NoPayment', 'MonthlyPayment', 'PastPayment'])(
    '%s clears the Other amount beside it, and no other',
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
  ])('nothing is cleared by %s at %s', (field, value) => {
    expect(follow(field, value)).toEqual({ ...typed, [field]: value });
  });

  it.each([
    ['option.one', 'OtherAmount', true],
    ['option.two.A', 'OtherAmount', true],
    ['option.one', 'MonthlyPayment', false],
    ['otherAmount.one', 'OtherAmount', false],
    ['paymentDate', 'OtherAmount', false],
    ['option.one', true, false],
  ])('with %s at %s, an amount is to be typed: %s', (field, value, isIt) => {
    expect(schedule.isOtherAmountChosen(field, value)).toBe(isIt);
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

  it('resets what is not shown of an account paid as a whole: 0 where Other was selected, otherwise empty', () => {
    const whole: ScheduleValues = { ...chosen, 'level.two': 'account', 'keepDueDate.two.A': false };
    expect(scheduleForm.settledSchedule(whole, facts.payment)).toEqual({
      ...whole,
      'otherAmount.two.A': '0.00',
      'otherAmount.two.B': '',
    });
  });

  it('resets what is not shown of an account paid by its groups', () => {
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

  it('leaves alone the choices and the amounts that are shown, but normalizes them', () => {
    expect(scheduleForm.settledSchedule(chosen, facts.payment)).toEqual(chosen);
    const untidy: ScheduleValues = { ...chosen, 'otherAmount.one': ' $8 ', 'otherAmount.two.A': '400.' };
    expect(scheduleForm.settledSchedule(untidy, facts.payment)).toEqual(chosen);
    const wrong: ScheduleValues = { ...chosen, 'otherAmount.one': '10,50' };
    expect(scheduleForm.settledSchedule(wrong, facts.payment)).toEqual(wrong);
  });

  it('changes no total and no problem, leaves no amount hidden, and is the same twice', () => {
    fc.assert(
      fc.property(anySchedule, ({ facts: given, values }) => {
        const settled = scheduleForm.settledSchedule(values, given.payment);
        expect(totalOf(settled, given)).toBe(totalOf(values, given));
        expect(problems(settled, given)).toEqual(problems(values, given));
        expect(scheduleForm.settledSchedule(settled, given.payment)).toEqual(settled);
        for (const account of given.payment.borrowerAccountPayments) {
          const shown = schedule.payablesOf(settled, account);
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

it('the schedules that these tests draw are often complete, and often not', () => {
  const found = { complete: 0, wrong: 0, groups: 0, ticked: 0 };
  for (const { facts: given, values } of fc.sample(someSchedule, { numRuns: 1_000, seed: 1 })) {
    found[scheduleForm.isScheduleComplete(given, values) ? 'complete' : 'wrong'] += 1;
    if (Object.values(values).includes('group')) found.groups += 1;
    if (Object.values(values).includes(true)) found.ticked += 1;
    expect(totalOf(values, given)).toBeGreaterThanOrEqual(ZERO);
  }
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(50);
});
