/** The server's validation of a payment against its own facts, in agreement with the form (Y §5.1). */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { addMonths, toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { type ArrivalInput, validateSubmission } from '#domain/payments/arrival.ts';
import { toSubmitV2 } from '#domain/payments/payload.ts';
import { toV2, toSubmitV1 } from '#domain/payments/payload-v1.ts';
import { type Cutoff } from '#domain/payments/cutoff.ts';
import * as schedule from '#domain/payments/schedule.ts';
import * as scheduleForm from '#domain/payments/schedule-form.ts';
import { SubmitV1, SubmitV2 } from '#domain/payments/submission-shapes.ts';
import { findProblems } from '#domain/issue.ts';
import {
  AVERY,
  METHOD,
  TODAY,
  accountWith,
  datesFrom,
  factsWith,
  groupWith,
  scheduledOn,
  toSentence,
  someSchedule,
  createSubmission,
} from './payment-samples.ts';

/**
 * Account one is paid as a whole. Account two has three groups: A with $30.00 past due, B without, C with $40.00 past
 * due.
 */
const one = accountWith({ accountId: 'one', accountNumber: 'E000000001', currentPayoff: 500_00 });
const two = accountWith({
  accountId: 'two',
  accountNumber: 'D000000002',
  totalDue: 260_00,
  pastDueAmt: 70_00,
  currentPayoff: 900_00,
  groups: [
    groupWith('A', { totalDue: 100_00, pastDueAmt: 30_00 }),
    groupWith('B', { totalDue: 70_00 }),
    groupWith('C', { totalDue: 90_00, pastDueAmt: 40_00 }),
  ],
});
const facts: ArrivalInput & schedule.ScheduleInput = { ...factsWith(one, two), methods: [METHOD] };

type Share = SubmitV2['borrowerPaymentV2']['borrowerAccountPaymentsV2'][number];
const whole = (accountNumber: string, cents: number): Share => ({
  accountNumber,
  paymentAmount: toCents(cents),
  borrowerGroupPaymentsV2: [],
  isGroupLevelPayment: false,
  advanceDueDate: false,
});
/** Returns the share of account two by groups. */
const byGroups = (...groups: readonly (readonly [groupId: string, cents: number])[]): Share => ({
  ...whole(
    'D000000002',
    groups.reduce((sum, [, cents]) => sum + cents, 0),
  ),
  isGroupLevelPayment: true,
  borrowerGroupPaymentsV2: groups.map(([groupId, cents]) => ({
    accountNumber: 'D000000002',
    groupId,
    paymentAmount: toCents(cents),
    advanceDueDate: false,
  })),
});
const E1 = whole('E000000001', 120_00);

interface Arriving {
  readonly shares?: readonly Share[];
  readonly total?: number;
  readonly date?: string;
  readonly methodId?: string | null;
}

function arriving({ shares = [E1], total, date = TODAY, methodId = 'method-1' }: Arriving): SubmitV2 {
  const sum = shares.reduce((cents, { paymentAmount }) => cents + paymentAmount, 0);
  return {
    effectiveDate: day(date),
    paymentAmountControlTotal: toCents(total ?? sum),
    advanceDueDate: false,
    borrowerPaymentV2: { borrowerAccountPaymentsV2: [...shares] },
    ...AVERY,
    methodId,
  };
}
function validated(given: Arriving, known: ArrivalInput = facts) {
  const problem = validateSubmission(arriving(given), known);
  return problem && [problem.field, toSentence(problem.issue)];
}

const at = (index: number, field: string) => `borrowerPaymentV2.borrowerAccountPaymentsV2.${index}.${field}`;
const ofGroup = (index: number) => at(0, `borrowerGroupPaymentsV2.${index}.paymentAmount`);
const UNKNOWN =
  "We couldn't match this payment to your accounts. Go back to Schedule Payment, check the amounts, and submit again.";
const UNKNOWN_GROUP =
  "We couldn't match this payment to your loan groups. Go back to Schedule Payment, check the amounts, and submit again.";
const MISMATCH =
  "The amounts for your loan groups don't add up. Go back to Schedule Payment, check them, and submit again.";
const TOTAL = "The amounts don't add up to the total. Go back to Schedule Payment, check them, and submit again.";
const FORMAT = 'Payment amount must be a valid dollar amount.';
const GONE = 'This payment method is no longer saved. Choose another one.';
const above = (payoff: string) => `Payment cannot exceed your account payoff amount of ${payoff}.`;
const HERE =
  'In order to pay extra on another loan group, you must pay at least the past due amount on this loan group.';
const ELSEWHERE =
  'In order to pay extra on this loan group, you must pay at least the past due amount on your other loan group(s).';

describe('a received payment may be', () => {
  it.each<[string, Arriving]>([
    ['for one account', {}],
    ['for two accounts', { shares: [whole('E000000001', 1), whole('D000000002', 80_00)] }],
    ['for exactly the payoff', { shares: [whole('E000000001', 500_00)] }],
    ['for exactly the payoff in groups', { shares: [byGroups(['A', 700_00], ['B', 100_00], ['C', 100_00])] }],
    ['on the first day', { date: '2026-11-20' }],
    ['on the last day', { date: '2027-02-18' }],
    ['for an account with an amount of zero', { shares: [whole('E000000001', 0), whole('D000000002', 1)] }],
    ['for a group with an amount of zero', { shares: [byGroups(['A', 1], ['B', 0])] }],
    ['for one group', { shares: [byGroups(['B', 70_00])] }],
    ['for an account and groups of another', { shares: [E1, byGroups(['C', 40_00], ['A', 30_00])] }],
    [
      'for extra on one group with all past due amounts covered',
      { shares: [byGroups(['A', 30_00], ['B', 70_01], ['C', 40_00])] },
    ],
    ['for exactly the amount due on one group, nothing on others', { shares: [byGroups(['A', 100_00])] }],
    ['for less than the past due amount', { shares: [byGroups(['A', 29_99], ['C', 1])] }],
    ['for less than the past due amount of the account as a whole', { shares: [whole('D000000002', 1)] }],
  ])('%s', (_, given) => {
    expect(validated(given)).toBeUndefined();
  });
});

describe('a received payment is rejected', () => {
  it.each<[string, Arriving, string, string]>([
    ['yesterday', { date: '2026-11-19' }, 'effectiveDate', 'Payment date must be on or after 11/20/2026.'],
    ['after the window', { date: '2027-02-19' }, 'effectiveDate', 'Payment must be in the next 90 days.'],
    ['Thanksgiving', { date: '2026-11-26' }, 'effectiveDate', 'Payment date must not be on a weekend or holiday.'],
    ['a Saturday', { date: '2026-11-21' }, 'effectiveDate', 'Payment date must not be on a weekend or holiday.'],
    ['the same account twice', { shares: [E1, whole('E000000001', 2_00)] }, at(1, 'paymentAmount'), UNKNOWN],
    ['an unknown account', { shares: [E1, whole('E999999999', 2_00)] }, at(1, 'paymentAmount'), UNKNOWN],
    ['an account with another prefix', { shares: [whole('D000000001', 2_00)] }, at(0, 'paymentAmount'), UNKNOWN],
    [
      'a negative amount that another one compensates',
      { shares: [E1, whole('D000000002', -50_00)] },
      at(1, 'paymentAmount'),
      FORMAT,
    ],
    ['a cent above the payoff', { shares: [whole('E000000001', 500_01)] }, at(0, 'paymentAmount'), above('$500.00')],
    [
      'groups that are a cent above the payoff',
      { shares: [byGroups(['A', 700_00], ['B', 100_00], ['C', 100_01])] },
      at(0, 'paymentAmount'),
      above('$900.00'),
    ],
    ['an unknown group', { shares: [byGroups(['A', 1_00], ['X', 1_00])] }, ofGroup(1), UNKNOWN_GROUP],
    ['the same group twice', { shares: [byGroups(['A', 1_00], ['A', 1_00])] }, ofGroup(1), UNKNOWN_GROUP],
    [
      'a group by the number of another account',
      {
        shares: [
          {
            ...byGroups(['A', 1_00]),
            borrowerGroupPaymentsV2: [
              { accountNumber: 'E000000001', groupId: 'A', paymentAmount: toCents(1_00), advanceDueDate: false },
            ],
          },
        ],
      },
      ofGroup(0),
      UNKNOWN_GROUP,
    ],
    ['a group with a negative amount', { shares: [byGroups(['A', 5_00], ['B', -1_00])] }, ofGroup(1), FORMAT],
    [
      'groups that are a cent more than their account',
      { shares: [{ ...byGroups(['A', 1_00], ['B', 1_00]), paymentAmount: toCents(1_99) }] },
      at(0, 'paymentAmount'),
      MISMATCH,
    ],
    [
      'groups that are a cent less than their account',
      { shares: [{ ...byGroups(['A', 1_00], ['B', 1_00]), paymentAmount: toCents(2_01) }] },
      at(0, 'paymentAmount'),
      MISMATCH,
    ],
    [
      'groups of an account that is paid as a whole',
      { shares: [{ ...byGroups(['A', 1_00]), isGroupLevelPayment: false }] },
      at(0, 'isGroupLevelPayment'),
      MISMATCH,
    ],
    [
      'no groups of an account that is paid by its groups',
      { shares: [{ ...whole('D000000002', 1_00), isGroupLevelPayment: true }] },
      at(0, 'isGroupLevelPayment'),
      MISMATCH,
    ],
    [
      'extra on one group, another a cent short',
      { shares: [byGroups(['A', 29_99], ['B', 70_01], ['C', 40_00])] },
      at(0, 'borrowerGroupPaymentsV2'),
      HERE,
    ],
    [
      'extra on one group, without another that is past due',
      { shares: [byGroups(['A', 30_00], ['B', 70_01])] },
      at(0, 'borrowerGroupPaymentsV2'),
      ELSEWHERE,
    ],
    [
      'extra on the first group, without all others',
      { shares: [E1, byGroups(['A', 100_01])] },
      at(1, 'borrowerGroupPaymentsV2'),
      ELSEWHERE,
    ],
    [
      'nothing',
      { shares: [whole('E000000001', 0)] },
      'paymentAmountControlTotal',
      'Total Payment amount must be greater than $0.',
    ],
    [
      'nothing, with a higher total',
      { shares: [whole('E000000001', 0)], total: 1 },
      'paymentAmountControlTotal',
      'Total Payment amount must be greater than $0.',
    ],
    ['a cent more than its parts', { total: 120_01 }, 'paymentAmountControlTotal', TOTAL],
    ['a cent less than its parts', { total: 119_99 }, 'paymentAmountControlTotal', TOTAL],
    ['an unknown method', { methodId: 'deleted' }, 'methodId', GONE],
    ['no method', { methodId: null }, 'methodId', GONE],
  ])('for %s', (_, given, field, message) => {
    expect(validated(given)).toEqual([field, message]);
  });

  it('but not for extra if the only other group has a credit, which counts as nothing due (ruling 53)', () => {
    const credit = {
      ...two,
      borrowerGroupPayments: [
        groupWith('A', { totalDue: 30_00, pastDueAmt: 30_00 }),
        groupWith('B', { totalDue: -5_00 }),
      ],
    };
    const known = { ...facts, ...factsWith(credit) };
    expect(validated({ shares: [byGroups(['A', 29_99])] }, known)).toBeUndefined();
    expect(validated({ shares: [byGroups(['A', 29_99], ['B', 0])] }, known)).toBeUndefined();
    expect(validated({ shares: [byGroups(['A', 29_99], ['B', 1])] }, known)).toEqual([
      at(0, 'borrowerGroupPaymentsV2'),
      HERE,
    ]);
  });
});

describe('the payoff on a later day (Y §4.2)', () => {
  const cutoff: Cutoff = {
    items: [
      { accountNumber: 'E000000001', outstandingBalance: toCents(600_00), groupPayments: [] },
      { accountNumber: 'E000000002', outstandingBalance: toCents(899_00), groupPayments: [] },
    ],
    accrualEnd: TODAY,
  };
  const paying = (cents: number, date: string, given: Partial<Cutoff> = {}) =>
    validated({ shares: [whole('D000000002', cents)], date }, { ...facts, cutoff: { ...cutoff, ...given } });

  it('is the balance after the cutoff', () => {
    expect(paying(899_00, '2026-12-01')).toBeUndefined();
    expect(paying(899_01, '2026-12-01')).toEqual([at(0, 'paymentAmount'), above('$899.00')]);
  });

  it("is today's payoff for today and for days before the end of accrual", () => {
    expect(paying(900_00, '2026-11-20')).toBeUndefined();
    expect(paying(900_00, '2026-12-01', { accrualEnd: day('2026-11-21') })).toBeUndefined();
    expect(paying(900_01, '2026-11-20')).toEqual([at(0, 'paymentAmount'), above('$900.00')]);
  });

  it("is today's payoff for an account of the Department of Education", () => {
    const later = { shares: [whole('E000000001', 500_01)], date: '2026-12-01' };
    expect(validated(later, { ...facts, cutoff })).toEqual([at(0, 'paymentAmount'), above('$500.00')]);
  });
});

describe('a new bank account (Y §4.3)', () => {
  const wrong = { field: 'routingNumber', issue: { code: 'routing.notFound' } };
  const validate = (methodId: string | null, newAccount?: typeof wrong | null) =>
    validateSubmission(arriving({ methodId }), newAccount === undefined ? facts : { ...facts, newAccount });

  it('is validated only if the payment has no saved method', () => {
    expect(validate(null, null)).toBeUndefined();
    expect(validate(null, wrong)).toEqual(wrong);
    expect(validate(null)?.issue.code).toBe('method.unknown');
    expect(validate('method-1', wrong)).toBeUndefined();
    expect(validate('deleted', null)?.issue.code).toBe('method.unknown');
  });
});

describe('form and server', () => {
  const receive = (given: schedule.ScheduleInput, values: Parameters<typeof createSubmission>[1]) =>
    v.parse(SubmitV2, toSubmitV2(createSubmission(given, values)));
  const onServer = (given: schedule.ScheduleInput): ArrivalInput => ({ ...given, methods: [METHOD] });

  it('accept the same complete payments, in both versions', () => {
    fc.assert(
      fc.property(someSchedule, ({ facts: given, values }) => {
        fc.pre(scheduleForm.isScheduleComplete(given, values));
        expect(validateSubmission(receive(given, values), onServer(given))).toBeUndefined();
        const settled = scheduleForm.settledSchedule(values, given.payment);
        const first = v.parse(SubmitV1, toSubmitV1(createSubmission(given, settled)));
        expect(validateSubmission(toV2(first), onServer(given))).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('reject an amount with the same message', () => {
    // The form does not send unreadable amounts or a total of zero.
    const unsent = new Set(['amount.required', 'amount.format', 'total.zero']);
    fc.assert(
      fc.property(someSchedule, ({ facts: given, values }) => {
        const codes = findProblems(scheduleForm.scheduleSchema(given, values), values).map(({ issue }) => issue.code);
        fc.pre(codes.length > 0 && codes.every((code) => !unsent.has(code)));
        const problem = validateSubmission(receive(given, values), onServer(given));
        expect(codes).toContain(problem?.issue.code);
      }),
      { numRuns: 150 },
    );
  });

  it('counts payments under way since the borrower looked (ruling 90)', () => {
    const upcoming = [scheduledOn(one, 400_00)];
    const since = { ...facts, upcoming };
    expect(validated({ shares: [whole('E000000001', 100_00)] }, since)).toBeUndefined();
    expect(validated({ shares: [whole('E000000001', 100_01)] }, since)).toEqual([
      at(0, 'paymentAmount'),
      above('$100.00'),
    ]);
    // A quote is reduced as well, and a payment on one account does not limit another.
    const quoted = {
      ...since,
      ...factsWith({ ...one, payoffByDay: [500_00, 500_00, 500_00, 500_60].map(toCents) }, two),
    };
    const monday = (cents: number) => ({ shares: [whole('E000000001', cents)], date: '2026-11-23' });
    expect(validated(monday(100_60), { ...quoted, upcoming })).toBeUndefined();
    expect(validated(monday(500_60), { ...quoted, upcoming })?.[1]).toBe(above('$100.00'));
    expect(validated({ shares: [whole('D000000002', 900_00)] }, since)).toBeUndefined();
  });

  it('may disagree if the server has newer facts, so that a complete payment is rejected', () => {
    const values = schedule.startingSchedule(facts);
    const received = receive(facts, values);
    expect(validateSubmission(received, facts)).toBeUndefined();
    const later = { ...facts, dates: datesFrom(addMonths(TODAY, 1)) };
    expect(validateSubmission(received, later)?.issue.code).toBe('date.tooEarly');
    const paidOff = { ...facts, ...factsWith({ ...one, currentPayoff: toCents(0) }, two) };
    expect(validateSubmission(received, paidOff)?.issue.code).toBe('amount.exceedsPayoff');
    const closed = { ...facts, ...factsWith(two) };
    expect(validateSubmission(received, closed)?.issue.code).toBe('account.unknown');
  });
});
