/**
 * Sign-in by OpenID Connect: authorization code with PKCE. Tokens are in this module's memory only; the browser stores
 * nothing but the pending sign-in request. The protocol code is lazy-loaded.
 */
import * as v from 'valibot';
import { TIME_LIMITS } from '#domain/call.ts';
import { toPerson } from '#domain/session/identity/rules.ts';
import { type SessionEnd, IdentityClaims, type Person, type SignInWay } from '#domain/session/identity/shapes.ts';
import type { Connection } from '#domain/portal/connection.ts';
import type { SignInStart } from '#machines/kit/effect.ts';
import { ReloadNeededError } from '../browser/import-chunk.ts';
import { tabStorage } from '../browser/storage.ts';
import type { SignInHint } from './sign-in-hint.ts';
import type { Provider, Tokens } from './oidc.ts';
import { type SignInRequest, storeRequest, popRequest } from './requests.ts';

/**
 * Returns whether this is an address of the portal itself: one slash, then no second slash or backslash, which would name a
 * host.
 */
const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address);

/**
 * Returns whether `address` is the current one. That address redirects to the sign-in at once, so Back must skip it.
 */
const isPresentAddress = (address: string): boolean => address === location.pathname + location.search + location.hash;

/**
 * Returns the additional parameters for the provider. An employee always enters the password again, since the role
 * applies to that sign-in only.
 */
function toProviderHints(way: SignInWay, { signIn }: Connection): Readonly<Record<string, string>> {
  switch (way) {
    case 'ordinary':
      return {};
    case 'impersonation':
      return { acr_values: signIn.impersonatorRole, prompt: 'login' };
    case 'federal':
      return { idp_hint: 'federal' };
    case 'again':
      return { prompt: 'login' };
  }
}

/** Loads the document of the current address, which cancels a navigation in progress. */
const loadPage = (): void => location.reload();

/** Waits while the browser navigates to another document, until the navigation is aborted. */
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Stores a request until its response arrives. Returns false if the browser blocks storage or has no room left. */
function hasStored(request: SignInRequest, returnTo: string): boolean {
  try {
    // The provider needs its cookies too.
    if (!navigator.cookieEnabled) return false;
    storeRequest(sessionStorage, request, returnTo, Date.now());
    return true;
  } catch {
    return false;
  }
}

export interface SignIn {
  /**
   * Returns the person signed in at the provider, or null, without user interaction. Rejects if the provider is unreachable.
   */
  renew(): Promise<Person | null>;
  /** Exchanges the code in the address for tokens. */
  finish(): Promise<{ person: Person; returnTo: string | null }>;
  /**
   * Redirects the browser to the provider for a sign-in of the given kind. If aborted before the browser has left, loads the
   * current address instead, so that the last action wins. If the browser blocks storage, stays on the page and reports
   * this, because the response could not be matched with this request.
   */
  leave(returnTo: string, way: SignInWay, signal: AbortSignal): Promise<SignInStart>;
  /** Redirects the browser to the provider for signing out; notifies the other tabs when the browser returns. */
  leaveForSignOut(end: SessionEnd, signal: AbortSignal): Promise<void>;
  /** Discards the tokens of this tab. */
  forget(): void;
  accessToken(): Promise<string | undefined>;
  renewedToken(): Promise<string | undefined>;
  /**
   * Calls `ended` when the session ends or a different person signs in in another tab, or when the session can no
   * longer be renewed. Returns a function that stops this.
   */
  watch(ended: (end: SessionEnd) => void): () => void;
}

/** The message of a tab that has signed out, with the reason: signed out by the person, or timed out. */
const SignedOut = v.object({ signedOut: v.picklist(['elsewhere', 'timedOut']) });
type SignedOut = v.InferOutput<typeof SignedOut>;
/**
 * The message of a tab in which a person has signed in, with their web account: sessions of other people have ended.
 */
const SignedIn = v.object({ signedIn: v.string() });
type SignedIn = v.InferOutput<typeof SignedIn>;
const SessionMessage = v.union([SignedOut, SignedIn]);
/** Key in `sessionStorage` of a sign-out redirect in progress, with its reason. */
const SIGNING_OUT = 'signing-out';

/** The provider metadata that the sign-in uses. The document contains it if the provider is the server's own. */
const ProviderMetadata = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  end_session_endpoint: v.string(),
  authorization_response_iss_parameter_supported: v.boolean(),
  id_token_signing_alg_values_supported: v.array(v.string()),
});

/** The name of the provider metadata among the files in the document. */
export const PROVIDER_METADATA = 'openid-configuration';

export interface SignInDeps {
  readonly connection: () => Connection;
  readonly hint: SignInHint;
  /** Returns the provider metadata from the document; undefined if there is none. */
  readonly metadata: () => unknown;
}

/** Loads the protocol code. */
const loadProtocol = () => import('./oidc.ts');

/** The time before its expiry at which a token is renewed, and the interval of that check, in milliseconds. */
const RENEWED_BEFORE = 60_000;
const RENEWAL_CHECK_INTERVAL = 5_000;

export function createSignIn({ connection, hint, metadata }: SignInDeps): SignIn {
  const channel = new BroadcastChannel('portal-session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
  const announce = (message: SignedOut | SignedIn) => channel.postMessage(message);
  // Other tabs are notified when the browser returns. If they were notified before the provider's session has ended,
  // they would renew their own.
  const left = tabStorage.getItem(SIGNING_OUT);
  if (left !== null) {
    tabStorage.removeItem(SIGNING_OUT);
    const message: SignedOut = { signedOut: left === 'timedOut' ? 'timedOut' : 'elsewhere' };
    announce(message);
  }
  const watchers = new Set<(end: SessionEnd) => void>();
  const tell = (end: SessionEnd) => watchers.forEach((ended) => ended(end));
  let tokens: Tokens | null = null;
  let looking: ReturnType<typeof setInterval> | undefined;
  let providerPromise: Promise<Provider> | undefined;
  /** Whether a sign-in has failed before because only a new document can import the protocol code. */
  let isReloadNeeded = false;

  async function createOwnProvider(): Promise<Provider> {
    const { createProvider } = await loadProtocol();
    const { signIn } = connection();
    const known = v.safeParse(ProviderMetadata, metadata());
    const isKnown = known.success && known.output.issuer === signIn.issuer;
    return createProvider(signIn, isKnown ? known.output : undefined);
  }
  const provider = () =>
    (providerPromise ??= createOwnProvider().catch((error: unknown) => {
      // The code or the provider failed to load: the next attempt retries.
      providerPromise = undefined;
      throw error;
    }));

  const storeTokens = (given: Tokens | null) => {
    clearInterval(looking);
    tokens = given;
    if (given === null) return;
    const due = [
      { at: given.expiresAt - RENEWED_BEFORE, renew: renewedTokens },
      { at: given.expiresAt, renew: freshToken },
    ];
    // After sleep, a computer notices only on waking that a token is due. If the provider is unavailable, the next call
    // retries.
    looking = setInterval(() => {
      const [next] = due;
      if (next === undefined || Date.now() < next.at) return;
      due.shift();
      next.renew().catch(() => undefined);
    }, RENEWAL_CHECK_INTERVAL);
  };

  /** Rejects if the provider does not respond, so that the browser is not sent to an unavailable page. */
  async function assertReachable(): Promise<void> {
    const { issuer } = connection().signIn;
    const signal = AbortSignal.timeout(TIME_LIMITS.read);
    const { ok } = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal });
    if (!ok) throw new Error('The sign-in provider is unavailable');
  }

  /** Roles come from the access token's claims alone (ruling 7). */
  async function personOfTokens({ accessToken }: Tokens): Promise<Person> {
    const { decodeJwt } = await loadProtocol();
    const claims = v.parse(IdentityClaims, decodeJwt(accessToken));
    return toPerson(claims, connection().signIn);
  }

  async function askSilently(): Promise<Tokens | null> {
    const [requested, { isRefusal }] = await Promise.all([provider(), loadProtocol()]);
    try {
      const renewed = await requested.renew();
      storeTokens(renewed);
      return renewed;
    } catch (error) {
      // The provider responded that it has no session; any other error is a failure.
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  let renewing: Promise<Tokens | null> | undefined;
  /** Sends one request to the provider for concurrent callers. */
  function renewedTokens(): Promise<Tokens | null> {
    return (renewing ??= askSilently().finally(() => {
      renewing = undefined;
    }));
  }

  /** Returns a fresh token. If the provider no longer issues tokens, ends the session. */
  async function freshToken(): Promise<string | undefined> {
    const renewed = await renewedTokens();
    if (renewed === null) tell('expired');
    return renewed?.accessToken;
  }

  return {
    async renew() {
      const renewed = await renewedTokens();
      hint.set(renewed !== null);
      return renewed === null ? null : personOfTokens(renewed);
    },
    async finish() {
      const answer = new URL(location.href);
      const requested = popRequest(tabStorage, answer);
      if (requested === undefined) throw new Error('This tab has no pending sign-in request');
      const given = await (await provider()).exchange(answer, requested.request);
      storeTokens(given);
      const person = await personOfTokens(given);
      hint.set(true);
      announce({ signedIn: person.webAccountId });
      return { person, returnTo: isOwnAddress(requested.returnTo) ? requested.returnTo : null };
    },
    async leave(returnTo, way, signal) {
      signal.addEventListener('abort', loadPage, { once: true });
      try {
        await assertReachable();
        const { address, request } = await (await provider()).signIn(toProviderHints(way, connection()));
        signal.throwIfAborted();
        if (!hasStored(request, returnTo)) return { isStorageMissing: true };
        // An address that redirects at once is replaced in the history, so that Back goes to the page before it.
        const isPassing = way !== 'ordinary' || isPresentAddress(returnTo);
        location[isPassing ? 'replace' : 'assign'](address);
        await untilAborted(signal);
        return undefined;
      } catch (error) {
        if (!(error instanceof ReloadNeededError)) throw error;
        // The first attempt may be automatic, so a reload could loop forever. The next attempt comes from the borrower.
        if (!isReloadNeeded) {
          isReloadNeeded = true;
          throw error;
        }
        loadPage();
        await untilAborted(signal);
        return undefined;
      } finally {
        signal.removeEventListener('abort', loadPage);
      }
    },
    async leaveForSignOut(end, signal) {
      tabStorage.setItem(SIGNING_OUT, end);
      hint.set(false);
      try {
        const address = (await provider()).signOut(tokens?.idToken);
        storeTokens(null);
        location.assign(address);
        await untilAborted(signal);
      } catch (error) {
        tabStorage.removeItem(SIGNING_OUT);
        throw error;
      }
    },
    forget() {
      storeTokens(null);
    },
    async accessToken() {
      return tokens === null || tokens.expiresAt <= Date.now() ? freshToken() : tokens.accessToken;
    },
    renewedToken: freshToken,
    watch(ended) {
      watchers.add(ended);
      const hear = async (message: SignedOut | SignedIn) => {
        if ('signedOut' in message) return ended(message.signedOut);
        if (tokens === null) return;
        if ((await personOfTokens(tokens)).webAccountId !== message.signedIn) ended('elsewhere');
      };
      const listen = ({ data }: MessageEvent<unknown>) => {
        const message = v.safeParse(SessionMessage, data);
        if (message.success) void hear(message.output);
      };
      channel.addEventListener('message', listen);
      return () => {
        channel.removeEventListener('message', listen);
        watchers.delete(ended);
      };
    },
  };
}
