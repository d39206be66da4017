/** The embedded sign-in provider: OpenID Connect with the web accounts of the database. */
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
import type { Database } from '../db/open.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { RETRY_AFTER } from '../http/problems.ts';
import { OIDC_BASE, isHttps } from '../http/routes.ts';
import { sourceOf, withSource } from '../http/source.ts';
import { logError } from '../log.ts';
import { recordEvent } from '../security-events.ts';
import { type ProviderKeys, SIGNING_ALGORITHM } from './keys.ts';
import { IDENTITY_HINT } from './interactions.ts';
import { type Html, errorPage, signedOutPage, signOutPage } from './pages.ts';
import { findWebAccount, type WebAccount } from './people.ts';
import { Records } from './records.ts';

export interface ProviderDeps {
  readonly db: Database;
  readonly keys: ProviderKeys;
  readonly publicUrl: string;
  readonly configuration: Configuration;
  /** How many proxies of our own stand in front of the server. */
  readonly proxies: number;
}

const ACCESS_TOKEN_SECONDS = 10 * 60;
export const SESSION_SECONDS = 12 * 60 * 60;
const INTERACTION_SECONDS = 30 * 60;

/**
 * Seconds without any call or renewal after which a session ends on the server too (P §2.5). A tab that is open renews by
 * itself before its token expires, so that the limit is never shorter than that; the portal in it ends the session earlier.
 */
export const sessionIdleSeconds = ({ idleSeconds, idleTimeout }: Configuration): number =>
  Math.max(idleSeconds + idleTimeout, ACCESS_TOKEN_SECONDS) + 60;

/** How a session's cookie is kept: where the portal is reached by https, so that no other site or path can set it. */
export const sessionCookieOf = (publicUrl: string) =>
  ({
    path: isHttps(publicUrl) ? '/' : OIDC_BASE,
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(publicUrl),
  }) as const;

/** What the provider's cookies are called. Those of a sign-in under way have a path each, so that two tabs do not meet. */
const cookieNamesOf = (publicUrl: string): Record<'session' | 'interaction' | 'resume', string> =>
  isHttps(publicUrl)
    ? { session: '__Host-session', interaction: '__Secure-interaction', resume: '__Secure-resume' }
    : { session: '_session', interaction: '_interaction', resume: '_interaction_resume' };

/** A session ends twelve hours after signing in, however often it is used (NIST SP 800-63B-4). */
const sessionSeconds = (_ctx: unknown, session: { readonly loginTs?: number | undefined }): number =>
  session.loginTs === undefined
    ? SESSION_SECONDS
    : Math.max(1, session.loginTs + SESSION_SECONDS - Math.floor(Date.now() / 1000));

const claimsOf = (account: WebAccount) => ({
  given_name: account.givenName,
  family_name: account.familyName,
  nds_application_id: account.applicationId,
  nds_web_account_id: account.webAccountId,
  identity_provider: account.identityProvider,
});

/** Answers with a page. The provider's framework takes primitive strings only. */
async function show(ctx: KoaContextWithOIDC, page: Html): Promise<void> {
  ctx.type = 'html';
  ctx.body = (await page).toString();
}

/** How long a code can be exchanged; the grant that it stands for must not end earlier. */
const CODE_SECONDS = 60;

/** The portal is the provider's own client, so what it asks for is granted without a question to the person. */
async function grantOf(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = ctx.oidc.result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const existing = found !== undefined && found.remainingTTL > CODE_SECONDS ? found : undefined;
  const asked = [...ctx.oidc.requestParamOIDCScopes];
  const granted = new Set(existing?.getOIDCScope().split(' '));
  // A silent renewal asks for what has been granted, so that nothing is to be stored.
  if (existing !== undefined && asked.every((scope) => granted.has(scope))) return existing;
  const grant = existing ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(asked.join(' '));
  await grant.save();
  return grant;
}

/** Where a silent question ends. */
const silentAddressOf = (publicUrl: string): string => `${publicUrl}/auth/silent.html`;

/**
 * A script of the portal that asks silently for JSON gets the address to which it would be redirected, since following the
 * redirect would only be another round trip. Pages of other origins can read neither.
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

function clientOf({ publicUrl, configuration }: ProviderDeps): NonNullable<Settings['clients']>[number] {
  return {
    client_id: configuration.signIn.clientId,
    client_name: configuration.servicer.name,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [`${publicUrl}/auth/callback`, silentAddressOf(publicUrl)],
    post_logout_redirect_uris: [`${publicUrl}/`, `${publicUrl}/welcome`],
  };
}

const Hint = v.object({ payload: v.object({ sub: v.string() }) });

/** Whether a log-out is asked for with the id token of the person who is logged in. */
function isOwnHint({ oidc }: KoaContextWithOIDC): boolean {
  const hint = v.safeParse(Hint, oidc.entities['IdTokenHint']);
  return hint.success && hint.output.payload.sub === oidc.session?.accountId;
}

function featuresOf({ configuration }: ProviderDeps): NonNullable<Settings['features']> {
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
      // The resource has no scopes of its own: with some, every sign-in would end in a question for consent.
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
      // With the person's own id token as a hint the portal itself asks, so that they are not asked again. Without it, or with
      // somebody else's, it may be anybody's link.
      logoutSource: (ctx, form) => show(ctx, signOutPage({ servicer, form, isAsked: isOwnHint(ctx) })),
      postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage({ servicer })),
    },
  };
}

/** Makes the provider. Its state is in the database alone, so that a restart and another instance carry on with it. */
export function createProvider(deps: ProviderDeps): Provider {
  const { db, keys, publicUrl, configuration } = deps;
  /** The rows of the accounts that the provider has asked for; it asks anew in each request. */
  const rows = new WeakMap<Account, WebAccount>();
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const provider = new Provider(`${publicUrl}${OIDC_BASE}`, {
    adapter: (model: string) => new Records(db, model, sessionIdleSeconds(configuration)),
    clients: [clientOf(deps)],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookie],
      names: cookieNamesOf(publicUrl),
      long: sessionCookieOf(publicUrl),
      short: { httpOnly: true, sameSite: 'lax', secure: isHttps(publicUrl) },
    },
    scopes: ['openid', 'profile'],
    claims: {
      openid: ['sub', 'nds_application_id', 'nds_web_account_id', 'identity_provider'],
      profile: ['given_name', 'family_name'],
    },
    // The portal reads the name from the id token; otherwise it would have to ask for it in a second call.
    conformIdTokenClaims: false,
    acrValues: [configuration.signIn.impersonatorRole],
    extraParams: [IDENTITY_HINT],
    responseTypes: ['code'],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    interactions: { policy, url: (_ctx, interaction) => `${OIDC_BASE}/interaction/${interaction.uid}` },
    loadExistingGrant: grantOf,
    findAccount: async (_ctx, sub) => {
      const row = await findWebAccount(db, sub);
      if (row === undefined) return undefined;
      const account: Account = { accountId: sub, claims: () => ({ sub, ...claimsOf(row) }) };
      rows.set(account, row);
      return account;
    },
    formats: {
      customizers: {
        jwt: ({ oidc }, token, { payload }) => {
          const account = oidc.account && rows.get(oidc.account);
          if (account === undefined || !('accountId' in token) || token.accountId !== account.webAccountId) return;
          Object.assign(payload, claimsOf(account), {
            ...('sessionUid' in token && token.sessionUid !== undefined ? { sid: token.sessionUid } : {}),
            aud: [configuration.signIn.apiAudience, account.audienceRole ?? []].flat(),
          });
        },
      },
    },
    features: featuresOf(deps),
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
  provider.use((ctx, next) => withSource(sourceOf(ctx.req, deps.proxies), next));
  provider.use(saysWhereItLeads(silentAddressOf(publicUrl)));
  provider.on('server_error', (ctx, error) => {
    logError('the sign-in provider', error);
    if (!isUnavailable(error) || ctx.status !== 500) return;
    ctx.status = 503;
    ctx.set('retry-after', String(RETRY_AFTER));
  });
  provider.on('end_session.success', ({ oidc, req }: KoaContextWithOIDC) => {
    const webAccountId = oidc.session?.accountId;
    recordEvent(db, { kind: 'loggedOut', webAccountId, address: sourceOf(req, deps.proxies) }).catch((error: unknown) =>
      logError('recording a log-out', error),
    );
  });
  // Behind the server's own handler the address is already the public one (see listen.ts).
  provider.proxy = true;
  return provider;
}
