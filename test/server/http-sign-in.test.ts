/** Signing in and out at the embedded provider over HTTP, with forms and cookies only. */
import { createHash, randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { assemble } from '#server/assemble.ts';
import { notices, oidcRecords, pendingActions, securityEvents, webAccounts } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { listen, stopListening } from '#server/http/listen.ts';
import { signIn } from '#server/credentials/people.ts';
import { countAttempt } from '#server/rate-limits.ts';
import { SESSION } from '#server/credentials/sessions.ts';
import { deviceCookieName } from '#server/oidc/device-cookie.ts';
import { getSessionCookie } from '#server/oidc/provider.ts';
import { forgetSignIns } from '#server/oidc/records.ts';
import { paths } from '#server/paths.ts';
import { Visitor, type Visit, findAttribute } from '#test/support/cookie-client.ts';
import { readContents, getEngine } from '#test/support/database.ts';
import { freePort } from '#test/support/free-port.ts';
import { AUDIENCE, type TestServer, buildPlaceholder, startTestServer, UNHURRIED } from '#test/support/server.ts';

const Tokens = v.object({ access_token: v.string(), id_token: v.string(), expires_in: v.number() });

let server: TestServer;
let http: Server;
let origin: string;
let port: number;

beforeAll(async () => {
  port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer({ PUBLIC_URL: origin, PORT: String(port) });
  http = await listen({ ...server, publicUrl: origin, port, viteMiddleware: undefined, requestLimits: UNHURRIED });
}, 60_000);
afterAll(async () => {
  await stopListening(http);
  await server.close();
});
beforeEach(async () => {
  await forgetSignIns(server.opened.db);
  await server.opened.db.delete(securityEvents);
});

const callback = (): string => `${origin}/auth/callback`;
const verifier = randomBytes(32).toString('base64url');

function authorizeAddress(extra: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    client_id: 'portal',
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: callback(),
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  });
  return `/oidc/auth?${query.toString()}`;
}

const signInPage = (visitor: Visitor): Promise<Visit> => visitor.follow(authorizeAddress(), callback());

const submit = (visitor: Visitor, page: Visit, username: string, password: string): Promise<Visit> =>
  visitor.follow(findAttribute(page.text, /<form[^>]*>/, 'action'), callback(), { username, password });

/** Returns the code that the provider sent to the callback. */
function codeIn(visit: Visit): string {
  const code = new URL(visit.location ?? 'missing:').searchParams.get('code');
  if (code === null) throw new Error(`No code: ${visit.status} ${visit.location ?? visit.text}`);
  return code;
}

const exchange = (code: string, redirect = callback(), proof = verifier): Promise<Response> =>
  fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'portal',
      code,
      redirect_uri: redirect,
      code_verifier: proof,
    }),
  });

async function signedIn(username: string) {
  const visitor = new Visitor(origin);
  const answer = await submit(visitor, await signInPage(visitor), username, 'demo');
  const tokens = v.parse(Tokens, await (await exchange(codeIn(answer))).json());
  return { visitor, tokens, claims: decodeJwt(tokens.access_token) };
}

const ask = (token: string): Promise<Response> =>
  fetch(`${origin}/api/1/payment-overviews/current`, { headers: { authorization: `Bearer ${token}` } });

it('listens on loopback only, unless another address is configured', () => {
  expect(http.address()).toMatchObject({ address: '127.0.0.1' });
});
/** Returns the events of a web account in order. */
const readKinds = async (webAccountId: string) =>
  (
    await server.opened.db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.webAccountId, webAccountId))
      .orderBy(securityEvents.at)
  ).map(({ kind }) => kind);

it('stores one record for each visitor who opens the sign-in page, with a hash of the source', async () => {
  for (let visitor = 0; visitor < 3; visitor += 1) await signInPage(new Visitor(origin));
  const rows = await server.opened.db.select().from(oidcRecords);
  expect(rows.map(({ model }) => model)).toEqual(['Interaction', 'Interaction', 'Interaction']);
  const sources = new Set(rows.map(({ uid }) => uid));
  expect([...sources]).toEqual([expect.stringMatching(/^[0-9a-f]{8}\.[\w-]+$/)]);
});

/** Uses up the attempts for a username. */
async function countTooMany(name: string): Promise<void> {
  for (let attempt = 0; attempt < 11; attempt += 1) {
    await countAttempt(server.opened.db, { tried: 'signIn', subjects: [name] }).catch(() => undefined);
  }
}

describe('signing in', () => {
  it('returns a token that identifies the person and that the API accepts', async () => {
    const { tokens, claims } = await signedIn('avery');
    const account = await server.findClaims('avery');
    expect(claims).toMatchObject({ ...account, iss: `${origin}/oidc`, aud: [AUDIENCE] });
    expect(decodeProtectedHeader(tokens.access_token).typ).toBe('at+jwt');
    expect(tokens.expires_in).toBe(600);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      sub: account.sub,
      given_name: 'Avery',
      aud: 'portal',
      nonce: 'a-nonce',
    });
    expect((await ask(tokens.access_token)).status).toBe(200);
    expect((await ask(tokens.id_token)).status).toBe(401);
  });

  it('stores when the person logged in, also if they log in again in the same session', async () => {
    const started = async () => {
      const rows = await server.opened.db.select().from(oidcRecords).where(eq(oidcRecords.model, SESSION));
      return rows.map(({ payload }) => Number(payload['loginTs']));
    };
    const { visitor } = await signedIn('emery');
    const [first] = await started();
    expect(Math.abs(Date.now() / 1000 - (first ?? 0))).toBeLessThan(60);
    const past = { accountId: (await server.findClaims('emery')).sub, loginTs: 1 };
    await server.opened.db
      .update(oidcRecords)
      .set({ payload: sql`${oidcRecords.payload} || ${JSON.stringify(past)}::jsonb` })
      .where(eq(oidcRecords.model, SESSION));
    const page = await visitor.follow(authorizeAddress({ prompt: 'login' }), callback());
    codeIn(await submit(visitor, page, 'emery', 'demo'));
    expect(Math.min(...(await started()))).toBeGreaterThan(1);
  });

  it('stores nothing in the database that allows session hijacking', async () => {
    const visitor = new Visitor(origin);
    const page = await signInPage(visitor);
    const setProvider = [...visitor.cookieValues];
    const answer = await submit(visitor, page, 'avery', 'demo');
    const { access_token: token } = v.parse(Tokens, await (await exchange(codeIn(answer))).json());
    const known = [...new Set([...setProvider, ...visitor.cookieValues])].filter((value) => value.length > 15);
    expect(known.length).toBeGreaterThan(2);
    const contents = await readContents(server.opened);
    expect(contents).toContain('"model":"Session"');
    for (const secret of [...known, codeIn(answer), token, verifier]) expect(contents).not.toContain(secret);
  });

  it('identifies a payer', async () => {
    const { claims } = await signedIn('casey');
    expect(claims['nds_application_id']).toBe('2');
  });

  it('ignores case and surrounding spaces in the username', async () => {
    const { claims } = await signedIn(' Avery ');
    expect(claims.sub).toBe((await server.findClaims('avery')).sub);
  });

  it('ignores invisible characters in a pasted username', async () => {
    const { claims } = await signedIn('\u202Dav\u200Bery\u202C');
    expect(claims.sub).toBe((await server.findClaims('avery')).sub);
  });

  it('shows a page that works without scripts', async () => {
    const page = await signInPage(new Visitor(origin));
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    // The script only adds a button that shows the password.
    expect(page.text).toMatch(/id="show-password"[^>]*hidden/s);
    expect(page.text.match(/<script/g)).toHaveLength(1);
    expect(page.text).toContain('autocomplete="current-password"');
    expect(page.text).toMatch(/id="username"[^>]*autofocus/s);
    const style = await fetch(new URL(findAttribute(page.text, /<link rel="stylesheet"[^>]*>/, 'href'), origin));
    expect(style.headers.get('content-type')).toContain('text/css');
  });

  it("links to registration and support, with the portal's fonts", async () => {
    const { text } = await signInPage(new Visitor(origin));
    expect(text).toContain('href="/account/registration"');
    expect(text).toContain('<a href="/account/forgot">Forgot your username or password?</a>');
    expect(text.match(/href="tel:1-800-555-0142"/g)).toHaveLength(1);
    const font = await fetch(`${origin}/oidc/assets/public-sans-latin-wght-normal.woff2`);
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    // The portal shows its own fonts only if they are in the cache already.
    for (const file of ['heading-1', 'text-1']) {
      expect(text).toContain(`<link rel="prefetch" as="font" crossorigin href="/assets/${file}.woff2" />`);
    }
  });

  it('lists each demo person with a description and a button that signs in', async () => {
    const visitor = new Visitor(origin);
    const page = await signInPage(visitor);
    const people = [...page.text.matchAll(/name="username" value="([a-z]+)"/g)].map(([, name]) => name);
    expect(people.join(' ')).toBe(
      'avery jules sam devon blake gray lane quinn riley indigo kai robin harper taylor umber noor emery morgan casey frankie',
    );
    expect(page.text).toContain('40 accounts, 400 loans and 10,000 payments');
    const [, form = ''] = page.text.split('id="demo-title"');
    const fields = { username: 'noor', password: findAttribute(form, /<input[^>]*name="password"[^>]*>/, 'value') };
    const answer = await visitor.follow(findAttribute(form, /<form[^>]*>/, 'action'), callback(), fields);
    expect(codeIn(answer)).not.toBe('');
  });

  it('lists only people who can use the page', async () => {
    const { text } = await new Visitor(origin).follow(authorizeAddress({ idp_hint: 'federal' }), callback());
    expect([...text.matchAll(/name="username" value="([a-z]+)"/g)].map(([, name]) => name)).toEqual(['emery']);
  });

  it('lists no demo people if the database contains no demo data', async () => {
    const env = { ...server.env, hasDemoPeople: false };
    const elsewhere = await assemble(env, server.opened, {
      portal: await buildPlaceholder(),
      settings: paths.public,
      documents: server.documentsFolder,
      outbox: server.outboxFolder,
    });
    const other = await freePort();
    const listening = await listen({
      ...elsewhere,
      publicUrl: origin,
      port: other,
      viteMiddleware: undefined,
      requestLimits: UNHURRIED,
    });
    const visitor = new Visitor(`http://localhost:${other}`);
    const { text } = await visitor.follow(authorizeAddress(), callback());
    await stopListening(listening);
    expect(text).toContain('id="username"');
    // The random id of the interaction can contain the word.
    expect(text.replaceAll(/\/interaction\/[\w-]+/g, '')).not.toMatch(/demo/i);
  });

  it('escapes user input', async () => {
    const visitor = new Visitor(origin);
    const answer = await submit(visitor, await signInPage(visitor), '"><script>alert(1)</script>', 'x');
    expect(answer.text).not.toContain('<script>');
  });

  it('responds to an unknown username and a wrong password in the same way', async () => {
    const visitor = new Visitor(origin);
    const page = await signInPage(visitor);
    const answers = [await submit(visitor, page, 'avery', 'wrong'), await submit(visitor, page, 'nobody', 'demo')];
    const recorded = await server.opened.db.select().from(securityEvents).orderBy(securityEvents.at);
    const { sub } = await server.findClaims('avery');
    expect(recorded.map(({ kind, webAccountId }) => [kind, webAccountId])).toEqual([
      ['logInFailed', sub],
      ['logInFailed', null],
    ]);
    expect(JSON.stringify(recorded)).not.toMatch(/wrong|nobody|demo/);
    for (const { status, text } of answers) {
      expect(status).toBe(422);
      expect(text).toContain('role="alert"');
      expect(text).toContain('href="#username"');
      // Either may be wrong, so both fields are marked and described by the same message.
      expect(text.match(/aria-invalid="true"\s+aria-describedby="username-error"/g)).toHaveLength(2);
    }
    const [wrongPassword, wrongName] = answers.map(({ text }) => text.replace(/value="[^"]*"/, ''));
    expect(wrongName).toBe(wrongPassword);
  });

  it('treats unstorable text as an unknown username, client or code', async () => {
    const visitor = new Visitor(origin);
    expect((await submit(visitor, await signInPage(visitor), 'a\0very', 'demo')).status).toBe(422);
    expect((await visitor.visit(authorizeAddress({ client_id: '\0' }))).status).toBe(400);
    const body = { grant_type: 'authorization_code', client_id: 'portal', redirect_uri: callback(), code: '\0' };
    const refused = await visitor.visit('/oidc/token', { ...body, code_verifier: verifier });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('invalid_grant');
  });

  it('shows an error page for a failure, and logs it without user input', async () => {
    const visitor = new Visitor(origin);
    const page = await signInPage(visitor);
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    vi.spyOn(server.opened.db, 'insert').mockImplementation(() => {
      throw new Error('no place for E104882913');
    });
    const answer = await submit(visitor, page, 'avery', 'demo');
    vi.restoreAllMocks();
    expect(answer.status).toBe(500);
    expect(answer.text).toContain("Log-in couldn't continue");
    expect(lines.join('')).toContain('the sign-in page');
    expect(lines.join('')).not.toMatch(/avery|104882913/);
  });

  it('names the empty fields', async () => {
    const visitor = new Visitor(origin);
    const { text } = await submit(visitor, await signInPage(visitor), '', '');
    expect(text).toContain('aria-describedby="username-error"');
    expect(text).toContain('href="#password"');
  });

  it('limits password attempts, whether the username exists or not', async () => {
    for (const name of ['blake', 'nobody']) {
      const visitor = new Visitor(origin);
      const page = await signInPage(visitor);
      for (let attempt = 0; attempt < 10; attempt += 1) await submit(visitor, page, name, 'wrong');
      const refused = await submit(visitor, page, name, 'demo');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(refused.text).toContain('There were too many attempts. Try again in 15 minutes.');
    }
  });

  it('works in a new browser despite password attempts from elsewhere, with a code from the email and the password', async () => {
    const { db } = server.opened;
    await db.delete(notices);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const guess = { loginName: 'blake', password: 'wrong', address: `192.0.2.${attempt}` };
      await signIn(db, guess).catch(() => undefined);
    }
    const sent = async () =>
      (await db.select().from(notices).where(eq(notices.kind, 'logInCode'))).map(seals.notices.open);
    const visitor = new Visitor(origin);
    const page = await signInPage(visitor);
    const refused = await submit(visitor, page, 'blake', 'demo');
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('Code (six digits)');
    const [{ code, email } = { code: null, email: '' }] = await sent();
    expect(email).toMatch(/^blake\..*@example\.com$/);
    const action = findAttribute(page.text, /<form[^>]*>/, 'action');
    const withCode = (typed: string, password: string) =>
      visitor.follow(action, callback(), { username: 'blake', password, code: typed });
    expect((await withCode(code === '000000' ? '111111' : '000000', 'demo')).status).toBe(422);
    const wrong = await withCode(code ?? '', 'wrong');
    expect(wrong.text).toContain('Your username, password or code isn&#39;t right.');
    // More attempts of others send no other code and leave this one valid.
    for (let attempt = 0; attempt < 12; attempt += 1) await submit(new Visitor(origin), page, 'blake', 'wrong');
    await submit(visitor, page, 'blake', 'demo');
    expect(await sent()).toHaveLength(1);
    expect(codeIn(await withCode(`${code?.slice(0, 3)} ${code?.slice(3)}`, 'demo'))).not.toBe('');
    // The code works once.
    await countTooMany('blake');
    const other = new Visitor(origin);
    const again = await signInPage(other);
    const reused = { username: 'blake', password: 'demo', code: code ?? '' };
    const answer = await other.follow(findAttribute(again.text, /<form[^>]*>/, 'action'), callback(), reused);
    expect(answer.status).toBe(422);
  });

  it('sends no code for an unknown username, with the same page', async () => {
    const { db } = server.opened;
    await db.delete(notices);
    const pages: string[] = [];
    for (const name of ['nobody', 'blake']) {
      await countTooMany(name);
      const visitor = new Visitor(origin);
      const refused = await submit(visitor, await signInPage(visitor), name, 'demo');
      pages.push(refused.text.replaceAll(/value="[^"]*"|interaction\/[\w-]+/g, ''));
    }
    expect(pages[0]).toBe(pages[1]);
    expect(await db.select().from(notices)).toHaveLength(1);
  });

  it('works in a known browser despite password attempts from elsewhere', async () => {
    const elsewhere = async (name: string) => {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await countAttempt(server.opened.db, { tried: 'signIn', subjects: [name] });
      }
    };
    const { visitor } = await signedIn('avery');
    await elsewhere('avery');
    await elsewhere('blake');
    const page = await visitor.follow(authorizeAddress({ prompt: 'login' }), callback());
    expect((await submit(visitor, page, 'blake', 'demo')).status).toBe(429);
    expect((await submit(visitor, page, 'avery', 'wrong')).status).toBe(422);
    const forged = new Visitor(origin);
    forged.put('device', 'eyJhbGciOiJub25lIiwidHlwIjoiZGV2aWNlK2p3dCJ9.e30.');
    expect((await submit(forged, await signInPage(forged), 'avery', 'demo')).status).toBe(429);
    expect(codeIn(await submit(visitor, page, 'avery', 'demo'))).not.toBe('');
  });

  it('notifies the account holder by email of an unknown browser, once', async () => {
    const { db } = server.opened;
    const sent = async () => (await db.select().from(notices)).map(({ kind, email }) => [kind, email]);
    await db.delete(notices);
    const { visitor } = await signedIn('avery');
    const expected = [['newBrowser', 'avery.lindqvist@example.com']];
    expect(await sent()).toEqual(expected);
    const page = await visitor.follow(authorizeAddress({ prompt: 'login' }), callback());
    expect(codeIn(await submit(visitor, page, 'avery', 'demo'))).not.toBe('');
    expect(await sent()).toEqual(expected);
  });

  it('protects its cookies from other sites and paths with HTTPS', async () => {
    const publicUrl = 'https://portal.example.org';
    const variables = { PUBLIC_URL: publicUrl, PORTAL_PROXIES: '0', PORTAL_DEMO: '0' };
    const [secure, at] = [await startTestServer(variables), await freePort()];
    const listening = await listen({
      ...secure,
      publicUrl,
      port: at,
      viteMiddleware: undefined,
      requestLimits: UNHURRIED,
    });
    const redirect = { redirect_uri: `${publicUrl}/auth/callback` };
    const answer = await fetch(`http://localhost:${at}${authorizeAddress(redirect)}`, { redirect: 'manual' });
    const cookies = answer.headers.getSetCookie();
    await stopListening(listening);
    await secure.close();
    expect(cookies.map((each) => each.split('=')[0])).toEqual([
      '__Secure-interaction',
      '__Secure-interaction.sig',
      '__Secure-resume',
      '__Secure-resume.sig',
    ]);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i);
    expect(secure.signIn?.provider.cookieName('session')).toBe('__Host-session');
    expect(getSessionCookie(publicUrl)).toMatchObject({ path: '/', secure: true, httpOnly: true });
    expect(deviceCookieName(true)).toBe('__Host-device');
  });

  it('cannot be completed by another visitor', async () => {
    const page = await signInPage(new Visitor(origin));
    const answer = await submit(new Visitor(origin), page, 'avery', 'demo');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('/welcome');
  });

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with another redirect URL', { redirect_uri: 'https://elsewhere.example/' }],
    ['for another client', { client_id: 'other' }],
  ])('does not start %s', async (_, extra) => {
    const answer = await new Visitor(origin).visit(authorizeAddress(extra));
    const query = new URL(answer.location ?? `${origin}/?error=shown`).searchParams;
    expect(query.get('error')).not.toBeNull();
    expect(answer.location ?? callback()).toMatch(new RegExp(`^${callback()}`));
  });

  it('rejects a code without its proof key, and a code that was used', async () => {
    const visitor = new Visitor(origin);
    const first = codeIn(await submit(visitor, await signInPage(visitor), 'avery', 'demo'));
    expect((await exchange(first, callback(), randomBytes(32).toString('base64url'))).status).toBe(400);
    const second = codeIn(await visitor.follow(authorizeAddress(), callback()));
    expect((await exchange(second)).status).toBe(200);
    expect((await exchange(second)).status).toBe(400);
  });
});

describe('signing in as an employee (ruling 49)', () => {
  const asEmployee = { acr_values: 'impersonator', prompt: 'login' };
  const silent = () => authorizeAddress({ prompt: 'none', redirect_uri: `${origin}/auth/silent.html` });

  /** Gives blake the role during an action. */
  async function withRole<T>(during: () => Promise<T>): Promise<T> {
    const { sub } = await server.findClaims('blake');
    const role = (audienceRole: string | null) =>
      server.opened.db.update(webAccounts).set({ audienceRole }).where(eq(webAccounts.webAccountId, sub));
    await role('impersonator');
    try {
      return await during();
    } finally {
      await role(null);
    }
  }

  const claimsAt = async (answer: Visit, redirect = callback()) => {
    const tokens = v.parse(Tokens, await (await exchange(codeIn(answer), redirect)).json());
    return { token: tokens.access_token, claims: decodeJwt(tokens.access_token) };
  };

  it('adds the role to the audience next to the API, also for renewed tokens', async () => {
    await withRole(async () => {
      const visitor = new Visitor(origin);
      const page = await visitor.follow(authorizeAddress(asEmployee), callback());
      const { token, claims } = await claimsAt(await submit(visitor, page, 'blake', 'demo'));
      expect(claims.aud).toEqual([AUDIENCE, 'impersonator']);
      expect((await ask(token)).status).toBe(200);
      expect(await readKinds(String(claims.sub))).toEqual(['loggedIn', 'impersonationStarted']);
      const renewed = await claimsAt(await visitor.visit(silent()), `${origin}/auth/silent.html`);
      expect(renewed.claims.aud).toEqual([AUDIENCE, 'impersonator']);
    });
  });

  it('grants the role wherever an employee signs in, and to no other person (ruling 9)', async () => {
    const { claims } = await withRole(() => signedIn('blake'));
    expect(claims.aud).toEqual([AUDIENCE, 'impersonator']);
    expect((await signedIn('blake')).claims.aud).toEqual([AUDIENCE]);
  });

  it('asks for the password again', async () => {
    await withRole(async () => {
      const { visitor } = await signedIn('blake');
      const page = await visitor.follow(authorizeAddress(asEmployee), callback());
      expect(page.text).toContain('id="password"');
    });
  });

  it('is rejected with a separate page for people without the role', async () => {
    const visitor = new Visitor(origin);
    const page = await visitor.follow(authorizeAddress(asEmployee), callback());
    const answer = await submit(visitor, page, 'avery', 'demo');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("<h1>You can't log in here</h1>");
    expect(answer.text).toContain('href="/account/login"');
    expect((await visitor.visit(silent())).location).toContain('error=login_required');
  });

  it('ends the session of the person who was signed in before', async () => {
    await withRole(async () => {
      const { visitor } = await signedIn('avery');
      const page = await visitor.follow(authorizeAddress(asEmployee), callback());
      const between = await submit(visitor, page, 'blake', 'demo');
      const xsrf = findAttribute(between.text, /<input[^>]*name="xsrf"[^>]*>/, 'value');
      const end = findAttribute(between.text, /<form[^>]*>/, 'action');
      const { claims } = await claimsAt(await visitor.follow(end, callback(), { xsrf, logout: 'yes' }));
      expect(claims.sub).toBe((await server.findClaims('blake')).sub);
    });
  });

  it('reveals nothing about the role after a wrong password', async () => {
    const visitor = new Visitor(origin);
    const page = await visitor.follow(authorizeAddress(asEmployee), callback());
    expect((await submit(visitor, page, 'avery', 'wrong')).status).toBe(422);
  });
});

describe('signing in with the federal identity (P §2.1)', () => {
  const atTheIdentity = (visitor: Visitor) => visitor.follow(authorizeAddress({ idp_hint: 'federal' }), callback());

  it("shows that identity's sign-in page and accepts its accounts only", async () => {
    const { sub } = await server.findClaims('blake');
    const setProvider = (identityProvider: 'local' | 'federal') =>
      server.opened.db.update(webAccounts).set({ identityProvider }).where(eq(webAccounts.webAccountId, sub));
    const visitor = new Visitor(origin);
    const page = await atTheIdentity(visitor);
    expect(page.text).toContain('<h1>Log In with StudentAid.gov</h1>');
    const refused = await submit(visitor, page, 'blake', 'demo');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('<h1>Log In with StudentAid.gov</h1>');
    await setProvider('federal');
    expect(codeIn(await submit(visitor, page, 'blake', 'demo'))).not.toBe('');
    await setProvider('local');
  });
});

describe('changing the password', () => {
  const NEW = 'seven quiet herons';
  const change = (token: string, presentPassword: string, newPassword = NEW): Promise<Response> =>
    fetch(`${origin}/api/1/passwords/current`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ presentPassword, newPassword }),
    });
  const silent = (visitor: Visitor) => visitor.visit(authorizeAddress({ prompt: 'none' }));
  const readOutcome = async (response: Response) => [response.status, await response.json()];

  afterEach(async () => {
    const { sub } = await server.findClaims('blake');
    const { passwordHash } = await readAccount('avery');
    await server.opened.db.update(webAccounts).set({ passwordHash }).where(eq(webAccounts.webAccountId, sub));
  });
  const readAccount = async (loginName: string) => {
    const [found] = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, loginName));
    if (found === undefined) throw new Error(`No demo person has the login name ${loginName}`);
    return found;
  };

  it('ends all other sessions of that person only, and the new password works immediately', async () => {
    const [here, elsewhere, other] = [await signedIn('blake'), await signedIn('blake'), await signedIn('avery')];
    expect(await readOutcome(await change(here.tokens.access_token, 'demo'))).toEqual([200, { outcome: 'changed' }]);
    expect((await ask(elsewhere.tokens.access_token)).status).toBe(401);
    expect((await ask(here.tokens.access_token)).status).toBe(200);
    expect((await silent(elsewhere.visitor)).location).toContain('error=login_required');
    expect((await silent(here.visitor)).location).toContain('code=');
    expect((await silent(other.visitor)).location).toContain('code=');
    const visitor = new Visitor(origin);
    const page = await signInPage(visitor);
    expect((await submit(visitor, page, 'blake', 'demo')).status).toBe(422);
    expect(codeIn(await submit(visitor, page, 'blake', NEW))).not.toBe('');
  });

  it('revokes unused codes of other sign-ins', async () => {
    const here = await signedIn('blake');
    const visitor = new Visitor(origin);
    const code = codeIn(await submit(visitor, await signInPage(visitor), 'blake', 'demo'));
    await change(here.tokens.access_token, 'demo');
    expect((await exchange(code)).status).toBe(400);
  });

  it('requires the current password, and ends nothing without it', async () => {
    const [here, elsewhere] = [await signedIn('blake'), await signedIn('blake')];
    expect(await readOutcome(await change(here.tokens.access_token, 'Demo'))).toEqual([
      200,
      { outcome: 'wrongPassword' },
    ]);
    expect((await silent(elsewhere.visitor)).location).toContain('code=');
    expect((await readAccount('blake')).passwordHash).toBe((await readAccount('avery')).passwordHash);
  });

  it('limits attempts with a wrong current password', async () => {
    const { tokens } = await signedIn('blake');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await change(tokens.access_token, `guess ${attempt}`)).status).toBe(200);
    }
    expect((await change(tokens.access_token, 'demo')).status).toBe(429);
    expect((await signedIn('blake')).claims.sub).toBeDefined();
  });

  it('rejects a weak new password, and notifies of an accepted one', async () => {
    const { tokens, claims } = await signedIn('blake');
    expect(await readOutcome(await change(tokens.access_token, 'demo', 'Larkfield Loan Servicing'))).toEqual([
      200,
      { outcome: 'commonPassword' },
    ]);
    await change(tokens.access_token, 'demo');
    expect(await readKinds(String(claims.sub))).toEqual(['loggedIn', 'passwordChanged']);
    const sent = await server.opened.db
      .select()
      .from(notices)
      .where(eq(notices.borrowerKey, 'blake'))
      .orderBy(notices.createdAt);
    expect(sent.at(-1)).toMatchObject({ kind: 'passwordChanged', email: expect.stringContaining('@') });
  });

  it('accepts a retry of the same change after a lost response', async () => {
    const { tokens } = await signedIn('blake');
    await change(tokens.access_token, 'demo');
    expect(await readOutcome(await change(tokens.access_token, 'demo'))).toEqual([200, { outcome: 'changed' }]);
  });

  it('completes the required action only if the password changed', async () => {
    const { tokens, claims } = await signedIn('blake');
    const { db } = server.opened;
    const whose = { borrowerKey: 'blake', webAccountId: String(claims.sub) };
    await db.insert(pendingActions).values({ ...whose, action: 'change-password', position: 0 });
    const doneAt = async () =>
      (await db.select().from(pendingActions).where(eq(pendingActions.webAccountId, whose.webAccountId)))[0]?.doneAt;
    await change(tokens.access_token, 'not the present one');
    expect(await doneAt()).toBeNull();
    await change(tokens.access_token, 'demo');
    expect(await doneAt()).toBeInstanceOf(Date);
    await db.delete(pendingActions).where(eq(pendingActions.webAccountId, whose.webAccountId));
  });

  it('rejects an invalid password with the field', async () => {
    const { tokens } = await signedIn('blake');
    const [status, problem] = await readOutcome(await change(tokens.access_token, 'demo', 'fourteen chars'));
    expect(status).toBe(422);
    expect(problem).toMatchObject({
      fields: [{ field: 'newPassword', message: 'Your password must have at least 15 characters.' }],
    });
  });

  it('changes nothing for accounts of the federal identity', async () => {
    const { sub } = await server.findClaims('blake');
    const { tokens } = await signedIn('blake');
    const setProvider = (identityProvider: 'local' | 'federal') =>
      server.opened.db.update(webAccounts).set({ identityProvider }).where(eq(webAccounts.webAccountId, sub));
    await setProvider('federal');
    const response = await change(tokens.access_token, 'demo');
    await setProvider('local');
    expect(await readOutcome(response)).toEqual([200, { outcome: 'wrongPassword' }]);
    expect((await readAccount('blake')).passwordHash).toBe((await readAccount('avery')).passwordHash);
  });
});

describe('silent renewal', () => {
  const silent = () => authorizeAddress({ prompt: 'none', redirect_uri: `${origin}/auth/silent.html` });

  it('returns a new token while the session lasts', async () => {
    const { visitor, claims } = await signedIn('avery');
    const answer = await visitor.visit(silent());
    expect(answer.location).toContain('/auth/silent.html?');
    const response = await exchange(codeIn(answer), `${origin}/auth/silent.html`);
    const { access_token: token } = v.parse(Tokens, await response.json());
    expect(decodeJwt(token).sub).toBe(claims.sub);
  });

  it('reads the account once per request, and stores the code, its exchange and the use of the session', async () => {
    const { visitor } = await signedIn('avery');
    const query = vi.spyOn(getEngine(server.opened), 'query');
    const answer = await visitor.visit(silent());
    expect((await exchange(codeIn(answer), `${origin}/auth/silent.html`)).status).toBe(200);
    const texts = query.mock.calls.map(([text]) => text);
    query.mockRestore();
    expect(texts.filter((text) => text.includes('from "web_accounts"'))).toHaveLength(2);
    expect(texts.filter((text) => !text.startsWith('select')).map((text) => text.split(' ', 3).join(' '))).toEqual([
      'insert into "oidc_records"',
      'insert into "oidc_records"',
      'update "oidc_records" set',
    ]);
    expect(texts).toHaveLength(10);
  });

  it('renews a grant that would expire before its code', async () => {
    const { db } = server.opened;
    const { visitor } = await signedIn('avery');
    const ends = async () => {
      const grants = await db.select().from(oidcRecords).where(eq(oidcRecords.model, 'Grant'));
      return Math.max(...grants.map(({ expiresAt }) => expiresAt?.getTime() ?? 0));
    };
    const first = await ends();
    vi.useFakeTimers({ toFake: ['Date'], now: first - 30_000 });
    await db
      .update(oidcRecords)
      .set({ usedAt: new Date(), expiresAt: new Date(first + 60_000) })
      .where(eq(oidcRecords.model, 'Session'));
    expect((await visitor.visit(silent())).location).toContain('code=');
    expect(await ends()).toBeGreaterThan(first + 60_000);
    vi.useRealTimers();
  });

  it('reports that no session exists', async () => {
    const answer = await new Visitor(origin).visit(silent());
    expect(new URL(answer.location ?? 'missing:').searchParams.get('error')).toBe('login_required');
  });

  it('returns the redirect URL as JSON to a script, and redirects other clients', async () => {
    const { visitor } = await signedIn('avery');
    const said = await visitor.askAsScript(silent());
    expect([said.status, said.location]).toEqual([200, undefined]);
    expect(said.headers.get('content-type')).toMatch(/^application\/json/);
    expect(said.headers.get('cache-control')).toContain('no-store');
    expect(said.headers.get('access-control-allow-origin')).toBeNull();
    const { location } = v.parse(v.strictObject({ location: v.string() }), JSON.parse(said.text));
    expect(location).toContain(`${origin}/auth/silent.html?`);
    expect((await exchange(codeIn({ ...said, location }), `${origin}/auth/silent.html`)).status).toBe(200);
    expect((await visitor.visit(silent())).status).toBe(303);
    const elsewhere = await visitor.askAsScript(authorizeAddress());
    expect([elsewhere.status, elsewhere.location?.startsWith(callback())]).toEqual([303, true]);
    expect((await visitor.askAsScript('/oidc/.well-known/openid-configuration')).status).toBe(200);
    const nobody = await new Visitor(origin).askAsScript(silent());
    expect([nobody.status, JSON.parse(nobody.text).location]).toEqual([
      200,
      expect.stringContaining('error=login_required'),
    ]);
  });

  it('works after a restart', async () => {
    const { visitor, tokens } = await signedIn('avery');
    await stopListening(http);
    const portal = await buildPlaceholder();
    const again = await assemble(server.env, server.opened, {
      portal,
      settings: paths.public,
      documents: server.documentsFolder,
      outbox: server.outboxFolder,
    });
    http = await listen({ ...again, publicUrl: origin, port, viteMiddleware: undefined, requestLimits: UNHURRIED });
    expect((await ask(tokens.access_token)).status).toBe(200);
    expect((await visitor.visit(silent())).location).toContain('code=');
  });
});

describe('signing out', () => {
  const endAddress = (idToken?: string) => {
    const query = new URLSearchParams({
      client_id: 'portal',
      post_logout_redirect_uri: `${origin}/welcome`,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    });
    return `/oidc/session/end?${query.toString()}`;
  };
  const confirm = (visitor: Visitor, page: Visit) =>
    visitor.follow(findAttribute(page.text, /<form[^>]*>/, 'action'), `${origin}/welcome`, {
      xsrf: findAttribute(page.text, /<input[^>]*name="xsrf"[^>]*>/, 'value'),
      logout: 'yes',
    });

  it('ends the session and returns to the welcome page without confirmation', async () => {
    const { visitor, tokens } = await signedIn('avery');
    const page = await visitor.visit(endAddress(tokens.id_token));
    const script = await fetch(new URL(findAttribute(page.text, /<script[^>]*>/, 'src'), origin));
    expect(await script.text()).toContain(`getElementById('${findAttribute(page.text, /<button[^>]*>/, 'id')}')`);
    expect((await confirm(visitor, page)).location).toBe(`${origin}/welcome`);
    const renewed = await visitor.visit(authorizeAddress({ prompt: 'none' }));
    expect(renewed.location).toContain('error=login_required');
  });

  it("asks for confirmation if the link contains another person's id token", async () => {
    const { visitor } = await signedIn('avery');
    const { tokens: others } = await signedIn('blake');
    const page = await visitor.visit(endAddress(others.id_token));
    expect(page.text).not.toContain('<script');
    expect(page.text).toContain('Do you want to log out?');
  });

  it('ends access immediately, and is recorded', async () => {
    const { visitor, tokens, claims } = await signedIn('avery');
    expect((await ask(tokens.access_token)).status).toBe(200);
    await confirm(visitor, await visitor.visit(endAddress(tokens.id_token)));
    expect((await ask(tokens.access_token)).status).toBe(401);
    await expect.poll(() => readKinds(String(claims.sub))).toEqual(['loggedIn', 'loggedOut']);
  });

  it('happens on the server too after the inactivity timeout', async () => {
    const { visitor, tokens, claims } = await signedIn('avery');
    const usedAt = (secondsAgo: number) =>
      server.opened.db
        .update(oidcRecords)
        .set({ usedAt: new Date(Date.now() - secondsAgo * 1000) })
        .where(eq(oidcRecords.uid, String(claims['sid'])));
    await usedAt(1280);
    expect((await ask(tokens.access_token)).status).toBe(200);
    await usedAt(1300);
    expect((await ask(tokens.access_token)).status).toBe(401);
    expect((await visitor.visit(authorizeAddress({ prompt: 'none' }))).location).toContain('error=login_required');
  });

  it('asks for confirmation if the link has no id token', async () => {
    const { visitor } = await signedIn('avery');
    const page = await visitor.visit(endAddress());
    expect(page.text).not.toContain('<script');
    expect(page.text).toContain('Do you want to log out?');
  });

  it('redirects to the portal only', async () => {
    const { visitor, tokens } = await signedIn('avery');
    const address = endAddress(tokens.id_token).replace(
      encodeURIComponent(`${origin}/welcome`),
      'https%3A%2F%2Felsewhere.example',
    );
    expect((await visitor.visit(address)).status).toBe(400);
  });

  it('deletes the session from the database', async () => {
    const { visitor, tokens } = await signedIn('avery');
    await confirm(visitor, await visitor.visit(endAddress(tokens.id_token)));
    const left = await server.opened.db.select().from(oidcRecords);
    expect(left.filter(({ payload }) => payload['accountId'] !== undefined)).toEqual([]);
  });
});
