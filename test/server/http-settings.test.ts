/** The settings of a deployment: environment variables, overridden files, and an external sign-in provider. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { content } from '#domain/portal/content/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { FeatureFlags } from '#domain/portal/shapes.ts';
import { createClock } from '#server/clock.ts';
import { webAccounts } from '#server/db/schema/index.ts';
import { EnvProblem, readEnv, requireMail } from '#server/env.ts';
import { explain } from '#server/explain.ts';
import { toSmtpOptions } from '#server/mail/transport.ts';
import { start } from '#server/start.ts';
import { AUDIENCE, readJson, startTestServer } from '#test/support/server.ts';
import { createIssuer } from '#test/support/tokens.ts';

describe('the environment', () => {
  it('has defaults for all settings', () => {
    expect(readEnv({ PORT: '' })).toEqual({
      logFormat: 'text',
      maxRequests: 256,
      metrics: undefined,
      shutdownDelay: 0,
      host: '127.0.0.1',
      port: 4400,
      publicUrl: 'http://localhost:4400',
      databaseUrl: undefined,
      oidcIssuer: undefined,
      now: undefined,
      dataFolder: undefined,
      hasDemoPeople: true,
      hasFlows: true,
      isTest: false,
      key: undefined,
      oldKeys: [],
      sealsRows: false,
      proxies: 0,
      bucket: undefined,
      scanner: undefined,
      anonymousMegabytes: 1024,
      anonymousDays: 90,
      borrowerMegabytes: 1024,
      dailyMegabytes: 200,
      cacheMegabytes: 128,
      smtp: undefined,
      mailFrom: undefined,
    });
  });

  it.each([
    ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, encryption: 'tls', auth: undefined }],
    [
      'smtp://a%40b:p%3Aw@mail.example.org',
      { host: 'mail.example.org', port: 587, encryption: 'startTls', auth: { user: 'a@b', pass: 'p:w' } },
    ],
    ['smtp://localhost:1025', { host: 'localhost', port: 1025, encryption: 'none', auth: undefined }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025, encryption: 'none', auth: undefined }],
    ['smtps://localhost', { host: 'localhost', port: 465, encryption: 'tls', auth: undefined }],
  ])('parses the mail server %s', (address, expected) => {
    expect(readEnv({ SMTP_URL: address }).smtp).toEqual(expected);
  });

  it.each(['mail.example.org', 'https://mail.example.org', 'smtp://', 'smtps://secret:secret@host?tls=no'])(
    'rejects the mail server %s without repeating it',
    (address) => {
      expect(() => readEnv({ SMTP_URL: address })).toThrow(/^SMTP_URL is not the URL of a mail server\. Example: /);
    },
  );

  it('requires TLS for every mail server except on this machine', () => {
    const parseOptions = (address: string) => {
      const { smtp } = readEnv({ SMTP_URL: address });
      return smtp && toSmtpOptions(smtp);
    };
    expect(parseOptions('smtp://mail.example.org')).toMatchObject({
      secure: false,
      requireTLS: true,
      ignoreTLS: false,
    });
    expect(parseOptions('smtps://mail.example.org')).toMatchObject({ secure: true });
    expect(parseOptions('smtp://localhost')).toMatchObject({ secure: false, requireTLS: false, ignoreTLS: true });
  });

  it.each([
    ['portal@example.org', { name: '', address: 'portal@example.org' }],
    ['Example Servicing <portal@example.org>', { name: 'Example Servicing', address: 'portal@example.org' }],
  ])('parses the sender %s', (text, expected) => {
    expect(readEnv({ MAIL_FROM: text }).mailFrom).toEqual(expected);
  });

  it.each(['portal', 'Portal <portal>', 'Portal\nBcc: a@example.org <portal@example.org>', '<a@b.org> <c@d.org>'])(
    'rejects the sender %j',
    (text) => {
      expect(() => readEnv({ MAIL_FROM: text })).toThrow(/is not an email address/);
    },
  );

  const REAL = 'postgres://portal:secret@localhost:5432/portal';
  const PORTAL_KEY = Buffer.alloc(32, 7).toString('base64');

  it('seeds demo people into an external database only if configured', () => {
    expect(readEnv({ DATABASE_URL: REAL, PORTAL_KEY }).hasDemoPeople).toBe(false);
    expect(readEnv({ DATABASE_URL: REAL, PORTAL_KEY, PORTAL_DEMO: '1' }).hasDemoPeople).toBe(true);
    expect(readEnv({ PORTAL_DEMO: '0' }).hasDemoPeople).toBe(false);
  });

  it('serves the flow workbench if the address is not https, or if the setting allows it', () => {
    const secure = { PUBLIC_URL: 'https://portal.example.org', PORTAL_PROXIES: '1' };
    expect(readEnv({}).hasFlows).toBe(true);
    expect(readEnv({ PORTAL_FLOWS: '0' }).hasFlows).toBe(false);
    expect(readEnv(secure).hasFlows).toBe(false);
    expect(readEnv({ ...secure, PORTAL_FLOWS: '1' }).hasFlows).toBe(true);
  });

  it('requires a mail server with an HTTPS URL, except for a demo', async () => {
    const env = { PUBLIC_URL: 'https://portal.example.org', PORTAL_PROXIES: '1' };
    // Rejects before it opens a database.
    await expect(start({ env })).rejects.toThrow(/^SMTP_URL is required with an https PUBLIC_URL/);
    for (const more of [{ PORTAL_DEMO: '1' }, { SMTP_URL: 'smtps://mail.example.org' }, { PUBLIC_URL: '' }]) {
      const given = { ...env, ...more };
      expect(() => requireMail(readEnv(given), given)).not.toThrow();
    }
  });

  it('has no key for PostgreSQL by default', () => {
    expect(() => readEnv({ DATABASE_URL: REAL })).toThrow(/^PORTAL_KEY is required with DATABASE_URL/);
  });

  it('accepts values of an earlier version only if configured', () => {
    expect(readEnv({}).sealsRows).toBe(false);
    expect(readEnv({ PORTAL_SEAL_ROWS: '1' }).sealsRows).toBe(true);
    expect(() => readEnv({ PORTAL_SEAL_ROWS: 'yes' })).toThrow(/^PORTAL_SEAL_ROWS "yes" is neither 0 nor 1/);
  });

  it('requires the number of proxies with an HTTPS URL', () => {
    const PUBLIC_URL = 'https://portal.example.org';
    expect(() => readEnv({ PUBLIC_URL })).toThrow(/^PORTAL_PROXIES is required with an https PUBLIC_URL/);
    expect(readEnv({ PUBLIC_URL, PORTAL_PROXIES: '1' }).proxies).toBe(1);
    expect(readEnv({ PUBLIC_URL, PORTAL_PROXIES: '0' }).proxies).toBe(0);
  });

  it.each([
    ['an https URL', { PUBLIC_URL: 'https://portal.example.org', PORTAL_PROXIES: '1' }],
    ['an https issuer', { OIDC_ISSUER: 'https://sign-in.example.org' }],
    ['a database that is not a test database', { DATABASE_URL: REAL, PORTAL_KEY }],
  ])('rejects test mode together with %s', (_, real) => {
    expect(readEnv(real).isTest).toBe(false);
    const line = (() => {
      try {
        return readEnv({ ...real, PORTAL_TEST: '1' });
      } catch (error) {
        return explain(error);
      }
    })();
    expect(line).toMatch(/^PORTAL_TEST=1 allows signing in as any user[^\n]*\.$/);
    expect(line).not.toContain('secret');
  });

  it('accepts test mode with a test database', () => {
    const own = 'postgres://portal:secret@localhost:5432/portal_test_1';
    expect(readEnv({ DATABASE_URL: own, PORTAL_KEY, PORTAL_TEST: '1' }).isTest).toBe(true);
  });

  it.each([
    ['PORTAL_NOW', '2026-03-02', '2026-03-02T14:00:00.000Z'],
    ['PORTAL_NOW', '2026-03-02T09:30:00-05:00', '2026-03-02T14:30:00.000Z'],
    ['PORTAL_NOW', '2026-03-02T09:30Z', '2026-03-02T09:30:00.000Z'],
  ])('parses %s=%s', (name, value, instant) => {
    expect(readEnv({ [name]: value }).now?.toISOString()).toBe(instant);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'portal.example.org'],
    ['PUBLIC_URL', 'https://portal.example.org/portal'],
    ['OIDC_ISSUER', 'sign-in.example.org'],
    ['DATABASE_URL', 'mysql://user:secret@host/db'],
    ['PORTAL_NOW', '2026-02-30'],
    ['PORTAL_NOW', '2026-03-02T09:30:00'],
    ['PORTAL_DATA', '/no/such/folder'],
    ['PORTAL_TEST', 'yes'],
    ['PORTAL_DEMO', 'yes'],
    ['PORTAL_FLOWS', 'off'],
    ['HOST', 'http://localhost'],
  ])('rejects %s=%s in one line with an example', (name, value) => {
    const problem = (() => {
      try {
        return readEnv({ [name]: value });
      } catch (error) {
        return error;
      }
    })();
    expect(problem).toBeInstanceOf(EnvProblem);
    const line = explain(problem);
    expect(line).toMatch(new RegExp(`^${name}[^\\n]*Example: ${name}=[^\\n]+$`));
    expect(line).not.toContain('secret');
  });
});

it('sets a clock that advances', () => {
  let real = 1_000_000;
  const clock = createClock(new Date('2026-03-02T14:00:00Z'), () => real);
  real += 90_000;
  expect(clock.now().toISOString()).toBe('2026-03-02T14:01:30.000Z');
  clock.set(new Date('2027-01-01T00:00:00Z'));
  real += 1000;
  expect(clock.now().toISOString()).toBe('2027-01-01T00:00:01.000Z');
});

it('leaves a new database empty without demo people', async () => {
  const server = await startTestServer({ PORTAL_DEMO: '0' });
  expect(await server.opened.db.select().from(webAccounts)).toEqual([]);
  await server.close();
});

describe("a deployment's folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-data-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const flags = {
    loanInfoEnabled: false,
    applicationStatusInfoEnabled: false,
    isSubmitPaymentApiVersionV2: false,
    useNewPaymentSidebar: false,
    expandNotificationPanelDefault: false,
    isSsoEnabled: true,
    eCorrClaimsStatusMessageEnabled: false,
  };

  it('overrides single texts and switches', async () => {
    await mkdir(join(folder, 'content/payments'), { recursive: true });
    await writeFile(join(folder, 'content/payments/schedule-intro.html'), '<p>Ours</p>\n');
    await writeFile(join(folder, 'feature-flags.json'), JSON.stringify(flags));
    const server = await startTestServer({ PORTAL_DATA: folder, PORTAL_DEMO: '0' });
    const item = (name: string) => server.make(content.item, { params: { section: 'payments', name } });
    expect(await (await item('schedule-intro')).json()).toEqual({ data: '<p>Ours</p>' });
    expect((await item('pay-now-disclaimer')).status).toBe(200);
    expect(await readJson(await server.app.request('/feature-flags.json'), FeatureFlags)).toEqual(flags);
    await server.close();
  });

  it.each([
    ['feature-flags.json', '{"isSsoEnabled":"yes"}'],
    ['config.json', '{'],
    ['content/stray.html', '<p>nowhere</p>'],
    ['content/payments/no address!.html', '<p>nowhere</p>'],
  ])('prevents startup if %s is invalid, and names it', async (name, text) => {
    await mkdir(join(folder, 'content/payments'), { recursive: true });
    await writeFile(join(folder, name), text);
    const failure: unknown = await startTestServer({ PORTAL_DATA: folder, PORTAL_DEMO: '0' }).catch(
      (error: unknown) => error,
    );
    expect(explain(failure)).toContain(join(folder, name));
    expect(explain(failure)).not.toContain('\n');
  });

  it.each([
    ['main.borrower.0.icon.class: icons.json has no nothing', { icon: { class: 'nothing', position: 'before' } }],
    ['main.borrower.0.icon.position', { icon: { class: 'lock', position: 'above' } }],
    ['main.borrower.0.routerLink', { routerLink: 'https://host.example' }],
  ])('prevents startup if a menu entry is invalid, and names %s', async (place, wrong) => {
    const menus: unknown = JSON.parse(await readFile('public/navigation.json', 'utf8'));
    const entry = { id: 'pay', title: 'Pay', routerLink: '/payments/payflow/schedule', ...wrong };
    const main = { borrower: [entry], payer: [] };
    await writeFile(join(folder, 'navigation.json'), JSON.stringify({ ...Object(menus), main }));
    const failure: unknown = await startTestServer({ PORTAL_DATA: folder, PORTAL_DEMO: '0' }).catch(
      (error: unknown) => error,
    );
    expect(explain(failure)).toContain(`${join(folder, 'navigation.json')}, ${place}`);
  });

  it('is not read if the port is invalid', async () => {
    await expect(start({ env: { PORT: 'x', PORTAL_DATA: folder } })).rejects.toBeInstanceOf(EnvProblem);
  });
});

describe('an external sign-in provider', () => {
  let provider: Server | undefined;
  afterAll(() => provider?.close());

  it('provides its keys, and its tokens are accepted', async () => {
    let issuer = '';
    let jwks = '{}';
    let isUp = false;
    const answers = new Map([
      ['/realm/.well-known/openid-configuration', () => JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` })],
      ['/realm/keys', () => jwks],
    ]);
    provider = createServer((request, response) => {
      response.statusCode = isUp ? 200 : 502;
      response.setHeader('content-type', 'application/json');
      response.end(answers.get(request.url ?? '')?.() ?? '{}');
    });
    await new Promise<void>((resolve) => provider?.listen(0, resolve));
    const { port } = v.parse(v.object({ port: v.number() }), provider.address());
    issuer = `http://localhost:${port}/realm`;
    const foreign = await createIssuer(issuer, AUDIENCE);
    jwks = JSON.stringify(foreign.jwks);

    const server = await startTestServer({ OIDC_ISSUER: issuer });
    const claims = await server.findClaims('avery');
    const ask = async (token: string) => (await server.make(payments.overview, { token })).status;
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await ask(await foreign.mint(claims))).toBe(503);
    vi.restoreAllMocks();
    isUp = true;
    expect(await ask(await foreign.mint(claims))).toBe(200);
    expect(await ask(await foreign.mint(claims, { audience: 'other' }))).toBe(401);
    expect(await ask(await server.issuer.mint(claims))).toBe(401);
    await server.close();
  });
});
