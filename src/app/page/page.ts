/** Shared behavior of all pages: the document's title, and focus on the `h1` after navigation. */
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { CONTROLS } from '../browser/double-click-guard.ts';
import { OUTCOME_TITLE, PAGE_TITLE, STEP_TITLE, areErrorsShown, watchErrors } from '../../ui/index.ts';
import { replacesPrerenderedPage, afterFrameRemoved } from '../first-load/prerendered-page.ts';

/** The name that ends every title: the servicer's. */
export const SiteName = createContext('');

/** Returns the name of the site from the document, available before anything has loaded; '' if there is none. */
export const nameOfDocument = (page: Document): string =>
  page.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** Sets the document's title: `Schedule Payment | Make a Payment | Larkfield`, and `Error: …` while a form shows errors. */
export function useDocumentTitle(title: string, group?: string): void {
  const site = useContext(SiteName);
  const hasErrors = useSyncExternalStore(watchErrors, areErrorsShown, areErrorsShown);
  useEffect(() => {
    const parts = new Set([title, group, site].filter((part) => part !== undefined && part !== ''));
    document.title = `${hasErrors ? 'Error: ' : ''}${[...parts].join(' | ')}`;
  }, [title, group, site, hasErrors]);
}

/** Distance between the top of the window and the `h1` when a new step is shown, in pixels. */
const ABOVE_STEP = 16;

/** Whether the document's first page has rendered, and callbacks for that moment. */
let isDrawn = false;
let whenDrawn: (() => void) | undefined;

function drawn(): void {
  isDrawn = true;
  whenDrawn?.();
}

/**
 * Moves focus once the page has rendered and no frame hides it: an element that a frame hides cannot receive focus. Focus
 * and scrolling force the browser to lay out the page. To avoid several layouts while the first page renders, this runs just
 * before the browser's own layout. The latest request wins.
 */
function onceDrawn(act: () => void): void {
  if (isDrawn) return act();
  if (whenDrawn === undefined) afterFrameRemoved(document, () => requestAnimationFrame(drawn));
  whenDrawn = act;
}

/**
 * Moves focus to the page's `h1`, and scrolls the page to its top. While the first page renders, a notice or a step that
 * waits for the focus takes precedence, and an element that has received focus by then, such as the target of a fragment,
 * keeps it.
 */
function focusHeading(): void {
  if (isDrawn) focusHeadingNow();
  else if (whenDrawn === undefined) onceDrawn(() => isFocusLost() && focusHeadingNow());
}

/** Whether the page restores its scroll position. Focus on its heading then does not scroll. */
let isScrollSaved = false;

/** Makes focus on the heading keep the scroll position, or scroll the page to its top again. */
export function saveScroll(isSaved: boolean): void {
  isScrollSaved = isSaved;
}

function focusHeadingNow(): void {
  if (!isScrollSaved && !replacesPrerenderedPage(location.pathname)) window.scrollTo({ top: 0 });
  document.getElementById(PAGE_TITLE)?.focus({ preventScroll: true });
}

/** Returns the heading that names the present step: the heading of its success message, otherwise that of the stepper. */
const findStepHeading = (): HTMLElement | null =>
  document.getElementById(OUTCOME_TITLE) ?? document.getElementById(STEP_TITLE);

/** The time to wait for an element that is not rendered yet, in milliseconds. */
const ELEMENT_LIMIT = 10_000;

/**
 * Calls `hasEnded` after each change of the document until it returns true, or until the limit in milliseconds. Returns a
 * function that stops this.
 */
function watchDocument(hasEnded: () => boolean, limit?: number): () => void {
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    if (hasEnded()) stop();
  });
  const stop = () => {
    clearTimeout(alarm);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  if (limit !== undefined) alarm = setTimeout(stop, limit);
  return stop;
}

/**
 * Moves focus to the heading of a new step (ruling 72), and scrolls the page so that the step begins at the top of the window.
 * While the code of the step is still loading, the `h1` has focus; the step's heading takes it over once it is rendered, unless
 * the borrower has moved focus by then. Returns a function that stops the waiting.
 */
function focusStep(): () => void {
  const title = document.getElementById(PAGE_TITLE);
  if (title) window.scrollTo({ top: window.scrollY + title.getBoundingClientRect().top - ABOVE_STEP });
  onceDrawn(() => (findStepHeading() ?? document.getElementById(PAGE_TITLE))?.focus({ preventScroll: true }));
  if (findStepHeading() !== null) return () => undefined;
  return watchDocument(() => {
    const heading = findStepHeading();
    if (heading === null) return false;
    if (isFocusLost() || document.activeElement?.id === PAGE_TITLE) heading.focus({ preventScroll: true });
    return true;
  });
}

/** Returns whether no element has focus, or a disabled one, which loses it when the browser next renders the page. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;

/**
 * Focuses an element. With an offset, scrolls until the element is that many pixels below the top of the window, as far
 * as the length of the page allows; without one, the browser scrolls as needed.
 */
export function focusAt(element: HTMLElement | null, offset: number | undefined): void {
  if (element === null) return;
  element.focus({ preventScroll: offset !== undefined });
  if (offset !== undefined) window.scrollTo({ top: window.scrollY + element.getBoundingClientRect().top - offset });
}

/**
 * Focuses the element with an id as {@link focusAt} does. If it is not rendered yet, because the code of its step is still
 * loading, it takes focus as soon as it is, unless the person has moved focus from the heading by then or has left the page.
 */
export function focusOnceShown(id: string, offset: number | undefined): void {
  const element = document.getElementById(id);
  if (element !== null) return focusAt(element, offset);
  const title = document.getElementById(PAGE_TITLE);
  watchDocument(() => {
    const shown = document.getElementById(id);
    const hasLeft = title?.isConnected === false;
    if (shown === null && !hasLeft) return false;
    const { activeElement } = document;
    const isAtHeading = activeElement !== null && (activeElement === title || activeElement === findStepHeading());
    if (!hasLeft && (isFocusLost() || isAtHeading)) focusAt(shown, offset);
    return true;
  }, ELEMENT_LIMIT);
}

/** Events that show that the person continues: a press of a pointer or a key. */
const PRESSES = ['pointerdown', 'keydown'] as const;

/** Moves focus after the delay in milliseconds, unless the person has focused a control by then. */
export function afterDelay(delay: number, moveFocus: () => void): void {
  const before = document.activeElement;
  const presses = new AbortController();
  let hasPressed = false;
  const notePress = () => {
    hasPressed = true;
  };
  for (const type of PRESSES) window.addEventListener(type, notePress, { capture: true, signal: presses.signal });
  setTimeout(() => {
    presses.abort();
    const { activeElement } = document;
    const hasMovedOn = hasPressed && activeElement !== before && activeElement?.matches(CONTROLS) === true;
    if (!hasMovedOn) onceDrawn(moveFocus);
  }, delay);
}

/** Moves focus to the page's heading if the focused element was removed or disabled. */
export function focusHeadingIfLost(): void {
  if (isFocusLost()) focusHeading();
}

/**
 * Moves focus whenever `screen` changes, and when the focused element was removed with the previous `view` or
 * `heading`: to the page's `h1` on the first screen, to the heading of the step on each later screen of a flow. A state
 * without a screen, such as a submission in progress, does not move focus.
 */
export function useFocusOnHeading(screen: string | undefined, view?: unknown, heading?: string): void {
  const last = useRef<{ screen: string | undefined; view: unknown; heading: string | undefined }>(null);
  useEffect(() => {
    const before = last.current;
    last.current = { screen: screen ?? before?.screen, view, heading };
    const isNew = before === null || (screen !== undefined && screen !== before.screen);
    const isLost = (before?.view !== view || before?.heading !== heading) && isFocusLost();
    const isStep = isNew && view !== undefined && before?.screen !== undefined;
    if (isStep) return focusStep();
    if (isNew || isLost) focusHeading();
    return undefined;
  }, [screen, view, heading]);
}

/** Returns the id in a fragment. An invalid encoding is used as it is, as in a browser. */
function decodeHash(hash: string): string {
  const written = hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Moves focus to the element of a fragment (`#daily-interest`), if it exists. */
export function focusFragment(hash: string): boolean {
  const element = document.getElementById(decodeHash(hash));
  if (element === null) return false;
  // A heading is focusable only with a `tabindex`.
  if (!element.hasAttribute('tabindex') && element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
  return true;
}

/** Like {@link focusFragment}, but waits for the element. Returns a function that cancels this. */
export function awaitFragment(hash: string): () => void {
  return focusFragment(hash) ? () => undefined : watchDocument(() => focusFragment(hash), ELEMENT_LIMIT);
}

/** Sets the scroll offset: targets stop this many pixels below the top of the window. */
export function useScrollOffset(pixels: number | undefined): void {
  useEffect(() => {
    if (pixels === undefined) return undefined;
    const { style } = document.documentElement;
    style.scrollPaddingTop = `${pixels}px`;
    return () => {
      style.scrollPaddingTop = '';
    };
  }, [pixels]);
}
