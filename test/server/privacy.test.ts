/**
 * The privacy forms on the server: validation, idempotency, rate limits, and responses that reveal nothing about
 * accounts (P §2.7, §2.8).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { privacy } from '#domain/profile/privacy/calls.ts';
import { oidcRecords, privacyForms } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { MAX_PER_DAY } from '#server/portal/privacy.ts';
import { sentOptOut as optOut, sentRequest as request } from '#test/support/sample-requests.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  await server.opened.db.delete(privacyForms);
  await server.opened.db.delete(oidcRecords);
});

const rows = async () => (await server.opened.db.select().from(privacyForms)).map(seals.privacyForms.open);
const send = (body: unknown, idempotencyKey: string = randomUUID()) =>
  server.make(privacy.request, { body, idempotencyKey });
const sendOptOut = (body: unknown, idempotencyKey: string = randomUUID()) =>
  server.make(privacy.optOut, { body, idempotencyKey });
const readProblem = async (answer: Response) => readJson(answer, Problem);

describe('a California privacy rights request', () => {
  it('is received with a confirmation number and stored as sent', async () => {
    const answer = await send(request);
    expect(answer.status).toBe(200);
    const received = await readJson(answer, privacy.request.response);
    expect(received).toMatchObject({ outcome: 'received' });
    expect(await rows()).toMatchObject([
      {
        kind: 'request',
        body: request,
        ...('confirmationNumber' in received && { confirmationNumber: received.confirmationNumber }),
      },
    ]);
  });

  it('is stored once: the same key and body return the same number', async () => {
    const key = randomUUID();
    const answers = await Promise.all([send(request, key), send(request, key), send(request, key)]);
    const [first, ...others] = await Promise.all(answers.map((answer) => readJson(answer, privacy.request.response)));
    for (const other of others) expect(other).toEqual(first);
    expect(await rows()).toHaveLength(1);
  });

  it('rejects another body with the key, and a closed key', async () => {
    const key = randomUUID();
    await send(request, key);
    expect((await send({ ...request, consumerCity: 'Oakland' }, key)).status).toBe(422);
    const closed = randomUUID();
    const settled = await server.make(privacy.settleRequest, { body: { idempotencyKey: closed } });
    expect(await readJson(settled, privacy.settleRequest.response)).toEqual({ outcome: 'closed' });
    expect((await send(request, closed)).status).toBe(409);
    expect(await rows()).toHaveLength(1);
  });

  it('returns its response when settled', async () => {
    const key = randomUUID();
    const answer = await readJson(await send(request, key), privacy.request.response);
    const settled = await server.make(privacy.settleRequest, { body: { idempotencyKey: key } });
    expect(await readJson(settled, privacy.settleRequest.response)).toEqual({
      outcome: 'recorded',
      answer,
      record: { kept: 'encrypted' },
    });
  });

  it.each([
    [{ consumerFirstName: '' }, 'consumerFirstName', 'Please enter your first name.'],
    [{ consumerState: 'ON' }, 'consumerState', 'Please select the state or U.S. territory you live in.'],
    [{ consumerCountry: 'XX' }, 'consumerCountry', 'Please select the country you live in.'],
    [{ consumerZip: 'ABCDE' }, 'consumerZip', 'Please enter your 5 digit ZIP/Postal Code.'],
    [
      { consumerRelationship: 'Friend' },
      'consumerRelationship',
      'Please select your relationship to Larkfield Loan Servicing.',
    ],
    [{ personCertifying: 'agent' }, 'authorizedAgentFirstName', 'Please enter your first name.'],
  ] as const)('is rejected by the rules of the form: %o', async (wrong, field, message) => {
    const answer = await send({ ...request, ...wrong });
    expect(answer.status).toBe(422);
    expect((await readProblem(answer)).fields?.[0]).toMatchObject({ field, message });
    expect(await rows()).toEqual([]);
  });

  it('is stored as the portal sends it: trimmed, and without agent fields for a consumer', async () => {
    const padded = { consumerFirstName: ' Robin ', consumerZip: '93701 1234' };
    const answer = await send({ ...request, ...padded, authorizedAgentFirstName: '<b>Agent</b>' });
    expect(answer.status).toBe(200);
    expect(await rows()).toMatchObject([{ body: { ...request, consumerZip: '93701-1234' } }]);
  });

  it('from a country without states requires neither state nor ZIP code', async () => {
    const answer = await send({ ...request, consumerCountry: 'GI', consumerState: '', consumerZip: '' });
    expect(answer.status).toBe(200);
  });

  it('is rejected with additional fields and without fields', async () => {
    expect((await send({ ...request, isAdmin: true })).status).toBe(422);
    expect((await send({})).status).toBe(422);
  });
});

describe('an opt-out', () => {
  it('is received with the same response whether the account exists or not', async () => {
    const known = await sendOptOut(optOut);
    const unknown = await sendOptOut({ ...optOut, accountNumber: '999999999' });
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const [one, other] = await Promise.all([known, unknown].map((answer) => readJson(answer, privacy.optOut.response)));
    expect(Object.keys(one ?? {})).toEqual(Object.keys(other ?? {}));
    expect((await rows()).map(({ kind }) => kind)).toEqual(['optOut', 'optOut']);
  });

  it('with an account number of eleven characters is rejected with the message of the field', async () => {
    const answer = await sendOptOut({ ...optOut, accountNumber: 'E1234567890' });
    expect(answer.status).toBe(422);
    expect((await readProblem(answer)).fields).toMatchObject([
      { field: 'accountNumber', message: 'Your account number must be nine digits.' },
    ]);
    expect(await rows()).toEqual([]);
  });

  it('is stored with the last nine digits of the account number (ruling 11)', async () => {
    expect((await sendOptOut({ ...optOut, accountNumber: 'E100200301' })).status).toBe(200);
    expect(await rows()).toMatchObject([{ kind: 'optOut', body: optOut }]);
  });

  it('requires one of the three choices', async () => {
    const nothing = { affiliateMarketing: false, affiliateSharing: '', nonAffiliateSharing: false };
    const answer = await sendOptOut({ ...optOut, ...nothing });
    expect(answer.status).toBe(422);
    expect((await readProblem(answer)).fields).toMatchObject([
      { field: 'affiliateMarketing', message: 'Please make a selection' },
    ]);
    expect((await sendOptOut({ ...optOut, ...nothing, affiliateSharing: 'BORR' })).status).toBe(200);
  });

  it('has separate keys', async () => {
    const key = randomUUID();
    expect((await send(request, key)).status).toBe(200);
    expect((await sendOptOut(optOut, key)).status).toBe(200);
    expect(await rows()).toHaveLength(2);
  });
});

describe('limits', () => {
  it.each([
    ['opt-outs', privacy.optOut, optOut],
    ['requests', privacy.request, request],
  ])('allow twenty forms per hour and address, here %s', async (_, call, body) => {
    const from = (remoteAddress: string) =>
      server.app.request(
        new Request(new URL(server.toUrl(call, {}), server.env.publicUrl), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: JSON.stringify(body),
        }),
        undefined,
        { incoming: { headers: {}, socket: { remoteAddress } } },
      );
    for (let sent = 0; sent < 20; sent += 1) expect((await from('192.0.2.7')).status).toBe(200);
    const refused = await from('192.0.2.7');
    expect(refused.status).toBe(429);
    expect((await from('192.0.2.8')).status).toBe(200);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rows()).toHaveLength(21);
  });

  it('allow a maximum number of forms per day, and the rejection is permanent for its key', async () => {
    await server.opened.db.insert(privacyForms).values(
      Array.from({ length: MAX_PER_DAY }, (_, index) =>
        seals.privacyForms.seal({
          formId: randomUUID(),
          kind: 'optOut' as const,
          confirmationNumber: `N-${index}`,
          body: optOut,
          receivedAt: new Date('2026-11-20T14:00:00Z'),
        }),
      ),
    );
    const key = randomUUID();
    expect(await readJson(await sendOptOut(optOut, key), privacy.optOut.response)).toEqual({ outcome: 'tooMany' });
    await server.opened.db.delete(privacyForms);
    expect(await readJson(await sendOptOut(optOut, key), privacy.optOut.response)).toEqual({ outcome: 'tooMany' });
    expect(await readJson(await sendOptOut(optOut), privacy.optOut.response)).toMatchObject({ outcome: 'received' });
  });
});
