/** The API description, the portal's files, and the settings. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#domain/api/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { content } from '#domain/portal/content/calls.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import { DocumentData } from '#domain/portal/document.ts';
import { routes } from '#domain/portal/routes.ts';
import { Configuration } from '#domain/portal/shapes.ts';
import { PUBLIC_URL, type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const page = { headers: { accept: 'text/html,*/*' } };
const get = (path: string, init: RequestInit = {}) => server.app.request(path, init);

describe('the API description', () => {
  const Schema = v.looseObject({});
  const Media = v.record(v.string(), v.object({ schema: Schema }));
  const Answer = v.object({
    description: v.pipe(v.string(), v.nonEmpty()),
    headers: v.optional(v.record(v.string(), Schema)),
    content: Media,
  });
  const Operation = v.object({
    operationId: v.string(),
    tags: v.pipe(v.array(v.string()), v.minLength(1)),
    summary: v.pipe(v.string(), v.nonEmpty()),
    description: v.string(),
    security: v.array(v.record(v.string(), v.array(v.string()))),
    parameters: v.array(
      v.union([
        v.object({ name: v.string(), in: v.picklist(['path', 'query']), required: v.boolean(), schema: Schema }),
        v.object({ $ref: v.literal('#/components/parameters/IdempotencyKey') }),
      ]),
    ),
    requestBody: v.optional(v.object({ required: v.literal(true), content: Media })),
    responses: v.record(
      v.pipe(v.string(), v.regex(/^\d{3}$/)),
      v.union([Answer, v.object({ $ref: v.pipe(v.string(), v.startsWith('#/components/responses/')) })]),
    ),
  });
  const OpenApi = v.object({
    openapi: v.pipe(v.string(), v.regex(/^3\.1\.\d+$/)),
    info: v.object({ title: v.string(), version: v.string() }),
    servers: v.array(v.object({ url: v.string() })),
    paths: v.record(
      v.pipe(v.string(), v.startsWith('/api/1/')),
      v.record(v.picklist(['get', 'post', 'put', 'patch', 'delete']), Operation),
    ),
    components: v.object({
      schemas: v.objectWithRest({ Problem: Schema }, Schema),
      responses: v.record(v.string(), Answer),
      securitySchemes: v.object({ signIn: Schema }),
    }),
  });

  it('is OpenAPI 3.1 and contains every call', async () => {
    const { paths, components } = await readJson(await get('/api/openapi.json'), OpenApi);
    const answerAt = ({ responses }: v.InferOutput<typeof Operation>, status: string) => {
      const answer = responses[status];
      if (answer === undefined || !('$ref' in answer)) return answer;
      return components.responses[answer.$ref.slice('#/components/responses/'.length)];
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    const ids = [...calls.map(({ id }) => id), 'portal.initialData'];
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(ids.sort());
    for (const { path, operation } of operations.filter((each) => each.path !== '/api/1/initial-data')) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = operation.parameters.flatMap((each) => ('in' in each && each.in === 'path' ? [each.name] : []));
      expect(inPath).toEqual(named);
      const call = calls.find(({ id }) => id === operation.operationId);
      expect(operation.security.length === 0).toBe(call?.access.includes('public'));
      expect(operation.parameters.some((each) => '$ref' in each)).toBe(call?.idempotent === true);
      expect(operation.requestBody !== undefined).toBe(call?.body !== undefined);
      for (const status of ['429', '503']) {
        expect(answerAt(operation, status)?.headers?.['Retry-After'] !== undefined, status).toBe(
          call?.limited === true,
        );
      }
    }
  });

  it('is readable as a page without scripts', async () => {
    const response = await get('/api', page);
    const text = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toContain('<script');
    const list = text.slice(text.indexOf('<nav'), text.indexOf('</nav>'));
    for (const { id, summary } of calls) {
      expect(text).toContain(`id="${id}"`);
      // The list at the top says in words what each call does.
      expect(list).toContain(`<a href="#${id}">${id}</a> ${summary.replaceAll("'", '&#39;')}</li>`);
    }
    for (const each of ['Shapes', 'Refusals', 'idempotencyKey.wrong', 'id="area-payments"'])
      expect(text).toContain(each);
    // Every link has a target on the page.
    for (const [, place = ''] of text.matchAll(/href="#([^"]+)"/g)) expect(text).toContain(`id="${place}"`);
    expect(text).not.toContain('[object');
    expect((await get('/api/page.css')).headers.get('content-type')).toContain('text/css');
  });
});

describe('the portal', () => {
  it.each(['/', '/dashboard', '/payments/payflow/schedule', '/error/not-found'])(
    'serves its page at %s',
    async (path) => {
      const response = await get(path, page);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(await response.text()).toContain('<title>Portal</title>');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain('unsafe');
      expect(response.headers.get('strict-transport-security')).toBeNull();
    },
  );

  it('embeds the initial data of every page in the format of the responses, without executable content', async () => {
    const html = await (await get('/dashboard', page)).text();
    const [, written = ''] = /<script type="application\/json" id="document-data">([^<]*)<\/script>/.exec(html) ?? [];
    const { files, answers } = v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written);
    for (const name of ['config.json', 'feature-flags.json', 'icons.json', 'navigation.json']) {
      expect(files[name], name).toEqual(await (await get(`/${name}`)).json());
    }
    expect(files['build-version.txt']).toBe('1.2.3');
    // The layout's sections, the dashboard's section, and the other initial data.
    expect(Object.keys(answers)).toHaveLength(6);
    for (const [address, answer] of Object.entries(answers)) {
      expect(answer, address).toEqual(await (await get(`/api/1/${address}`)).json());
    }
  });

  it('embeds the single texts that a page needs first', async () => {
    const html = await (await get('/payments/payflow/schedule', page)).text();
    const [, written = ''] = /id="document-data">([^<]*)</.exec(html) ?? [];
    const { answers } = v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written);
    const address = 'content/items/payments/interest-accrual-end-date';
    expect(answers[address]).toEqual(await (await get(`/api/1/${address}`)).json());
  });

  it('lists the initial reads of pages that require a session by role, and none for visitors', async () => {
    const readsAt = async (path: string) => {
      const html = await (await get(path, page)).text();
      const [, written = ''] = /id="document-data">([^<]*)</.exec(html) ?? [];
      return v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written).initialReads;
    };
    expect(await readsAt('/dashboard')).toEqual({
      borrower: [['access-facts'], ['loan-accounts'], ['scheduled-payments'], ['repayment-applications']],
      payer: [['access-facts'], ['scheduled-payments']],
    });
    const ofPayflow = await readsAt('/payments/payflow/schedule');
    expect(ofPayflow?.payer).toContainEqual(['payment-methods']);
    // The document contains this single text already.
    expect(JSON.stringify(ofPayflow)).not.toContain('content/items');
    expect(await readsAt('/welcome')).toBeUndefined();
    expect(await readsAt('/nowhere')).toBeUndefined();
  });

  it.each([
    ['/dashboard', ['high oidc-1'], ['/assets/dashboard-1.js', '/assets/shared-1.js']],
    ['/welcome', ['low welcome-1'], []],
    ['/', [], []],
    ['/payments/payflow/schedule', ['high oidc-1'], []],
    ['/nowhere', [], []],
  ])(
    'preloads at %s the files that the page needs in addition to the entry: %j with high priority, %j for signed-in people',
    async (path, names, later) => {
      const html = await (await get(path, page)).text();
      const preloads = html.matchAll(
        /<link rel="modulepreload" crossorigin fetchpriority="(high|low)" href="\/assets\/([^"]*)\.js">/g,
      );
      expect([...preloads].map(([, priority, name]) => `${priority} ${name}`)).toEqual(names);
      const [, written = ''] = /id="document-data">([^<]*)</.exec(html) ?? [];
      expect(v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written).pageScripts).toEqual(later);
    },
  );
  it.each(
    routes.flatMap(({ path, page: name, sections = [] }) => (name === undefined ? [] : [[path, sections] as const])),
  )('embeds for %s the sections of texts %j, by their API paths', async (path, sections) => {
    const html = await (await get(path.replace(/\/\*$/, '').replace(/:\w+/, 'x'), page)).text();
    const [, written = ''] = /id="document-data">([^<]*)</.exec(html) ?? [];
    const { answers } = v.parse(v.pipe(v.string(), v.parseJson(), DocumentData), written);
    const found = Object.entries(answers).filter(([address]) => address.startsWith('content/sections/'));
    expect(found.map(([address]) => /^content\/sections\/(\w+)\?version=/.exec(address)?.[1])).toEqual([
      'usds',
      'globalsite',
      ...sections,
    ]);
    for (const [address, texts] of found) expect(Object(texts), address).not.toEqual({});
  });

  it("shows the servicer's name and phone number without scripts", async () => {
    const { servicer } = await readJson(await get('/config.json'), Configuration);
    const [, text = ''] = /<noscript>(.*?)<\/noscript>/s.exec(await (await get('/welcome', page)).text()) ?? [];
    expect(text).toContain(`<h1>${servicer.name}</h1>`);
    expect(text).toContain(`<a href="tel:${servicer.phone}">${servicer.phone}</a>`);
  });

  it.each(['/content/help/version-1.2', '/foo.bar', '/content/..%2f..%2fpackage.json', '/%2F%2Fhost.example'])(
    'serves its page for the navigation to %s and shows that it is not found',
    async (path) => {
      const response = await get(path, page);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('<title>Portal</title>');
    },
  );

  it('does not serve its page for a missing file of the build', async () => {
    expect((await get('/assets/missing.js', page)).status).toBe(404);
  });

  it('caches files with a content hash forever', async () => {
    expect((await get('/assets/index-abc123.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/build-version.txt')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/assets/missing.js',
    '/missing.png',
    '/flows',
    '/__test__/clock',
    '/oidc-like.txt',
    '/../package.json',
    '/%2e%2e/package.json',
  ])('does not serve its page at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('sends HSTS if its public URL uses HTTPS', async () => {
    const secure = await startTestServer({
      PUBLIC_URL: 'https://portal.example',
      PORTAL_PROXIES: '1',
      PORTAL_DEMO: '0',
    });
    const response = await secure.app.request('/', page);
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
    await secure.close();
  });
});

describe('the settings', () => {
  it('name this server as the sign-in provider', async () => {
    const { signIn } = await readJson(await get('/config.json'), Configuration);
    expect(signIn.issuer).toBe(`${PUBLIC_URL}/oidc`);
    expect(signIn.keepsAccounts).toBe(true);
    expect((await get('/feature-flags.json')).status).toBe(200);
    expect((await get('/icons.json')).status).toBe(200);
  });

  it('disable the calls and pages for usernames and passwords with an external provider', async () => {
    const elsewhere = await startTestServer({ OIDC_ISSUER: 'https://sign-in.example/realm', PORTAL_DEMO: '0' });
    const { signIn } = await readJson(await elsewhere.app.request('/config.json'), Configuration);
    expect(signIn.keepsAccounts).toBe(false);
    for (const call of Object.values<CallSpec>(credentials)) {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer x.y.z' };
      const { status } = await elsewhere.app.request(`/api/1/${call.path}`, {
        method: call.method,
        headers,
        body: '{}',
      });
      expect([call.id, status]).toEqual([call.id, 404]);
    }
    const { paths } = await readJson(
      await elsewhere.app.request('/api/openapi.json'),
      v.object({ paths: v.looseObject({}) }),
    );
    expect(Object.keys(paths).filter((path) => /registration|password/.test(path))).toEqual([]);
    const found = await elsewhere.make(content.search, { query: { term: 'password' } });
    expect(await found.text()).not.toContain('/profile/change-password');
    await elsewhere.close();
  });

  it('contain the issuer of an external provider, which the policy allows', async () => {
    const elsewhere = await startTestServer({ OIDC_ISSUER: 'https://sign-in.example/realm', PORTAL_DEMO: '0' });
    const { signIn } = await readJson(await elsewhere.app.request('/config.json'), Configuration);
    const policy = (await elsewhere.app.request('/', page)).headers.get('content-security-policy');
    expect(signIn.issuer).toBe('https://sign-in.example/realm');
    expect(policy).toContain("connect-src 'self' https://sign-in.example;");
    expect(policy).toContain("frame-src 'self' https://sign-in.example;");
    expect(elsewhere.signIn).toBeUndefined();
    await elsewhere.close();
  });
});
