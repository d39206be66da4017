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

const TABLE = /<table[ >].*?<\/table>/gs;
const TABLE_IN_TABLE = /<table[ >](?:(?!<\/table>).)*<table[ >]/s;
const ROW = /<tr[ >].*?<\/tr>/gs;
const CELL = /<(t[dh])((?: [^<>]*)?)>(.*?)(<\/\1>)/gs;

/** The text of what has been sanitized, as it stands in an attribute. */
const textIn = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, '')
    .trim()
    .replaceAll('"', '&quot;');

/** A table that has been sanitized, with the heading of its column in each cell, as `completeElement` has it. */
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
 * `html` made safe as the other sanitizers make it; undefined where it has anything on which they could differ: a frame, an
 * unknown element, a comment, an unusual address, a table within a table.
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
  const safe = sanitizeHtml(html, options)
    .replaceAll(TABLE, withColumnHeadings)
    .replaceAll(NEW_TAB, `$1$2${SAID}$3`);
  return isDoubtful || TABLE_IN_TABLE.test(safe) ? undefined : safe;
}
