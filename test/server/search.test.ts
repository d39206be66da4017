/** What site search takes for the same word, which page it puts first, and what it shows of a page's text. */
import { describe, expect, it } from 'vitest';
import type { ContentPage } from '#domain/content/shapes.ts';
import type { PortalPage } from '#domain/portal/pages.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { createSearch } from '#server/portal/search.ts';

const page = (title: string, text: string, keywords = 'nothing'): ContentPage => ({
  content: `<p>${text}</p>`,
  metaData: { title, description: `About ${title}.`, keywords },
});

const searchIn = (pages: Readonly<Record<string, ContentPage>>, portalPages: readonly PortalPage[] = []) =>
  createSearch({ pages: new Map(Object.entries(pages)), portalPages, configuration: sampleConfiguration });

/** The titles that are found among pages whose titles are these words. */
const found = (term: string, ...titles: readonly string[]): string[] =>
  searchIn(Object.fromEntries(titles.map((title) => [title, page(title, 'nothing')])))(term).map(({ title }) => title);

describe('words that are taken for the same', () => {
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
    ['chest', 'Cherry', 'what is like an ending stands in the midst of the word'],
    ['asset', 'Assembly', 'an s in the midst of a word is no plural'],
    ['statu', 'Statutory bus', 'words on "us" keep it'],
  ])('%s finds no %s, although the beginning is like it: %s', (term, title) => {
    expect(found(term, title)).toEqual(term === 'statu' ? [title] : []);
  });

  it('the beginning of a word, from three letters on', () => {
    expect([found('de', 'Deferment'), found('def', 'Deferment')]).toEqual([[], ['Deferment']]);
  });

  it('one wrong letter in five, and none in four', () => {
    expect([found('grase', 'Grace'), found('laon', 'Loan')]).toEqual([['Grace'], []]);
  });
});

it('finds a page of the portal by its title and keywords, and shows no text of it', () => {
  const pages: PortalPage[] = [
    { title: 'Payments', path: '/payments', audience: 'signedIn', keywords: 'pay' },
    { title: 'Here we are', path: '/about', audience: 'anyone' },
  ];
  const search = searchIn({}, pages);
  expect(search('pay')).toEqual([expect.objectContaining({ title: 'Payments', path: '/payments' })]);
  expect(search('was')).toEqual([]);
  expect(search('stryker')).toEqual([]);
});

describe('the order of pages', () => {
  it('puts the page that is called so before one that says it more often', () => {
    const pages = {
      more: page('Deferment and more deferment', 'deferment'),
      same: page('Deferment', 'nothing'),
    };
    expect(searchIn(pages)('deferments').map(({ path }) => path)).toEqual(['/content/same', '/content/more']);
  });

  it('puts a page with the words of its title in this order before one that has them in another', () => {
    const pages = {
      other: page('School and in school deferment', 'nothing'),
      order: page('Your deferment school guide', 'nothing'),
    };
    expect(searchIn(pages)('deferment school').map(({ path }) => path)).toEqual(['/content/order', '/content/other']);
  });

  it('says of a page of the portal its title, its address and for whom it is, and nothing of a text that it does not have', () => {
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

/** Words of nine letters, so that the word with the number n begins at 10 n; some of them are others. */
const textOf = (count: number, others: Readonly<Record<number, string>>): string =>
  Array.from({ length: count }, (_, index) => others[index] ?? 'aaaaaaaaa').join(' ');

const excerptOf = (term: string, text: string): string | undefined =>
  searchIn({ x: page('X', text) })(term)[0]?.excerpt;

describe('an excerpt', () => {
  it('begins with the text where the word stands within its first 60 characters, and ends between words', () => {
    const text = textOf(100, { 5: 'porcupine' });
    expect(excerptOf('porcupine', text)).toBe(`${text.slice(0, 199)} …`);
  });

  it('begins with a whole word some 50 characters before the word where that stands farther on', () => {
    const text = textOf(100, { 6: 'porcupine' });
    expect(excerptOf('porcupine', text)).toBe(`… ${text.slice(20, 219)} …`);
  });

  it('is the whole text where that has 200 characters, and is cut where it has one more', () => {
    const text = `${textOf(19, { 0: 'porcupine' })} ${'b'.repeat(10)}`;
    expect(text).toHaveLength(200);
    expect(excerptOf('porcupine', text)).toBe(text);
    expect(excerptOf('porcupine', `${text}b`)).toBe(`${text.slice(0, 189)} …`);
  });

  it('goes to the end of the text where no more than 200 characters are left', () => {
    const text = textOf(30, { 20: 'porcupine' });
    expect(excerptOf('porcupine', text)).toBe(`… ${text.slice(160)}`);
  });

  it('is cut within a word only where there is no space', () => {
    const text = `${'c'.repeat(20)}/porcupine/${'d'.repeat(400)}`;
    expect(excerptOf('porcupine', text)).toBe(`${text.slice(0, 200)} …`);
    const early = `e porcupine/${'d'.repeat(400)}`;
    expect(excerptOf('porcupine', early)).toBe(`${early.slice(0, 200)} …`);
  });

  it('is of the first of several places that are alike', () => {
    const text = textOf(100, { 10: 'porcupine', 50: 'porcupine', 99: 'porcupine' });
    expect(excerptOf('porcupine', text)).toBe(`… ${text.slice(60, 259)} …`);
  });

  it('is of the place where the most of the words stand, each counted once', () => {
    const text = textOf(100, { 8: 'porcupine', 9: 'porcupine', 10: 'porcupine', 60: 'porcupine', 62: 'albatross' });
    expect(excerptOf('porcupine albatross', text)).toBe(`… ${text.slice(560, 759)} …`);
  });

  it('counts what stands within 140 characters of a place, and nothing beyond', () => {
    const near = textOf(100, { 10: 'porcupine', 23: 'albatross', 60: 'albatross' });
    expect(excerptOf('porcupine albatross', near)).toBe(`… ${near.slice(60, 259)} …`);
    const far = textOf(100, { 10: 'porcupine', 24: 'albatross', 60: 'porcupine', 73: 'albatross' });
    expect(excerptOf('porcupine albatross', far)).toBe(`… ${far.slice(560, 759)} …`);
  });
});
