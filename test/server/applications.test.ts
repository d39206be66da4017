/** Applications are received once per key and validated by every rule, and only one may be in process at a time. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { Problem } from '#domain/call.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import { military } from '#domain/repayment/military/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { Application, ApplicationResponse } from '#domain/repayment/postponement/shapes.ts';
import { documents as documentCalls } from '#domain/documents/calls.ts';
import { UploadResponse } from '#domain/documents/shapes.ts';
import { sampleDatedDuty } from '#domain/repayment/military/samples.ts';
import { applications, documents, loanGroups, submissions } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { NOW, readContents } from '#test/support/database.ts';
import { type TestServer, type WireRequest, readJson, startTestServer } from '#test/support/server.ts';
import configuration from '../../public/config.json';
import { samplePdfFile } from '#test/support/sample-pdf.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

/** Demo people without applications in a new database. */
const WITHOUT = ['blake', 'avery', 'lane', 'noor', 'kai', 'sam', 'gray', 'quinn', 'jules', 'riley'];
beforeEach(async () => {
  const { db } = server.opened;
  await db.delete(submissions);
  for (const who of WITHOUT) await db.delete(applications).where(eq(applications.borrowerKey, who));
});

const unemployment = { unemploymentDate: '2026-11-20', unemploymentBenefits: true };
const hardship = { selectedPlan: 'Poverty', startDate: '2026-11-20', familySize: 2, monthlyIncome: 2705 };

const onDuty = {
  ...sampleDatedDuty,
  militaryDefermentStartDate: '2026-11-20',
  militaryDefermentEndDate: '2027-05-31',
  applyingForScra: true,
  applyingForTwelveMonthDeferment: true,
};

/** The kinds of applications, each with an acceptable request. */
const WAYS = {
  unemployment: { call: deferment.applyUnemployment, request: { body: unemployment } },
  economicHardship: { call: deferment.applyEconomicHardship, request: { body: hardship } },
  rehabilitation: { call: deferment.applyRehabilitation, request: {} },
  inSchool: {
    call: deferment.applyInSchool,
    request: { query: { currentlyEnrolledCredit: 'true', currentlyEnrolledSchool: 'false' } },
  },
  hardship: { call: forbearance.applyHardship, request: {} },
  military: { call: military.apply, request: { body: onDuty } },
} as const;

type Way = keyof typeof WAYS;
const EACH: readonly Way[] = ['unemployment', 'economicHardship', 'rehabilitation', 'inSchool', 'hardship', 'military'];

/** The start and end of blake's applications. Null if unknown. */
const PERIODS: Readonly<Record<Way, readonly [string | null, string | null]>> = {
  // Six or twelve months: the same day of a later month (ruling 75).
  unemployment: ['2026-11-20', '2027-05-20'],
  economicHardship: ['2026-11-20', '2027-11-20'],
  rehabilitation: [null, null],
  inSchool: [null, null],
  // From the next due date.
  hardship: ['2026-12-01', '2027-12-01'],
  // As entered.
  military: ['2026-11-20', '2027-05-31'],
};

/** Returns the document that each application requires (R §4 Next steps), before any upload. */
const needed = (documentTypeId: number, name: string) => ({ documentTypeId, name, uploads: [] });
const NEEDED: Readonly<Record<Way, ReturnType<typeof needed> | null>> = {
  unemployment: needed(4, 'Proof of unemployment'),
  economicHardship: needed(2, 'Proof of income'),
  rehabilitation: needed(10, 'Rehabilitation training certification'),
  inSchool: needed(3, 'Proof of enrollment'),
  hardship: null,
  military: needed(5, 'Military orders'),
};

const apply = async (
  who: string,
  way: Way,
  request: WireRequest = WAYS[way].request,
  idempotencyKey: string = randomUUID(),
) => server.make(WAYS[way].call, { ...request, idempotencyKey, token: await server.mintToken(who) });
const readList = async (who: string) =>
  readJson(
    await server.make(postponement.applications, { token: await server.mintToken(who) }),
    v.array(v.strictObject(Application.entries)),
  );
const settle = async (who: string, idempotencyKey: string) =>
  (
    await server.make(postponement.settle, { body: { idempotencyKey }, token: await server.mintToken(who) })
  ).json() as Promise<unknown>;
const stored = async (who: string) =>
  (await server.opened.db.select().from(applications).where(eq(applications.borrowerKey, who))).map(
    seals.applications.open,
  );
const isInProcess = async (who: string) => {
  const token = await server.mintToken(who);
  const facts = await readJson(await server.make(access.facts, { token }), access.facts.response);
  const eligibility = await readJson(
    await server.make(deferment.eligibility, { token }),
    deferment.eligibility.response,
  );
  return [facts.hasDefermentForbearanceApplicationInProcess, eligibility.hasDefermentForbearanceApplicationInProcess];
};

/** Submits an application and returns its error. Verifies that nothing was stored. */
async function readRefusal(who: string, way: Way, request?: WireRequest) {
  const key = randomUUID();
  const before = (await stored(who)).length;
  const response = await apply(who, way, request, key);
  expect(response.status).toBe(422);
  expect(await stored(who)).toHaveLength(before);
  const { title, detail = '', fields = [] } = await readJson(response, Problem);
  return { title, detail, fields: Object.fromEntries(fields.map(({ field, message }) => [field, message])) };
}

describe.each(EACH)('an application for %s', (way) => {
  it('is received, in process immediately, and listed for its borrower only', async () => {
    expect(await isInProcess('blake')).toEqual([false, false]);
    const answer = await readJson(await apply('blake', way), ApplicationResponse);
    expect(answer).toMatchObject({ confirmationNumber: expect.stringMatching(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/) });
    expect(await isInProcess('blake')).toEqual([true, true]);
    expect(await isInProcess('avery')).toEqual([false, false]);
    expect(await readList('avery')).toEqual([]);
    expect(await readList('blake')).toEqual([
      {
        confirmationNumber: answer.confirmationNumber,
        kind: way,
        status: 'received',
        receivedDateTime: answer.receivedDateTime,
        reviewStartedDateTime: null,
        decidedDateTime: null,
        startDate: PERIODS[way][0],
        endDate: PERIODS[way][1],
        document: NEEDED[way],
        events: [{ event: 'received', date: '2026-11-20' }],
        // The review starts on Monday.
        next: { event: 'reviewStarted', date: '2026-11-23' },
        reason: null,
      },
    ]);
  });

  it('is received once: a retry returns the same response, another body and another application are rejected', async () => {
    const key = randomUUID();
    const first: unknown = await (await apply('blake', way, undefined, key)).json();
    expect(await (await apply('blake', way, undefined, key)).json()).toEqual(first);
    const other = way === 'rehabilitation' ? 'inSchool' : 'rehabilitation';
    const otherBody = await apply('blake', other, undefined, key);
    expect([otherBody.status, (await readJson(otherBody, Problem)).title]).toEqual([
      422,
      'This Idempotency-Key belongs to another application.',
    ]);
    for (const each of EACH) {
      expect(await readRefusal('blake', each)).toEqual({
        title: 'An application is already in process.',
        detail: 'An application is already in process. You can apply again after we decide on it.',
        fields: {},
      });
    }
    expect(await stored('blake')).toHaveLength(1);
    expect(await settle('blake', key)).toEqual({ outcome: 'recorded', answer: first, record: { kind: way } });
  });

  it('is received once if it is sent twice concurrently, with one key or two', async () => {
    const key = randomUUID();
    const same = await Promise.all([1, 2, 3].map(() => apply('blake', way, undefined, key)));
    const answers = await Promise.all(same.map(async (each): Promise<unknown> => each.json()));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await stored('blake')).toHaveLength(1);
    const statuses = await Promise.all([1, 2, 3].map(async () => (await apply('avery', way)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(await stored('avery')).toHaveLength(1);
  });

  it('is rejected with a settled key and without a key', async () => {
    const key = randomUUID();
    expect(await settle('blake', key)).toEqual({ outcome: 'closed' });
    expect((await apply('blake', way, undefined, key)).status).toBe(409);
    expect(await settle('avery', key)).toEqual({ outcome: 'closed' });
    const token = await server.mintToken('blake');
    expect((await server.make(WAYS[way].call, { ...WAYS[way].request, token })).status).toBe(400);
    expect(await stored('blake')).toEqual([]);
    // A rejected request does not use up its key.
    const unused = randomUUID();
    expect((await apply('sam', way, undefined, unused)).status).toBe(422);
    expect(await settle('sam', unused)).toEqual({ outcome: 'closed' });
  });

  it('requires loans that it covers, and is closed to payers', async () => {
    for (const who of ['sam', 'gray', 'quinn']) {
      const expected = { title: "You aren't eligible for this.", fields: {} };
      expect(await readRefusal(who, way)).toMatchObject(expected);
    }
    expect((await apply('casey', way)).status).toBe(403);
    expect(await stored('avery')).toEqual([]);
  });

  it('is rejected while any other application is in process, and received after the decision', async () => {
    const { db } = server.opened;
    for (const kind of ['hardship', 'idr', 'term', 'military'] as const) {
      for (const status of ['received', 'inReview'] as const) {
        await db
          .insert(applications)
          .values({ borrowerKey: 'blake', confirmationNumber: 'earlier', kind, status, receivedAt: new Date() });
        expect((await readRefusal('blake', way)).title).toBe('An application is already in process.');
        await db.delete(applications).where(eq(applications.confirmationNumber, 'earlier'));
      }
    }
    for (const status of ['approved', 'denied'] as const) {
      await db
        .insert(applications)
        .values({ borrowerKey: 'blake', confirmationNumber: status, kind: way, status, receivedAt: new Date(0) });
    }
    expect((await apply('blake', way)).status).toBe(200);
    expect((await readList('blake')).map(({ status }) => status)).toEqual(['received', 'denied', 'approved']);
  });

  it('records who submitted it, including impersonators', async () => {
    const claims = { ...(await server.findClaims('frankie')), aud: undefined };
    const { aud: _, ...frankie } = claims;
    const sid = await server.openSession(frankie.sub);
    const audience = [configuration.signIn.apiAudience, configuration.signIn.impersonatorRole];
    const token = await server.issuer.mint({ ...frankie, sid }, { audience });
    const idempotencyKey = randomUUID();
    expect((await server.make(WAYS[way].call, { ...WAYS[way].request, idempotencyKey, token })).status).toBe(200);
    expect(await stored('avery')).toMatchObject([
      { kind: way, actorWebAccountId: frankie.sub, actorRole: 'borrower', actorIsImpersonator: true },
    ]);
    expect((await apply('blake', way)).status).toBe(200);
    expect(await stored('blake')).toMatchObject([{ actorRole: 'borrower', actorIsImpersonator: false }]);
  });
});

describe('military benefits (rulings 68, 84)', () => {
  const otherBranch = {
    ...onDuty,
    militarySelectionText: '',
    militaryDefermentStartDate: null,
    militaryDefermentEndDate: null,
    applyingForTwelveMonthDeferment: false,
  };
  const withWaiver = { ...onDuty, applyingForTwelveMonthDeferment: false, applyingForHeroWaiverAct: true };

  it.each([
    ['SCRA', 'blake', otherBranch],
    // lane's next recertification is within 70 days.
    ['SCRA and the HEROES Act waiver', 'lane', withWaiver],
    ['the HEROES Act waiver', 'lane', { ...withWaiver, applyingForScra: false }],
    // None of these borrowers' loans can be postponed.
    ['SCRA', 'quinn', otherBranch],
    ['SCRA', 'gray', otherBranch],
  ])('%s of %s is received, is not in process, and does not block other applications', async (_, who, body) => {
    expect((await apply(who, 'military', { body })).status).toBe(200);
    expect(await readList(who)).toMatchObject([{ kind: 'militaryBenefits', status: 'received' }]);
    expect(await isInProcess(who)).toEqual([false, false]);
    expect((await apply(who, 'military', { body })).status).toBe(200);
    if (who === 'quinn' || who === 'gray') return;
    expect((await apply(who, 'rehabilitation')).status).toBe(200);
    expect(await isInProcess(who)).toEqual([true, true]);
  });

  it('list a mandatory forbearance as in process, without dates', async () => {
    const body = { ...otherBranch, nationalGuard: true, applyingForMandatoryForbearance: true };
    expect((await apply('blake', 'military', { body })).status).toBe(200);
    expect(await readList('blake')).toMatchObject([{ kind: 'mandatoryForbearance', startDate: null, endDate: null }]);
    expect(await isInProcess('blake')).toEqual([true, true]);
    expect((await readRefusal('blake', 'unemployment')).title).toBe('An application is already in process.');
    for (const who of ['quinn', 'gray']) {
      expect((await readRefusal(who, 'military', { body })).title).toBe("You aren't eligible for this.");
    }
  });

  it('require a federal account', async () => {
    expect((await readRefusal('sam', 'military', { body: otherBranch })).title).toBe("You aren't eligible for this.");
  });
});

describe('the contents of an application', () => {
  it.each([
    ['unemployment', { kind: 'unemployment', receivesBenefits: true }],
    ['economicHardship', { kind: 'economicHardship', selectedPlan: 'Poverty', familySize: 2, monthlyIncome: 2705 }],
    ['rehabilitation', { kind: 'rehabilitation' }],
    ['inSchool', { kind: 'inSchool', isReportedBySchool: false }],
    ['hardship', { kind: 'hardship' }],
    [
      'military',
      {
        kind: 'military',
        operation: 'Operation Inherent Resolve',
        canSendOrders: false,
        performingService: null,
        nationalGuard: null,
        endDate: '2027-05-31',
        benefits: ['scra', 'twelveMonthDeferment'],
      },
    ],
  ] as const)('are stored for %s', async (way, content) => {
    await apply('blake', way);
    const [startDate, endDate] = PERIODS[way];
    expect(await stored('blake')).toMatchObject([{ asked: content, startDate, endDate }]);
  });

  it('are encrypted if they contain income or military service', async () => {
    await apply('blake', 'economicHardship');
    await apply('avery', 'military');
    const text = await readContents(server.opened);
    expect(text).not.toContain('Operation Inherent Resolve');
    expect(text).toContain('economicHardship');
    expect(text).not.toContain('monthlyIncome');
    expect(text).not.toContain('Poverty');
  });

  it('omit income and family size unless the form asks for them', async () => {
    const body = { ...hardship, selectedPlan: 'PeaceCorps', familySize: 3, monthlyIncome: 90_000 };
    expect((await apply('blake', 'economicHardship', { body })).status).toBe(200);
    expect(await stored('blake')).toMatchObject([
      { asked: { kind: 'economicHardship', selectedPlan: 'PeaceCorps', familySize: null, monthlyIncome: null } },
    ]);
  });

  it('have a family size and an income of 0 by default', async () => {
    const { selectedPlan, startDate } = hardship;
    expect(await readRefusal('blake', 'economicHardship', { body: { selectedPlan, startDate } })).toMatchObject({
      fields: { familySize: 'Family Size must be between 1 and 21.' },
    });
    const body = { selectedPlan: 'PublicAssistance', startDate };
    expect((await apply('blake', 'economicHardship', { body })).status).toBe(200);
  });
});

describe('the rules', () => {
  const WRONG = { title: 'The application was not received.', detail: 'Some of the submitted values are invalid.' };

  it.each(['2026-05-20', '2027-01-19'])('accept a deferment start on %s', async (startDate) => {
    const body = { ...unemployment, unemploymentDate: startDate };
    expect((await apply('blake', 'unemployment', { body })).status).toBe(200);
    expect((await apply('avery', 'economicHardship', { body: { ...hardship, startDate } })).status).toBe(200);
  });

  it.each([
    ['2026-05-19', 'Date (MM/DD/YYYY) cannot be before 05/20/2026.'],
    ['2027-01-20', 'Date (MM/DD/YYYY) cannot be after 01/19/2027.'],
  ])('reject a deferment start on %s', async (startDate, message) => {
    expect(
      await readRefusal('blake', 'unemployment', { body: { ...unemployment, unemploymentDate: startDate } }),
    ).toEqual({
      ...WRONG,
      fields: { unemploymentDate: message },
    });
    expect(await readRefusal('blake', 'economicHardship', { body: { ...hardship, startDate } })).toEqual({
      ...WRONG,
      fields: { startDate: message },
    });
  });

  it('repeat the income test on the server', async () => {
    const limit = 'Your monthly income is above the limit for the size of your family.';
    const of = (familySize: number, monthlyIncome: number) => ({ body: { ...hardship, familySize, monthlyIncome } });
    expect(await readRefusal('blake', 'economicHardship', of(2, 2706))).toEqual({
      title: "You aren't eligible for this.",
      detail: limit,
      fields: { monthlyIncome: limit },
    });
    expect(await readRefusal('blake', 'economicHardship', of(0, 1000))).toEqual({
      ...WRONG,
      fields: { familySize: 'Family Size must be between 1 and 21.' },
    });
    expect(await readRefusal('blake', 'economicHardship', of(22, 83_334))).toEqual({
      ...WRONG,
      fields: {
        familySize: 'Family Size must be between 1 and 21.',
        monthlyIncome: 'Monthly Gross Income must be less than $83,333.',
      },
    });
    // Hawaii has a different limit.
    expect((await apply('kai', 'economicHardship', of(1, 2295))).status).toBe(200);
  });

  it('require that the borrower is enrolled, whatever the school reports', async () => {
    const query = (currentlyEnrolledCredit: string, currentlyEnrolledSchool: string) => ({
      query: { currentlyEnrolledCredit, currentlyEnrolledSchool },
    });
    for (const attending of ['true', 'false']) {
      expect(await readRefusal('blake', 'inSchool', query('false', attending))).toEqual({
        title: "You aren't eligible for this.",
        detail: 'An in-school deferment is for people who are enrolled at least half-time.',
        fields: {},
      });
    }
    expect((await apply('riley', 'inSchool', query('true', 'true'))).status).toBe(200);
    expect(await stored('riley')).toMatchObject([{ asked: { isReportedBySchool: true } }]);
  });

  it('count a borrower as not attending if no school reports enrollment, whatever was sent (ruling 43)', async () => {
    const query = { currentlyEnrolledCredit: 'true', currentlyEnrolledSchool: 'true' };
    expect((await apply('blake', 'inSchool', { query })).status).toBe(200);
    expect(await stored('blake')).toMatchObject([{ asked: { isReportedBySchool: false } }]);
  });

  it.each<[Way, WireRequest]>([
    ['economicHardship', { body: { ...hardship, selectedPlan: 'PeaceCorps' } }],
    ['inSchool', { query: { currentlyEnrolledCredit: 'true', currentlyEnrolledSchool: 'true' } }],
    ['inSchool', { query: { currentlyEnrolledCredit: 'false', currentlyEnrolledSchool: 'false' } }],
    ['military', { body: { ...onDuty, nationalGuard: true } }],
  ])('accept a key with one request only: %s', async (way, changed) => {
    const key = randomUUID();
    expect((await apply('blake', way, undefined, key)).status).toBe(200);
    const other = await apply('blake', way, changed, key);
    expect([other.status, (await readJson(other, Problem)).title]).toEqual([
      422,
      'This Idempotency-Key belongs to another application.',
    ]);
  });

  it('accept a key with one request only, even if requests differ only in ignored fields', async () => {
    const key = randomUUID();
    const body = { ...hardship, selectedPlan: 'PeaceCorps' };
    expect((await apply('blake', 'economicHardship', { body }, key)).status).toBe(200);
    const other = await apply('blake', 'economicHardship', { body: { ...body, familySize: 3 } }, key);
    expect(other.status).toBe(422);
  });

  it('require active duty, benefits that the entered details allow, and dates within the limits', async () => {
    const detail = 'These benefits are for people who are on active duty.';
    expect(await readRefusal('blake', 'military', { body: { ...onDuty, activeDuty: false } })).toEqual({
      title: "You aren't eligible for this.",
      detail,
      fields: { activeDuty: detail },
    });
    const body = {
      ...onDuty,
      militarySelectionText: 'ab',
      militaryDefermentStartDate: '2026-11-21',
      applyingForHeroWaiverAct: true,
      applyingForMandatoryForbearance: true,
    };
    expect(await readRefusal('blake', 'military', { body })).toEqual({
      ...WRONG,
      fields: {
        militarySelectionText: 'Field must be at least three characters.',
        militaryDefermentStartDate: 'Start date cannot be in the future.',
        applyingForHeroWaiverAct: "Based on your answers, you can't apply for this benefit.",
        applyingForMandatoryForbearance: "Based on your answers, you can't apply for this benefit.",
      },
    });
    // With orders, the form asks for no dates, and none are stored.
    const withOrders = {
      ...onDuty,
      sendOrders: true,
      militaryDefermentStartDate: null,
      militaryDefermentEndDate: null,
      applyingForMilitaryDeferment: true,
      applyingForTwelveMonthDeferment: false,
    };
    expect((await apply('blake', 'military', { body: withOrders })).status).toBe(200);
    expect(await stored('blake')).toMatchObject([{ startDate: null, endDate: null }]);
  });

  it('check the remaining months when the application arrives', async () => {
    const own = eq(loanGroups.borrowerKey, 'blake');
    await server.opened.db.update(loanGroups).set({ unemploymentMonths: 36 }).where(own);
    expect((await readRefusal('blake', 'unemployment')).title).toBe("You aren't eligible for this.");
    expect((await apply('blake', 'economicHardship')).status).toBe(200);
    await server.opened.db.update(loanGroups).set({ unemploymentMonths: 0 }).where(own);
  });

  it('grant at most the remaining months', async () => {
    const own = eq(loanGroups.borrowerKey, 'blake');
    await server.opened.db.update(loanGroups).set({ unemploymentMonths: 34, hardshipMonths: 33 }).where(own);
    await apply('blake', 'unemployment');
    expect(await stored('blake')).toMatchObject([{ startDate: '2026-11-20', endDate: '2027-01-20' }]);
    await server.opened.db.delete(applications).where(eq(applications.borrowerKey, 'blake'));
    await apply('blake', 'hardship');
    expect(await stored('blake')).toMatchObject([{ startDate: '2026-12-01', endDate: '2027-03-01' }]);
    await server.opened.db.update(loanGroups).set({ unemploymentMonths: 0, hardshipMonths: 0 }).where(own);
  });

  it('reject a forbearance for a borrower who is paid ahead, and name the first possible date', async () => {
    expect(await readRefusal('jules', 'hardship')).toEqual({
      title: "You aren't eligible for this.",
      detail: "You've paid ahead, so you have no payment due that we could pause. You can apply when a payment is due.",
      fields: {},
    });
    expect((await apply('jules', 'unemployment')).status).toBe(200);
  });

  it.each([
    ['unemployment', { body: { ...unemployment, more: 1 } }],
    ['unemployment', { body: { unemploymentDate: '2026-11-20' } }],
    ['economicHardship', { body: { ...hardship, selectedPlan: 'NotEligible' } }],
    ['economicHardship', { body: { ...hardship, familySize: 1.5 } }],
    ['military', { body: { ...onDuty, hash: true } }],
    ['military', { body: { ...onDuty, militaryDefermentStartDate: '2026-02-30' } }],
    ['inSchool', { query: { currentlyEnrolledCredit: 'yes', currentlyEnrolledSchool: 'false' } }],
  ] as const)('reject malformed requests for %s: %j', async (way, request) => {
    expect((await apply('blake', way, request)).status).toBe('query' in request ? 400 : 422);
    expect(await stored('blake')).toEqual([]);
  });
});

it("lists harper's decided applications and the one in process, newest first", async () => {
  expect(await readList('harper')).toMatchObject([
    {
      kind: 'unemployment',
      status: 'inReview',
      receivedDateTime: '2026-11-11T15:00:00.000Z',
      reviewStartedDateTime: '2026-11-16T15:00:00.000Z',
      decidedDateTime: null,
      startDate: '2026-11-08',
    },
    { kind: 'economicHardship', status: 'denied' },
  ]);
});

describe('the document of an application', () => {
  const upload = async (who: string, name: string, documentTypeId: string, flag: string) => {
    const response = await server.make(documentCalls.upload, {
      params: { documentTypeId, flag },
      form: { file: samplePdfFile(name) },
      idempotencyKey: randomUUID(),
      token: await server.mintToken(who),
    });
    const answer = await readJson(response, UploadResponse);
    expect(answer.outcome).toBe('received');
  };
  const arrived = async (who: string) =>
    (await readList(who)).map(({ document }) => document?.uploads.map(({ fileName }) => fileName) ?? null);
  const findNumber = async (fileName: string) => {
    const [row] = await server.opened.db.select().from(documents).where(eq(documents.fileName, fileName));
    return row?.applicationNumber;
  };

  it('counts with its type only: military orders are no proof of unemployment, also if they are sent with it', async () => {
    const { confirmationNumber } = await readJson(await apply('jules', 'unemployment'), ApplicationResponse);
    await upload('jules', 'orders.pdf', '5', 'true');
    await upload('jules', 'without-flag.pdf', '9', 'false');
    expect(await findNumber('orders.pdf')).toBe(confirmationNumber);
    expect(await findNumber('without-flag.pdf')).toBeNull();
    expect(await arrived('jules')).toEqual([[]]);
    await upload('jules', 'proof.pdf', '4', 'true');
    expect(await findNumber('proof.pdf')).toBe(confirmationNumber);
    expect(await arrived('jules')).toEqual([['proof.pdf']]);
  });

  it('is linked to no application if none is in process', async () => {
    await upload('avery', 'no-application.pdf', '4', 'true');
    expect(await findNumber('no-application.pdf')).toBeNull();
    expect(await arrived('avery')).toEqual([]);
  });

  it('may also be uploaded on the documents page, with the required type and after the application', async () => {
    await upload('kai', 'before.pdf', '4', 'false');
    await server.opened.db
      .update(documents)
      .set({ uploadedAt: new Date('2026-01-05T15:00:00Z') })
      .where(eq(documents.fileName, 'before.pdf'));
    await apply('kai', 'unemployment');
    await upload('kai', 'of-kai.pdf', '4', 'false');
    expect(await arrived('kai')).toEqual([['of-kai.pdf']]);
  });

  it('lists newest uploads first, also after the decision', async () => {
    const list = async () => (await readList('blake'))[0]?.document;
    await apply('blake', 'economicHardship');
    await upload('blake', 'first.pdf', '2', 'true');
    await server.opened.db
      .update(documents)
      .set({ uploadedAt: new Date(NOW.getTime() - 60_000) })
      .where(eq(documents.fileName, 'first.pdf'));
    await upload('blake', 'second.pdf', '2', 'false');
    await upload('blake', 'another-type.pdf', '3', 'false');
    expect(await list()).toMatchObject({
      documentTypeId: 2,
      name: 'Proof of income',
      uploads: [
        {
          fileName: 'second.pdf',
          receiptNumber: expect.stringMatching(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/),
          sha256: expect.stringMatching(/^[\da-f]{64}$/),
        },
        { fileName: 'first.pdf' },
      ],
    });
    await server.opened.db
      .update(applications)
      .set({ status: 'denied', decidedAt: NOW })
      .where(eq(applications.borrowerKey, 'blake'));
    expect(await list()).toMatchObject({ uploads: [{ fileName: 'second.pdf' }, { fileName: 'first.pdf' }] });
  });

  it('is not required for military benefits that are processed without one', async () => {
    await apply('blake', 'military', { body: { ...onDuty, applyingForTwelveMonthDeferment: false } });
    expect((await readList('blake')).map(({ document }) => document)).toEqual([null]);
  });
});
