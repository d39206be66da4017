/** Facts for military deferment applications, and the benefits that lane may apply for. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { toPlainDate as day } from '#domain/calendar.ts';
import { Problem } from '#domain/call.ts';
import { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { military } from '#domain/repayment/military/calls.ts';
import { LoanInfo, MilitaryDates, RepaymentRecertifications } from '#domain/repayment/military/shapes.ts';
import { sampleDatedDuty } from '#domain/repayment/military/samples.ts';
import { applications } from '#server/db/schema/index.ts';
import { changeTerms } from '#test/support/loan-records.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

const get = async <T>(who: string, call: Parameters<TestServer['make']>[0], schema: v.GenericSchema<unknown, T>) =>
  readJson(await server.make(call, { token: await server.mintToken(who) }), schema);

describe('on 11/20/2026', () => {
  it.each([
    // The first installment was due forty months and nine days ago; its bill was issued a month earlier.
    ['lane', '2023-06-30', '2027-11-20'],
    // Nothing is covered: the first disbursement of a federal loan counts, and sam has no federal loan.
    ['gray', '2024-06-20', '2027-11-20'],
    ['sam', '2026-11-20', '2027-11-20'],
  ])('a deferment of %s is between %s and %s', async (who, from, to) =>
    expect(await get(who, military.dates, MilitaryDates)).toEqual({
      militaryDefermentStartDate: from,
      militaryDefermentEndDate: to,
    }),
  );

  it.each([
    ['lane', '2017-09-05'],
    ['sam', null],
  ])('the last Direct loan of %s was disbursed on %s', async (who, last) =>
    expect(await get(who, military.loanInfo, LoanInfo)).toEqual({
      loanInfo: { mostRecentDisbursementDateDirect: last },
      hostilePayMonthsLeft: 60,
    }),
  );

  it.each([
    ['lane', ['2027-01-04 False']],
    ['indigo', ['2027-01-30 False', '2027-03-10 False']],
    ['blake', []],
  ])('the recertifications of %s are %j', async (who, expected) => {
    const { repaymentRecertifications } = await get(who, military.recertifications, RepaymentRecertifications);
    expect(repaymentRecertifications.map(({ date, permStandFlag }) => `${date} ${permStandFlag}`)).toEqual(expected);
  });

  it('the groups are those that a deferment covers', async () => {
    const { eligibleGroups, ineligibleGroups } = await get('riley', military.groups, CoveredGroups);
    const named = [eligibleGroups, ineligibleGroups].map((groups) => groups.map(({ groupId }) => groupId));
    expect(named).toEqual([['B'], ['A']]);
  });

  it('all facts are closed to payers', async () => {
    const token = await server.mintToken('casey');
    for (const call of Object.values(military).filter(({ method }) => method === 'GET')) {
      expect([call.id, (await server.make(call, { token })).status]).toEqual([call.id, 403]);
    }
  });
});

it('the flag reports a permanent standard amount, which excludes the waiver', async () => {
  const { db } = server.opened;
  await changeTerms(db, 'lane', { isPermanentStandard: true });
  const { repaymentRecertifications } = await get('lane', military.recertifications, RepaymentRecertifications);
  expect(repaymentRecertifications).toEqual([{ date: day('2027-01-04'), permStandFlag: 'True' }]);
  const response = await applyAs('lane', { ...everything, applyingForTwelveMonthDeferment: true }, 'a');
  expect(Object.keys(await listFields(response))).toEqual(['applyingForHeroWaiverAct']);
  await changeTerms(db, 'lane', { isPermanentStandard: false });
});

/** All benefits for a borrower in a hostile area who cannot send orders yet, except the deferment itself. */
const everything = {
  ...sampleDatedDuty,
  applyingForScra: true,
  applyingForHeroWaiverAct: true,
  applyingForHostileDuty: true,
};

const applyAs = async (who: string, body: object, key: string): Promise<Response> =>
  server.make(military.apply, {
    body,
    idempotencyKey: `00000000-0000-4000-8000-00000000000${key}`,
    token: await server.mintToken(who),
  });

async function listFields(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(422);
  const { fields = [] } = await readJson(response, Problem);
  return Object.fromEntries(fields.map(({ field, code }) => [field, code]));
}

it('hostile duty requires a recent Direct loan, and the waiver a recertification within 70 days', async () => {
  expect(await listFields(await applyAs('indigo', everything, 'b'))).toEqual({
    applyingForHeroWaiverAct: 'benefit.notApplicable',
  });
  expect(await listFields(await applyAs('blake', everything, 'c'))).toEqual({
    applyingForHeroWaiverAct: 'benefit.notApplicable',
  });
});

it('a start before repayment is rejected with the message of its rule', async () => {
  const early = { ...everything, militaryDefermentStartDate: '2023-06-29', militaryDefermentEndDate: '2024-06-01' };
  expect(await listFields(await applyAs('lane', early, 'd'))).toEqual({
    militaryDefermentStartDate: 'startDate.tooEarly',
  });
});

it('lane may apply for every benefit', async () => {
  // One for each of the three paths through the questions.
  const ways = [
    { ...everything, applyingForTwelveMonthDeferment: true },
    {
      ...everything,
      sendOrders: true,
      militaryDefermentStartDate: null,
      militaryDefermentEndDate: null,
      applyingForMilitaryDeferment: true,
    },
    {
      ...everything,
      militarySelectionText: '',
      militaryDefermentStartDate: null,
      militaryDefermentEndDate: null,
      performingService: true,
      applyingForHeroWaiverAct: false,
      applyingForHostileDuty: false,
      applyingForMandatoryForbearance: true,
    },
  ];
  const { db } = server.opened;
  for (const [index, body] of ways.entries()) {
    const response = await applyAs('lane', body, String(index));
    expect([index, response.status]).toEqual([index, 200]);
    await db.delete(applications).where(eq(applications.borrowerKey, 'lane'));
  }
});
