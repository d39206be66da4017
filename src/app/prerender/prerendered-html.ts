/** Converts a page that was rendered as HTML to a static picture, without duplicates of the page's own elements. */

/** A tag as React and the sanitizer write it: neither leaves a bracket in an attribute. */
const TAG = /<[a-z][^<>]*>/g;

/** Attributes that name an element, or belong to what can be filled in. */
const NAMES =
  / (?:id|for|name|list|headers|usemap|autofocus|aria-(?:labelledby|describedby|controls|owns|details))="[^"]*"/g;

/** Elements for the head, which exist once the portal has rendered the page. */
const HEAD = /<(?:meta|link)\b[^<>]*>|<title\b[^<>]*>[^<]*<\/title>/g;

/**
 * Returns the picture. Returns undefined if the page is not ready or not the requested one: it has no heading,
 * something is still loading (allowed in a frame), or it contains something executable.
 */
export function prerenderedHtmlOf(html: string, { isFrame = false } = {}): string | undefined {
  const isReady = / id="page-title"/.test(html) && (isFrame || !/ aria-busy="true"/.test(html));
  if (!isReady || /<(?:script|iframe|style)\b/.test(html)) return undefined;
  return html.replaceAll(HEAD, '').replaceAll(TAG, (tag) => tag.replaceAll(NAMES, ''));
}
