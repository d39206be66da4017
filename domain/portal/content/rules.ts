/** Rules for managed content: placeholders in braces, text about missing pages, banners and switches. */
import type { Configuration } from '../shapes.ts';
import type { ContentList, ContentPage } from './shapes.ts';

/** The placeholders that texts may use for the servicer's data: `{servicer}`, `{phone}` and so on. */
const PLACES: Readonly<Record<string, (configuration: Configuration) => string>> = {
  servicer: ({ servicer }) => servicer.name,
  phone: ({ servicer }) => servicer.phone,
  email: ({ servicer }) => servicer.email,
  address: ({ servicer }) => servicer.address.join(', '),
  hours: ({ servicer }) => servicer.hours,
  product: ({ federalProduct }) => federalProduct,
};

/** The placeholders that {@link filledText} replaces. The screen that shows the text replaces all others. */
export const PLACE_NAMES: readonly string[] = Object.keys(PLACES);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const filled = (text: string, configuration: Configuration, write: (value: string) => string): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
    return value === undefined ? place : write(value(configuration));
  });

/** Replaces the placeholders in a plain text, such as a title. Leaves unknown placeholders unchanged. */
export const filledText = (text: string, configuration: Configuration): string =>
  filled(text, configuration, (value) => value);

/** Replaces the placeholders in HTML, with escaped values. */
export const filledHtml = (html: string, configuration: Configuration): string =>
  filled(html, configuration, escaped);

/** Replaces the placeholders in a static page. */
export const filledPage = ({ content, metaData }: ContentPage, configuration: Configuration): ContentPage => ({
  content: filledHtml(content, configuration),
  metaData: {
    title: filledText(metaData.title, configuration),
    description: filledText(metaData.description, configuration),
    keywords: filledText(metaData.keywords, configuration),
  },
});

/** An opening tag with the page that its element is about: `<p data-page="/payments/payment-activity">`. */
const ABOUT_PAGE = /<([a-z][a-z0-9]*)\b([^<>]*?)\s+data-page="([^"]*)"([^<>]*)>/i;

/** Returns the URLs in the `data-page` attributes of a text. */
export const pagesNamedIn = (html: string): string[] =>
  [...html.matchAll(new RegExp(ABOUT_PAGE, 'gi'))].map(([, , , page = '']) => page);

/**
 * Returns the end of the element whose opening tag ends at `from`, or the end of the text if the element is not closed.
 */
function endOfElement(html: string, name: string, from: number): number {
  let depth = 1;
  for (const { 0: tag, index } of html.slice(from).matchAll(new RegExp(`</?${name}\\b[^<>]*>`, 'gi'))) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return from + index + tag.length;
  }
  return html.length;
}

/**
 * Removes the elements about pages that the portal does not have, so that texts do not mention missing pages. Keeps all
 * other elements, without the attribute.
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

/** Returns whether a switch whose managed text has loaded is on (P §2.3). */
export const isFlagTextOn = (written: string): boolean => written.trim().toLowerCase() === 'true';

/** Returns whether a switch of managed content is on: `true` as boolean or text (P §2.3). A missing switch is off. */
export const isFlagEnabled = (written: string | boolean | undefined): boolean =>
  written === true || (typeof written === 'string' && isFlagTextOn(written));

/** A banner shown on every page (P §2.3). */
export interface Banner {
  readonly id: string;
  readonly headline: string;
  readonly message: string;
  readonly isClientThemed: boolean;
}

/** Returns the visible universal messages, in order (P §2.3). */
export const toBanners = (messages: ContentList): Banner[] =>
  messages.flatMap(({ id, headline, message = '', clientThemed, visible }) =>
    isFlagEnabled(visible) ? [{ id, headline, message, isClientThemed: isFlagEnabled(clientThemed) }] : [],
  );

/** Converts a URL below `/content` to the path for requesting the static page. */
export const toPagePath = (address: string): string =>
  address
    .replace(/^\/content\/?/i, '')
    .replace(/\/+$/, '')
    .toLowerCase();

/** The kind of a page in search results. */
export type PageKind = 'help' | 'form' | 'page';

const FORMS = /^\/content\/(?:forms\/|(?:docupload|privacyoptoutform|caprivacyform)$)/i;

/** Returns the kind of the page at a path: help page, form (P §2.6) or other page. */
export const kindOfPage = (path: string): PageKind =>
  /^\/content\/help(?:\/|$)/i.test(path) ? 'help' : FORMS.test(path) ? 'form' : 'page';

/** A section of a text. `isMatch`: whether it is one of the search terms. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A word: letters, accents and digits. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Returns the words of a text with their positions. */
export const wordsIn = (text: string): { readonly word: string; readonly at: number }[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index: at }) => ({ word, at }));

/** Splits a plain text into parts and marks whole words that equal one of `terms`. The parts add up to the text. */
export function toTextParts(text: string, terms: readonly string[]): TextPart[] {
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
