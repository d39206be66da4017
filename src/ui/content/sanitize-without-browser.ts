/**
 * Sanitizes managed HTML on the server, for prerendered pages. Like the browser's Sanitizer, it only handles texts for
 * which all sanitizers return the same result.
 */
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { ATTRIBUTES, OPENS_NEW_TAB, ORDINARY_TAGS, PLAIN_ADDRESS, hasOnlyKnownTags, leadsSomewhere } from './rules.ts';

/** An arbitrary base URL of the portal, to resolve relative links. */
const BASE = 'https://portal.example/';

const isPlain = (address: string | undefined): boolean => address === undefined || PLAIN_ADDRESS.test(address);

/**
 * A sanitized link that opens in a new tab. Attributes contain no angle brackets after sanitizing, and links are not
 * nested.
 */
const NEW_TAB = /(<a (?=[^<>]*\bhref=")(?=[^<>]*\btarget=")[^<>]*>)(.*?)(<\/a>)/gs;
const SAID = `<span class="${OPENS_NEW_TAB.className}">${OPENS_NEW_TAB.text}</span>`;

const TABLE = /<table[ >].*?<\/table>/gs;
const TABLE_IN_TABLE = /<table[ >](?:(?!<\/table>).)*<table[ >]/s;
const ROW = /<tr[ >].*?<\/tr>/gs;
const CELL = /<(t[dh])((?: [^<>]*)?)>(.*?)(<\/\1>)/gs;

/** Returns the text of sanitized HTML, escaped for an attribute. */
const textIn = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, '')
    .trim()
    .replaceAll('"', '&quot;');

/** Adds column headings to the cells of a sanitized table, like `completeElement`. */
function withColumnHeadings(table: string): string {
  const [head = ''] = /<thead[ >].*?<\/thead>/s.exec(table) ?? [];
  if (head.match(ROW)?.length !== 1 || / (?:colspan|rowspan)="/.test(table)) return table;
  const headings = [...head.matchAll(CELL)].map(([, , , text = '']) => textIn(text));
  return table.replaceAll(ROW, (row) => {
    let column = 0;
    return row.replaceAll(CELL, (_, tag: string, attributes: string, text: string, end: string) => {
      const heading = headings[column] ?? '';
      column += 1;
      const label = tag === 'td' && heading !== '' ? ` data-label="${heading}"` : '';
      return `<${tag}${attributes}${label}>${text}${end}`;
    });
  });
}

/**
 * Returns the HTML that the other sanitizers would return, or undefined if the results could differ: for frames,
 * unknown elements, comments, unusual addresses and nested tables.
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
            // Prevents the opened page from accessing the portal through `window.opener`.
            ...(isNewTab ? { rel: 'noopener' } : rel !== undefined && { rel }),
          },
        };
      },
    },
  };
  const safe = sanitizeHtml(html, options)
    .replaceAll(TABLE, withColumnHeadings)
    .replaceAll(NEW_TAB, `$1$2${SAID}$3`);
  return isDoubtful || TABLE_IN_TABLE.test(safe) ? undefined : safe;
}
