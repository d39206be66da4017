/**
 * Makes managed HTML safe to show. Loaded when a text is shown that the browser cannot sanitize by itself
 * (`browser-sanitizer.ts`), since few pages need it.
 */
import DOMPurify, { type Config } from 'dompurify';
import { ATTRIBUTES, TAGS, completeElement, policy } from './rules.ts';

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

/** What was put into a text here: it keeps its class, as nothing does that editors wrote. */
const ours = new WeakSet<Element>();

DOMPurify.addHook('uponSanitizeAttribute', (node, attribute) => {
  if (ours.has(node) && attribute.attrName === 'class') attribute.forceKeepAttr = true;
});

DOMPurify.addHook('afterSanitizeAttributes', (node) => completeElement(node, hasPage, (said) => ours.add(said)));

/**
 * `html` without anything that could run or restyle the portal, and without links to pages that the portal does not have;
 * trusted HTML where the browser knows of it.
 */
export function sanitize(html: string, pages: (path: string) => boolean): string | TrustedHTML {
  hasPage = pages;
  return DOMPurify.sanitize(html, config);
}
