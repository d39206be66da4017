/** Site search: word matching, ranking, and excerpts. */
import { describe, expect, it } from 'vitest';
import type { ContentPage } from '#domain/portal/content/shapes.ts';
import type { PortalPage } from '#domain/portal/pages.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { createSearch } from '#server/portal/search.ts';

const page = (title: string, text: string, keywords = 'nothing'): ContentPage => ({
  content: `<p>${text}</p>`,
  metaData: { title, description: `About ${title}.`, keywords },
});

const searchIn = (pages: Readonly<Record<string, ContentPage>>, portalPages: readonly PortalPage[] = []) =>
  createSearch({ pages: new Map(Object.entries(pages)), portalPages, configuration: sampleConfiguration });

/** Returns the matching titles among pages with these titles. */
const found = (term: string, ...titles: readonly string[]): string[] =>
  searchIn(Object.fromEntries(titles.map((title) => [title, page(title, 'nothing')])))(term).map(({ title }) => title);

describe('matching words', () => {
  it.each([
    ['fees', 'Fee'],
    ['fee', 'Fees'],
    ['taxes', 'Tax'],
    ['dishes', 'Dish'],
    ['peaches', 'Peach'],
    ['glasses', 'Glass'],
    ['waltzes', 'Waltz'],
    ['deputies', 'Deputy'],
    ['deputy', 'Deputies'],
    ['cafés', 'CAFE'],
    ['bus', 'Bus'],
  ])('%s finds %s', (term, title) => {
    expect(found(term, title)).toEqual([title]);
  });

  it.each([
    ['ga', 'Gas', 'a word of three letters has no plural'],
    ['chest', 'Cherry', 'an ending counts only at the end of a word'],
    ['asset', 'Assembly', 'an s within a word is not a plural'],
    ['statu', 'Statutory bus', 'words ending in "us" keep it'],
  ])('%s does not find %s despite a similar beginning: %s', (term, title) => {
    expect(found(term, title)).toEqual(term === 'statu' ? [title] : []);
  });

  it('matches the beginning of a word from three letters', () => {
    expect([found('de', 'Deferment'), found('def', 'Deferment')]).toEqual([[], ['Deferment']]);
  });

  it('accepts one wrong letter in five, and none in four', () => {
    expect([found('grase', 'Grace'), found('laon', 'Loan')]).toEqual([['Grace'], []]);
  });
});

it('finds a portal page by title and keywords, without an excerpt', () => {
  const pages: PortalPage[] = [
    { title: 'Payments', path: '/payments', audience: 'signedIn', keywords: 'pay' },
    { title: 'Here we are', path: '/about', audience: 'anyone' },
  ];
  const search = searchIn({}, pages);
  expect(search('pay')).toEqual([expect.objectContaining({ title: 'Payments', path: '/payments' })]);
  expect(search('was')).toEqual([]);
  expect(search('stryker')).toEqual([]);
});

describe('ranking', () => {
  it('puts a page with this title before one that contains it more often', () => {
    const pages = {
      more: page('Deferment and more deferment', 'deferment'),
      same: page('Deferment', 'nothing'),
    };
    expect(searchIn(pages)('deferments').map(({ path }) => path)).toEqual(['/content/same', '/content/more']);
  });

  it("puts a page with the title's words in this order before one with another order", () => {
    const pages = {
      other: page('School and in school deferment', 'nothing'),
      order: page('Your deferment school guide', 'nothing'),
    };
    expect(searchIn(pages)('deferment school').map(({ path }) => path)).toEqual(['/content/order', '/content/other']);
  });

  it("returns a portal page's title, address and audience, without text", () => {
    const portalPage: PortalPage = {
      title: 'Make a payment',
      path: '/payments',
      audience: 'signedIn',
      keywords: 'pay',
    };
    expect(searchIn({}, [portalPage])('payment')).toEqual([
      { title: 'Make a payment', path: '/payments', audience: 'signedIn', excerpt: '', terms: ['payment'] },
    ]);
  });
});

/** Returns a text of nine-letter words, so that word n starts at 10 n. Replaces some of the words. */
const createText = (count: number, others: Readonly<Record<number, string>>): string =>
  Array.from({ length: count }, (_, index) => others[index] ?? 'aaaaaaaaa').join(' ');

const findExcerpt = (term: string, text: string): string | undefined =>
  searchIn({ x: page('X', text) })(term)[0]?.excerpt;

describe('an excerpt', () => {
  it('starts at the beginning of the text if the match is within its first 60 characters, and ends between words', () => {
    const text = createText(100, { 5: 'porcupine' });
    expect(findExcerpt('porcupine', text)).toBe(`${text.slice(0, 199)} …`);
  });

  it('starts with a whole word about 50 characters before a later match', () => {
    const text = createText(100, { 6: 'porcupine' });
    expect(findExcerpt('porcupine', text)).toBe(`… ${text.slice(20, 219)} …`);
  });

  it('is the whole text up to 200 characters, and is cut if it is longer', () => {
    const text = `${createText(19, { 0: 'porcupine' })} ${'b'.repeat(10)}`;
    expect(text).toHaveLength(200);
    expect(findExcerpt('porcupine', text)).toBe(text);
    expect(findExcerpt('porcupine', `${text}b`)).toBe(`${text.slice(0, 189)} …`);
  });

  it('extends to the end of the text if at most 200 characters are left', () => {
    const text = createText(30, { 20: 'porcupine' });
    expect(findExcerpt('porcupine', text)).toBe(`… ${text.slice(160)}`);
  });

  it('is cut within a word only if there is no space', () => {
    const text = `${'c'.repeat(20)}/porcupine/${'d'.repeat(400)}`;
    expect(findExcerpt('porcupine', text)).toBe(`${text.slice(0, 200)} …`);
    const early = `e porcupine/${'d'.repeat(400)}`;
    expect(findExcerpt('porcupine', early)).toBe(`${early.slice(0, 200)} …`);
  });

  it('uses the first of several equal places', () => {
    const text = createText(100, { 10: 'porcupine', 50: 'porcupine', 99: 'porcupine' });
    expect(findExcerpt('porcupine', text)).toBe(`… ${text.slice(60, 259)} …`);
  });

  it('uses the place with the most different matches', () => {
    const text = createText(100, { 8: 'porcupine', 9: 'porcupine', 10: 'porcupine', 60: 'porcupine', 62: 'albatross' });
    expect(findExcerpt('porcupine albatross', text)).toBe(`… ${text.slice(560, 759)} …`);
  });

  it('counts matches within 140 characters of a place', () => {
    const near = createText(100, { 10: 'porcupine', 23: 'albatross', 60: 'albatross' });
    expect(findExcerpt('porcupine albatross', near)).toBe(`… ${near.slice(60, 259)} …`);
    const far = createText(100, { 10: 'porcupine', 24: 'albatross', 60: 'porcupine', 73: 'albatross' });
    expect(findExcerpt('porcupine albatross', far)).toBe(`… ${far.slice(560, 759)} …`);
  });
});
