/**
 * Site search (ruling 14) over the static pages and the pages of the portal. A word counts by where it stands, less each
 * further time, and more the rarer it is, also where it is misspelled; a page is the better the more of the words that were
 * asked for it has.
 */
import MiniSearch, { type SearchResult as Hit } from 'minisearch';
import { filledText, wordsIn } from '#domain/content/rules.ts';
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

/** The share of a word's letters that may be wrong; short words are too much alike. */
const MISSPELLED = 0.2;
const SHORTEST_MISSPELLED = 5;
const SHORTEST_BEGINNING = 3;

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

const wordsOf = (text: string): Word[] => wordsIn(text).map(({ word, at }) => ({ folded: folded(word), at }));

/** The words of some texts that were found, each way of writing once. */
const termsIn = (texts: readonly string[], found: ReadonlySet<string>): string[] => {
  const words = texts.flatMap((text) => wordsIn(text).map(({ word }) => word));
  return [...new Set(words)].filter((word) => found.has(folded(word)));
};

/** The words to look for, each once; small ones only when there are no others. */
function askedIn(term: string): string[] {
  const all = [...new Set(wordsOf(term).map((word) => word.folded))];
  const telling = all.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : all;
}

interface Page extends Fields {
  /** Its place in the list of all pages. */
  readonly id: number;
  readonly result: Omit<SearchResult, 'excerpt' | 'terms'>;
  /** The words of the text, in their order. */
  readonly words: readonly Word[];
  /** The words of the title as a line, between spaces. */
  readonly titleLine: string;
}

/** How many different words stand within the stretch of a text that an excerpt from this place would show. */
const coverageAt = (place: number, hits: readonly Word[]): number =>
  new Set(hits.filter(({ at }) => at >= place && at < place + EXCERPT - LEAD).map((word) => word.folded)).size;

/** The first stretch of a page's text that has the most of the words, cut between words; its description when none is there. */
function excerptOf({ body, words, description }: Page, found: ReadonlySet<string>): string {
  const hits = words.filter((word) => found.has(word.folded));
  const coverages = hits.map(({ at }) => coverageAt(at, hits));
  const best = hits[coverages.indexOf(Math.max(...coverages))];
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

/** All pages that may be found. One without content is not offered, since it is none. */
function pagesOf({ pages, portalPages, configuration }: SearchDeps): Page[] {
  const says = (text: string): string => filledText(text, configuration);
  const written = [...pages].flatMap(([path, { content, metaData }]) => {
    if (content === '') return [];
    const { headings, body } = plainTextOf(content);
    const title = says(metaData.title);
    const [description, keywords] = [says(metaData.description), says(metaData.keywords)];
    const result = { title, path: `/content/${path}`, audience: 'anyone' as const };
    return [{ result, title, description, keywords, headings: says(headings), body: says(body) }];
  });
  const built = portalPages.map(({ title, path, audience, keywords = '' }) => {
    const result = { title, path, audience };
    return { result, title, keywords, headings: '', description: '', body: '' };
  });
  return [...built, ...written].map((page, id) => ({
    ...page,
    id,
    words: wordsOf(page.body),
    titleLine: ` ${lineOf(page.title)} `,
  }));
}

/** Reads all pages once, and gives the search over them. */
export function createSearch(deps: SearchDeps): Search {
  const all = pagesOf(deps);
  const index = new MiniSearch<Page>({
    fields: [...FIELDS],
    tokenize: (text) => wordsOf(text).map((word) => word.folded),
    processTerm: (word) => word,
    searchOptions: {
      boost: WEIGHTS,
      // A long page is no worse than a short one.
      bm25: { k: 1.2, b: 0, d: 0.5 },
      prefix: (word) => word.length >= SHORTEST_BEGINNING,
      fuzzy: (word) => (word.length >= SHORTEST_MISSPELLED ? MISSPELLED : false),
    },
  });
  index.addAll(all);

  return (term) => {
    const asked = askedIn(term);
    const phrase = lineOf(term);
    /** A page that has half of the words at least, the better the more of them, and best where it is called so. */
    const scoreOf = ({ score, queryTerms }: Hit, { titleLine }: Page): number => {
      const share = new Set(queryTerms).size / asked.length;
      const named = titleLine === ` ${phrase} ` ? 3 : titleLine.includes(` ${phrase} `) ? 1.5 : 1;
      return share < 1 / 2 ? 0 : score * share ** 2 * named;
    };
    return (
      index
        // What is asked for is in words already.
        .search(asked.join(' '), { tokenize: (words) => words.split(' ') })
        .flatMap((hit) => {
          const page = all[Number(hit.id)];
          return page === undefined ? [] : [{ page, words: new Set(hit.terms), score: scoreOf(hit, page) }];
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.page.title.localeCompare(b.page.title, 'en'))
        .slice(0, MOST)
        .map(({ page, words }) => {
          const excerpt = excerptOf(page, words);
          return { ...page.result, excerpt, terms: termsIn([page.title, excerpt], words) };
        })
    );
  };
}
