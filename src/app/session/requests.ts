/**
 * Sign-ins for which the browser has left to the provider, in this tab's session storage until it comes back: what the answer
 * must fit, and where the person wanted to go. No token is ever stored.
 */
import * as v from 'valibot';

/** The portal's address at which the provider brings somebody back. */
export const CALLBACK_PATH = '/auth/callback';

const SignInRequest = v.object({
  redirectUri: v.string(),
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
});
/** What the answer to a request must fit: its address, state and nonce, and the secret of PKCE. */
export type SignInRequest = v.InferOutput<typeof SignInRequest>;

const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ request: SignInRequest, returnTo: v.string(), askedAt: v.number() }),
);

const PREFIX = 'sign-in.';
/** How long somebody may take at the provider, in milliseconds, before what they left with is forgotten by another sign-in. */
const KEPT_FOR = 60 * 60 * 1000;

const readFrom = (storage: Storage, key: string) => {
  const kept = v.safeParse(Kept, storage.getItem(key));
  return kept.success ? kept.output : undefined;
};

/** Keeps a request until its answer comes, and forgets those that nobody came back from. */
export function keepRequest(storage: Storage, request: SignInRequest, returnTo: string, now: number): void {
  for (const key of Object.keys(storage).filter((name) => name.startsWith(PREFIX))) {
    const kept = readFrom(storage, key);
    if (kept === undefined || Math.abs(now - kept.askedAt) > KEPT_FOR) storage.removeItem(key);
  }
  storage.setItem(PREFIX + request.state, JSON.stringify({ request, returnTo, askedAt: now }));
}

/** The request to which an answer's address belongs, by its state, once; undefined where this tab made none. */
export function takeRequest(storage: Storage, answer: URL): { request: SignInRequest; returnTo: string } | undefined {
  const key = PREFIX + (answer.searchParams.get('state') ?? '');
  const kept = readFrom(storage, key);
  storage.removeItem(key);
  return kept;
}
