/**
 * Delays the first render until the data of the first page are known (the session, access, the page's code), so that
 * the page does not render twice within a moment.
 */
import type { DataRouter } from 'react-router-dom';
import { hasPrerenderedPage } from './prerendered-page.ts';

/**
 * Returns the limit of that delay in milliseconds; after it, the shell renders without the page. With prerendered
 * HTML, the shell is visible already, so the portal can replace it later.
 */
export const firstRenderTimeout = (page: Document): number => (hasPrerenderedPage(page) ? 2_000 : 250);

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

/** Calls `draw` once all of `parts` have settled, or after `limit` milliseconds. Returns a function that cancels this. */
export function renderWhenSettled(parts: readonly Promise<void>[], draw: () => void, limit: number): () => void {
  let isGivenUp = false;
  let drawing = setTimeout(draw, limit);
  void Promise.allSettled(parts).then(() => {
    if (isGivenUp) return;
    clearTimeout(drawing);
    // The texts embedded in the document are available in a moment. Rendering with them avoids a layout shift.
    drawing = setTimeout(draw);
  });
  return () => {
    isGivenUp = true;
    clearTimeout(drawing);
  };
}
