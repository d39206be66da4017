/**
 * Sign-in by OpenID Connect: authorization code with PKCE. Tokens live in this module's memory only; the browser stores
 * nothing but the state of a sign-in that is under way. The library is loaded when it is first needed.
 */
import type { SigninRedirectArgs, User, UserManager, UserManagerSettings } from 'oidc-client-ts';
import * as v from 'valibot';
import { TIME_LIMITS } from '#domain/call.ts';
import { personOf } from '#domain/identity/rules.ts';
import { type SessionEnd, IdentityClaims, type Person, type SignInWay } from '#domain/identity/shapes.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import type { SignInHint } from './sign-in-hint.ts';
import { silentRequest } from './silent-request.ts';

export const CALLBACK_PATH = '/auth/callback';
const SILENT_PATH = '/auth/silent.html';

const ReturnState = v.object({ returnTo: v.string() });

/** Only addresses of the portal itself: one slash, then no second slash or backslash, which would name a host. */
const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** Whether `address` is the one that is open. It goes on to the sign-in at once, so that Back must not lead to it. */
const isPresentAddress = (address: string): boolean => address === location.pathname + location.search + location.hash;

/**
 * What the provider is told beside the usual. An employee always gives the password anew, since the role is given for that
 * sign-in only. An address that goes on at once is replaced in the history, so that Back leads to what was before it.
 */
function wishOf(way: SignInWay, { signIn }: Configuration): SigninRedirectArgs {
  switch (way) {
    case 'ordinary':
      return {};
    case 'impersonation':
      return { acr_values: signIn.impersonatorRole, prompt: 'login', redirectMethod: 'replace' };
    case 'federal':
      return { extraQueryParams: { idp_hint: 'federal' }, redirectMethod: 'replace' };
  }
}

/** Loads the document of the present address, which takes the place of one that is on its way. */
const loadPage = (): void => location.reload();

/** The library holds a document that has just been loaded for one that is shown again: the browser may not have left yet. */
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
  leaveForSignOut(end: SessionEnd): Promise<void>;
  /** Forgets the tokens of this tab. */
  forget(): Promise<void>;
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
});

/** Where the page has what the provider says of itself, among the files that come with it. */
export const PROVIDER_METADATA = 'openid-configuration';

export interface SignInFacts {
  readonly configuration: () => Configuration;
  readonly hint: SignInHint;
  /** What came with the page of the provider; without it, the provider is asked. */
  readonly metadata: () => unknown;
}

const loadLibrary = () => import('./oidc.ts');

export function createSignIn({ configuration, hint, metadata }: SignInFacts): SignIn {
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
  let managerPromise: Promise<UserManager> | undefined;

  async function createManager(): Promise<UserManager> {
    const { UserManager, WebStorageStateStore, InMemoryWebStorage } = await loadLibrary();
    const { issuer, clientId, apiAudience } = configuration().signIn;
    const known = v.safeParse(ProviderMetadata, metadata());
    const settings: UserManagerSettings = {
      authority: issuer,
      ...(known.success && known.output.issuer === issuer && { metadata: known.output }),
      client_id: clientId,
      redirect_uri: `${location.origin}${CALLBACK_PATH}`,
      silent_redirect_uri: `${location.origin}${SILENT_PATH}`,
      post_logout_redirect_uri: `${location.origin}/welcome`,
      scope: 'openid profile',
      resource: apiAudience,
      userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
      stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'sign-in.' }),
      automaticSilentRenew: true,
      requestTimeoutInSeconds: TIME_LIMITS.read / 1000,
    };
    const isOwn = new URL(issuer).origin === location.origin;
    const created = new UserManager(settings, undefined, undefined, isOwn ? silentRequest : undefined);
    created.events.addAccessTokenExpired(renewExpired);
    created.events.addUserSignedOut(() => tell('elsewhere'));
    return created;
  }
  const manager = () =>
    (managerPromise ??= createManager().catch((error: unknown) => {
      // The library did not arrive: the next try asks for it again.
      managerPromise = undefined;
      throw error;
    }));

  /** Nobody is sent to a provider that is away: rejects where it does not answer. */
  async function assertReachable(): Promise<void> {
    const { issuer } = configuration().signIn;
    const signal = AbortSignal.timeout(TIME_LIMITS.read);
    const { ok } = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal });
    if (!ok) throw new Error('The sign-in provider is away');
  }

  /** Roles come from the access token's claims alone (ruling 7). */
  async function personOfUser(user: User): Promise<Person> {
    const { decodeJwt } = await loadLibrary();
    const claims = v.parse(IdentityClaims, decodeJwt(user.access_token));
    return personOf(claims, configuration().signIn);
  }

  async function askSilently(): Promise<User | null> {
    const { ErrorResponse } = await loadLibrary();
    try {
      return await (await manager()).signinSilent();
    } catch (error) {
      // The provider answered that nobody is signed in there; anything else is a failure.
      if (error instanceof ErrorResponse) return null;
      throw error;
    }
  }

  let renewing: Promise<User | null> | undefined;
  /** Asks the provider once for all who want to know at the same time. */
  const renewedUser = (): Promise<User | null> =>
    (renewing ??= askSilently().finally(() => {
      renewing = undefined;
    }));

  /** A fresh token. Where the provider gives none any more, the session has come to its end. */
  async function freshToken(): Promise<string | undefined> {
    const user = await renewedUser();
    if (user === null) tell('expired');
    return user?.access_token;
  }

  /**
   * A computer that slept wakes up with an expired token, which the provider may well renew. A provider that cannot be
   * reached is asked again by the next call.
   */
  const renewExpired = async (): Promise<void> => {
    await freshToken().catch(() => undefined);
  };

  return {
    async renew() {
      const user = await renewedUser();
      hint.set(user !== null);
      return user === null ? null : personOfUser(user);
    },
    async finish() {
      const user = await (await manager()).signinCallback();
      if (user === undefined) throw new Error('The sign-in brought nobody');
      const state = v.safeParse(ReturnState, user.state);
      const returnTo = state.success && isOwnAddress(state.output.returnTo) ? state.output.returnTo : null;
      const person = await personOfUser(user);
      hint.set(true);
      announce({ signedIn: person.webAccountId });
      return { person, returnTo };
    },
    async leave(returnTo, way, signal) {
      signal.addEventListener('abort', loadPage, { once: true });
      try {
        await assertReachable();
        const client = await manager();
        // Asked for before the last look at the signal: what remains to be done takes no time.
        await client.metadataService.getMetadata();
        signal.throwIfAborted();
        const redirectMethod = isPresentAddress(returnTo) ? 'replace' : 'assign';
        await client.signinRedirect({ state: { returnTo }, redirectMethod, ...wishOf(way, configuration()) });
        await untilAborted(signal);
      } finally {
        signal.removeEventListener('abort', loadPage);
      }
    },
    async leaveForSignOut(end) {
      sessionStorage.setItem(SIGNING_OUT, end);
      hint.set(false);
      try {
        await (await manager()).signoutRedirect();
      } catch (error) {
        sessionStorage.removeItem(SIGNING_OUT);
        throw error;
      }
    },
    async forget() {
      await (await managerPromise)?.removeUser();
    },
    async accessToken() {
      const user = await (await manager()).getUser();
      return user === null || user.expired === true ? freshToken() : user.access_token;
    },
    renewedToken: freshToken,
    watch(ended) {
      watchers.add(ended);
      const hear = async (message: SignedOut | SignedIn) => {
        if ('signedOut' in message) return ended(message.signedOut);
        const user = await (await managerPromise)?.getUser();
        if (user === null || user === undefined) return;
        if ((await personOfUser(user)).webAccountId !== message.signedIn) ended('elsewhere');
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
