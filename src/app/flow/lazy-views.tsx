/**
 * Lazy-loaded views for the screens after the first one. Their code is in a separate chunk, which is prefetched on the
 * borrower's first interaction with the flow and loaded with the first of these screens at the latest. If it fails to
 * load, Try again reloads the document: the draft restores the flow, and a newer version of the portal may have other
 * chunks.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { PageMissing } from '../../views/portal/page-code/PageMissing.tsx';
import { Loading } from '../../views/kit/loading/Loading.tsx';
import { reloadPage } from '../browser/reload-page.ts';
import { logFailure } from '../page/log.ts';

/** The views of a file, by their names in it. */
export interface LazyViews<Name extends string, Props> {
  /** Loads the code once. Rejects on failure; a later call then retries. */
  readonly load: () => Promise<void>;
  /** Returns the view with that name, or a placeholder until its code has loaded. */
  readonly view: (name: Name) => (props: Props) => ReactNode;
}

/** Declares the views that come later. `importViews` imports their file. */
export function lazyViews<Name extends string, Props extends object>(
  importViews: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
): LazyViews<Name, Props> {
  let here: Readonly<Record<Name, ComponentType<Props>>> | undefined;
  const load = async () => {
    here ??= await importViews();
  };
  const view = (name: Name) =>
    function LazyView(props: Props) {
      const [View, setView] = useState<ComponentType<Props> | undefined>(() => here?.[name]);
      const [isMissing, setIsMissing] = useState(false);
      useEffect(() => {
        if (View !== undefined) return undefined;
        let isShown = true;
        const ask = async () => {
          try {
            await load();
            if (isShown) setView(() => here?.[name]);
          } catch (error) {
            logFailure('Screens of this page did not arrive', error);
            if (isShown) setIsMissing(true);
          }
        };
        void ask();
        return () => {
          isShown = false;
        };
      }, [View]);
      if (View !== undefined) return <View {...props} />;
      return isMissing ? <PageMissing onRetry={() => void reloadPage()} /> : <Loading />;
    };
  return { load, view };
}

/** Calls `act` on the first press anywhere on the page. Returns a function that cancels this. */
export function onFirstUse(act: () => void): () => void {
  const stopping = new AbortController();
  const use = () => {
    stopping.abort();
    act();
  };
  const options = { signal: stopping.signal, capture: true, passive: true };
  addEventListener('pointerdown', use, options);
  addEventListener('keydown', use, options);
  return () => stopping.abort();
}
