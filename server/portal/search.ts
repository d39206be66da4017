/**
 * Site search (ruling 14) over the static pages and the pages of the portal. A word counts by where it stands, less each
 * further time, and more the rarer it is; a page is the better the more of the words that were asked for it has.
 */
import { filledText } from '#domain/content/rules.ts';
import type { ContentPage, SearchResult } from '#domain/content/shapes.ts';
import type { PortalPage } from '#domain/portal/pages.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { plainTextOf } from './plain-text.ts';

/** Finds pages, best first. */
export type Search = (term: string) => SearchResult[];

export interface SearchDeps {
  /** The static pages by their path below `/content`. */
  readonly pages: ReadonlyMap<string, ContentPage>;
  readonly portalPages: readonly PortalPage[];
  /** What texts have in braces is looked for, and shown, as people read it. */
  readonly configuration: Configuration;
}

const MOST = 50;
/** How long an excerpt is, and how much of it may stand before the first word that was asked for. */
const EXCERPT = 200;
const LEAD = 60;

/** How much a word counts in the title, the keywords, the headings, the description and the text. */
const WEIGHTS = { title: 10, keywords: 6, headings: 4, description: 2, body: 1 };
const FIELDS = ['title', 'keywords', 'headings', 'description', 'body'] as const;
type Fields = Readonly<Record<(typeof FIELDS)[number], string>>;

/** The weight at which a word counts half of what it could at most. */
const HALF = 6;

/** Words that say nothing about what is looked for. */
const SMALL = new Set(
  'a an and are as at be by can do does for from how i if in is it me my of on or the to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** A word without case and accents, and in the singular, roughly. */
function folded(word: string): string {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (plain.length < 4) return plain;
  if (plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z)es$/.test(plain)) return plain.slice(0, -2);
  return /[^isu]s$/.test(plain) ? plain.slice(0, -1) : plain;
}

interface Word {
  readonly folded: string;
  readonly at: number;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((found) => ({ folded: folded(found[0]), at: found.index }));

/** The words to look for, each once; small ones only when there are no others. */
function askedIn(term: string): string[] {
  const all = [...new Set(wordsOf(term).map((word) => word.folded))];
  const telling = all.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : all;
}

/** Whether a word of a text is one that was asked for, or begins like it. */
const isHit = (word: string, asked: string): boolean => word === asked || (asked.length > 2 && word.startsWith(asked));

interface Page {
  readonly result: Omit<SearchResult, 'excerpt'>;
  readonly fields: Fields;
  /** The words of the text, in their order. */
  readonly body: readonly Word[];
  /** What each word of the page weighs. */
  readonly words: ReadonlyMap<string, number>;
}

function pageOf(result: Page['result'], fields: Fields): Page {
  const words = new Map<string, number>();
  for (const field of FIELDS) {
    for (const { folded: word } of wordsOf(fields[field])) words.set(word, (words.get(word) ?? 0) + WEIGHTS[field]);
  }
  return { result, fields, body: wordsOf(fields.body), words };
}

/** What the word that was asked for weighs on a page; one that only begins like it counts half. */
function weightOf({ words }: Page, asked: string): number {
  let weight = 0;
  for (const [word, each] of words) if (isHit(word, asked)) weight += word === asked ? each : each / 2;
  return weight;
}

/** How many different words that were asked for stand within a stretch of text that starts with the hit `from`. */
function wealthOf(hits: readonly { readonly hit: string; readonly at: number }[], from: number): number {
  const start = hits[from]?.at ?? 0;
  const found = new Set<string>();
  for (let index = from; index < hits.length && (hits[index]?.at ?? 0) < start + EXCERPT - LEAD; index += 1) {
    found.add(hits[index]?.hit ?? '');
  }
  return found.size;
}

/** The stretch of a page's text that has the most of the words, cut between words; its description when none is there. */
function excerptOf({ body: words, fields: { body, description } }: Page, asked: readonly string[]): string {
  const hits = words.flatMap(({ folded: word, at }) => {
    const hit = asked.find((each) => isHit(word, each));
    return hit === undefined ? [] : [{ hit, at }];
  });
  let best: { readonly at: number; readonly wealth: number } | undefined;
  for (const [index, { at }] of hits.entries()) {
    const wealth = wealthOf(hits, index);
    if (best === undefined || wealth > best.wealth) best = { at, wealth };
  }
  if (best === undefined) return description;
  const start = best.at < LEAD ? 0 : body.indexOf(' ', best.at - LEAD + 10) + 1;
  const cut = body.length <= start + EXCERPT ? body.length : body.lastIndexOf(' ', start + EXCERPT);
  // A text without spaces is cut where it must be.
  const end = cut > best.at ? cut : start + EXCERPT;
  return `${start === 0 ? '' : '… '}${body.slice(start, end)}${end >= body.length ? '' : ' …'}`;
}

const lineOf = (text: string): string =>
  wordsOf(text)
    .map((word) => word.folded)
    .join(' ');

/** Reads all pages once, and gives the search over them. A page without content is not offered, since it is none. */
export function createSearch({ pages, portalPages, configuration }: SearchDeps): Search {
  const says = (text: string): string => filledText(text, configuration);
  const written = [...pages].flatMap(([path, { content, metaData }]) => {
    if (content === '') return [];
    const { headings, body } = plainTextOf(content);
    const [title, description, keywords] = [metaData.title, metaData.description, metaData.keywords].map(says);
    if (title === undefined || description === undefined || keywords === undefined) return [];
    const fields = { title, description, keywords, headings: says(headings), body: says(body) };
    return [pageOf({ title, path: `/content/${path}`, audience: 'anyone' }, fields)];
  });
  const built = portalPages.map(({ title, path, audience, keywords = '' }) =>
    pageOf({ title, path, audience }, { title, keywords, headings: '', description: '', body: '' }),
  );
  const everything = [...built, ...written];

  return (term) => {
    const asked = askedIn(term);
    const phrase = lineOf(term);
    if (phrase === '') return [];
    const rows = everything.map((page) => ({ page, weights: asked.map((word) => weightOf(page, word)) }));
    const rarity = asked.map((_, index) => {
      const having = rows.filter(({ weights }) => (weights[index] ?? 0) > 0).length;
      return Math.log(1 + everything.length / (having + 1));
    });
    const scored = rows.flatMap(({ page, weights }) => {
      const found = weights.filter((weight) => weight > 0).length;
      if (found * 2 < asked.length || found === 0) return [];
      const sum = weights.reduce(
        (total, weight, index) => total + (rarity[index] ?? 0) * (weight / (weight + HALF)),
        0,
      );
      const title = ` ${lineOf(page.result.title)} `;
      const named = title === ` ${phrase} ` ? 3 : title.includes(` ${phrase} `) ? 1.5 : 1;
      return [{ page, score: sum * (found / asked.length) ** 2 * named }];
    });
    return scored
      .sort((a, b) => b.score - a.score || a.page.result.title.localeCompare(b.page.result.title, 'en'))
      .slice(0, MOST)
      .map(({ page }) => ({ ...page.result, excerpt: excerptOf(page, asked) }));
  };
}
