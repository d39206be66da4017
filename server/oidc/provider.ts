/** The embedded sign-in provider: OpenID Connect for the web accounts in the database. */
import {
  type Account,
  Provider,
  type Configuration as Settings,
  type Grant,
  type KoaContextWithOIDC,
  interactionPolicy,
} from 'oidc-provider';
import type { Configuration } from '#domain/portal/shapes.ts';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { isUnavailable } from '../unavailable.ts';
import { RETRY_AFTER } from '../http/problems.ts';
import { OIDC_BASE, isHttps } from '../http/routes.ts';
import { getSource, withSource } from '../http/source.ts';
import { logError } from '../log.ts';
import { recordEvent } from '../security-events.ts';
import { type ProviderKeys, SIGNING_ALGORITHM } from './keys.ts';
import { IDENTITY_HINT } from './interactions.ts';
import { type Html, errorPage, signedOutPage, signOutPage } from './pages.ts';
import { findWebAccount, type WebAccount } from '../credentials/people.ts';
import { Records } from './records.ts';

export interface ProviderDeps {
  readonly db: Database;
  readonly keys: ProviderKeys;
  readonly publicUrl: string;
  readonly configuration: Configuration;
  /** The number of trusted proxies in front of the server. */
  readonly proxies: number;
}

const ACCESS_TOKEN_SECONDS = 10 * 60;
export const SESSION_SECONDS = 12 * 60 * 60;
const INTERACTION_SECONDS = 30 * 60;

/**
 * Returns the inactivity timeout of sessions on the server, in seconds without a call or renewal (P §2.5). An open tab
 * renews its token before expiry, so the timeout is never shorter than the token lifetime; the portal itself ends
 * sessions earlier.
 */
export const sessionIdleSeconds = ({ idleSeconds, idleTimeout }: Configuration): number =>
  Math.max(idleSeconds + idleTimeout, ACCESS_TOKEN_SECONDS) + 60;

/** Returns the attributes of the session cookie. With HTTPS, no other site or path can set it. */
export const getSessionCookie = (publicUrl: string) =>
  ({
    path: isHttps(publicUrl) ? '/' : OIDC_BASE,
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(publicUrl),
  }) as const;

/**
 * Returns the names of the provider's cookies. The cookies of a pending sign-in have separate paths, so that two tabs
 * do not interfere.
 */
const getCookieNames = (publicUrl: string): Record<'session' | 'interaction' | 'resume', string> =>
  isHttps(publicUrl)
    ? { session: '__Host-session', interaction: '__Secure-interaction', resume: '__Secure-resume' }
    : { session: '_session', interaction: '_interaction', resume: '_interaction_resume' };

/**
 * Returns the remaining lifetime of a session, which ends twelve hours after signing in regardless of activity (NIST SP
 * 800-63B-4).
 */
const sessionSeconds = (_ctx: unknown, session: { readonly loginTs?: number | undefined }): number =>
  session.loginTs === undefined
    ? SESSION_SECONDS
    : Math.max(1, session.loginTs + SESSION_SECONDS - Math.floor(Date.now() / 1000));

const toClaims = (account: WebAccount) => ({
  given_name: account.givenName,
  family_name: account.familyName,
  nds_application_id: account.applicationId,
  nds_web_account_id: account.webAccountId,
  identity_provider: account.identityProvider,
});

/** Responds with a page. Koa accepts primitive strings only. */
async function show(ctx: KoaContextWithOIDC, page: Html): Promise<void> {
  ctx.type = 'html';
  ctx.body = (await page).toString();
}

/** Lifetime of an authorization code in seconds. Its grant must not expire earlier. */
const CODE_SECONDS = 60;

/** Grants the requested scopes without a consent page, because the portal is the provider's own client. */
async function createGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = ctx.oidc.result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const existing = found !== undefined && found.remainingTTL > CODE_SECONDS ? found : undefined;
  const requested = [...ctx.oidc.requestParamOIDCScopes];
  const granted = new Set(existing?.getOIDCScope().split(' '));
  // A silent renewal requests only granted scopes, so there is nothing to save.
  if (existing !== undefined && requested.every((scope) => granted.has(scope))) return existing;
  const grant = existing ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(requested.join(' '));
  await grant.save();
  return grant;
}

/** Returns the redirect URL of silent authorization requests. */
const getSilentUrl = (publicUrl: string): string => `${publicUrl}/auth/silent.html`;

/**
 * Returns the redirect URL of a silent authorization request as JSON if the portal's script asks for JSON, which saves
 * the round trip of following the redirect. Pages of other origins can read neither.
 */
const saysWhereItLeads =
  (silent: string) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const { location } = ctx.response.headers;
    if (ctx.get('accept') !== 'application/json' || typeof location !== 'string' || !location.startsWith(`${silent}?`))
      return;
    ctx.remove('location');
    ctx.status = 200;
    ctx.body = { location };
  };

function createClient({ publicUrl, configuration }: ProviderDeps): NonNullable<Settings['clients']>[number] {
  return {
    client_id: configuration.signIn.clientId,
    client_name: configuration.servicer.name,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [`${publicUrl}/auth/callback`, getSilentUrl(publicUrl)],
    post_logout_redirect_uris: [`${publicUrl}/`, `${publicUrl}/welcome`],
  };
}

const Hint = v.object({ payload: v.object({ sub: v.string() }) });

/** Returns whether a log-out request contains the id token of the signed-in person. */
function isOwnHint({ oidc }: KoaContextWithOIDC): boolean {
  const hint = v.safeParse(Hint, oidc.entities['IdTokenHint']);
  return hint.success && hint.output.payload.sub === oidc.session?.accountId;
}

function createFeatures({ configuration }: ProviderDeps): NonNullable<Settings['features']> {
  const { servicer } = configuration;
  const { apiAudience } = configuration.signIn;
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => apiAudience,
      useGrantedResource: () => true,
      // The resource has no scopes, because any scope would require a consent page at each sign-in.
      getResourceServerInfo: () => ({
        scope: '',
        audience: apiAudience,
        accessTokenTTL: ACCESS_TOKEN_SECONDS,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: SIGNING_ALGORITHM } },
      }),
    },
    rpInitiatedLogout: {
      enabled: true,
      // A matching id token hint proves that the portal requested the log-out, so no confirmation is needed. Without
      // it, or with the id token of another person, the request may come from a link on any site.
      logoutSource: (ctx, form) => show(ctx, signOutPage({ servicer, form, isRequested: isOwnHint(ctx) })),
      postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage({ servicer })),
    },
  };
}

/** Creates the provider. All its state is in the database, so that restarts and other instances can continue. */
export function createProvider(deps: ProviderDeps): Provider {
  const { db, keys, publicUrl, configuration } = deps;
  /** The rows of accounts that the provider has loaded. It loads them again in each request. */
  const rows = new WeakMap<Account, WebAccount>();
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const provider = new Provider(`${publicUrl}${OIDC_BASE}`, {
    adapter: (model: string) => new Records(db, model, sessionIdleSeconds(configuration)),
    clients: [createClient(deps)],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookie],
      names: getCookieNames(publicUrl),
      long: getSessionCookie(publicUrl),
      short: { httpOnly: true, sameSite: 'lax', secure: isHttps(publicUrl) },
    },
    scopes: ['openid', 'profile'],
    claims: {
      openid: ['sub', 'nds_application_id', 'nds_web_account_id', 'identity_provider'],
      profile: ['given_name', 'family_name'],
    },
    // Includes the name in the id token; otherwise the portal would need a second call.
    conformIdTokenClaims: false,
    acrValues: [configuration.signIn.impersonatorRole],
    extraParams: [IDENTITY_HINT],
    responseTypes: ['code'],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    interactions: { policy, url: (_ctx, interaction) => `${OIDC_BASE}/interaction/${interaction.uid}` },
    loadExistingGrant: createGrant,
    findAccount: async (_ctx, sub) => {
      const row = await findWebAccount(db, sub);
      if (row === undefined) return undefined;
      const account: Account = { accountId: sub, claims: () => ({ sub, ...toClaims(row) }) };
      rows.set(account, row);
      return account;
    },
    formats: {
      customizers: {
        jwt: ({ oidc }, token, { payload }) => {
          const account = oidc.account && rows.get(oidc.account);
          if (account === undefined || !('accountId' in token) || token.accountId !== account.webAccountId) return;
          Object.assign(payload, toClaims(account), {
            ...('sessionUid' in token && token.sessionUid !== undefined ? { sid: token.sessionUid } : {}),
            aud: [configuration.signIn.apiAudience, account.audienceRole ?? []].flat(),
          });
        },
      },
    },
    features: createFeatures(deps),
    clientBasedCORS: (_ctx, origin) => origin === publicUrl,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: SESSION_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: sessionSeconds,
    },
    renderError: (ctx, out) => show(ctx, errorPage({ servicer: configuration.servicer, code: out.error })),
  });
  provider.use((ctx, next) => withSource(getSource(ctx.req, deps.proxies), next));
  provider.use(saysWhereItLeads(getSilentUrl(publicUrl)));
  provider.on('server_error', (ctx, error) => {
    logError('the sign-in provider', error);
    if (!isUnavailable(error) || ctx.status !== 500) return;
    ctx.status = 503;
    ctx.set('retry-after', String(RETRY_AFTER));
  });
  provider.on('end_session.success', ({ oidc, req }: KoaContextWithOIDC) => {
    const webAccountId = oidc.session?.accountId;
    recordEvent(db, { kind: 'loggedOut', webAccountId, address: getSource(req, deps.proxies) }).catch(
      (error: unknown) => logError('recording a log-out', error),
    );
  });
  // The server's own handler has already set the public URL (see listen.ts).
  provider.proxy = true;
  return provider;
}
