/**
 * How the portal asks a provider of its own origin who is signed in: by a request. The provider answers with a redirect, and
 * the address to which it leads says the rest. The library's own way is a hidden frame, which loads a page and a script more.
 */
import type { INavigator } from 'oidc-client-ts';
import { TIME_LIMITS } from '#domain/call.ts';

/** A navigator of the sign-in library. Rejects where no answer comes in time. */
export const silentRequest: INavigator = {
  prepare: async () => {
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(TIME_LIMITS.read)]);
    return {
      navigate: async ({ url }) => {
        const {
          ok,
          status,
          url: reached,
        } = await fetch(url, { credentials: 'same-origin', cache: 'no-store', signal });
        if (!ok) throw new Error(`The provider answered ${status}`);
        return { url: reached };
      },
      close: () => leaving.abort(),
    };
  },
  callback: () => Promise.resolve(),
};
