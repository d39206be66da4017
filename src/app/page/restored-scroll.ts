/** Restores the scroll position of a page once its content has loaded. */
import { useEffect } from 'react';
import { hasPrerenderedPage } from '../first-load/prerendered-page.ts';

/** Events by which the person takes over; the page then stays where it is. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How long the page may take to load, in milliseconds. */
const LIMIT = 10_000;

/** Something of the page is still loading. */
const BUSY = 'main .ui-busy, main[aria-busy="true"]';

/** Frames in which focus moves to the heading of a complete page, which scrolls the page to its top. */
const FRAMES_OF_FOCUS = 2;

/** Scrolls the window to `top` pixels as soon as nothing of the page is loading; undefined leaves it as it is. */
export function useRestoredScroll(top: number | undefined): void {
  useEffect(() => {
    if (top === undefined || top === 0) return undefined;
    const ending = new AbortController();
    const end = () => ending.abort();
    for (const type of MOVES) window.addEventListener(type, end, { signal: ending.signal, passive: true });
    const alarm = setTimeout(end, LIMIT);
    let framesComplete = 0;
    const look = () => {
      if (ending.signal.aborted) return;
      const isLoading = hasPrerenderedPage(document) || document.querySelector(BUSY) !== null;
      framesComplete = isLoading ? 0 : framesComplete + 1;
      if (framesComplete <= FRAMES_OF_FOCUS) {
        requestAnimationFrame(look);
        return;
      }
      window.scrollTo({ top });
      // The page is still too short: the rest of a long table renders later.
      if (Math.round(window.scrollY) < top) requestAnimationFrame(look);
      else end();
    };
    requestAnimationFrame(look);
    return () => {
      clearTimeout(alarm);
      end();
    };
  }, [top]);
}
