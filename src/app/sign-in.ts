/**
 * Sign-in by OpenID Connect: authorization code with PKCE. Tokens live in this module's memory only; the browser stores
 * nothing but the state of a sign-in that is under way. The library is loaded when it is first needed.
 */
import { decodeJwt } from 'jose';
import type { User, UserManager } from 'oidc-client-ts';
import * as v from 'valibot';
import { personOf } from '#domain/identity/rules.ts';
import { IdentityClaims, type Person } from '#domain/identity/shapes.ts';
import type { Configuration } from '#domain/portal/shapes.ts';

export const CALLBACK_PATH = '/auth/callback';
const SILENT_PATH = '/auth/silent.html';

const ReturnState = v.object({ returnTo: v.string() });

/** Only addresses of the portal itself: one slash, then no second slash or backslash, which would name a host. */
const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address);

export interface SignIn {
  /** Who is signed in at the provider, or null; nothing is shown. Rejects when the provider cannot be reached. */
  renew(): Promise<Person | null>;
  /** Exchanges the code in the address for tokens. */
  finish(): Promise<{ person: Person; returnTo: string | null }>;
  /** Sends the browser to the provider. */
  leave(returnTo: string): Promise<void>;
  /** Sends the browser to sign out at the provider; the other tabs are told when it comes back. */
  leaveForSignOut(): Promise<void>;
  /** Forgets the tokens of this tab. */
  forget(): Promise<void>;
  accessToken(): Promise<string | undefined>;
  renewedToken(): Promise<string | undefined>;
  /** Calls `ended` when the session ends in another tab, or can no longer be renewed. */
  watch(ended: () => void): () => void;
}

const SIGNED_OUT = 'signed-out';
/** Marks in this tab that the browser has left to sign out. */
const SIGNING_OUT = 'signing-out';

export function createSignIn(configuration: () => Configuration): SignIn {
  const channel = new BroadcastChannel('portal-session');
  // The other tabs are told when the browser comes back: told before the provider's session has ended, they would renew.
  if (sessionStorage.getItem(SIGNING_OUT) !== null) {
    sessionStorage.removeItem(SIGNING_OUT);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
    channel.postMessage(SIGNED_OUT);
  }
  let managerPromise: Promise<UserManager> | undefined;

  async function createManager(): Promise<UserManager> {
    const { UserManager, WebStorageStateStore, InMemoryWebStorage } = await import('oidc-client-ts');
    const { issuer, clientId, apiAudience } = configuration().signIn;
    return new UserManager({
      authority: issuer,
      client_id: clientId,
      redirect_uri: `${location.origin}${CALLBACK_PATH}`,
      silent_redirect_uri: `${location.origin}${SILENT_PATH}`,
      post_logout_redirect_uri: `${location.origin}/welcome`,
      scope: 'openid profile',
      resource: apiAudience,
      userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
      stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'sign-in.' }),
      automaticSilentRenew: true,
    });
  }
  const manager = () => (managerPromise ??= createManager());

  /** Roles come from the access token's claims alone (ruling 7). */
  function personOfUser(user: User): Person {
    const claims = v.parse(IdentityClaims, decodeJwt(user.access_token));
    return personOf(claims, configuration().signIn);
  }

  async function renewedUser(): Promise<User | null> {
    const { ErrorResponse } = await import('oidc-client-ts');
    try {
      return await (await manager()).signinSilent();
    } catch (error) {
      // The provider answered that nobody is signed in there; anything else is a failure.
      if (error instanceof ErrorResponse) return null;
      throw error;
    }
  }

  return {
    async renew() {
      const user = await renewedUser();
      return user === null ? null : personOfUser(user);
    },
    async finish() {
      const user = await (await manager()).signinCallback();
      if (user === undefined) throw new Error('The sign-in brought nobody');
      const state = v.safeParse(ReturnState, user.state);
      const returnTo = state.success && isOwnAddress(state.output.returnTo) ? state.output.returnTo : null;
      return { person: personOfUser(user), returnTo };
    },
    async leave(returnTo) {
      await (await manager()).signinRedirect({ state: { returnTo } });
    },
    async leaveForSignOut() {
      sessionStorage.setItem(SIGNING_OUT, 'true');
      await (await manager()).signoutRedirect();
    },
    async forget() {
      await (await manager()).removeUser();
    },
    async accessToken() {
      const user = await (await manager()).getUser();
      return user === null || user.expired === true ? (await renewedUser())?.access_token : user.access_token;
    },
    async renewedToken() {
      return (await renewedUser())?.access_token;
    },
    watch(ended) {
      const listen = ({ data }: MessageEvent<unknown>) => {
        if (data === SIGNED_OUT) ended();
      };
      channel.addEventListener('message', listen);
      let removals: (() => void)[] = [];
      const listenToTokens = async () => {
        const { events } = await manager();
        removals = [events.addAccessTokenExpired(ended), events.addUserSignedOut(ended)];
      };
      void listenToTokens();
      return () => {
        channel.removeEventListener('message', listen);
        removals.forEach((remove) => remove());
      };
    },
  };
}
