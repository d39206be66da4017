/** Silent request to an external identity provider, in a hidden frame of a real browser. */
import { expect, it } from 'vitest';
import { silentFrame } from '#src/app/session/silent.ts';

/** Returns the URL of a same-origin page that runs a script. */
const pageThat = (script: string): string =>
  URL.createObjectURL(new Blob([`<script>${script}</script>`], { type: 'text/html' }));
const TELLS = 'parent.postMessage({ silentAnswer: location.href }, location.origin)';

const frames = () => document.querySelectorAll('iframe[title="Renewing your session"]');

it('returns the final URL of the frame, which is hidden and then removed', async () => {
  const page = pageThat(TELLS);
  const asking = silentFrame(new URL(page), AbortSignal.timeout(5_000));
  expect([...frames()].map((frame) => frame.checkVisibility())).toEqual([false]);
  expect(await asking).toBe(page);
  expect(frames()).toHaveLength(0);
});

it('ignores messages from any source but the frame', async () => {
  const leaving = new AbortController();
  const asking = silentFrame(new URL(pageThat('')), leaving.signal);
  window.postMessage({ silentAnswer: 'https://forged.example/?code=1' }, location.origin);
  const other = document.createElement('iframe');
  other.src = pageThat(TELLS);
  document.body.append(other);
  await new Promise((loaded) => other.addEventListener('load', loaded));
  other.remove();
  leaving.abort();
  await expect(asking).rejects.toThrow('The sign-in provider did not respond');
  expect(frames()).toHaveLength(0);
});
