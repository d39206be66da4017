/**
 * The batch endpoint: each read returns the same response as a single request, as soon as it completes, and does not
 * delay the others.
 */
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialReadAddresses, listInitialReads } from '#domain/api/initial-data.ts';
import { InitialResponse } from '#domain/portal/document.ts';
import { routes } from '#domain/portal/routes.ts';
import { type TestServer, startTestServer } from '#test/support/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.mintToken('avery');
}, 60_000);
afterAll(() => server.close());

const requested = (reads: unknown, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
  server.app.request(`/api/1/initial-data?${new URLSearchParams({ reads: JSON.stringify(reads) })}`, {
    ...init,
    headers,
  });

const bearer = (own = token) => ({ authorization: `Bearer ${own}` });

const Lines = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line)),
  ),
  v.array(InitialResponse),
);

/** Returns the responses by address, in their order. */
async function answers(response: Response): Promise<Record<string, Omit<InitialResponse, 'address'>>> {
  const lines = v.parse(Lines, await response.text());
  return Object.fromEntries(lines.map(({ address, ...rest }) => [address, rest] as const));
}

/** Returns the response to a single read. */
async function alone(address: string, headers: Readonly<Record<string, string>>) {
  const response = await server.app.request(`/api/1/${address}`, { headers });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('reads in one batch request', () => {
  const pages = routes.filter((route) => listInitialReads(route, 'borrower').length > 1);

  it.each(pages.map((route) => [route.page, route] as const))(
    'return the initial reads of page %s as single requests do',
    async (_, route) => {
      for (const [username, role] of [
        ['avery', 'borrower'],
        ['casey', 'payer'],
      ] as const) {
        const own = bearer(await server.mintToken(username));
        const reads = listInitialReads(route, role);
        const response = await requested(reads, own);
        expect(response.headers.get('content-type')).toBe('application/x-ndjson');
        expect(response.headers.get('cache-control')).toBe('no-store');
        const given = await answers(response);
        expect(Object.keys(given).toSorted()).toEqual(reads.flat().toSorted());
        for (const address of reads.flat()) expect(given[address], address).toEqual(await alone(address, own));
      }
    },
  );

  it.each([
    ['without a token', async () => ({}), [401, 401]],
    ['for a caller without access', async () => bearer(await server.mintToken('casey')), [200, 403]],
  ])('are rejected individually %s, with the id of the batch', async (_, createHeaders, statuses) => {
    const headers = await createHeaders();
    const response = await requested([['access-facts'], ['loan-accounts']], headers);
    const given = await answers(response);
    expect([given['access-facts']?.status, given['loan-accounts']?.status]).toEqual(statuses);
    const requestId = response.headers.get('x-request-id');
    expect(requestId).toMatch(/./);
    const refused = v.parse(v.looseObject({}), (await alone('loan-accounts', headers)).body);
    expect(given['loan-accounts']?.body).toEqual({ ...refused, requestId });
  });

  it('are sent in sequence within a list, until one fails', async () => {
    const reads = [
      ['loan-accounts', 'access-facts'],
      ['payment-dates', 'payment-methods'],
    ];
    const given = await answers(await requested(reads, bearer(await server.mintToken('casey'))));
    expect(Object.keys(given).toSorted()).toEqual(['loan-accounts', 'payment-dates', 'payment-methods']);
    expect(given['loan-accounts']).toMatchObject({ status: 403 });
    expect(Object.keys(given).indexOf('payment-dates')).toBeLessThan(Object.keys(given).indexOf('payment-methods'));
  });

  it('are compressed for clients that accept it', async () => {
    const reads = [['access-facts'], ['payment-methods']];
    const plain = await answers(await requested(reads, bearer()));
    const response = await requested(reads, { ...bearer(), 'accept-encoding': 'gzip, br' });
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      'gzip',
      'Accept-Encoding',
    ]);
    const text = gunzipSync(await response.arrayBuffer()).toString();
    expect(await answers(new Response(text))).toEqual(plain);
    expect((await requested(reads, bearer())).headers.get('content-encoding')).toBeNull();
  });
});

describe('an invalid batch request', () => {
  it.each([
    ['no list', 'access-facts'],
    ['lists of values that are not paths', [[1]]],
    ['a URL of another site', [['https://example.com/']]],
    ['a path above the API', [['../config.json']]],
    ['an absolute path', [['/api/1/access-facts']]],
    ['the batch itself, which would recurse', [['initial-data']]],
    ['a nested batch', [['initial-data?reads=%5B%5D']]],
    ['a read that is not an initial read of any page', [['content/search?term=loan']]],
    ['a file', [['inbox-messages/x/pdf']]],
    ['a read with a query string', [['access-facts?x=1']]],
    ['more than three in sequence', [['access-facts', 'access-facts', 'access-facts', 'access-facts']]],
    ['a duplicate path', [['access-facts'], ['access-facts']]],
    ['more than twenty lists', Array.from({ length: 21 }, () => ['access-facts'])],
  ])('is rejected: %s', async (_, reads) => {
    const response = await requested(reads, bearer());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: 'These reads cannot be requested together.' });
  });

  it('is rejected if it is too long', async () => {
    const reads = `${' '.repeat(4000)}[["access-facts"]]`;
    const response = await server.app.request(`/api/1/initial-data?${new URLSearchParams({ reads })}`, {
      headers: bearer(),
    });
    expect(response.status).toBe(400);
  });

  it('is rejected without reads, and with another method', async () => {
    const response = await server.app.request('/api/1/initial-data', { headers: bearer() });
    expect(response.status).toBe(400);
    const posted = await requested([['access-facts']], bearer(), { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is accepted with the maximum number of reads', async () => {
    const reads = initialReadAddresses.slice(0, 20).map((address) => [address]);
    expect((await requested(reads, bearer())).status).toBe(200);
  });
});
