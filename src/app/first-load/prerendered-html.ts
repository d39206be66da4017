/** Converts the HTML of a rendered page to static HTML, without elements and attributes that the live page also has. */

/** An opening tag. React and the sanitizer escape angle brackets in attributes. */
const TAG = /<[a-z][^<>]*>/g;

/** Attributes that refer to elements by id or name, or belong to form fields. */
const NAMES =
  / (?:id|for|name|list|headers|usemap|autofocus|aria-(?:labelledby|describedby|controls|owns|details))="[^"]*"/g;

/** Elements that belong in the head. The portal adds them when it renders the page. */
const HEAD = /<(?:meta|link)\b[^<>]*>|<title\b[^<>]*>[^<]*<\/title>/g;

/**
 * Returns the static HTML. Returns undefined if the page is not ready or not the requested one: it has no heading,
 * something is still loading (allowed in a frame), or it contains something executable.
 */
export function toPrerenderedHtml(html: string, { isFrame = false } = {}): string | undefined {
  const isReady = / id="page-title"/.test(html) && (isFrame || !/ aria-busy="true"/.test(html));
  if (!isReady || /<(?:script|iframe|style)\b/.test(html)) return undefined;
  return html.replaceAll(HEAD, '').replaceAll(TAG, (tag) => tag.replaceAll(NAMES, ''));
}
