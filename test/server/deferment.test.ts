/** Deferments: eligibility, coverage, cost, and the income test. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as v from 'valibot';
import { Problem } from '#domain/call.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import { DefermentGroups } from '#domain/repayment/deferment/shapes.ts';
import { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { sumCents } from '#domain/money.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { PauseCost } from '#domain/repayment/postponement/shapes.ts';
import { POSTPONEMENTS } from '#domain/postponement-kinds.ts';
import { setLog } from '#server/log.ts';
import { accounts, contactInformation, loanGroups, loanPostponements, loans } from '#server/db/schema/index.ts';
import { changeLoansVersion } from '#server/service/portfolio/groups.ts';
import { storeBorrower } from '#test/support/round-amounts.ts';
import { createScope } from '#test/support/database.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { postpone } from '#test/support/loan-records.ts';
import { type TestServer, type WireRequest, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

const get = async (call: Parameters<TestServer['make']>[0], who: string, request: WireRequest = {}) =>
  server.make(call, { ...request, token: await server.mintToken(who) });

const readEligibility = async (who: string) => {
  const found = await readJson(await get(deferment.eligibility, who), deferment.eligibility.response);
  return [
    found.isDefermentUnemploymentEligible,
    found.isDefermentRehabEligible,
    found.isDefermentEconomicHardshipEligible,
    found.isDefermentInSchoolEligible,
    found.hasDefermentForbearanceApplicationInProcess,
  ];
};

describe('eligibility', () => {
  const all = [true, true, true, true, false];
  const none = [false, false, false, false, false];
  it.each([
    ['avery', all],
    ['frankie', all],
    ['blake', all],
    ['gray', none],
    ['harper', [true, true, true, true, true]],
    ['indigo', all],
    ['jules', all],
    ['kai', all],
    ['lane', all],
    ['quinn', none],
    ['riley', all],
    ['robin', all],
    ['sam', none],
    ['taylor', all],
    ['umber', all],
  ])('of %s for unemployment, rehabilitation, economic hardship, school; in process: %j', async (who, expected) =>
    expect(await readEligibility(who)).toEqual(expected),
  );

  it('is closed to payers', async () => {
    for (const call of Object.values(deferment).filter(({ method }) => method === 'GET')) {
      const { status } = await get(call, 'casey', { params: { income: '1', familySize: '1' } });
      expect([call.id, status]).toEqual([call.id, 403]);
    }
  });

  it("ends when the loan's months are used up", async () => {
    const { db } = server.opened;
    const own = eq(loanGroups.borrowerKey, 'blake');
    await db.update(loanGroups).set({ unemploymentMonths: 36, economicHardshipMonths: 35 }).where(own);
    expect(await readEligibility('blake')).toEqual([false, true, true, true, false]);
    await db.update(loanGroups).set({ unemploymentMonths: 35, economicHardshipMonths: 36 }).where(own);
    expect(await readEligibility('blake')).toEqual([true, true, false, true, false]);
    await db.update(loanGroups).set({ unemploymentMonths: 0, economicHardshipMonths: 0 }).where(own);
  });

  it('excludes unemployment and economic hardship for loans made from July 2027', async () => {
    const { db } = server.opened;
    const own = eq(loans.borrowerKey, 'blake');
    const before = await db.select().from(loans).where(own);
    await db
      .update(loans)
      .set({ disbursedOn: day('2027-07-01') })
      .where(own);
    expect(await readEligibility('blake')).toEqual([false, true, false, true, false]);
    for (const { loanId, disbursedOn } of before) {
      await db
        .update(loans)
        .set({ disbursedOn })
        .where(and(own, eq(loans.loanId, loanId)));
    }
    expect(await readEligibility('blake')).toEqual(all);
  });
});

describe('the groups', () => {
  const listNames = (groups: readonly { readonly accountNumber: string; readonly groupId: string }[]) =>
    groups.map(({ accountNumber, groupId }) => `${accountNumber.slice(0, 1)} ${groupId}`);
  const split = async (who: string, call: typeof deferment.groups | typeof deferment.inSchoolGroups, query = {}) => {
    const { eligibleGroups, ineligibleGroups } = await readJson(
      await get(call, who, { query }),
      v.union([DefermentGroups, CoveredGroups]),
    );
    expect(ineligibleGroups.every(({ reason }) => reason !== undefined)).toBe(true);
    return [listNames(eligibleGroups), listNames(ineligibleGroups)];
  };

  it.each([
    ['avery', [['E A', 'E B', 'D A', 'D B'], ['J A']]],
    ['riley', [['E B'], ['E A']]],
    ['quinn', [[], ['E A', 'E B']]],
    ['sam', [[], ['J A']]],
    ['indigo', [['E A', 'D A'], []]],
  ])('of %s are split, with federal ones of the Department of Education first', async (who, expected) => {
    for (const defermentType of ['0', '1', '2']) {
      expect(await split(who, deferment.groups, { defermentType })).toEqual(expected);
    }
    expect(await split(who, deferment.inSchoolGroups)).toEqual(expected);
  });

  it('are those of the requested type', async () => {
    const { db } = server.opened;
    const one = and(eq(loanGroups.borrowerKey, 'avery'), eq(loanGroups.groupId, 'B'));
    await db.update(loanGroups).set({ unemploymentMonths: 36 }).where(one);
    expect(await split('avery', deferment.groups, { defermentType: '2' })).toEqual([
      ['E A', 'D A'],
      ['E B', 'D B', 'J A'],
    ]);
    expect(await split('avery', deferment.groups, { defermentType: '0' })).toEqual([
      ['E A', 'E B', 'D A', 'D B'],
      ['J A'],
    ]);
    const { ineligibleGroups } = await readJson(
      await get(deferment.groups, 'avery', { query: { defermentType: '2' } }),
      DefermentGroups,
    );
    expect(ineligibleGroups.map(({ reason }) => reason)).toEqual(['limitReached', 'limitReached', 'commercial']);
    await db.update(loanGroups).set({ unemploymentMonths: 0 }).where(one);
    expect((await get(deferment.groups, 'avery', { query: { defermentType: '3' } })).status).toBe(400);
  });

  it('contain the principal of their loans', async () => {
    const { eligibleGroups } = await readJson(
      await get(deferment.groups, 'robin', { query: { defermentType: '2' } }),
      DefermentGroups,
    );
    expect(eligibleGroups).toEqual([
      {
        accountNumber: 'E164105528',
        groupId: 'A',
        loanType: 'Direct Subsidized',
        accountLoanType: 'Direct',
        currentPrincipalBalance: 1_200_000,
        outstandingPrincipal: 1_200_000,
      },
    ]);
  });

  // R §3: the field has this spelling here, and the current balance is not sent.
  it('of an in-school deferment are identified by `groupID`', async () => {
    const answer: unknown = await (await get(deferment.inSchoolGroups, 'riley')).json();
    expect(answer).toEqual({
      eligibleGroups: [
        {
          accountNumber: 'E146071528',
          groupID: 'B',
          loanType: 'Direct Unsubsidized',
          accountLoanType: 'Direct',
          outstandingPrincipal: expect.any(Number) as unknown,
        },
      ],
      ineligibleGroups: [
        {
          accountNumber: 'E146071528',
          groupID: 'A',
          loanType: 'Direct Subsidized',
          accountLoanType: 'Direct',
          outstandingPrincipal: 4500,
          reason: 'inSchoolOrGrace',
        },
      ],
    });
  });
});

describe('the income test', () => {
  const isEligible = async (who: string, income: string, familySize: string) =>
    (await get(deferment.incomeCheck, who, { params: { income, familySize } })).json();

  // Kai lives in Hawaii: 150% of 18,360 and of 24,890 per year.
  it.each([
    ['blake', '1995', '1', true],
    ['blake', '1996', '1', false],
    ['blake', '0', '1', true],
    ['blake', '7675', '9', true],
    ['blake', '7676', '9', false],
    ['kai', '2295', '1', true],
    ['kai', '2296', '1', false],
    ['kai', '3111', '2', true],
    ['kai', '3112', '2', false],
  ])('for %s with $%s a month and a family of %s: %s', async (who, income, size, expected) =>
    expect(await isEligible(who, income, size)).toEqual({ isEconomicHardshipEligible: expected }),
  );

  it.each([
    ['blake', 1995, 7675],
    ['kai', 2295, 8825],
  ])('is announced to %s: $%d for one person, $%d for nine', async (who, one, nine) => {
    const { monthlyIncomeLimits = [] } = await (await get(deferment.eligibility, who)).json();
    expect([monthlyIncomeLimits[0], monthlyIncomeLimits[8], monthlyIncomeLimits.length]).toEqual([one, nine, 21]);
  });

  it("uses the borrower's current address, also for an impersonator", async () => {
    const { db } = server.opened;
    const own = eq(contactInformation.borrowerKey, 'avery');
    const [before] = await db.select().from(contactInformation).where(own);
    await db.update(contactInformation).set({ state: 'AK', country: 'US' }).where(own);
    expect(await isEligible('avery', '2493', '1')).toEqual({ isEconomicHardshipEligible: true });
    expect(await isEligible('frankie', '2493', '1')).toEqual({ isEconomicHardshipEligible: true });
    expect(await isEligible('frankie', '2494', '1')).toEqual({ isEconomicHardshipEligible: false });
    await db
      .update(contactInformation)
      .set({ state: before?.state ?? '' })
      .where(own);
  });

  it('uses the latest guidelines if those of the year are missing, and logs it', async () => {
    const lines: string[] = [];
    const before = setLog((line) => lines.push(line));
    onTestFinished(() => void setLog(before));
    const scope = { ...createScope(server.opened, 'blake'), today: day('2027-02-01') };
    const check = (income: string) => handlers['deferment.incomeCheck'](scope, { params: { income, familySize: '1' } });
    expect(await check('1995')).toEqual({ isEconomicHardshipEligible: true });
    expect(await check('1996')).toEqual({ isEconomicHardshipEligible: false });
    expect(lines.join()).toMatch(/plan parameters are missing.*povertyGuideline.*2027-02-01/);
  });

  it.each([
    ['1995', '0', ['familySize']],
    ['1995', '22', ['familySize']],
    ['83334', '1', ['monthlyIncome']],
    ['83334', '0', ['familySize', 'monthlyIncome']],
  ])('rejects an income of %s for a family of %s', async (income, familySize, fields) => {
    const response = await get(deferment.incomeCheck, 'blake', { params: { income, familySize } });
    expect(response.status).toBe(422);
    expect((await readJson(response, Problem)).fields?.map(({ field }) => field)).toEqual(fields);
  });

  it.each([
    ['-1', '1'],
    ['1.5', '1'],
    ['1995', 'two'],
  ])('rejects malformed values: %s and %s', async (income, familySize) =>
    expect((await get(deferment.incomeCheck, 'blake', { params: { income, familySize } })).status).toBe(400),
  );
});

describe('the cost', () => {
  const cost = (who: string, kind: string, query: Readonly<Record<string, string>> = {}) =>
    get(postponement.cost, who, { params: { postponement: kind }, query });

  it("of a pause from today is computed for the borrower's loans and sent in dollars", async () => {
    const { db } = server.opened;
    await storeBorrower(db, { A: { monthly: 111.03, loans: [{ principal: 10_000, rate: 6000 }] }, B: { plan: 'IBR' } });
    const pat = { ...createScope(server.opened, 'pat') };
    const request = { params: { postponement: 'unemployment' as const }, query: {} };
    expect(await handlers['postponement.cost'](pat, request)).toMatchObject({
      startDate: '2026-11-20',
      endDate: '2027-05-20',
      days: 181,
      interestAdded: 297.33,
      groups: [
        {
          groupId: 'A',
          loans: [{ principal: 10_000, rate: 6000, isSubsidized: false, interest: 297.33 }],
          interestAdded: 297.33,
          isCapitalized: true,
          paymentNow: 111.03,
          paymentAfter: 114.34,
        },
        { groupId: 'B', interestAdded: 0, paymentNow: 100, paymentAfter: 100 },
      ],
    });
    await db.update(loans).set({ isSubsidized: true }).where(eq(loans.borrowerKey, 'pat'));
    expect(await handlers['postponement.cost'](pat, request)).toMatchObject({ interestAdded: 0 });
    await db.update(accounts).set({ accountNumber: 'D900000001' }).where(eq(accounts.borrowerKey, 'pat'));
    expect(await handlers['postponement.cost'](pat, { params: { postponement: 'hardship' }, query: {} })).toMatchObject(
      { interestAdded: 599.59, groups: [{ isCapitalized: true }, {}] },
    );
  });

  it.each(POSTPONEMENTS)('of %s adds up', async (kind) => {
    for (const who of ['avery', 'indigo', 'noor']) {
      const found = await readJson(await cost(who, kind), PauseCost);
      expect(found.groups.length).toBeGreaterThan(0);
      expect(found.interestAdded).toBe(sumCents(found.groups.map(({ interestAdded }) => interestAdded)));
    }
  });

  it('starts on the requested date within its limits', async () => {
    const from = async (kind: string, startDate: string) => {
      const response = await cost('blake', kind, { startDate });
      const found = await readJson(response, v.looseObject({ fields: Problem.entries.fields }));
      return response.ok ? found['endDate'] : found.fields;
    };
    const refused = (code: string, message: string) => [{ field: 'startDate', code, message }];
    expect(await from('unemployment', '2026-05-20')).toBe('2026-11-20');
    expect(await from('unemployment', '2026-05-19')).toEqual(
      refused('startDate.tooEarly', 'Date (MM/DD/YYYY) cannot be before 05/20/2026.'),
    );
    expect(await from('economicHardship', '2027-01-19')).toBe('2028-01-19');
    expect(await from('economicHardship', '2027-01-20')).toEqual(
      refused('startDate.tooLate', 'Date (MM/DD/YYYY) cannot be after 01/19/2027.'),
    );
    // The form asks for no date: any within ten years is valid.
    expect(await from('military', '2016-11-20')).toBe('2017-11-20');
    expect(await from('military', '2016-11-19')).toEqual(
      refused('startDate.tooEarly', 'Date (MM/DD/YYYY) cannot be before 11/20/2016.'),
    );
    expect(await from('hardship', '9999-12-31')).toEqual(
      refused('startDate.tooLate', 'Date (MM/DD/YYYY) cannot be after 11/20/2036.'),
    );
  });

  it('lasts through day 180 after the last day of active duty, at most a year', async () => {
    const period = async (endDate: string) => {
      const response = await cost('lane', 'military', { startDate: '2026-03-02', endDate });
      const found = await readJson(response, v.looseObject({ fields: Problem.entries.fields }));
      return response.ok ? [found['endDate'], found['countedFrom'], found['days']] : found.fields;
    };
    // Only days from today count: earlier interest is part of the balance already (ruling 68).
    expect(await period('2026-07-03')).toEqual(['2026-12-31', '2026-11-20', 41]);
    expect(await period('2028-01-01')).toEqual(['2027-03-02', '2026-11-20', 102]);
    expect(await period('9999-12-31')).toEqual(['2027-03-02', '2026-11-20', 102]);
    expect(await period('2026-05-04')).toEqual(['2026-11-01', '2026-11-01', 0]);
    expect(await period('2026-03-02')).toEqual([
      { field: 'endDate', code: 'endDate.tooEarly', message: 'End date must be on or after 03/03/2026.' },
    ]);
  });

  it.each(POSTPONEMENTS)('of %s is computed or refused for the latest possible dates', async (kind) => {
    expect((await cost('lane', kind, { endDate: '9999-12-31' })).status).toBe(200);
    expect((await cost('lane', kind, { startDate: '9999-12-31', endDate: '2027-01-04' })).status).toBe(422);
    expect((await cost('lane', kind, { dutyStart: '2026-11-20' })).status).toBe(200);
    expect((await cost('lane', kind, { dutyStart: '2026-11-21' })).status).toBe(422);
  });

  it('of a mandatory forbearance equals that of a forbearance, of a military deferment that of a deferment', async () => {
    const found = async (kind: string) => {
      const { days, groups, interestAdded } = await readJson(await cost('avery', kind), PauseCost);
      const each = groups.map(({ accountNumber, groupId, isCapitalized, interestAdded: added }) => [
        `${accountNumber[0]} ${groupId}`,
        added,
        isCapitalized,
      ]);
      return [days, interestAdded, each];
    };
    expect(await found('mandatoryForbearance')).toEqual([
      365,
      1167_95,
      [
        ['E A', 204_70, false],
        ['E B', 288_86, false],
        ['D A', 291_65, true],
        ['D B', 382_74, true],
      ],
    ]);
    // Subsidized loans, group A of each account, accrue no interest.
    expect(await found('military')).toEqual([
      365,
      671_60,
      [
        ['E A', 0, true],
        ['E B', 288_86, true],
        ['D A', 0, true],
        ['D B', 382_74, true],
      ],
    ]);
  });

  it('is rejected for other postponements and dates, and closed to payers', async () => {
    expect((await cost('blake', 'holiday')).status).toBe(400);
    expect((await cost('blake', 'military', { startDate: '2026-02-30' })).status).toBe(400);
    expect((await cost('casey', 'military')).status).toBe(403);
  });

  it('is empty if nothing is covered', async () => {
    expect(await readJson(await cost('quinn', 'unemployment'), PauseCost)).toMatchObject({
      groups: [],
      interestAdded: 0,
    });
    // Paid ahead: no forbearance while nothing is due.
    expect((await readJson(await cost('jules', 'hardship'), PauseCost)).groups).toEqual([]);
    expect((await readJson(await cost('jules', 'unemployment'), PauseCost)).groups).toHaveLength(1);
  });
});

it('reflects changes of the loans immediately', async () => {
  const { db } = server.opened;
  expect(await readEligibility('umber')).toEqual([true, true, true, true, false]);
  await postpone(db, 'umber', { start: day('2026-10-20'), end: day('2027-04-20') });
  expect(await readEligibility('umber')).toEqual([false, false, false, false, false]);
  const own = eq(loanPostponements.borrowerKey, 'umber');
  await db
    .update(loanPostponements)
    .set({ endDate: day('2026-11-20') })
    .where(own);
  await changeLoansVersion(db, 'umber');
  expect(await readEligibility('umber')).toEqual([true, true, true, true, false]);
});
