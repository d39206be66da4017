/** Rules on managed content: its places in braces, the sentences about other pages, the banners, and the switches. */
import type { Configuration } from '../portal/shapes.ts';
import type { ContentList, ContentPage } from './shapes.ts';

/** What texts say in braces about the servicer: `{servicer}`, `{phone}` and so on. */
const PLACES: Readonly<Record<string, (configuration: Configuration) => string>> = {
  servicer: ({ servicer }) => servicer.name,
  phone: ({ servicer }) => servicer.phone,
  email: ({ servicer }) => servicer.email,
  address: ({ servicer }) => servicer.address.join(', '),
  hours: ({ servicer }) => servicer.hours,
  product: ({ federalProduct }) => federalProduct,
};

/** The names that {@link filledText} knows. Every other name in braces belongs to the screen that shows the text. */
export const PLACE_NAMES: readonly string[] = Object.keys(PLACES);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const filled = (text: string, configuration: Configuration, write: (value: string) => string): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
    return value === undefined ? place : write(value(configuration));
  });

/** A plain text, such as a title, with what the configuration says in its places. A place that it does not know stays. */
export const filledText = (text: string, configuration: Configuration): string =>
  filled(text, configuration, (value) => value);

/** The same for HTML. */
export const filledHtml = (html: string, configuration: Configuration): string =>
  filled(html, configuration, escaped);

/** A static page with what the configuration says in its places. */
export const filledPage = ({ content, metaData }: ContentPage, configuration: Configuration): ContentPage => ({
  content: filledHtml(content, configuration),
  metaData: {
    title: filledText(metaData.title, configuration),
    description: filledText(metaData.description, configuration),
    keywords: filledText(metaData.keywords, configuration),
  },
});

/** An opening tag that names the page its element is about: `<p data-page="/payments/payment-activity">`. */
const ABOUT_PAGE = /<([a-z][a-z0-9]*)\b([^<>]*?)\s+data-page="([^"]*)"([^<>]*)>/i;

/** The addresses that a text names in `data-page`. */
export const pagesNamedIn = (html: string): string[] =>
  [...html.matchAll(new RegExp(ABOUT_PAGE, 'gi'))].map(([, , , page = '']) => page);

/** Where the element ends whose opening tag ends at `from`; the end of the text for an element that stays open. */
function endOfElement(html: string, name: string, from: number): number {
  let depth = 1;
  for (const { 0: tag, index } of html.slice(from).matchAll(new RegExp(`</?${name}\\b[^<>]*>`, 'gi'))) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return from + index + tag.length;
  }
  return html.length;
}

/**
 * Managed HTML without the elements about pages that the portal does not have, so that no text promises such a page. The other
 * elements stay, without the attribute.
 */
export function withoutMissingPages(html: string, hasPage: (address: string) => boolean): string {
  let text = html;
  for (let found = ABOUT_PAGE.exec(text); found !== null; found = ABOUT_PAGE.exec(text)) {
    const [tag, name = '', before = '', page = '', after = ''] = found;
    const end = found.index + tag.length;
    const rest = hasPage(page) ? `<${name}${before}${after}>${text.slice(end)}` : text.slice(endOfElement(text, name, end));
    text = text.slice(0, found.index) + rest;
  }
  return text;
}

/** Whether a switch of managed content is on: `true`, or the text of it (P §2.3). A missing one is off. */
export const isFlagEnabled = (written: string | boolean | undefined): boolean =>
  written === true || (typeof written === 'string' && written.trim().toLowerCase() === 'true');

/** A banner on every page (P §2.3). */
export interface Banner {
  readonly id: string;
  readonly headline: string;
  readonly message: string;
  readonly isClientThemed: boolean;
}

/** The universal messages that are to be seen, in their order (P §2.3). */
export const bannersOf = (messages: ContentList): Banner[] =>
  messages.flatMap(({ id, headline, message = '', clientThemed, visible }) =>
    isFlagEnabled(visible) ? [{ id, headline, message, isClientThemed: isFlagEnabled(clientThemed) }] : [],
  );

/** The path of the static page at an address below `/content`, as it is asked for. */
export const pagePathOf = (address: string): string =>
  address
    .replace(/^\/content\/?/i, '')
    .replace(/\/+$/, '')
    .toLowerCase();

/** What a page is for somebody who searches. */
export type PageKind = 'help' | 'form' | 'page';

const FORMS = /^\/content\/(?:forms\/|(?:docupload|privacyoptoutform|caprivacyform)$)/i;

/** The kind of the page at an address: the help pages, the forms of P §2.6, and every other one. */
export const kindOfPage = (path: string): PageKind =>
  /^\/content\/help(?:\/|$)/i.test(path) ? 'help' : FORMS.test(path) ? 'form' : 'page';

/** A stretch of a text, and whether it is one of the words that were looked for. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Letters, their accents and digits: everything else stands between words. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a text, with where each begins. */
export const wordsIn = (text: string): { readonly word: string; readonly at: number }[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index: at }) => ({ word, at }));

/** A plain text in parts, of which those that are one of `terms` as a whole word are matches. Together they are the text. */
export function partsOf(text: string, terms: readonly string[]): TextPart[] {
  const found = new Set(terms);
  const parts: TextPart[] = [];
  let end = 0;
  for (const { word, at } of wordsIn(text).filter((each) => found.has(each.word))) {
    if (at > end) parts.push({ text: text.slice(end, at), isMatch: false });
    parts.push({ text: word, isMatch: true });
    end = at + word.length;
  }
  return end === text.length ? parts : [...parts, { text: text.slice(end), isMatch: false }];
}
