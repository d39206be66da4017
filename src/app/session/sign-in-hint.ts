/**
 * Hint that a person has signed in in this browser and not logged out since. It neither identifies the person nor
 * grants access. Without it, public pages skip the request to the provider and the code for it. A cookie tells the
 * server the same, which then does not prerender the visitor's version of a page.
 */
import { SIGN_IN_COOKIE } from '#domain/portal/prerendering.ts';

const KEY = 'has-signed-in';

/** The lifetime of the cookie after the last page view, in seconds. */
const COOKIE_AGE = 400 * 24 * 60 * 60;

export interface SignInHint {
  has(): boolean;
  set(hasSignedIn: boolean): void;
}

/** Returns the cookie of the hint, in the format of `document.cookie`. */
export const signInCookie = (hasSignedIn: boolean, protocol: string): string =>
  [
    `${SIGN_IN_COOKIE}=1`,
    'Path=/',
    `Max-Age=${hasSignedIn ? COOKIE_AGE : 0}`,
    'SameSite=Lax',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');

/**
 * Creates the hint of this browser. If storage is blocked, the hint is always set. `tellServer` mirrors the hint in the
 * cookie, also when the page starts, since a browser may limit the lifetime of a cookie.
 */
export function createSignInHint(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  tellServer: (hasSignedIn: boolean) => void = () => undefined,
): SignInHint {
  const hint: SignInHint = {
    has() {
      try {
        return storage.getItem(KEY) !== null;
      } catch {
        return true;
      }
    },
    set(hasSignedIn) {
      tellServer(hasSignedIn);
      try {
        if (hasSignedIn) storage.setItem(KEY, 'true');
        else storage.removeItem(KEY);
      } catch {
        // Without storage, every page sends a request to the provider.
      }
    },
  };
  tellServer(hint.has());
  return hint;
}
