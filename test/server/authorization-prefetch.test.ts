/** The inline script in documents of pages that require a session. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthorizationPrefetch, readAuthorizationPrefetch } from '#server/http/authorization-prefetch.ts';
import { BUILT_SCRIPT, type TestServer, startTestServer } from '#test/support/server.ts';

const FACTS = { endpoint: 'https://portal.example/oidc/auth', clientId: 'portal', apiAudience: 'urn:portal:api' };
const SCRIPT = 'window.asked = "$&";';
const hashScript = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const SOURCE = hashScript(SCRIPT);
const BUILT_SOURCE = hashScript(BUILT_SCRIPT);

it('receives its endpoint as escaped attributes', () => {
  const { element, source } = createAuthorizationPrefetch(SCRIPT, { ...FACTS, clientId: 'a&b"><b x="' });
  expect(element).toBe(
    '<script data-endpoint="https://portal.example/oidc/auth" data-client-id="a&amp;b&quot;><b x=&quot;"' +
      ` data-api-audience="urn:portal:api">${SCRIPT}</script>`,
  );
  expect(source).toBe(SOURCE);
});

it.each(['a</script>b', 'a</SCRIPT b', 'a<!-- b'])('is rejected if its text would end the element: %s', (script) => {
  expect(() => createAuthorizationPrefetch(script, FACTS)).toThrow('would close its element');
});

it('is missing if it was not built', async () => {
  expect(await readAuthorizationPrefetch(undefined, FACTS)).toBeUndefined();
  expect(await readAuthorizationPrefetch(join(tmpdir(), 'no-such-script.js'), FACTS)).toBeUndefined();
});

describe('the documents', () => {
  const page = { headers: { accept: 'text/html' } };
  let folder = '';
  let server: TestServer;
  let elsewhere: TestServer;
  const read = async (on: TestServer, path: string) => {
    const response = await on.app.request(path, page);
    return { html: await response.text(), policy: response.headers.get('content-security-policy') };
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-early-'));
    const authorizationPrefetch = join(folder, 'script.js');
    await writeFile(authorizationPrefetch, `${SCRIPT}\n`);
    server = await startTestServer({}, undefined, { authorizationPrefetch });
    elsewhere = await startTestServer({ OIDC_ISSUER: 'https://sign-in.example' }, undefined, { authorizationPrefetch });
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await elsewhere.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['/dashboard', '/payments/payflow/schedule'])(
    "of %s, which requires a session, contain it right after the title, and the policy allows only it and the build's script",
    async (path) => {
      const { html, policy } = await read(server, path);
      const { publicUrl } = server.env;
      expect(html).toContain(`</title><script data-endpoint="${publicUrl}/oidc/auth" data-client-id="portal"`);
      expect(html).toContain(`>${SCRIPT}</script>`);
      expect(policy).toContain(`script-src 'self' ${SOURCE} ${BUILT_SOURCE};`);
      expect(policy).not.toContain('unsafe-inline');
    },
  );

  it.each(['/welcome', '/content/help', '/account/login', '/nowhere'])('of %s do not contain it', async (path) => {
    expect((await read(server, path)).html).not.toContain(SCRIPT);
  });

  it('do not contain it with an external sign-in provider', async () => {
    const { html, policy } = await read(elsewhere, '/dashboard');
    expect(html).not.toContain(SCRIPT);
    expect(policy).toContain(`script-src 'self' ${BUILT_SOURCE};`);
  });

  it('are sent with maximum compression to clients that accept it, once compressed', async () => {
    const taking = (encoding: string) =>
      server.app.request('/welcome', { headers: { accept: 'text/html', 'accept-encoding': encoding } });
    const { html } = await read(server, '/welcome');
    const small = async () => {
      const response = await taking('gzip, br');
      return response.headers.get('content-encoding') === 'br' ? response : undefined;
    };
    await expect.poll(small, { timeout: 10_000 }).toBeDefined();
    const response = await taking('gzip;q=0.5, br');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(response.headers.get('vary')?.split(/, ?/)).toEqual(expect.arrayContaining(['Cookie', 'Accept-Encoding']));
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(html);
    for (const other of ['gzip', 'br;q=0, gzip', 'identity'])
      expect((await taking(other)).headers.get('content-encoding'), other).not.toBe('br');
  });
});
