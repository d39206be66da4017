/**
 * Sanitizes managed HTML with DOMPurify. Loaded on demand for the few texts that the browser's Sanitizer API cannot
 * handle (`browser-sanitizer.ts`).
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

/**
 * Returns whether an address is of the only allowed video player. The content security policy restricts the videos (P
 * §4).
 */
const isVideo = (src: string): boolean => /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{1,32}$/.test(src);

/** Returns whether the portal has a page. Set by each call of `sanitize` for the hooks below. */
let hasPage: (path: string) => boolean = () => true;

DOMPurify.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName === 'iframe' && node instanceof Element && !isVideo(node.getAttribute('src') ?? '')) node.remove();
});

/** Elements added by `completeElement`, which keep their class. Sanitizing removes classes from all other elements. */
const ours = new WeakSet<Element>();

DOMPurify.addHook('uponSanitizeAttribute', (node, attribute) => {
  if (ours.has(node) && attribute.attrName === 'class') attribute.forceKeepAttr = true;
});

DOMPurify.addHook('afterSanitizeAttributes', (node) => completeElement(node, hasPage, (said) => ours.add(said)));

/**
 * Removes scripts, styles and links to unknown pages from `html`. Returns trusted HTML if the browser supports Trusted
 * Types.
 */
export function sanitize(html: string, pages: (path: string) => boolean): string | TrustedHTML {
  hasPage = pages;
  return DOMPurify.sanitize(html, config);
}
