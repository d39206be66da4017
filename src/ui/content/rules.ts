/** What managed HTML may consist of, whoever sanitizes it. */
import type { TrustedTypePolicyFactory } from 'trusted-types/lib';

const words = (text: string) => text.trim().split(/\s+/);

export const TAGS = words(`
  h2 h3 h4 h5 h6 p div span br hr blockquote address
  ul ol li dl dt dd
  a strong b em i u small sup sub abbr code img
  table caption colgroup col thead tbody tfoot tr th td
  iframe
`);

export const ATTRIBUTES = words(`
  id lang dir title href target rel src alt width height
  colspan rowspan scope headers start aria-label aria-hidden
  allowfullscreen loading
`);

/** What a text may consist of that any sanitizer leaves alike: the browser's own removes frames, whatever it is told. */
export const ORDINARY_TAGS: readonly string[] = TAGS.filter((tag) => tag !== 'iframe');

const ordinary = new Set(ORDINARY_TAGS);

/** Whether a text has neither comments nor elements that are not in {@link ORDINARY_TAGS}. */
export const hasOnlyKnownTags = (html: string): boolean =>
  !/<[!?]/.test(html) &&
  [...html.matchAll(/<([a-z][^\s/>]*)/gi)].every(([, tag = '']) => ordinary.has(tag.toLowerCase()));

declare global {
  /** Undefined in browsers without Trusted Types. */
  var trustedTypes: TrustedTypePolicyFactory | undefined;
}

const refuse = (): never => {
  throw new TypeError('Managed content has no scripts');
};

/**
 * The one Trusted Types policy of managed content, made once. Only the sanitizers use it: what passes through unchanged
 * is the sanitizer's input while it parses, and its result.
 */
export const policy = globalThis.trustedTypes?.createPolicy('portal-content', {
  createHTML: (html) => html,
  createScript: refuse,
  createScriptURL: refuse,
});

/** Whether a link leads anywhere: browsers open an empty page for an address that is none, and the portal has no such page. */
export const leadsSomewhere = (href: string, hasPage: (path: string) => boolean, base: string): boolean =>
  URL.canParse(href, base) && (!/^\/(?![/\\])/.test(href) || hasPage(href));

/** Addresses that every sanitizer keeps. */
export const PLAIN_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|[/#?])[^\s\p{Cc}]*$/iu;

/** What a link to a new tab says at its end, for screen readers. */
export const OPENS_NEW_TAB = { className: 'ui-sr', text: ' (opens in a new tab)' } as const;

/** The heading above a cell of a table in which no cell spans others. */
function columnHeadingOf(cell: HTMLTableCellElement): string | undefined {
  const table = cell.closest('table');
  if (table?.tHead?.rows.length !== 1 || table.querySelector('[colspan], [rowspan]') !== null) return undefined;
  return table.tHead.rows[0]?.cells[cell.cellIndex]?.textContent.trim();
}

/**
 * Completes an element whose attributes have been sanitized: what leads nowhere is not linked, its name stays. A link to a new
 * tab says so, as the portal's own links do, by an element that `added` hears of; the stylesheet shows a sign. A cell says the
 * heading of its column, which the stylesheet shows beside it where the table has no room.
 */
export function completeElement(
  element: Element,
  hasPage: (path: string) => boolean,
  added: (said: Element) => void = () => undefined,
): void {
  if (element instanceof HTMLTableCellElement && element.tagName === 'TD') {
    const heading = columnHeadingOf(element);
    if (heading) element.dataset['label'] = heading;
  }
  const href = element.getAttribute('href');
  if (href !== null && !leadsSomewhere(href, hasPage, document.baseURI)) element.removeAttribute('href');
  if (!element.hasAttribute('target')) return;
  // A page opened from a link must not reach back into the portal.
  element.setAttribute('rel', 'noopener');
  if (!element.hasAttribute('href')) return;
  const said = element.ownerDocument.createElement('span');
  said.className = OPENS_NEW_TAB.className;
  said.textContent = OPENS_NEW_TAB.text;
  added(said);
  element.append(said);
}
