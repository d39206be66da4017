/**
 * Registry of unsaved work that a reload or leaving would lose. A component registers its work while it exists; the
 * browser then asks before the document unloads, and a reload for a new version waits.
 */

export interface Unsaved {
  /** Returns whether there is unsaved work. */
  readonly isAny: () => boolean;
  /**
   * Registers unsaved work until the returned function is called. With `isRequested`, the browser asks for confirmation
   * before the person leaves.
   */
  readonly hold: (options: { readonly isRequested: boolean }) => () => void;
}

/** Makes the browser ask for confirmation. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Creates the registry. `page` is the window whose document may unload. */
export function createUnsaved(page: Pick<Window, 'addEventListener' | 'removeEventListener'>): Unsaved {
  const held = new Map<symbol, boolean>();
  // A permanent listener would exclude the page from the browser's back-forward cache.
  const listen = () => {
    if ([...held.values()].includes(true)) page.addEventListener('beforeunload', ask);
    else page.removeEventListener('beforeunload', ask);
  };
  return {
    isAny: () => held.size > 0,
    hold({ isRequested }) {
      const key = Symbol('unsaved');
      held.set(key, isRequested);
      listen();
      return () => {
        held.delete(key);
        listen();
      };
    },
  };
}
