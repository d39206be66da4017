/**
 * Amounts that could be paid now: the amounts of each group, their totals per account, and the auto debit amount (Y
 * §3).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { ZERO, toCents } from '#domain/money.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { accounts, paymentHistory } from '#server/db/schema/index.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { openEmpty, createScope } from '#test/support/database.ts';
import { changeSums } from '#test/support/loan-records.ts';
import { ACCOUNT, OWN_ACCOUNT, clearBorrowers, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
});
afterAll(() => opened.close());
beforeEach(() => clearBorrowers(opened.db));

const pat = () => createScope(opened, 'pat');
const payment = () => handlers['payments.borrowerPayment'](pat(), {});
const account = async () => (await payment()).borrowerAccountPayments[0];
const overview = () => handlers['payments.overview'](pat(), {});
const change = (groupId: string, sums: Parameters<typeof changeSums>[2]) =>
  changeSums(opened.db, { borrowerKey: 'pat', groupId }, sums);
/** Pays off a group, so that nothing is owed or due. */
const payOff = (groupId: string) => change(groupId, { paymentDueDate: null });
const drawByAutoDebit = async () => {
  const { accountId } = OWN_ACCOUNT;
  const body = { change: 'enroll', accountId, profileId: 'method-1', extraAmount: ZERO, terms: true } as const;
  const enrolled = await handlers['autoDebit.change'](pat(), { idempotencyKey: randomUUID(), body });
  expect(enrolled).toMatchObject({ result: true });
};

describe('the amounts due', () => {
  it('include each group and the totals of the account', async () => {
    await storeBorrower(opened.db, {
      // Ten days at 6% on $10,000.00 are $16.43.
      A: { pastDue: 200, loans: [{ principal: 10_000, rate: 6000, since: '2026-11-10' }] },
      B: { monthly: 60, amountDue: 60, dueDate: '2026-12-05', loans: [{ principal: 151, rate: 3000 }] },
      // Billed on Saturday only.
      C: { monthly: 30.5, amountDue: 0, dueDate: '2026-12-20', loans: [{ principal: 4_850, rate: 4500, fees: 2 }] },
    });
    const { email: _, ...answer } = await payment();
    const { payoffByDay = [] } = answer.borrowerAccountPayments[0] ?? {};
    expect(payoffByDay).toHaveLength(31);
    expect(payoffByDay[0]).toBe(15_019.43);
    // 20 days at 6% on $10,000.00 are $32.85, 10 days at 3% on $151.00 are $0.12 and at 4.5% on $4,850.00 $5.98.
    expect(payoffByDay[10]).toBe(15_041.95);
    const of = { loanType: 'Direct Unsubsidized', advanceDueDate: false };
    expect(answer).toEqual({
      totalDue: 360,
      effectiveDate: '2026-11-20T00:00:00.000Z',
      formattedEffectiveDate: '11/20/2026',
      advanceDueDate: false,
      borrowerAccountPayments: [
        {
          accountId: 'account-1',
          accountNumber: ACCOUNT,
          loanType: 'Direct',
          totalDue: 360,
          amountDue: 160,
          pastDueAmt: 200,
          // Two installments of $100.00, for October and November, are unpaid.
          pastDueSince: '2026-10-09',
          currentPayoff: 15_019.43,
          payoffByDay,
          currentBalance: 15_019.43,
          balanceDate: '2026-11-20',
          accruedInterest: 16.43,
          lastBumpDate: null,
          paymentDueDate: '2026-12-05',
          exitDue: null,
          beingPaid: [],
          draft: null,
          nextPaymentAmountDue: 190.5,
          nextPaymentScheduleAmount: 190.5,
          monthlyPaymentAmount: 190.5,
          // 82,278.00 / 15,001.00
          adjustedInterestRate: 5.485,
          advanceDueDate: false,
          isGroupLevelPayment: false,
          disclosedPaymentAmounts: [
            { disclosureDate: '2026-11-05', amount: 190.5 },
            { disclosureDate: '2026-12-05', amount: 190.5 },
            { disclosureDate: '2027-01-05', amount: 161.5 },
            { disclosureDate: '2027-02-05', amount: 130.5 },
          ],
          borrowerGroupPayments: [
            {
              ...of,
              groupId: 'A',
              totalDue: 300,
              amountDue: 100,
              pastDueAmt: 200,
              pastDueSince: '2026-10-09',
              paymentDueDate: '2026-12-09',
              outstandingBalance: 16.43,
              disclosedPaymentAmounts: [
                { disclosureDate: '2026-11-09', amount: 100 },
                { disclosureDate: '2026-12-09', amount: 100 },
                { disclosureDate: '2027-01-09', amount: 100 },
                { disclosureDate: '2027-02-09', amount: 100 },
              ],
              monthlyPaymentAmount: 100,
              nextPaymentAmountDue: 100,
              nextPaymentScheduleAmount: 100,
            },
            {
              ...of,
              groupId: 'B',
              totalDue: 60,
              amountDue: 60,
              pastDueAmt: 0,
              pastDueSince: null,
              paymentDueDate: '2026-12-05',
              outstandingBalance: 0,
              // Disclosed amounts do not exceed the balance of $151.00.
              disclosedPaymentAmounts: [
                { disclosureDate: '2026-11-05', amount: 60 },
                { disclosureDate: '2026-12-05', amount: 60 },
                { disclosureDate: '2027-01-05', amount: 31 },
                { disclosureDate: '2027-02-05', amount: 0 },
              ],
              monthlyPaymentAmount: 60,
              nextPaymentAmountDue: 60,
              nextPaymentScheduleAmount: 60,
            },
            {
              ...of,
              groupId: 'C',
              totalDue: 0,
              amountDue: 0,
              pastDueAmt: 0,
              pastDueSince: null,
              paymentDueDate: '2026-12-20',
              outstandingBalance: 0,
              disclosedPaymentAmounts: [
                { disclosureDate: '2026-11-20', amount: 30.5 },
                { disclosureDate: '2026-12-20', amount: 30.5 },
                { disclosureDate: '2027-01-20', amount: 30.5 },
                { disclosureDate: '2027-02-20', amount: 30.5 },
              ],
              monthlyPaymentAmount: 30.5,
              nextPaymentAmountDue: 30.5,
              nextPaymentScheduleAmount: 30.5,
            },
          ],
        },
      ],
    });
  });

  it('include the date when a payment last advanced a due date of the account', async () => {
    await storeBorrower(opened.db, { A: {}, B: {}, C: {}, D: {} });
    await change('A', { lastBumpDate: day('2026-09-15') });
    await change('C', { lastBumpDate: day('2026-10-01') });
    await change('D', { lastBumpDate: day('2026-08-20') });
    expect(await account()).toMatchObject({ lastBumpDate: '2026-10-01' });
  });

  it('use the due date of the earliest group with a balance', async () => {
    await storeBorrower(opened.db, {
      A: { dueDate: '2026-12-01', loans: [] },
      B: { dueDate: '2026-12-09' },
      C: { dueDate: '2026-12-03', loans: [] },
      D: { dueDate: '2026-12-07' },
      E: { dueDate: '2026-12-08' },
    });
    await payOff('A');
    await payOff('C');
    expect(await account()).toMatchObject({ paymentDueDate: '2026-12-07' });
    const { federalAccounts } = await handlers['accounts.list'](pat(), {});
    expect(federalAccounts).toMatchObject([{ paymentDueDate: '2026-12-07' }]);
  });

  it.each([
    ['whose loans are paid off', { A: { loans: [{ principal: 0, rate: 6000 }] } }],
    ['whose group has no loan', { A: { loans: [] } }],
  ])('are zero on an account %s', async (_, groups) => {
    await storeBorrower(opened.db, groups);
    await payOff('A');
    expect(await account()).toMatchObject({
      totalDue: 0,
      currentPayoff: 0,
      paymentDueDate: null,
      nextPaymentAmountDue: 0,
      adjustedInterestRate: 0,
      borrowerGroupPayments: [{ groupId: 'A', totalDue: 0, paymentDueDate: null, nextPaymentAmountDue: 0 }],
    });
  });

  it('do not include a group that is paid in full: its open bills are no longer due (ruling 95)', async () => {
    await storeBorrower(opened.db, {
      A: { dueDate: '2026-12-09' },
      B: { pastDue: 60, monthly: 60, amountDue: 60, dueDate: '2026-12-05', loans: [{ principal: 0, rate: 6000 }] },
    });
    expect(await account()).toMatchObject({
      totalDue: 100,
      pastDueAmt: 0,
      pastDueSince: null,
      paymentDueDate: '2026-12-09',
      monthlyPaymentAmount: 100,
      disclosedPaymentAmounts: [
        { disclosureDate: '2026-11-09', amount: 100 },
        { disclosureDate: '2026-12-09', amount: 100 },
        { disclosureDate: '2027-01-09', amount: 100 },
        { disclosureDate: '2027-02-09', amount: 100 },
      ],
      borrowerGroupPayments: [
        { groupId: 'A', monthlyPaymentAmount: 100, paymentDueDate: '2026-12-09' },
        { groupId: 'B', monthlyPaymentAmount: 0, paymentDueDate: null, totalDue: 0, nextPaymentAmountDue: 0 },
      ],
    });
    expect(await overview()).toMatchObject({ paymentDate: '2026-12-09', hasMultipleDueDays: false });
    const params = { accountId: OWN_ACCOUNT.accountId };
    expect(await handlers['loans.summary'](pat(), { params })).toMatchObject({
      accountPayment: { monthlyPaymentAmount: 100, pastDueAmt: 0, paymentDueDate: '2026-12-09' },
      groups: [
        { displayLoanTerm: '100 months' },
        { status: 'paidInFull', monthlyPaymentAmount: 0, paymentDueDate: null, displayLoanTerm: null },
      ],
    });
    expect((await handlers['loans.repayment'](pat(), { params })).groups).toMatchObject([
      { monthlyPayment: 100, bills: [{ dueDate: '2026-12-09', amount: 100 }] },
      { monthlyPayment: 0, nextDue: null },
    ]);
    expect((await handlers['autoDebit.read'](pat(), {})).accounts).toMatchObject([{ dueDays: [9] }]);
  });

  it('are zero on an account without groups', async () => {
    await storeBorrower(opened.db, {});
    expect(await account()).toMatchObject({
      totalDue: 0,
      currentPayoff: 0,
      lastBumpDate: null,
      paymentDueDate: null,
      adjustedInterestRate: 0,
      disclosedPaymentAmounts: [],
      borrowerGroupPayments: [],
    });
  });

  it('list the accounts of the Department of Education first, then by number (R §9)', async () => {
    await storeBorrower(opened.db, { A: {} });
    const more = { borrowerKey: 'pat', kind: 'federal', loanType: 'Direct' } as const;
    const numbers = ['J900000001', 'D900000002', 'E900000002', 'D900000001'];
    await opened.db
      .insert(accounts)
      .values(numbers.map((number) => ({ ...more, accountId: number, accountNumber: number })));
    const { borrowerAccountPayments: all } = await payment();
    expect(all.map(({ accountNumber }) => accountNumber)).toEqual([
      ACCOUNT,
      'E900000002',
      'D900000001',
      'D900000002',
      'J900000001',
    ]);
  });

  it('are rejected for a person who is not a borrower', async () => {
    await expect(handlers['accounts.list'](pat(), {})).rejects.toThrow('has no borrower');
  });
});

describe('the payment overview', () => {
  it('shows the amount that auto debit draws on the first due date, for all groups of that day', async () => {
    await storeBorrower(opened.db, {
      A: { dueDate: '2026-12-09' },
      B: { monthly: 60, amountDue: 60, dueDate: '2026-12-05' },
      C: { monthly: 30.5, amountDue: 30.5, dueDate: '2026-12-05' },
    });
    await drawByAutoDebit();
    expect(await overview()).toEqual({
      paymentDate: '2026-12-05',
      hasMultipleDueDays: true,
      autoDebitFlag: true,
      autoDebitAmount: 90.5,
    });
  });

  it('has one due day if the other groups are paid off', async () => {
    await storeBorrower(opened.db, { A: {}, B: { dueDate: '2026-12-05', loans: [] }, C: {} });
    await payOff('B');
    expect(await overview()).toEqual({
      paymentDate: '2026-12-09',
      hasMultipleDueDays: false,
      autoDebitFlag: false,
      autoDebitAmount: 0,
    });
  });

  it('draws nothing if nothing is owed', async () => {
    await storeBorrower(opened.db, { A: {} });
    await drawByAutoDebit();
    await payOff('A');
    expect(await overview()).toEqual({
      paymentDate: null,
      hasMultipleDueDays: false,
      autoDebitFlag: true,
      autoDebitAmount: 0,
    });
  });
});

describe('an account card', () => {
  it('shows since when the account is past due, as in the payment flow: the oldest installment of all groups', async () => {
    await storeBorrower(opened.db, { A: { pastDue: 100 }, B: { pastDue: 200 }, C: {} });
    const { federalAccounts } = await handlers['accounts.list'](pat(), {});
    expect(federalAccounts).toMatchObject([{ pastDueSince: '2026-10-09' }]);
    expect(await account()).toMatchObject({ pastDueSince: '2026-10-09' });
    await payOff('B');
    expect((await handlers['accounts.list'](pat(), {})).federalAccounts).toMatchObject([
      { pastDueSince: '2026-11-09' },
    ]);
    await payOff('A');
    expect((await handlers['accounts.list'](pat(), {})).federalAccounts).toMatchObject([{ pastDueSince: null }]);
  });

  it('shows the latest payment that was not canceled', async () => {
    await storeBorrower(opened.db, { A: {} });
    const card = async () => (await handlers['accounts.list'](pat(), {})).federalAccounts[0];
    expect(await card()).toMatchObject({ latestPayment: null });
    const paid = (paymentDetailId: string, on: string, amount: number, description = 'Online Payment') => ({
      ...OWN_ACCOUNT,
      paymentDetailId,
      effectiveDate: day(on),
      amount: toCents(amount),
      principal: toCents(amount),
      interest: ZERO,
      fees: ZERO,
      refunded: ZERO,
      description,
      groups: [],
    });
    await opened.db
      .insert(paymentHistory)
      .values([
        paid('detail-2', '2026-10-09', 60_00),
        paid('detail-1', '2026-11-09', 75_50),
        paid('detail-3', '2026-11-19', 10_00, 'Cancelled'),
      ]);
    expect(await card()).toMatchObject({
      latestPayment: { latestPaymentAmount: 75.5, latestPaymentDate: '2026-11-09' },
    });
  });
});
