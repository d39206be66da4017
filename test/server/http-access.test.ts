/**
 * Access to every call for every role, with own rows and with another borrower's rows. Generated from the list of
 * calls.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BODY_LIMIT, type CallSpec, Problem } from '#domain/call.ts';
import { calls } from '#domain/api/calls.ts';
import { STATUSES_IN_PROCESS } from '#domain/repayment/postponement/rules.ts';
import { applications } from '#server/db/schema/index.ts';
import { type TestServer, readAnswer, readJson, startTestServer } from '#test/support/server.ts';
import { createIssuer } from '#test/support/tokens.ts';
import { restoreWaits, skipWaits } from '#test/support/waits.ts';
import { EXAMPLES, type Rows, readRows } from './http-examples.ts';

/** The demo people, the borrower whose rows they see, and a borrower whose rows they must not reach. */
const PEOPLE = {
  avery: { role: 'borrower', rowsOf: 'avery', stranger: 'blake' },
  blake: { role: 'borrower', rowsOf: 'blake', stranger: 'avery' },
  casey: { role: 'payer', rowsOf: 'avery', stranger: 'noor' },
  noor: { role: 'borrower', rowsOf: 'noor', stranger: 'avery' },
  devon: { role: 'borrower', rowsOf: 'devon', stranger: 'avery' },
  emery: { role: 'borrower', rowsOf: 'emery', stranger: 'avery' },
  frankie: { role: 'borrower', rowsOf: 'avery', stranger: 'blake' },
  morgan: { role: 'borrower', rowsOf: 'morgan', stranger: 'avery' },
} as const;
type Name = keyof typeof PEOPLE;
const NAMES: readonly Name[] = ['avery', 'blake', 'casey', 'noor', 'devon', 'emery', 'frankie', 'morgan'];

const NOBODY: Rows = {
  accountNumber: 'E999999999',
  accountId: 'no-account',
  groupId: 'ZZ',
  methodId: 'no-such-method',
  documentId: randomUUID(),
  letterId: 'no-letter',
  noteId: 'no-note',
  historyId: 'no-payment',
  deniedNumber: 'NO-APPLICATION',
  withdrawnNumber: 'NO-APPLICATION',
};

let server: TestServer;
const rows = new Map<string, Rows>();
const rowsFor = (name: string): Rows => rows.get(name) ?? NOBODY;

beforeAll(async () => {
  server = await startTestServer();
  for (const name of ['avery', 'blake', 'noor', 'devon', 'emery', 'morgan'])
    rows.set(name, await readRows(server, name));
}, 60_000);
afterAll(() => server.close());
beforeAll(skipWaits);
afterAll(restoreWaits);
// Only one application of a borrower may be in process at a time.
beforeEach(async () => {
  await server.opened.db.delete(applications).where(inArray(applications.status, [...STATUSES_IN_PROCESS]));
});

const isPublic = (call: CallSpec): boolean => call.access.includes('public');

it('has an example of every call and no others', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(calls.map(({ id }) => id).sort());
  for (const call of calls) {
    expect(EXAMPLES[call.id]?.foreign !== undefined, `${call.id} names rows`).toBe(call.rows !== undefined);
  }
});

describe.each(calls)('$id', (call) => {
  const example = EXAMPLES[call.id];
  if (example === undefined) return;

  it.each(NAMES)("responds to %s according to the call's access", async (name) => {
    const person = PEOPLE[name];
    const response = await server.make(call, {
      ...example.own(rowsFor(person.rowsOf)),
      token: await server.mintToken(name),
    });
    const isRefused = name === 'emery' && example.refusesImpersonators === true;
    if (isPublic(call) || (call.access.includes(person.role) && !isRefused)) {
      expect(response.status).toBe(200);
      v.parse(call.response, await readAnswer(call, response));
    } else {
      expect(response.status).toBe(403);
      expect((await readJson(response, Problem)).status).toBe(403);
    }
  });

  it.each(Object.keys(example.foreign ?? {}))("hides another borrower's %s from all callers", async (kind) => {
    const ask = example.foreign?.[kind];
    if (ask === undefined) throw new Error('unreachable');
    for (const name of NAMES.filter((each) => call.access.includes(PEOPLE[each].role))) {
      const { rowsOf: whose, stranger } = PEOPLE[name];
      const token = await server.mintToken(name);
      const foreign = await server.make(call, { ...ask(rowsFor(whose), rowsFor(stranger)), token });
      const missing = await server.make(call, { ...ask(rowsFor(whose), NOBODY), token });
      expect(foreign.status, name).toBe(404);
      expect(missing.status, name).toBe(404);
      const readProblem = async (response: Response) => ({ ...(await readJson(response, Problem)), requestId: '' });
      expect(await readProblem(foreign)).toEqual(await readProblem(missing));
    }
  });

  it('rejects invalid tokens', async () => {
    const account = await server.findClaims('avery');
    const other = await server.findClaims('blake');
    const claims = { ...account, sid: await server.openSession(account.sub) };
    const stranger = await createIssuer(`${server.env.publicUrl}/oidc`, 'urn:larkfield:api');
    const tokens: Record<string, string | undefined> = {
      none: undefined,
      'not a token': 'abc.def.ghi',
      expired: await server.issuer.mint(claims, { expiresIn: -60 }),
      'wrong audience': await server.issuer.mint(claims, { audience: ['portal'] }),
      'wrong issuer': await server.issuer.mint(claims, { issuer: 'https://elsewhere.example' }),
      'another kind of token': await server.issuer.mint(claims, { typ: 'JWT' }),
      'without a session': await server.issuer.mint(account),
      'of a session that is not there': await server.issuer.mint({ ...account, sid: 'no-such-session' }),
      'of another person’s session': await server.issuer.mint({
        ...account,
        sid: await server.openSession(other.sub),
      }),
      'wrong signature': await stranger.mint(claims),
      'with NUL in a name': await server.issuer.mint({ ...claims, nds_web_account_id: 'web-\0', sub: 'web-\0' }),
      'with a name too long': await server.issuer.mint({ ...claims, given_name: 'x'.repeat(1000) }),
      'of an unknown person': await server.issuer.mint({ ...claims, sub: 'web-x', nds_web_account_id: 'web-x' }),
    };
    for (const [kind, token] of Object.entries(tokens)) {
      const response = await server.make(call, { ...example.own(rowsFor('avery')), token });
      const refused = kind === 'of an unknown person' ? 403 : 401;
      expect(response.status, kind).toBe(isPublic(call) ? 200 : refused);
      if (!isPublic(call)) await readJson(response, Problem);
    }
  });

  it('limits the size of the body', async () => {
    // Calls with files are tested in documents.test.ts.
    if (call.body === undefined || call.multipart !== undefined) return;
    const limit = call.bodyLimit ?? BODY_LIMIT;
    const { idempotencyKey = '' } = example.own(rowsFor('avery'));
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      authorization: `Bearer ${await server.mintToken(call.access.includes('payer') ? 'casey' : 'avery')}`,
    };
    let sent = 0;
    const spaces = new Uint8Array(64 * 1024).fill(0x20);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += spaces.length;
        controller.enqueue(spaces);
      },
    });
    const address = server.toUrl(call, example.own(rowsFor('avery')));
    const streamed = { method: call.method, headers, body: endless, duplex: 'half' } as const;
    const response = await server.app.request(new Request(new URL(address, server.env.publicUrl), streamed));
    expect(response.status).toBe(413);
    expect((await readJson(response, Problem)).detail).toContain(String(limit));
    expect(sent).toBeLessThan(limit + 8 * spaces.length);

    const announced = { ...headers, 'content-length': String(limit + 1) };
    const short = await server.app.request(address, { method: call.method, headers: announced, body: '{}' });
    expect(short.status).toBe(413);
  });

  it('is not cacheable', async () => {
    const response = await server.make(call, {
      ...example.own(rowsFor('avery')),
      token: await server.mintToken('avery'),
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('rejects other methods', async () => {
    const response = await server.make(
      { ...call, method: call.method === 'PATCH' ? 'PUT' : 'PATCH' },
      example.own(rowsFor('avery')),
    );
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain(call.method);
    await readJson(response, Problem);
  });
});
