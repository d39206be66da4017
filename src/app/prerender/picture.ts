/**
 * The picture of a page that came with the document, in the browser: it stands until the portal has drawn the page itself, and
 * goes in the same frame. Where the portal draws anything else that is complete, such as what went wrong, it goes as well.
 */
import { FRAME_ATTRIBUTE, PRERENDERED } from '#domain/portal/prerendering.ts';

/** The address whose picture the document had, until the portal has drawn another page. */
let pictured: string | undefined;

/**
 * Whether the present page was a picture when it was first seen: it stays where it was scrolled while the portal takes its
 * place.
 */
export function isInPlaceOfPicture(address: string): boolean {
  if (pictured !== address) pictured = undefined;
  return pictured !== undefined;
}

/** How long a frame stays in place of a page that is drawn but is only waited for, in milliseconds. */
const WAITED_BEHIND_FRAME = 1_000;

/** Whether a page stands in `root` of which nothing is on its way. */
const isDrawn = (root: Element): boolean =>
  root.querySelector('h1') !== null && root.querySelector('[aria-busy="true"]') === null;

/** What says that a page is waited for (`Busy`). */
const BUSY = 'main .ui-busy';

/** Whether a page stands in `root`, and whether there is anything yet but its title: what a frame shows already. */
const hasPage = (root: Element): boolean => root.querySelector('main:not([aria-busy="true"]) h1') !== null;
const isBegun = (root: Element): boolean => hasPage(root) && root.querySelector(BUSY) === null;

/** Whether a picture or a frame is seen in place of the page. */
export const hasPicture = (page: Document): boolean => page.getElementById(PRERENDERED) !== null;

/** What is to be done when the frame has gone: behind it nothing can be focused. */
let afterFrame: (() => void)[] = [];

/** Does something once no frame hides the page. */
export function onceUnhidden(page: Document, act: () => void): void {
  if (page.getElementById(PRERENDERED)?.hasAttribute(FRAME_ATTRIBUTE) === true) afterFrame.push(act);
  else act();
}

/** Takes the picture away at once. */
export function removePicture(page: Document): void {
  page.getElementById(PRERENDERED)?.remove();
  const acts = afterFrame;
  afterFrame = [];
  for (const act of acts) act();
}

/**
 * Takes the picture away as soon as `root` holds a page, or the portal is at another address. A frame goes as soon as there is
 * more to see, or a second after the page stands that is waited for: until then the browser need not lay out what it hides.
 */
export function replacePicture(page: Document, root: Element): void {
  const picture = page.getElementById(PRERENDERED);
  if (picture === null) return;
  const isFrame = picture.hasAttribute(FRAME_ATTRIBUTE);
  const address = page.location.pathname;
  if (!isFrame) pictured = address;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  // Called after the portal has drawn and before the browser paints.
  const observer = new MutationObserver(() => {
    const isReady = isFrame ? isBegun(root) : isDrawn(root);
    if (isReady || page.location.pathname !== address) replace();
    else if (isFrame && hasPage(root)) waiting ??= setTimeout(replace, WAITED_BEHIND_FRAME);
  });
  function replace(): void {
    clearTimeout(waiting);
    observer.disconnect();
    removePicture(page);
  }
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
}
