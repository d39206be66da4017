/**
 * When the portal is drawn first: as soon as what the first page is drawn from is known (who is signed in, whether they may
 * open it, its code), so that it is not drawn twice in a moment.
 */
import type { DataRouter } from 'react-router-dom';
import { hasPicture } from './prerender/picture.ts';

/**
 * How long that is waited for, in milliseconds; then what is around the page is shown without it. Where a picture or a frame of
 * the page is seen, that is seen already, and the portal takes its place later for those who do not see it.
 */
export const knownSoon = (page: Document): number => (hasPicture(page) ? 2_000 : 250);

/** Resolves when the router has loaded the code of the page at which it starts, or has failed to. */
export const firstPageReady = (router: Pick<DataRouter, 'state' | 'subscribe'>): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

/** Calls `draw` once all of `parts` have settled, or after `limit` milliseconds. Returns how to give it up. */
export function whenKnown(parts: readonly Promise<void>[], draw: () => void, limit: number): () => void {
  let isGivenUp = false;
  let drawing = setTimeout(draw, limit);
  void Promise.allSettled(parts).then(() => {
    if (isGivenUp) return;
    clearTimeout(drawing);
    // The texts that came with the page are here in a moment: drawn with them, the page does not jump.
    drawing = setTimeout(draw);
  });
  return () => {
    isGivenUp = true;
    clearTimeout(drawing);
  };
}
