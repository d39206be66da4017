/**
 * Site search (ruling 14) over static pages and portal pages. A match scores by the field it occurs in, less for each
 * repetition, and more the rarer the word is. Misspelled words match too. Pages that match more of the query's words
 * rank higher.
 */
import { LRUCache } from 'lru-cache';
import MiniSearch, { type SearchResult as Hit } from 'minisearch';
import { filledText, wordsIn } from '#domain/portal/content/rules.ts';
import type { ContentPage, SearchResult } from '#domain/portal/content/shapes.ts';
import type { PortalPage } from '#domain/portal/pages.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { toPlainText } from './plain-text.ts';

/** Returns the matching pages, best first. */
export type Search = (term: string) => SearchResult[];

export interface SearchDeps {
  /** The static pages by their path below `/content`. */
  readonly pages: ReadonlyMap<string, ContentPage>;
  readonly portalPages: readonly PortalPage[];
  /** Fills the placeholders in braces, so that search uses the displayed text. */
  readonly configuration: Configuration;
}

const MOST = 50;
/** Length of an excerpt, and how much of it may precede the first match, in characters. */
const EXCERPT = 200;
const LEAD = 60;

/** Weights of the fields. */
const WEIGHTS = { title: 10, keywords: 6, headings: 4, description: 2, body: 1 };
const FIELDS = ['title', 'keywords', 'headings', 'description', 'body'] as const;
type Fields = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Maximum share of wrong letters in a word. Short words are too similar for fuzzy matching. */
const MISSPELLED = 0.2;
const SHORTEST_MISSPELLED = 5;
const SHORTEST_BEGINNING = 3;

/** Stop words. */
const SMALL = new Set(
  'a an and are as at be by can do does for from how i if in is it me my of on or the to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Normalizes a word: lower case, without accents, and approximately singular. */
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

const toWords = (text: string): Word[] => wordsIn(text).map(({ word, at }) => ({ folded: folded(word), at }));

/** Returns the matching words as spelled in the texts, without duplicates. */
const termsIn = (texts: readonly string[], found: ReadonlySet<string>): string[] => {
  const words = texts.flatMap((text) => wordsIn(text).map(({ word }) => word));
  return [...new Set(words)].filter((word) => found.has(folded(word)));
};

/** Returns the distinct words of a query. Omits stop words unless there are no others. */
function toQueryWords(term: string): string[] {
  const all = [...new Set(toWords(term).map((word) => word.folded))];
  const telling = all.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : all;
}

interface Page extends Fields {
  /** Its index in the list of all pages. */
  readonly id: number;
  readonly result: Omit<SearchResult, 'excerpt' | 'terms'>;
  /** The words of the text in order. */
  readonly words: readonly Word[];
  /** The normalized words of the title, surrounded by spaces. */
  readonly titleLine: string;
}

/** Returns how many different words an excerpt at this position would contain. */
const coverageAt = (place: number, hits: readonly Word[]): number =>
  new Set(hits.filter(({ at }) => at >= place && at < place + EXCERPT - LEAD).map((word) => word.folded)).size;

/**
 * Returns the first excerpt with the most matches, cut between words. Returns the description if the text has no match.
 */
function toExcerpt({ body, words, description }: Page, found: ReadonlySet<string>): string {
  const hits = words.filter((word) => found.has(word.folded));
  const coverages = hits.map(({ at }) => coverageAt(at, hits));
  const best = hits[coverages.indexOf(Math.max(...coverages))];
  if (best === undefined) return description;
  const start = best.at < LEAD ? 0 : body.indexOf(' ', best.at - LEAD + 10) + 1;
  const cut = body.length <= start + EXCERPT ? body.length : body.lastIndexOf(' ', start + EXCERPT);
  // A text without spaces is cut within a word.
  const end = cut > best.at ? cut : start + EXCERPT;
  return `${start === 0 ? '' : '… '}${body.slice(start, end)}${end >= body.length ? '' : ' …'}`;
}

const toLine = (text: string): string =>
  toWords(text)
    .map((word) => word.folded)
    .join(' ');

/** Returns all searchable pages. Omits pages without content. */
function listPages({ pages, portalPages, configuration }: SearchDeps): Page[] {
  const says = (text: string): string => filledText(text, configuration);
  const written = [...pages].flatMap(([path, { content, metaData }]) => {
    if (content === '') return [];
    const { headings, body } = toPlainText(content);
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
    words: toWords(page.body),
    titleLine: ` ${toLine(page.title)} `,
  }));
}

/** Maximum number of kept results. */
const KEPT = 500;

/**
 * Indexes all pages once and returns the search function. Results are frozen, so that their serialized bytes are cached too.
 */
export function createSearch(deps: SearchDeps): Search {
  const all = listPages(deps);
  const index = new MiniSearch<Page>({
    fields: [...FIELDS],
    tokenize: (text) => toWords(text).map((word) => word.folded),
    processTerm: (word) => word,
    searchOptions: {
      boost: WEIGHTS,
      // Do not penalize long pages.
      bm25: { k: 1.2, b: 0, d: 0.5 },
      prefix: (word) => word.length >= SHORTEST_BEGINNING,
      fuzzy: (word) => (word.length >= SHORTEST_MISSPELLED ? MISSPELLED : false),
    },
  });
  index.addAll(all);

  const search = (term: string): SearchResult[] => {
    const queryWords = toQueryWords(term);
    const phrase = toLine(term);
    /**
     * Requires at least half of the words to match. More matching words score higher, and a title that contains or
     * equals the query scores highest.
     */
    const computeScore = ({ score, queryTerms }: Hit, { titleLine }: Page): number => {
      const share = new Set(queryTerms).size / queryWords.length;
      const named = titleLine === ` ${phrase} ` ? 3 : titleLine.includes(` ${phrase} `) ? 1.5 : 1;
      return share < 1 / 2 ? 0 : score * share ** 2 * named;
    };
    return (
      index
        // The query is already split into words.
        .search(queryWords.join(' '), { tokenize: (words) => words.split(' ') })
        .flatMap((hit) => {
          const page = all[Number(hit.id)];
          return page === undefined ? [] : [{ page, words: new Set(hit.terms), score: computeScore(hit, page) }];
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.page.title.localeCompare(b.page.title, 'en'))
        .slice(0, MOST)
        .map(({ page, words }) => {
          const excerpt = toExcerpt(page, words);
          return { ...page.result, excerpt, terms: termsIn([page.title, excerpt], words) };
        })
    );
  };
  const results = new LRUCache<string, SearchResult[]>({ max: KEPT });
  return (term) => {
    const found = results.get(term) ?? search(term);
    Object.freeze(found);
    results.set(term, found);
    return found;
  };
}
