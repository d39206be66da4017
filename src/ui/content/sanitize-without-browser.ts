/**
 * Sanitizes ordinary managed HTML where there is no browser, for the picture of a page that the server puts into the
 * document. As the browser's own Sanitizer, it only takes texts of which nothing is doubtful.
 */
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { ATTRIBUTES, OPENS_NEW_TAB, ORDINARY_TAGS, PLAIN_ADDRESS, hasOnlyKnownTags, leadsSomewhere } from './rules.ts';

/** Any address of the portal: links within it are read from there. */
const BASE = 'https://portal.example/';

const isPlain = (address: string | undefined): boolean => address === undefined || PLAIN_ADDRESS.test(address);

/** A link to a new tab, as it is written once it has been sanitized: attributes have no signs of their own, and links no links. */
const NEW_TAB = /(<a (?=[^<>]*\bhref=")(?=[^<>]*\btarget=")[^<>]*>)(.*?)(<\/a>)/gs;
const SAID = `<span class="${OPENS_NEW_TAB.className}">${OPENS_NEW_TAB.text}</span>`;

/**
 * `html` made safe as the other sanitizers make it; undefined where it has anything on which they could differ: a frame, an
 * unknown element, a remark, an unusual address.
 */
export function sanitizeWithoutBrowser(html: string, hasPage: (path: string) => boolean): string | undefined {
  if (!hasOnlyKnownTags(html)) return undefined;
  let isDoubtful = false;
  const options: IOptions = {
    allowedTags: [...ORDINARY_TAGS],
    allowedAttributes: { '*': [...ATTRIBUTES] },
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, { href, rel, ...attribs }) => {
        isDoubtful ||= !isPlain(href) || !isPlain(attribs['src']);
        const isNewTab = attribs['target'] !== undefined;
        return {
          tagName,
          attribs: {
            ...(href !== undefined && leadsSomewhere(href, hasPage, BASE) && { href }),
            ...attribs,
            // A page opened from a link must not reach back into the portal.
            ...(isNewTab ? { rel: 'noopener' } : rel !== undefined && { rel }),
          },
        };
      },
    },
  };
  const safe = sanitizeHtml(html, options).replaceAll(NEW_TAB, `$1$2${SAID}$3`);
  return isDoubtful ? undefined : safe;
}
