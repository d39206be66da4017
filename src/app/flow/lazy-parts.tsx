/**
 * Lazy-loaded code: pages, later screens of a flow, dialogs of the shell, parts below the window. It is imported once; a
 * later call or rendering retries after a failure.
 */
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { PageMissing } from '../../views/portal/page-code/PageMissing.tsx';
import { Loading } from '../../views/kit/loading/Loading.tsx';
import { reloadPage } from '../browser/reload-page.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { logFailure } from '../page/log.ts';

/** Code that is imported once and cached for the lifetime of the document. */
export interface LazyCode<Code> {
  /** Returns the code; undefined until it has loaded. */
  readonly loaded: () => Code | undefined;
  /** Imports the code once. Rejects on failure; a later call then retries. */
  readonly load: () => Promise<Code>;
}

/** Returns the code that `importCode` imports. */
export function lazyCode<Code>(importCode: () => Promise<Code>): LazyCode<Code> {
  let code: Code | undefined;
  return { loaded: () => code, load: async () => (code ??= await importCode()) };
}

/** How far below the window a part may be when its code loads. */
const MARGIN = '200px';

/**
 * Calls `load` when the element is about to enter the viewport, and otherwise when the browser is idle or prints:
 * find-in-page and screen readers also reach content that was never scrolled to. Returns a function that cancels this.
 */
function whenSeen(place: Element, load: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(place);
  const callOff = whenIdle(load);
  window.addEventListener('beforeprint', load);
  return () => {
    observer.disconnect();
    callOff();
    window.removeEventListener('beforeprint', load);
  };
}

/** Loads code when it is rendered; with an element, when that is about to enter the viewport. */
function useLazyCode<Code>(code: LazyCode<Code>, what: string, place?: RefObject<Element | null>) {
  const [here, setHere] = useState(code.loaded);
  const [failure, setFailure] = useState<unknown>();
  const [isLoading, setIsLoading] = useState(false);
  useEffect(() => {
    if (here !== undefined) return undefined;
    let isShown = true;
    let isRequested = false;
    const load = async () => {
      if (isRequested) return;
      isRequested = true;
      setIsLoading(true);
      try {
        const arrived = await code.load();
        if (isShown) setHere(() => arrived);
      } catch (error) {
        logFailure(`${what} could not be loaded`, error);
        if (isShown) setFailure(error);
      }
    };
    const loadNow = () => void load();
    const stop = place?.current ? whenSeen(place.current, loadNow) : loadNow();
    return () => {
      isShown = false;
      stop?.();
    };
  }, [here, code, what, place]);
  return { here, failure, isLoading };
}

export interface LazyPartsOptions<Props> {
  /** The name of the parts in the log, at the beginning of a sentence. */
  readonly what: string;
  /**
   * Rendered until the code has loaded. `isLoading` is false before the part is about to enter the viewport. Default: a page
   * that loads.
   */
  readonly Placeholder?: ComponentType<{ readonly isLoading: boolean }>;
  /** Rendered if the code fails to load. Default: an error that offers to reload the page. */
  readonly Missing?: ComponentType<Props & { readonly failure: unknown }>;
  /**
   * Set for a part that may be below the window: it loads when it is about to enter the viewport, or when the browser is
   * idle.
   */
  readonly isLoadedWhenSeen?: true;
}

/** The components of a file, by their names in it. */
export interface LazyParts<Name extends string, Props> {
  /** Loads the code once. Rejects on failure; a later call then retries. */
  readonly load: () => Promise<unknown>;
  /** Returns the component with that name, or a placeholder until its code has loaded. */
  readonly part: (name: Name) => (props: Props) => ReactNode;
}

/** A newer version of the portal may have other chunks, and the draft restores the flow, so Try again reloads the document. */
const ReloadOffered = () => <PageMissing onRetry={() => void reloadPage()} />;

/** Renders nothing: a placeholder of a part that opens above the page, or of one that the page does not depend on. */
export const Nothing = () => null;

/** Declares the lazy-loaded components of a file. `importParts` imports the file. */
export function lazyParts<Name extends string, Props extends object>(
  importParts: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  { what, Placeholder = Loading, Missing = ReloadOffered, isLoadedWhenSeen }: LazyPartsOptions<Props>,
): LazyParts<Name, Props> {
  const code = lazyCode(importParts);
  const part = (name: Name) =>
    function LazyPart(props: Props) {
      const place = useRef<HTMLDivElement>(null);
      const { here, failure, isLoading } = useLazyCode(code, what, isLoadedWhenSeen && place);
      if (failure !== undefined) return <Missing {...props} failure={failure} />;
      const Part: ComponentType<Props> | undefined = here?.[name];
      const shown = Part === undefined ? <Placeholder isLoading={isLoading} /> : <Part {...props} />;
      return isLoadedWhenSeen ? (
        <div ref={place} className="ui-later-part">
          {shown}
        </div>
      ) : (
        shown
      );
    };
  return { load: code.load, part };
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
