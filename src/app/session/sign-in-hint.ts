/**
 * Whether somebody has signed in in this browser and not logged out since. It says nothing of who, and opens nothing: without
 * it the provider need not be asked on a page that is for visitors, and the code for asking need not be loaded. A cookie says
 * the same to the server, which then puts no picture of a visitor's page into the document.
 */
import { SIGN_IN_COOKIE } from '#domain/portal/prerendering.ts';

const KEY = 'has-signed-in';

/** How long the cookie is kept after the last page that was opened, in seconds. */
const COOKIE_AGE = 400 * 24 * 60 * 60;

export interface SignInHint {
  has(): boolean;
  set(hasSignedIn: boolean): void;
}

/** The cookie of the hint, as `document.cookie` takes it. */
export const signInCookie = (hasSignedIn: boolean, protocol: string): string =>
  [
    `${SIGN_IN_COOKIE}=1`,
    'Path=/',
    `Max-Age=${hasSignedIn ? COOKIE_AGE : 0}`,
    'SameSite=Lax',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');

/**
 * The hint of this browser. Where storage is refused, somebody may always be signed in. `tellServer` mirrors it in the cookie,
 * also when the page begins, since a browser may keep a cookie for less time.
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
        // Then the provider is asked on every page.
      }
    },
  };
  tellServer(hint.has());
  return hint;
}
