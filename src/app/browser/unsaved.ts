/**
 * What would be lost if the document were loaded anew or left. Whoever has something reports it for as long as it does; the
 * browser then asks before the document goes, and a new version of the portal waits.
 */

export interface Unsaved {
  /** Whether there is anything. */
  readonly isAny: () => boolean;
  /** Reports something, until the returned function is called. `isAsked`: the browser asks somebody who leaves. */
  readonly hold: (options: { readonly isAsked: boolean }) => () => void;
}

/** The browser asks whether somebody means to leave. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** `page` is the window whose document may go. */
export function createUnsaved(page: Pick<Window, 'addEventListener' | 'removeEventListener'>): Unsaved {
  const held = new Map<symbol, boolean>();
  // A listener that is always there keeps a page out of the browser's back-forward cache.
  const listen = () => {
    if ([...held.values()].includes(true)) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  };
  return {
    isAny: () => held.size > 0,
    hold({ isAsked }) {
      const key = Symbol('unsaved');
      held.set(key, isAsked);
      listen();
      return () => {
        held.delete(key);
        listen();
      };
    },
  };
}
