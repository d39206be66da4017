/** Extracts plain text from managed HTML for search. The result is only ever displayed as text. */

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

/** Returns HTML as one line of text: table rows become sentences, and words in adjacent blocks stay separate. */
function toLine(html: string): string {
  const rows = html.replaceAll(EMPTY_CELL, '').replaceAll(END_OF_ROW, '. ').replaceAll(END_OF_CELL, ', ');
  const text = rows.replaceAll(TAG, (_, name: string) => (INLINE.has(name.toLowerCase()) ? '' : ' '));
  return decoded(text).replaceAll(/\s+/g, ' ').trim();
}

/** Returns the headings of a page and the remaining text. */
export const toPlainText = (html: string): { readonly headings: string; readonly body: string } => ({
  headings: [...html.matchAll(HEADING)].map(([, heading = '']) => toLine(heading)).join(' '),
  body: toLine(html.replaceAll(HEADING, ' ')),
});
