/** Elements that managed HTML may contain, for all sanitizers. */
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

/**
 * Elements that every sanitizer handles alike. Excludes frames, because the browser's Sanitizer API always removes
 * them.
 */
export const ORDINARY_TAGS: readonly string[] = TAGS.filter((tag) => tag !== 'iframe');

const ordinary = new Set(ORDINARY_TAGS);

/** Returns whether a text has no comments and no elements other than {@link ORDINARY_TAGS}. */
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
 * The only Trusted Types policy for managed content. Only the sanitizers use it, for their parser input and their
 * result, so it returns its input unchanged.
 */
export const policy = globalThis.trustedTypes?.createPolicy('portal-content', {
  createHTML: (html) => html,
  createScript: refuse,
  createScriptURL: refuse,
});

/** Returns whether a link has a valid address and, inside the portal, an existing page. */
export const leadsSomewhere = (href: string, hasPage: (path: string) => boolean, base: string): boolean =>
  URL.canParse(href, base) && (!/^\/(?![/\\])/.test(href) || hasPage(href));

/** Addresses that every sanitizer keeps. */
export const PLAIN_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|[/#?])[^\s\p{Cc}]*$/iu;

/** Hidden text at the end of a link that opens in a new tab, for screen readers. */
export const OPENS_NEW_TAB = { className: 'ui-sr', text: ' (opens in a new tab)' } as const;

/** Returns the column heading of a cell, for tables without spanning cells. */
function findColumnHeading(cell: HTMLTableCellElement): string | undefined {
  const table = cell.closest('table');
  if (table?.tHead?.rows.length !== 1 || table.querySelector('[colspan], [rowspan]') !== null) return undefined;
  return table.tHead.rows[0]?.cells[cell.cellIndex]?.textContent.trim();
}

/**
 * Completes an element after its attributes were sanitized. Unlinks addresses without a page. Adds a hidden text to
 * links that open in a new tab, like the portal's own links, and passes its element to `added`. Adds the column heading
 * to table cells, which the stylesheet shows on narrow screens.
 */
export function completeElement(
  element: Element,
  hasPage: (path: string) => boolean,
  added: (said: Element) => void = () => undefined,
): void {
  if (element instanceof HTMLTableCellElement && element.tagName === 'TD') {
    const heading = findColumnHeading(element);
    if (heading) element.dataset['label'] = heading;
  }
  const href = element.getAttribute('href');
  if (href !== null && !leadsSomewhere(href, hasPage, document.baseURI)) element.removeAttribute('href');
  if (!element.hasAttribute('target')) return;
  // Prevents the opened page from accessing the portal through `window.opener`.
  element.setAttribute('rel', 'noopener');
  if (!element.hasAttribute('href')) return;
  const said = element.ownerDocument.createElement('span');
  said.className = OPENS_NEW_TAB.className;
  said.textContent = OPENS_NEW_TAB.text;
  added(said);
  element.append(said);
}
