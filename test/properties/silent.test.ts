/** How a provider of the portal's own origin is asked who is signed in. */
import { afterEach, expect, it, vi } from 'vitest';
import { silentRequest } from '#src/app/session/silent.ts';

const ASKED = 'https://portal.example/oidc/auth?prompt=none';
const REACHED = 'https://portal.example/auth/silent.html?code=1&state=2';

/** An answer that stands at the end of a redirect. */
const answer = (status: number): Response =>
  Object.defineProperty(new Response('', { status }), 'url', { value: REACHED });

afterEach(() => vi.unstubAllGlobals());

it('brings the address to which the provider leads, asked with the cookies of this origin and past any cache', async () => {
  const fetched = vi.fn(async () => answer(200));
  vi.stubGlobal('fetch', fetched);
  const { signal } = new AbortController();
  expect(await silentRequest(ASKED, signal)).toBe(REACHED);
  const headers = { accept: 'application/json' };
  expect(fetched).toHaveBeenCalledExactlyOnceWith(ASKED, {
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
});

it('takes the address from an answer that says it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ location: REACHED }));
  expect(await silentRequest(ASKED, new AbortController().signal)).toBe(REACHED);
  vi.stubGlobal('fetch', async () => Response.json({ other: REACHED }));
  await expect(silentRequest(ASKED, new AbortController().signal)).rejects.toThrow('location');
});

it('fails where the provider answers with a failure', async () => {
  vi.stubGlobal('fetch', async () => answer(503));
  await expect(silentRequest(ASKED, new AbortController().signal)).rejects.toThrow('503');
});
