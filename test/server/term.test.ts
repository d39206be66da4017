/**
 * Term-based plans on the server: the balances that determine the question, and validation of the application (R §3 to
 * §7).
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { Problem } from '#domain/call.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { Application, ApplicationResponse } from '#domain/repayment/postponement/shapes.ts';
import { term } from '#domain/repayment/term/calls.ts';
import { applications, submissions } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

const APPLICANTS = ['robin', 'indigo', 'noor', 'sam', 'gray', 'jules'];
beforeEach(async () => {
  const { db } = server.opened;
  await db.delete(submissions);
  for (const who of APPLICANTS) await db.delete(applications).where(eq(applications.borrowerKey, who));
});

const Wire = v.object({
  borrowerAccountPayments: v.array(
    v.object({ borrowerGroupPayments: v.array(v.object({ loanType: v.string(), currentBalance: v.number() })) }),
  ),
  hasApplicationInProcess: v.boolean(),
});

const readInfo = async (who: string) =>
  readJson(await server.make(term.loanInfo, { token: await server.mintToken(who) }), Wire);

/** The codes of R §9. */
const [STANDARD, GRADUATED, EXTENDED_FIXED, TIERED] = [1, 2, 3, 5];

const valid = {
  eligibleLoans: [{ loanProgramGroupType: 'Direct', planType: GRADUATED }],
  hasExternalLoans: false,
  esignDate: '2026-11-20',
  extraAmount: 0,
};

const apply = async (who: string, body: object, idempotencyKey = randomUUID()) =>
  server.make(term.apply, { token: await server.mintToken(who), idempotencyKey, body });

/** Returns the invalid fields with their codes, or `received`. */
async function readOutcome(response: Response): Promise<unknown> {
  if (response.status === 200) {
    await readJson(response, ApplicationResponse);
    return 'received';
  }
  const { fields, detail } = v.parse(Problem, await response.json());
  return fields === undefined ? `${response.status} ${detail}` : fields.map(({ field, code }) => `${field} ${code}`);
}

describe('the balances', () => {
  it('are those of each group, by program', async () => {
    expect(await readInfo('robin')).toEqual({
      borrowerAccountPayments: [{ borrowerGroupPayments: [{ loanType: 'Direct', currentBalance: 12_022.62 }] }],
      hasApplicationInProcess: false,
    });
    const { borrowerAccountPayments } = await readInfo('indigo');
    expect(
      borrowerAccountPayments.flatMap(({ borrowerGroupPayments }) =>
        borrowerGroupPayments.map(({ loanType }) => loanType),
      ),
    ).toEqual(['Direct', 'FFELP']);
  });

  it('omit commercial loans', async () => {
    expect(await readInfo('sam')).toEqual({ borrowerAccountPayments: [], hasApplicationInProcess: false });
  });

  it('report any application in process', async () => {
    expect(await readInfo('umber')).toMatchObject({ hasApplicationInProcess: true });
    expect(await readInfo('harper')).toMatchObject({ hasApplicationInProcess: true });
  });
});

describe('an application', () => {
  const direct = (planType: number | undefined) => [{ loanProgramGroupType: 'Direct', planType }];

  it('is received once per key, and is in process immediately', async () => {
    const key = randomUUID();
    const first = await readJson(await apply('robin', valid, key), ApplicationResponse);
    expect(await readJson(await apply('robin', valid, key), ApplicationResponse)).toEqual(first);
    const token = await server.mintToken('robin');
    expect(await readJson(await server.make(postponement.applications, { token }), v.array(Application))).toMatchObject(
      [{ kind: 'term', status: 'received', confirmationNumber: first.confirmationNumber, startDate: null }],
    );
    expect(await readJson(await server.make(access.facts, { token }), access.facts.response)).toMatchObject({
      termBasedApplicationSubmitted: true,
    });
    expect(await readOutcome(await apply('robin', valid))).toBe(
      '422 An application is already in process. You can apply again after we decide on it.',
    );
    const settled = await server.make(postponement.settle, { token, body: { idempotencyKey: key } });
    expect(await readJson(settled, postponement.settle.response)).toMatchObject({
      outcome: 'recorded',
      record: { kind: 'term' },
    });
  });

  it('for the extended plan with loans elsewhere waits for proof of them (ruling 103)', async () => {
    await apply('robin', { ...valid, eligibleLoans: direct(EXTENDED_FIXED), hasExternalLoans: true });
    const token = await server.mintToken('robin');
    expect(await readJson(await server.make(postponement.applications, { token }), v.array(Application))).toMatchObject(
      [{ kind: 'term', document: { documentTypeId: 11, name: 'Proof of loans with other servicers', uploads: [] } }],
    );
  });

  it('is stored encrypted with its plans and exit payment', async () => {
    await apply('indigo', { ...valid, extraAmount: 5 });
    const { db } = server.opened;
    const [row] = await db.select().from(applications).where(eq(applications.borrowerKey, 'indigo'));
    expect(row === undefined ? undefined : seals.applications.open(row).asked).toEqual({
      kind: 'term',
      plans: [{ program: 'Direct', planType: GRADUATED }],
      hasExternalLoans: false,
      esignDate: '2026-11-20',
      extraAmount: 500,
    });
  });

  const ffelp = { loanProgramGroupType: 'FFELP', planType: GRADUATED };
  const NOT_OFFERED = ['eligibleLoans plan.notOffered'];
  const WRONG_EXIT = ['extraAmount exitPayment.wrong'];
  // Indigo pays 142.60 and 38.15 on IBR.
  it.each<[string, string, object, unknown]>([
    ['for the current plan', 'robin', { eligibleLoans: direct(STANDARD) }, NOT_OFFERED],
    [
      'for the extended plan, with a balance below its minimum',
      'robin',
      { eligibleLoans: direct(EXTENDED_FIXED) },
      NOT_OFFERED,
    ],
    [
      'for the extended plan, with loans at other servicers',
      'robin',
      { eligibleLoans: direct(EXTENDED_FIXED), hasExternalLoans: true },
      'received',
    ],
    ['for a plan for newer loans', 'robin', { eligibleLoans: direct(TIERED) }, NOT_OFFERED],
    ['for an income-driven plan', 'robin', { eligibleLoans: direct(13) }, NOT_OFFERED],
    ['for a plan without a code', 'robin', { eligibleLoans: direct(99) }, NOT_OFFERED],
    ['for a program without loans', 'robin', { eligibleLoans: [ffelp] }, NOT_OFFERED],
    ['with a duplicate program', 'indigo', { eligibleLoans: [ffelp, ffelp] }, ['eligibleLoans plan.repeated']],
    ['with an exit payment, without IBR', 'robin', { extraAmount: 5 }, WRONG_EXIT],
    ['leaving IBR without an exit payment', 'indigo', {}, WRONG_EXIT],
    ['leaving IBR with an exit payment of 5.00', 'indigo', { extraAmount: 5 }, 'received'],
    ['leaving IBR with the current IBR payment as exit payment', 'indigo', { extraAmount: 180.75 }, 'received'],
    ['leaving IBR with another exit payment', 'indigo', { extraAmount: 142.6 }, WRONG_EXIT],
    ['from IBR to the standard plan', 'indigo', { eligibleLoans: direct(STANDARD) }, 'received'],
    [
      'from IBR to the standard plan with 5.00',
      'indigo',
      { eligibleLoans: direct(STANDARD), extraAmount: 5 },
      WRONG_EXIT,
    ],
    ['for both programs', 'indigo', { eligibleLoans: [...direct(STANDARD), ffelp], extraAmount: 5 }, 'received'],
    ['signed yesterday', 'robin', { esignDate: '2026-11-19' }, 'received'],
    ['signed two days ago', 'robin', { esignDate: '2026-11-18' }, ['esignDate esignDate.wrong']],
    ['signed tomorrow', 'robin', { esignDate: '2026-11-21' }, ['esignDate esignDate.wrong']],
  ])('%s', async (_, who, changed, outcome) => {
    expect(await readOutcome(await apply(who, { ...valid, ...changed }))).toEqual(outcome);
  });

  it.each([
    ['without a program', { eligibleLoans: [] }],
    ['with a negative amount', { extraAmount: -5 }],
    ['with a fraction of a cent', { extraAmount: 5.001 }],
    ['without a date', { esignDate: undefined }],
    ['with an unknown field', { terms: true }],
  ])('is malformed %s', async (_, changed) => {
    expect((await apply('robin', { ...valid, ...changed })).status).toBe(422);
  });

  it.each([
    ['without a federal account', 'sam', 'This is for federal loans, and you have none with us.'],
    ['with nothing due', 'jules', 'No payment is due now, so there is no payment to lower.'],
    ['in school or grace', 'gray', 'No payment is due now, so there is no payment to lower.'],
  ])('is rejected for a borrower %s', async (_, who, detail) => {
    expect(await readOutcome(await apply(who, valid))).toBe(`422 ${detail}`);
  });

  it('is rejected for an authorized payer', async () => {
    expect((await apply('casey', valid)).status).toBe(403);
  });
});
