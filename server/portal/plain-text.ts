/** The words of managed HTML, for search. What comes out is only ever shown as text. */

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w+));/g, (entity, code: string | undefined, name: string | undefined) =>
    code === undefined ? (NAMED.get(name ?? '') ?? entity) : String.fromCodePoint(Number(code)),
  );

const HEADING = /<h[2-6]\b[^>]*>(.*?)<\/h[2-6]>/gs;
const EMPTY_CELL = /<t[dh]\b[^>]*>\s*<\/t[dh]>/gi;
const END_OF_ROW = /\.?\s*(?:<\/t[dh]>\s*<\/tr>|<\/caption>)/gi;
const END_OF_CELL = /<\/t[dh]>/gi;
const TAG = /<\/?([a-z][a-z0-9]*)\b[^>]*>/gi;
const INLINE = new Set(['a', 'abbr', 'b', 'code', 'em', 'i', 'small', 'span', 'strong', 'sub', 'sup', 'u']);

/** HTML as one line of text: rows of a table become sentences, and words on two sides of a paragraph's end stay apart. */
function lineOf(html: string): string {
  const rows = html.replaceAll(EMPTY_CELL, '').replaceAll(END_OF_ROW, '. ').replaceAll(END_OF_CELL, ', ');
  const text = rows.replaceAll(TAG, (_, name: string) => (INLINE.has(name.toLowerCase()) ? '' : ' '));
  return decoded(text).replaceAll(/\s+/g, ' ').trim();
}

/** What the headings of a page say, and what stands below them. */
export const plainTextOf = (html: string): { readonly headings: string; readonly body: string } => ({
  headings: [...html.matchAll(HEADING)].map(([, heading = '']) => lineOf(heading)).join(' '),
  body: lineOf(html.replaceAll(HEADING, ' ')),
});
