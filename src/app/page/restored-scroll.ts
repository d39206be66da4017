/** Restores the scroll position of a page once its content has loaded. */
import { useEffect } from 'react';
import { hasPrerenderedPage } from '../first-load/prerendered-page.ts';
import { saveScroll } from './page.ts';

/** User events that cancel the restoration. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How long the page may take to load, in milliseconds. */
const LIMIT = 10_000;

/** Matches the parts of the page that are still loading. */
const BUSY = 'main .ui-busy, main[aria-busy="true"]';

/**
 * Scrolls the window to `top` pixels as soon as nothing of the page is loading; undefined leaves it as it is. Until the
 * person does something, focus on the heading does not scroll either.
 */
export function useRestoredScroll(top: number | undefined): void {
  useEffect(() => {
    if (top === undefined || top === 0) return undefined;
    const ending = new AbortController();
    saveScroll(true);
    const end = () => {
      ending.abort();
      saveScroll(false);
    };
    for (const type of MOVES) window.addEventListener(type, end, { signal: ending.signal, passive: true });
    const until = performance.now() + LIMIT;
    const look = () => {
      if (ending.signal.aborted || performance.now() > until) return;
      const isLoading = hasPrerenderedPage(document) || document.querySelector(BUSY) !== null;
      if (!isLoading) window.scrollTo({ top });
      // While the page is too short, the rest of a long table has not been rendered yet.
      if (isLoading || Math.round(window.scrollY) < top) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return end;
  }, [top]);
}
