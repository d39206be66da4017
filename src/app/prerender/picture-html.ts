/** What a page that was drawn as HTML becomes as a picture: nothing in it is one of the page's own elements twice. */

/** A tag as React and the sanitizer write it: neither leaves a bracket in an attribute. */
const TAG = /<[a-z][^<>]*>/g;

/** Attributes that name an element, or belong to what can be filled in. */
const NAMES =
  / (?:id|for|name|list|headers|usemap|autofocus|aria-(?:labelledby|describedby|controls|owns|details))="[^"]*"/g;

/** What belongs into the head, and is there once the portal has drawn the page. */
const HEAD = /<(?:meta|link)\b[^<>]*>|<title\b[^<>]*>[^<]*<\/title>/g;

/**
 * The picture; undefined where the page is not ready, or is not the one that was asked for: it has no heading, something is
 * still on its way, which it is in a frame, or something would run.
 */
export function pictureOf(html: string, { isFrame = false } = {}): string | undefined {
  const isReady = / id="page-title"/.test(html) && (isFrame || !/ aria-busy="true"/.test(html));
  if (!isReady || /<(?:script|iframe|style)\b/.test(html)) return undefined;
  return html.replaceAll(HEAD, '').replaceAll(TAG, (tag) => tag.replaceAll(NAMES, ''));
}
