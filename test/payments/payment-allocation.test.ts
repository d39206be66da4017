/** The validation of extra payments to some groups of an account (Y §5.1, invalidPaymentAllocation). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTyped, toCents } from '#domain/money.ts';
import * as rules from '#domain/payments/rules.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import type { GroupPayment } from '#domain/payments/shapes.ts';
import type { PaymentOption, ScheduleValues } from '#domain/payments/submission-shapes.ts';
import { findProblems } from '#domain/issue.ts';
import { accountWith, factsWith, groupWith, toSentence } from './payment-samples.ts';

const HERE =
  'In order to pay extra on another loan group, you must pay at least the past due amount on this loan group.';
const ELSEWHERE =
  'In order to pay extra on this loan group, you must pay at least the past due amount on your other loan group(s).';

/** A: $100.00 due, $30.00 of it past due. B: $70.00 due. C: $90.00 due, $40.00 of it past due. */
const A = groupWith('A', { totalDue: 100_00, pastDueAmt: 30_00 });
const B = groupWith('B', { totalDue: 70_00 });
const C = groupWith('C', { totalDue: 90_00, pastDueAmt: 40_00 });

const FIXED: readonly PaymentOption[] = ['NoPayment', 'MonthlyPayment', 'PastPayment'];

const createInput = (groups: readonly GroupPayment[]) => factsWith(accountWith({ isGroupLevelPayment: true, groups }));

/** Returns the schedule with a choice for each group: an option, or the text of its Other amount. */
function chosen(groups: readonly GroupPayment[], choices: readonly string[]): ScheduleValues {
  let values = schedule.startingSchedule(createInput(groups));
  for (const [index, { groupId }] of groups.entries()) {
    const choice = choices[index] ?? '';
    const option = FIXED.find((fixed) => fixed === choice) ?? 'OtherAmount';
    const typed = option === 'OtherAmount' ? choice : '';
    values = { ...values, [`option.one.${groupId}`]: option, [`otherAmount.one.${groupId}`]: typed };
  }
  return values;
}

/** Returns the message next to each group's amount; undefined if it is valid. */
function listSentences(
  groups: readonly GroupPayment[],
  choices: readonly string[],
  level: 'account' | 'group' = 'group',
) {
  const values = { ...chosen(groups, choices), 'level.one': level } as const;
  const problems = findProblems(scheduleForm.scheduleSchema(createInput(groups), values), values);
  return groups.map(({ groupId }) => {
    const problem = problems.find(({ field }) => field === `otherAmount.one.${groupId}`);
    return problem && toSentence(problem.issue);
  });
}

describe('an extra payment to one group is checked', () => {
  it.each<[string, string[], (string | undefined)[]]>([
    ['with a cent less than the past due amount on another', ['29.99', '70.01'], [HERE, ELSEWHERE]],
    ['with nothing on another with a past due amount', ['0', '70.01'], [HERE, ELSEWHERE]],
    ['with exactly the past due amount on another', ['30', '70.01'], [undefined, undefined]],
    ['with more than the past due amount on another', ['30.01', '70.01'], [undefined, undefined]],
    ['while another has nothing past due', ['100.01', '0'], [undefined, undefined]],
    ['that is itself past due', ['100.01', '.01'], [undefined, undefined]],
  ])('%s: %j', (_, choices, expected) => {
    expect(listSentences([A, B], choices)).toEqual(expected);
  });

  it('starting a cent above the amount due on it', () => {
    expect(listSentences([A, B], ['29.99', '70.00'])).toEqual([undefined, undefined]);
    expect(listSentences([A, B], ['29.99', '70.01'])).toEqual([HERE, ELSEWHERE]);
  });

  it('from the first cent if nothing is due or the group has a credit (ruling 53)', () => {
    const none = groupWith('B', { totalDue: 0 });
    expect(listSentences([A, none], ['29.99', '.01'])).toEqual([HERE, ELSEWHERE]);
    expect(listSentences([A, none], ['29.99', '0'])).toEqual([undefined, undefined]);
    const credit = groupWith('B', { totalDue: -5_00 });
    expect(listSentences([A, credit], ['29.99', '.01'])).toEqual([HERE, ELSEWHERE]);
    expect(listSentences([A, credit], ['29.99', '0'])).toEqual([undefined, undefined]);
  });
});

describe('with three groups', () => {
  it.each<[string, string[], (string | undefined)[]]>([
    ['one short, one with extra', ['29.99', '70.01', '40'], [HERE, ELSEWHERE, undefined]],
    ['two short, one with extra', ['29.99', '70.01', '39.99'], [HERE, ELSEWHERE, HERE]],
    ['one short, two with extra', ['29.99', '70.01', '90.01'], [HERE, ELSEWHERE, ELSEWHERE]],
    ['all past-due amounts covered to the cent', ['30', '4000', '40'], [undefined, undefined, undefined]],
    ['all short, none with extra', ['0', '70', '0.01'], [undefined, undefined, undefined]],
    ['all with extra', ['101', '71', '91'], [undefined, undefined, undefined]],
  ])('%s: %j', (_, choices, expected) => {
    expect(listSentences([A, B, C], choices)).toEqual(expected);
  });
});

describe('the allocation check ignores', () => {
  it.each<[string, string[]]>([
    ['a fixed option, which is at least the past due amount', ['PastPayment', '70.01']],
    ['a fixed option next to an amount that is too low', ['29.99', 'MonthlyPayment']],
    ['the amount due for both', ['MonthlyPayment', 'MonthlyPayment']],
  ])('%s', (_, choices) => {
    expect(listSentences([A, B], choices)).toEqual([undefined, undefined]);
  });

  it('an invalid amount, which has its own message and does not count as too low', () => {
    const FORMAT = 'Payment amount must be a valid dollar amount.';
    expect(listSentences([A, B], ['ten', '70.01'])).toEqual([FORMAT, undefined]);
    expect(listSentences([A, B], ['', '70.01'])).toEqual(['Payment amount is required.', undefined]);
    expect(listSentences([A, B], ['29.99', '-71'])).toEqual([undefined, FORMAT]);
  });

  it('groups while the borrower pays the account as a whole', () => {
    expect(listSentences([A, B], ['29.99', '70.01'], 'account')).toEqual([undefined, undefined]);
    expect(listSentences([A, B], ['29.99', '70.01'], 'group')).toEqual([HERE, ELSEWHERE]);
  });

  it('the account itself, because the borrower does not allocate its Other amount', () => {
    const facts = factsWith(accountWith({ totalDue: 170_00, pastDueAmt: 30_00, groups: [A, B] }));
    const values: ScheduleValues = {
      ...schedule.startingSchedule(facts),
      'option.one': 'OtherAmount',
      'otherAmount.one': '1.00',
    };
    expect(scheduleForm.isScheduleComplete(facts, values)).toBe(true);
    expect(scheduleForm.isScheduleComplete(facts, { ...values, 'otherAmount.one': '4000' })).toBe(true);
  });

  it('groups of another account', () => {
    const one = accountWith({ isGroupLevelPayment: true, groups: [A] });
    const two = accountWith({
      accountId: 'two',
      accountNumber: 'D000000002',
      isGroupLevelPayment: true,
      groups: [B],
    });
    const facts = factsWith(one, two);
    const values: ScheduleValues = {
      ...schedule.startingSchedule(facts),
      'option.one.A': 'OtherAmount',
      'otherAmount.one.A': '1.00',
      'option.two.B': 'OtherAmount',
      'otherAmount.two.B': '4000',
    };
    expect(scheduleForm.isScheduleComplete(facts, values)).toBe(true);
  });
});

describe('validateAllocation', () => {
  const share = (group: GroupPayment, amount: number) => ({ amount: toCents(amount), due: group });

  it('reports the issue of each group', () => {
    expect(rules.validateAllocation(share(A, 29_99), [share(B, 70_01)])).toEqual({ code: 'allocation.shortHere' });
    expect(rules.validateAllocation(share(B, 70_01), [share(A, 29_99)])).toEqual({ code: 'allocation.shortElsewhere' });
    expect(rules.validateAllocation(share(A, 29_99), [])).toBeUndefined();
    expect(rules.validateAllocation(share(B, 70_01), [])).toBeUndefined();
  });

  it('has codes that the panel recognizes', () => {
    const problem = (code: string) => ({ field: 'otherAmount.one.A', issue: { code } });
    expect(rules.isAllocation(problem('allocation.shortHere'))).toBe(true);
    expect(rules.isAllocation(problem('allocation.shortElsewhere'))).toBe(true);
    for (const code of ['amount.exceedsPayoff', 'amount.belowPastDue', 'total.zero', 'account.mismatch']) {
      expect(rules.isAllocation(problem(code))).toBe(false);
    }
  });

  it('reports a group below its minimum exactly if it reports a group with extra, and never both for one group', () => {
    const amount = fc.oneof(
      fc.constantFrom(0, 29_99, 30_00, 39_99, 40_00, 70_00, 70_01, 90_00, 100_01),
      fc.nat(15_000),
    );
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount), (amounts) => {
        const groups = [A, B, C];
        const found = listSentences(
          groups,
          amounts.map((each) => formatTyped(toCents(each))),
        );
        const isShort = [amounts[0] < 30_00, false, amounts[2] < 40_00];
        const isExtra = [amounts[0] > 100_00, amounts[1] > 70_00, amounts[2] > 90_00];
        const isWrong = isShort.includes(true) && isExtra.includes(true);
        const expected = groups.map((_, index) =>
          isWrong && isShort[index] === true ? HERE : isWrong && isExtra[index] === true ? ELSEWHERE : undefined,
        );
        expect(found).toEqual(expected);
      }),
    );
  });
});
