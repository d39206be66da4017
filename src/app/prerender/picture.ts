/**
 * The picture of a page that came with the document, in the browser: it stands until the portal has drawn the page itself, and
 * goes in the same frame. Where the portal draws anything else that is complete, such as what went wrong, it goes as well.
 */
import { PRERENDERED } from '#domain/portal/prerendering.ts';

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

/** Whether a page stands in `root` of which nothing is on its way. */
const isDrawn = (root: Element): boolean =>
  root.querySelector('h1') !== null && root.querySelector('[aria-busy="true"]') === null;

/** Takes the picture away at once: somebody may be signed in, for whom it is not. */
export const removePicture = (page: Document): void => page.getElementById(PRERENDERED)?.remove();

/** Takes the picture away as soon as `root` holds a page, or the portal is at another address. */
export function replacePicture(page: Document, root: Element): void {
  if (page.getElementById(PRERENDERED) === null) return;
  const address = page.location.pathname;
  pictured = address;
  // Called after the portal has drawn and before the browser paints.
  const observer = new MutationObserver(() => {
    if (!isDrawn(root) && page.location.pathname === address) return;
    observer.disconnect();
    removePicture(page);
  });
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
}
