/**
 * Sign-in by OpenID Connect: authorization code with PKCE. Tokens live in this module's memory only; the browser stores
 * nothing but the request of a sign-in that is under way. What speaks with the provider is loaded when it is first needed.
 */
import * as v from 'valibot';
import { TIME_LIMITS } from '#domain/call.ts';
import { personOf } from '#domain/identity/rules.ts';
import { type SessionEnd, IdentityClaims, type Person, type SignInWay } from '#domain/identity/shapes.ts';
import type { Connection } from '#domain/portal/connection.ts';
import { ReloadNeededError } from '../browser/import-part.ts';
import type { SignInHint } from './sign-in-hint.ts';
import type { Provider, Tokens } from './oidc.ts';
import { keepRequest, takeRequest } from './requests.ts';

/** Only addresses of the portal itself: one slash, then no second slash or backslash, which would name a host. */
const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** Whether `address` is the one that is open. It goes on to the sign-in at once, so that Back must not lead to it. */
const isPresentAddress = (address: string): boolean => address === location.pathname + location.search + location.hash;

/**
 * What the provider is told beside the usual. An employee always gives the password anew, since the role is given for that
 * sign-in only.
 */
function wishOf(way: SignInWay, { signIn }: Connection): Readonly<Record<string, string>> {
  switch (way) {
    case 'ordinary':
      return {};
    case 'impersonation':
      return { acr_values: signIn.impersonatorRole, prompt: 'login' };
    case 'federal':
      return { idp_hint: 'federal' };
  }
}

/** Loads the document of the present address, which takes the place of one that is on its way. */
const loadPage = (): void => location.reload();

/** The browser is on its way to another document, until somebody wants something else. */
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

export interface SignIn {
  /** Who is signed in at the provider, or null; nothing is shown. Rejects when the provider cannot be reached. */
  renew(): Promise<Person | null>;
  /** Exchanges the code in the address for tokens. */
  finish(): Promise<{ person: Person; returnTo: string | null }>;
  /**
   * Sends the browser to the provider, which is told how somebody wants to sign in. Aborted before it has left, it loads the
   * page of the present address instead: of what was pressed, the last counts.
   */
  leave(returnTo: string, way: SignInWay, signal: AbortSignal): Promise<void>;
  /** Sends the browser to sign out at the provider; the other tabs are told when it comes back. */
  leaveForSignOut(end: SessionEnd, signal: AbortSignal): Promise<void>;
  /** Forgets the tokens of this tab. */
  forget(): void;
  accessToken(): Promise<string | undefined>;
  renewedToken(): Promise<string | undefined>;
  /** Calls `ended` when the session ends or somebody else signs in in another tab, or it can no longer be renewed. */
  watch(ended: (end: SessionEnd) => void): () => void;
}

/** What a tab tells the others when it has signed out: that it did, and whether because nobody was there. */
const SignedOut = v.object({ signedOut: v.picklist(['elsewhere', 'timedOut']) });
type SignedOut = v.InferOutput<typeof SignedOut>;
/** What a tab tells the others when somebody has signed in, by their web account: another person's session has ended. */
const SignedIn = v.object({ signedIn: v.string() });
type SignedIn = v.InferOutput<typeof SignedIn>;
const SessionMessage = v.union([SignedOut, SignedIn]);
/** Marks in this tab that the browser has left to sign out, and why. */
const SIGNING_OUT = 'signing-out';

/** What the provider says of itself, as far as the sign-in uses it; it comes with the page where the provider is the server's own. */
const ProviderMetadata = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  end_session_endpoint: v.string(),
  authorization_response_iss_parameter_supported: v.boolean(),
  id_token_signing_alg_values_supported: v.array(v.string()),
});

/** Where the page has what the provider says of itself, among the files that come with it. */
export const PROVIDER_METADATA = 'openid-configuration';

export interface SignInFacts {
  readonly connection: () => Connection;
  readonly hint: SignInHint;
  /** What came with the page of the provider; without it, the provider is asked. */
  readonly metadata: () => unknown;
}

/** What speaks with the provider. */
const loadProtocol = () => import('./oidc.ts');

/** How long before its end a token is renewed, and how often it is looked whether it is time, in milliseconds. */
const RENEWED_BEFORE = 60_000;
const LOOKED_EVERY = 5_000;

export function createSignIn({ connection, hint, metadata }: SignInFacts): SignIn {
  const channel = new BroadcastChannel('portal-session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
  const announce = (message: SignedOut | SignedIn) => channel.postMessage(message);
  // The other tabs are told when the browser comes back: told before the provider's session has ended, they would renew.
  const left = sessionStorage.getItem(SIGNING_OUT);
  if (left !== null) {
    sessionStorage.removeItem(SIGNING_OUT);
    const message: SignedOut = { signedOut: left === 'timedOut' ? 'timedOut' : 'elsewhere' };
    announce(message);
  }
  const watchers = new Set<(end: SessionEnd) => void>();
  const tell = (end: SessionEnd) => watchers.forEach((ended) => ended(end));
  let tokens: Tokens | null = null;
  let looking: ReturnType<typeof setInterval> | undefined;
  let providerPromise: Promise<Provider> | undefined;
  /** Whether leaving has failed before because only a new document can import the code that speaks with the provider. */
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
      // The code or the provider did not arrive: the next try asks again.
      providerPromise = undefined;
      throw error;
    }));

  const keepTokens = (given: Tokens | null) => {
    clearInterval(looking);
    tokens = given;
    if (given === null) return;
    const due = [
      { at: given.expiresAt - RENEWED_BEFORE, renew: renewedTokens },
      { at: given.expiresAt, renew: freshToken },
    ];
    // A computer that slept knows only when it wakes that the time has come. A provider that is away is asked by the next call.
    looking = setInterval(() => {
      const [next] = due;
      if (next === undefined || Date.now() < next.at) return;
      due.shift();
      next.renew().catch(() => undefined);
    }, LOOKED_EVERY);
  };

  /** Nobody is sent to a provider that is away: rejects where it does not answer. */
  async function assertReachable(): Promise<void> {
    const { issuer } = connection().signIn;
    const signal = AbortSignal.timeout(TIME_LIMITS.read);
    const { ok } = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal });
    if (!ok) throw new Error('The sign-in provider is away');
  }

  /** Roles come from the access token's claims alone (ruling 7). */
  async function personOfTokens({ accessToken }: Tokens): Promise<Person> {
    const { decodeJwt } = await loadProtocol();
    const claims = v.parse(IdentityClaims, decodeJwt(accessToken));
    return personOf(claims, connection().signIn);
  }

  async function askSilently(): Promise<Tokens | null> {
    const [asked, { isRefusal }] = await Promise.all([provider(), loadProtocol()]);
    try {
      const renewed = await asked.renew();
      keepTokens(renewed);
      return renewed;
    } catch (error) {
      // The provider answered that nobody is signed in there; anything else is a failure.
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  let renewing: Promise<Tokens | null> | undefined;
  /** Asks the provider once for all who want to know at the same time. */
  function renewedTokens(): Promise<Tokens | null> {
    return (renewing ??= askSilently().finally(() => {
      renewing = undefined;
    }));
  }

  /** A fresh token. Where the provider gives none any more, the session has come to its end. */
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
      const asked = takeRequest(sessionStorage, answer);
      if (asked === undefined) throw new Error('This tab has not asked for a sign-in');
      const given = await (await provider()).exchange(answer, asked.request);
      keepTokens(given);
      const person = await personOfTokens(given);
      hint.set(true);
      announce({ signedIn: person.webAccountId });
      return { person, returnTo: isOwnAddress(asked.returnTo) ? asked.returnTo : null };
    },
    async leave(returnTo, way, signal) {
      signal.addEventListener('abort', loadPage, { once: true });
      try {
        await assertReachable();
        const { address, request } = await (await provider()).signIn(wishOf(way, connection()));
        signal.throwIfAborted();
        keepRequest(sessionStorage, request, returnTo, Date.now());
        // An address that goes on at once is replaced in the history, so that Back leads to what was before it.
        const isPassing = way !== 'ordinary' || isPresentAddress(returnTo);
        location[isPassing ? 'replace' : 'assign'](address);
        await untilAborted(signal);
      } catch (error) {
        if (!(error instanceof ReloadNeededError)) throw error;
        // The first attempt may be the page's own, and reloading then could go on for ever. The next one is the borrower's.
        if (!isReloadNeeded) {
          isReloadNeeded = true;
          throw error;
        }
        loadPage();
        await untilAborted(signal);
      } finally {
        signal.removeEventListener('abort', loadPage);
      }
    },
    async leaveForSignOut(end, signal) {
      sessionStorage.setItem(SIGNING_OUT, end);
      hint.set(false);
      try {
        const address = (await provider()).signOut(tokens?.idToken);
        keepTokens(null);
        location.assign(address);
        await untilAborted(signal);
      } catch (error) {
        sessionStorage.removeItem(SIGNING_OUT);
        throw error;
      }
    },
    forget() {
      keepTokens(null);
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
