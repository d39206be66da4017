/**
 * Pending sign-in requests, in the tab's session storage until the browser returns from the provider: the values that
 * the response must match, and the address to return to. Tokens are never stored.
 */
import * as v from 'valibot';
import { storableAddress } from '#domain/portal/content/search-address.ts';

/** The portal's address to which the provider redirects. */
export const CALLBACK_PATH = '/auth/callback';

const SignInRequest = v.object({
  redirectUri: v.string(),
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
});
/** The values that the response to a request must match: address, state, nonce, and the PKCE secret. */
export type SignInRequest = v.InferOutput<typeof SignInRequest>;

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ request: SignInRequest, returnTo: v.string(), requestedAt: v.number() }),
);

const PREFIX = 'sign-in.';
/** The time in milliseconds after which another sign-in removes a pending request. */
const KEPT_FOR = 60 * 60 * 1000;

const readFrom = (storage: Storage, key: string) => {
  const stored = v.safeParse(Stored, storage.getItem(key));
  return stored.success ? stored.output : undefined;
};

/** Stores a request until its response arrives, and removes abandoned requests. */
export function storeRequest(storage: Storage, request: SignInRequest, returnTo: string, now: number): void {
  for (const key of Object.keys(storage).filter((name) => name.startsWith(PREFIX))) {
    const stored = readFrom(storage, key);
    if (stored === undefined || Math.abs(now - stored.requestedAt) > KEPT_FOR) storage.removeItem(key);
  }
  storage.setItem(
    PREFIX + request.state,
    JSON.stringify({ request, returnTo: storableAddress(returnTo), requestedAt: now }),
  );
}

/** Returns and removes the request with the `state` of a redirect, or undefined if this tab sent none. */
export function popRequest(storage: Storage, answer: URL): { request: SignInRequest; returnTo: string } | undefined {
  const key = PREFIX + (answer.searchParams.get('state') ?? '');
  const stored = readFrom(storage, key);
  storage.removeItem(key);
  return stored;
}
