/** How a provider of the portal's own origin is asked who is signed in. */
import { afterEach, expect, it, vi } from 'vitest';
import { silentRequest } from '#src/app/session/silent-request.ts';

const ASKED = 'https://portal.example/oidc/auth?prompt=none';
const REACHED = 'https://portal.example/auth/silent.html?code=1&state=2';

/** An answer that stands at the end of a redirect. */
const answer = (status: number): Response =>
  Object.defineProperty(new Response('', { status }), 'url', { value: REACHED });

afterEach(() => vi.unstubAllGlobals());

it('brings the address to which the provider leads, asked with the cookies of this origin and past any cache', async () => {
  const fetched = vi.fn(async () => answer(200));
  vi.stubGlobal('fetch', fetched);
  const asking = await silentRequest.prepare({});
  expect(await asking.navigate({ url: ASKED })).toEqual({ url: REACHED });
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    ASKED,
    expect.objectContaining({ credentials: 'same-origin', cache: 'no-store' }),
  );
});

it('fails where the provider answers with a failure', async () => {
  vi.stubGlobal('fetch', async () => answer(503));
  await expect((await silentRequest.prepare({})).navigate({ url: ASKED })).rejects.toThrow('503');
});

it('is broken off when it is closed', async () => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(new Error('broken off')));
      }),
  );
  const asking = await silentRequest.prepare({});
  const asked = asking.navigate({ url: ASKED });
  asking.close();
  await expect(asked).rejects.toThrow('broken off');
});
