/**
 * Makes managed HTML safe to show. Loaded when the first managed text is shown, since the sanitizer is no part of what
 * a first screen needs.
 */
import DOMPurify, { type Config } from 'dompurify';
import type { TrustedTypePolicyFactory } from 'trusted-types/lib';

const words = (text: string) => text.trim().split(/\s+/);

const TAGS = words(`
  h2 h3 h4 h5 h6 p div span br hr blockquote address
  ul ol li dl dt dd
  a strong b em i u small sup sub abbr code img
  table caption colgroup col thead tbody tfoot tr th td
  iframe
`);

const ATTRIBUTES = words(`
  id lang dir title href target rel src alt width height
  colspan rowspan scope headers start aria-label aria-hidden
  allowfullscreen loading
`);

declare global {
  /** Undefined in browsers without Trusted Types. */
  var trustedTypes: TrustedTypePolicyFactory | undefined;
}

const refuse = (): never => {
  throw new TypeError('Managed content has no scripts');
};

/**
 * The one Trusted Types policy of managed content, made once. Only the sanitizer uses it: what passes through unchanged
 * is the sanitizer's input while it parses, and its result.
 */
const policy = globalThis.trustedTypes?.createPolicy('portal-content', {
  createHTML: (html) => html,
  createScript: refuse,
  createScriptURL: refuse,
});

const config = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_TRUSTED_TYPE: policy !== undefined,
  ...(policy ? { TRUSTED_TYPES_POLICY: policy } : {}),
} satisfies Config;

/** The one player of videos. Which of them are shown is the security policy's (P §4). */
const isVideo = (src: string): boolean => /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{1,32}$/.test(src);

/** Whether the portal has a page; the text that is being sanitized asks it. */
let hasPage: (path: string) => boolean = () => true;

DOMPurify.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName === 'iframe' && node instanceof Element && !isVideo(node.getAttribute('src') ?? '')) node.remove();
});

/** Whether a link leads anywhere: browsers open an empty page for an address that is none, and the portal has no such page. */
const leadsSomewhere = (href: string): boolean =>
  URL.canParse(href, document.baseURI) && (!/^\/(?![/\\])/.test(href) || hasPage(href));

/** What was put into a text here: it keeps its class, as nothing does that editors wrote. */
const ours = new WeakSet<Element>();

/** Says of a link that it opens in a new tab, as the portal's own links do; the stylesheet shows a sign. */
function sayNewTab(link: Element): void {
  const said = link.ownerDocument.createElement('span');
  said.className = 'ui-sr';
  said.textContent = ' (opens in a new tab)';
  ours.add(said);
  link.append(said);
}

DOMPurify.addHook('uponSanitizeAttribute', (node, attribute) => {
  if (ours.has(node) && attribute.attrName === 'class') attribute.forceKeepAttr = true;
});

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  // What leads nowhere is not linked; its name stays.
  const href = node.getAttribute('href');
  if (href !== null && !leadsSomewhere(href)) node.removeAttribute('href');
  if (!node.hasAttribute('target')) return;
  // A page opened from a link must not reach back into the portal.
  node.setAttribute('rel', 'noopener');
  if (node.hasAttribute('href')) sayNewTab(node);
});

/**
 * `html` without anything that could run or restyle the portal, and without links to pages that the portal does not have;
 * trusted HTML where the browser knows of it.
 */
export function sanitize(html: string, pages: (path: string) => boolean): string | TrustedHTML {
  hasPage = pages;
  return DOMPurify.sanitize(html, config);
}
