/**
 * Views that a flow shows only after its first screen. Their code is a file of its own, which is asked for as soon as somebody
 * begins to use the flow, and at the latest with the first of these screens. Where it does not arrive, Try again loads the
 * document anew: the draft of the flow is there again, and a newer version of the portal has other files.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { PageMissing } from '../../views/page-code/PageMissing.tsx';
import { Loading } from '../../views/loading/Loading.tsx';
import { reloadPage } from '../browser/reload-page.ts';
import { logFailure } from '../errors/log.ts';

/** The views of a file, by their names in it. */
export interface LaterViews<Name extends string, Props> {
  /** Loads the code, once. Rejects where it does not arrive; it can then be asked for again. */
  readonly load: () => Promise<void>;
  /** The view with that name; what is said meanwhile, as long as its code is not there. */
  readonly view: (name: Name) => (props: Props) => ReactNode;
}

/** Declares the views that come later. `importViews` imports their file. */
export function laterViews<Name extends string, Props extends object>(
  importViews: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
): LaterViews<Name, Props> {
  let here: Readonly<Record<Name, ComponentType<Props>>> | undefined;
  const load = async () => {
    here ??= await importViews();
  };
  const view = (name: Name) =>
    function LaterView(props: Props) {
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

/** Calls `act` when somebody first presses something; the returned function calls it off. */
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
