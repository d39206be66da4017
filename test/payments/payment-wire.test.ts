/** Payload, review and record of a payment contain the same amounts and the chosen bank account. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { BankAccountValues } from '#domain/payments/banking/shapes.ts';
import { sumCents, toCents } from '#domain/money.ts';
import * as payload from '#domain/payments/payload.ts';
import * as payloadV1 from '#domain/payments/payload-v1.ts';
import { toPaymentRecord, recordOfChosen, recordedLines } from '#domain/payments/record.ts';
import * as schedule from '#domain/payments/schedule.ts';
import { sourceOfBankAccount, sourceOfProfile } from '#domain/payments/source.ts';
import { SubmitV1, SubmitV2 } from '#domain/payments/submission-shapes.ts';
import {
  METHOD,
  accountWith,
  anySchedule,
  choosing,
  factsWith,
  groupWith,
  createSubmission,
} from './payment-samples.ts';

describe('both versions', () => {
  const overWire = (sent: unknown): unknown => JSON.parse(JSON.stringify(sent));

  it('request the same payment, for any choices', () => {
    fc.assert(
      fc.property(anySchedule, ({ facts: given, values: chosen }) => {
        fc.pre(schedule.computeTotal(chosen, given.payment) > 0);
        const made = createSubmission(given, chosen);
        const first = v.parse(SubmitV1, overWire(payloadV1.toSubmitV1(made)));
        expect(payloadV1.toV2(first)).toEqual(v.parse(SubmitV2, overWire(payload.toSubmitV2(made))));
      }),
      { numRuns: 300 },
    );
  });

  it('add up for any choices: groups to accounts, accounts to the control total and the displayed total', () => {
    fc.assert(
      fc.property(anySchedule, ({ facts: given, values: chosen }) => {
        const total = schedule.computeTotal(chosen, given.payment);
        fc.pre(total > 0);
        const received = v.parse(SubmitV2, overWire(payload.toSubmitV2(createSubmission(given, chosen))));
        const shares = received.borrowerPaymentV2.borrowerAccountPaymentsV2;
        expect(received.paymentAmountControlTotal).toBe(total);
        expect(sumCents(shares.map(({ paymentAmount }) => paymentAmount))).toBe(total);
        for (const { paymentAmount, isGroupLevelPayment, borrowerGroupPaymentsV2: groups } of shares) {
          expect(paymentAmount).toBeGreaterThan(0);
          expect(groups.length > 0).toBe(isGroupLevelPayment);
          if (isGroupLevelPayment) expect(sumCents(groups.map((each) => each.paymentAmount))).toBe(paymentAmount);
          expect(groups.every((each) => each.paymentAmount > 0)).toBe(true);
        }
      }),
    );
  });
});

/**
 * Account one is paid as a whole. Account two is paid by groups: A checked, B at the amount due, C unpaid. Account
 * three is unpaid.
 */
const facts = factsWith(
  accountWith({ accountId: 'one', accountNumber: 'E000000001', groups: [groupWith('A')] }),
  accountWith({
    accountId: 'two',
    accountNumber: 'D000000002',
    isGroupLevelPayment: true,
    groups: [groupWith('A'), groupWith('B'), groupWith('C', { totalDue: 0 })],
  }),
  accountWith({ accountId: 'three', accountNumber: 'J000000003', totalDue: 0 }),
);
const values = choosing(facts, {
  paymentDate: '12/01/2026',
  'option.two.A': 'OtherAmount',
  'otherAmount.two.A': '$1,140.5',
  'keepDueDate.two.A': true,
});
const LINES = [
  { accountNumber: 'E000000001', groupId: null, amount: 120_00, keepsDueDate: false },
  { accountNumber: 'D000000002', groupId: 'A', amount: 1_140_50, keepsDueDate: true },
  { accountNumber: 'D000000002', groupId: 'B', amount: 70_00, keepsDueDate: false },
];
const method = { name: 'Everyday Checking', accountNumber: '*****6789' };

describe('the lines of review and receipt', () => {
  const recorded = (given: schedule.ScheduleInput, chosen: typeof values) =>
    toPaymentRecord(
      payload.toPaymentOrder(v.parse(SubmitV2, payload.toSubmitV2(createSubmission(given, chosen)))),
      method,
    );

  it('list the payment by account or by group', () => {
    expect(schedule.chosenLines(values, facts.payment)).toEqual(LINES);
    const whole = { ...values, 'level.two': 'account', 'keepDueDate.one': true } as const;
    expect(schedule.chosenLines(whole, facts.payment)).toEqual([
      { accountNumber: 'E000000001', groupId: null, amount: 120_00, keepsDueDate: true },
      { accountNumber: 'D000000002', groupId: null, amount: 120_00, keepsDueDate: false },
    ]);
  });

  it('are recorded with the masked number of the bank account', () => {
    const chosen = createSubmission(facts, values);
    const { accountNumber } = chosen.source;
    expect(recordOfChosen(chosen, 'Everyday Checking')).toEqual({
      ...recorded(facts, values),
      methodAccountNumber: `*****${accountNumber.slice(-4)}`,
    });
  });

  it('are recorded as submitted', () => {
    const record = recorded(facts, values);
    expect(record).toEqual({
      effectiveDate: '2026-12-01',
      total: 1_330_50,
      accounts: [
        { accountNumber: 'E000000001', paymentAmount: 120_00, keepsDueDate: false, groups: [] },
        {
          accountNumber: 'D000000002',
          paymentAmount: 1_210_50,
          keepsDueDate: false,
          groups: [
            { groupId: 'A', paymentAmount: 1_140_50, keepsDueDate: true },
            { groupId: 'B', paymentAmount: 70_00, keepsDueDate: false },
          ],
        },
      ],
      methodName: 'Everyday Checking',
      methodAccountNumber: '*****6789',
    });
    expect(recordedLines(record)).toEqual(LINES);
  });

  it('are empty if nothing is paid', () => {
    expect(schedule.chosenLines({ ...values, 'level.two': 'account' }, factsWith().payment)).toEqual([]);
    expect(recordedLines({ ...recorded(facts, values), accounts: [] })).toEqual([]);
  });

  it('are equal on both, above zero, and add up to the total, for any choices', () => {
    fc.assert(
      fc.property(anySchedule, ({ facts: given, values: chosen }) => {
        const total = schedule.computeTotal(chosen, given.payment);
        const lines = schedule.chosenLines(chosen, given.payment);
        expect(sumCents(lines.map(({ amount }) => amount))).toBe(total);
        expect(lines.every(({ amount }) => amount > 0)).toBe(true);
        if (total > 0) expect(recordedLines(recorded(given, chosen))).toEqual(lines);
      }),
    );
  });
});

describe('a new bank account as the source of a payment (Y §4.3)', () => {
  const typed: BankAccountValues = {
    routingNumber: '021000021',
    accountNumber: '123456789',
    accountHolder: ' Avery Quist ',
    accountTypeId: '2',
    savePaymentMethod: false,
    accountNickname: ' Rainy Days ',
  };

  it('is sent with its numbers and bank, and with a nickname only if it is saved', () => {
    const sent = {
      ...createSubmission(facts, values),
      source: sourceOfBankAccount(typed, 'JPMorgan Chase', null),
    };
    const bank = {
      methodId: null,
      accountHolder: 'Avery Quist',
      accountNickname: '',
      routingNumber: '021000021',
      accountNumber: '123456789',
      paymentAccountTypeId: 2,
      savePaymentMethod: false,
    };
    expect(payload.toSubmitV2(sent)).toMatchObject(bank);
    expect(payloadV1.toSubmitV1(sent)).toMatchObject({ ...bank, institutionName: 'JPMorgan Chase' });
    const saved = sourceOfBankAccount({ ...typed, savePaymentMethod: true, accountTypeId: '1' }, '', null);
    expect(saved).toMatchObject({ accountNickname: 'Rainy Days', accountTypeId: 1, savePaymentMethod: true });
  });

  it('is sent with its id instead of its numbers after it was saved', () => {
    const source = sourceOfBankAccount({ ...typed, savePaymentMethod: true }, 'JPMorgan Chase', 'method-9');
    const sent = JSON.stringify(payloadV1.toSubmitV1({ ...createSubmission(facts, values), source }));
    expect(sent).not.toMatch(/021000021|123456789/);
    expect(JSON.parse(sent)).toMatchObject({
      methodId: 'method-9',
      routingNumber: '*****0021',
      accountNumber: '*****6789',
      savePaymentMethod: true,
    });
  });

  it('has the data of the server if it was saved earlier', () => {
    expect(sourceOfProfile(METHOD)).toEqual(createSubmission(facts, values).source);
  });
});

it('an amount below a dollar is sent and recorded exactly', () => {
  const cents = choosing(facts, { 'option.one': 'OtherAmount', 'otherAmount.one': '.07', 'option.two.A': 'NoPayment' });
  const sent = payload.toSubmitV2(createSubmission(facts, cents));
  expect(sent.borrowerPaymentV2.borrowerAccountPaymentsV2[0]?.paymentAmount).toBe(0.07);
  expect(sent.paymentAmountControlTotal).toBe(70.07);
  expect(v.parse(SubmitV2, sent).paymentAmountControlTotal).toBe(toCents(70_07));
});
