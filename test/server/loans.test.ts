/** My Loans at the server: accounts with groups and loans, their owners, and the consistency of their amounts. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#domain/accounts/calls.ts';
import { projectRepayment, remainingPrincipal } from '#domain/timeline/progress.ts';
import { LoanAccounts } from '#domain/accounts/shapes.ts';
import type { CallSpec } from '#domain/call.ts';
import { loans } from '#domain/accounts/loans/calls.ts';
import { INVALID_INCENTIVE, shownIncentives } from '#domain/accounts/loans/incentives.ts';
import {
  AccountDetails,
  BorrowerWithAccounts,
  NotificationList,
  OnlyAccount,
  RepaymentData,
} from '#domain/accounts/loans/shapes.ts';
import { sumCents } from '#domain/money.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const ask = async <T>(name: string, call: CallSpec, schema: v.GenericSchema<unknown, T>) =>
  readJson(await server.make(call, { token: await server.mintToken(name) }), schema);

async function readCards(name: string) {
  const { federalAccounts, commercialAccounts } = await ask(name, accounts.list, LoanAccounts);
  return [...federalAccounts, ...commercialAccounts];
}

const summary = async (name: string, accountId: string) =>
  server.make(loans.summary, { params: { accountId }, token: await server.mintToken(name) });

const readDetails = async (name: string) =>
  Promise.all(
    (await readCards(name)).map(async ({ accountId }) => readJson(await summary(name, accountId), AccountDetails)),
  );

describe('an account', () => {
  it.each(['avery', 'blake', 'indigo', 'gray', 'jules', 'sam', 'harper'])(
    'of %s has the amounts of its card, and they add up over its groups and loans',
    async (name) => {
      const cards = await readCards(name);
      for (const [index, details] of (await readDetails(name)).entries()) {
        const { accountPayment, groups } = details;
        const sum = (of: (group: (typeof groups)[number]) => (typeof accountPayment)['totalDue']) =>
          sumCents(groups.map(of));
        expect(details).toMatchObject({
          accountNumber: cards[index]?.accountNumber,
          asOf: cards[index]?.balanceDate,
          accountPayment: {
            currentBalance: cards[index]?.currentBalance,
            pastDueAmt: cards[index]?.pastDueAmt,
            totalDue: cards[index]?.paymentAmountIncludingPastDue,
            paymentDueDate: cards[index]?.paymentDueDate,
            nextPaymentAmountDue: cards[index]?.nextPaymentAmountDue,
            latestPayment: cards[index]?.latestPayment,
          },
        });
        expect(sum((group) => group.currentBalance)).toBe(accountPayment.currentBalance);
        expect(sum((group) => group.totalDue)).toBe(accountPayment.totalDue);
        expect(sum((group) => group.accruedInterest)).toBe(accountPayment.accruedInterest);
        for (const group of groups) {
          const { outstandingBalance, accruedInterest, fees, currentBalance } = group;
          expect(sumCents([outstandingBalance, accruedInterest, fees])).toBe(currentBalance);
          expect(sumCents(group.loans.map((loan) => loan.currentPrincipalBalance))).toBe(outstandingBalance);
          expect(sumCents(group.loans.map((loan) => loan.currentInterest))).toBe(accruedInterest);
          expect(sumCents([group.pastDueAmt, group.amountDue])).toBe(group.totalDue);
          for (const loan of group.loans) {
            const parts = loan.disbursedLoans.flatMap(({ disbursements }) => disbursements);
            expect(sumCents(parts.map((part) => part.disbursementAmount))).toBe(loan.totalAmountDisbursed);
          }
        }
      }
    },
  );

  it("contains the facts in avery's seed file: plan, school, lender, last digits, variable rate", async () => {
    const [federal, ffelp, commercial] = await readDetails('avery');
    expect(
      federal?.groups.map(({ groupId, statusDesc, repaymentPlan }) => [groupId, statusDesc, repaymentPlan]),
    ).toEqual([
      ['A', 'In repayment', 'Standard Repayment'],
      ['B', 'Past due', 'Standard Repayment'],
    ]);
    expect(federal?.groups[0]?.loans[0]).toMatchObject({
      lenderName: 'U.S. Department of Education',
      schoolName: 'University of Nebraska-Lincoln',
      loanStudentLastFourSSN: '4821',
      subsidizationEligibility: 'Subsidized',
      interestRate: 4530,
    });
    expect(federal?.groups[0]?.interestRate).toBeNull();
    expect(federal?.groups[1]?.lastPaymentDate).not.toBe(federal?.groups[0]?.lastPaymentDate);
    expect(ffelp?.groups[0]?.loans[0]?.lenderName).toBe('Prairie States Education Trust');
    expect(commercial?.alternateAccounts.map(({ accountNumber }) => accountNumber)).toEqual([
      'E104882913',
      'D207715340',
    ]);
    const rates = await ask('avery', loans.borrowerWithAccounts, BorrowerWithAccounts);
    expect(rates.servicerGroups).toEqual([
      {
        accountNumber: 'J300561287',
        groupID: 'A',
        variableInterestRateIndicator: true,
        regulatoryInterestRate: 8500,
        interestRate: 8250,
      },
    ]);
    expect(rates.edServicerLoans).toHaveLength(7);
    expect(rates.edServicerLoans.every((loan) => loan.regulatoryInterestRate === loan.interestRate)).toBe(true);
  });

  it('has each of the seven statuses of benefits for avery, without those that are hidden', async () => {
    const [, ffelp] = await readDetails('avery');
    const incentives = ffelp?.groups[0]?.loans.flatMap((loan) => loan.incentives) ?? [];
    expect(incentives).toHaveLength(10);
    const shown = shownIncentives(incentives);
    expect(new Set(shown.map(({ statusText }) => statusText))).toEqual(
      new Set([
        'Awarded',
        'Qualifying',
        'Revoked',
        'Disqualified - Manually Ended',
        'Disqualified - Manually Revoked',
        'Inactive',
        INVALID_INCENTIVE,
      ]),
    );
    expect(shown).toHaveLength(8);
  });

  it('has no remaining term if the income-driven amount never pays the loans off', async () => {
    const [direct] = await readDetails('indigo');
    expect(direct?.groups[0]).toMatchObject({ repaymentPlan: 'Income-Based Repayment (IBR)' });
    const [jules] = await readDetails('jules');
    expect(jules?.groups[0]?.displayLoanTerm).toMatch(/^\d+ months$/);
  });
});

describe('the repayment of an account', () => {
  it.each(['avery', 'blake', 'indigo', 'jules', 'harper'])(
    'of %s: the amount borrowed less payments equals the balance in the details',
    async (name) => {
      for (const { accountId, groups, accountPayment } of await readDetails(name)) {
        const token = await server.mintToken(name);
        const facts = await readJson(
          await server.make(loans.repayment, { params: { accountId }, token }),
          RepaymentData,
        );
        const remaining = remainingPrincipal(facts);
        expect(facts.originalBalance - facts.paid.principal).toBe(remaining);
        expect(facts.history.at(-1)?.principal).toBe(remaining);
        expect(sumCents(groups.map((group) => group.outstandingBalance))).toBe(remaining);
        expect(projectRepayment(facts).points[1]?.date).toBe(accountPayment.paymentDueDate);
      }
    },
  );

  it('refuses the account of another borrower', async () => {
    const [theirs] = await readCards('avery');
    const params = { accountId: theirs?.accountId ?? '' };
    expect((await server.make(loans.repayment, { params, token: await server.mintToken('blake') })).status).toBe(404);
  });
});

describe('ownership of an account', () => {
  it('refuses the account of another borrower like one that does not exist', async () => {
    const [theirs] = await readCards('avery');
    for (const accountId of [theirs?.accountId ?? '', 'nothing-like-it']) {
      const response = await summary('blake', accountId);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain(theirs?.accountNumber ?? 'E');
    }
    expect((await summary('blake', 'a/b')).status).toBe(400);
  });

  it('is closed to an authorized payer', async () => {
    const [theirs] = await readCards('avery');
    expect((await summary('casey', theirs?.accountId ?? '')).status).toBe(403);
    for (const call of [
      loans.onlySummary,
      loans.borrowerWithAccounts,
      loans.notifications,
      loans.statusNotifications,
    ]) {
      expect((await server.make(call, { token: await server.mintToken('casey') })).status).toBe(403);
    }
  });

  it('is the only one of a borrower with exactly one, and none of a borrower with several', async () => {
    const only = (name: string) => ask(name, loans.onlySummary, OnlyAccount);
    const blake = await only('blake');
    expect(blake.account?.accountNumber).toMatch(/^E/);
    expect(blake.rates).toEqual(await ask('blake', loans.borrowerWithAccounts, BorrowerWithAccounts));
    expect(await only('avery')).toEqual({ account: null, rates: null });
    expect(await only('noor')).toEqual({ account: null, rates: null });
  });
});

describe('notifications', () => {
  const of = async (name: string, call: CallSpec) =>
    (await ask(name, call, NotificationList)).notificationList.map(({ headline }) => headline);

  it('about the applications of taylor are two', async () => {
    expect(await of('taylor', loans.statusNotifications)).toEqual([
      'Income-Driven Plan: in review',
      'Hardship Forbearance: denied',
    ]);
    expect(await of('avery', loans.statusNotifications)).toEqual([]);
  });

  it('remind lane to recertify', async () => {
    expect((await of('lane', loans.notifications)).every((each) => each.startsWith('Recertify your income by'))).toBe(
      true,
    );
    expect(await of('lane', loans.notifications)).not.toEqual([]);
    expect(await of('jules', loans.notifications)).toEqual([]);
  });
});
