/**
 * Sanitizes ordinary managed HTML with the browser's own Sanitizer, where there is one, so that no sanitizer is loaded. It only
 * takes texts in which both sanitizers leave the same: whatever is doubtful is left to the loaded one (`sanitize.ts`).
 */
import { ATTRIBUTES, ORDINARY_TAGS, PLAIN_ADDRESS, completeElement, hasOnlyKnownTags, policy } from './rules.ts';

declare global {
  interface Element {
    /** What TypeScript's library does not have yet. */
    setHTML(html: string, options: { readonly sanitizer: Sanitizer }): void;
  }
}

/** Links and pictures have plain addresses, and no name is one that the page itself has for something. */
function isPlain(element: Element): boolean {
  const addresses = [element.getAttribute('href'), element.getAttribute('src')];
  if (addresses.some((address) => address !== null && !PLAIN_ADDRESS.test(address))) return false;
  return element.id === '' || !(element.id in document);
}

let sanitizer: Sanitizer | undefined;

/**
 * `html` made safe as `sanitize` makes it; undefined where the browser has no Sanitizer, or the text has anything on which
 * the two could differ.
 */
export function sanitizeByBrowser(
  html: string,
  hasPage: (path: string) => boolean,
): string | TrustedHTML | undefined {
  if (!('Sanitizer' in globalThis) || !hasOnlyKnownTags(html)) return undefined;
  sanitizer ??= new Sanitizer({ elements: [...ORDINARY_TAGS], attributes: ATTRIBUTES, comments: false, dataAttributes: false });
  const place = document.implementation.createHTMLDocument('').createElement('div');
  place.setHTML(html, { sanitizer });
  const elements = [...place.querySelectorAll('*')];
  if (!elements.every(isPlain)) return undefined;
  for (const element of elements) completeElement(element, hasPage);
  return policy?.createHTML(place.innerHTML) ?? place.innerHTML;
}
