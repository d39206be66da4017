/** Complete server for one test file, on a database with the demo people. It needs no port. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { CallSpec } from '#domain/call.ts';
import { fileNameFrom } from '#domain/file.ts';
import { type Assembled, assemble } from '#server/assemble.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { webAccounts } from '#server/db/schema/index.ts';
import { type ServerEnv, readEnv } from '#server/env.ts';
import { REQUEST_LIMITS, type RequestLimits } from '#server/http/admission.ts';
import { providerKeys } from '#server/oidc/keys.ts';
import { SESSION } from '#server/credentials/sessions.ts';
import { Records } from '#server/oidc/records.ts';
import { paths } from '#server/paths.ts';
import { EXAMPLE_EMAIL, confirmEmail, storeConfirmed } from './confirmed.ts';
import { NOW, openDemo, openEmpty } from './database.ts';
import { type TokenIssuer, createIssuer } from './tokens.ts';

export const PUBLIC_URL = 'http://localhost:4499';
export const AUDIENCE = 'urn:larkfield:api';

/** The limits on requests without the one on a late event loop: tests of other files delay it. */
export const UNHURRIED: RequestLimits = { ...REQUEST_LIMITS, lag: Infinity };

/** Parts of a call's request, in wire format. */
export interface WireRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Parts of a multipart form with a file, instead of a JSON body. */
  readonly form?: Readonly<Record<string, string | File>>;
  readonly idempotencyKey?: string;
  readonly token?: string | undefined;
}

export interface TestServer extends Assembled {
  readonly opened: OpenedDatabase;
  readonly env: ServerEnv;
  readonly issuer: TokenIssuer;
  /** Folder of the uploaded documents. */
  readonly documentsFolder: string;
  /** Folder of the messages that were delivered without a mail server. */
  readonly outboxFolder: string;
  /** Returns the identity claims of a demo person, as the provider issues them. */
  findClaims(signIn: string): Promise<Parameters<TokenIssuer['mint']>[0]>;
  /** Opens a session at the provider and returns its id, the `sid` of access tokens. */
  openSession(webAccountId: string): Promise<string>;
  /** Returns an access token of a demo person in a new session, which has confirmed the password and {@link EXAMPLE_EMAIL}. */
  mintToken(signIn: string): Promise<string>;
  /** Returns an access token of a demo person in a new session, which has not confirmed the password. */
  mintUnconfirmedToken(signIn: string): Promise<string>;
  make(call: CallSpec, request?: WireRequest): Promise<Response>;
  /** Returns the path of a call. */
  toUrl(call: CallSpec, request: WireRequest): string;
  close(): Promise<void>;
}

/**
 * Sample manifest. Every page loads the first two files; the dashboard loads two more, one of them as an import of the
 * other.
 */
const MANIFEST = {
  _first: { file: 'assets/index-abc123.js' },
  'src/start/main.tsx': {
    file: 'assets/main-1.js',
    imports: ['_first'],
    dynamicImports: ['src/pages/dashboard.tsx'],
  },
  _shared: { file: 'assets/shared-1.js', imports: ['_first'] },
  'src/pages/dashboard.tsx': { file: 'assets/dashboard-1.js', imports: ['_shared', 'src/start/main.tsx'] },
  'src/pages/welcome.tsx': { file: 'assets/welcome-1.js', imports: ['src/start/main.tsx'] },
  'src/ui/styles/fonts/merriweather-bold-basic.woff2': { file: 'assets/heading-1.woff2' },
  'src/ui/styles/fonts/public-sans-basic.woff2': { file: 'assets/text-1.woff2' },
  'src/app/session/oidc.ts': { file: 'assets/oidc-1.js', imports: ['_first'] },
};

/** Inline script that the build writes into the page. */
export const BUILT_SCRIPT = 'window.watched = true;';

/** Creates a folder like the output of the portal's build. */
export async function buildPlaceholder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Portal</title><script>${BUILT_SCRIPT}</script></head><body><div id="root"></div><noscript></noscript></body></html>`,
  );
  await writeFile(join(folder, 'assets/index-abc123.js'), 'export {};');
  await writeFile(join(folder, 'build-version.txt'), '1.2.3');
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(MANIFEST));
  return folder;
}

const toUrl = ({ path }: CallSpec, { params = {}, query = {} }: WireRequest): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return `/api/1/${filled}${search === '' ? '' : `?${search}`}`;
};

/** With another date, the server fills an empty database itself. */
const databaseFor = ({ PORTAL_NOW: now, PORTAL_DEMO: demo }: Readonly<Record<string, string>>) =>
  now !== undefined || demo === '0' ? openEmpty() : openDemo();

/** Starts the server without a port. `variables` is its environment, `built` the additional build output. */
export async function startTestServer(
  variables: Readonly<Record<string, string>> = {},
  open: () => Promise<OpenedDatabase> = () => databaseFor(variables),
  built: { readonly prerender?: string; readonly authorizationPrefetch?: string; readonly flows?: string } = {},
): Promise<TestServer> {
  const opened = await open();
  const portal = await buildPlaceholder();
  const env = readEnv({ PUBLIC_URL, PORTAL_NOW: NOW.toISOString(), ...variables });
  const documents = await mkdtemp(join(tmpdir(), 'portal-documents-'));
  const outbox = join(await mkdtemp(join(tmpdir(), 'portal-mail-')), 'outbox');
  const folders = { portal, settings: paths.public, documents, outbox, ...built };
  const assembled = await assemble(env, opened, folders).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const { signing } = await providerKeys(opened.db);
  const issuer = await createIssuer(env.oidcIssuer ?? `${env.publicUrl}/oidc`, AUDIENCE, signing);

  const findClaims: TestServer['findClaims'] = async (signIn) => {
    const account = (await opened.db.select().from(webAccounts)).find((each) => each.loginName === signIn);
    if (account === undefined) throw new Error(`There is no demo person ${signIn}`);
    const { webAccountId, applicationId, givenName, familyName, identityProvider } = account;
    return {
      sub: webAccountId,
      given_name: givenName,
      family_name: familyName,
      nds_application_id: applicationId,
      nds_web_account_id: webAccountId,
      identity_provider: identityProvider,
    };
  };
  const openSession: TestServer['openSession'] = async (accountId) => {
    const [id, uid] = [randomUUID(), randomUUID()];
    await new Records(opened.db, SESSION, 1200).upsert(id, { accountId, uid, jti: id, kind: SESSION }, 3600);
    return uid;
  };
  return {
    ...assembled,
    opened,
    env,
    issuer,
    documentsFolder: documents,
    outboxFolder: outbox,
    findClaims,
    mintToken: async (signIn) => {
      const claims = await findClaims(signIn);
      const sid = await openSession(claims.sub);
      await storeConfirmed(opened.db, { webAccountId: claims.sub, sessionUid: sid });
      await confirmEmail(opened.db, claims.sub, EXAMPLE_EMAIL);
      return issuer.mint({ ...claims, sid });
    },
    mintUnconfirmedToken: async (signIn) => {
      const claims = await findClaims(signIn);
      return issuer.mint({ ...claims, sid: await openSession(claims.sub) });
    },
    openSession,
    make: async (call, request = {}) => {
      const headers = new Headers();
      if (request.token !== undefined) headers.set('authorization', `Bearer ${request.token}`);
      if (request.idempotencyKey !== undefined) headers.set('idempotency-key', request.idempotencyKey);
      if (request.body !== undefined) headers.set('content-type', 'application/json');
      if (request.form !== undefined) {
        const form = new FormData();
        for (const [name, part] of Object.entries(request.form)) form.append(name, part);
        return assembled.app.request(toUrl(call, request), { method: call.method, headers, body: form });
      }
      const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
      return assembled.app.request(toUrl(call, request), { method: call.method, headers, ...body });
    },
    toUrl,
    close: async () => {
      await opened.close();
      await rm(portal, { recursive: true, force: true });
      await rm(documents, { recursive: true, force: true });
      await rm(dirname(outbox), { recursive: true, force: true });
    },
  };
}

/** Parses the JSON of a response with a schema. */
export const readJson = async <T>(response: Response, schema: v.GenericSchema<unknown, T>): Promise<T> =>
  v.parse(schema, await response.json());

/** Returns the JSON or the file of a call's response, before the call's schema parses it. */
export async function readAnswer({ answersFile }: CallSpec, response: Response): Promise<unknown> {
  if (answersFile === undefined) return response.json();
  const content = await response.blob();
  const [mediaType] = content.type.split(';');
  const fileName = fileNameFrom(response.headers.get('content-disposition') ?? '');
  return { fileName, mediaType, size: content.size, content };
}
