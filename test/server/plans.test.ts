/** Repayment plans on the server: facts, estimates, and the email on how to apply. */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { plans as calls } from '#domain/plans/calls.ts';
import { comparePlans } from '#domain/plans/comparison.ts';
import { toEstimateInput, computeEstimates } from '#domain/plans/estimates.ts';
import { EstimatesRequest } from '#domain/plans/shapes.ts';
import { toPlainDate } from '#domain/calendar.ts';
import { ZERO, sumCents } from '#domain/money.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { notices, webAccounts } from '#server/db/schema/index.ts';
import { setLog } from '#server/log.ts';
import { formatMessage } from '#server/mail/messages.ts';
import { onWire } from '#test/support/on-wire.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { byKey } from '#server/service/group-by.ts';
import { graduatedRunsIn, termEstimatesIn } from '#server/service/repayment/term-estimates.ts';
import { changeTerms } from '#test/support/loan-records.ts';
import { openDemo, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 60_000);
afterAll(() => opened.close());

type Sent = v.InferInput<typeof EstimatesRequest>;

/** The request on page load (R §7). */
const PROBE: Sent = {
  adjustedGrossIncome: onWire(0),
  numberOfChildDependents: 0,
  numberOfOtherDependents: 0,
  maritalStatus: 1,
  planType: 'IDR',
  externalLoanProfiles: [],
};

const estimate = (name: string, more: Partial<Sent> = {}, scope: object = {}) =>
  handlers['plans.estimates'](
    { ...createScope(opened, name), ...scope },
    { body: v.parse(EstimatesRequest, { ...PROBE, ...more }) },
  );
const readFacts = async (name: string) =>
  v.parse(calls.facts.response, await handlers['plans.facts'](createScope(opened, name), {}));

const listTotals = (program: Awaited<ReturnType<typeof estimate>>['directLoans']) =>
  Object.fromEntries((program?.eligibleRepaymentPlans ?? []).map(({ planName, total }) => [planName, total]));

describe('estimates', () => {
  it.each([
    ['indigo', false],
    ['gray', false],
    ['robin', false],
    ['blake', false],
    ['kai', true],
    ['sam', true],
  ])('answer the initial request for %s: ineligible is %s', async (name, ineligibleForIdr) => {
    const answer = await estimate(name);
    expect(answer).toMatchObject({ ineligibleForIdr });
    expect(v.safeParse(calls.estimates.response, answer).success).toBe(true);
  });

  it('for indigo: on IBR for both programs, which share the payment in proportion to their balances', async () => {
    const answer = await estimate('indigo', { adjustedGrossIncome: onWire(50_000) });
    expect(answer).toMatchObject({
      enrolledInMultipleIdrPlans: false,
      directLoans: {
        enrolledInIdr: true,
        enrolledInIbr: true,
        currentRepaymentPlan: { planName: 'IBR_15', total: 142.6 },
        suggestedPlan: { planName: 'RAP', total: 166.67 },
      },
      ffelpLoans: { enrolledInIbr: true, enrolledInLowestIdr: true, currentRepaymentPlan: { total: 38.15 } },
    });
    expect(Object.keys(listTotals(answer.directLoans))).toEqual(['IBR_15', 'PAYE', 'ICR', 'RAP']);
    expect(Object.keys(listTotals(answer.ffelpLoans))).toEqual(['IBR_15']);
    // The payment is capped: the 10-year payment for all loans is below $325.75. The two shares add up to it exactly.
    const { loans } = await readFacts('indigo');
    const owed = (program: string) =>
      loans
        .filter((loan) => loan.program === program)
        .reduce((sum, { principal, interest, fees }) => sum + principal + interest + fees, 0);
    const [direct, ffelp] = [
      listTotals(answer.directLoans)['IBR_15'] ?? 0,
      listTotals(answer.ffelpLoans)['IBR_15'] ?? 0,
    ];
    expect(direct / (direct + ffelp)).toBeCloseTo(owed('Direct') / (owed('Direct') + owed('FFELP')), 4);
  });

  it('for robin: 12,000 in Direct Loans, with fixed plans if requested', async () => {
    const { directLoans, ffelpLoans } = await estimate('robin', { planType: 'Term' });
    // 3,500 at 4.99%, 4,000 at 5.5% and 4,500 at 6.53%, with the interest of the 12 days since grace, over 120 months.
    expect(listTotals(directLoans)).toMatchObject({ STANDARD: 131.93 });
    expect(Object.keys(listTotals(directLoans))).toEqual(['STANDARD', 'GRADUATED']);
    expect(directLoans?.eligibleRepaymentPlans[0]?.eligibleLoans.map((loan) => loan.newEstimatedAmount)).toEqual([
      37.17, 43.49, 51.27,
    ]);
    expect(ffelpLoans).toBeNull();
  });

  it('count balances at other servicers in the same program toward the $30,000 for extended plans', async () => {
    const elsewhere = (balance: number) => ({
      planType: 'Term' as const,
      externalLoanProfiles: [
        {
          balance: onWire(balance),
          owner: 'Borrower' as const,
          program: 'Direct' as const,
          loanType: 'Direct',
          interestRate: 5,
        },
      ],
    });
    expect(listTotals((await estimate('robin', elsewhere(17_977.38))).directLoans)).not.toHaveProperty(
      'EXTENDED_FIXED',
    );
    expect(listTotals((await estimate('robin', elsewhere(17_977.39))).directLoans)).toHaveProperty('EXTENDED_FIXED');
  });

  it('use the regional guideline: kai lives in Hawaii', async () => {
    const readRegion = async (name: string) => {
      const [account] = await opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, name));
      const scope = { ...createScope(opened, name), webAccountId: account?.webAccountId ?? '' };
      return (await handlers['plans.facts'](scope, {})).region;
    };
    expect([await readRegion('kai'), await readRegion('robin')]).toEqual(['hawaii', 'contiguous']);
  });

  it("equal the browser's estimates from the facts", async () => {
    const body = v.parse(EstimatesRequest, { ...PROBE, adjustedGrossIncome: 42_000, numberOfChildDependents: 1 });
    for (const name of ['indigo', 'gray', 'blake']) {
      const sent = v.parse(
        calls.estimates.response,
        await handlers['plans.estimates'](createScope(opened, name), { body }),
      );
      expect(sent).toEqual(computeEstimates(await readFacts(name), body));
    }
  });

  it.each([
    [
      { adjustedGrossIncome: onWire(1_000_000.01) },
      'adjustedGrossIncome',
      'Adjusted Gross Income must be less than $1,000,000.',
    ],
    [{ numberOfChildDependents: 21 }, 'numberOfChildDependents', 'Must be between 0 and 20 dependents.'],
    [{ numberOfOtherDependents: 21 }, 'numberOfOtherDependents', 'Must be between 0 and 20 dependents.'],
  ])('reject %j', async (more, field, message) => {
    await expect(estimate('robin', more)).rejects.toMatchObject({ status: 422, fields: [{ field, message }] });
  });

  it('count as many loans elsewhere with as high balances as a request can have', async () => {
    const loan = { owner: 'Borrower', program: 'Direct', loanType: 'Direct PLUS', interestRate: 25 } as const;
    const with100 = (balance: number) => ({
      externalLoanProfiles: Array.from({ length: 100 }, () => ({ ...loan, balance: onWire(balance) })),
    });
    await expect(estimate('robin', with100(1_000_000_000))).resolves.toMatchObject({ ineligibleForIdr: false });
    expect(v.safeParse(EstimatesRequest, { ...PROBE, ...with100(1_000_000_000.01) }).success).toBe(false);
  });

  it('accept the limit values', async () => {
    await expect(
      estimate('robin', { adjustedGrossIncome: onWire(1_000_000), numberOfChildDependents: 20 }),
    ).resolves.toBeDefined();
  });

  it.each([
    { maritalStatus: 4 },
    { adjustedGrossIncome: -1 },
    { adjustedGrossIncome: 10.001 },
    { numberOfChildDependents: 1.5 },
    { planType: 'Other' },
    { externalLoanProfiles: [{ balance: 1, owner: 'Child', program: 'Direct', loanType: '', interestRate: 5 }] },
  ])('reject the malformed request %j', (more) => {
    expect(v.safeParse(EstimatesRequest, { ...PROBE, ...more }).success).toBe(false);
  });

  it('log a year without parameters, and do not use those of another year', async () => {
    const lines: string[] = [];
    const before = setLog((line) => lines.push(line));
    onTestFinished(() => void setLog(before));
    const { directLoans } = await estimate(
      'robin',
      { adjustedGrossIncome: onWire(50_000) },
      { today: toPlainDate('2027-07-01') },
    );
    expect(listTotals(directLoans)).toEqual({ IBR_10: null, ICR: null, PAYE: null, RAP: 166.67 });
    expect(directLoans?.suggestedPlan).toBeNull();
    expect(lines).toHaveLength(2);
    expect(lines.join()).toMatch(/plan parameters are missing.*povertyGuideline.*2027-07-01.*icrFactors/s);
  });
});

describe('the comparison of plans', () => {
  const household = { ...PROBE, adjustedGrossIncome: 60_000 };
  const compared = async (name: string, type: 'IDR' | 'Term') => {
    const facts = toEstimateInput(await readFacts(name), v.parse(EstimatesRequest, household));
    return comparePlans(type, 'Direct', facts).map(({ offer, outlook }) => ({ plan: offer.plan, outlook }));
  };

  it('for indigo: payments on IBR since 05/04/2024 count, so that the rest is forgiven with the 300th', async () => {
    const { facts } = toEstimateInput(await readFacts('indigo'), v.parse(EstimatesRequest, PROBE));
    expect(facts.loans.map(({ countedPayments }) => countedPayments)).toEqual([31, 31, 31]);
    const poor = v.parse(EstimatesRequest, { ...PROBE, adjustedGrossIncome: 0 });
    const [ibr] = comparePlans('IDR', 'Direct', toEstimateInput(facts, poor));
    expect(ibr).toMatchObject({ offer: { plan: 'IBR_15' }, outlook: { months: 269, endMonth: '2049-04' } });
  });

  it('for indigo: RAP waives nothing, since its payment covers the interest of each month', async () => {
    const { outlook } = (await compared('indigo', 'IDR')).find(({ plan }) => plan === 'RAP') ?? {};
    // 5 % of $60,000, a twelfth. Interest of $2,438.13 is unpaid; the interest of the first month is $108.85.
    expect(outlook?.schedule).toMatchObject([{ months: 119, payment: 25_000 }, { months: 1 }]);
    expect(outlook).toMatchObject({ firstPayment: 25_000, totalPaid: 2_989_638, end: 'paidOff' });
  });
});

describe('the stored payments of a graduated plan', () => {
  it.each(['indigo', 'avery', 'noor'])(
    'begin with the estimates for %s, and have the steps of the plan',
    async (name) => {
      const scope = createScope(opened, name);
      const getRuns = await graduatedRunsIn(scope, true);
      const { directLoans } = await termEstimatesIn(scope, true);
      const plans = (directLoans?.eligibleRepaymentPlans ?? []).filter(({ planName }) =>
        planName.endsWith('GRADUATED'),
      );
      expect(plans.map(({ planName }) => planName)).toEqual(['GRADUATED', 'EXTENDED_GRADUATED']);
      const { loans } = await readFacts(name);
      for (const { planName, eligibleLoans } of plans) {
        const byGroup = byKey(eligibleLoans, ({ accountNumber, groupId }) => `${accountNumber} ${groupId}`);
        for (const own of byGroup.values()) {
          const [{ accountNumber, groupId }] = own;
          const runs = getRuns(planName, accountNumber, groupId);
          expect(runs[0]?.payment).toBe(sumCents(own.map((loan) => loan.newEstimatedAmount ?? ZERO)));
          expect(runs.map(({ months }) => months)).toEqual(
            planName === 'GRADUATED' ? [24, 24, 24, 24, 24] : [...Array.from({ length: 12 }, () => 24), 12],
          );
          const interest = loans
            .filter((loan) => loan.accountNumber === accountNumber && loan.groupId === groupId)
            .reduce((sum, { principal, rate }) => sum + (principal * rate) / 1_200_000, 0);
          expect(runs[0]?.payment).toBeGreaterThan(interest - own.length);
        }
      }
      expect(getRuns('STANDARD', loans[0]?.accountNumber ?? '', loans[0]?.groupId ?? '')).toEqual([]);
    },
  );
});

describe('facts', () => {
  it("contain one borrower's loans, without commercial ones", async () => {
    const { loans } = await readFacts('avery');
    expect(new Set(loans.map(({ accountNumber }) => accountNumber[0]))).toEqual(new Set(['E', 'D']));
    expect((await readFacts('sam')).loans).toEqual([]);
  });

  it('name the form of IBR by the first loan: 15% with a loan from before 1 July 2014, otherwise 10%', async () => {
    const readPlans = async (name: string) =>
      new Set((await readFacts(name)).loans.map((loan) => loan.currentPlanName));
    expect(await readPlans('indigo')).toEqual(new Set(['IBR_15']));
    expect(await readPlans('lane')).toEqual(new Set(['IBR_10']));
  });

  it('keep the plan of a group that is in the catalog', async () => {
    await changeTerms(opened.db, 'lane', { plan: 'ICR' });
    onTestFinished(() => changeTerms(opened.db, 'lane', { plan: 'IBR' }));
    expect((await readFacts('lane')).loans.map((loan) => loan.currentPlanName)).toEqual(['ICR', 'ICR']);
  });

  it("identify a parent's PLUS loans", async () => {
    expect((await readFacts('kai')).loans.map(({ isParentPlus }) => isParentPlus)).toEqual([true, true]);
  });
});

describe('the email on how to apply', () => {
  const sentTo = (name: string) => opened.db.select().from(notices).where(eq(notices.borrowerKey, name));
  const send = (name: string, scope: object = {}) =>
    handlers['plans.sendIdrEmail']({ ...createScope(opened, name), ...scope }, {});

  it('is added to the outbox once a day', async () => {
    await Promise.all([send('robin'), send('robin')]);
    await send('robin');
    expect(await sentTo('robin')).toMatchObject([
      { kind: 'idrApplication', email: 'robin.castellano@example.com', sentAt: null },
    ]);
    await send('robin', { today: toPlainDate('2026-11-21') });
    await send('blake');
    expect([(await sentTo('robin')).length, (await sentTo('blake')).length]).toEqual([2, 1]);
  });

  it('names the federal site and contains no amounts', () => {
    const { subject, text } = formatMessage({
      kind: 'idrApplication',
      code: null,
      aboutDay: null,
      createdAt: new Date('2026-11-20T15:00:00Z'),
      givenName: 'Robin',
      publicUrl: 'https://portal.example.org',
      servicer: { name: 'Larkfield Loan Servicing', phone: '1-800-555-0142' },
      product: 'StudentAid.gov',
    });
    expect(subject).toBe('How to apply for an income-driven plan');
    expect(text).toContain('StudentAid.gov');
    expect(text).not.toMatch(/\$|\{|https?:/);
  });
});
