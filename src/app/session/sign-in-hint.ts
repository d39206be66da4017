/**
 * Whether somebody has signed in in this browser and not logged out since. It says nothing of who, and opens nothing: without
 * it the provider need not be asked on a page that is for visitors, and the code for asking need not be loaded.
 */
const KEY = 'has-signed-in';

export interface SignInHint {
  has(): boolean;
  set(hasSignedIn: boolean): void;
}

/** The hint of this browser. Where storage is refused, somebody may always be signed in. */
export const createSignInHint = (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SignInHint => ({
  has() {
    try {
      return storage.getItem(KEY) !== null;
    } catch {
      return true;
    }
  },
  set(hasSignedIn) {
    try {
      if (hasSignedIn) storage.setItem(KEY, 'true');
      else storage.removeItem(KEY);
    } catch {
      // Then the provider is asked on every page.
    }
  },
});
