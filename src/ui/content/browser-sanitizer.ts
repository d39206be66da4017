/**
 * Sanitizes managed HTML with the browser's Sanitizer API, if available, to avoid loading DOMPurify. It only handles
 * texts for which both sanitizers return the same result, and leaves all others to `sanitize.ts`.
 */
import { ATTRIBUTES, ORDINARY_TAGS, PLAIN_ADDRESS, completeElement, hasOnlyKnownTags, policy } from './rules.ts';

declare global {
  interface Element {
    /** Missing from TypeScript's DOM library. */
    setHTML(html: string, options: { readonly sanitizer: Sanitizer }): void;
  }
}

/** Returns whether links and images have plain addresses and the id does not clobber a property of `document`. */
function isPlain(element: Element): boolean {
  const addresses = [element.getAttribute('href'), element.getAttribute('src')];
  if (addresses.some((address) => address !== null && !PLAIN_ADDRESS.test(address))) return false;
  return element.id === '' || !(element.id in document);
}

let sanitizer: Sanitizer | undefined;

/**
 * Returns the HTML that `sanitize` would return, or undefined if the browser has no Sanitizer API or the results could
 * differ.
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
