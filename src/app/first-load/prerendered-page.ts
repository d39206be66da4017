/**
 * The prerendered HTML of a page in the browser. It stays until the portal has rendered the page, and disappears in
 * the same frame. It also disappears when the portal renders anything else that is complete, such as an error.
 */
import { FRAME_ATTRIBUTE, PRERENDERED } from '#domain/portal/prerendering.ts';

/** The address of the prerendered page, until the portal has rendered another page. */
let pictured: string | undefined;

/**
 * Returns whether the page at `address` was prerendered. The portal preserves its scroll position when it replaces the page.
 */
export function replacesPrerenderedPage(address: string): boolean {
  if (pictured !== address) pictured = undefined;
  return pictured !== undefined;
}

/** Time that a frame hides a page that is still loading, in milliseconds. */
const WAITED_BEHIND_FRAME = 1_000;

/** Returns whether `root` contains a page with nothing left to load. */
const isDrawn = (root: Element): boolean =>
  root.querySelector('h1') !== null && root.querySelector('[aria-busy="true"]') === null;

/** The loading indicator of a page (`Busy`). */
const BUSY = 'main .ui-busy';

/** Returns whether `root` contains a page with more than its title, which the frame shows already. */
const hasPage = (root: Element): boolean => root.querySelector('main:not([aria-busy="true"]) h1') !== null;
const hasContent = (root: Element): boolean => hasPage(root) && root.querySelector(BUSY) === null;

/** Returns whether a prerendered page or a frame covers the page. */
export const hasPrerenderedPage = (page: Document): boolean => page.getElementById(PRERENDERED) !== null;

/** Callbacks for the removal of the frame. Elements behind the frame cannot receive focus. */
let afterFrame: (() => void)[] = [];

/** Calls a function once no frame hides the page. */
export function afterFrameRemoved(page: Document, act: () => void): void {
  if (page.getElementById(PRERENDERED)?.hasAttribute(FRAME_ATTRIBUTE) === true) afterFrame.push(act);
  else act();
}

/** Removes the prerendered page immediately. */
export function removePrerenderedPage(page: Document): void {
  page.getElementById(PRERENDERED)?.remove();
  const acts = afterFrame;
  afterFrame = [];
  for (const act of acts) act();
}

/**
 * Removes the prerendered page as soon as `root` contains a page or the portal is at another address. Removes a frame as
 * soon as there is more to show, or one second after a page that is still loading appears: until then, the browser does not
 * have to lay out the hidden content.
 */
export function replacePrerenderedPage(page: Document, root: Element): void {
  const picture = page.getElementById(PRERENDERED);
  if (picture === null) return;
  const isFrame = picture.hasAttribute(FRAME_ATTRIBUTE);
  const address = page.location.pathname;
  if (!isFrame) pictured = address;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  // Called after the portal has drawn and before the browser paints.
  const observer = new MutationObserver(() => {
    const isReady = isFrame ? hasContent(root) : isDrawn(root);
    if (isReady || page.location.pathname !== address) replace();
    else if (isFrame && hasPage(root)) waiting ??= setTimeout(replace, WAITED_BEHIND_FRAME);
  });
  function replace(): void {
    clearTimeout(waiting);
    observer.disconnect();
    removePrerenderedPage(page);
  }
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
}
