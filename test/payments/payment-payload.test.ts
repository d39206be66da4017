/** The payload of a payment (Y §3, rulings 1 and 26): both versions, field by field. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import * as payload from '#domain/payments/payload.ts';
import * as payloadV1 from '#domain/payments/payload-v1.ts';
import * as schedule from '#domain/payments/schedule.ts';
import { SubmitV1, SubmitV2 } from '#domain/payments/submission-shapes.ts';
import { AVERY, TODAY, accountWith, choosing, factsWith, groupWith, createSubmission } from './payment-samples.ts';

/**
 * Account one is paid as a whole with its checkbox checked. Account two is paid by groups: A checked, B unchecked, C
 * unpaid. Account three is unpaid.
 */
const accounts = [
  accountWith({
    accountId: 'one',
    accountNumber: 'E000000001',
    totalDue: 120_00,
    currentPayoff: 2_000_00,
    disclosedPaymentAmounts: [{ disclosureDate: day('2026-12-15'), amount: toCents(120_10) }],
    groups: [groupWith('A', { totalDue: 120_00, paymentDueDate: null })],
  }),
  accountWith({
    accountId: 'two',
    accountNumber: 'D000000002',
    totalDue: 180_00,
    pastDueAmt: 30_00,
    monthlyPaymentAmount: 150_50,
    isGroupLevelPayment: true,
    groups: [
      groupWith('A', { totalDue: 110_00, pastDueAmt: 30_00 }),
      groupWith('B', {
        totalDue: 70_00,
        disclosedPaymentAmounts: [{ disclosureDate: day('2026-12-15'), amount: toCents(70_05) }],
      }),
      groupWith('C', { totalDue: 0 }),
    ],
  }),
  accountWith({ accountId: 'three', accountNumber: 'J000000003', totalDue: 0 }),
];
const facts: schedule.ScheduleInput = {
  ...factsWith(...accounts),
  cutoff: {
    items: [
      {
        accountNumber: 'D000000002',
        outstandingBalance: toCents(5_001_25),
        groupPayments: [{ groupId: 'A', accruedInterest: toCents(51_20), outstandingBalance: toCents(2_500_00) }],
      },
    ],
    accrualEnd: TODAY,
  },
};
const values = choosing(facts, {
  paymentDate: '12/01/2026',
  'option.one': 'OtherAmount',
  'otherAmount.one': '1,033.10',
  'keepDueDate.one': true,
  'option.two': 'OtherAmount',
  'otherAmount.two': '0.00',
  'option.two.A': 'OtherAmount',
  'otherAmount.two.A': '180.00',
  'keepDueDate.two.A': true,
});
const submission = createSubmission(facts, values);

describe('version 2', () => {
  it('contains the date, the total, the paid accounts and groups, and the bank account', () => {
    expect(payload.toSubmitV2(submission)).toEqual({
      effectiveDate: '2026-12-01T00:00:00.000Z',
      paymentAmountControlTotal: 1283.1,
      advanceDueDate: false,
      borrowerPaymentV2: {
        borrowerAccountPaymentsV2: [
          {
            accountNumber: 'E000000001',
            paymentAmount: 1033.1,
            borrowerGroupPaymentsV2: [],
            isGroupLevelPayment: false,
            advanceDueDate: true,
          },
          {
            accountNumber: 'D000000002',
            paymentAmount: 250,
            borrowerGroupPaymentsV2: [
              { accountNumber: 'D000000002', groupId: 'A', paymentAmount: 180, advanceDueDate: true },
              { accountNumber: 'D000000002', groupId: 'B', paymentAmount: 70, advanceDueDate: false },
            ],
            isGroupLevelPayment: true,
            advanceDueDate: false,
          },
        ],
      },
      ...AVERY,
    });
  });

  it('keeps the due date of a parent only if all its paid children keep theirs', () => {
    const flags = (given: schedule.ScheduleInput, chosen: typeof values) => {
      const { advanceDueDate, borrowerPaymentV2 } = payload.toSubmitV2(createSubmission(given, chosen));
      return [advanceDueDate, ...borrowerPaymentV2.borrowerAccountPaymentsV2.map((each) => each.advanceDueDate)];
    };
    expect(flags(facts, values)).toEqual([false, true, false]);
    // B is not paid, so its checkbox is ignored.
    expect(flags(facts, { ...values, 'option.two.B': 'NoPayment' })).toEqual([true, true, true]);
    expect(flags(facts, { ...values, 'keepDueDate.one': false, 'option.two.B': 'NoPayment' })).toEqual([
      false,
      false,
      true,
    ]);
    expect(flags(facts, { ...values, 'level.two': 'account', 'option.two': 'MonthlyPayment' })).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('omits the groups of an account that is paid as a whole', () => {
    const whole = { ...values, 'level.two': 'account', 'option.two': 'PastPayment' } as const;
    expect(payload.toSubmitV2(createSubmission(facts, whole)).borrowerPaymentV2.borrowerAccountPaymentsV2[1]).toEqual({
      accountNumber: 'D000000002',
      paymentAmount: 30,
      borrowerGroupPaymentsV2: [],
      isGroupLevelPayment: false,
      advanceDueDate: false,
    });
  });

  it('matches its schema, which allows no additional fields', () => {
    const sent = payload.toSubmitV2(submission);
    expect(v.safeParse(SubmitV2, sent).success).toBe(true);
    const [account] = sent.borrowerPaymentV2.borrowerAccountPaymentsV2;
    const { email: _, ...without } = sent;
    for (const wrong of [
      { ...sent, extra: 1 },
      without,
      { ...sent, effectiveDate: '2026-12-01' },
      { ...sent, effectiveDate: '2026-12-01T05:00:00.000Z' },
      { ...sent, paymentAmountControlTotal: 0.001 },
      { ...sent, paymentAmountControlTotal: '1283.10' },
      { ...sent, paymentAccountTypeId: 3 },
      { ...sent, borrowerPaymentV2: { borrowerAccountPaymentsV2: [] } },
      { ...sent, borrowerPaymentV2: { borrowerAccountPaymentsV2: [{ ...account, extra: 1 }] } },
      { ...sent, borrowerPaymentV2: { borrowerAccountPaymentsV2: [{ ...account, accountNumber: '1' }] } },
    ]) {
      expect(v.safeParse(SubmitV2, wrong).success).toBe(false);
    }
  });
});

/** Returns the choice for an account or group in version 1. */
const chosenV1 = (SelectedRadio: string, PaymentAmount: number, GroupTotal: number, ticked = false) => ({
  SelectedRadio,
  HasOtherSelected: SelectedRadio === 'OtherAmount',
  PaymentAmount,
  GroupTotal,
  CanProgressNextDueDate: !ticked,
  ShowAccountview: GroupTotal === 0,
});
const groupV1 = (groupId: string, due: readonly [totalDue: number, amountDue: number, pastDueAmt: number]) => ({
  groupId,
  totalDue: due[0],
  amountDue: due[1],
  pastDueAmt: due[2],
  paymentDueDate: '2026-12-15',
  outstandingBalance: 50,
  advanceDueDate: false,
  disclosedPaymentAmounts: [],
  monthlyPaymentAmount: 70,
});

describe('version 1', () => {
  it('is the whole payment model: every account with amounts due, later balances and choices', () => {
    expect(payloadV1.toSubmitV1(submission)).toEqual({
      borrowerPayment: {
        totalDue: 300,
        effectiveDate: '2026-12-01T00:00:00.000Z',
        formattedEffectiveDate: '12/01/2026',
        advanceDueDate: false,
        borrowerAccountPayments: [
          {
            accountNumber: 'E000000001',
            displayName: 'Direct Loans · E000000001',
            totalDue: 120,
            currentPayoff: 2000,
            advanceDueDate: true,
            monthlyPaymentAmount: 120.1,
            isGroupLevelPayment: false,
            showAccountView: true,
            disclosedPaymentAmounts: [{ disclosureDate: '2026-12-15', amount: 120.1 }],
            paymentOption: chosenV1('OtherAmount', 1033.1, 0, true),
            borrowerGroupPayments: [
              {
                ...groupV1('A', [120, 120, 0]),
                paymentDueDate: null,
                paymentOption: chosenV1('MonthlyPayment', 0, 0),
              },
            ],
          },
          {
            accountNumber: 'D000000002',
            displayName: 'Direct Loans · D000000002',
            totalDue: 180,
            currentPayoff: 5001.25,
            advanceDueDate: false,
            monthlyPaymentAmount: 150.5,
            isGroupLevelPayment: true,
            showAccountView: false,
            disclosedPaymentAmounts: [],
            paymentOption: chosenV1('OtherAmount', 0, 250),
            borrowerGroupPayments: [
              {
                ...groupV1('A', [110, 80, 30]),
                outstandingBalance: 51.2,
                advanceDueDate: true,
                paymentOption: chosenV1('OtherAmount', 180, 250, true),
              },
              {
                ...groupV1('B', [70, 70, 0]),
                disclosedPaymentAmounts: [{ disclosureDate: '2026-12-15', amount: 70.05 }],
                monthlyPaymentAmount: 70.05,
                paymentOption: chosenV1('MonthlyPayment', 70, 250),
              },
              { ...groupV1('C', [0, 0, 0]), paymentOption: chosenV1('NoPayment', 0, 250) },
            ],
          },
          {
            accountNumber: 'J000000003',
            displayName: 'Direct Loans · J000000003',
            totalDue: 0,
            currentPayoff: 5000,
            advanceDueDate: false,
            monthlyPaymentAmount: 120,
            isGroupLevelPayment: false,
            showAccountView: true,
            disclosedPaymentAmounts: [],
            paymentOption: chosenV1('NoPayment', 0, 0),
            borrowerGroupPayments: [],
          },
        ],
      },
      ...AVERY,
      methodPreserved: false,
      institutionName: 'JPMorgan Chase',
    });
  });

  it('contains whether the borrower returned to the chosen method (Y §4.3)', () => {
    expect(payloadV1.toSubmitV1({ ...submission, methodPreserved: true }).methodPreserved).toBe(true);
  });

  it('matches its schema, which allows no additional fields', () => {
    const sent = payloadV1.toSubmitV1(submission);
    expect(v.safeParse(SubmitV1, sent).success).toBe(true);
    const { methodPreserved: _, ...without } = sent;
    const payment = sent.borrowerPayment;
    const [account] = payment.borrowerAccountPayments;
    const paying = (each: unknown) => ({ ...sent, borrowerPayment: { ...payment, borrowerAccountPayments: [each] } });
    expect(v.safeParse(SubmitV1, paying(account)).success).toBe(true);
    for (const wrong of [
      { ...sent, extra: 1 },
      without,
      { ...sent, borrowerPayment: { ...payment, effectiveDate: '2026-12-01' } },
      { ...sent, borrowerPayment: { ...payment, borrowerAccountPayments: [] } },
      paying({ ...account, extra: 1 }),
      paying({ ...account, paymentOption: { ...account?.paymentOption, SelectedRadio: 'NoAdvance' } }),
      paying({ ...account, paymentOption: { ...account?.paymentOption, PaymentAmount: 0.001 } }),
    ]) {
      expect(v.safeParse(SubmitV1, wrong).success).toBe(false);
    }
  });

  it('is converted to version 2 with only the paid amounts and their control total', () => {
    expect(payloadV1.toV2(v.parse(SubmitV1, payloadV1.toSubmitV1(submission)))).toEqual({
      ...AVERY,
      effectiveDate: '2026-12-01',
      advanceDueDate: false,
      paymentAmountControlTotal: 1_283_10,
      borrowerPaymentV2: {
        borrowerAccountPaymentsV2: [
          {
            accountNumber: 'E000000001',
            paymentAmount: 1_033_10,
            borrowerGroupPaymentsV2: [],
            isGroupLevelPayment: false,
            advanceDueDate: true,
          },
          {
            accountNumber: 'D000000002',
            paymentAmount: 250_00,
            borrowerGroupPaymentsV2: [
              { accountNumber: 'D000000002', groupId: 'A', paymentAmount: 180_00, advanceDueDate: true },
              { accountNumber: 'D000000002', groupId: 'B', paymentAmount: 70_00, advanceDueDate: false },
            ],
            isGroupLevelPayment: true,
            advanceDueDate: false,
          },
        ],
      },
    });
  });

  it('keeps negative amounts in the conversion to version 2, even if the sum is zero', () => {
    const sent = v.parse(SubmitV1, payloadV1.toSubmitV1(submission));
    const amounts: Readonly<Record<string, number>> = { A: -5_00, B: 5_00 };
    const spoilt = {
      ...sent,
      borrowerPayment: {
        ...sent.borrowerPayment,
        borrowerAccountPayments: sent.borrowerPayment.borrowerAccountPayments.slice(1, 2).map((account) => ({
          ...account,
          borrowerGroupPayments: account.borrowerGroupPayments.map((group) => ({
            ...group,
            paymentOption: { ...group.paymentOption, PaymentAmount: toCents(amounts[group.groupId] ?? 0) },
          })),
        })),
      },
    };
    const [share] = payloadV1.toV2(spoilt).borrowerPaymentV2.borrowerAccountPaymentsV2;
    expect(share?.paymentAmount).toBe(0);
    expect(share?.borrowerGroupPaymentsV2.map(({ paymentAmount }) => paymentAmount)).toEqual([-5_00, 5_00]);
  });
});

describe('both versions', () => {
  it.each(['', '02/30/2027', 'tomorrow'])('are not created for the date "%s"', (paymentDate) => {
    const given = createSubmission(facts, { ...values, paymentDate });
    expect(() => payload.toSubmitV2(given)).toThrow(RangeError);
    expect(() => payloadV1.toSubmitV1(given)).toThrow(RangeError);
  });

  it('limit the length of the user agent', () => {
    const long = { ...submission, userAgent: 'x'.repeat(2_000) };
    expect(v.parse(SubmitV2, payload.toSubmitV2(long)).paymentSourceRawDetails).toHaveLength(500);
    expect(v.parse(SubmitV1, payloadV1.toSubmitV1(long)).paymentSourceRawDetails).toHaveLength(500);
  });
});
